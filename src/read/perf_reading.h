/*
 * perf_reading.h - a perf.data file while it is read: what perf.c,
 * perf_walk.c and perf_notes.c share
 */
#ifndef PERF_READING_H
#define PERF_READING_H

#include "diffprof/samples.h"
#include "perf_side.h"

/* What is told of, besides the samples. */
struct perf_counts {
	uint64_t samples; /* taken, once each */
	uint64_t lost, lost_samples; /* by the kernel */
	uint64_t throttled;
	uint64_t damaged; /* samples too short for their layout */
	uint64_t strangers; /* samples of no event there is */
	uint64_t unknown; /* records of types nobody knows */
	uint64_t guest;
	uint64_t deferred; /* user chains that come in records of their own */
	uint64_t unwound; /* samples with a stack to unwind, or branches */
	uint64_t stats; /* records of perf stat */
	uint64_t enabled, running; /* of the counter that was off longest */
	uint16_t unknown_type; /* the first of them */
};

struct perf_reading {
	struct profile *prof;
	struct samples *s;
	struct perf_file file;
	struct perf_side side;
	struct perf_counts count;
	struct arena scratch;
};

/* Count the samples, once threads and maps are known and events made. */
int perf_walk(struct perf_reading *reading, const struct read_options *opts,
	      struct error *err);

/* Say what the samples cannot. */
void perf_notes(const struct perf_reading *reading);

#endif
