/*
 * span.h - a piece of text that belongs to somebody else
 *
 * Spans point into inputs, arenas or literals and are never freed.  Reading
 * numbers from them uses no locale.  "Blank" is a space or a tab.
 */
#ifndef DIFFPROF_SPAN_H
#define DIFFPROF_SPAN_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct span {
	const char *ptr;
	size_t len;
};

#define SPAN(literal) ((struct span){ "" literal, sizeof(literal) - 1 })

static inline struct span span_of(const char *text)
{
	return (struct span){ text, text ? strlen(text) : 0 };
}

static inline bool span_eq(struct span a, struct span b)
{
	return a.len == b.len && (!a.len || !memcmp(a.ptr, b.ptr, a.len));
}

static inline bool span_is(struct span a, const char *text)
{
	return span_eq(a, span_of(text));
}

static inline bool span_starts(struct span a, const char *prefix)
{
	size_t len = strlen(prefix);
	return a.len >= len && !memcmp(a.ptr, prefix, len);
}

static inline bool span_ends(struct span a, const char *suffix)
{
	size_t len = strlen(suffix);
	return a.len >= len && !memcmp(a.ptr + a.len - len, suffix, len);
}

/* Is C in TEXT?  Eight bytes at a time: for short texts, and many of them. */
static inline bool span_has(struct span text, char c)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t bytes, found = 0;

	if (text.len < sizeof(bytes))
		return text.len && memchr(text.ptr, c, text.len);
	const char *last = text.ptr + text.len - sizeof(bytes);
	for (const char *p = text.ptr;; p += sizeof(bytes)) {
		// The last eight overlap those before.
		p = p < last ? p : last;
		memcpy(&bytes, p, sizeof(bytes));
		bytes ^= ones * (unsigned char)c;
		found |= (bytes - ones) & ~bytes & (ones << 7);
		if (p == last)
			return found;
	}
}

static inline bool char_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool char_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Byte order, as strcmp: for sorting. */
int span_cmp(struct span a, struct span b);
/* How many bytes A and B have in common from their start. */
size_t span_common(struct span a, struct span b);

/* Take the next word off the front of LINE; false if only blanks are left. */
bool span_word(struct span *line, struct span *word);
/* Without blanks at either end. */
struct span span_trim(struct span text);

enum span_number {
	NUMBER_NONE,	/* not a number */
	NUMBER_OK,
	NUMBER_TOO_BIG,	/* digits, but over the limit */
};

/* Decimal digits and nothing else, up to 2^63 - 1. */
enum span_number span_count(struct span text, uint64_t *value);
/* Hexadecimal digits, with or without 0x, and nothing else. */
bool span_hex(struct span text, uint64_t *value);
/*
 * Digits with an optional sign and one decimal point or comma, and nothing
 * else.  No exponent, no inf or nan.
 */
bool span_real(struct span text, double *value);

/* Does REGEX match somewhere in TEXT?  A NUL is a character like others. */
bool span_matches(struct span text, const regex_t *regex);

#endif
