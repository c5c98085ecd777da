/*
 * merged.h - what a profile knows that is the sum of many runs
 *
 * Of each row, besides the sum of its counts, the sum of their squares, so that
 * the spread of the runs is known: what repeats tell of noise, without keeping
 * them.  A sum of counts over several rows has no such sum of squares, but where
 * it was kept as well: of functions that are several symbols, of images, and of
 * the total.
 */
#ifndef DIFFPROF_MERGED_H
#define DIFFPROF_MERGED_H

#include "diffprof/profile.h"
#include "diffprof/wide.h"

/* Rows of one event and mode taken together. */
struct merged_group {
	name_id function; /* as fold() has it; NAME_NONE: all of the image */
	name_id image;
	uint16_t event;
	uint8_t mode; /* enum sample_mode */
	wide squares;
};

/* Of an event, all samples; and those that are not idle by idle_is(). */
struct merged_event {
	uint64_t runs;
	wide squares;
	uint64_t busy;
	wide busy_squares;
};

/*
 * A fact that is not the same of all runs: so many have this value, or some that
 * were not kept (value.ptr is NULL).
 */
struct mixed_fact {
	struct span key, value;
	uint64_t runs;
};

struct merged {
	uint64_t runs; /* files, of whatever events */
	wide *squares; /* by row of the profile */
	size_t cap_squares;
	struct merged_event *events; /* by event of the profile */
	size_t nr_events, cap_events;
	struct merged_group *groups; /* functions of several symbols, images */
	size_t nr_groups, cap_groups;
	struct mixed_fact *mixed;
	size_t nr_mixed, cap_mixed;

	/* Once profile_select() has been there: */
	const struct merged_event *event; /* that was selected */
	bool all; /* and of it, all samples */
	bool by_row; /* squares of rows are known */
};

#endif
