/*
 * align.h - two sequences laid side by side
 *
 * Which element of A is which of B, in the order of both, so that the sum of
 * their likenesses is greatest; pairs that follow one another count a little
 * more.  O(n*m) in time, and in memory up to ALIGN_CELLS bytes; longer sequences
 * are parted first, where keys occur once in both.
 */
#ifndef DIFFPROF_ALIGN_H
#define DIFFPROF_ALIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"

#define ALIGN_NONE UINT32_MAX
#define ALIGN_CELLS ((size_t)1 << 24)
/* The likeness of what is the same beyond doubt. */
#define ALIGN_SAME 100

struct align {
	uint32_t nr_a, nr_b;
	/* How alike two elements are, up to ALIGN_SAME; 0: they are no pair. */
	unsigned (*likeness)(const void *of, uint32_t a, uint32_t b);
	/* What is equal only where two are the same; of A or of B. */
	uint64_t (*key)(const void *of, bool of_b, uint32_t i);
	const void *of;
};

/* A pair, or one that has none: then the other is ALIGN_NONE. */
struct aligned {
	uint32_t a, b;
};

/* All of both, in ARENA: *NR of them. */
struct aligned *align(const struct align *what, struct arena *arena,
		      size_t *nr);

#endif
