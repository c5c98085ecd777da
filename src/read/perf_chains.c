/*
 * perf_chains.c - samples with their chains
 *
 * Most samples are like one before: the same chain in the same context.  A table
 * knows these by a hash of what they consist of, and only others are walked.
 */
#include "perf_walking.h"

#include <stdlib.h>

#include "perf_bytes.h"

/* What was seen before, by its hash: an entry of samples, or a chain. */
struct seen {
	uint64_t hash;
	uint32_t ip; /* its lower half: two differ in more than their hash */
	uint32_t index; /* of a sample or node, and 1; 0: free */
};

struct seen_table {
	struct seen *slot; /* at most half full */
	size_t nr, mask;
};

/* What must agree for the callers of two samples to be the same; no padding. */
struct callers {
	uint64_t chain; /* the hash of it */
	uint64_t nr_maps, nr_kernel_maps;
	uint32_t space;
	uint16_t mode;
	uint16_t skipped;
};

struct pending {
	struct perf_hit hit;
	uint64_t chain; /* the hash of it */
	uint64_t hash; /* of all that must agree */
	uint32_t index; /* of the sample it is like, and 1 */
};

struct perf_chains {
	struct seen_table samples, chains;
	uint64_t seed;
	struct pending pending[PERF_PENDING];
	size_t nr_pending;
	uint32_t *frames; /* of the chain being walked, the leaf first */
	size_t cap_frames;
};

/* Instead of the user's part of a chain, which comes later; newer kernels. */
#define CONTEXT_USER_DEFERRED ((uint64_t)-640)

/* The mode that a marker in a chain switches to. */
static enum sample_mode mode_of_marker(uint64_t marker)
{
	switch (marker) {
	case PERF_CONTEXT_HV:
		return MODE_HYPERVISOR;
	case PERF_CONTEXT_KERNEL:
		return MODE_KERNEL;
	case PERF_CONTEXT_GUEST:
	case PERF_CONTEXT_GUEST_KERNEL:
		return MODE_GUEST_KERNEL;
	case PERF_CONTEXT_GUEST_USER:
		return MODE_GUEST_USER;
	default:
		return MODE_USER;
	}
}

/* Find HASH in TABLE: its slot, or the one it is to have. */
static struct seen *seen_find(struct seen_table *table, uint64_t hash,
			      uint64_t ip)
{
	size_t i = hash & table->mask;

	while (table->slot[i].index && (table->slot[i].hash != hash ||
					table->slot[i].ip != (uint32_t)ip))
		i = (i + 1) & table->mask;
	return &table->slot[i];
}

/* Room for one more. */
static void seen_room(struct seen_table *table, struct arena *arena)
{
	struct seen_table old = *table;

	if (old.slot && 2 * old.nr < old.mask)
		return;
	size_t slots = old.slot ? 4 * (old.mask + 1) : 16384;
	// Of the arena, which has huge pages: it is looked into at random.
	table->slot = arena_zalloc(arena, slots * sizeof(*table->slot));
	table->mask = slots - 1;
	for (size_t k = 0; old.slot && k <= old.mask; k++)
		if (old.slot[k].index)
			*seen_find(table, old.slot[k].hash, old.slot[k].ip) =
				old.slot[k];
}

static void seen_add(struct seen_table *table, struct seen *slot, uint64_t hash,
		     uint64_t ip, uint32_t index)
{
	*slot = (struct seen){ hash, (uint32_t)ip, index + 1 };
	table->nr++;
}

/*
 * The node of the callers in a chain.  The first address is that of the sample
 * itself, which the sample has more exactly.  The others are where a call
 * returns to, which may be behind the end of the caller when the call never
 * returns: one less is in the call.  Only where a marker comes before it, an
 * address is that of an instruction.
 */
static uint32_t walk_chain(struct perf_walker *w, const struct perf_hit *hit)
{
	struct perf_chains *c = w->with_chains;
	const struct perf_context *context =
		&w->contexts.context[hit->context];
	const enum sample_mode own = context->mode;
	bool swap = w->r->file.swap;
	// Behind the sample itself there is no marker.
	bool first = !hit->skipped, exact = first;
	enum sample_mode mode = own;
	size_t nr = 0;

	if (hit->nr_chain > c->cap_frames) {
		c->cap_frames = 2 * hit->nr_chain + 128;
		c->frames = mem_resize(c->frames,
				       c->cap_frames * sizeof(*c->frames));
	}
	for (uint64_t i = hit->skipped; i < hit->nr_chain; i++) {
		uint64_t addr = perf_u64(hit->chain + 8 * i, swap);

		if (addr >= PERF_CONTEXT_MAX) {
			mode = mode_of_marker(addr);
			exact = true;
			// A number follows that is no address.
			i += addr == CONTEXT_USER_DEFERRED;
			continue;
		}
		if (!first || mode != own)
			c->frames[nr++] =
				perf_frame_of(w, context, mode, addr - !exact);
		first = exact = false;
	}
	uint32_t node = NODE_ROOT;
	while (nr--)
		node = samples_node(w->r->s, node, c->frames[nr]);
	return node;
}

/* Most callers have been walked for another sample in the same function. */
static uint32_t node_of_callers(struct perf_walker *w, const struct pending *p)
{
	const struct perf_hit *hit = &p->hit;
	const struct perf_context *context =
		&w->contexts.context[hit->context];
	const struct callers callers = {
		.chain = p->chain,
		.nr_maps = context->nr_maps,
		.nr_kernel_maps = context->nr_kernel_maps,
		.space = context->space,
		.mode = context->mode,
		.skipped = (uint16_t)hit->skipped,
	};
	struct seen_table *chains = &w->with_chains->chains;

	if (hit->nr_chain <= hit->skipped)
		return NODE_ROOT;
	uint64_t hash = names_hash(
		(struct span){ (const char *)&callers, sizeof(callers) });
	seen_room(chains, &w->r->scratch);
	struct seen *slot = seen_find(chains, hash, 0);

	if (!slot->index)
		seen_add(chains, slot, hash, 0, walk_chain(w, hit));
	return slot->index - 1;
}

/* The first of its kind. */
static int enter_new(struct perf_walker *w, struct pending *p)
{
	const struct perf_context context =
		w->contexts.context[p->hit.context];
	struct seen_table *table = &w->with_chains->samples;
	uint32_t leaf = perf_frame_of(w, &context, context.mode, p->hit.ip);
	uint32_t index;
	const struct sample_key key = {
		.node = samples_node(w->r->s, node_of_callers(w, p), leaf),
		.comm = context.comm,
		.cpu = context.cpu,
		.event = context.event,
		.mode = (uint8_t)context.mode,
	};

	if (samples_add(w->r->s, &key, 1, p->hit.weight, &index, w->err) < 0)
		return -1;
	seen_room(table, &w->r->scratch);
	// Another of those pending may have entered it, or made it move.
	struct seen *slot = seen_find(table, p->hash, p->hit.ip);
	if (!slot->index)
		seen_add(table, slot, p->hash, p->hit.ip, index);
	return 0;
}

int perf_chains_flush(struct perf_walker *w)
{
	struct perf_chains *c = w->with_chains;
	struct samples *s = w->r->s;
	size_t nr = c->nr_pending;

	c->nr_pending = 0;
	for (size_t i = 0; i < nr; i++) {
		struct pending *p = &c->pending[i];

		p->index = seen_find(&c->samples, p->hash, p->hit.ip)->index;
		if (p->index)
			__builtin_prefetch(&s->samples[p->index - 1], 1);
	}
	for (size_t i = 0; i < nr; i++) {
		struct pending *p = &c->pending[i];

		if (!p->index)
			p->index = seen_find(&c->samples, p->hash, p->hit.ip)
					   ->index;
		if ((p->index ? samples_again(s, p->index - 1, 1,
					      p->hit.weight, w->err) :
				enter_new(w, p)) < 0)
			return -1;
	}
	return 0;
}

/* Of the chain without the sample itself, where it begins with that. */
static uint64_t hash_chain(struct perf_walker *w, struct perf_hit *hit)
{
	struct span chain = { hit->chain, 8 * hit->nr_chain };
	bool swap = w->r->file.swap;

	if (chain.len >= 16 && perf_u64(chain.ptr + 8, swap) == hit->ip &&
	    perf_u64(chain.ptr, swap) >= PERF_CONTEXT_MAX &&
	    mode_of_marker(perf_u64(chain.ptr, swap)) ==
		    w->contexts.context[hit->context].mode) {
		hit->skipped = 2;
		chain.ptr += 16;
		chain.len -= 16;
	}
	return names_hash(chain);
}

int perf_chains_enter(struct perf_walker *w, const struct perf_hit *hit)
{
	struct perf_chains *c = w->with_chains;
	struct pending *p = &c->pending[c->nr_pending++];

	p->hit = *hit;
	p->chain = hash_chain(w, &p->hit);
	p->hash = names_hash_two(c->seed,
				 names_hash_two(c->seed, p->chain, hit->ip),
				 (uint64_t)hit->context << 2 | p->hit.skipped);
	__builtin_prefetch(&c->samples.slot[p->hash & c->samples.mask]);
	return c->nr_pending == PERF_PENDING ? perf_chains_flush(w) : 0;
}

void perf_chains_begin(struct perf_walker *w)
{
	w->with_chains = arena_zalloc(&w->r->scratch, sizeof(*w->with_chains));
	w->with_chains->seed = names_seed();
	seen_room(&w->with_chains->samples, &w->r->scratch);
}

void perf_chains_release(struct perf_walker *w)
{
	if (w->with_chains)
		free(w->with_chains->frames);
}
