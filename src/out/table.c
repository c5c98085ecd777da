/*
 * table.c - for reading on a terminal
 *
 *	base: 2.5.72 (base.prof), 16267 ticks; test: highpte, 17747 ticks
 *	not normalised; idle shown; noise: guessed from 112 rows (x1 + 2%), ...
 *
 *	 base   test  delta  percent  95% limits      q       symbol
 *	16267  17747  +1480    +9.1%    +3..+16%      -  +    total
 *	 2345   3581  +1236   +52.7%   +41..+66%  2e-06  +++  page_remove_rmap
 *	...
 *	  806    785    -21    -2.6%   -13..+10%   0.93  ~    __d_lookup
 *
 *	uncertain: a listing that was cut does not show them
 *	11256  0..61356      -        -  kmap_atomic
 *
 * Several tests have a group of columns each; what is the same for all of them,
 * base and the name, is shown once.  Where so many columns leave no room for
 * names, each test has a table of its own.
 */
#include "diffprof/output.h"

#include "diffprof/escape.h"
#include "diffprof/tasks.h"

#include "cells.h"
#include "grid.h"
#include "header.h"
#include "lineup.h"
#include "timetable.h"

#define LAST_MIN 12	/* the name is not cut shorter than this */
#define LAST_GOOD 24	/* nor shorter than this if tables can stand apart */

/* One column of the table: of one view, or of whichever has the row. */
struct field {
	const struct column *column;
	size_t view;
	bool shared;
};

struct table {
	const struct view *views;
	struct lineup lineup;
	struct field *fields;
	size_t nr_fields;
	struct grid grid;	/* headings and totals */
	struct piece *pieces;	/* all other rows */
	size_t nr_pieces;
	struct arena arena;
};

/*
 * Columns in the order they were asked for, but those next to each other that
 * differ by test are repeated together, once for each test.
 */
static void arrange(struct table *table, const struct column **columns,
		    size_t nr_views)
{
	size_t nr = 0, end;

	while (columns[nr])
		nr++;
	table->fields = arena_alloc(
		&table->arena, (nr * nr_views + 1) * sizeof(*table->fields));
	for (size_t i = 0; i < nr; i = end) {
		bool shared = nr_views > 1 && columns[i]->flags & COLUMN_BASE;

		for (end = i + 1; end < nr && !shared; end++)
			if (nr_views > 1 && columns[end]->flags & COLUMN_BASE)
				break;
		for (size_t v = 0; v < (shared ? 1 : nr_views); v++)
			for (size_t k = i; k < end; k++)
				table->fields[table->nr_fields++] =
					(struct field){ columns[k], v, shared };
	}
}

static enum paint paint_of(const struct view *view, const struct field *field,
			   const void *row, struct arena *scratch)
{
	if (row == view->total)
		return PAINT_BOLD;
	int sign = cells_sign(view, field->column, row, scratch);
	return sign > 0 ? PAINT_MORE : sign < 0 ? PAINT_LESS : PAINT_NONE;
}

/* ROWS has the row of each view, NULL where a view has none. */
static void add_row(const struct table *table, struct grid *grid,
		    const void *const *rows, struct arena *scratch)
{
	for (size_t i = 0; i < table->nr_fields; i++) {
		const struct field *field = &table->fields[i];
		size_t v = field->view;

		while (field->shared && !rows[v] &&
		       v + 1 < table->lineup.nr_views)
			v++;
		grid_begin_cell(grid);
		if (!rows[v]) {
			outbuf_char(&grid->text, '-');
			grid_end_cell(grid, PAINT_NONE);
			continue;
		}
		cells_text(&grid->text, &table->views[v], field->column,
			   rows[v], scratch);
		grid_end_cell(grid,
			      grid->color ? paint_of(&table->views[v], field,
						     rows[v], scratch) :
					    PAINT_NONE);
	}
}

/* Rows are laid out in pieces, side by side. */
#define PIECE ((size_t)1024)

struct piece {
	struct arena arena;
	struct grid grid;
};

static size_t nr_rows(const struct table *table)
{
	return table->lineup.nr + table->lineup.nr_uncertain;
}

static void add_piece(void *data, size_t i)
{
	const struct table *table = data;
	struct piece *piece = &table->pieces[i];
	struct arena scratch = { 0 };
	size_t nr = nr_rows(table), end = (i + 1) * PIECE;

	grid_init(&piece->grid, table->nr_fields, table->grid.color,
		  &piece->arena);
	piece->grid.from_left = table->grid.from_left;
	for (size_t k = i * PIECE; k < nr && k < end; k++)
		add_row(table, &piece->grid,
			table->lineup.rows + k * table->lineup.nr_views,
			&scratch);
	arena_release(&scratch);
}

static void add_rows(struct table *table)
{
	struct grid **parts;

	table->nr_pieces = (nr_rows(table) + PIECE - 1) / PIECE;
	table->pieces =
		arena_zalloc(&table->arena, (table->nr_pieces + 1) *
						    sizeof(*table->pieces));
	tasks_run(table->nr_pieces, true, add_piece, table);

	parts = arena_alloc(&table->arena,
			    (table->nr_pieces + 1) * sizeof(struct grid *));
	parts[0] = &table->grid;
	for (size_t i = 0; i < table->nr_pieces; i++)
		parts[i + 1] = &table->pieces[i].grid;
	grid_align(parts, table->nr_pieces + 1);
}

static void add_headings(struct table *table)
{
	for (size_t i = 0; i < table->nr_fields; i++) {
		grid_begin_cell(&table->grid);
		outbuf_text(&table->grid.text,
			    cells_heading(table->views, table->lineup.nr_views,
					  table->fields[i].column));
		grid_end_cell(&table->grid, PAINT_NONE);
	}
}

static void fill(struct table *table, unsigned width, bool color)
{
	struct grid *grid = &table->grid;
	size_t last = table->nr_fields - 1;

	grid_init(grid, table->nr_fields, color, &table->arena);
	for (size_t i = 0; i < table->nr_fields; i++)
		grid->from_left[i] =
			table->fields[i].column->flags & COLUMN_TEXT;
	add_headings(table);
	if (table->lineup.totals)
		add_row(table, grid, table->lineup.totals, &table->arena);
	add_rows(table);

	if (width && grid->from_left[last]) {
		size_t used = grid_width(grid, last);

		grid->last_max = width > used + LAST_MIN ? width - used :
							   LAST_MIN;
		for (size_t i = 0; i < table->nr_pieces; i++)
			table->pieces[i].grid.last_max = grid->last_max;
	}
}

/* The label of a test over its columns: "---- highpte ----". */
static void print_label(struct outbuf *out, const char *label, size_t width)
{
	struct outbuf whole = { 0 }, cut = { 0 };

	escape_text(&whole, span_of(label));
	grid_cut(&cut, (struct span){ whole.data, whole.len }, width);
	struct span text = { cut.data, cut.len };
	size_t rest = width - escape_width(text);
	size_t left = rest / 2, right = rest - left;

	if (left)
		outbuf_fill(out, '-', left - 1);
	outbuf_fill(out, ' ', left > 0);
	outbuf_span(out, text);
	outbuf_fill(out, ' ', right > 0);
	if (right)
		outbuf_fill(out, '-', right - 1);
	outbuf_release(&whole);
	outbuf_release(&cut);
}

static void print_labels(const struct table *table, struct outbuf *out)
{
	const struct grid *grid = &table->grid;
	size_t end, pending = 0;

	for (size_t i = 0; i < table->nr_fields; i = end) {
		const struct field *field = &table->fields[i];

		for (end = i + 1; end < table->nr_fields && !field->shared &&
				  !table->fields[end].shared &&
				  table->fields[end].view == field->view;)
			end++;
		size_t width = grid_width(grid, end) - grid_width(grid, i);
		if (field->shared) {
			pending += width;
			continue;
		}
		outbuf_fill(out, ' ', pending);
		pending = GRID_GAP;
		print_label(out,
			    table->views[field->view].diff->test.label,
			    width - GRID_GAP);
	}
	outbuf_char(out, '\n');
}

/* The rows of the lineup FROM up to END. */
static void print_some(const struct table *table, size_t from, size_t end,
		       struct outbuf *out)
{
	for (size_t next; from < end; from = next) {
		size_t piece = from / PIECE;

		next = (piece + 1) * PIECE < end ? (piece + 1) * PIECE : end;
		grid_print(&table->pieces[piece].grid, from - piece * PIECE,
			   next - piece * PIECE, out);
		outbuf_drain(out);
	}
}

static void print_rows(const struct table *table, struct outbuf *out)
{
	const struct lineup *lineup = &table->lineup;

	grid_print(&table->grid, 0, 1 + (lineup->totals ? 1 : 0), out);
	if (lineup->gap == SIZE_MAX) {
		print_some(table, 0, lineup->nr, out);
	} else {
		print_some(table, 0, lineup->gap, out);
		outbuf_text(out, "...\n");
		print_some(table, lineup->gap, lineup->nr, out);
	}
	if (!lineup->nr_uncertain)
		return;
	outbuf_text(out, "\nuncertain: a listing that was cut does not show"
			 " them\n");
	print_some(table, lineup->nr, nr_rows(table), out);
}

static void release(struct table *table)
{
	for (size_t i = 0; i < table->nr_pieces; i++) {
		grid_release(&table->pieces[i].grid);
		arena_release(&table->pieces[i].arena);
	}
	grid_release(&table->grid);
	arena_release(&table->arena);
}

/* Are names cut so short that nobody knows them? */
static bool is_crowded(const struct table *table)
{
	const struct grid *grid = &table->grid;

	return grid->last_max && grid->last_max < LAST_GOOD &&
	       grid->width[grid->nr_columns - 1] > grid->last_max;
}

static int lay_out(struct table *table, const struct view *views, size_t nr,
		   const struct output_options *opts, enum narrow narrow,
		   struct error *err)
{
	const struct column **columns;

	*table = (struct table){ .views = views };
	if (cells_choose(views, nr, opts, narrow, &table->arena, &columns,
			 err) < 0) {
		arena_release(&table->arena);
		return -1;
	}
	arrange(table, columns, nr);
	lineup_views(views, nr, &table->arena, &table->lineup);
	fill(table, opts->width, opts->color);
	return 0;
}

/*
 * Lay out the rows of all views in TABLE, with the columns that there is room
 * for: side by side there is never any for limits.
 */
static int make(struct table *table, const struct view *views, size_t nr,
		const struct output_options *opts, struct error *err)
{
	enum narrow narrow = nr > 1 ? NARROW_MARKED : NARROW_NOT;

	if (lay_out(table, views, nr, opts, narrow, err) < 0)
		return -1;
	while (nr == 1 && is_crowded(table) && !opts->columns &&
	       narrow < NARROW_PLAIN) {
		release(table);
		if (lay_out(table, views, nr, opts, ++narrow, err) < 0)
			return -1;
	}
	return 0;
}

/* A table for each view, under its label. */
static int print_apart(const struct view *views, size_t nr,
		       const struct output_options *opts, struct outbuf *out,
		       struct error *err)
{
	struct table table;

	for (size_t i = 0; i < nr; i++) {
		if (make(&table, &views[i], 1, opts, err) < 0)
			return -1;
		outbuf_char(out, '\n');
		escape_text(out, span_of(views[i].diff->test.label));
		outbuf_text(out, ":\n");
		print_rows(&table, out);
		release(&table);
	}
	return 0;
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	struct table table;

	if (make(&table, views, nr, opts, err) < 0)
		return -1;
	header_print(out, views, nr, opts->width, escape_text, "\n");
	timetable_print(out, views, nr);
	if (nr > 1 && is_crowded(&table)) {
		release(&table);
		return print_apart(views, nr, opts, out, err);
	}
	outbuf_char(out, '\n');
	if (nr > 1)
		print_labels(&table, out);
	print_rows(&table, out);
	release(&table);
	return 0;
}

const struct output output_table = {
	.name = "table",
	.summary = "columns for reading",
	.suffixes = "table",
	.min_delta = 10,
	.shows_significance = output_shows_always,
	.print = print,
};
