/*
 * picture_flame.c - the differential flame graph
 *
 * A frame is as wide as what it has with all that it called, and stands on its
 * caller.  Its colour is the change of what it has itself: red more, blue less,
 * the stronger the larger, by the root so that one large change does not leave
 * all others pale.  Frames narrower than a pixel or so are drawn as one with those
 * beside them, and what they called is not drawn.
 */
#include "picture.h"

#include <math.h>

#include "markup.h"

#define ROW 16
#define LETTER 6.7 /* width of one, in the font of a frame */
#define NARROWEST 1.5
#define DEPTH_MAX 256
#define TALL 48 /* above so many frames a tower has to be wider, ... */
#define SLIM 8.0 /* ... so many pixels */
#define LEVELS 5
#define PALEST 0.1 /* of the strongest colour: below it is none */

struct drawing {
	struct picture *p;
	const struct flame *flame;
	const double *value; /* by frame */
	double scale; /* width of 1 */
	double most; /* largest change of a frame itself */
	double bottom; /* of the root's row */
	double *x,
		*end; /* by frame: where it begins; where the next child does */
	double *small; /* by frame: value of what it called and is too narrow */
	uint32_t *nr_small;
	bool *drawn;
	unsigned decimals;
};

static const char *color_of(const struct drawing *d, double change)
{
	static const char *const more[] = { "m1", "m2", "m3", "m4", "m5" };
	static const char *const less[] = { "l1", "l2", "l3", "l4", "l5" };
	double part = d->most > 0 ? sqrt(fabs(change) / d->most) : 0;
	int level = (int)ceil(part * LEVELS) - 1;

	if (part < PALEST || level < 0)
		return "n";
	if (level >= LEVELS)
		level = LEVELS - 1;
	return change > 0 ? more[level] : less[level];
}

static const char *class_of(const struct drawing *d,
			    const struct flame_frame *frame)
{
	if (!d->flame->both)
		return d->flame->functions[frame->function].kernel ? "k" : "u";
	return color_of(d, flame_delta(d->flame, frame->base_self,
				       frame->test_self));
}

/* ---- what a frame says --------------------------------------------------- */

static void add_name(struct outbuf *out, const struct flame *flame,
		     const struct flame_frame *frame)
{
	const struct flame_function *f = &flame->functions[frame->function];
	struct span symbol = names_text(flame->names, f->symbol);
	struct span image = names_text(flame->names, f->image);

	outbuf_span(out, symbol.len ? symbol : SPAN(SYMBOL_UNKNOWN));
	if (image.len && !span_is(image, IMAGE_KERNEL)) {
		outbuf_text(out, " [");
		outbuf_span(out, image);
		outbuf_char(out, ']');
	}
	if (frame->inlined)
		outbuf_text(out, " (inlined)");
}

static void add_side(struct outbuf *out, const char *name, double value,
		     double all, unsigned decimals)
{
	outbuf_text(out, name);
	markup_number(out, value, decimals, false);
	if (all > 0)
		outbuf_printf(out, " (%.2f%%)", 100 * value / all);
}

/* "base 5 (1.2%), test 7 (1.5%): +2 (+40.0%)" */
static void add_counts(const struct drawing *d, uint64_t base, uint64_t test)
{
	const struct flame *flame = d->flame;
	struct outbuf *out = d->p->out;
	double b = flame_base(flame, base), t = flame_test(flame, test);

	if (!flame->both) {
		add_side(out, "", b, flame_base(flame, flame->frames[0].base),
			 d->decimals);
		return;
	}
	add_side(out, "base ", b, flame_base(flame, flame->frames[0].base),
		 d->decimals);
	add_side(out, ", test ", t, flame_test(flame, flame->frames[0].test),
		 d->decimals);
	outbuf_text(out, ": ");
	markup_number(out, t - b, d->decimals, true);
	if (!base && test)
		outbuf_text(out, " (new)");
	else if (base && !test)
		outbuf_text(out, " (gone)");
	else if (base)
		outbuf_printf(out, " (%+.1f%%)", 100 * (t - b) / b);
}

static void add_title(const struct drawing *d, const struct flame_frame *frame,
		      struct span name)
{
	struct outbuf *out = d->p->out;

	outbuf_text(out, "<title>");
	markup_text(out, name);
	outbuf_char(out, '\n');
	add_counts(d, frame->base, frame->test);
	if ((frame->base_self || frame->test_self) &&
	    (frame->base_self != frame->base ||
	     frame->test_self != frame->test)) {
		outbuf_text(out, "\nitself: ");
		add_counts(d, frame->base_self, frame->test_self);
	}
	outbuf_text(out, "</title>");
}

/* ---- where it is --------------------------------------------------------- */

static void add_rectangle(struct outbuf *out, double x, double y, double width)
{
	// A gap of half a pixel tells neighbours apart.
	outbuf_printf(out,
		      "<rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\""
		      " height=\"%d\"/>",
		      x, y, width > 1 ? width - 0.5 : width, ROW - 1);
}

static void add_label(struct outbuf *out, double x, double y, double width,
		      const char *mark, struct span name)
{
	double letters = (width - 4) / LETTER - (double)strlen(mark);

	if (letters < 3)
		return;
	outbuf_printf(out, "<text x=\"%.1f\" y=\"%.0f\">%s", x + 3, y + 11.5,
		      mark);
	markup_clipped(out, name, (size_t)letters);
	outbuf_text(out, "</text>");
}

static double y_of(const struct drawing *d, uint32_t depth)
{
	return d->bottom - ROW * (double)depth;
}

static void draw_frame(const struct drawing *d, uint32_t i)
{
	const struct flame_frame *frame = &d->flame->frames[i];
	double width = d->value[i] * d->scale, y = y_of(d, frame->depth);
	bool new = flame_is_new(d->flame, frame);
	bool gone = flame_is_gone(d->flame, frame);
	struct outbuf *out = d->p->out, name = { 0 };

	if (i == 0)
		outbuf_text(&name, "all");
	else
		add_name(&name, d->flame, frame);
	outbuf_printf(out, "<g class=\"f %s%s\">", i ? class_of(d, frame) : "n",
		      !i   ? "" :
		      new  ? " new" :
		      gone ? " gone" :
			     "");
	add_title(d, frame, (struct span){ name.data, name.len });
	add_rectangle(out, d->x[i], y, width);
	add_label(out, d->x[i], y, width,
		  !i   ? "" :
		  new  ? "+ " :
		  gone ? "- " :
			 "",
		  (struct span){ name.data, name.len });
	outbuf_text(out, "</g>\n");
	outbuf_release(&name);
}

/* What frame I called and is too narrow, as one. */
static void draw_small(const struct drawing *d, uint32_t i)
{
	double width = d->small[i] * d->scale;
	double y = y_of(d, d->flame->frames[i].depth + 1);
	struct outbuf *out = d->p->out;

	if (width < NARROWEST)
		return;
	outbuf_printf(out,
		      "<g class=\"f s\"><title>%u frames that are too"
		      " narrow or too deep to be drawn</title>",
		      d->nr_small[i]);
	add_rectangle(out, d->end[i], y, width);
	outbuf_text(out, "</g>\n");
}

/* Give places to the frames that are wide enough; returns the largest depth. */
static uint32_t place(struct drawing *d)
{
	const struct flame_frame *frames = d->flame->frames;
	uint32_t deepest = 0, i = 1;

	d->x[0] = d->end[0] = PICTURE_MARGIN;
	d->drawn[0] = true;
	while (i < d->flame->nr) {
		uint32_t parent = frames[i].parent, depth = frames[i].depth;
		double width = d->value[i] * d->scale;

		if (width < (depth > TALL ? SLIM : NARROWEST) ||
		    depth > DEPTH_MAX) {
			d->small[parent] += d->value[i];
			d->nr_small[parent] += d->value[i] > 0;
			if (d->small[parent] * d->scale >= NARROWEST &&
			    depth > deepest)
				deepest = depth;
			i = frames[i].next;
			continue;
		}
		d->x[i] = d->end[i] = d->end[parent];
		d->end[parent] += width;
		d->drawn[i] = true;
		if (depth > deepest)
			deepest = depth;
		i++;
	}
	return deepest;
}

static void draw(struct picture *p, const struct flame *flame,
		 const double *value, double most, unsigned decimals)
{
	struct arena arena = { 0 };
	size_t nr = flame->nr;
	struct drawing d = {
		.p = p,
		.flame = flame,
		.value = value,
		.scale = value[0] > 0 ? (p->width - 2 * PICTURE_MARGIN) /
						value[0] :
					0,
		.most = most,
		.x = arena_zalloc(&arena, nr * sizeof(double)),
		.end = arena_zalloc(&arena, nr * sizeof(double)),
		.small = arena_zalloc(&arena, nr * sizeof(double)),
		.nr_small = arena_zalloc(&arena, nr * sizeof(uint32_t)),
		.drawn = arena_zalloc(&arena, nr * sizeof(bool)),
		.decimals = decimals,
	};
	uint32_t deepest = place(&d);

	d.bottom = p->y + ROW * (double)deepest;
	for (uint32_t i = 0; i < nr; i++) {
		if (!d.drawn[i])
			continue;
		draw_frame(&d, i);
		draw_small(&d, i);
	}
	p->y = d.bottom + ROW;
	arena_release(&arena);
}

/* ---- all of it ----------------------------------------------------------- */

static double *values(const struct flame *flame, enum flame_width width,
		      struct arena *arena)
{
	double *value = arena_alloc(arena, flame->nr * sizeof(*value));

	for (size_t i = 0; i < flame->nr; i++) {
		const struct flame_frame *f = &flame->frames[i];

		value[i] = width == FLAME_TEST && flame->both ?
				   0 :
				   flame_base(flame, f->base);
		if (width != FLAME_BASE && flame->both)
			value[i] += flame_test(flame, f->test);
	}
	return value;
}

/* By frame: what is in chains of one side only, on the side that has no width. */
static double *elided(const struct flame *flame, enum flame_width width,
		      struct arena *arena)
{
	double *value = arena_zalloc(arena, flame->nr * sizeof(*value));
	bool *alone = arena_zalloc(arena, flame->nr);

	for (size_t i = flame->nr; i-- > 0;) {
		const struct flame_frame *f = &flame->frames[i];

		alone[i] = width == FLAME_TEST ? flame_is_gone(flame, f) :
						 flame_is_new(flame, f);
		if (alone[i])
			value[i] = width == FLAME_TEST ?
					   flame_base(flame, f->base) :
					   flame_test(flame, f->test);
		// A caller that is on one side as well has it in its count.
		if (i)
			value[f->parent] += value[i];
	}
	return value;
}

static double largest_change(const struct flame *flame)
{
	double most = 0;

	for (size_t i = 0; flame->both && i < flame->nr; i++)
		most = fmax(most,
			    fabs(flame_delta(flame, flame->frames[i].base_self,
					     flame->frames[i].test_self)));
	return most;
}

static void add_caption(struct picture *p, const struct flame *flame,
			enum flame_width width, double part)
{
	bool gone = width == FLAME_TEST;
	double all = gone ? flame_base(flame, flame->frames[0].base) :
			    flame_test(flame, flame->frames[0].test);
	struct outbuf text = { 0 };

	outbuf_printf(&text, "Only in %s, on a scale of its own: ",
		      gone ? "base" : "test");
	markup_number(&text, part, 0, false);
	outbuf_printf(&text, " (%.2f%% of %s)", 100 * part / all,
		      gone ? "base" : "test");
	p->y += 26;
	picture_text(p, "h", PICTURE_MARGIN, p->y,
		     (struct span){ text.data, text.len });
	p->y += 8;
	outbuf_release(&text);
}

/* What the colours mean. */
static void add_legend(struct picture *p, const struct flame *flame,
		       double most, unsigned decimals)
{
	static const char *const classes[] = { "l5", "l4", "l3", "l2",
					       "l1", "n",  "m1", "m2",
					       "m3", "m4", "m5" };
	struct outbuf text = { 0 };
	const double letter = 7.4;
	double x = PICTURE_MARGIN + 26 * letter;

	if (!flame->both) {
		picture_text(p, "t", PICTURE_MARGIN, p->y + 12,
			     SPAN("Width: samples in a function and all that it"
				  " called."));
		p->y += 22;
		return;
	}
	picture_text(p, "t", PICTURE_MARGIN, p->y + 12,
		     SPAN("Change in a frame itself:"));
	markup_number(&text, -most, decimals, true);
	outbuf_text(&text, " less");
	x += letter * (double)text.len;
	outbuf_printf(p->out,
		      "<text class=\"t e\" x=\"%.0f\" y=\"%.0f\">"
		      "%.*s</text>\n",
		      x, p->y + 12, (int)text.len, text.data);
	x += 6;
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		outbuf_printf(p->out, "<g class=\"f %s\">", classes[i]);
		add_rectangle(p->out, x, p->y + 1, 22);
		outbuf_text(p->out, "</g>");
		x += 22;
	}
	text.len = 0;
	markup_number(&text, most, decimals, true);
	outbuf_text(&text, " more.  Frames of one side only: + new, - gone");
	picture_text(p, "t", x + 6, p->y + 12,
		     (struct span){ text.data, text.len });
	p->y += 26;
	outbuf_release(&text);
}

void picture_flame(struct picture *p, const struct flame *flame,
		   enum flame_width width)
{
	struct arena arena = { 0 };
	unsigned decimals = flame->base_unit != 1 || flame->test_unit != 1;
	double most = largest_change(flame);
	double *value;

	add_legend(p, flame, most, decimals);
	value = values(flame, width, &arena);
	draw(p, flame, value, most, decimals);
	if (flame->both && width != FLAME_BOTH) {
		value = elided(flame, width, &arena);
		if (value[0] > 0) {
			add_caption(p, flame, width, value[0]);
			draw(p, flame, value, most, decimals);
		}
	}
	arena_release(&arena);
}
