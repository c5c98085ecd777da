/*
 * names.h - every name is an integer
 *
 * A name is kept once; two names of one `struct names` are equal exactly when
 * their ids are.  Names are borrowed: the bytes given to names_intern() must
 * live as long as the table (mapped inputs and arenas do).  Each profile has a
 * table of its own, so that profiles can be read side by side in threads; the
 * comparison has another, into which it interns what it pairs.
 *
 * The hash is seeded anew in each process, so nobody can craft names that
 * collide; nothing that is printed depends on it.
 */
#ifndef DIFFPROF_NAMES_H
#define DIFFPROF_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/span.h"

typedef uint32_t name_id;

#define NAME_NONE ((name_id)0)	/* no name; its text is empty */

struct name {
	const char *ptr;
	uint32_t len;
	uint32_t start;		/* the first four bytes of a longer one, else 0 */
	uint64_t hash;
};

struct names {
	struct arena *arena;
	struct name *name;	/* by id; [0] is NAME_NONE */
	size_t nr, cap;		/* nr counts NAME_NONE */
	uint32_t *slot; /* hash table, 0 for free: see names.c */
	size_t mask;
	/*
	 * Those with a dot, or with __pfx_ or __cfi_ in front, ascending: what
	 * compilers name after other functions is among them; see fold.h.
	 */
	name_id *marked;
	size_t nr_marked, cap_marked;
	/*
	 * Keep copies of the bytes, side by side: for few names of a large input
	 * that come again and again, each of which is far from all others.
	 */
	bool copies;
};

void names_init(struct names *names, struct arena *arena);

/*
 * Begin NAMES, which is to live in ARENA, with all that FROM has, under the same
 * ids.  FROM lends its memory and must stay; its ids still give their texts, but
 * nothing may be entered or looked up in it any more.
 */
void names_begin_with(struct names *names, const struct names *from,
		      struct arena *arena);

/* Room for NR names in one piece, before the first is entered. */
void names_reserve(struct names *names, size_t nr);

/* The id of TEXT, entering it if it is new.  TEXT of no bytes is NAME_NONE. */
name_id names_intern(struct names *names, struct span text);
/* The same, with the hash that names_hash() gave for TEXT. */
name_id names_intern_hashed(struct names *names, struct span text,
			    uint64_t hash);
/* The same for NR of them; IDS are theirs.  Quicker where there are many. */
void names_intern_all(struct names *names, const struct span *texts, size_t nr,
		      name_id *ids);
/* A name of this HASH is going to be interned soon. */
static inline void names_prefetch(const struct names *names, uint64_t hash)
{
	__builtin_prefetch(&names->slot[hash & names->mask]);
}

/* The id of TEXT, or NAME_NONE if it was never entered. */
name_id names_find(const struct names *names, struct span text);
uint64_t names_hash(struct span text);
/* A number that nobody can know, and the same in all of the process. */
uint64_t names_seed(void);
/* Of two numbers from an input: all 128 bits of a product that depends on SEED. */
static inline uint64_t names_hash_two(uint64_t seed, uint64_t a, uint64_t b)
{
	unsigned __int128 product = (unsigned __int128)(a ^ seed) *
				    ((b + seed) * 0x9e3779b97f4a7c15u | 1);

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline struct span names_text(const struct names *names, name_id id)
{
	return (struct span){ names->name[id].ptr, names->name[id].len };
}

#endif
