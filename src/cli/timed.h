/*
 * timed.h - the times of the runs: those that the user names, or a recording has
 */
#ifndef CLI_TIMED_H
#define CLI_TIMED_H

#include "options.h"

/*
 * Read what --times, --base-times and --test-times name, or else take what the
 * profiles have themselves, and compare the times of base, SIDES[0], with those
 * of each test into its DIFFS.  One --test-times each, in the order of the tests,
 * or one --times for all.  Fails with the reader's error, or ERR_USAGE.
 */
int compare_times(const struct options *opts, const struct side *sides,
		  struct diff *diffs, struct arena *arena, struct error *err);

#endif
