/*
 * samples.h - what must hold of the samples of any reader
 */
#ifndef FUZZ_SAMPLES_H
#define FUZZ_SAMPLES_H

#include "fuzz.h"

#include "diffprof/reader.h"
#include "diffprof/samples.h"

static inline void fuzz_check_frames(const struct profile *prof)
{
	const struct samples *s = prof->samples;

	for (size_t i = 0; i < s->nr_frames; i++) {
		const struct frame *f = &s->frames[i];

		FUZZ_REQUIRE("an object or a name",
			     f->object == OBJECT_NONE ?
				     f->symbol != NAME_NONE :
				     f->object < s->nr_objects);
		FUZZ_REQUIRE("names", f->symbol < prof->names.nr &&
					      f->image < prof->names.nr);
	}
	for (size_t i = 1; i < s->nr_nodes; i++)
		FUZZ_REQUIRE("a parent before its children",
			     s->nodes[i].parent < i &&
				     s->nodes[i].frame < s->nr_frames);
}

/* The sum of all samples is what the events say; returns it over all events. */
static inline uint64_t fuzz_check_samples(const struct profile *prof)
{
	const struct samples *s = prof->samples;
	uint64_t all = 0;

	fuzz_check_frames(prof);
	for (size_t e = 0; e < prof->nr_events; e++) {
		uint64_t sum = 0;

		for (size_t i = 0; i < s->nr_samples; i++) {
			const struct sample *sample = &s->samples[i];

			FUZZ_REQUIRE(
				"a node",
				sample->key.node != NODE_ROOT &&
					(s->keep_chains ?
						 sample->key.node <
							 s->nr_nodes :
						 samples_leaf(s,
							      sample->key
								      .node) <
							 s->nr_frames));
			FUZZ_REQUIRE("an event",
				     sample->key.event < prof->nr_events);
			if (sample->key.event != e)
				continue;
			FUZZ_REQUIRE("a count", sample->count <= COUNT_MAX);
			sum += sample->count;
			FUZZ_REQUIRE("a sum", sum <= COUNT_MAX);
		}
		FUZZ_REQUIRE("listed", sum == prof->events[e].listed);
		FUZZ_REQUIRE("total", !prof->events[e].has_total ||
					      sum <= prof->events[e].total);
		all += sum;
	}
	return all;
}

/* Read DATA; true, and the sum of all, if that went well. */
static inline bool fuzz_samples_of(const struct reader *reader,
				   const uint8_t *data, size_t size,
				   const struct read_options *opts,
				   uint64_t *sum)
{
	struct profile prof;
	struct input in;
	struct error err = { 0 };

	input_from_memory(&in, "fuzz", (const char *)data, size);
	reader->sniff(&in);
	if (reader->holds_both)
		reader->holds_both(&in);
	profile_init(&prof, in.path, reader->name);
	bool read = reader->read(&in, opts, &prof, &err) == 0;
	if (read)
		*sum = fuzz_check_samples(&prof);
	else
		fuzz_check_error(&err);
	profile_release(&prof);
	input_close(&in);
	return read;
}

static inline bool fuzz_samples(const struct reader *reader,
				const uint8_t *data, size_t size, bool chains,
				uint64_t *sum)
{
	const struct read_options opts = { .chains = chains };

	return fuzz_samples_of(reader, data, size, &opts, sum);
}

#endif
