/*
 * opreport_details.c - the samples of symbols by address, of opreport --xml -d
 *
 * The table of details knows symbols and not images; each symbol of an image
 * says which of its details are there.
 */
#include "opreport_xml.h"

#include <stdlib.h>

void opx_range(struct opx *x, uint64_t id, uint64_t lo, uint64_t hi)
{
	if (lo > hi)
		return;
	ARENA_ROOM(&x->scratch, x->ranges, x->nr_ranges, x->cap_ranges);
	x->ranges[x->nr_ranges++] = (struct opx_range){
		.symbol = id,
		.lo = lo,
		.hi = hi,
		.image = x->container[x->nr_containers - 1].image,
	};
}

void opx_detail(struct opx *x, const struct opx_detail *detail)
{
	ARENA_ROOM(&x->scratch, x->details, x->nr_details, x->cap_details);
	x->details[x->nr_details++] = *detail;
}

static int by_symbol(const void *a, const void *b)
{
	const struct opx_range *x = a, *y = b;

	if (x->symbol != y->symbol)
		return x->symbol > y->symbol ? 1 : -1;
	if (x->lo != y->lo)
		return x->lo > y->lo ? 1 : -1;
	// Only a damaged file has two: the same one first, always.
	if (x->hi != y->hi)
		return x->hi > y->hi ? 1 : -1;
	return (x->image > y->image) - (x->image < y->image);
}

/* The range of DETAIL: the last that begins at it or before, if it has it. */
static const struct opx_range *find_range(const struct opx *x,
					  const struct opx_detail *detail)
{
	size_t first = 0, end = x->nr_ranges;

	while (first < end) {
		size_t mid = first + (end - first) / 2;
		const struct opx_range *r = &x->ranges[mid];

		if (r->symbol < detail->symbol ||
		    (r->symbol == detail->symbol && r->lo <= detail->id))
			first = mid + 1;
		else
			end = mid;
	}
	if (!first)
		return NULL;
	const struct opx_range *last = &x->ranges[first - 1];
	return last->symbol == detail->symbol && last->hi >= detail->id ? last :
									  NULL;
}

void opx_add_details(struct opx *x)
{
	struct profile *prof = x->prof;

	if (x->nr_ranges)
		qsort(x->ranges, x->nr_ranges, sizeof(*x->ranges), by_symbol);
	for (size_t i = 0; i < x->nr_details; i++) {
		const struct opx_detail *d = &x->details[i];
		const struct opx_range *range = find_range(x, d);
		const struct opx_symbol *symbol = opx_symbol(x, d->symbol);

		if (!range || !symbol)
			continue;
		struct detail detail = {
			.symbol = names_intern(&prof->names, symbol->name),
			.image = range->image,
			.event = d->event,
			.addr = d->addr,
			.count = d->count,
		};
		profile_add_detail(prof, &detail);
	}
}
