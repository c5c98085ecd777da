/*
 * sampling.h - samples of the whole system, by perf_event_open(2)
 *
 * What the samplers give is added up while it comes: memory grows with distinct
 * places, not with time.
 */
#ifndef RECORD_SAMPLING_H
#define RECORD_SAMPLING_H

#include "ring.h"
#include "tally.h"

struct sampling_options {
	const char *event; /* NULL: cycles, or else cpu-clock */
	unsigned frequency; /* samples a second and CPU; 0: the usual */
	bool chains, user;
};

struct sampling {
	struct sampling_options opts;
	const char *event; /* that is sampled */
	struct perf_event_attr attr;
	struct rings rings;
	struct tally tally; /* of the run */
	struct outbuf taken; /* off the rings, not looked at yet */
	struct outbuf side, samples; /* records since the last were added up */
	uint64_t lost, throttled; /* in the run */
};

/* Fails with a sentence that says what has to be done about it. */
int sampling_open(struct sampling *s, const struct sampling_options *opts,
		  struct error *err);
/* A run: begin, take now and then, end; the tally is there until the next. */
void sampling_begin(struct sampling *s);
int sampling_take(struct sampling *s, struct error *err);
int sampling_end(struct sampling *s, struct error *err);
void sampling_close(struct sampling *s);

#endif
