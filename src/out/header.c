#include "header.h"

#include <math.h>

#include "diffprof/escape.h"
#include "diffprof/significance.h"

static const char *unit_of(const struct side *side)
{
	const char *unit = side->nr_runs ? side->runs[0]->unit : NULL;

	return unit ? unit : "ticks";
}

/* Where the counts are from, unless the label says it. */
static void print_files(struct outbuf *out, const struct side *side,
			header_quote *quote)
{
	const char *first = side->nr_runs ? side->runs[0]->path : NULL;

	if (!first || (side->nr_runs == 1 && !strcmp(first, side->label)))
		return;
	outbuf_text(out, " (");
	quote(out, span_of(first));
	if (side->nr_runs > 1)
		outbuf_printf(out, " and %zu more", side->nr_runs - 1);
	outbuf_char(out, ')');
}

static void print_side(struct outbuf *out, const char *name,
		       const struct side *side, header_quote *quote)
{
	if (name)
		outbuf_printf(out, "%s: ", name);
	quote(out, span_of(side->label));
	print_files(out, side, quote);
	if (side->total == COUNT_UNKNOWN)
		outbuf_printf(out, ", %llu %s listed, total unknown",
			      (unsigned long long)side->listed, unit_of(side));
	else
		outbuf_printf(out, ", %llu %s", (unsigned long long)side->total,
			      unit_of(side));
	if (side->nr_runs > 1)
		outbuf_printf(out, " in %zu runs", side->nr_runs);
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

static void print_how(struct outbuf *out, const struct view *views, size_t nr)
{
	const struct diff *diff = views[0].diff;
	bool means = diff->base.nr_runs > 1;

	outbuf_text(out, how_words[diff->norm.how]);
	for (size_t i = 0; i < nr; i++) {
		const struct diff *other = views[i].diff;

		means |= other->test.nr_runs > 1;
		if (diff->norm.how != NORMALIZE_NONE ||
		    other->norm.factor != 1)
			outbuf_printf(out, "%s test counts x %.6g",
				      i ? "," : ":", (double)other->norm.factor);
	}
	if (means)
		outbuf_text(out, "; changes are those of the mean run");
	outbuf_text(out, diff->idle_left_out ? "; idle left out" :
					       "; idle shown");
}

/* How noise was found, and what the unchanged rows did. */
static void print_noise(struct outbuf *out, const struct diff *diff)
{
	const struct significance *s = diff->significance;
	double moved = 100 * (s->unchanged.r - 1), se = 100 * s->unchanged.se;

	outbuf_text(out, "noise: ");
	switch (s->how) {
	case NOISE_UNKNOWN:
		outbuf_text(out, "unknown, since these are no samples");
		break;
	case NOISE_GUESSED:
		outbuf_printf(out, "guessed from %zu row%s (x%.3g + %.0f%%), one"
			      " run a side", s->tested,
			      s->tested == 1 ? "" : "s", s->g,
			      100 * STATS_GUESSED_CV);
		break;
	case NOISE_REPEATS:
		outbuf_printf(out, "%zu+%zu runs, ", diff->base.nr_runs,
			      diff->test.nr_runs);
		if (isinf(s->df))
			outbuf_text(out, "as usual for rows of a size");
		else
			outbuf_printf(out, "%.0f df", s->df);
		break;
	case NOISE_GIVEN:
		outbuf_printf(out, "x%.4g, as asked", s->g);
		break;
	}
	if (isfinite(moved) && isfinite(se) &&
	    diff->norm.how != NORMALIZE_ROBUST)
		outbuf_printf(out, "; unchanged rows: %+.1f%% +- %.1f%%",
			      fabs(moved) < 0.05 ? 0.0 : moved, se);
}

/* All from FROM on in OUT fits. */
static bool fits(const struct outbuf *out, size_t from, unsigned width)
{
	struct span line = { out->data + from, out->len - from };

	return !width || escape_width(line) <= width;
}

/* Break what is in OUT from FROM on into lines of WIDTH, at blanks. */
static void wrap(struct outbuf *out, size_t from, unsigned width)
{
	size_t line = from, blank = from;

	for (size_t i = from; i < out->len && width; i++) {
		if (i - line >= width && blank > line) {
			out->data[blank] = '\n';
			line = blank + 1;
		}
		if (out->data[i] == ' ')
			blank = i;
	}
}

void header_print(struct outbuf *out, const struct view *views, size_t nr,
		  unsigned width, header_quote *quote, const char *end)
{
	size_t start = out->len, after_base;

	if (views[0].listing) {
		print_side(out, NULL, &views[0].listing->side, quote);
		outbuf_text(out, end);
		return;
	}

	print_side(out, "base", &views[0].diff->base, quote);
	after_base = out->len;
	if (nr == 1) {
		outbuf_text(out, "; ");
		print_side(out, "test", &views[0].diff->test, quote);
	}
	if (nr > 1 || !fits(out, start, width)) {
		out->len = after_base;
		for (size_t i = 0; i < nr; i++) {
			outbuf_text(out, end);
			print_side(out, "test", &views[i].diff->test, quote);
		}
	}
	outbuf_text(out, end);
	print_how(out, views, nr);
	outbuf_text(out, end);
	for (size_t i = 0; i < nr && views[i].diff->significance; i++) {
		size_t from = out->len;

		print_noise(out, views[i].diff);
		if (nr > 1) {
			outbuf_text(out, " (");
			quote(out, span_of(views[i].diff->test.label));
			outbuf_char(out, ')');
		}
		wrap(out, from, width);
		outbuf_text(out, end);
	}
}
