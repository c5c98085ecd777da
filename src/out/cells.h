/*
 * cells.h - what the outputs for people share: the columns of a table
 */
#ifndef CELLS_H
#define CELLS_H

#include "diffprof/cells.h"
#include "diffprof/output.h"

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

#endif
