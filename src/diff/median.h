/*
 * median.h - the middle of many numbers, without sorting them all
 *
 * All of these put the numbers into another order, and want at least one.
 */
#ifndef DIFF_MEDIAN_H
#define DIFF_MEDIAN_H

#include <stddef.h>

/* The two in the middle of an even number, or the one, twice. */
struct middle {
	double low, high;
};

struct middle middle_of(double *values, size_t nr);
double median_of(struct middle middle);

struct weighted {
	double value, weight;
};

/* The first value, ascending, at which half of the weight is reached. */
double weighted_median(struct weighted *values, size_t nr);

#endif
