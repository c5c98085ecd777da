/*
 * caution.h - what to know before the verdicts are believed, as notes
 *
 * Unchanged rows that moved as a whole, a run unlike its siblings, and how small
 * a change these numbers could show at all.
 */
#ifndef DIFFPROF_CAUTION_H
#define DIFFPROF_CAUTION_H

#include "diffprof/significance.h"

/*
 * Add to the notes of DIFF, of which significance_find() is done.  The first
 * note is the one that casts doubt on all rows.
 */
void caution_add(struct diff *diff);

/*
 * Of all that, only the first note, for outputs that show no verdicts: nothing
 * is tested, and of very many rows only as many looked at as it takes to rule it
 * out.  In ARENA is what significance_find() would use as well.
 */
void caution_moved(struct diff *diff, struct arena *arena);

#endif
