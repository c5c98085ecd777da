#include "diffprof/decimal.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits that a number is shown with. */
#define DIGITS 15
#define DIGITS_MIN 1e14L /* the least number of so many digits */
#define DIGITS_END 1e15L

/* The largest power of ten that 64 bits of mantissa have exactly. */
#define EXACT 27

static const long double powers[] = {
	1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,	 1e7L,	1e8L,  1e9L,
	1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
	1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L,
};

/*
 * VALUE times 10^POWER.  A step is off by a unit of the last of 64 bits at most,
 * and there are STEPS.
 */
#define STEPS 13

static bool scale(long double value, int power, long double *scaled)
{
	if (LDBL_MANT_DIG < 64 || power > STEPS * EXACT || power < -EXACT)
		return false;
	for (; power > EXACT; power -= EXACT)
		value *= powers[EXACT];
	*scaled = power < 0 ? value / powers[-power] : value * powers[power];
	return true;
}

/*
 * SCALED, below 2^50, as a whole number; false where it lies so near the middle
 * between two that its error could matter, 2^-14 a step, and in the middle itself.
 */
static bool whole(long double scaled, uint64_t *number)
{
	*number = (uint64_t)scaled;
	long double rest = scaled - (long double)*number;

	if (fabsl(rest - 0.5L) < 0x1p-10L)
		return false;
	*number += rest > 0.5L;
	return true;
}

/* The digits of VALUE above 0, and 10^*EXPONENT for the first of them. */
static bool digits_of(long double value, uint64_t *digits, int *exponent)
{
	long double scaled;
	int binary;

	frexpl(value, &binary);
	// log10(2), near enough to be off by one at most.
	*exponent = (int)floor((binary - 1) * 0.30102999566398120);
	if (!scale(value, DIGITS - 1 - *exponent, &scaled))
		return false;
	if (scaled >= DIGITS_END) {
		++*exponent;
		if (!scale(value, DIGITS - 1 - *exponent, &scaled))
			return false;
	}
	if (!(scaled >= DIGITS_MIN && scaled < DIGITS_END) ||
	    !whole(scaled, digits))
		return false;
	if (*digits == (uint64_t)DIGITS_END) {
		*digits /= 10;
		++*exponent;
	}
	return true;
}

/* The decimal digits of NUMBER, at least MIN of them, before END. */
static char *write_back(char *end, uint64_t number, unsigned min)
{
	for (unsigned n = 0; number || n < min; n++) {
		*--end = (char)('0' + (char)(number % 10));
		number /= 10;
	}
	return end;
}

/* NR DIGITS as d.ddde-05, behind each other at TO; their end. */
static char *write_scientific(char *to, const char *digits, size_t nr,
			      int exponent)
{
	char power[24], *end = power + sizeof(power);
	const char *from = write_back(end, (uint64_t)abs(exponent), 2);

	*to++ = digits[0];
	if (nr > 1)
		*to++ = '.';
	to = mempcpy(to, digits + 1, nr - 1);
	*to++ = 'e';
	*to++ = exponent < 0 ? '-' : '+';
	return mempcpy(to, from, (size_t)(end - from));
}

/* The same as 0.000ddd, ddd.ddd or ddd000. */
static char *write_plain(char *to, const char *digits, size_t nr, int exponent)
{
	size_t before = exponent < 0 ? 0 : (size_t)exponent + 1;

	if (!before) {
		*to++ = '0';
		*to++ = '.';
		for (int i = -1; i > exponent; i--)
			*to++ = '0';
	}
	for (size_t i = 0; i < nr || i < before; i++) {
		if (i == before && before)
			*to++ = '.';
		*to++ = i < nr ? digits[i] : '0';
	}
	return to;
}

size_t decimal_general(char *text, long double value)
{
	char digits[24], *end = digits + sizeof(digits), *to = text;
	uint64_t number;
	int exponent;

	if (value == 0 || !isfinite(value) ||
	    !digits_of(fabsl(value), &number, &exponent))
		return (size_t)snprintf(text, DECIMAL_MAX, "%.15Lg", value);

	const char *from = write_back(end, number, DIGITS);
	size_t nr = DIGITS;
	while (nr > 1 && from[nr - 1] == '0')
		nr--;
	if (value < 0)
		*to++ = '-';
	to = exponent < -4 || exponent >= DIGITS ?
		     write_scientific(to, from, nr, exponent) :
		     write_plain(to, from, nr, exponent);
	*to = '\0';
	return (size_t)(to - text);
}

void decimal_count(struct outbuf *out, uint64_t count)
{
	char text[24], *end = text + sizeof(text);
	const char *from = write_back(end, count, 1);

	outbuf_bytes(out, from, (size_t)(end - from));
}

void decimal_fixed(struct outbuf *out, long double value, unsigned decimals,
		   int with_sign)
{
	char text[40], *end = text + sizeof(text), *from;
	long double scaled;
	uint64_t number;

	if (decimals > 15 || !(fabsl(value) < 0x1p50L) ||
	    !scale(fabsl(value), (int)decimals, &scaled) ||
	    !(scaled < 0x1p50L) || !whole(scaled, &number)) {
		outbuf_printf(out, with_sign ? "%+.*Lf" : "%.*Lf",
			      (int)decimals, value);
		return;
	}
	from = end;
	if (decimals) {
		uint64_t unit = (uint64_t)powers[decimals];

		from = write_back(end, number % unit, decimals);
		*--from = '.';
		number /= unit;
	}
	from = write_back(from, number, 1);
	if (signbit(value))
		*--from = '-';
	else if (with_sign)
		*--from = '+';
	outbuf_bytes(out, from, (size_t)(end - from));
}
