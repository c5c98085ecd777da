/*
 * flame.h - the call chains of both sides, as one tree
 *
 * What a differential flame graph is drawn from.  The chains of all runs of both
 * sides are laid over each other: frames are one where their function is the
 * same under the same chain of callers.  Functions are those of the rows, so
 * clones are folded into their function, and what was paired under two names
 * (aliases, renames, modules that are built in now) has test's.
 *
 * Counts are sums over the runs of a side, of a frame and all that it called,
 * and as exact as the rows: the root has the sum of them.  Idle functions that
 * were left out of the rows are left out with their chains.  A profile without
 * call chains has each row as a chain of its own.
 *
 * Everything lives in the arena that it was made in.  Nothing here can fail: the
 * sums of the rows have been found to fit.
 */
#ifndef DIFFPROF_FLAME_H
#define DIFFPROF_FLAME_H

#include "diffprof/listing.h"

/* A function that stands in some chain. */
struct flame_function {
	name_id symbol; /* folded, unless --keep-clones */
	name_id image;
	uint32_t row; /* its index in the rows; FLAME_NONE if in none */
	bool kernel; /* of a kernel or of a module */
};

struct flame_frame {
	uint32_t function; /* index into functions */
	uint32_t parent; /* index of the caller's frame */
	uint32_t next; /* index of what follows all that it called */
	uint32_t depth : 31; /* of the root: 0 */
	uint32_t inlined : 1;
	uint64_t base, test; /* in it and in all that it called */
	uint64_t base_self, test_self; /* in itself */
};

struct flame {
	const struct names *names;
	struct flame_function *functions; /* [0] is the root's: no name */
	size_t nr_functions;
	/*
	 * Callers before what they called, and these by name: the first that
	 * frame I called is I + 1, if that is below its `next`, the one after it
	 * stands at the `next` of that.  [0] is the root, which is no function.
	 */
	struct flame_frame *frames;
	size_t nr;
	uint32_t *of_function; /* frames by function, ascending, and ... */
	uint32_t *first_of; /* ... by function where its begin; nr + 1 */
	bool both; /* false: one profile, which is base */
	bool chains; /* every run has call chains */
	double base_unit,
		test_unit; /* that counts are multiplied by: see below */
};

#define FLAME_NONE UINT32_MAX

/* The tree of a comparison; names are interned into DIFF's. */
void flame_of_diff(const struct diff *diff, struct arena *arena,
		   struct flame *flame);
/* The same of one profile: its counts are those of base. */
void flame_of_listing(const struct listing *listing, struct arena *arena,
		      struct flame *flame);

/* Have all runs call chains?  Quick: nothing is made. */
bool flame_has_chains(const struct side *base, const struct side *test);

/* The function of this name and image; FLAME_NONE if it is in no chain. */
uint32_t flame_find(const struct flame *flame, name_id symbol, name_id image);
/* The same of row ROW of the comparison or listing. */
uint32_t flame_find_row(const struct flame *flame, size_t row);

/* A run's mean, normalised as that of rows is; and what it changed by. */
static inline double flame_base(const struct flame *flame, uint64_t base)
{
	return (double)base * flame->base_unit;
}

static inline double flame_test(const struct flame *flame, uint64_t test)
{
	return (double)test * flame->test_unit;
}

static inline double flame_delta(const struct flame *flame, uint64_t base,
				 uint64_t test)
{
	return flame_test(flame, test) - flame_base(flame, base);
}

/* Is FRAME in test alone, or in base alone? */
static inline bool flame_is_new(const struct flame *flame,
				const struct flame_frame *frame)
{
	return flame->both && !frame->base;
}

static inline bool flame_is_gone(const struct flame *flame,
				 const struct flame_frame *frame)
{
	return flame->both && !frame->test;
}

#endif
