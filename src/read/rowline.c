#include "rowline.h"

#include "printed.h"

/*
 * In the languages of util-linux 2.38, and as people write it; "total" is known
 * as it is read.
 */
const char *const rowline_total_words[] = {
	"Total",    "TOTAL",  "total:",	  "Total:", "gesamt", "insgesamt",
	"totale",   "totaal", "totalt",	  "celkem", "razem",  "guztira",
	"yhteensä", "ukupno", "összesen", "skupno", "toplam", "tổng",
	"合計",	    "总计",   "總計",	  "총계",   "всего",  "загалом",
	"укупно",   "ჯამში",  "الإجمالي", NULL,
};

static bool is_total_anywhere(struct span name)
{
	for (size_t i = 0; rowline_total_words[i]; i++)
		if (span_is(name, rowline_total_words[i]))
			return true;
	return rowline_is_total(name);
}

#define GROUPED_MAX 32

/* "1,234,567" without its commas, in TO; empty if WORD is nothing like it. */
static struct span without_commas(struct span word, char to[GROUPED_MAX])
{
	const char *point = memchr(word.ptr, '.', word.len);
	size_t whole = point ? (size_t)(point - word.ptr) : word.len, nr = 0;

	if (word.len >= GROUPED_MAX || whole < 5 || word.ptr[0] == '0')
		return (struct span){ "", 0 };
	for (size_t i = 0; i < word.len; i++) {
		bool comma = i < whole && (whole - i) % 4 == 0;

		if (comma ? !i || word.ptr[i] != ',' :
			    i != whole && !char_is_digit(word.ptr[i]))
			return (struct span){ "", 0 };
		if (!comma)
			to[nr++] = word.ptr[i];
	}
	return (struct span){ to, nr };
}

/* 1234567 or, as people write it into a table, 1,234,567. */
static enum span_number count_of(struct span word, uint64_t *count)
{
	enum span_number number = span_count(word, count);
	char digits[GROUPED_MAX];

	if (number == NUMBER_NONE && memchr(word.ptr, ',', word.len))
		number = span_count(without_commas(word, digits), count);
	return number;
}

/* "15,432.0938" */
static bool is_grouped_load(struct span word, double *load)
{
	char digits[GROUPED_MAX];

	return memchr(word.ptr, '.', word.len) &&
	       span_real(without_commas(word, digits), load);
}

/* "5.6458" or "5,6458"; readprofile prints nan for a text of no bytes. */
static bool is_load(struct span word, double *load)
{
	if (!word.len)
		return false;
	if (!memchr(word.ptr, '.', word.len) &&
	    !memchr(word.ptr, ',', word.len)) {
		*load = 0;
		return span_is(word, "nan") || span_is(word, "-nan") ||
		       span_is(word, "inf");
	}
	return (span_real(word, load) && *load >= 0) ||
	       is_grouped_load(word, load);
}

static inline const char *skip_blanks(const char *p, const char *end)
{
	// readprofile pads names to 40 columns.
	while (end - p >= 8) {
		uint64_t other = eight_bytes(p) ^ ' ' * ONES;

		if (other)
			return p + __builtin_ctzll(other) / 8;
		p += 8;
	}
	while (p < end && *p == ' ')
		p++;
	return p;
}

/* Behind the name at P: the first byte that is a blank or a control. */
static inline const char *skip_name(const char *p, const char *end)
{
	while (end - p >= 8) {
		uint64_t c = eight_bytes(p);
		// The lowest bit set is that of the first byte below 0x21.
		uint64_t below = (c - 0x21 * ONES) & ~c & (0x80 * ONES);

		if (below)
			return p + __builtin_ctzll(below) / 8;
		p += 8;
	}
	while (p < end && (unsigned char)*p > ' ')
		p++;
	return p;
}

static inline const char *take_digits(const char *p, const char *end,
				      uint64_t *value)
{
	uint64_t sum = *value;
	unsigned digit;

	for (; p < end && (digit = (unsigned char)*p - '0') <= 9; p++)
		sum = 10 * sum + digit;
	*value = sum;
	return p;
}

bool rowline_plain(struct span line, struct row_line *row)
{
	static const double scale[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6 };
	const char *end = line.ptr + line.len;
	uint64_t count = 0, load = 0;

	const char *start = skip_blanks(line.ptr, end);
	const char *p = take_digits(start, end, &count);
	if (p == start || p - start > 18 || p == end || *p != ' ')
		return false;
	const char *name = skip_blanks(p, end);
	p = skip_name(name, end);
	if (p == name || p == end || *p != ' ' || *name == '*' ||
	    char_is_digit(*name))
		return false;
	row->name = (struct span){ name, (size_t)(p - name) };
	start = skip_blanks(p, end);
	p = take_digits(start, end, &load);
	if (p == start || p == end || *p != '.')
		return false;
	const char *point = p++;
	p = take_digits(p, end, &load);
	if (p != end || p == point + 1 || p - point > 6 || p - start > 17)
		return false;

	row->count = count;
	row->load = (double)load / scale[p - point - 1];
	row->kind = rowline_is_total(row->name) ? ROW_TOTAL : ROW_SYMBOL;
	row->odd_load = p - point != 5;
	row->addr = 0;
	row->module.len = 0;
	return true;
}

/* Bytes of the blank at P, which may be a no-break one, or 0. */
static size_t blank_at(const char *start, const char *p, const char *end)
{
	if (char_is_blank(*p))
		return 1;
	if (end - p > 1 && p[0] == '\xc2' && p[1] == '\xa0')
		return 2;
	if (*p != '\xa0')
		return 0;
	// Latin-1; in UTF-8 the byte stands behind another that is no ASCII.
	while (p > start && *p == '\xa0')
		p--;
	return p == start || (unsigned char)*p < 0x80;
}

static bool split_word(struct span *line, struct span *word)
{
	const char *start = line->ptr, *p = start, *end = p + line->len;
	size_t n = 0;

	while (p < end && (n = blank_at(start, p, end)))
		p += n;
	word->ptr = p;
	while (p < end && !blank_at(start, p, end))
		p++;
	word->len = (size_t)(p - word->ptr);
	*line = (struct span){ p, (size_t)(end - p) };
	return word->len;
}

/* "1." or "2)": somebody numbered the rows. */
static bool is_numbering(struct span word)
{
	char last = word.len > 1 ? word.ptr[word.len - 1] : ' ';
	uint64_t unused;

	return (last == '.' || last == ')') && word.len < 6 &&
	       span_count((struct span){ word.ptr, word.len - 1 }, &unused) ==
		       NUMBER_OK;
}

/* "35.95%", "(35.95%)": added by hand. */
static bool is_percent(struct span word)
{
	double unused;

	if (word.len > 2 && word.ptr[0] == '(' &&
	    word.ptr[word.len - 1] == ')') {
		word.ptr++;
		word.len -= 2;
	}
	return word.len > 1 && word.ptr[word.len - 1] == '%' &&
	       span_real((struct span){ word.ptr, word.len - 1 }, &unused);
}

/* A mark that points at a row: "*", "->", "=>". */
static bool is_pointer(struct span word)
{
	return span_is(word, "*") || span_is(word, "**") ||
	       span_is(word, "->") || span_is(word, "-->") ||
	       span_is(word, "=>");
}

static void drop_first(struct words *words)
{
	words->nr--;
	memmove(&words->word[0], &words->word[1],
		words->nr * sizeof(*words->word));
}

/*
 * What people write around a row: numbers, pointers and percentages in front of
 * it, percentages and notes behind it ("<---", "(was 1234)", "!!!").
 */
static void drop_remarks(struct words *words)
{
	while (words->nr > 2 &&
	       (is_numbering(words->word[0]) || is_pointer(words->word[0]) ||
		is_percent(words->word[0])))
		drop_first(words);
	for (size_t i = 2; i < words->nr; i++)
		if (memchr("<(!#*", words->word[i].ptr[0], 5) ||
		    is_pointer(words->word[i]))
			words->nr = i;
	while (words->nr > 2 && is_percent(words->word[words->nr - 1]))
		words->nr--;
}

struct words rowline_split(struct span line)
{
	struct words words = { .nr = 0 };
	struct span word;

	while (split_word(&line, &word)) {
		if (words.nr >= WORDS_MAX) {
			words.nr = WORDS_MAX + 1;
			return words;
		}
		words.word[words.nr++] = word;
	}
	drop_remarks(&words);
	return words;
}

static bool is_zeros(struct span word)
{
	for (size_t i = 0; i < word.len; i++)
		if (word.ptr[i] != '0')
			return false;
	return true;
}

static bool is_full_address(struct span word)
{
	uint64_t unused;

	return (word.len == 8 || word.len == 16) && span_hex(word, &unused);
}

/*
 * Does W begin with an address, as -v has it?  One without leading zeros, or
 * with 0x in front, only where all of the row is there.
 */
static bool has_address(const struct words *w, bool has_load)
{
	uint64_t unused;

	if (is_full_address(w->word[0]))
		return w->nr >= (has_load ? 4u : 3u);
	return w->nr == 4 && has_load && w->word[0].len >= 4 &&
	       span_hex(w->word[0], &unused) &&
	       count_of(w->word[2], &unused) != NUMBER_NONE;
}

/* No symbol is a number, but for an address that has no name. */
static bool is_number(struct span word)
{
	double unused;

	return span_real(word, &unused) && !is_full_address(word);
}

static bool has_four_decimals(struct span load)
{
	return load.len > 5 && !char_is_digit(load.ptr[load.len - 5]);
}

static enum line_kind classify_row(const struct words *w, struct row_line *row)
{
	const size_t name_at = 1;
	size_t count_at = 0;
	double load;

	*row = (struct row_line){ .load = -1 };
	bool has_load = is_load(w->word[w->nr - 1], &load);
	uint64_t count = 0;

	if (has_address(w, has_load) &&
	    count_of(w->word[w->nr - 1 - has_load], &count) != NUMBER_NONE) {
		count_at = w->nr - 1 - has_load;
		span_hex(w->word[0], &row->addr);
	} else if (is_full_address(w->word[0]) && is_zeros(w->word[0])) {
		return LINE_OTHER; // the total of -v, cut or wrapped
	}

	enum span_number number = count_of(w->word[count_at], &count);
	if (number == NUMBER_NONE)
		return LINE_OTHER;
	size_t name_end = count_at ? count_at : w->nr - has_load;
	if (name_end <= name_at)
		return LINE_OTHER;

	for (size_t i = name_at; i < name_end; i++)
		if (is_number(w->word[i]))
			return LINE_OTHER;
	struct span name = w->word[name_at];
	struct span behind = w->word[name_end - 1];
	if (name_end - name_at > 1 && behind.len > 2 && behind.ptr[0] == '[' &&
	    behind.ptr[behind.len - 1] == ']') {
		row->module = behind;
		name_end--;
	}
	if (name_end - name_at > 1) {
		// A name with blanks: only where the load is beyond doubt.
		if (!has_load || !has_four_decimals(w->word[w->nr - 1]))
			return LINE_OTHER;
		behind = w->word[name_end - 1];
		name.len = (size_t)(behind.ptr + behind.len - name.ptr);
		if (memchr(name.ptr, '\n', name.len))
			return LINE_OTHER;
	}
	// Without a load "1,234,567 cycles" may be of perf stat.
	if (!has_load && !span_is(name, SYMBOL_UNKNOWN) &&
	    memchr(w->word[count_at].ptr, ',', w->word[count_at].len))
		return LINE_OTHER;
	row->name = name;
	row->load = has_load ? load : -1;
	row->odd_load = has_load && !has_four_decimals(w->word[w->nr - 1]);
	row->count = count;
	if (span_is(name, SYMBOL_UNKNOWN))
		row->kind = ROW_UNKNOWN;
	else if (is_total_anywhere(name))
		row->kind = ROW_TOTAL;
	if (number == NUMBER_TOO_BIG) {
		row->digits = w->word[count_at];
		return LINE_TOO_BIG;
	}
	return has_load || row->kind == ROW_UNKNOWN ? LINE_ROW : LINE_SHORT;
}

enum line_kind rowline_classify(const struct words *w, struct row_line *row)
{
	struct span first = w->word[0], second = w->word[1];
	uint64_t unused;

	if (w->nr == 0 || w->nr > WORDS_MAX)
		return LINE_OTHER;
	if (w->nr == 1)
		return first.len > 1 && first.ptr[first.len - 1] == ':' ?
			       LINE_HEADING :
			       LINE_OTHER;
	if (span_is(first, "Sampling_step:"))
		return LINE_DETAIL;
	if (w->nr == 3 && span_starts(first, "0x") &&
	    span_hex(first, &unused) && memchr(second.ptr, '+', second.len)) {
		if (span_count(w->word[2], &row->count) == NUMBER_OK) {
			row->addr = unused;
			row->name = second;
		}
		return LINE_DETAIL;
	}
	enum span_number number =
		w->nr == 2 ? span_count(second, &row->count) : NUMBER_NONE;
	if (number != NUMBER_NONE) {
		row->digits = number == NUMBER_TOO_BIG ? second : SPAN("");
		if (is_total_anywhere(first))
			return LINE_BINS_TOTAL;
		// Not padded: s390's kernel begins at 0x100000.
		if (first.len >= 5 && first.len <= 16 &&
		    span_hex(first, &row->addr))
			return LINE_BIN;
	}
	return classify_row(w, row);
}
