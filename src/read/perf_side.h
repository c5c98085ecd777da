/*
 * perf_side.h - records other than samples: who ran, and what was mapped
 *
 * Records of several processors are in order of time only within each, so those
 * that tell of threads and maps are collected first, put in order, and then
 * applied; samples are looked up at their own time afterwards.  Where records
 * have no time, their number in the file is taken for it.
 */
#ifndef PERF_SIDE_H
#define PERF_SIDE_H

#include "perf_file.h"
#include "perf_objects.h"
#include "perf_tasks.h"

struct perf_side_record {
	uint64_t time, place;
	uint32_t number; /* in the order of the file */
};

struct perf_side {
	struct perf_file *file;
	struct arena *arena; /* of what is not needed after reading */
	struct perf_side_record *record;
	size_t nr, cap;
	struct perf_tasks tasks;
	struct perf_objects objects;
};

void perf_side_init(struct perf_side *side, struct perf_file *file,
		    struct samples *samples, struct arena *arena);

/* Keep RECORD, the NUMBERth, for later if it is of that kind. */
bool perf_side_collect(struct perf_side *side, const struct perf_record *record,
		       uint64_t number);
/* All have been collected. */
void perf_side_apply(struct perf_side *side);

#endif
