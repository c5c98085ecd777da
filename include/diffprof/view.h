/*
 * view.h - rows: which, and in which order
 *
 * A view of a comparison or of a listing, ready to be printed: nothing is
 * chosen, ordered or rounded differently by any output.
 */
#ifndef DIFFPROF_VIEW_H
#define DIFFPROF_VIEW_H

#include <regex.h>
#include <stdbool.h>

#include "diffprof/column.h"
#include "diffprof/diff.h"
#include "diffprof/listing.h"

enum sort_key {
	SORT_DELTA,	/* falling: gains, then losses */
	SORT_MAGNITUDE,
	SORT_PERCENT,
	SORT_BASE,
	SORT_TEST,
	SORT_SHARE,	/* change of the share of all ticks */
	SORT_NAME,
	SORT_COUNT,	/* of a listing */
	SORT_LOAD,	/* of a listing */
	SORT_ADDRESS,	/* of a listing */
};

struct view_options {
	double min_delta;	/* -t; rounded deltas are compared */
	double min_percent;	/* -p */
	size_t top;		/* -n; SIZE_MAX: all */
	const regex_t *only, *except;
	enum sort_key sort;
	bool perl58_ties;
};

struct view {
	const struct diff *diff;	/* one of the two is NULL */
	const struct listing *listing;
	const void *source;		/* that one, for column.get */
	const struct column *set;	/* diff_columns or listing_columns */

	const void **rows;		/* the rows in order, the total among them */
	size_t nr;
	size_t nr_gains;	/* of these, before the gap; all if not by delta */
	const void *total;	/* the one that is the total; NULL if unknown */
	bool left_out;		/* a row with a change is not shown */
	const void **uncertain;	/* in order of their bounds; never in rows */
	size_t nr_uncertain;
};

/* Rows live in ARENA.  The diff or listing must outlive the view. */
void view_diff(const struct diff *diff, const struct view_options *opts,
	       struct arena *arena, struct view *view);
void view_listing(const struct listing *listing,
		  const struct view_options *opts, struct arena *arena,
		  struct view *view);

/* "symbol" or "symbol [module]", in ARENA if it has to be put together. */
struct span view_key(const struct names *names, name_id symbol, name_id image,
		     struct arena *arena);

#endif
