/*
 * wide.h - whole numbers of 128 bits: sums of squares of counts
 *
 * A count has up to 63 bits, so its square has 126; sums of these are exact, and
 * the same in any order.
 */
#ifndef DIFFPROF_WIDE_H
#define DIFFPROF_WIDE_H

#include "diffprof/outbuf.h"

typedef unsigned __int128 wide;

/* No sum may pass this. */
#define WIDE_MAX (((wide)1 << 127) - 1)

/* Decimal digits and nothing else, up to WIDE_MAX. */
bool wide_parse(struct span text, wide *value);
void wide_put(struct outbuf *out, wide value);

/* *SUM + MORE; false, and *SUM is as it was, if that passes WIDE_MAX. */
static inline bool wide_add(wide *sum, wide more)
{
	if (more > WIDE_MAX || more > WIDE_MAX - *sum)
		return false;
	*sum += more;
	return true;
}

static inline wide wide_square(uint64_t value)
{
	return (wide)value * value;
}

#endif
