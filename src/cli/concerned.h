/*
 * concerned.h - whom the rows that are shown concern
 */
#ifndef CLI_CONCERNED_H
#define CLI_CONCERNED_H

#include "comparison.h"

/* Do the options ask for it, or is it of use to the output? */
bool concerned_wanted(const struct options *opts);

/*
 * Find the source files of the rows of all views, and in MAINTAINERS of test's
 * source tree, else base's, who is named for them.  Rows without a file concern
 * nobody; a note says how many.  Fails when there is no such tree.
 */
int concerned_find(struct comparison *c, struct error *err);

/*
 * The same of one row of C's view AT, as a sentence in ARENA; NULL if nothing is
 * known, or there is no such tree.  C is not changed: it may be in use elsewhere.
 */
const char *concerned_tell(const struct comparison *c, size_t at,
			   const void *row, struct arena *arena);

#endif
