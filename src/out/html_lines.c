/*
 * html_lines.c - the source lines of a row, for the script of the report
 *
 *	,"lines": [[FUNCTION, FILE, LINE, BASE, TEST, TEXT], ...], "rest": [BASE, TEST]
 *
 * Those of its lines that changed most, in the order of the source; LINE is
 * test's, or base's if test has it not; TEXT null where no source is at hand.
 * Counts are means, normalised; the rest is what has no line, or one that is not
 * among these.
 */
#include "html.h"

#include <math.h>
#include <stdlib.h>

#include "diffprof/annotate.h"

#include "markup.h"

#define LINES_MAX 12

/* A line by its number in the annotation, and how much it changed. */
struct line {
	uint32_t nr;
	double base, test;
};

static int by_change(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	double dx = fabs(x->test - x->base), dy = fabs(y->test - y->base);

	if (dx != dy)
		return dx > dy ? -1 : 1;
	return (x->nr > y->nr) - (x->nr < y->nr);
}

static int by_number(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	return (x->nr > y->nr) - (x->nr < y->nr);
}

/* The lines with ticks, those that changed most first, then as they stand. */
static size_t choose(const struct annotation *ann, struct line *lines)
{
	size_t nr = 0;

	for (uint32_t i = 0; i < ann->nr_lines; i++) {
		const struct annotated_line *l = &ann->lines[i];

		if (l->base || l->test)
			lines[nr++] = (struct line){
				i, annotate_base_mean(ann, l->base),
				annotate_test_mean(ann, l->test)
			};
	}
	if (nr > LINES_MAX) {
		qsort(lines, nr, sizeof(*lines), by_change);
		nr = LINES_MAX;
		qsort(lines, nr, sizeof(*lines), by_number);
	}
	return nr;
}

static void add_string(struct outbuf *out, const char *text)
{
	if (text)
		markup_json(out, span_of(text));
	else
		outbuf_text(out, "null");
	outbuf_char(out, ',');
}

static void add_line(struct outbuf *out, const struct annotation *ann,
		     const struct line *line)
{
	const struct annotated_line *l = &ann->lines[line->nr];
	const struct annotated_function *f = &ann->functions[l->function];
	struct span text = l->test_text.ptr ? l->test_text : l->base_text;

	outbuf_char(out, '[');
	add_string(out, f->name);
	add_string(out, l->test_line ? f->test_file : f->base_file);
	outbuf_printf(out, "%u,%.6g,%.6g,",
		      l->test_line ? l->test_line : l->base_line, line->base,
		      line->test);
	if (text.ptr)
		markup_json(out, text);
	else
		outbuf_text(out, "null");
	outbuf_char(out, ']');
}

void html_lines(struct html_section *s, const struct diff_row *row)
{
	const struct annotate_options opts = { 0 };
	struct outbuf *out = s->out;
	struct annotation ann;
	struct error unused;

	// Most rows are of no image that has lines, which is no fault.
	if (annotate(s->view->diff, row, &opts, &s->scratch, &ann, &unused) < 0)
		return;
	struct line *lines = arena_alloc(
		&s->scratch, ((size_t)ann.nr_lines + 1) * sizeof(*lines));
	size_t nr = choose(&ann, lines);
	double base = annotate_base_mean(&ann, ann.base.count);
	double test = annotate_test_mean(&ann, ann.test.count);

	if (!nr)
		return;
	outbuf_text(out, ",\"lines\":[");
	for (size_t i = 0; i < nr; i++) {
		if (i)
			outbuf_char(out, ',');
		add_line(out, &ann, &lines[i]);
		base -= lines[i].base;
		test -= lines[i].test;
	}
	outbuf_printf(out, "],\"rest\":[%.6g,%.6g]",
		      fabs(base) < 1e-6 ? 0 : base,
		      fabs(test) < 1e-6 ? 0 : test);
}
