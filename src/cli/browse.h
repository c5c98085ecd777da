/*
 * browse.h - the browser on a terminal
 */
#ifndef CLI_BROWSE_H
#define CLI_BROWSE_H

#include "comparison.h"

/* What options of the browser have for an output: rows are chosen as for it. */
extern const struct output output_browser;

/*
 * Load as OPTS say and walk about in it until the user has seen enough;
 * *EXCEEDED: a --fail bound was.  Fails, before anything is on the screen, if
 * there is no terminal or what is to be loaded does not load.
 */
int browse(const struct options *opts, bool *exceeded, struct error *err);

#endif
