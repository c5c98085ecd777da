/*
 * perf_walking.h - what the parts of perf_walk.c share
 *
 * Each sample is hit in a context: what else must agree, besides its address
 * and chain, for two to be one entry.  Contexts are few and have numbers
 * (perf_context.c); samples with their chains are counted in perf_chains.c,
 * and without in perf_leaves.c; perf_place.c finds what an address is in.
 */
#ifndef PERF_WALKING_H
#define PERF_WALKING_H

#include "perf_reading.h"
#include "perf_sample.h"

/* No padding: it is hashed. */
struct perf_context {
	/* Of these only so many were there; 0 where it does not matter. */
	uint64_t nr_maps, nr_kernel_maps;
	uint32_t space;
	name_id comm;
	int32_t cpu;
	uint16_t event, mode;
};

/* The context that was asked for last, in a state of a thread. */
struct perf_recent {
	uint64_t nr_kernel_maps;
	uint32_t context; /* and 1; 0: none */
	int32_t cpu;
	uint16_t event, mode;
};

struct perf_thread {
	struct perf_state state;
	struct perf_recent kernel, other; /* by mode */
};

/* States of threads that are kept at hand. */
#define PERF_THREADS 512

struct perf_contexts {
	struct perf_context *context;
	size_t nr, cap;
	uint32_t *slot; /* hash table of indexes + 1, at most half full */
	size_t mask;
	struct perf_thread threads[PERF_THREADS];
	struct perf_thread nobody; /* where the thread does not matter */
	/* How many maps the kernel has, from <= time < until. */
	uint64_t kernel_from, kernel_until;
	size_t nr_kernel_maps;
};

/* One sample. */
struct perf_hit {
	uint64_t ip, weight;
	uint32_t context;
	uint32_t skipped; /* entries of the chain that are the sample itself */
	const char *chain;
	uint64_t nr_chain;
};

/*
 * So many are under way at once that the memory each needs has come into the
 * processor's cache when its turn is.
 */
#define PERF_PENDING 16

/* Samples that are one entry. */
struct perf_leaf {
	uint64_t ip, weight;
	uint32_t context, count;
};

struct perf_pending_leaf {
	uint64_t hash, ip, weight;
	uint32_t context;
};

struct perf_leaves {
	struct perf_leaf *leaf;
	size_t nr, cap;
	uint32_t *slot; /* see perf_leaves.c */
	size_t mask;
	uint64_t seed;
	struct perf_pending_leaf pending[PERF_PENDING];
	size_t nr_pending;
};

struct perf_chains;

struct perf_walker {
	struct perf_reading *r;
	struct error *err;
	bool chains;
	uint64_t number; /* of the record */
	uint64_t now; /* the latest time so far */
	struct perf_contexts contexts;
	struct perf_leaves leaves; /* without chains */
	struct perf_chains *with_chains;
	struct perf_events values; /* counters by id, or by id and thread */
	name_id unknown, unknown_image, guest_user, hypervisor;
};

/*
 * The context of SAMPLE, of EVENT (in the profile), at TIME in MODE.  Good for
 * contexts.context[]; these may move when there is another.
 */
void perf_contexts_init(struct perf_walker *w);
uint32_t perf_context_of(struct perf_walker *w,
			 const struct perf_sample *sample, uint64_t time,
			 enum sample_mode mode, uint16_t event);

/* The frame of ADDR in MODE; CONTEXT says which maps there were. */
uint32_t perf_frame_of(struct perf_walker *w,
		       const struct perf_context *context,
		       enum sample_mode mode, uint64_t addr);

/* Count HIT; at the end, flush and then release. */
void perf_leaves_begin(struct perf_walker *w);
int perf_leaves_enter(struct perf_walker *w, const struct perf_hit *hit);
int perf_leaves_flush(struct perf_walker *w);
void perf_leaves_release(struct perf_walker *w);

void perf_chains_begin(struct perf_walker *w);
int perf_chains_enter(struct perf_walker *w, const struct perf_hit *hit);
int perf_chains_flush(struct perf_walker *w);
void perf_chains_release(struct perf_walker *w);

#endif
