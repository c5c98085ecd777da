#include "rowline.h"

/* What readprofile calls the total in the languages of util-linux. */
static const char *const total_words[] = {
	"total", "gesamt", "totale", "totaal", "totalt", "celkem", "razem",
	"guztira", "yhteensä", "ukupno", "összesen", "skupno", "toplam", "tổng",
	"合計", "总计", "總計", "총계", "всего", "загалом", "укупно", "ჯამში",
	"الإجمالي",
};

static bool is_total(struct span name)
{
	// The first is nearly always the one; most symbols begin otherwise.
	if (span_eq(name, SPAN("total")))
		return true;
	if (name.len < 4)
		return false;
	for (size_t i = 1; i < sizeof(total_words) / sizeof(*total_words); i++)
		if (span_is(name, total_words[i]))
			return true;
	return false;
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
	return span_real(word, load) && *load >= 0;
}

bool rowline_plain(struct span line, struct text_row *row)
{
	const char *p = line.ptr, *end = p + line.len;
	uint64_t count = 0, load = 0, scale = 1;
	unsigned digit;

	while (p < end && *p == ' ')
		p++;
	const char *start = p;
	while (p < end && (digit = (unsigned char)*p - '0') <= 9) {
		count = 10 * count + digit;
		p++;
	}
	if (p == start || p - start > 18 || p == end || *p != ' ')
		return false;
	while (p < end && *p == ' ')
		p++;
	const char *name = p;
	while (p < end && (unsigned char)*p > ' ')
		p++;
	if (p == name || p == end || *p != ' ' || *name == '*')
		return false;
	row->len = (uint32_t)(p - name);
	while (p < end && *p == ' ')
		p++;
	start = p;
	while (p < end && (digit = (unsigned char)*p - '0') <= 9) {
		load = 10 * load + digit;
		p++;
	}
	if (p == start || p == end || *p != '.')
		return false;
	for (p++; p < end && (digit = (unsigned char)*p - '0') <= 9; p++) {
		load = 10 * load + digit;
		scale *= 10;
	}
	if (p != end || scale == 1 || p - start > 17)
		return false;

	row->name = name;
	row->count = count;
	row->load = (double)load / (double)scale;
	row->kind = is_total((struct span){ name, row->len }) ? ROW_TOTAL :
								ROW_SYMBOL;
	return true;
}

struct words rowline_split(struct span line)
{
	struct words words = { .nr = 0 };
	struct span word;

	while (span_word(&line, &word)) {
		if (words.nr >= WORDS_MAX) {
			words.nr = WORDS_MAX + 1;
			break;
		}
		words.word[words.nr++] = word;
	}
	return words;
}

static bool is_address(struct span word)
{
	uint64_t unused;

	return (word.len == 8 || word.len == 16) && span_hex(word, &unused);
}

static bool has_four_decimals(struct span load)
{
	return load.len > 5 && !char_is_digit(load.ptr[load.len - 5]);
}

static enum line_kind classify_row(const struct words *w, struct text_row *row)
{
	size_t count_at = 0, name_at = 1, last = w->nr - 1;
	double load;

	*row = (struct text_row){ .load = -1 };
	bool has_load = is_load(w->word[last], &load);
	if (w->nr >= (has_load ? 4u : 3u) && is_address(w->word[0])) {
		count_at = w->nr - 1 - has_load;
		name_at = 1;
		last = count_at;
		span_hex(w->word[0], &row->addr);
	}

	uint64_t count;
	enum span_number number = span_count(w->word[count_at], &count);
	if (number == NUMBER_NONE)
		return LINE_OTHER;
	size_t name_end = count_at ? count_at : w->nr - has_load;
	if (name_end <= name_at)
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
	row->name = name.ptr;
	row->len = (uint32_t)name.len;
	row->load = has_load ? load : -1;
	row->count = count;
	if (span_is(name, SYMBOL_UNKNOWN))
		row->kind = ROW_UNKNOWN;
	else if (is_total(name))
		row->kind = ROW_TOTAL;
	if (number == NUMBER_TOO_BIG)
		return LINE_TOO_BIG;
	return has_load || row->kind != ROW_SYMBOL ? LINE_ROW : LINE_SHORT;
}

enum line_kind rowline_classify(const struct words *w, struct text_row *row)
{
	struct span first = w->word[0], second = w->word[1];
	uint64_t unused;

	if (w->nr == 0 || w->nr > WORDS_MAX)
		return LINE_OTHER;
	if (w->nr == 1)
		return first.len > 1 && first.ptr[first.len - 1] == ':' ?
			       LINE_HEADING : LINE_OTHER;
	if (span_is(first, "Sampling_step:"))
		return LINE_DETAIL;
	if (w->nr == 3 && span_starts(first, "0x") &&
	    span_hex(first, &unused) && memchr(second.ptr, '+', second.len))
		return LINE_DETAIL;
	if (w->nr == 2 && span_count(second, &row->count) == NUMBER_OK) {
		if (is_total(first))
			return LINE_BINS_TOTAL;
		if (is_address(first)) {
			span_hex(first, &row->addr);
			return LINE_BIN;
		}
	}
	return classify_row(w, row);
}
