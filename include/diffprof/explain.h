/*
 * explain.h - what became of a function that only one kernel has ticks in
 *
 * The images of both kernels say into which functions each inlined it, and
 * whether it still has code of its own.
 */
#ifndef DIFFPROF_EXPLAIN_H
#define DIFFPROF_EXPLAIN_H

#include "diffprof/diff.h"
#include "diffprof/input.h"

/*
 * Find DIFF's `explained` from the images of both kernels, which stay the
 * caller's.  Only rows of the kernel are asked for.  Fails with ERR_SYMBOLS if
 * an image has no DWARF, with ERR_FORMAT if it is none.
 */
int explain(struct diff *diff, struct input *base, struct input *test,
	    struct arena *arena, struct error *err);

/* What explain() found of ROW, a sentence without its end; NULL: nothing. */
const char *explanation(const struct diff *diff, const struct diff_row *row);

#endif
