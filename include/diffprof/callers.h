/*
 * callers.h - who called a function, and what it called
 *
 * Of all samples that have the function in their chain, by what stands before
 * it and by what stands behind it.  Where it called itself, directly or through
 * others, a sample is of the caller of the first call and of the callee of the
 * last one, so nothing counts twice:
 *
 *	sum of the callers		= total
 *	sum of the callees, and self	= total
 *	sum of what callers have of self	= self, which is the function's row
 */
#ifndef DIFFPROF_CALLERS_H
#define DIFFPROF_CALLERS_H

#include "diffprof/flame.h"

/* Sums over the runs of each side: see flame_base() and flame_delta(). */
struct call_counts {
	uint64_t base, test;
};

struct call {
	uint32_t function; /* index into those of the tree; 0: nobody's */
	struct call_counts through; /* samples whose chain has the call */
	struct call_counts self; /* of these, in the function itself */
};

struct callers {
	struct call_counts total, self;
	/*
	 * What changed most first (with one profile: what has most), then by
	 * name.  A chain that begins with the function has the caller 0.  Of
	 * callees, `self` is not known and 0.
	 */
	struct call *callers, *callees;
	size_t nr_callers, nr_callees;
};

/* Of FUNCTION, an index into FLAME's; the lists live in ARENA. */
void callers_find(const struct flame *flame, uint32_t function,
		  struct arena *arena, struct callers *callers);

#endif
