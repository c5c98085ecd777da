/*
 * timing.h - the times of both sides, compared
 */
#ifndef DIFFPROF_TIMING_H
#define DIFFPROF_TIMING_H

#include "diffprof/significance.h"
#include "diffprof/stats.h"
#include "diffprof/times.h"

struct timing {
	enum time_kind kind;
	struct measured base, test;
	struct welch welch;
	double percent;		/* delta of the means, of base's */
	double ranks;		/* p by ranks alone; NAN where there is none */
	enum verdict verdict;	/* p below 0.05; unknown where there is no p */
};

/*
 * One for each quantity that both sides have, in ARENA; CPU is worked out where
 * it was not measured.  Returns how many.
 */
size_t timing_compare(const struct times *base, const struct times *test,
		      struct arena *arena, struct timing **timings);

#endif
