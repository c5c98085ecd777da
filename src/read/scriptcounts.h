/*
 * scriptcounts.h - samples of perf script are counted
 *
 * Most samples are like the last of their chain, so what that was is looked at
 * before anything is looked up.
 */
#ifndef READ_SCRIPTCOUNTS_H
#define READ_SCRIPTCOUNTS_H

#include "scriptchains.h"

/* What is known of an event of the text. */
struct script_event {
	uint64_t nr; /* samples */
	uint64_t period; /* of the first */
	bool varies; /* others have another, or none */
};

struct script_counts {
	struct samples *samples;
	struct arena *scratch; /* of what is needed while reading */
	struct span comm, event; /* of the last sample, and their ids */
	name_id comm_id;
	unsigned event_id;
	uint32_t *event_of; /* by name: index + 1 */
	size_t cap_event_of;
	struct script_event *events; /* as in the profile */
	size_t nr_events, cap_events;
	size_t nowhere; /* samples without a frame */
};

/*
 * One more sample, of HEAD and CHAIN, at line LINENO.  Fails with ERR_LIMIT when
 * there are too many events or a sum passes COUNT_MAX.
 */
int script_count(struct script_counts *counts, const struct script_head *head,
		 struct script_chain *chain, size_t lineno, struct error *err);

/* Totals; and rates of events that have none and always the same period. */
void script_counts_settle(const struct script_counts *counts);

#endif
