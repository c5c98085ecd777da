/*
 * csv.c - RFC 4180: one header line, a row a line, CRLF
 *
 * The total is the first row, also when nothing is known of it; its key is
 * "total".  Uncertain rows are the last.  No value is an empty cell; lists are
 * joined by blanks, those of people by commas; texts are escaped as everywhere.
 * A text that a spreadsheet would take for a formula begins with an apostrophe.
 * With several tests the first column is the label of the one that a row is about.
 */
#include "diffprof/output.h"

#include <math.h>

#include "diffprof/decimal.h"

#include "csv_text.h"
#include "rows.h"

static struct span join_list(const struct cell *cell, bool commas,
			     struct arena *arena)
{
	size_t len = 0;

	for (size_t i = 0; i < cell->nr; i++)
		len += cell->list[i].len + 2;
	char *text = arena_alloc(arena, len + 1), *end = text;
	for (size_t i = 0; i < cell->nr; i++) {
		if (i && commas)
			*end++ = ',';
		if (i)
			*end++ = ' ';
		end = mempcpy(end, cell->list[i].ptr, cell->list[i].len);
	}
	return (struct span){ text, (size_t)(end - text) };
}

static void print_cell(struct outbuf *out, const struct cell *cell, bool commas,
		       struct arena *scratch)
{
	switch (cell->kind) {
	case CELL_NONE:
		break;
	case CELL_COUNT:
		decimal_count(out, cell->count);
		break;
	case CELL_REAL:
		// Changes of counts are whole, and stay so up to the last.
		if (fabsl(cell->real) < 0x1p63L &&
		    cell->real == rintl(cell->real))
			decimal_fixed(out, cell->real + 0.0L, 0, false);
		else
			outbuf_wrote(out, decimal_general(
						  outbuf_room(out, DECIMAL_MAX),
						  cell->real));
		break;
	case CELL_TEXT:
		csv_text(out, cell->text);
		break;
	case CELL_LIST:
		csv_text(out, join_list(cell, commas, scratch));
		break;
	}
}

struct line {
	const char *label; /* NULL when there is one view alone */
	const struct column *const *columns;
};

static void put_row(struct outbuf *out, const struct view *view,
		    const void *row, const void *arg, struct arena *scratch)
{
	const struct line *line = arg;

	if (line->label)
		csv_text(out, span_of(line->label));
	for (size_t i = 0; line->columns[i]; i++) {
		struct cell cell =
			line->columns[i]->get(view->source, row, scratch);

		if (i || line->label)
			outbuf_char(out, ',');
		print_cell(out, &cell,
			   line->columns[i]->flags & COLUMN_COMMAS, scratch);
	}
	outbuf_text(out, "\r\n");
}

static void print_view(const struct view *view, const struct line *line,
		       struct outbuf *out)
{
	const void *total = view->diff ? (const void *)&view->diff->total :
					 &view->listing->total;
	struct arena scratch = { 0 };

	put_row(out, view, total, line, &scratch);
	arena_release(&scratch);
	rows_print(out, view, put_row, line);
}

/* The members of a JSON row, in their order. */
static const struct column **all_members(const struct column *set,
					 struct arena *arena)
{
	const struct column **columns;
	size_t nr = 0, members = 0;

	while (set[nr].name)
		nr++;
	columns = arena_alloc(arena, (nr + 1) * sizeof(*columns));
	for (size_t i = 0; i < nr; i++)
		if (set[i].is_member)
			columns[members++] = &set[i];
	columns[members] = NULL;
	return columns;
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	struct arena arena = { 0 };
	const struct column **columns;

	if (!opts->columns) {
		columns = all_members(views[0].set, &arena);
	} else if (columns_parse(views[0].set, opts->columns, &arena, &columns,
				 err) < 0) {
		arena_release(&arena);
		return -1;
	}

	if (nr > 1)
		outbuf_text(out, "comparison,");
	for (size_t i = 0; columns[i]; i++)
		outbuf_printf(out, "%s%s", i ? "," : "", columns[i]->name);
	outbuf_text(out, "\r\n");
	for (size_t i = 0; i < nr; i++) {
		const struct line line = {
			.label = nr > 1 ? views[i].diff->test.label : NULL,
			.columns = columns,
		};

		print_view(&views[i], &line, out);
	}
	arena_release(&arena);
	return 0;
}

const struct output output_csv = {
	.name = "csv",
	.summary = "RFC 4180, a column for each member of a JSON row",
	.suffixes = "csv",
	.min_delta = 0,
	.zeros = true,
	.shows_significance = output_shows_columns,
	.print = print,
};
