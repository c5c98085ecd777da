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

#endif
