#include "lineup.h"

/* The rows of one view as they are. */
static void line_up_one(const struct view *view, struct lineup *lineup)
{
	lineup->gap = view->left_out ? view->nr_gains : SIZE_MAX;
	for (size_t i = 0; i < view->nr; i++) {
		if (view->rows[i] != view->total)
			lineup->rows[lineup->nr++] = view->rows[i];
		else if (view->left_out && i < view->nr_gains)
			lineup->gap--;
	}
	for (size_t i = 0; i < view->nr_uncertain; i++)
		lineup->rows[lineup->nr + i] = view->uncertain[i];
	lineup->nr_uncertain = view->nr_uncertain;
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
		  struct lineup *lineup, size_t column, struct arena *arena)
{
	for (size_t i = 0; i < view->diff->nr; i++) {
		const struct diff_row *row = &view->diff->rows[i];
		name_id id = names_find(keys, key_of(view, row, arena));

		if (id != NAME_NONE)
			lineup->rows[(id - 1) * lineup->nr_views + column] =
				row;
	}
}

static void line_up_several(const struct view *views, struct lineup *lineup,
			    struct arena *arena)
{
	struct names keys;
	size_t all = 0;

	names_init(&keys, arena);
	for (size_t v = 0; v < lineup->nr_views; v++) {
		lineup->nr = enter(&keys, &views[v], views[v].rows, views[v].nr,
				   arena);
		lineup->gap = views[v].left_out ? 0 : lineup->gap;
	}
	for (size_t v = 0; v < lineup->nr_views; v++)
		all = enter(&keys, &views[v], views[v].uncertain,
			    views[v].nr_uncertain, arena);
	lineup->nr_uncertain = all - lineup->nr;
	lineup->gap = lineup->gap == 0 ? lineup->nr : SIZE_MAX;
	for (size_t v = 0; v < lineup->nr_views; v++)
		place(&keys, &views[v], lineup, v, arena);
}

void lineup_views(const struct view *views, size_t nr_views,
		  struct arena *arena, struct lineup *lineup)
{
	size_t most = 1;

	for (size_t v = 0; v < nr_views; v++)
		most += views[v].nr + views[v].nr_uncertain;
	*lineup = (struct lineup){
		.rows = arena_zalloc(arena,
				     most * nr_views * sizeof(*lineup->rows)),
		.nr_views = nr_views,
		.gap = SIZE_MAX,
	};
	for (size_t v = 0; v < nr_views; v++) {
		if (!views[v].total)
			continue;
		if (!lineup->totals)
			lineup->totals = arena_zalloc(
				arena, nr_views * sizeof(*lineup->totals));
		lineup->totals[v] = views[v].total;
	}
	if (nr_views == 1)
		line_up_one(&views[0], lineup);
	else
		line_up_several(views, lineup, arena);
}
