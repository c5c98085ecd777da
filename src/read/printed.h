/*
 * printed.h - the line that readprofile(8) prints, taken eight columns at a time
 *
 * Nearly all lines of nearly all listings are such, and reading them is most of
 * what a comparison costs.  It is inline because the row then never is in memory
 * between the text and the profile.
 */
#ifndef READ_PRINTED_H
#define READ_PRINTED_H

#include "diffprof/textlines.h"
#include "rowline.h"

/* Eight bytes, the first in the lowest; there must be so many. */
static inline uint64_t eight_bytes(const char *p)
{
	uint64_t bytes;

	memcpy(&bytes, p, sizeof(bytes));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	bytes = __builtin_bswap64(bytes);
#endif
	return bytes;
}

#define ONES 0x0101010101010101u

/*
 * The number in FIELD, which is eight columns of digits with blanks in front;
 * false if it is something else.
 */
static inline bool take_padded(uint64_t field, uint64_t *value)
{
	uint64_t other = field ^ ' ' * ONES;

	if (!other)
		return false;
	// Digits become their values, and the blanks zeros.
	uint64_t d = field ^ '0' * ONES;
	d &= ~UINT64_C(0) << (__builtin_ctzll(other) & 0x38);
	if (((d + 0x76 * ONES) | d) & 0x80 * ONES)
		return false;
	// Two digits to each 16 bits, four to each 32, all eight.
	d = (d * (1 + (10 << 8))) >> 8 & 0x00ff00ff00ff00ff;
	d = (d * (1 + (100 << 16))) >> 16 & 0x0000ffff0000ffff;
	*value = (d * (1 + (UINT64_C(10000) << 32))) >> 32;
	return true;
}

/* The length of what stands in 40 columns at P, and blanks behind it; or 0. */
static inline size_t padded_name(const char *p)
{
	uint64_t c, below = 0, rest = 0;
	size_t i = 0, len = 40;

	for (; i < 40 && !below; i += 8) {
		c = eight_bytes(p + i);
		// The lowest bit set is that of the first byte below 0x21.
		below = (c - 0x21 * ONES) & ~c & (0x80 * ONES);
	}
	if (below) {
		unsigned bits = (unsigned)__builtin_ctzll(below) & 0x38;

		rest = (c ^ ' ' * ONES) >> bits;
		len = i - 8 + bits / 8;
	}
	for (; i < 40; i += 8)
		rest |= eight_bytes(p + i) ^ ' ' * ONES;
	return rest ? 0 : len;
}

/*
 * printf("%6u %-40s %8.4f\n"), unless something is too long for its column:
 * then there is nothing to search for but the end of the name.
 */
#define NAME_AT 7
#define LOAD_AT 48
#define PRINTED_SIZE 57

/*
 * Take the next line of LINES if every column of it is where readprofile(8)
 * itself puts it; else false, and LINES is as it was.
 */
static inline __attribute__((always_inline)) bool
rowline_printed(struct textlines *lines, struct row_line *row)
{
	const char *p = lines->next;

	if (lines->end - p < PRINTED_SIZE || p[NAME_AT - 1] != ' ' ||
	    p[LOAD_AT - 1] != ' ' || p[LOAD_AT + 3] != '.' ||
	    p[PRINTED_SIZE - 1] != '\n' || p[LOAD_AT + 2] == ' ')
		return false;

	uint64_t count, load, c = eight_bytes(p + LOAD_AT);
	size_t len = padded_name(p + NAME_AT);
	// Without the point, and the six columns of the count, as eight each.
	if (!len || p[NAME_AT] == '*' || char_is_digit(p[NAME_AT]) ||
	    !take_padded((c & ~UINT64_C(0xffffffff)) | (c & 0xffffff) << 8 |
				 ' ',
			 &load) ||
	    !take_padded(eight_bytes(p) << 16 | ' ' << 8 | ' ', &count))
		return false;

	*row = (struct row_line){
		.name = { p + NAME_AT, len },
		.count = count,
		.load = (double)load / 1e4,
	};
	row->kind = rowline_is_total(row->name) ? ROW_TOTAL : ROW_SYMBOL;
	lines->next = p + PRINTED_SIZE;
	lines->lineno++;
	return true;
}

#endif
