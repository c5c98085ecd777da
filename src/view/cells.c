#include "diffprof/cells.h"

#include "diffprof/decimal.h"
#include "diffprof/escape.h"

/* "%.2Lf" and the like, taken apart. */
struct fixed {
	unsigned decimals;
	bool with_sign;
	bool percent; /* a percent sign follows */
};

static bool parse_fixed(const char *format, struct fixed *fixed)
{
	*fixed = (struct fixed){ .with_sign = format[1] == '+' };
	format += fixed->with_sign ? 2 : 1;
	if (format[0] != '.' || !char_is_digit(format[1]) || format[2] != 'L' ||
	    format[3] != 'f')
		return false;
	fixed->decimals = (unsigned)(format[1] - '0');
	fixed->percent = format[4];
	return true;
}

/*
 * As printf does it: half to even.  What a text states has its decimals; all
 * else those of the column.
 */
static void print_real(struct outbuf *out, const struct view *view,
		       const struct column *column, long double real)
{
	bool stated = view->diff && view->diff->stated;
	struct fixed fixed;
	size_t start = out->len;

	if (column->flags & COLUMN_PERCENT)
		real *= 100;
	if (stated && column->flags & COLUMN_AMOUNT)
		fixed = (struct fixed){ diff_decimals(view->diff),
					column->flags & COLUMN_CHANGE, false };
	else if (!parse_fixed(column->format, &fixed)) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		outbuf_printf(out, column->format, real);
#pragma GCC diagnostic pop
		return;
	}
	decimal_fixed(out, real, fixed.decimals, fixed.with_sign);

	// A sign in front of nothing but zeros says more than is known.
	char *text = out->data + start;
	size_t len = out->len - start;
	if (text[0] == '-' || text[0] == '+') {
		size_t zeros = 1;

		while (zeros < len &&
		       (text[zeros] == '0' || text[zeros] == '.'))
			zeros++;
		if (zeros == len) {
			memmove(text, text + 1, len - 1);
			out->len--;
		}
	}
	if (fixed.percent)
		outbuf_char(out, '%');
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
		decimal_count(out, is_base ? row->base : row->test);
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
		decimal_count(out, cell.count);
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
				outbuf_text(out, column->flags & COLUMN_COMMAS ?
							 ", " :
							 " ");
			escape_text(out, cell.list[i]);
		}
		break;
	}
}

int cells_sign(const struct view *view, const struct column *column,
	       const void *row, struct arena *scratch)
{
	struct outbuf text = { 0 };
	int sign = 0;

	if (!(column->flags & COLUMN_CHANGE))
		return 0;
	struct cell cell = column->get(view->source, row, scratch);
	if (cell.kind != CELL_REAL)
		return 0;
	print_real(&text, view, column, cell.real);
	if (text.len)
		sign = (text.data[0] == '+') - (text.data[0] == '-');
	outbuf_release(&text);
	return sign;
}
