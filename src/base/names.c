#include "diffprof/names.h"

#include <stdlib.h>
#include <sys/auxv.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static uint64_t hash_seed(void)
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
	return XXH3_64bits_withSeed(text.ptr, text.len, hash_seed());
}

static void resize(struct names *names, size_t slots)
{
	names->slot = arena_zalloc(names->arena, slots * sizeof(*names->slot));
	names->mask = slots - 1;
	for (size_t id = 1; id < names->nr; id++) {
		size_t i = names->name[id].hash & names->mask;

		while (names->slot[i])
			i = (i + 1) & names->mask;
		names->slot[i] = (name_id)id;
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
static size_t probe(const struct names *names, struct span text, uint64_t hash)
{
	size_t i = hash & names->mask;

	for (; names->slot[i]; i = (i + 1) & names->mask) {
		const struct name *name = &names->name[names->slot[i]];

		if (name->hash == hash && name->len == text.len &&
		    !memcmp(name->ptr, text.ptr, text.len))
			break;
	}
	return i;
}

name_id names_intern_hashed(struct names *names, struct span text,
			    uint64_t hash)
{
	if (!text.len)
		return NAME_NONE;

	size_t i = probe(names, text, hash);
	if (names->slot[i])
		return names->slot[i];

	ARENA_ROOM(names->arena, names->name, names->nr, names->cap);
	name_id id = (name_id)names->nr;
	names->name[names->nr++] = (struct name){
		.ptr = text.ptr, .len = (uint32_t)text.len, .hash = hash,
	};
	names->slot[i] = id;
	if (text.len > 4)
		memcpy(&names->name[id].start, text.ptr, 4);
	if (names->nr > names->mask / 2)
		resize(names, 4 * (names->mask + 1));
	return id;
}

name_id names_intern(struct names *names, struct span text)
{
	return names_intern_hashed(names, text, names_hash(text));
}

name_id names_find(const struct names *names, struct span text)
{
	if (!text.len)
		return NAME_NONE;
	return names->slot[probe(names, text, names_hash(text))];
}
