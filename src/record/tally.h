/*
 * tally.h - samples added up, as a recording has them
 *
 * What the kernel gives comes in pieces, each of which is read like a perf.data
 * of its own; the tally of all of them is the text of a recording's `counts'.
 */
#ifndef RECORD_TALLY_H
#define RECORD_TALLY_H

#include "diffprof/outbuf.h"
#include "diffprof/samples.h"


struct tally_entry {
	uint64_t count, weight;
};

struct tally {
	struct arena arena;
	struct names keys; /* what must agree: all of a line but the counts */
	struct tally_entry *entry; /* by key */
	size_t nr_entries, cap_entries;
	struct names comms, images; /* numbered by their ids */
	const char **build_id; /* by image; NULL: not known */
	size_t nr_build_ids, cap_build_ids;
	uint64_t samples;
};

void tally_init(struct tally *tally);
/* Add all samples of PROF, whose addresses are not resolved. */
void tally_add(struct tally *tally, const struct profile *prof);
/* Append the text of `counts', in order of what must agree. */
void tally_print(const struct tally *tally, struct outbuf *out);
void tally_release(struct tally *tally);

#endif
