/*
 * random.h - numbers that look random and follow from a seed
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

struct random {
	uint64_t state;
};

/* splitmix64 */
static inline uint64_t draw(struct random *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* 0 to LIMIT - 1 */
static inline uint64_t below(struct random *r, uint64_t limit)
{
	return draw(r) % limit;
}

#endif
