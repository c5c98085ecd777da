/*
 * opreport_old.c - what the first oprofile tools printed
 *
 *	Row::next(void) const[0x0813ac24]: 15.4904% (1352 samples)
 *
 * is oprofpp of 0.1, smallest first, and
 *
 *	/lib/libc-2.1.2.so 19 32.7586%
 *
 * is op_time of that time: a summary by image.
 */
#include "opreport.h"

/* What stands behind the last "[0x", "(" or the like in TEXT; NULL: nothing. */
static const char *find_last(struct span text, const char *mark)
{
	size_t len = strlen(mark);

	for (size_t i = text.len; i >= len; i--)
		if (!memcmp(text.ptr + i - len, mark, len))
			return text.ptr + i - len;
	return NULL;
}

static bool percent_of(struct span word, struct op_cell *cell)
{
	return word.len > 1 && word.ptr[word.len - 1] == '%' &&
	       char_is_digit(word.ptr[0]) && op_take_percent(word, cell);
}

/* NAME[0xADDR]: P% (N samples) */
static bool take_oprofpp(struct span line, struct op_row *row,
			 struct op_cell *cell)
{
	const char *end = line.ptr + line.len, *open, *close, *colon;
	struct span word, rest;

	if (!span_ends(line, " samples)") && !span_ends(line, " sample)"))
		return false;
	open = find_last(line, "[0x");
	if (!open || open == line.ptr)
		return false;
	close = memchr(open, ']', (size_t)(end - open));
	if (!close || end - close < 2 || close[1] != ':')
		return false;
	colon = close + 1;
	if (!span_hex((struct span){ open + 1, (size_t)(close - open - 1) },
		      &row->addr))
		return false;
	rest = (struct span){ colon + 1, (size_t)(end - colon - 1) };
	if (!span_word(&rest, &word) || !percent_of(word, cell) ||
	    !span_word(&rest, &word) || word.ptr[0] != '(')
		return false;
	row->name[OP_SYMBOL] = span_trim(
		(struct span){ line.ptr, (size_t)(open - line.ptr) });
	return span_count((struct span){ word.ptr + 1, word.len - 1 },
			  &cell->count) == NUMBER_OK &&
	       row->name[OP_SYMBOL].len;
}

/* PATH COUNT PERCENT% */
static bool take_op_time(struct span line, struct op_row *row,
			 struct op_cell *cell)
{
	struct span path, count, percent, more;

	return line.len && line.ptr[0] == '/' && span_word(&line, &path) &&
	       span_word(&line, &count) && span_word(&line, &percent) &&
	       !span_word(&line, &more) && percent_of(percent, cell) &&
	       span_count(count, &cell->count) == NUMBER_OK &&
	       (row->name[OP_IMAGE] = path).len;
}

bool op_take_old(struct span line, struct op_row *row, struct op_cell *cell,
		 struct op_layout *layout)
{
	struct op_row found = { .named = true };

	*layout = (struct op_layout){ .classes = 1, .percent = true,
				      .nr_names = 1 };
	*cell = (struct op_cell){ 0 };
	if (take_oprofpp(line, &found, cell)) {
		layout->vma = true;
		layout->name[0] = OP_SYMBOL;
	} else if (take_op_time(line, &found, cell)) {
		layout->summary = true;
		layout->name[0] = OP_IMAGE;
	} else {
		return false;
	}
	*row = found;
	return true;
}
