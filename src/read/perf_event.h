/*
 * perf_event.h - the events of a perf.data file, and where their records have what
 *
 * An attribute says what was counted and which fields a sample has, in an order
 * that the kernel never changes.  All fields up to the counter values (READ)
 * have a fixed place, which is worked out once an event; call chains follow
 * those values, and nothing behind the chain is wanted.
 */
#ifndef PERF_EVENT_H
#define PERF_EVENT_H

#include <linux/perf_event.h>

#include "diffprof/arena.h"
#include "diffprof/span.h"

/* No such field. */
#define PERF_NO_PLACE UINT8_MAX

/* Where fields of a sample are, in bytes from the start of the record. */
struct perf_places {
	uint8_t ip, tid, time, id, cpu, period;
	uint8_t end; /* of these, where READ or CALLCHAIN begins */
	/* In the trailer of other records, from their end. */
	uint8_t tail_tid, tail_time, tail_id, tail_cpu;
};

/* Bits of attr.flags, as little-endian machines have them. */
enum {
	PERF_ATTR_INHERIT = 1u << 1,
	PERF_ATTR_EXCLUDE_USER = 1u << 4,
	PERF_ATTR_EXCLUDE_KERNEL = 1u << 5,
	PERF_ATTR_FREQ = 1u << 10,
	PERF_ATTR_SAMPLE_ID_ALL = 1u << 18,
};

#define PERF_EVENT_NONE UINT32_MAX

struct perf_event {
	uint32_t type, size; /* of the attribute, in bytes */
	uint64_t config, period, sample_type, read_format, flags;
	uint64_t branch_type;
	struct span name; /* as perf writes it; empty if it does not */
	struct perf_places at;
	uint32_t index; /* in profile.events; PERF_EVENT_NONE */
};

/* Which event has this id, and what its counter said last. */
struct perf_id {
	uint64_t id; /* 0: free */
	uint32_t event;
	uint64_t value;
};

#define PERF_IDS_RECENT 64

struct perf_events {
	struct arena *arena;
	struct perf_event *event;
	size_t nr, cap;
	struct perf_id *ids; /* hash table, at most half full */
	size_t nr_ids, mask;
	/* Those asked for last.  The kernel counts ids up, one for each CPU. */
	struct perf_id *recent[PERF_IDS_RECENT];
	bool timed; /* every record has its time */
};

/* The least that an attribute can be, in bytes: up to config1. */
#define PERF_ATTR_SIZE_MIN PERF_ATTR_SIZE_VER0

/*
 * Add the event that ATTR describes; false if it is too short or too long for
 * what it says of itself.
 */
bool perf_events_add(struct perf_events *events, struct span attr, bool swap,
		     bool big_endian);
void perf_events_id(struct perf_events *events, uint64_t id, uint32_t event);
/* Whose id this is, or NULL. */
struct perf_id *perf_events_search(struct perf_events *events, uint64_t id);

static inline struct perf_id *perf_events_find(struct perf_events *events,
					       uint64_t id)
{
	struct perf_id *recent = events->recent[id % PERF_IDS_RECENT];

	return recent && recent->id == id ? recent :
					    perf_events_search(events, id);
}

/*
 * The event's name: as the file has it, or else made of its type and config as
 * perf does.
 */
struct span perf_event_name(const struct perf_event *event,
			    struct arena *arena);
/* Is it one that only brings other records along, and never samples? */
bool perf_event_is_dummy(const struct perf_event *event);

#endif
