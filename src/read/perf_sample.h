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
static inline bool perf_sample_parse(const struct perf_event *event,
				     const struct perf_record *record,
				     bool swap, struct perf_sample *sample);

/* Value I of those that READ gives; the id is 0 where there is none. */
struct perf_value perf_sample_value(const struct perf_sample *sample,
				    uint64_t i, bool swap);

/* What is behind the fields that have a place of their own. */
bool perf_sample_parse_rest(const struct perf_event *event,
			    const struct perf_record *record, bool swap,
			    struct perf_sample *sample);

static inline bool perf_sample_parse(const struct perf_event *event,
				     const struct perf_record *record,
				     bool swap, struct perf_sample *sample)
{
	const struct perf_places at = event->at;
	const char *p = record->data;

	if (record->size < at.end)
		return false;
	// Field by field: there is one of these for each of a million records.
	sample->ip = at.ip == PERF_NO_PLACE ? 0 : perf_u64(p + at.ip, swap);
	sample->pid = sample->tid = 0;
	if (at.tid != PERF_NO_PLACE) {
		sample->pid = perf_u32(p + at.tid, swap);
		sample->tid = perf_u32(p + at.tid + 4, swap);
	}
	sample->cpu = at.cpu == PERF_NO_PLACE ?
			      -1 :
			      (int32_t)perf_u32(p + at.cpu, swap);
	sample->has_time = at.time != PERF_NO_PLACE;
	sample->time = sample->has_time ? perf_u64(p + at.time, swap) : 0;
	sample->has_period = at.period != PERF_NO_PLACE;
	sample->period = sample->has_period ? perf_u64(p + at.period, swap) : 0;
	sample->nr_values = sample->nr_chain = 0;
	sample->chain = sample->values = NULL;
	sample->id_at = sample->stride = 0;
	sample->enabled = sample->running = 0;
	return !(event->sample_type &
		 (PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN)) ||
	       perf_sample_parse_rest(event, record, swap, sample);
}

#endif
