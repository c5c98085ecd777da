/*
 * median.h - the middle of many numbers, without sorting them all
 *
 * All of these want at least one number, and put them into another order unless
 * they say that they do not.
 */
#ifndef DIFF_MEDIAN_H
#define DIFF_MEDIAN_H

#include <stddef.h>

/* The two in the middle of an even number, or the one, twice. */
struct middle {
	double low, high;
};

struct middle middle_of(double *values, size_t nr);

/*
 * The same, sooner if it is between LOW and HIGH as nearly always: only what is
 * there is looked into.  VALUES stay as they are; ROOM is for as many.
 */
struct middle middle_near(const double *values, size_t nr, double low,
			  double high, double *room);
double median_of(struct middle middle);

struct weighted {
	double value, weight;
};

/* The first value, ascending, at which half of the weight is reached. */
double weighted_median(struct weighted *values, size_t nr);

#endif
