#include "list.h"

#include <math.h>
#include <stdlib.h>

#include "diffprof/significance.h"

#include "list_own.h"

struct span list_key(const struct list *list, const void *row,
		     struct arena *scratch)
{
	struct cell key = list->view.set->get(list->view.source, row, scratch);

	return key.kind == CELL_TEXT ? key.text : SPAN("");
}

size_t list_nr_source(const struct view *view)
{
	return view->diff ? view->diff->nr : view->listing->nr;
}

const void *list_source(const struct view *view, size_t i)
{
	return view->diff ? (const void *)&view->diff->rows[i] :
			    (const void *)&view->listing->rows[i];
}

static size_t index_in(const struct view *view, const void *row)
{
	if (view->diff)
		return (size_t)((const struct diff_row *)row -
				view->diff->rows);
	return (size_t)((const struct listing_row *)row - view->listing->rows);
}

size_t list_index(const struct list *list, const void *row)
{
	return index_in(&list->view, row);
}

static double share_of(uint64_t count, uint64_t total)
{
	return total && total != COUNT_UNKNOWN ?
		       100 * (double)count / (double)total :
		       NAN;
}

static double measure_diff(const struct diff *diff, const struct diff_row *row,
			   enum measure measure)
{
	if (row->status == STATUS_UNCERTAIN && !diff->stated)
		return NAN;
	if (measure == MEASURE_PERCENT)
		return diff_percent(diff, row);
	if (measure == MEASURE_DELTA)
		return (double)diff_delta(diff, row);
	if (diff->stated)
		return NAN;
	return share_of(row->test, diff->test.total) -
	       share_of(row->base, diff->base.total);
}

double list_measure(const struct list *list, const void *row,
		    enum measure measure)
{
	const struct listing_row *listed = row;

	if (list->view.diff)
		return measure_diff(list->view.diff, row, measure);
	return measure == MEASURE_PERCENT ?
		       share_of(listed->count, list->view.listing->side.total) :
		       (double)listed->count;
}

static bool is_noise(const struct view *view, const void *row)
{
	const struct finding *finding =
		view->diff ? significance_of(view->diff, row) : NULL;

	return finding && finding->verdict == VERDICT_NOISE;
}

bool list_passes(const struct list *list, const struct view *view,
		   const void *row, const struct pattern *filter,
		   struct arena *scratch)
{
	if (list->hide_noise && is_noise(view, row))
		return false;
	if (!filter->len)
		return true;
	struct cell key = view->set->get(view->source, row, scratch);
	return key.kind == CELL_TEXT && pattern_find(filter, key.text, NULL);
}

/* As many as take a few milliseconds. */
size_t list_at_once = 4096;

/* The items of the view that have been shown or not: rows, then uncertain ones. */
static size_t nr_choices(const struct list *list)
{
	return list->view.nr + list->view.nr_uncertain;
}

static const void *choice(const struct list *list, size_t i)
{
	const struct view *view = &list->view;

	if (i >= view->nr)
		return view->uncertain[i - view->nr];
	return view->rows[list->reversed ? view->nr - 1 - i : i];
}

bool list_is_filtering(const struct list *list)
{
	return list->next < nr_choices(list);
}

/* Whoever stands on a row stays there, if it is still one. */
static void follow(struct list *list, const void *row)
{
	if (row != list->follow)
		return;
	list->follow = NULL;
	list_go(list, list_items(list) - 1);
}

bool list_filter_step(struct list *list, const struct pattern *filter)
{
	struct arena scratch = { 0 };
	size_t nr = nr_choices(list), end = list->next + list_at_once;

	for (; list->next < nr && list->next < end; list->next++) {
		const void *row = choice(list, list->next);

		if (row == list->view.total)
			continue;
		if (!list_passes(list, &list->view, row, filter, &scratch)) {
			list->nr_noise += list->hide_noise &&
					  is_noise(&list->view, row);
			continue;
		}
		if (list->next < list->view.nr)
			list->rows[list->nr_rows++] = row;
		else
			list->uncertain[list->nr_uncertain++] = row;
		follow(list, row);
	}
	arena_release(&scratch);
	return list_is_filtering(list);
}

void list_filter(struct list *list, const struct pattern *filter)
{
	const void *row = list_is_filtering(list) && list->follow ?
				  list->follow :
				  list_row(list);

	list->follow = row;
	list->cursor = 0;
	list->nr_noise = list->nr_rows = list->nr_uncertain = list->next = 0;
	list_filter_step(list, filter);
	list_go(list, list->cursor);
}

void list_make_view(const struct view *source,
		      const struct view_options *choose, struct arena *arena,
		      struct view *view)
{
	if (source->diff)
		view_diff(source->diff, choose, arena, view);
	else
		view_listing(source->listing, choose, arena, view);
}

/*
 * What is known of significance remembers the last row that was asked for, and
 * that is not for two threads: this one has a copy.
 */
static void make_view_apart(const struct diff *diff,
			    const struct view_options *choose,
			    struct arena *arena, struct view *view)
{
	struct significance significance;
	struct diff copy = *diff;

	if (diff->significance) {
		significance = *diff->significance;
		copy.significance = &significance;
	}
	view_diff(&copy, choose, arena, view);
	for (size_t i = 0; i < view->nr; i++)
		if (view->rows[i] == &copy.total)
			view->rows[i] = &diff->total;
	view->total = view->total ? &diff->total : NULL;
	view->diff = diff;
	view->source = diff;
}

void list_sort_view(const struct list *list, struct arena *arena,
		    struct view *view)
{
	const struct view *source = &list->data->views[list->at];

	if (source->diff)
		make_view_apart(source->diff, &list->choose, arena, view);
	else
		view_listing(source->listing, &list->choose, arena, view);
}

void list_sort_take(struct list *list, struct arena *arena,
		    const struct view *view, const struct pattern *filter)
{
	arena_release(&list->arena);
	list->arena = *arena;
	*arena = (struct arena){ 0 };
	list->view = *view;
	list->rows = arena_alloc(&list->arena,
				 (view->nr + 1) * sizeof(*list->rows));
	list->uncertain =
		arena_alloc(&list->arena, (view->nr_uncertain + 1) *
						  sizeof(*list->uncertain));
	list->nr_rows = list->nr_uncertain = list->cursor = list->top = 0;
	list->follow = NULL;
	list_filter(list, filter);
}

void list_sort(struct list *list, const struct pattern *filter)
{
	struct arena arena = { 0 };
	struct view view;

	list_sort_view(list, &arena, &view);
	list_sort_take(list, &arena, &view, filter);
}

/* Numbers are as wide, and the bar as long, whatever part of the rows is seen. */
static void measure_all(struct list *list)
{
	const struct view *view = &list->view;
	const void *first = list_nr_source(view) ? list_source(view, 0) : NULL;
	double most_base = -1, most_test = -1;

	list->widest_delta = list->widest_percent = first;
	list->widest_base = list->widest_test = first;
	for (int m = 0; m < MEASURES; m++)
		list->most[m] = 0;
	for (size_t i = 0; i < list_nr_source(view); i++) {
		const void *row = list_source(view, i);

		for (unsigned m = 0; m < MEASURES; m++) {
			double size = fabs(list_measure(list, row, m));

			if (!(size > list->most[m]))
				continue;
			list->most[m] = size;
			if (m == MEASURE_DELTA)
				list->widest_delta = row;
			else if (m == MEASURE_PERCENT)
				list->widest_percent = row;
		}
		if (!view->diff)
			continue;
		const struct diff_row *pair = row;
		double base = (double)diff_base_mean(view->diff, pair);
		double test = (double)diff_test_mean(view->diff, pair);
		if (base > most_base) {
			most_base = base;
			list->widest_base = row;
		}
		if (test > most_test) {
			most_test = test;
			list->widest_test = row;
		}
	}
	// A row that was hardly there in base would leave no bar to all others.
	if (view->diff && list->most[MEASURE_PERCENT] > 100)
		list->most[MEASURE_PERCENT] = 100;
}

void list_open(struct list *list, const struct browser_data *data, size_t at,
	       bool as_made, const struct pattern *filter)
{
	struct arena nothing = { 0 };

	list->data = data;
	list->at = at;
	list->cursor = list->top = 0;
	list->nr_marked = 0;
	free(list->marked);
	list->marked = mem_zeroed(list_nr_source(&data->views[at]) + 1);
	if (as_made)
		list_sort_take(list, &nothing, &data->views[at], filter);
	else
		list_sort(list, filter);
	measure_all(list);
	list_go(list, 0);
}

void list_release(struct list *list)
{
	arena_release(&list->arena);
	free(list->marked);
	*list = (struct list){ .data = NULL };
}

size_t list_items(const struct list *list)
{
	return list->nr_rows +
	       (list->nr_uncertain ? 1 + list->nr_uncertain : 0);
}

const void *list_item(const struct list *list, size_t item)
{
	if (item < list->nr_rows)
		return list->rows[item];
	if (item == list->nr_rows || item >= list_items(list))
		return NULL;
	return list->uncertain[item - list->nr_rows - 1];
}

const void *list_row(const struct list *list)
{
	return list_item(list, list->cursor);
}

void list_go(struct list *list, size_t item)
{
	size_t items = list_items(list);

	if (item >= items)
		item = items ? items - 1 : 0;
	// The line between is no place to stay at.
	if (items && item == list->nr_rows)
		item = item > list->cursor || !item ? item + 1 : item - 1;
	list->cursor = item;
}

void list_move(struct list *list, long items)
{
	size_t by = items < 0 ? (size_t)-items : (size_t)items;

	if (items < 0)
		list_go(list, list->cursor > by ? list->cursor - by : 0);
	else
		list_go(list, by < SIZE_MAX - list->cursor ? list->cursor + by :
							     SIZE_MAX);
}

void list_turn(struct list *list, long items)
{
	size_t by = items < 0 ? (size_t)-items : (size_t)items;

	if (items < 0)
		list->top = list->top > by ? list->top - by : 0;
	else
		list->top += by;
	list_move(list, items);
}

void list_keep_in_sight(struct list *list, size_t height)
{
	size_t items = list_items(list);

	if (list->cursor < list->top)
		list->top = list->cursor;
	if (height && list->cursor >= list->top + height)
		list->top = list->cursor - height + 1;
	if (list->top + height > items)
		list->top = items > height ? items - height : 0;
}

void list_mark(struct list *list)
{
	const void *row = list_row(list);

	if (!row)
		return;
	bool *mark = &list->marked[list_index(list, row)];
	*mark = !*mark;
	list->nr_marked += *mark ? 1 : SIZE_MAX;
}

void list_unmark(struct list *list)
{
	memset(list->marked, 0, list_nr_source(&list->view));
	list->nr_marked = 0;
}

void list_seek(const struct list *list, struct seek *seek, int step, bool here)
{
	size_t items = list_items(list);

	*seek = (struct seek){ list->cursor, items, step };
	if (!here && items)
		seek->at = (seek->at + items + (size_t)(ptrdiff_t)step) % items;
}

enum seeking list_seek_step(struct list *list, struct seek *seek,
			    const struct pattern *pattern)
{
	struct arena scratch = { 0 };
	size_t items = list_items(list), looked = 0;
	bool found = false;

	if (seek->left > items)
		seek->left = items;
	while (seek->left && looked++ < list_at_once && !found) {
		const void *row = list_item(list, seek->at % items);

		found = row && pattern_find(pattern,
					    list_key(list, row, &scratch),
					    NULL);
		if (found)
			list_go(list, seek->at % items);
		seek->at = (seek->at + items + (size_t)(ptrdiff_t)seek->step) %
			   items;
		seek->left--;
	}
	arena_release(&scratch);
	if (found)
		seek->left = 0;
	return found ? SEEK_FOUND : seek->left ? SEEK_GOES_ON : SEEK_NOTHING;
}

void list_go_to(struct list *list, const void *row)
{
	for (size_t i = 0; i < list_items(list); i++)
		if (list_item(list, i) == row) {
			list_go(list, i);
			return;
		}
	if (list_is_filtering(list))
		list->follow = row;
}
