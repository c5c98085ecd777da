/*
 * picture_bars.c - rows as bars to both sides of a line
 *
 * To the right what has more, to the left what has less, with the interval of
 * the change as a line over the bar.  What is noise, or was not tested, is drawn
 * hollow.  Of a listing, bars go one way.
 */
#include "picture.h"

#include <math.h>
#include <stdlib.h>

#include "diffprof/significance.h"

#include "markup.h"

#define ROW 20
#define LETTER 7.3
#define NAMES 0.28 /* part of the width that names have, at the left */
#define NUMBERS 170 /* width of the numbers, at the right */

/* A row with what is drawn of it. */
struct bar {
	const void *row;
	size_t place; /* in the view */
	double value, low, high; /* NAN: no interval */
	bool solid;
};

struct chart {
	struct picture *p;
	const struct view *view;
	struct bar *bars;
	size_t nr, left_out;
	bool percent; /* there are no deltas, only percentages */
	double zero, unit; /* place of 0, width of 1 */
	double left, right; /* of the bars */
	struct arena arena;
};

static double value_of(const struct chart *c, const void *row)
{
	const struct diff *diff = c->view->diff;

	if (!diff)
		return (double)((const struct listing_row *)row)->count;
	if (c->percent)
		return diff_percent(diff, row);
	if (((const struct diff_row *)row)->status == STATUS_UNCERTAIN)
		return NAN;
	return (double)diff_delta(diff, row);
}

static struct bar bar_of(const struct chart *c, size_t place)
{
	const struct diff *diff = c->view->diff;
	struct bar bar = {
		.row = c->view->rows[place],
		.place = place,
		.value = value_of(c, c->view->rows[place]),
		.low = NAN,
		.high = NAN,
		.solid = !diff || !diff->significance,
	};

	return bar;
}

static int by_size(const void *a, const void *b)
{
	const struct bar *x = a, *y = b;

	if (fabs(x->value) != fabs(y->value))
		return fabs(x->value) > fabs(y->value) ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static int by_place(const void *a, const void *b)
{
	const struct bar *x = a, *y = b;

	return (x->place > y->place) - (x->place < y->place);
}

/* The rows that changed most; limits are found only of these. */
static void choose(struct chart *c, size_t max)
{
	const struct view *view = c->view;
	size_t nr = 0;

	c->bars = arena_alloc(&c->arena, (view->nr + 1) * sizeof(*c->bars));
	for (size_t i = 0; i < view->nr; i++) {
		if (view->rows[i] == view->total)
			continue;
		c->bars[nr] = bar_of(c, i);
		if (isfinite(c->bars[nr].value) && c->bars[nr].value != 0)
			nr++;
		else
			c->left_out++;
	}
	qsort(c->bars, nr, sizeof(*c->bars), by_size);
	c->nr = nr < max ? nr : max;
	c->left_out += nr - c->nr;
	qsort(c->bars, c->nr, sizeof(*c->bars), by_place);
	for (size_t i = 0;
	     i < c->nr && view->diff && view->diff->significance && !c->percent;
	     i++) {
		struct bar *bar = &c->bars[i];
		struct limits limits =
			significance_delta_limits(view->diff, bar->row);

		bar->low = limits.low;
		bar->high = limits.high;
		bar->solid = significance_changed(view->diff, bar->row);
	}
}

/* ---- the scale ----------------------------------------------------------- */

/* 1, 2 or 5 times a power of ten: about SIZE. */
static double round_step(double size)
{
	double ten = pow(10, floor(log10(size)));
	double part = size / ten;

	return ten * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

static void set_scale(struct chart *c)
{
	double low = 0, high = 0, most = 0;

	for (size_t i = 0; i < c->nr; i++)
		most = fmax(most, fabs(c->bars[i].value));
	// An interval may be much wider than all bars: it is cut at the edge.
	for (size_t i = 0; i < c->nr; i++) {
		const struct bar *b = &c->bars[i];

		low = fmin(low, b->value);
		high = fmax(high, b->value);
		if (!isnan(b->low) && !isnan(b->high)) {
			low = fmin(low, fmax(b->low, -1.3 * most));
			high = fmax(high, fmin(b->high, 1.3 * most));
		}
	}
	if (high - low <= 0)
		high = 1;
	c->left = PICTURE_MARGIN + NAMES * c->p->width + 10;
	c->right = c->p->width - PICTURE_MARGIN - NUMBERS;
	c->unit = (c->right - c->left) / (high - low);
	c->zero = c->left - low * c->unit;
}

static double x_of(const struct chart *c, double value)
{
	double x = c->zero + value * c->unit;

	return fmin(fmax(x, c->left), c->right);
}

static void draw_axis(struct chart *c, double top, double bottom)
{
	double step = round_step((c->right - c->left) / c->unit / 6);
	long first = (long)ceil((c->left - c->zero) / c->unit / step);
	long last = (long)floor((c->right - c->zero) / c->unit / step + 0.01);
	struct outbuf *out = c->p->out;

	for (long i = first; i <= last; i++) {
		double x = c->zero + step * (double)i * c->unit;
		struct outbuf text = { 0 };

		outbuf_printf(out, "<path class=\"%s\" d=\"M%.1f %.0fV%.0f\"/>",
			      i ? "g" : "z", x, top, bottom);
		markup_number(&text, step * (double)i, step < 1 ? 1 : 0,
			      c->view->diff && i);
		if (c->percent)
			outbuf_char(&text, '%');
		outbuf_printf(out,
			      "<text class=\"t c\" x=\"%.1f\" y=\"%.0f\">"
			      "%.*s</text>\n",
			      x, top - 5, (int)text.len, text.data);
		outbuf_release(&text);
	}
}

/* ---- bars ---------------------------------------------------------------- */

static struct span key_of(struct chart *c, const void *row)
{
	struct cell key = c->view->set->get(c->view->source, row, &c->arena);

	return key.kind == CELL_TEXT ? key.text : SPAN("-");
}

static void add_value(struct outbuf *out, const struct chart *c,
		      const struct bar *bar)
{
	const struct diff *diff = c->view->diff;

	if (c->percent) {
		outbuf_printf(out, "%+.1f%%", bar->value);
		return;
	}
	markup_number(out, bar->value, picture_decimals(c->view), diff != NULL);
	if (!diff)
		return;
	const struct diff_row *row = bar->row;
	double percent = diff_percent(diff, row);

	if (row->status == STATUS_NEW)
		outbuf_text(out, " new");
	else if (row->status == STATUS_GONE)
		outbuf_text(out, " gone");
	else if (isfinite(percent))
		outbuf_printf(out, " %+.1f%%", percent);
	if (diff->significance && bar->solid)
		outbuf_printf(out, " %s", significance_marker(diff, row));
}

static void add_title(struct chart *c, const struct bar *bar, struct span key)
{
	const struct view *view = c->view;
	struct outbuf *out = c->p->out;
	unsigned decimals = picture_decimals(view);

	outbuf_text(out, "<title>");
	markup_text(out, key);
	outbuf_text(out, "\n");
	if (view->diff && !c->percent) {
		outbuf_text(out, "base ");
		markup_number(out, diff_base_mean(view->diff, bar->row),
			      decimals, false);
		outbuf_text(out, ", test ");
		markup_number(out, diff_test_mean(view->diff, bar->row),
			      decimals, false);
		outbuf_text(out, ": ");
	}
	add_value(out, c, bar);
	if (!isnan(bar->low) && !isnan(bar->high)) {
		outbuf_text(out, "\n95% limits ");
		markup_number(out, bar->low, decimals, true);
		outbuf_text(out, " to ");
		markup_number(out, bar->high, decimals, true);
		if (view->diff && view->diff->significance) {
			const struct finding *found =
				significance_of(view->diff, bar->row);

			outbuf_printf(out, ": %s",
				      verdict_names[found->verdict]);
		}
	}
	outbuf_text(out, "</title>");
}

static void draw_interval(const struct chart *c, const struct bar *bar,
			  double y)
{
	struct outbuf *out = c->p->out;
	double low = x_of(c, bar->low), high = x_of(c, bar->high);

	if (isnan(bar->low) || isnan(bar->high))
		return;
	outbuf_printf(out, "<path class=\"i\" d=\"M%.1f %.1fH%.1f", low, y,
		      high);
	// An end that is cut off has no mark.
	if (c->zero + bar->low * c->unit >= c->left - 0.01)
		outbuf_printf(out, "M%.1f %.1fv6", low, y - 3);
	if (c->zero + bar->high * c->unit <= c->right + 0.01)
		outbuf_printf(out, "M%.1f %.1fv6", high, y - 3);
	outbuf_text(out, "\"/>");
}

static void draw_bar(struct chart *c, const struct bar *bar)
{
	struct outbuf *out = c->p->out, text = { 0 };
	double y = c->p->y, end = x_of(c, bar->value);
	double left = fmin(c->zero, end), width = fabs(end - c->zero);
	struct span key = key_of(c, bar->row);

	outbuf_printf(out, "<g class=\"b %s%s\">",
		      !c->view->diff ? "u" :
		      bar->value > 0 ? "m4" :
				       "l4",
		      bar->solid ? "" : " o");
	add_title(c, bar, key);
	outbuf_printf(out, "<text class=\"t e\" x=\"%.0f\" y=\"%.0f\">",
		      c->left - 10, y + 14);
	markup_clipped(out, key, (size_t)(NAMES * c->p->width / LETTER));
	outbuf_printf(out,
		      "</text><rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\""
		      " height=\"%d\"/>",
		      left, y + 3, fmax(width, 0.5), ROW - 6);
	draw_interval(c, bar, y + ROW / 2.0);
	add_value(&text, c, bar);
	outbuf_printf(out, "<text class=\"t\" x=\"%.0f\" y=\"%.0f\">",
		      c->right + 10, y + 14);
	markup_text(out, (struct span){ text.data, text.len });
	outbuf_text(out, "</text></g>\n");
	outbuf_release(&text);
	c->p->y += ROW;
}

/* How many rows are not drawn. */
static void add_rest(struct chart *c)
{
	size_t uncertain = c->view->nr_uncertain;
	struct outbuf text = { 0 };

	if (c->left_out)
		outbuf_printf(&text, "%zu more row%s less", c->left_out,
			      !c->view->diff   ? "s have" :
			      c->left_out == 1 ? " changed" :
						 "s changed");
	if (uncertain)
		outbuf_printf(&text,
			      "%s%zu uncertain: a listing that was cut"
			      " does not show %s",
			      text.len ? "; " : "", uncertain,
			      uncertain == 1 ? "it" : "them");
	if (text.len) {
		picture_text(c->p, "t", c->left, c->p->y + 18,
			     (struct span){ text.data, text.len });
		c->p->y += 24;
	}
	outbuf_release(&text);
}

static bool has_deltas(const struct view *view)
{
	for (size_t i = 0; i < view->nr; i++)
		if (!isnan((double)diff_delta(view->diff, view->rows[i])))
			return true;
	return false;
}

static void draw_chart(struct chart *c)
{
	double top = c->p->y + 18;

	set_scale(c);
	draw_axis(c, top, top + ROW * (double)c->nr);
	c->p->y = top;
	for (size_t i = 0; i < c->nr; i++)
		draw_bar(c, &c->bars[i]);
}

void picture_bars(struct picture *p, const struct view *view, size_t max)
{
	struct chart c = {
		.p = p,
		.view = view,
		.percent = view->diff && view->diff->stated &&
			   !has_deltas(view),
	};

	choose(&c, max);
	if (c.nr) {
		draw_chart(&c);
	} else {
		picture_text(p, "t", PICTURE_MARGIN, p->y + 14,
			     view->diff ? SPAN("No row has a change to show.") :
					  SPAN("No row has a count to show."));
		p->y += 24;
	}
	add_rest(&c);
	arena_release(&c.arena);
}
