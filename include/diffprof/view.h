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
	SORT_SIGNIFICANCE,	/* by |z|; these need significance_find() */
	SORT_SURE,	/* the least that delta can be, either way */
	SORT_NAME,
	SORT_COUNT,	/* of a listing */
	SORT_LOAD,	/* of a listing */
	SORT_ADDRESS,	/* of a listing */
};

/*
 * A row is shown when it passes all of these.  The total is always shown and
 * never counted.  A listing knows no deltas: min_delta and min_percent do not
 * apply to it.
 */
struct view_options {
	double min_delta;	/* -t; rounded deltas are compared */
	double min_percent;	/* -p; rows without a percentage pass */
	bool significant;	/* -S: those that are more or less */
	bool zeros;		/* also rows that have no ticks on either side */
	/*
	 * -n; SIZE_MAX: all.  By delta: so many gains and so many losses, and
	 * no row that did not change; else: so many rows.
	 */
	size_t top;
	const regex_t *only, *except;	/* of the key */
	enum sort_key sort;
	bool perl58_ties;
};

struct view {
	const struct diff *diff;	/* one of the two is NULL */
	const struct listing *listing;
	const void *source;		/* that one, for column.get */
	const struct column *set;	/* diff_columns or listing_columns */

	/*
	 * The rows in order, the total among them.  By delta these are gains,
	 * rows that did not change, losses; a total without a change ranks with
	 * the second.
	 */
	const void **rows;
	size_t nr;
	size_t nr_gains;	/* of these, before the gap; all if not by delta */
	const void *total;	/* the one that is the total; NULL if unknown */
	bool left_out;		/* a row with a change is not shown */
	/*
	 * Uncertain rows, never in rows.  They obey only and except alone, and
	 * stand in the order of the ticks that are known of them, most first.
	 */
	const void **uncertain;
	size_t nr_uncertain;
};

/* Rows live in ARENA.  The diff or listing must outlive the view. */
void view_diff(const struct diff *diff, const struct view_options *opts,
	       struct arena *arena, struct view *view);
void view_listing(const struct listing *listing,
		  const struct view_options *opts, struct arena *arena,
		  struct view *view);

/* Does the name of ROW pass only and except? */
bool view_passes_names(const struct view *view, const struct view_options *opts,
		       const void *row, struct arena *scratch);

/*
 * "symbol" or "symbol [module]", in ARENA if it has to be put together.  USER:
 * the image is a program, and named only where the symbol alone says nothing.
 */
struct span view_key(const struct names *names, name_id symbol, name_id image,
		     bool user, struct arena *arena);

#endif
