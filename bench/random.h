/*
 * random.h - numbers for made-up inputs: the same on every machine
 */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdint.h>

/* A well-mixed function of X (the finishing step of splitmix64). */
static inline uint64_t mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

/* The next number of the sequence that *STATE stands for. */
static inline uint64_t random_next(uint64_t *state)
{
	return mix((*state)++);
}

/* From 0 up to, not including, N: small ones are much more frequent. */
static inline uint64_t random_skewed(uint64_t *state, uint64_t n)
{
	double x = (double)(random_next(state) >> 11) / 9007199254740992.0;

	return (uint64_t)((double)n * x * x * x * x);
}

#endif
