/*
 * markdown.c - tables for forges and wikis
 *
 *	base: 2.5.72 (base.prof), 16267 ticks; test: highpte, 17747 ticks
 *
 *	| base | test | delta | percent | symbol |
 *	| ---: | ---: | ---: | ---: | :--- |
 *	| 16267 | 17747 | +1480 | +9.1% | `total` |
 *
 * Names stand in backticks, where nothing but a backtick and, in a table, a bar
 * means anything.  Several comparisons follow one another.
 */
#include "diffprof/output.h"

#include "diffprof/escape.h"

#include "cells.h"
#include "header.h"
#include "rows.h"
#include "timetable.h"

/* TEXT, escaped, as code: the fence is longer than any run of backticks. */
static void print_code(struct outbuf *out, struct span text, bool in_table)
{
	size_t run = 0, longest = 0;

	for (size_t i = 0; i < text.len; i++) {
		run = text.ptr[i] == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	bool pad = text.len && (text.ptr[0] == '`' ||
				text.ptr[text.len - 1] == '`');

	outbuf_fill(out, '`', longest + 1);
	outbuf_fill(out, ' ', pad);
	for (size_t i = 0; i < text.len; i++) {
		// A bar ends a cell even inside of code; elsewhere it does not.
		if (in_table && text.ptr[i] == '|')
			outbuf_char(out, '\\');
		outbuf_char(out, text.ptr[i]);
	}
	outbuf_fill(out, ' ', pad);
	outbuf_fill(out, '`', longest + 1);
}

static void quote(struct outbuf *out, struct span text)
{
	struct outbuf escaped = { 0 };

	escape_text(&escaped, text);
	print_code(out, (struct span){ escaped.data, escaped.len }, false);
	outbuf_release(&escaped);
}

static bool is_name(const struct column *column)
{
	return column->flags & COLUMN_TEXT && column->flags & COLUMN_BASE;
}

static void print_row(struct outbuf *out, const struct view *view,
		      const void *row, const void *arg, struct arena *scratch)
{
	const struct column *const *columns = arg;
	struct outbuf cell = { 0 };

	outbuf_char(out, '|');
	for (size_t i = 0; columns[i]; i++) {
		cell.len = 0;
		cells_text(&cell, view, columns[i], row, scratch);
		struct span text = { cell.data, cell.len };
		outbuf_char(out, ' ');
		if (columns[i]->flags & COLUMN_TEXT && !span_is(text, "-"))
			print_code(out, text, true);
		else
			outbuf_span(out, text);
		outbuf_text(out, " |");
	}
	outbuf_char(out, '\n');
	outbuf_release(&cell);
}

static void print_head(struct outbuf *out, const struct view *view,
		       const struct column **columns)
{
	outbuf_char(out, '|');
	for (size_t i = 0; columns[i]; i++)
		outbuf_printf(out, " %s |", cells_heading(view, 1, columns[i]));
	outbuf_text(out, "\n|");
	for (size_t i = 0; columns[i]; i++)
		outbuf_text(out, columns[i]->flags & COLUMN_TEXT ? " :--- |" :
								   " ---: |");
	outbuf_char(out, '\n');
}

/* "..." in the column of names, where rows with a change were left out. */
static void print_gap(struct outbuf *out, const struct column **columns)
{
	bool done = false;

	outbuf_char(out, '|');
	for (size_t i = 0; columns[i]; i++) {
		bool here = !done && (is_name(columns[i]) || !columns[i + 1]);

		outbuf_text(out, here ? " ... |" : " |");
		done |= here;
	}
	outbuf_char(out, '\n');
}

/* Rows from FROM on, up to END, but the total. */
static void print_rows(struct outbuf *out, const struct view *view, size_t from,
		       size_t end, const struct column **columns)
{
	size_t total = from;

	while (total < end && view->rows[total] != view->total)
		total++;
	rows_print_some(out, view, view->rows + from, total - from, print_row,
			columns);
	if (total < end)
		rows_print_some(out, view, view->rows + total + 1,
				end - total - 1, print_row, columns);
}

static void print_view(struct outbuf *out, const struct view *view,
		       const struct column **columns)
{
	struct arena scratch = { 0 };

	header_print(out, view, 1, 0, quote, "\n\n");
	timetable_markdown(out, view);
	print_head(out, view, columns);
	if (view->total)
		print_row(out, view, view->total, columns, &scratch);
	arena_release(&scratch);
	print_rows(out, view, 0, view->nr_gains, columns);
	if (view->left_out)
		print_gap(out, columns);
	print_rows(out, view, view->nr_gains, view->nr, columns);
	if (!view->nr_uncertain)
		return;
	outbuf_text(out, "\nUncertain: a listing that was cut does not show"
			 " them.\n\n");
	print_head(out, view, columns);
	rows_print_some(out, view, view->uncertain, view->nr_uncertain,
			print_row, columns);
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	struct arena arena = { 0 };
	int failed = 0;

	for (size_t i = 0; i < nr && !failed; i++) {
		const struct column **columns;

		failed = cells_choose(&views[i], 1, opts, NARROW_NOT, &arena,
				      &columns, err);
		if (failed)
			break;
		if (i)
			outbuf_char(out, '\n');
		if (nr > 1) {
			outbuf_text(out, "### ");
			quote(out, span_of(views[i].diff->test.label));
			outbuf_text(out, "\n\n");
		}
		print_view(out, &views[i], columns);
	}
	arena_release(&arena);
	return failed;
}

const struct output output_markdown = {
	.name = "markdown",
	.summary = "the table, for forges and wikis",
	.suffixes = "md,markdown",
	.min_delta = 10,
	.shows_significance = output_shows_always,
	.print = print,
};
