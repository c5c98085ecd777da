/*
 * reporttop.c - the tables of perf top of 2009 to 2011
 *
 *	   PerfTop:   15022 irqs/sec  kernel:97.1% [1000Hz cycles],  (all)
 *
 *	             samples    pcnt   kernel function
 *	             _______   _____   _______________
 *
 *	            12345.00 - 20.1% : copy_user_generic_string
 *	             3512.00 -  5.7% : nf_iterate	[nf_conntrack]
 *
 *	             samples  pcnt function                 DSO
 *
 *	            12345.00 20.1% copy_user_generic_string [kernel.kallsyms]
 *
 * With -v the address stands in front of the function.  Counts are whole
 * numbers with two decimals; where they are weights of several events they are
 * not, and such rows are not taken.
 */
#include "reportline.h"

/* "12345.00" */
static bool whole_count(struct span word, uint64_t *count)
{
	if (!span_ends(word, ".00"))
		return false;
	word.len -= 3;
	return span_count(word, count) == NUMBER_OK;
}

static bool is_address(struct span word)
{
	uint64_t unused;

	return (word.len == 8 || word.len == 16) && span_hex(word, &unused);
}

/* The next word of LINE, and *MARKED if a "-" or ":" stands in front of it. */
static bool next_word(struct span *line, struct span *word, bool *marked)
{
	if (!span_word(line, word))
		return false;
	*marked = span_is(*word, "-") || span_is(*word, ":");
	return !*marked || span_word(line, word);
}

/* "function  [module]", or with one blank where the name is the longest. */
static void take_names(struct span text, struct report_row *row)
{
	const char *end = text.ptr + text.len, *blank;

	row->symbol = report_cell(&text);
	row->dso = span_trim(text);
	blank = row->dso.len ? NULL :
			       memrchr(row->symbol.ptr, ' ', row->symbol.len);
	if (!blank || !memchr("[/", blank[1], 2))
		return;
	row->dso = (struct span){ blank + 1, (size_t)(end - blank - 1) };
	row->symbol = span_trim((struct span){
		row->symbol.ptr, (size_t)(blank - row->symbol.ptr) });
}

bool report_top_row(struct span line, struct report_row *row)
{
	struct report_row found = { .cpu = CPU_NONE };
	bool kernel = false, marked;
	struct span word, rest;

	line = span_trim(line);
	if (!span_word(&line, &word) ||
	    !whole_count(word, &found.samples.of[0]) ||
	    !next_word(&line, &word, &kernel) ||
	    !report_percent(word, &found.percent.of[0]))
		return false;
	rest = line;
	if (!next_word(&rest, &word, &marked))
		return false;
	if (is_address(word)) {
		line = rest;
		if (!next_word(&rest, &word, &marked))
			return false;
	}
	if (marked != kernel)
		return false;
	line.len = (size_t)(line.ptr + line.len - word.ptr);
	line.ptr = word.ptr;
	take_names(line, &found);
	if (kernel && !found.dso.len)
		found.mode = MODE_KERNEL;
	found.samples.has = found.percent.has = true;
	*row = found;
	return true;
}

bool report_is_top_head(struct span line)
{
	struct span word, second;

	line = span_trim(line);
	if (span_starts(line, "PerfTop:"))
		return true;
	if (!line.len)
		return false;
	for (size_t i = 0; i < line.len; i++)
		if (!memchr("-_ ", line.ptr[i], 3))
			return span_word(&line, &word) &&
			       span_word(&line, &second) &&
			       span_is(word, "samples") &&
			       span_is(second, "pcnt");
	return true;
}
