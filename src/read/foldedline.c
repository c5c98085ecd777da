#include "foldedline.h"

#include "diffprof/profile.h"
#include "diffprof/textlines.h"

/* More decimals than a measurement has. */
#define SCALE_MAX 15
/* So many lines tell how many counts all of them have. */
#define LINES_SEEN 64

/* ---- counts -------------------------------------------------------------- */

/* WORD without a sign and without zeros behind its decimals. */
static struct span significant(struct span word, bool *negative)
{
	*negative = word.len && word.ptr[0] == '-';
	word.ptr += *negative;
	word.len -= *negative;
	if (!memchr(word.ptr, '.', word.len) &&
	    !memchr(word.ptr, ',', word.len))
		return word;
	while (word.len > 1 && word.ptr[word.len - 1] == '0')
		word.len--;
	if (word.len > 1 &&
	    (word.ptr[word.len - 1] == '.' || word.ptr[word.len - 1] == ','))
		word.len--;
	return word;
}

static enum folded_kind parse_count(struct span word,
				    struct folded_count *count)
{
	bool negative, too_big = false, point = false, any = false;

	*count = (struct folded_count){ 0 };
	word = significant(word, &negative);
	for (size_t i = 0; i < word.len; i++) {
		unsigned digit = (unsigned char)word.ptr[i] - '0';

		if (digit > 9) {
			if (point || (word.ptr[i] != '.' && word.ptr[i] != ','))
				return FOLDED_OTHER;
			point = true;
			continue;
		}
		any = true;
		too_big |= count->value > (COUNT_MAX - digit) / 10 ||
			   count->scale == SCALE_MAX;
		count->value = 10 * count->value + digit;
		count->scale += point && count->scale < SCALE_MAX;
	}
	if (!any)
		return FOLDED_OTHER;
	if (negative && count->value)
		return FOLDED_NEGATIVE;
	return too_big ? FOLDED_TOO_BIG : FOLDED_ROW;
}

/*
 * Whole numbers, as nearly all are: the value of the digits that END is behind,
 * and where they begin.  At most 18, which always fit.
 */
static inline const char *digits_before(const char *start, const char *end,
					uint64_t *value)
{
	const char *p = end;
	uint64_t unit = 1, sum = 0;

	while (p > start && end - p < 18 && char_is_digit(p[-1])) {
		sum += unit * (uint64_t)(*--p - '0');
		unit *= 10;
	}
	*value = sum;
	return p;
}

/* Take a count off the end of STACK, and the blanks in front of it. */
static inline enum folded_kind
take_count(struct span *stack, struct folded_count *count, struct span *word)
{
	const char *start = stack->ptr, *end = start + stack->len;
	enum folded_kind kind = FOLDED_ROW;
	const char *p = digits_before(start, end, &count->value);

	count->scale = 0;
	if (p == end || p == start || !char_is_blank(p[-1])) {
		for (p = end; p > start && !char_is_blank(p[-1]); p--)
			;
		*word = (struct span){ p, (size_t)(end - p) };
		kind = parse_count(*word, count);
	}
	if (kind == FOLDED_OTHER)
		return kind;
	while (p > start && char_is_blank(p[-1]))
		p--;
	stack->len = (size_t)(p - start);
	return stack->len ? kind : FOLDED_OTHER;
}

/* ---- lines --------------------------------------------------------------- */

static struct span trim(struct span line)
{
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	if (!line.len || (!char_is_blank(line.ptr[0]) &&
			  !char_is_blank(line.ptr[line.len - 1])))
		return line;
	return span_trim(line);
}

enum folded_kind foldedline_parse(struct span line, bool two,
				  struct folded_line *row)
{
	struct span stack = trim(line);

	if (!stack.len || stack.ptr[0] == '#')
		return row->kind = FOLDED_REMARK;
	row->kind = take_count(&stack, &row->count[two], &row->word);
	if (two && row->kind == FOLDED_ROW)
		row->kind = take_count(&stack, &row->count[0], &row->word);
	row->stack = stack;
	return row->kind;
}

/* The lines of TEXT up to where the last one may have been cut off. */
static struct span whole_part(struct span text, bool whole)
{
	const char *end = whole ? NULL : memrchr(text.ptr, '\n', text.len);

	if (!whole)
		text.len = end ? (size_t)(end + 1 - text.ptr) : 0;
	return text;
}

bool foldedline_has_two(struct span text)
{
	struct textlines lines = textlines_begin(text);
	struct folded_line row;
	struct span line;
	size_t rows = 0;

	while (rows < LINES_SEEN && textlines_next(&lines, &line)) {
		enum folded_kind kind = foldedline_parse(line, true, &row);

		if (kind == FOLDED_REMARK)
			continue;
		if (kind != FOLDED_ROW)
			return false;
		rows++;
	}
	return rows;
}

bool foldedline_has_one(struct span text)
{
	struct textlines lines = textlines_begin(text);
	struct folded_line row;
	struct span line;

	while (textlines_next(&lines, &line))
		if (foldedline_parse(line, true, &row) == FOLDED_OTHER &&
		    foldedline_parse(line, false, &row) == FOLDED_ROW)
			return true;
	return false;
}

/* ---- names --------------------------------------------------------------- */

struct folded_frame foldedline_frame(struct span text)
{
	struct folded_frame frame = { .symbol = text };
	char mark = text.len > 4 && span_ends(text, "]") ?
			    text.ptr[text.len - 2] :
			    '\0';

	if (mark && text.ptr[text.len - 4] == '_' &&
	    text.ptr[text.len - 3] == '[' && memchr("kij", mark, 3)) {
		frame.symbol.len -= 4;
		frame.kernel = mark == 'k';
		frame.inlined = mark == 'i';
	}
	if (!frame.symbol.len || span_is(frame.symbol, "[unknown]"))
		frame.symbol = SPAN(SYMBOL_UNKNOWN);
	return frame;
}

/* ---- whole texts --------------------------------------------------------- */

/* A row without a ';' that could be one of a table: its first word is a number. */
static bool begins_with_number(struct span stack)
{
	struct folded_count unused;
	struct span word;

	return span_word(&stack, &word) &&
	       parse_count(word, &unused) != FOLDED_OTHER;
}

enum folded_looks foldedline_looks(struct span text, bool whole)
{
	enum folded_looks looks = FOLDED_LOOKS_OPEN;
	struct textlines lines = textlines_begin(whole_part(text, whole));
	struct folded_line row;
	struct span line;

	while (textlines_next(&lines, &line)) {
		if (memchr(line.ptr, '\0', line.len))
			return FOLDED_LOOKS_NOT;
		switch (foldedline_parse(line, false, &row)) {
		case FOLDED_ROW:
		case FOLDED_NEGATIVE:
		case FOLDED_TOO_BIG:
			if (memchr(row.stack.ptr, ';', row.stack.len))
				looks = FOLDED_LOOKS;
			else if (begins_with_number(row.stack))
				return FOLDED_LOOKS_NOT;
			else if (looks == FOLDED_LOOKS_OPEN)
				looks = FOLDED_LOOKS_BARE;
			break;
		case FOLDED_REMARK:
			break;
		case FOLDED_OTHER:
			// The end of a text may be cut off.
			if (lines.next != lines.end)
				return FOLDED_LOOKS_NOT;
			break;
		}
	}
	return looks;
}
