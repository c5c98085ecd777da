#include "changes_perf_row.h"

#include <math.h>

static bool is_number_column(unsigned kind)
{
	return kind >= PERF_BASELINE && kind <= PERF_PERIOD;
}

/* ---- numbers ------------------------------------------------------------- */

enum token {
	TOKEN_NONE,
	TOKEN_SHARE, /* 30.91% */
	TOKEN_POINTS, /* +1.20% */
	TOKEN_REAL, /* 8.000000 */
	TOKEN_WHOLE, /* 127500000 */
	TOKEN_NOT, /* N/A */
};

static enum token token_of(struct span word, struct number *number)
{
	bool sign = word.ptr[0] == '+' || word.ptr[0] == '-';
	bool percent = word.len > 1 && word.ptr[word.len - 1] == '%';

	*number = (struct number){ .value = NAN };
	if (span_is(word, "N/A"))
		return TOKEN_NOT;
	word.len -= percent;
	if (!amount_of(word, &number->value, &number->decimals))
		return TOKEN_NONE;
	number->given = true;
	// Two decimals, always; "50% of" is prose.
	if (percent && !number->decimals)
		return TOKEN_NONE;
	if (percent)
		return sign ? TOKEN_POINTS : TOKEN_SHARE;
	return number->decimals ? TOKEN_REAL : TOKEN_WHOLE;
}

static bool token_fits(enum token token, unsigned kind)
{
	switch (kind) {
	case PERF_BASELINE:
		return token == TOKEN_SHARE;
	case PERF_DELTA:
		return token == TOKEN_POINTS || token == TOKEN_NOT;
	case PERF_RATIO:
		return token == TOKEN_REAL || token == TOKEN_NOT;
	case PERF_WDIFF:
		return token == TOKEN_WHOLE || token == TOKEN_NOT;
	default:
		return token == TOKEN_WHOLE;
	}
}

/*
 * The column from FROM on that TOKEN, which ends at END in its line, is of.
 * Whoever quotes moves rows and head by the same, unless mail has changed it.
 */
static size_t column_for(const struct headings *columns, size_t from,
			 enum token token, size_t end)
{
	size_t first = columns->nr;

	for (size_t i = from; i < columns->nr; i++) {
		unsigned kind = columns->heading[i].kind;

		if (!is_number_column(kind) || !token_fits(token, kind))
			continue;
		if (columns->heading[i].end == end)
			return i;
		if (first == columns->nr)
			first = i;
	}
	return first;
}

static size_t nr_names(const struct headings *columns)
{
	size_t nr = 0;

	for (size_t i = 0; i < columns->nr; i++)
		nr += perf_column_is_name(columns->heading[i].kind);
	return nr;
}

/* Take the numbers off the front of REST, which is a part of RAW. */
static void take_numbers(const struct headings *columns, struct span raw,
			 struct span *rest, struct perf_row *row)
{
	struct span after = *rest, word;
	size_t column = 0;

	while (span_word(&after, &word)) {
		struct number number;
		enum token token = token_of(word, &number);
		size_t end = (size_t)(word.ptr + word.len - raw.ptr);

		column = column_for(columns, column, token, end);
		if (token == TOKEN_NONE || column == columns->nr)
			return;
		row->number[column++] = number;
		row->nr++;
		*rest = after;
	}
}

/* Skip "(5007510 * 100 / 28542807) - (0 * 100 / 329989961)". */
static void skip_formula(const struct headings *columns, struct span *rest)
{
	bool there = false;

	for (size_t i = 0; i < columns->nr; i++)
		there |= columns->heading[i].kind == PERF_FORMULA;
	*rest = span_trim(*rest);
	if (!there || !rest->len || rest->ptr[0] != '(')
		return;
	while (rest->len && strchr("()0123456789*/-. ", rest->ptr[0])) {
		rest->ptr++;
		rest->len--;
	}
}

/* ---- names --------------------------------------------------------------- */

/* Where "[k] " or the like begins in TEXT: what a symbol has in front. */
static bool find_level(struct span text, size_t *at)
{
	for (size_t i = 0; i + 3 <= text.len; i++)
		if (text.ptr[i] == '[' && text.ptr[i + 2] == ']' &&
		    (!i || char_is_blank(text.ptr[i - 1])) &&
		    (i + 3 == text.len || char_is_blank(text.ptr[i + 3]))) {
			*at = i;
			return true;
		}
	return false;
}

static struct span take_level(struct perf_row *row, struct span symbol)
{
	size_t at;

	if (!find_level(symbol, &at))
		return symbol;
	row->level = symbol.ptr[at + 1];
	symbol.ptr += at + 3;
	symbol.len -= at + 3;
	return span_trim(symbol);
}

/*
 * The fields of REST, for the columns of names in turn.  The last takes all that
 * is left; a symbol begins where its level stands, however few blanks are there.
 */
static void take_names(const struct headings *columns, struct span rest,
		       struct perf_row *row)
{
	size_t left = nr_names(columns), at;

	row->whole = true;
	for (size_t i = 0; i < columns->nr; i++) {
		unsigned kind = columns->heading[i].kind;
		bool symbol_next = i + 1 < columns->nr &&
				   columns->heading[i + 1].kind == PERF_SYMBOL;

		if (!perf_column_is_name(kind))
			continue;
		rest = span_trim(rest);
		struct span field = rest;
		if (--left == 0) {
			rest.len = 0;
		} else if (symbol_next && find_level(rest, &at)) {
			struct span front = { rest.ptr, at };

			// With -v an address stands between the two.
			next_field(&front, &field);
			rest.ptr += at;
			rest.len -= at;
		} else {
			next_field(&rest, &field);
		}
		if (kind == PERF_SYMBOL)
			field = take_level(row, field);
		row->name[i] = field;
		row->whole &= field.len > 0;
	}
}

/* Fields between separators, as -t has them; blanks pad them. */
static void take_separated(const struct headings *columns, char separator,
			   struct span rest, struct perf_row *row)
{
	for (size_t i = 0; i < columns->nr; i++) {
		unsigned kind = columns->heading[i].kind;
		const char *end =
			i + 1 < columns->nr ?
				memchr(rest.ptr, separator, rest.len) :
				NULL;
		struct span field = rest;

		if (end)
			field.len = (size_t)(end - rest.ptr);
		rest.ptr += field.len + (end != NULL);
		rest.len -= field.len + (end != NULL);
		field = span_trim(field);
		if (is_number_column(kind) && field.len) {
			row->nr +=
				token_of(field, &row->number[i]) != TOKEN_NONE;
		}
		if (perf_column_is_name(kind))
			row->name[i] = kind == PERF_SYMBOL ?
					       take_level(row, field) :
					       field;
	}
	row->whole = true;
}

bool perf_row_parse(const struct headings *columns, char separator,
		    struct span raw, struct span text, struct perf_row *row)
{
	struct span rest = text;

	*row = (struct perf_row){ 0 };
	if (separator) {
		if (!memchr(text.ptr, separator, text.len))
			return false;
		take_separated(columns, separator, text, row);
		return row->nr;
	}
	take_numbers(columns, raw, &rest, row);
	skip_formula(columns, &rest);
	rest = span_trim(rest);
	take_names(columns, rest, row);
	return row->nr && rest.len;
}
