/*
 * perf_leaves.c - samples without their chains, by address and context
 *
 * A recording has the same address again and again, so each is looked up in a
 * table, and only what is left in the end goes through maps and becomes entries
 * of samples.h.
 *
 * The table is open addressing.  A slot has the index + 1 of a leaf, which has
 * no more bits than the mask, and in the bits above these some of the hash, so
 * that a leaf is hardly ever looked at in vain.
 */
#include "perf_walking.h"

#include <stdlib.h>

#define SLOTS_MIN 16384

static uint32_t tag_of(const struct perf_leaves *l, uint64_t hash)
{
	return (uint32_t)(hash >> 32) & ~(uint32_t)l->mask;
}

static size_t leaf_in(const struct perf_leaves *l, uint32_t slot)
{
	return (slot & (uint32_t)l->mask) - 1;
}

static void resize(struct perf_leaves *l, size_t slots)
{
	free(l->slot);
	l->slot = mem_zeroed(slots * sizeof(*l->slot));
	l->mask = slots - 1;
	for (size_t k = 0; k < l->nr; k++) {
		uint64_t hash = names_hash_two(l->seed, l->leaf[k].ip,
					       l->leaf[k].context);
		size_t i = hash & l->mask;

		while (l->slot[i])
			i = (i + 1) & l->mask;
		l->slot[i] = tag_of(l, hash) | ((uint32_t)k + 1);
	}
}

/* Room for all that are pending; two in three slots are taken at most. */
static void make_room(struct perf_leaves *l)
{
	size_t nr = l->nr + PERF_PENDING;

	if (!l->slot || nr > (l->mask + 1) / 3 * 2)
		resize(l, l->slot ? 2 * (l->mask + 1) : SLOTS_MIN);
	if (nr > l->cap) {
		l->cap = l->cap ? 2 * l->cap : SLOTS_MIN / 2;
		l->leaf = mem_resize(l->leaf, l->cap * sizeof(*l->leaf));
	}
}

/* From slot I on: the first that is free or may be of HASH. */
static size_t probe(const struct perf_leaves *l, uint64_t hash, size_t i)
{
	uint32_t tag = tag_of(l, hash);

	while (l->slot[i] && (l->slot[i] & ~(uint32_t)l->mask) != tag)
		i = (i + 1) & l->mask;
	return i;
}

static int count(struct perf_walker *w, const struct perf_pending_leaf *hit,
		 size_t i)
{
	struct perf_leaves *l = &w->leaves;

	for (; l->slot[i]; i = probe(l, hit->hash, (i + 1) & l->mask)) {
		struct perf_leaf *leaf = &l->leaf[leaf_in(l, l->slot[i])];

		// A full one is left behind.
		if (leaf->ip != hit->ip || leaf->context != hit->context ||
		    leaf->count == UINT32_MAX)
			continue;
		if (hit->weight > COUNT_MAX - leaf->weight)
			return samples_too_many(w->r->s, w->err);
		leaf->count++;
		leaf->weight += hit->weight;
		return 0;
	}
	if (hit->weight > COUNT_MAX)
		return samples_too_many(w->r->s, w->err);
	l->leaf[l->nr++] = (struct perf_leaf){
		.ip = hit->ip,
		.weight = hit->weight,
		.context = hit->context,
		.count = 1,
	};
	l->slot[i] = tag_of(l, hit->hash) | (uint32_t)l->nr;
	return 0;
}

static int enter_pending(struct perf_walker *w)
{
	struct perf_leaves *l = &w->leaves;
	size_t nr = l->nr_pending, at[PERF_PENDING];

	l->nr_pending = 0;
	make_room(l);
	for (size_t i = 0; i < nr; i++) {
		at[i] = probe(l, l->pending[i].hash,
			      l->pending[i].hash & l->mask);
		if (l->slot[at[i]])
			__builtin_prefetch(
				&l->leaf[leaf_in(l, l->slot[at[i]])], 1);
	}
	for (size_t i = 0; i < nr; i++)
		if (count(w, &l->pending[i], at[i]) < 0)
			return -1;
	return 0;
}

int perf_leaves_enter(struct perf_walker *w, const struct perf_hit *hit)
{
	struct perf_leaves *l = &w->leaves;
	size_t i = l->nr_pending++;
	uint64_t hash = names_hash_two(l->seed, hit->ip, hit->context);

	l->pending[i] = (struct perf_pending_leaf){
		.hash = hash,
		.ip = hit->ip,
		.weight = hit->weight,
		.context = hit->context,
	};
	__builtin_prefetch(&l->slot[hash & l->mask]);
	return i + 1 == PERF_PENDING ? enter_pending(w) : 0;
}

void perf_leaves_begin(struct perf_walker *w)
{
	w->leaves.seed = names_seed();
	make_room(&w->leaves);
}

int perf_leaves_flush(struct perf_walker *w)
{
	struct perf_leaves *l = &w->leaves;
	struct samples *s = w->r->s;

	if (enter_pending(w) < 0)
		return -1;
	free(l->slot);
	l->slot = NULL;
	samples_reserve(s, l->nr);
	for (size_t i = 0; i < l->nr; i++) {
		const struct perf_leaf *leaf = &l->leaf[i];
		const struct perf_context *context =
			&w->contexts.context[leaf->context];
		uint32_t frame = perf_frame_of(w, context, context->mode,
					       leaf->ip), index;
		const struct sample_key key = {
			.node = samples_node(s, NODE_ROOT, frame),
			.comm = context->comm,
			.cpu = context->cpu,
			.event = context->event,
			.mode = (uint8_t)context->mode,
		};

		if (samples_append(s, &key, leaf->count, leaf->weight, &index,
				   w->err) < 0)
			return -1;
	}
	return 0;
}

void perf_leaves_release(struct perf_walker *w)
{
	free(w->leaves.leaf);
	free(w->leaves.slot);
}
