/*
 * spread.h - how far runs lie apart of which only sums are left: see merged.h
 */
#ifndef DIFF_SPREAD_H
#define DIFF_SPREAD_H

#include "diffprof/diff.h"
#include "diffprof/stats.h"

/*
 * Find the squares of the totals by run, and of what is busy of them; all else
 * of DIFF, its idle ticks too, is there.
 */
void spread_of_totals(struct diff *diff, struct arena *arena);

/*
 * The mean and the spread of all runs of a side, from the NR columns FIRST and on
 * of COUNTS and SQUARES (NAN: not known) over their exposures.
 */
struct measured spread_measure(const struct diff *diff, const double *counts,
				const double *squares, size_t first,
				size_t nr);

#endif
