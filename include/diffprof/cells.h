/*
 * cells.h - the text of a cell, as people read it
 *
 * What tables, pages and the browser share: a row's value in a column looks the
 * same in all of them.
 */
#ifndef DIFFPROF_CELLS_H
#define DIFFPROF_CELLS_H

#include "diffprof/outbuf.h"
#include "diffprof/view.h"

/*
 * Append the text of a cell, escaped: "-" for no value, and bounds (0..56,
 * 0..?) for the side of an uncertain row that a cut listing does not show.
 * SCRATCH is for the while.
 */
void cells_text(struct outbuf *out, const struct view *view,
		const struct column *column, const void *row,
		struct arena *scratch);

/* -1, 0 or 1: the sign of a change as it is shown; 0 of all else. */
int cells_sign(const struct view *view, const struct column *column,
	       const void *row, struct arena *scratch);

/* Give back what SCRATCH holds, now and then: when ROW rows have been printed. */
static inline void cells_recycle(struct arena *scratch, size_t row)
{
	if (row % 4096 == 4095)
		arena_release(scratch);
}

#endif
