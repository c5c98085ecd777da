/*
 * squares.h - sums of squares of rows on their way to a comparison: see merged.h
 */
#ifndef DIFF_SQUARES_H
#define DIFF_SQUARES_H

#include "pairing.h"

/* Room for the squares of all rows that there may be, if any run is a sum. */
void squares_begin(struct pairing *p, size_t max_rows);

/* Those of RUN, whose rows have been taken. */
void squares_take(struct pairing *p, size_t run);

#endif
