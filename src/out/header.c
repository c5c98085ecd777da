#include "header.h"

#include <math.h>
#include <stdio.h>

#include "diffprof/escape.h"
#include "diffprof/significance.h"

/* Where there is no limit, people paste into mail. */
#define WIDTH 80

static const char *unit_of(const struct side *side)
{
	const char *unit = side->nr_runs ? side->runs[0]->unit : NULL;

	return unit ? unit : "ticks";
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/*
 * Where the counts are from, as far as the label does not say it.  BRIEF:
 * without the directory.
 */
static void print_files(struct outbuf *out, const struct side *side,
			bool brief, header_quote *quote)
{
	const char *first = side->nr_runs ? side->runs[0]->path : NULL;

	if (!first)
		return;
	bool told = !strcmp(first, side->label) ||
		    !strcmp(base_name(first), side->label);
	if (!told) {
		outbuf_text(out, " (");
		quote(out, span_of(brief ? base_name(first) : first));
	}
	if (side_files(side) > 1)
		outbuf_printf(out, " and %zu more", side_files(side) - 1);
	if (!told)
		outbuf_char(out, ')');
}

static void print_side(struct outbuf *out, const char *name,
		       const struct side *side, bool brief,
		       header_quote *quote)
{
	if (name)
		outbuf_printf(out, "%s: ", name);
	quote(out, span_of(side->label));
	print_files(out, side, brief, quote);
	// A finished comparison has no samples to count.
	if (side->listed == COUNT_UNKNOWN)
		outbuf_printf(out, ", in %s", unit_of(side));
	else if (side->total == COUNT_UNKNOWN)
		outbuf_printf(out, ", %llu %s listed, total unknown",
			      (unsigned long long)side->listed, unit_of(side));
	else
		outbuf_printf(out, ", %llu %s", (unsigned long long)side->total,
			      unit_of(side));
	if (side->measured > 1)
		outbuf_printf(out, " in %llu runs",
			      (unsigned long long)side->measured);
	if (side->total != COUNT_UNKNOWN && side->listed < side->total)
		outbuf_printf(out, ", %llu of them listed",
			      (unsigned long long)side->listed);
}

static const char *const how_words[] = {
	[NORMALIZE_NONE] = "not normalised",
	[NORMALIZE_TOTAL] = "normalised to equal totals",
	[NORMALIZE_BUSY] = "normalised to equal busy totals",
	[NORMALIZE_FACTOR] = "normalised as asked",
	[NORMALIZE_WORK] = "normalised to equal work",
	[NORMALIZE_ROBUST] = "normalised to equal unchanged rows",
};

/* All from FROM on in OUT fits. */
static bool fits(const struct outbuf *out, size_t from, unsigned width)
{
	return escape_width((struct span){ out->data + from,
					   out->len - from }) <= width;
}

/* Break what is in OUT from FROM on into lines of WIDTH, at blanks. */
static void wrap(struct outbuf *out, size_t from, unsigned width)
{
	size_t line = from, blank = from;

	for (size_t i = from; i < out->len; i++) {
		if (i - line >= width && blank > line) {
			out->data[blank] = '\n';
			line = blank + 1;
		}
		if (out->data[i] == ' ')
			blank = i;
	}
}

/* "; TEXT", or TEXT on a line of its own where that does not fit. */
static void add_clause(struct outbuf *out, size_t *line, unsigned width,
		       const char *text, const char *end)
{
	size_t before = out->len;

	outbuf_printf(out, "; %s", text);
	if (fits(out, *line, width))
		return;
	out->len = before;
	outbuf_text(out, end);
	*line = out->len;
	outbuf_text(out, text);
	wrap(out, *line, width);
}

/* How noise was found, in SIZE bytes at TEXT. */
static void tell_noise(const struct diff *diff, char *text, size_t size)
{
	const struct significance *s = diff->significance;
	char df[32] = "no limit of";

	switch (s->how) {
	case NOISE_UNKNOWN:
		snprintf(text, size, "noise: unknown, these are no samples");
		break;
	case NOISE_GUESSED:
		snprintf(text, size, "noise: guessed from %zu row%s (x%.3g +"
			 " %.0f%%), one run a side", s->tested,
			 s->tested == 1 ? "" : "s", s->g,
			 100 * STATS_GUESSED_CV);
		break;
	case NOISE_REPEATS:
		if (isfinite(s->df))
			snprintf(df, sizeof(df), "%.0f", s->df);
		snprintf(text, size, "noise: %llu+%llu runs, %s df",
			 (unsigned long long)diff->base.measured,
			 (unsigned long long)diff->test.measured, df);
		break;
	case NOISE_GIVEN:
		snprintf(text, size, "noise: x%.4g, as asked", s->g);
		break;
	}
}

/* Whatever the unchanged rows did, all the others did as well. */
static void add_noise(struct outbuf *out, size_t *line, unsigned width,
		      const struct diff *diff, const char *end)
{
	const struct significance *s = diff->significance;
	double moved = 100 * (s->unchanged.r - 1), se = 100 * s->unchanged.se;
	char text[200];

	tell_noise(diff, text, sizeof(text));
	add_clause(out, line, width, text, end);
	if (!isfinite(moved) || !isfinite(se) ||
	    diff->norm.how == NORMALIZE_ROBUST)
		return;
	snprintf(text, sizeof(text), "unchanged rows: %+.1f%% +- %.1f%%",
		 fabs(moved) < 0.05 ? 0.0 : moved, se);
	add_clause(out, line, width, text, end);
}

void header_print_how(struct outbuf *out, const struct view *views, size_t nr,
		      unsigned width, header_quote *quote, const char *end)
{
	const struct diff *diff = views[0].diff;
	bool means = diff->base.measured > 1;
	size_t line = out->len;

	outbuf_text(out, diff->stated ? "a finished comparison, as it is" :
					how_words[diff->norm.how]);
	for (size_t i = 0; i < nr; i++) {
		const struct diff *other = views[i].diff;

		means |= other->test.measured > 1;
		if (diff->norm.how != NORMALIZE_NONE)
			outbuf_printf(out, "%s x %.6g", i ? "," : ": test",
				      (double)other->norm.factor);
	}
	if (means)
		add_clause(out, &line, width, "changes per run", end);
	add_clause(out, &line, width,
		   diff->idle_left_out ? "idle left out" : "idle shown", end);
	for (size_t i = 0; i < nr; i++) {
		if (!views[i].diff->significance)
			continue;
		if (nr > 1) {
			outbuf_text(out, end);
			line = out->len;
			quote(out, span_of(views[i].diff->test.label));
		}
		add_noise(out, &line, width, views[i].diff, end);
	}
	outbuf_text(out, end);
}

/* A line for SIDE; without directories where it would not fit with them. */
void header_print_side(struct outbuf *out, const char *name,
		       const struct side *side, unsigned width,
		       header_quote *quote, const char *end)
{
	size_t start = out->len;

	print_side(out, name, side, false, quote);
	if (!fits(out, start, width)) {
		out->len = start;
		print_side(out, name, side, true, quote);
	}
	outbuf_text(out, end);
}

void header_print(struct outbuf *out, const struct view *views, size_t nr,
		  unsigned width, header_quote *quote, const char *end)
{
	size_t start = out->len;
	bool one_line = false;

	width = width ? width : WIDTH;
	if (views[0].listing) {
		header_print_side(out, NULL, &views[0].listing->side, width,
				  quote, end);
		return;
	}
	if (nr == 1) {
		print_side(out, "base", &views[0].diff->base, false, quote);
		outbuf_text(out, "; ");
		print_side(out, "test", &views[0].diff->test, false, quote);
		one_line = fits(out, start, width);
	}
	if (one_line) {
		outbuf_text(out, end);
	} else {
		out->len = start;
		header_print_side(out, "base", &views[0].diff->base, width,
				  quote, end);
		for (size_t i = 0; i < nr; i++)
			header_print_side(out, "test", &views[i].diff->test,
					  width, quote, end);
	}
	header_print_how(out, views, nr, width, quote, end);
}
