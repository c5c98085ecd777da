/*
 * timed.h - the times of the runs that the user names
 */
#ifndef CLI_TIMED_H
#define CLI_TIMED_H

#include "options.h"

/*
 * Read what --times, --base-times and --test-times name, and compare the times
 * of base, SIDES[0], with those of each test into its DIFFS.  One --test-times
 * each, in the order of the tests, or one --times for all.  Fails with the
 * reader's error, or ERR_USAGE.
 */
int compare_times(const struct options *opts, const struct side *sides,
		  struct diff *diffs, struct arena *arena, struct error *err);

#endif
