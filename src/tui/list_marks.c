#include "list_own.h"

#include <stdlib.h>

/* The name of a row and its image, which do not depend on the data. */
struct known {
	name_id symbol, image;
};

static void ids_of(const struct view *view, const void *row,
		   const struct names **names, struct known *ids)
{
	if (view->diff) {
		const struct diff_row *pair = row;

		*names = view->diff->names;
		*ids = (struct known){ pair->symbol, pair->image };
	} else {
		const struct listing_row *listed = row;

		*names = view->listing->names;
		*ids = (struct known){ listed->symbol, listed->image };
	}
}

static int by_ids(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct known));
}

/* The ids that a row of FROM would have in LIST. */
static struct known translate(const struct list *list, const struct list *from,
			      const void *row)
{
	const struct names *old, *new;
	struct known ids;

	ids_of(&from->view, row, &old, &ids);
	new = list->view.diff ? list->view.diff->names :
				list->view.listing->names;
	return (struct known){
		names_find(new, names_text(old, ids.symbol)),
		names_find(new, names_text(old, ids.image)),
	};
}

/* Mark what was marked in FROM. */
static void follow_marks(struct list *list, const struct list *from)
{
	struct known *marked = mem_zeroed((from->nr_marked + 1) *
					  sizeof(*marked));
	const struct names *names;
	struct known ids;
	size_t nr = 0;

	for (size_t i = 0; i < list_nr_source(&from->view); i++)
		if (from->marked[i] && nr < from->nr_marked)
			marked[nr++] = translate(list, from,
						 list_source(&from->view, i));
	qsort(marked, nr, sizeof(*marked), by_ids);
	for (size_t i = 0; i < list_nr_source(&list->view) && nr; i++) {
		ids_of(&list->view, list_source(&list->view, i), &names, &ids);
		if (!bsearch(&ids, marked, nr, sizeof(*marked), by_ids))
			continue;
		list->marked[i] = true;
		list->nr_marked++;
	}
	free(marked);
}

void list_follow(struct list *list, const struct list *from)
{
	const void *row = list_row(from);
	const struct names *names;
	struct known wanted, ids;

	follow_marks(list, from);
	if (!row || from->cursor == 0)
		return;
	wanted = translate(list, from, row);
	for (size_t i = 0; i < list_nr_source(&list->view); i++) {
		row = list_source(&list->view, i);
		ids_of(&list->view, row, &names, &ids);
		if (!by_ids(&ids, &wanted)) {
			list_go_to(list, row);
			return;
		}
	}
}

static void reverse(const void **rows, size_t nr)
{
	for (size_t i = 0; i + 1 < nr - i; i++) {
		const void *other = rows[i];

		rows[i] = rows[nr - 1 - i];
		rows[nr - 1 - i] = other;
	}
}

/* What an output is to have; marks of several tests go by name. */
struct chosen {
	const struct list *list;
	const struct pattern *filter;
	struct known *marked;	/* in order; NULL: all */
	struct arena scratch;
};

static bool is_chosen(struct chosen *chosen, const struct view *view,
		      const void *row)
{
	const struct names *names;
	struct known ids;

	if (!list_passes(chosen->list, view, row, chosen->filter,
			 &chosen->scratch))
		return false;
	if (!chosen->marked)
		return true;
	ids_of(view, row, &names, &ids);
	return bsearch(&ids, chosen->marked, chosen->list->nr_marked,
		       sizeof(ids), by_ids) != NULL;
}

/* The total stays where it ranks. */
static void keep_chosen(struct chosen *chosen, struct view *view)
{
	size_t kept = 0, gains = 0;

	for (size_t i = 0; i < view->nr; i++) {
		const void *row = view->rows[i];

		if (row != view->total && !is_chosen(chosen, view, row)) {
			view->left_out = true;
			continue;
		}
		gains += i < view->nr_gains;
		view->rows[kept++] = row;
	}
	view->nr = kept;
	view->nr_gains = gains;
	kept = 0;
	for (size_t i = 0; i < view->nr_uncertain; i++)
		if (is_chosen(chosen, view, view->uncertain[i]))
			view->uncertain[kept++] = view->uncertain[i];
	view->nr_uncertain = kept;
}

static struct known *marked_ids(const struct list *list)
{
	struct known *marked;
	const struct names *names;
	size_t nr = 0;

	if (!list->nr_marked)
		return NULL;
	marked = mem_zeroed(list->nr_marked * sizeof(*marked));
	for (size_t i = 0; i < list_nr_source(&list->view); i++)
		if (list->marked[i])
			ids_of(&list->view, list_source(&list->view, i), &names,
			       &marked[nr++]);
	qsort(marked, nr, sizeof(*marked), by_ids);
	return marked;
}

void list_view(const struct list *list, const struct pattern *filter, size_t at,
	       const struct view_options *choose, struct arena *arena,
	       struct view *view)
{
	struct chosen chosen = { .list = list,
				 .filter = filter,
				 .marked = marked_ids(list) };

	list_make_view(&list->data->views[at], choose, arena, view);
	keep_chosen(&chosen, view);
	if (list->reversed) {
		reverse(view->rows, view->nr);
		view->nr_gains = view->nr;
	}
	free(chosen.marked);
	arena_release(&chosen.scratch);
}
