/*
 * lineup.h - the rows of several comparisons with one base, side by side
 */
#ifndef LINEUP_H
#define LINEUP_H

#include "diffprof/view.h"

struct lineup {
	/*
	 * Row i of view v is rows[i * nr_views + v], or NULL when that
	 * comparison has no such row.  The totals are not among them.
	 */
	const void **rows;
	size_t nr_views;
	size_t nr;		/* rows that some view shows */
	size_t nr_uncertain;	/* and behind these, that are uncertain at best */
	size_t gap;		/* "..." stands before this row; SIZE_MAX: nowhere */
	const void **totals;	/* by view; NULL when no view has one */
};

/*
 * The union of the rows of the views: those of the first in its order, then
 * what the others add.  A row that some view shows has its values of all.
 * Everything lives in ARENA.
 */
void lineup_views(const struct view *views, size_t nr_views,
		  struct arena *arena, struct lineup *lineup);

#endif
