/*
 * decimal.h - numbers in decimal, as printf() writes them, in a tenth of the time
 *
 * The bytes are those of printf(), which does the work where a number lies so
 * near the middle between two texts that more digits than a long double has
 * would be needed to tell.
 */
#ifndef DIFFPROF_DECIMAL_H
#define DIFFPROF_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

#include "diffprof/outbuf.h"

/* Room for any text that decimal_general() makes. */
#define DECIMAL_MAX 40

/* "%.15Lg" of a finite VALUE, into TEXT, terminated; returns its length. */
size_t decimal_general(char *text, long double value);

/* "%.*Lf", or "%+.*Lf" if SIGNED, of any VALUE, to the end of OUT. */
void decimal_fixed(struct outbuf *out, long double value, unsigned decimals,
		   int with_sign);

/* "%llu". */
void decimal_count(struct outbuf *out, uint64_t count);

#endif
