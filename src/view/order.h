/*
 * order.h - sorting by a number, then by name
 *
 * What is sorted by is computed once for each row and mapped to an unsigned
 * number whose ascending order is the order wanted.
 */
#ifndef ORDER_H
#define ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/span.h"

struct ranked {
	uint64_t rank;		/* ascending */
	uint64_t tie;		/* order_rows() sets it: what equal ranks go by */
	const void *row;
	struct span name, image;
	int sign;		/* of the change; for the caller */
	bool unknown; /* the change is not known; likewise */
};

/* Larger values first; one that is not a number, last. */
uint64_t order_falling(double value);

/* The same for differences of counts, which a double cannot hold exactly. */
uint64_t order_falling_exact(int64_t value);

/*
 * Sort: by rank, then by name and image in byte order.  With NR_KEYS equal
 * ranks are in the order that ties_perl58() gives among so many keys, if that
 * tells them apart.  SCRATCH is for the while.
 */
void order_rows(struct ranked *rows, size_t nr, size_t nr_keys,
		struct arena *scratch);

#endif
