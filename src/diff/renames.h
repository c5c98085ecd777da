/*
 * renames.h - the functions of one kernel that another has by another name
 *
 * A function is gone when the other kernel has none of its names, and new
 * likewise.  Of a gone one and a new one that look like each other more than
 * like any third, and enough, one is taken to be the other.  All functions of
 * the kernels are looked at, with ticks or without: a likely partner may be a
 * wrong one because the right one has no ticks.
 */
#ifndef DIFF_RENAMES_H
#define DIFF_RENAMES_H

#include "diffprof/names.h"
#include "diffprof/roster.h"

struct found_rename {
	uint32_t from, to; /* indexes into the rosters of base and test */
	uint8_t score; /* in percent */
};

struct renames {
	struct found_rename *found; /* in the order of base's addresses */
	size_t nr;
	size_t gone, new; /* functions there were to choose from */
};

/* Those whose score is PERCENT or more, in ARENA. */
void renames_find(const struct roster *base, const struct roster *test,
		  double percent, struct arena *arena, struct renames *renames);

#endif
