/*
 * numbered.h - many things put in the order of their numbers
 */
#ifndef DIFFPROF_NUMBERED_H
#define DIFFPROF_NUMBERED_H

#include <stddef.h>
#include <stdint.h>

#include "diffprof/arena.h"

struct numbered {
	uint64_t number;
	uint32_t index;		/* of the thing */
};

/*
 * Sort ITEMS[0..NR) by number; equal ones stay in their order.  O(n): by digits
 * of eleven bits, as many as tell the numbers apart.  SCRATCH lends memory.
 */
void sort_numbered(struct numbered *items, size_t nr, struct arena *scratch);

#endif
