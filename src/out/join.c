#include "join.h"

/* The rows of one view as they are. */
static void join_one(const struct view *view, struct join *join)
{
	join->gap = view->left_out ? view->nr_gains : SIZE_MAX;
	for (size_t i = 0; i < view->nr; i++) {
		if (view->rows[i] != view->total)
			join->rows[join->nr++] = view->rows[i];
		else if (view->left_out && i < view->nr_gains)
			join->gap--;
	}
	for (size_t i = 0; i < view->nr_uncertain; i++)
		join->rows[join->nr + i] = view->uncertain[i];
	join->nr_uncertain = view->nr_uncertain;
}

static struct span key_of(const struct view *view, const void *row,
			  struct arena *arena)
{
	struct cell key = view->set->get(view->source, row, arena);

	return key.kind == CELL_TEXT ? key.text : SPAN("");
}

/* Give each key that is new the next number, from 1. */
static size_t enter(struct names *keys, const struct view *view,
		    const void **rows, size_t nr, struct arena *arena)
{
	for (size_t i = 0; i < nr; i++)
		if (rows[i] != view->total)
			names_intern(keys, key_of(view, rows[i], arena));
	return keys->nr - 1;
}

/* Put each row of VIEW, whether it shows it or not, to its number. */
static void place(const struct names *keys, const struct view *view,
		  struct join *join, size_t column, struct arena *arena)
{
	for (size_t i = 0; i < view->diff->nr; i++) {
		const struct diff_row *row = &view->diff->rows[i];
		name_id id = names_find(keys, key_of(view, row, arena));

		if (id != NAME_NONE)
			join->rows[(id - 1) * join->nr_views + column] = row;
	}
}

static void join_several(const struct view *views, struct join *join,
			 struct arena *arena)
{
	struct names keys;
	size_t all = 0;

	names_init(&keys, arena);
	for (size_t v = 0; v < join->nr_views; v++) {
		join->nr = enter(&keys, &views[v], views[v].rows, views[v].nr,
				 arena);
		join->gap = views[v].left_out ? 0 : join->gap;
	}
	for (size_t v = 0; v < join->nr_views; v++)
		all = enter(&keys, &views[v], views[v].uncertain,
			    views[v].nr_uncertain, arena);
	join->nr_uncertain = all - join->nr;
	join->gap = join->gap == 0 ? join->nr : SIZE_MAX;
	for (size_t v = 0; v < join->nr_views; v++)
		place(&keys, &views[v], join, v, arena);
}

void join_views(const struct view *views, size_t nr_views, struct arena *arena,
		struct join *join)
{
	size_t most = 1;

	for (size_t v = 0; v < nr_views; v++)
		most += views[v].nr + views[v].nr_uncertain;
	*join = (struct join){
		.rows = arena_zalloc(arena,
				     most * nr_views * sizeof(*join->rows)),
		.nr_views = nr_views,
		.gap = SIZE_MAX,
	};
	for (size_t v = 0; v < nr_views; v++) {
		if (!views[v].total)
			continue;
		if (!join->totals)
			join->totals = arena_zalloc(
				arena, nr_views * sizeof(*join->totals));
		join->totals[v] = views[v].total;
	}
	if (nr_views == 1)
		join_one(&views[0], join);
	else
		join_several(views, join, arena);
}
