/*
 * detail.c - the page of a row
 */
#include "detail.h"

#include <math.h>
#include <stdio.h>

#include "diffprof/cells.h"
#include "diffprof/escape.h"
#include "diffprof/significance.h"

/* The text of a cell of the open row, in the arena of the page. */
static const char *cell(struct browser *b, const char *column)
{
	struct arena scratch = { 0 };
	struct outbuf text = { 0 };
	const struct view *view = &b->list.view;

	cells_text(&text, view, column_find(view->set, span_of(column)),
		   b->open_row, &scratch);
	const char *copy =
		arena_strndup(&b->detail.arena, text.data, text.len);
	outbuf_release(&text);
	arena_release(&scratch);
	return copy;
}

static void words(struct browser *b, unsigned style, const char *text)
{
	if (text && *text)
		text_add_words(&b->detail, style, 0, span_of(text));
}

static void gap(struct browser *b)
{
	text_add(&b->detail, 0, "%s", "");
}

static void heading(struct browser *b, const char *text)
{
	gap(b);
	text_add(&b->detail, STYLE_BOLD | STYLE_UNDERLINE, "%s", text);
}

static unsigned color_of(double delta)
{
	return delta > 0 ? COLOR_MORE : delta < 0 ? COLOR_LESS : COLOR_PLAIN;
}

static void put_sides(struct browser *b)
{
	const struct diff *diff = b->list.view.diff;
	const struct diff_row *row = b->open_row;
	struct text *t = &b->detail;
	bool scaled = !diff->stated &&
		      (diff->base.measured > 1 || diff->test.measured > 1 ||
		       diff->norm.factor != 1);
	const char *base = cell(b, "base"), *test = cell(b, "test");
	double delta = (double)diff_delta(diff, row);

	text_add(t, 0, "base  %12s  %8s of it   %s", base,
		 cell(b, "base_share"), diff->base.label);
	text_add(t, 0, "test  %12s  %8s of it   %s", test,
		 cell(b, "test_share"), diff->test.label);
	if (scaled)
		text_add(t, 0, "a run, normalised: base %s, test %s",
			 cell(b, "base_mean"), cell(b, "test_mean"));
	if (row->status == STATUS_UNCERTAIN)
		return;
	const char *limits = cell(b, "ci");
	text_add(t, color_of(delta) | STYLE_BOLD, "delta %12s  %8s%s%s%s",
		 cell(b, "delta"), cell(b, "percent"),
		 *limits == '-' && !limits[1] ? "" : "         between ",
		 *limits == '-' && !limits[1] ? "" : limits,
		 *limits == '-' && !limits[1] ? "" : " (95 % limits)");
}

static void put_runs(struct browser *b)
{
	const struct diff *diff = b->list.view.diff;
	const struct diff_row *row = b->open_row;
	size_t at = row == &diff->total ? diff->nr : (size_t)(row - diff->rows);
	struct arena scratch = { 0 };
	const char *line = "";

	if (diff->stated || diff->stride <= 2 || !diff->counts)
		return;
	for (size_t i = 0; i < diff->stride; i++) {
		uint64_t count = diff->counts[at * diff->stride + i];
		const char *lead = i == 0		    ? "runs: base" :
				   i == diff->base.nr_runs ? "; test" :
							     "";

		line = count == COUNT_UNKNOWN ?
			       arena_printf(&scratch, "%s%s ?", line, lead) :
			       arena_printf(&scratch, "%s%s %llu", line, lead,
					    (unsigned long long)count);
	}
	words(b, 0, line);
	arena_release(&scratch);
}

static void put_place(struct browser *b)
{
	const struct diff *diff = b->list.view.diff;
	const struct diff_row *row = b->open_row;
	const char *image = cell(b, "image"), *file = cell(b, "file");
	const char *parts = cell(b, "parts");

	if (row == &diff->total)
		return;
	if (strcmp(image, "-") != 0 && *image)
		text_add(&b->detail, 0, "in %s%s%s", image,
			 strcmp(file, "-") ? ", " : "",
			 strcmp(file, "-") ? file : "");
	if (strcmp(parts, "-") != 0)
		words(b, 0,
		      arena_printf(&b->detail.arena, "folded into it: %s",
				   parts));
}

static void put_diff(struct browser *b)
{
	const struct diff *diff = b->list.view.diff;
	struct arena *arena = &b->detail.arena;

	put_sides(b);
	gap(b);
	words(b, 0, tell_verdict(diff, b->open_row, arena));
	words(b, 0, b->depth.story ? b->depth.story :
				     tell_story(diff, b->open_row, arena));
	put_runs(b);
	put_place(b);
	words(b, 0, b->depth.whom);
}

static void put_listing(struct browser *b)
{
	text_add(&b->detail, 0, "count %12s  %8s of it", cell(b, "count"),
		 cell(b, "share"));
	if (strcmp(cell(b, "size"), "-") != 0)
		text_add(&b->detail, 0,
			 "load  %12s  a byte, in %s bytes at %s",
			 cell(b, "load"), cell(b, "size"), cell(b, "address"));
	text_add(&b->detail, 0, "in %s", cell(b, "image"));
	words(b, 0, b->depth.whom);
}

/* "+5", "-5", and nothing of what rounds to 0. */
static const char *signed_ticks(double delta, char *text, size_t size)
{
	if (fabs(delta) < 0.5)
		snprintf(text, size, "0");
	else
		snprintf(text, size, "%+.0f", delta);
	return text;
}

static void put_line(struct browser *b, const struct browser_line *line,
		     int places)
{
	double delta = line->test - line->base;
	struct text *t = &b->detail;
	char text[400];
	const char *change = signed_ticks(delta, text, sizeof(text));
	unsigned color = line->known && fabs(delta) >= 0.5 ? color_of(delta) :
							     COLOR_PLAIN;

	if (!line->known)
		text_add(t, color, "%9s %9s %9s  %-*s  %s", "", "", "", places,
			 line->place, line->text);
	else if (b->list.view.diff)
		text_add(t, color, "%9.0f %9.0f %9s  %-*s  %s", line->base,
			 line->test, change, places, line->place, line->text);
	else
		text_add(t, color, "%9.0f  %-*s  %s", line->base, places,
			 line->place, line->text);
}

void lines_make(struct browser *b)
{
	const struct browser_depth *depth = &b->depth;
	bool asm_ = b->show_asm && depth->nr_instructions;
	const struct browser_line *lines =
		asm_ ? depth->instructions : depth->lines;
	size_t nr = asm_ ? depth->nr_instructions : depth->nr_lines;
	int places = 0;

	if (!nr && !depth->why_no_lines)
		return;
	heading(b, asm_ ? "Instructions (a: source lines)" :
		   depth->nr_instructions ? "Source lines (a: instructions)" :
					    "Source lines");
	if (!nr) {
		words(b, COLOR_QUIET, depth->why_no_lines);
		return;
	}
	text_add(&b->detail, COLOR_QUIET, "%9s %9s %9s", "base", "test",
		 "delta");
	for (size_t i = 0; i < nr; i++) {
		int width = (int)escape_width(span_of(lines[i].place));

		places = width > places && width <= 40 ? width : places;
	}
	for (size_t i = 0; i < nr; i++)
		put_line(b, &lines[i], places);
}

static void put_call(struct browser *b, struct span name,
		     struct call_counts counts)
{
	const struct flame *flame = b->depth.flame;
	double delta = flame_delta(flame, counts.base, counts.test);
	char change[400];

	if (flame->both)
		text_add(&b->detail, color_of(delta), "%9.0f %9.0f %9s  %.*s",
			 flame_base(flame, counts.base),
			 flame_test(flame, counts.test),
			 signed_ticks(delta, change, sizeof(change)),
			 (int)name.len, name.ptr);
	else
		text_add(&b->detail, 0, "%9.0f  %.*s",
			 flame_base(flame, counts.base), (int)name.len,
			 name.ptr);
}

static void put_calls(struct browser *b, const char *title,
		      const struct call *calls, size_t nr)
{
	const struct flame *flame = b->depth.flame;

	heading(b, title);
	text_add(&b->detail, COLOR_QUIET, flame->both ? "%9s %9s %9s" : "%9s",
		 flame->both ? "base" : "ticks", "test", "delta");
	for (size_t i = 0; i < nr; i++) {
		const struct flame_function *f =
			&flame->functions[calls[i].function];

		put_call(b,
			 calls[i].function ?
				 view_key(flame->names, f->symbol, f->image,
					  !f->kernel, &b->detail.arena) :
				 SPAN("(nobody: the chain begins here)"),
			 calls[i].through);
	}
}

void calls_make(struct browser *b)
{
	const struct browser_depth *depth = &b->depth;
	const struct callers *callers = &depth->callers;

	if (!depth->flame) {
		if (depth->why_no_callers) {
			heading(b, "Callers and callees");
			words(b, COLOR_QUIET, depth->why_no_callers);
		}
		return;
	}
	put_calls(b, "Callers, and what went through them", callers->callers,
		  callers->nr_callers);
	put_calls(b, "What it called, and its own", callers->callees,
		  callers->nr_callees);
	put_call(b, SPAN("(itself)"), callers->self);
}

void detail_make(struct browser *b)
{
	size_t top = b->detail.top;

	if (!b->open_row)
		return;
	text_clear(&b->detail);
	if (b->list.view.diff)
		put_diff(b);
	else
		put_listing(b);
	if (!b->has_depth) {
		gap(b);
		words(b, COLOR_QUIET, "Looking deeper ...");
		return;
	}
	if (*b->depth_error) {
		gap(b);
		words(b, COLOR_ALARM, b->depth_error);
	}
	lines_make(b);
	calls_make(b);
	b->detail.top = top;
}
