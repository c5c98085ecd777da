/*
 * inlines.h - into which functions of an image a function was inlined
 *
 * From DWARF, of the whole image: where a compiler put the code of a function
 * into another one that has a symbol.  Names are compared as DWARF has them,
 * linkage names where there are any.
 */
#ifndef DIFFPROF_INLINES_H
#define DIFFPROF_INLINES_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/input.h"

/* A function with code of its own, and another's in it. */
struct inlined_into {
	struct span function;
	uint64_t addr; /* where it begins; 0 if it lies in several parts */
	uint32_t copies;
};

struct inlines {
	/* By name that was asked for: where it is, in the order of addresses. */
	struct inlined_into **into;
	size_t *nr_into;
	bool *is_known; /* is there a function of that name at all? */
	bool *has_code; /* and has it code of its own? */
};

/*
 * Ask of the NR NAMES, each another, in the image IN, which stays the caller's;
 * all of INLINES lives in ARENA.  Fails with ERR_SYMBOLS if the image has no
 * DWARF, or is not linked, with ERR_FORMAT if it is no ELF image.
 */
int inlines_find(struct input *in, const struct span *names, size_t nr,
		 struct inlines *inlines, struct arena *arena,
		 struct error *err);

#endif
