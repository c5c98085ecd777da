/*
 * pair.h - which row of base is which of test
 *
 * By name and image; then, for rows that only one side has, by another name of
 * the same address, and by name alone where a function moved between a module
 * and the core kernel.
 */
#ifndef DIFF_PAIR_H
#define DIFF_PAIR_H

#include "diffprof/diff.h"
#include "join.h"

/*
 * Fill in DIFF's rows and counts from its sides' runs, how many are uncertain,
 * and the sides' idle ticks and symbols.
 */
int pair_rows(struct diff *diff, const struct compare_options *opts,
	      struct arena *arena, struct error *err);

/* The ticks of idle rows, by run, in ARENA. */
uint64_t *idle_by_run(const struct diff *diff, struct arena *arena);

/* The busy ticks of RUN, once diff->idle is known; NAN of a cut run. */
double busy_of_run(const struct diff *diff, size_t run);

/* Kernels from 6.11 on do not count ticks outside their text. */
bool kernel_drops_outside(const char *release);

#endif
