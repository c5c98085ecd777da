/*
 * list.h - the rows that are walked about in
 *
 * Rows are made by the view that all outputs share, so they are chosen and
 * ordered as a table would have them; the total is pinned above, and uncertain
 * rows stand apart behind a line that says so.  Items are what stands in lines:
 * rows, that line, uncertain rows.
 */
#ifndef LIST_H
#define LIST_H

#include "diffprof/browser.h"

#include "pattern.h"

/* What the first column and the bar show. */
enum measure {
	MEASURE_DELTA,
	MEASURE_PERCENT,
	MEASURE_SHARE,
	MEASURES,
};

struct list {
	const struct browser_data *data;
	size_t at;	/* which of its views */
	struct view_options choose;
	bool reversed, hide_noise;
	enum measure measure;

	struct arena arena;	/* of what follows */
	struct view view;	/* in this order, all */
	const void **rows, **uncertain;	/* of it, those shown */
	size_t nr_rows, nr_uncertain;
	size_t nr_noise;	/* that are hidden */
	size_t next;	/* of the view, what list_filter_step() looks at next */
	const void *follow;	/* what the cursor is to be on, if it is shown */

	size_t cursor, top;	/* items */
	bool *marked;	/* by row of the comparison or listing; malloc'ed */
	size_t nr_marked;

	/* How wide numbers are, and what the bar is a part of: of all rows. */
	const void *widest_delta, *widest_percent, *widest_base, *widest_test;
	double most[MEASURES];
};

/*
 * Show view AT of DATA from the top, in the order of choose; AS_MADE: the view
 * has that already.
 */
void list_open(struct list *list, const struct browser_data *data, size_t at,
	       bool as_made, const struct pattern *filter);

/*
 * The same view in another order: made by the first, which may be called in
 * another thread while LIST is looked at, into ARENA; taken by the second.
 */
void list_sort_view(const struct list *list, struct arena *arena,
		    struct view *view);
void list_sort_take(struct list *list, struct arena *arena,
		    const struct view *view, const struct pattern *filter);
void list_sort(struct list *list, const struct pattern *filter);

/*
 * With another filter, or the other way round.  Of very many rows only the first
 * are there at once; list_filter_step() looks at some more, true while there are.
 */
void list_filter(struct list *list, const struct pattern *filter);
bool list_filter_step(struct list *list, const struct pattern *filter);
bool list_is_filtering(const struct list *list);
/* How many rows are looked at in one go; tests make it smaller. */
extern size_t list_at_once;
void list_release(struct list *list);

/* The marks and the cursor of FROM, whose rows have these names, go to LIST. */
void list_follow(struct list *list, const struct list *from);

size_t list_items(const struct list *list);
/* The row of an item; NULL of the line between. */
const void *list_item(const struct list *list, size_t item);
const void *list_row(const struct list *list);	/* under the cursor, or NULL */
void list_go(struct list *list, size_t item);
/* Up or down so many. */
void list_move(struct list *list, long items);

/* The same, and what is seen goes along. */
void list_turn(struct list *list, long items);

/* Scroll as little as it takes to see the cursor in HEIGHT lines. */
void list_keep_in_sight(struct list *list, size_t height);

/* The name of a row, as long as SCRATCH. */
struct span list_key(const struct list *list, const void *row,
		     struct arena *scratch);
size_t list_index(const struct list *list, const void *row);
void list_mark(struct list *list);
void list_unmark(struct list *list);

/* A search that goes on: from item AT, with LEFT items to look at. */
struct seek {
	size_t at, left;
	int step;
};

enum seeking { SEEK_FOUND, SEEK_NOTHING, SEEK_GOES_ON };

/*
 * From the cursor on to the next (STEP 1) or last (-1) match, HERE: or to that
 * under it.  Of very many rows only some are looked at in one go.
 */
void list_seek(const struct list *list, struct seek *seek, int step, bool here);
enum seeking list_seek_step(struct list *list, struct seek *seek,
			    const struct pattern *pattern);

/* What the bar shows of ROW: the measure, NAN if it has none. */
double list_measure(const struct list *list, const void *row,
		    enum measure measure);

/*
 * What is shown, or what of it is marked, as an output takes it, in ARENA: of
 * view AT of the data, the others in the order and choice of the one here.
 * CHOOSE is that of the list, or what leaves out more.
 */
void list_view(const struct list *list, const struct pattern *filter, size_t at,
	       const struct view_options *choose, struct arena *arena,
	       struct view *view);

#endif
