#include "diffprof/numbered.h"

#include <string.h>

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)

/* Move FROM to TO, in the order of the digit that begins at bit SHIFT. */
static void pass(const struct numbered *from, struct numbered *to, size_t nr,
		 unsigned shift)
{
	size_t start[DIGITS] = { 0 }, sum = 0;

	for (size_t i = 0; i < nr; i++)
		start[from[i].number >> shift & (DIGITS - 1)]++;
	for (size_t i = 0; i < DIGITS; i++) {
		size_t here = start[i];

		start[i] = sum;
		sum += here;
	}
	for (size_t i = 0; i < nr; i++)
		to[start[from[i].number >> shift & (DIGITS - 1)]++] = from[i];
}

/* Few are sorted by moving each to its place. */
#define FEW 64

static void insert_each(struct numbered *items, size_t nr)
{
	for (size_t i = 1; i < nr; i++) {
		struct numbered item = items[i];
		size_t k = i;

		for (; k && items[k - 1].number > item.number; k--)
			items[k] = items[k - 1];
		items[k] = item;
	}
}

void sort_numbered(struct numbered *items, size_t nr, struct arena *scratch)
{
	struct numbered *from = items, *to;
	uint64_t differ = 0;

	if (nr <= FEW) {
		insert_each(items, nr);
		return;
	}
	for (size_t i = 1; i < nr; i++)
		differ |= items[i].number ^ items[0].number;
	to = arena_alloc(scratch, nr * sizeof(*to));
	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
		struct numbered *swap = from;

		if (!(differ >> shift & (DIGITS - 1)))
			continue;
		pass(from, to, nr, shift);
		from = to;
		to = swap;
	}
	if (from != items)
		memcpy(items, from, nr * sizeof(*items));
}
