#include "diffprof/names.h"

#include <stdlib.h>
#include <sys/auxv.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t names_seed(void)
{
	static uint64_t seed;
	uint64_t value = __atomic_load_n(&seed, __ATOMIC_RELAXED);

	if (!value) {
		// 16 random bytes that the kernel gives every process.
		const void *random = (const void *)getauxval(AT_RANDOM);

		if (random)
			memcpy(&value, random, sizeof(value));
		value |= 1;
		__atomic_store_n(&seed, value, __ATOMIC_RELAXED);
	}
	return value;
}

uint64_t names_hash(struct span text)
{
	return XXH3_64bits_withSeed(text.ptr, text.len, names_seed());
}

/*
 * A slot holds an id, which has fewer bits than MASK, and in the bits above it
 * some of the hash, so that a name whose place is taken by another seldom has to
 * look at that one.
 */
static inline uint32_t slot_of(const struct names *names, name_id id,
			       uint64_t hash)
{
	return ((uint32_t)(hash >> 32) & ~(uint32_t)names->mask) | id;
}

static inline name_id id_in(const struct names *names, uint32_t slot)
{
	return slot & (uint32_t)names->mask;
}

static void resize(struct names *names, size_t slots)
{
	names->slot = arena_zalloc(names->arena, slots * sizeof(*names->slot));
	names->mask = slots - 1;
	for (size_t id = 1; id < names->nr; id++) {
		size_t i = names->name[id].hash & names->mask;

		while (names->slot[i])
			i = (i + 1) & names->mask;
		names->slot[i] =
			slot_of(names, (name_id)id, names->name[id].hash);
	}
}

void names_init(struct names *names, struct arena *arena)
{
	*names = (struct names){ .arena = arena };
	ARENA_ROOM(arena, names->name, names->nr, names->cap);
	names->name[names->nr++] = (struct name){ .ptr = "" };
	resize(names, 64);
}

void names_begin_with(struct names *names, const struct names *from,
		      struct arena *arena)
{
	*names = *from;
	names->arena = arena;
	names->copies = false;
}

void names_reserve(struct names *names, size_t nr)
{
	size_t slots = names->mask + 1;

	if (nr <= names->cap)
		return;
	names->name = arena_grow(names->arena, names->name,
				 names->nr * sizeof(*names->name),
				 nr * sizeof(*names->name));
	names->cap = nr;
	while (slots / 2 < nr)
		slots *= 2;
	resize(names, slots);
}

/* The slot that TEXT is in or would go to. */
static inline size_t probe(const struct names *names, struct span text,
			   uint64_t hash)
{
	size_t i = hash & names->mask;

	for (; names->slot[i]; i = (i + 1) & names->mask) {
		name_id id = id_in(names, names->slot[i]);
		const struct name *name = &names->name[id];

		if (names->slot[i] == slot_of(names, id, hash) &&
		    name->hash == hash && name->len == text.len &&
		    !memcmp(name->ptr, text.ptr, text.len))
			break;
	}
	return i;
}

static inline name_id intern(struct names *names, struct span text,
			     uint64_t hash)
{
	if (!text.len)
		return NAME_NONE;

	size_t i = probe(names, text, hash);
	if (names->slot[i])
		return id_in(names, names->slot[i]);

	ARENA_ROOM(names->arena, names->name, names->nr, names->cap);
	name_id id = (name_id)names->nr;
	uint32_t start = 0;
	if (names->copies)
		text.ptr = arena_strndup(names->arena, text.ptr, text.len);
	if (text.len > 4)
		memcpy(&start, text.ptr, 4);
	names->name[names->nr++] = (struct name){
		.ptr = text.ptr,
		.len = (uint32_t)text.len,
		.start = start,
		.hash = hash,
	};
	names->slot[i] = slot_of(names, id, hash);
	if (span_starts(text, "__pfx_") || span_starts(text, "__cfi_") ||
	    span_has(text, '.')) {
		ARENA_ROOM(names->arena, names->marked, names->nr_marked,
			   names->cap_marked);
		names->marked[names->nr_marked++] = id;
	}
	if (names->nr > names->mask / 2)
		resize(names, 4 * (names->mask + 1));
	return id;
}

name_id names_intern_hashed(struct names *names, struct span text,
			    uint64_t hash)
{
	return intern(names, text, hash);
}

name_id names_intern(struct names *names, struct span text)
{
	return names_intern_hashed(names, text, names_hash(text));
}

/* So many are looked up side by side. */
#define SOME 32

/* Bring what an id in a slot leads to into the cache. */
static void prefetch_found(const struct names *names, const uint64_t *hashes,
			   size_t nr)
{
	const struct name *found[SOME];

	for (size_t k = 0; k < nr; k++) {
		uint32_t slot = names->slot[hashes[k] & names->mask];

		found[k] = &names->name[id_in(names, slot)];
		__builtin_prefetch(found[k]);
	}
	for (size_t k = 0; k < nr; k++)
		__builtin_prefetch(found[k]->ptr);
}

void names_intern_all(struct names *names, const struct span *texts, size_t nr,
		      name_id *ids)
{
	uint64_t hashes[SOME];
	const uint64_t seed = names_seed();

	// Meanwhile the slots, all over a large table, come into the cache.
	for (size_t i = 0; i < nr; i += SOME) {
		size_t some = nr - i < SOME ? nr - i : SOME;

		for (size_t k = 0; k < some; k++) {
			struct span text = texts[i + k];

			hashes[k] =
				XXH3_64bits_withSeed(text.ptr, text.len, seed);
			names_prefetch(names, hashes[k]);
		}
		if (names->copies)
			prefetch_found(names, hashes, some);
		for (size_t k = 0; k < some; k++)
			ids[i + k] = intern(names, texts[i + k], hashes[k]);
	}
}

name_id names_find(const struct names *names, struct span text)
{
	if (!text.len)
		return NAME_NONE;
	return id_in(names, names->slot[probe(names, text, names_hash(text))]);
}
