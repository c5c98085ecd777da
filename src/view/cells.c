#include "diffprof/cells.h"

#include <stdio.h>

#include "diffprof/escape.h"

/*
 * As printf does it: half to even.  What a text states has its decimals; all
 * else those of the column.
 */
static void format_real(char *text, size_t size, const struct view *view,
			const struct column *column, long double real)
{
	bool stated = view->diff && view->diff->stated;

	if (column->flags & COLUMN_PERCENT)
		real *= 100;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	if (stated && column->flags & COLUMN_AMOUNT)
		snprintf(text, size,
			 column->flags & COLUMN_CHANGE ? "%+.*Lf" : "%.*Lf",
			 (int)diff_decimals(view->diff), real);
	else
		snprintf(text, size, column->format, real);
#pragma GCC diagnostic pop

	// A sign in front of nothing but zeros says more than is known.
	if ((text[0] == '-' || text[0] == '+') && !strpbrk(text, "123456789"))
		memmove(text, text + 1, strlen(text));
}

static void print_real(struct outbuf *out, const struct view *view,
		       const struct column *column, long double real)
{
	// The longest long double has 4933 digits before the point.
	char text[5000];

	format_real(text, sizeof(text), view, column, real);
	outbuf_text(out, text);
}

/* The columns whose count may lie between bounds. */
enum bounded { BOUNDED_NOT, BOUNDED_COUNT, BOUNDED_MEAN };

static enum bounded bounds_of(const struct view *view,
			      const struct column *column, const void *of,
			      struct diff_row *low, struct diff_row *high)
{
	const struct diff_row *row = of;

	if (!view->diff || row->status != STATUS_UNCERTAIN ||
	    row == &view->diff->total)
		return BOUNDED_NOT;

	bool is_base = column->flags & COLUMN_BASE;
	if (!(is_base ? row->base_cut : row->test_cut))
		return BOUNDED_NOT;
	*low = *high = *row;
	high->base = row->base_high;
	high->test = row->test_high;
	if (!strcmp(column->name, is_base ? "base" : "test"))
		return BOUNDED_COUNT;
	if (!strcmp(column->name, is_base ? "base_mean" : "test_mean"))
		return BOUNDED_MEAN;
	return BOUNDED_NOT;
}

static void print_bound(struct outbuf *out, const struct view *view,
			const struct column *column, enum bounded kind,
			const struct diff_row *row)
{
	bool is_base = column->flags & COLUMN_BASE;

	if (kind == BOUNDED_MEAN)
		print_real(out, view, column,
			   is_base ? diff_base_mean(view->diff, row) :
				     diff_test_mean(view->diff, row));
	else
		outbuf_printf(
			out, "%llu",
			(unsigned long long)(is_base ? row->base : row->test));
}

static void print_bounds(struct outbuf *out, const struct view *view,
			 const struct column *column, enum bounded kind,
			 const struct diff_row *low,
			 const struct diff_row *high)
{
	uint64_t most = column->flags & COLUMN_BASE ? high->base : high->test;

	print_bound(out, view, column, kind, low);
	outbuf_text(out, "..");
	if (most == COUNT_UNKNOWN)
		outbuf_char(out, '?');
	else
		print_bound(out, view, column, kind, high);
}

void cells_text(struct outbuf *out, const struct view *view,
		const struct column *column, const void *row,
		struct arena *scratch)
{
	struct diff_row low, high;
	enum bounded kind = bounds_of(view, column, row, &low, &high);

	if (kind != BOUNDED_NOT) {
		print_bounds(out, view, column, kind, &low, &high);
		return;
	}

	struct cell cell = column->get(view->source, row, scratch);
	switch (cell.kind) {
	case CELL_NONE:
		outbuf_char(out, '-');
		break;
	case CELL_COUNT:
		outbuf_printf(out, "%llu", (unsigned long long)cell.count);
		break;
	case CELL_REAL:
		print_real(out, view, column, cell.real);
		break;
	case CELL_TEXT:
		escape_text(out, cell.text);
		break;
	case CELL_LIST:
		for (size_t i = 0; i < cell.nr; i++) {
			if (i)
				outbuf_char(out, ' ');
			escape_text(out, cell.list[i]);
		}
		break;
	}
}

int cells_sign(const struct view *view, const struct column *column,
	       const void *row, struct arena *scratch)
{
	char text[5000];

	if (!(column->flags & COLUMN_CHANGE))
		return 0;
	struct cell cell = column->get(view->source, row, scratch);
	if (cell.kind != CELL_REAL)
		return 0;
	format_real(text, sizeof(text), view, column, cell.real);
	return (text[0] == '+') - (text[0] == '-');
}
