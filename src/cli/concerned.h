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

#endif
