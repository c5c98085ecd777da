/*
 * opreport_parts.c - rows that are parts of other rows
 *
 * With -c a function stands among its callers and callees, which are indented:
 *
 *	-------------------------------------------------------------------------
 *	  12       100.000  sys_read
 *	2638066  11.0132  vfs_read
 *	  2638066  100.000  vfs_read [self]
 *	-------------------------------------------------------------------------
 *
 * with -d its addresses stand below it, without a name, and in a summary the
 * libraries of an application, behind a tab and with percentages of it:
 *
 *	   737746 86.6169 bash
 *		   600000 81.3288 libc-2.5.so
 *		   137746 18.6712 bash
 *
 * All of these are in the row's own count already.  But people indent lists,
 * too, so the numbers must agree.
 */
#include "opreport.h"

static const struct op_layout *layout_of(const struct op_text *text, size_t i)
{
	return &text->table[text->row[i].table].layout;
}

static const struct op_cell *cell_of(const struct op_text *text, size_t i)
{
	return &text->cell[text->row[i].cell];
}

/* ---- blocks between dashes ----------------------------------------------- */

static bool is_self(const struct op_row *row)
{
	return span_ends(row->name[OP_SYMBOL], " [self]");
}

/* The row of block [FIRST, END) that its row I, with "[self]", is of. */
static size_t find_owner(const struct op_text *text, size_t first, size_t end,
			 size_t self)
{
	struct span name = text->row[self].name[OP_SYMBOL];

	name.len -= strlen(" [self]");
	for (size_t i = first; i < end; i++)
		if (span_eq(text->row[i].name[OP_SYMBOL], name) &&
		    cell_of(text, i)->count >= cell_of(text, self)->count)
			return i;
	return self;
}

/* Only one row of a block counts, if it is one. */
static void take_block(struct op_text *text, size_t first, size_t end)
{
	size_t owner = first, self = end, nr = 0;

	for (size_t i = first; i < end; i++) {
		const struct op_row *row = &text->row[i];

		if (row->start < text->row[owner].start)
			owner = i;
		if (is_self(row))
			self = i;
	}
	for (size_t i = first; i < end; i++)
		nr += text->row[i].start == text->row[owner].start;
	if (nr > 1) {
		// Nothing is indented, or somebody has taken it out.
		if (self == end)
			return;
		owner = find_owner(text, first, end, self);
	}
	for (size_t i = first; i < end; i++)
		text->row[i].part |= i != owner;
}

static void take_blocks(struct op_text *text)
{
	size_t first = 0;

	while (first < text->nr) {
		size_t end = first + 1;

		while (end < text->nr && !text->row[end].block &&
		       text->row[end].table == text->row[first].table)
			end++;
		if (text->row[first].block)
			take_block(text, first, end);
		first = end;
	}
}

/* ---- rows below a row ---------------------------------------------------- */

/* Is row I indented deeper than ROW? */
static bool is_deeper(const struct op_text *text, size_t i, size_t row)
{
	const struct op_row *a = &text->row[i], *b = &text->row[row];

	// A summary has its counts to the right, others to the left.
	if (layout_of(text, i)->summary && !layout_of(text, i)->second_percent)
		return a->end > b->end && a->start > b->start;
	return a->start > b->start;
}

/* Can CELL's percentage be one of TOTAL samples? */
static bool is_percent_of(const struct op_cell *cell, uint64_t total)
{
	double unit = 1, exact;

	if (!cell->percent || !total)
		return false;
	for (unsigned i = 0; i < cell->decimals; i++)
		unit /= 10;
	exact = 100 * (double)cell->count / (double)total;
	double off = exact - (double)cell->digits * unit;
	return off < 0.51 * unit && off > -0.51 * unit;
}

/* Is row I, of 1 to all of them, a part of ROW by its percentage? */
static bool percent_says_part(const struct op_text *text, size_t i, size_t row)
{
	const struct op_cell *whole = cell_of(text, row);
	double share = (double)whole->digits;

	if (!is_percent_of(cell_of(text, i), whole->count))
		return false;
	for (unsigned k = 0; k < whole->decimals; k++)
		share /= 10;
	// Of what the row itself is a percentage of, it is another.
	return share > 99.9 || !whole->percent || share <= 0 ||
	       !is_percent_of(cell_of(text, i),
			      (uint64_t)((double)whole->count * 100 / share));
}

/* The rows below ROW, which are its parts if the numbers agree. */
struct below {
	size_t end;
	uint64_t sum;
	bool heading, unnamed, percents;
};

static struct below look_below(const struct op_text *text, size_t row)
{
	struct below b = { .end = row + 1, .percents = true };
	uint64_t whole = cell_of(text, row)->count;

	b.heading = b.end < text->nr && text->row[b.end].below;
	for (; b.end < text->nr && text->row[b.end].table ==
					   text->row[row].table &&
	       !text->row[b.end].block;
	     b.end++) {
		uint64_t count = cell_of(text, b.end)->count;

		if (b.end > row + 1 && text->row[b.end].below)
			break;
		// Behind a heading the indentation may be lost.
		if (!is_deeper(text, b.end, row) &&
		    !(b.heading && count <= whole - b.sum && count))
			break;
		if (count > whole - b.sum)
			break;
		b.sum += count;
		b.unnamed |= !text->row[b.end].named;
		b.percents &= percent_says_part(text, b.end, row);
	}
	return b;
}

/* Rows behind ROW and before END that have an address and no name. */
static void keep_details(struct op_text *text, size_t row, size_t end)
{
	text->row[row].detail = text->nr_details;
	for (size_t i = row + 1; i < end; i++) {
		const struct op_row *part = &text->row[i];

		if (part->named)
			continue;
		ARENA_ROOM(&text->arena, text->detail, text->nr_details,
			   text->cap_details);
		text->detail[text->nr_details++] =
			(struct op_detail){ part->addr, part->cell };
	}
	text->row[row].nr_details = text->nr_details - text->row[row].detail;
}

static size_t take_below(struct op_text *text, size_t row)
{
	struct below b = look_below(text, row);
	bool sums = b.sum == cell_of(text, row)->count;
	bool summary = layout_of(text, row)->summary;

	if (b.end == row + 1 ||
	    !(b.heading || b.unnamed || b.percents || (summary && sums)))
		return row + 1;
	for (size_t i = row + 1; i < b.end; i++)
		text->row[i].part = true;
	if (layout_of(text, row)->vma && !summary)
		keep_details(text, row, b.end);
	return b.end;
}

size_t op_find_parts(struct op_text *text)
{
	size_t nr = 0;

	if (!text->parts)
		return 0;
	take_blocks(text);
	for (size_t i = 0; i < text->nr;)
		i = text->row[i].part ? i + 1 : take_below(text, i);
	// Addresses whose row is not there, or numbers that lost their name.
	for (size_t i = 0; i < text->nr; i++) {
		text->row[i].part |= !text->row[i].named;
		nr += text->row[i].part;
	}
	return nr;
}
