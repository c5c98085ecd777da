#include "diffprof/span.h"

#include <stdlib.h>

#include "diffprof/arena.h"

size_t span_common(struct span a, struct span b)
{
	size_t len = a.len < b.len ? a.len : b.len, i = 0;

	for (; i + sizeof(uint64_t) <= len; i += sizeof(uint64_t)) {
		uint64_t x, y;

		memcpy(&x, a.ptr + i, sizeof(x));
		memcpy(&y, b.ptr + i, sizeof(y));
		if (x != y)
			break;
	}
	while (i < len && a.ptr[i] == b.ptr[i])
		i++;
	return i;
}

int span_cmp(struct span a, struct span b)
{
	size_t len = a.len < b.len ? a.len : b.len;
	int order = len ? memcmp(a.ptr, b.ptr, len) : 0;

	return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool span_word(struct span *line, struct span *word)
{
	const char *p = line->ptr, *end = p + line->len;

	while (p < end && char_is_blank(*p))
		p++;
	const char *start = p;
	while (p < end && !char_is_blank(*p))
		p++;
	*word = (struct span){ start, (size_t)(p - start) };
	*line = (struct span){ p, (size_t)(end - p) };
	return word->len;
}

/* Columns are padded with many blanks: pass over eight at a time. */
static struct span without_padding(struct span text)
{
	static const char blanks[] = "        ";

	while (text.len >= 8 && !memcmp(text.ptr, blanks, 8)) {
		text.ptr += 8;
		text.len -= 8;
	}
	while (text.len >= 8 && !memcmp(text.ptr + text.len - 8, blanks, 8))
		text.len -= 8;
	return text;
}

struct span span_trim(struct span text)
{
	text = without_padding(text);
	while (text.len && char_is_blank(text.ptr[0])) {
		text.ptr++;
		text.len--;
	}
	while (text.len && char_is_blank(text.ptr[text.len - 1]))
		text.len--;
	return text;
}

enum span_number span_count(struct span text, uint64_t *value)
{
	uint64_t sum = 0;
	bool too_big = false;

	if (!text.len)
		return NUMBER_NONE;
	for (size_t i = 0; i < text.len; i++) {
		unsigned digit = (unsigned char)text.ptr[i] - '0';

		if (digit > 9)
			return NUMBER_NONE;
		if (sum > ((uint64_t)INT64_MAX - digit) / 10)
			too_big = true;
		else
			sum = 10 * sum + digit;
	}
	if (too_big)
		return NUMBER_TOO_BIG;
	*value = sum;
	return NUMBER_OK;
}

bool span_hex(struct span text, uint64_t *value)
{
	uint64_t sum = 0;

	if (span_starts(text, "0x") || span_starts(text, "0X")) {
		text.ptr += 2;
		text.len -= 2;
	}
	if (!text.len || text.len > 16)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = text.ptr[i];
		unsigned digit = c - '0';

		if (digit > 9) {
			digit = (c | 0x20) - 'a' + 10u;
			if (digit < 10 || digit > 15)
				return false;
		}
		sum = sum << 4 | digit;
	}
	*value = sum;
	return true;
}

bool span_real(struct span text, double *value)
{
	static const double tenth[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6,
					1e7, 1e8, 1e9 };
	const char *p = text.ptr, *end = p + text.len;
	bool minus = p < end && *p == '-', point = false;
	double sum = 0, scale = 1;
	size_t digits = 0, decimals = 0;

	if (p < end && (*p == '-' || *p == '+'))
		p++;
	for (; p < end; p++) {
		if (char_is_digit(*p)) {
			sum = 10 * sum + (*p - '0');
			digits++;
			decimals += point;
		} else if ((*p == '.' || *p == ',') && !point) {
			point = true;
		} else {
			return false;
		}
	}
	// Nothing prints more digits than these; keep the sum in range.
	if (!digits || digits > 300)
		return false;
	for (; decimals > 9; decimals -= 9)
		scale *= 1e9;
	scale *= tenth[decimals];
	*value = (minus ? -sum : sum) / scale;
	return true;
}

bool span_matches(struct span text, const regex_t *regex)
{
	regmatch_t part = { .rm_so = 0, .rm_eo = (regoff_t)text.len };
	char few[256], *copy = few;

	// A copy with a NUL: AddressSanitizer knows nothing of REG_STARTEND.
	if (text.len >= sizeof(few))
		copy = mem_resize(NULL, text.len + 1);
	if (text.len)
		memcpy(copy, text.ptr, text.len);
	copy[text.len] = '\0';
	bool found = !regexec(regex, copy, 1, &part, REG_STARTEND);
	if (copy != few)
		free(copy);
	return found;
}
