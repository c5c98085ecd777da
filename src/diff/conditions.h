/*
 * conditions.h - what else differs between two machines or kernels
 */
#ifndef DIFF_CONDITIONS_H
#define DIFF_CONDITIONS_H

#include "diffprof/diff.h"

/*
 * Add a note to DIFF for each fact (fact.h) that some run has otherwise than
 * base's first one: a reason why the comparison may not be one.
 */
void conditions_note(struct diff *diff);

#endif
