/*
 * cells.h - what the outputs for people share: the text of a cell
 */
#ifndef CELLS_H
#define CELLS_H

#include "diffprof/output.h"

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

/* How much of the columns of a comparison there is room for. */
enum narrow {
	NARROW_NOT,
	NARROW_MARKED,		/* of what was found out, only the marks */
	NARROW_PLAIN,		/* not even these, nor how far runs lie apart */
};

/*
 * The columns of --columns, or those that a table of such views has without;
 * means per run where the counts of the two sides cannot be compared as they
 * are.  Ended by NULL, in ARENA.
 */
int cells_choose(const struct view *views, size_t nr,
		 const struct output_options *opts, enum narrow narrow,
		 struct arena *arena, const struct column ***columns,
		 struct error *err);

/* What stands over the column: a mean of one run is no mean. */
const char *cells_heading(const struct view *views, size_t nr,
			  const struct column *column);

/* Give back what SCRATCH holds, now and then: when ROW rows have been printed. */
static inline void cells_recycle(struct arena *scratch, size_t row)
{
	if (row % 4096 == 4095)
		arena_release(scratch);
}

#endif
