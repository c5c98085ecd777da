/*
 * classic.c - the listings of the threads
 *
 *	      1480     9.1% total
 *	      1236    52.7% page_remove_rmap
 *	...
 *	       -21    -2.6% __d_lookup
 *
 * A comparison is printed as Martin Bligh's diffprofile did, to the byte; the
 * line "..." stands where people cut theirs by hand.  One profile is printed as
 * readprofile(8) does, with or without -v.
 */
#include "classic.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "diffprof/escape.h"
#include "diffprof/output.h"

#include "cells.h"
#include "timetable.h"

/* Digits of VALUE before END; returns where they begin. */
static char *digits(char *end, uint64_t value)
{
	do
		*--end = '0' + value % 10;
	while (value /= 10);
	return end;
}

/* What is between TEXT and END, set from the right in WIDTH columns. */
static void print_right(struct outbuf *out, const char *text, const char *end,
			size_t width)
{
	size_t len = (size_t)(end - text);

	if (len < width)
		outbuf_fill(out, ' ', width - len);
	outbuf_bytes(out, text, len);
}

/* printf("%10.0Lf"), in a tenth of the time where a count could be so large. */
static void print_delta(struct outbuf *out, long double rounded)
{
	char text[24], *end = text + sizeof(text);

	if (fabsl(rounded) >= 1e18L) {
		outbuf_printf(out, "%10.0Lf", rounded);
		return;
	}
	char *start = digits(end, (uint64_t)fabsl(rounded));
	if (rounded < 0)
		*--start = '-';
	print_right(out, start, end, 10);
}

/*
 * printf("%6.1f").  Ten times a double fits into the 64 bits of mantissa that a
 * long double has on x86, so that rounding it is exactly what printf does.
 */
static void print_percent(struct outbuf *out, double percent)
{
	char text[24], *end = text + sizeof(text);

	if (LDBL_MANT_DIG < DBL_MANT_DIG + 4 || !(fabs(percent) < 1e15)) {
		outbuf_printf(out, "%6.1f", percent);
		return;
	}
	uint64_t tenths = (uint64_t)rintl(10 * fabsl((long double)percent));
	*--end = '0' + tenths % 10;
	*--end = '.';
	char *start = digits(end, tenths / 10);
	if (signbit(percent))
		*--start = '-';
	print_right(out, start, text + sizeof(text), 6);
}

static void print_key(struct outbuf *out, const struct view *view,
		      const void *row, struct arena *scratch)
{
	struct cell key = view->set->get(view->source, row, scratch);

	if (key.kind == CELL_TEXT)
		escape_text(out, key.text);
}

/*
 * What a text states, in units of its last decimal place; "-" for what it does
 * not.
 */
static void print_stated(struct outbuf *out, const struct diff *diff,
			 const struct diff_row *row)
{
	const struct stated_row *stated = diff_stated(diff, row);
	long double delta = stated->delta;

	for (unsigned i = 0; i < diff_decimals(diff); i++)
		delta *= 10;
	if (isnan(delta))
		outbuf_text(out, "         -");
	else
		print_delta(out, diff_rounded(delta));
	outbuf_text(out, "  ");
	if (!isnan(stated->percent) || row->status == STATUS_NEW)
		print_percent(out,
			      isnan(stated->percent) ? 0.0 : stated->percent);
	else
		outbuf_text(out, "     -");
}

static void print_change(struct outbuf *out, const struct diff *diff,
			 const struct diff_row *row)
{
	double percent = diff_percent(diff, row);

	print_delta(out, diff_rounded(diff_delta(diff, row)));
	outbuf_text(out, "  ");
	print_percent(out, isnan(percent) ? 0.0 : percent);
}

/* A function that is new has had no percentage since 2002 but 0.0. */
static void print_diff(const struct view *view, struct outbuf *out,
		       struct arena *scratch)
{
	for (size_t i = 0; i < view->nr; i++) {
		const struct diff_row *row = view->rows[i];

		if (i == view->nr_gains && view->left_out)
			outbuf_text(out, "...\n");
		if (view->diff->stated)
			print_stated(out, view->diff, row);
		else
			print_change(out, view->diff, row);
		outbuf_text(out, "% ");
		print_key(out, view, row, scratch);
		if (row->score)
			outbuf_printf(out, " (%u%%)", row->score);
		outbuf_char(out, '\n');
		cells_recycle(scratch, i);
	}
	if (view->nr_gains == view->nr && view->left_out)
		outbuf_text(out, "...\n");
}

/* The name in 40 columns if a number follows. */
static void print_padded_key(struct outbuf *out, const struct view *view,
			     const void *row, struct arena *scratch)
{
	size_t start = out->len;

	print_key(out, view, row, scratch);
	size_t width = escape_width(
		(struct span){ out->data + start, out->len - start });
	if (width < 40)
		outbuf_fill(out, ' ', 40 - width);
}

static void print_listing(const struct view *view, bool addresses,
			  struct outbuf *out, struct arena *scratch)
{
	const struct names *names = view->listing->names;

	for (size_t i = 0; i < view->nr; i++) {
		const struct listing_row *row = view->rows[i];
		unsigned long long count = row->count;
		bool plain = !(row->size > 0) ||
			     (row != view->total &&
			      span_is(names_text(names, row->symbol),
				      SYMBOL_UNKNOWN));

		cells_recycle(scratch, i);
		if (plain) {
			outbuf_printf(out, "%6llu ", count);
			print_key(out, view, row, scratch);
			outbuf_char(out, '\n');
			continue;
		}
		if (addresses)
			outbuf_printf(out, "%016llx ",
				      (unsigned long long)row->addr);
		else
			outbuf_printf(out, "%6llu ", count);
		print_padded_key(out, view, row, scratch);
		if (addresses)
			outbuf_printf(out, " %6llu", count);
		outbuf_printf(out, " %8.4f\n", row->count / row->size);
	}
}

void classic_rows(struct outbuf *out, const struct view *view, bool addresses)
{
	struct arena scratch = { 0 };

	if (view->listing)
		print_listing(view, addresses, out, &scratch);
	else
		print_diff(view, out, &scratch);
	arena_release(&scratch);
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	if (opts->columns)
		return fail(err, ERR_USAGE, "--columns: the classic listing has"
			    " its own; it is for table, markdown and csv");
	timetable_classic(out, views, nr, &time_labels_classic);
	for (size_t i = 0; i < nr; i++) {
		if (nr > 1) {
			outbuf_text(out, i ? "\n" : "");
			escape_text(out, span_of(views[i].diff->test.label));
			outbuf_text(out, ":\n");
		}
		classic_rows(out, &views[i], opts->addresses);
	}
	return 0;
}

const struct output output_classic = {
	.name = "classic",
	.summary = "delta, percent, name, as in the threads",
	.suffixes = "txt,diff",
	.min_delta = 10,
	.shows_significance = output_shows_never,
	.print = print,
};
