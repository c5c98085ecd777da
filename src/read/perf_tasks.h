/*
 * perf_tasks.h - which thread had which name and address space, and when
 *
 * What COMM, FORK and MMAP records tell, filled in completely in order of time
 * and then looked up at the time of each sample.
 */
#ifndef PERF_TASKS_H
#define PERF_TASKS_H

#include "diffprof/names.h"
#include "perf_maps.h"

/* From then on, until the next moment. */
struct perf_moment {
	uint64_t from;
	uint32_t value; /* a name or a space */
};

/* All moments of one thread or process. */
struct perf_timeline {
	uint32_t id; /* of the thread or process */
	struct perf_moment *moments;
	size_t nr, cap;
};

/* Timelines by thread or process. */
struct perf_timelines {
	struct perf_timeline *line;
	size_t nr, cap;
	uint32_t *slot; /* hash table of indexes + 1 */
	size_t mask;
};

struct perf_tasks {
	struct arena *arena;
	struct perf_timelines comms; /* by thread */
	struct perf_timelines owners; /* spaces by process */
	struct perf_spaces spaces;
	uint32_t kernel, guest_kernel; /* spaces of addresses that all share */
};

void perf_tasks_init(struct perf_tasks *tasks, struct arena *arena);

/* Thread TID is called COMM from TIME on; with EXEC it begins a new program. */
void perf_tasks_comm(struct perf_tasks *tasks, uint64_t time, uint32_t pid,
		     uint32_t tid, name_id comm, bool exec);
/* With COPY the new process has the maps of its parent. */
void perf_tasks_fork(struct perf_tasks *tasks, uint64_t time, uint32_t pid,
		     uint32_t tid, uint32_t parent_pid, uint32_t parent_tid,
		     bool copy);
void perf_tasks_map(struct perf_tasks *tasks, uint32_t pid,
		    const struct perf_map *map);

/* How things stand for a thread, and how long they stand so. */
struct perf_state {
	uint32_t pid, tid;
	uint64_t from, until; /* it is so from <= time < until */
	name_id comm; /* NAME_NONE: nothing says */
	uint32_t space; /* or PERF_SPACE_NONE */
	size_t nr_maps; /* of the space */
};

void perf_tasks_at(const struct perf_tasks *tasks, uint32_t pid, uint32_t tid,
		   uint64_t time, struct perf_state *state);

#endif
