/*
 * sketch.h - what is characteristic of a function's bytes
 *
 * Two kernels have the same instructions with other addresses in them.  Those
 * are blanked out as far as they can be told without decoding, the rest is cut
 * into overlapping pieces, and the pieces with the smallest hashes are kept: the
 * same ones of both kernels where the pieces are the same (Broder's MinHash).
 */
#ifndef DIFF_SKETCH_H
#define DIFF_SKETCH_H

#include "diffprof/roster.h"

#define SKETCH_MAX 48

struct sketch {
	uint32_t hash[SKETCH_MAX]; /* ascending, each once */
	uint32_t nr;
	uint32_t whole; /* of everything, in order */
};

/* Of a function of no bytes it has nothing. */
void sketch_make(struct span code, enum roster_code kind,
		 struct sketch *sketch);

/* The part of the pieces that both have, estimated; NAN if one has none. */
double sketch_likeness(const struct sketch *a, const struct sketch *b);

/* The function that is called at AT of CODE, which begins at ADDR, or false. */
bool sketch_call(struct span code, enum roster_code kind, uint64_t addr,
		 size_t at, uint64_t *target);

#endif
