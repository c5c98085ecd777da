/*
 * perf_sample.h - the fields of a sample, whatever its event says it has
 */
#ifndef PERF_SAMPLE_H
#define PERF_SAMPLE_H

#include "perf_event.h"
#include "perf_records.h"

/* One counter that READ gives. */
struct perf_value {
	uint64_t value, id;
};

struct perf_sample {
	uint64_t ip, time, period;
	uint32_t pid, tid;
	int32_t cpu; /* -1 if it is not recorded */
	bool has_time, has_period;
	/* READ: values, and ids if id_at is not 0. */
	const char *values;
	uint64_t nr_values;
	uint8_t stride, id_at; /* bytes to the next value, to the value's id */
	uint64_t enabled, running; /* 0 if they are not recorded */
	const char *chain; /* unswapped addresses, the leaf first */
	uint64_t nr_chain;
};

/*
 * Take RECORD, a sample of EVENT, apart; nothing is copied.  False if it is too
 * short for what it should have.
 */
bool perf_sample_parse(const struct perf_event *event,
		       const struct perf_record *record, bool swap,
		       struct perf_sample *sample);

/* Value I of those that READ gives; the id is 0 where there is none. */
struct perf_value perf_sample_value(const struct perf_sample *sample,
				    uint64_t i, bool swap);

#endif
