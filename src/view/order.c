#include "order.h"

#include <math.h>
#include <stdlib.h>

#include "diffprof/ties.h"

uint64_t order_falling(double value)
{
	uint64_t bits;

	if (isnan(value))
		return UINT64_MAX;
	value += 0.0; // -0.0 and 0.0 are one value
	memcpy(&bits, &value, sizeof(bits));
	// Bits of positive numbers ascend with them, of negative ones descend.
	bits = bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
	return ~bits;
}

uint64_t order_falling_exact(int64_t value)
{
	return ~((uint64_t)value ^ UINT64_C(1) << 63);
}

/* The first bytes of NAME as a number that is in byte order. */
static uint64_t first_bytes(struct span name)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes = bytes << 8 |
			(i < name.len ? (unsigned char)name.ptr[i] : 0);
	return bytes;
}

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->tie != y->tie)
		return x->tie < y->tie ? -1 : 1;
	int order = span_cmp(x->name, y->name);
	return order ? order : span_cmp(x->image, y->image);
}

static void order_ties(struct ranked *rows, size_t nr, size_t nr_keys)
{
	if (nr < 2)
		return;
	for (size_t i = 0; i < nr; i++)
		rows[i].tie = nr_keys ? ties_perl58(rows[i].name, nr_keys) :
					first_bytes(rows[i].name);
	qsort(rows, nr, sizeof(*rows), compare_ranked);
}

/*
 * Radix sort by rank, a byte a pass from the lowest.  Ranks are taken from the
 * least one up, so that those of usual deltas need two passes.
 */
static void sort_by_rank(struct ranked *rows, size_t nr, struct arena *scratch)
{
	struct ranked *from = rows;
	struct ranked *to = arena_alloc(scratch, nr * sizeof(*to));
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < nr; i++) {
		least = rows[i].rank < least ? rows[i].rank : least;
		most = rows[i].rank > most ? rows[i].rank : most;
	}
	for (unsigned shift = 0; shift < 64 && (most - least) >> shift;
	     shift += 8) {
		size_t start[256] = { 0 }, sum = 0;

		for (size_t i = 0; i < nr; i++)
			start[(from[i].rank - least) >> shift & 0xff]++;
		for (size_t i = 0; i < 256; i++) {
			size_t count = start[i];
			start[i] = sum;
			sum += count;
		}
		for (size_t i = 0; i < nr; i++)
			to[start[(from[i].rank - least) >> shift & 0xff]++] =
				from[i];
		struct ranked *was = from;
		from = to;
		to = was;
	}
	if (from != rows)
		memcpy(rows, from, nr * sizeof(*rows));
}

void order_rows(struct ranked *rows, size_t nr, size_t nr_keys,
		struct arena *scratch)
{
	// Under so many, clearing and summing the counters costs more.
	if (nr < 256) {
		order_ties(rows, nr, nr_keys);
		return;
	}
	sort_by_rank(rows, nr, scratch);
	for (size_t i = 0, end; i < nr; i = end) {
		for (end = i + 1; end < nr && rows[end].rank == rows[i].rank;)
			end++;
		order_ties(rows + i, end - i, nr_keys);
	}
}
