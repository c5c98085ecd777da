/*
 * conditions.h - what else differs between two machines or kernels
 */
#ifndef DIFF_CONDITIONS_H
#define DIFF_CONDITIONS_H

#include "diffprof/diff.h"

/*
 * Add a note to DIFF of the facts (fact.h) that some run has otherwise than
 * base's first one: reasons why the comparison may be none.  Those that make
 * counts mean something else are a doubt; the others, which may be what is
 * compared, are a note of their own.
 */
void conditions_note(struct diff *diff);

#endif
