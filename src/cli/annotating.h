/*
 * annotating.h - one function of the comparison, taken apart
 */
#ifndef CLI_ANNOTATING_H
#define CLI_ANNOTATING_H

#include "comparison.h"

/*
 * Append what C's options ask for to OUT, and to C's notes those of it.  Fails as
 * annotate_find() and annotate().
 */
int annotating_print(struct comparison *c, struct outbuf *out,
		     struct error *err);

#endif
