/*
 * html_data.c - what the script of the report draws and opens, as JSON
 *
 *	{ "both": true, "units": [1, 1], "width": "test",
 *	  "rows": [ROW, ...], "uncertain": [ROW, ...],
 *	  "names": ["schedule", ...],
 *	  "frames": [NAME * 2 + INLINED, DEPTH, BASE, TEST, BASE_SELF, TEST_SELF,
 *		     ...] }
 *
 * A ROW is [BASE_SHARE, TEST_SHARE, Z, P], of a listing []; behind these may be
 * an object with some of
 *
 *	"what"		a sentence on what became of it
 *	"place"		"mm/memory.c:123"
 *	"parts"		names that were folded into it
 *	"through"	[BASE, TEST]: all samples with it in their chain
 *	"callers", "callees"	[[NAME, BASE, TEST], ...]; NAME -1: nobody
 *	"lines", "rest"	see html_lines.c
 *
 * Counts are sums over runs: "units" times that are means.  Frames are callers
 * first; those that nobody could see are left out with what they called.
 */
#include "html.h"

#include <math.h>
#include <stdlib.h>

#include "diffprof/callers.h"
#include "diffprof/cells.h"
#include "diffprof/explain.h"
#include "diffprof/significance.h"

#include "markup.h"

#define CALLERS_OF 500		/* so many rows have callers */
#define LINES_OF 30		/* so many have lines: DWARF is read for each */
#define CALLS_MAX 8		/* so many each */
#define SMALLEST 5000		/* part of all that a frame has to have */
#define DEPTH_MAX 256

struct data {
	struct html_section *s;
	uint32_t *name_of;	/* by function: number in "names", from 1 */
	uint32_t *names;	/* functions by that number */
	size_t nr_names;
	double least, least_lines; /* change of rows with callers; with lines */
};

static uint32_t name_of(struct data *d, uint32_t function)
{
	if (!d->name_of[function]) {
		d->names[d->nr_names++] = function;
		d->name_of[function] = (uint32_t)d->nr_names;
	}
	return d->name_of[function] - 1;
}

static void add_real(struct outbuf *out, double real, const char *end)
{
	if (isfinite(real))
		outbuf_printf(out, "%.3g%s", real, end);
	else
		outbuf_printf(out, "null%s", end);
}

/* ---- rows ---------------------------------------------------------------- */

static void add_calls(struct data *d, const char *name,
		      const struct call *calls, size_t nr)
{
	struct outbuf *out = d->s->out;

	outbuf_printf(out, ",\"%s\":[", name);
	for (size_t i = 0; i < nr && i < CALLS_MAX; i++) {
		const struct call *c = &calls[i];

		outbuf_printf(out, "%s[", i ? "," : "");
		if (c->function)
			outbuf_printf(out, "%u", name_of(d, c->function));
		else
			outbuf_text(out, "-1");
		outbuf_printf(out, ",%llu,%llu]",
			      (unsigned long long)c->through.base,
			      (unsigned long long)c->through.test);
	}
	outbuf_char(out, ']');
}

static void add_callers(struct data *d, size_t row)
{
	uint32_t function = flame_find_row(d->s->flame, row);
	struct callers callers;

	if (function == FLAME_NONE)
		return;
	callers_find(d->s->flame, function, &d->s->scratch, &callers);
	outbuf_printf(d->s->out, ",\"through\":[%llu,%llu]",
		      (unsigned long long)callers.total.base,
		      (unsigned long long)callers.total.test);
	add_calls(d, "callers", callers.callers, callers.nr_callers);
	add_calls(d, "callees", callers.callees, callers.nr_callees);
}

/* What became of it, in a sentence; nothing where it is as it was. */
static void add_what(struct outbuf *out, const struct diff *diff,
		     const struct diff_row *row)
{
	static const char *const matches[] = {
		[MATCH_ALIAS] = "Paired by another name of the same address.",
		[MATCH_FOLDED] = "Its clones or parts are not the same on both"
				 " sides; they are counted here.",
		[MATCH_MOVED] = "In a module on one side, and built in or in"
				" another module on the other.",
		[MATCH_RENAME] = "Paired as --rename says",
		[MATCH_SIMILAR] = "Renamed, as it seems",
	};
	struct outbuf text = { 0 };

	const char *why = explanation(diff, row);

	if (row->status == STATUS_NEW || row->status == STATUS_GONE)
		outbuf_printf(&text, "%s has no samples in it%s%s.",
			      row->status == STATUS_NEW ? "New: base" :
							  "Gone: test",
			      why ? "; " : "", why ? why : "");
	else if (row->status == STATUS_UNCERTAIN)
		outbuf_text(&text, "Uncertain: a listing that was cut does not"
				   " show it.");
	else if (row->match < sizeof(matches) / sizeof(*matches) &&
		 matches[row->match])
		outbuf_text(&text, matches[row->match]);
	if (row->renamed_from) {
		outbuf_text(&text,
			    text.len ? ": base has it as " : "Base has it as ");
		outbuf_span(&text, names_text(diff->names, row->renamed_from));
		if (row->score)
			outbuf_printf(&text, ", %u%% alike", row->score);
		outbuf_char(&text, '.');
	}
	if (text.len) {
		outbuf_text(out, ",\"what\":");
		markup_json(out, (struct span){ text.data, text.len });
	}
	outbuf_release(&text);
}

static void add_parts(struct outbuf *out, const struct diff *diff,
		      const struct diff_row *row)
{
	if (!row->parts)
		return;
	const name_id *parts = diff->parts + row->parts;
	outbuf_text(out, ",\"parts\":[");
	for (size_t i = 0; parts[i]; i++) {
		if (i)
			outbuf_char(out, ',');
		markup_json(out, names_text(diff->names, parts[i]));
	}
	outbuf_char(out, ']');
}

static void add_place(struct outbuf *out, const struct source_places *places,
		      const struct names *names, name_id symbol)
{
	struct outbuf text = { 0 };

	if (symbol >= places->nr || !places->of[symbol].file)
		return;
	outbuf_span(&text, names_text(names, places->of[symbol].file));
	if (places->of[symbol].line)
		outbuf_printf(&text, ":%u", places->of[symbol].line);
	outbuf_text(out, ",\"place\":");
	markup_json(out, (struct span){ text.data, text.len });
	outbuf_release(&text);
}

/* All that is said in an object; nothing if there is nothing. */
static void add_object(struct data *d, const void *row, double change)
{
	const struct view *view = d->s->view;
	struct outbuf *out = d->s->out;
	size_t before = out->len, index;
	bool first = out->data[out->len - 1] == '[';

	outbuf_text(out, first ? "{" : ",{");
	size_t begin = out->len;
	if (view->diff) {
		const struct diff_row *r = row;

		add_what(out, view->diff, r);
		add_place(out, &view->diff->places, view->diff->names,
			  r->symbol);
		add_parts(out, view->diff, r);
		if (d->s->opts->lines && change >= d->least_lines)
			html_lines(d->s, r);
		index = (size_t)(r - view->diff->rows);
	} else {
		const struct listing_row *r = row;

		add_place(out, &view->listing->places, view->listing->names,
			  r->symbol);
		index = (size_t)(r - view->listing->rows);
	}
	if (d->s->flame && change >= d->least)
		add_callers(d, index);
	if (out->len == begin) {
		out->len = before;
		return;
	}
	// The first member has no comma in front.
	out->data[begin] = ' ';
	outbuf_char(out, '}');
}

static double share(uint64_t count, uint64_t total)
{
	return total && total != COUNT_UNKNOWN && count != COUNT_UNKNOWN ?
		       100 * (double)count / (double)total :
		       NAN;
}

/* How much it changed, or has. */
static double change_of(const struct view *view, const void *row)
{
	double change =
		view->diff ? (double)diff_delta(view->diff, row) :
			     (double)((const struct listing_row *)row)->count;

	return isnan(change) ? -1 : fabs(change);
}

static void add_row(struct data *d, const void *row)
{
	const struct diff *diff = d->s->view->diff;
	struct outbuf *out = d->s->out;

	outbuf_char(out, '[');
	if (diff) {
		const struct diff_row *r = row;
		const struct finding *found = significance_of(diff, r);
		bool known = !diff->stated && r->status != STATUS_UNCERTAIN;

		add_real(out, known ? share(r->base, diff->base.total) : NAN,
			 ",");
		add_real(out, known ? share(r->test, diff->test.total) : NAN,
			 ",");
		add_real(out, found ? found->z : NAN, ",");
		add_real(out, found ? found->p : NAN, "");
	}
	add_object(d, row, change_of(d->s->view, row));
	outbuf_char(out, ']');
}

static void add_rows(struct data *d, const char *name,
		     const void *const *rows, size_t nr)
{
	struct outbuf *out = d->s->out;
	const char *between = "\n";

	outbuf_printf(out, "\"%s\":[", name);
	for (size_t i = 0; i < nr; i++) {
		if (rows[i] == d->s->view->total)
			continue;
		outbuf_text(out, between);
		add_row(d, rows[i]);
		between = ",\n";
		cells_recycle(&d->s->scratch, i);
	}
	outbuf_text(out, "],\n");
}

static int falling(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x < y) - (x > y);
}

/* How much a row must have changed to be one of the first NR. */
static double least_change(const struct view *view, size_t nr,
			   struct arena *arena)
{
	double *change = arena_alloc(arena, (view->nr + 1) * sizeof(*change));

	if (view->nr <= nr)
		return 0;
	for (size_t i = 0; i < view->nr; i++)
		change[i] = change_of(view, view->rows[i]);
	qsort(change, view->nr, sizeof(*change), falling);
	return change[nr];
}

/* ---- call chains --------------------------------------------------------- */

static bool is_seen(const struct flame *flame, const struct flame_frame *frame)
{
	const struct flame_frame *root = &flame->frames[0];

	return frame->depth <= DEPTH_MAX &&
	       (frame->base > root->base / SMALLEST ||
		frame->test > root->test / SMALLEST);
}

static void add_frames(struct data *d)
{
	const struct flame *flame = d->s->flame;
	struct outbuf *out = d->s->out;
	uint32_t i = 0;

	outbuf_text(out, "\"frames\":[");
	while (i < flame->nr) {
		const struct flame_frame *f = &flame->frames[i];

		if (i && !is_seen(flame, f)) {
			i = f->next;
			continue;
		}
		outbuf_printf(out, "%s%u,%u,%llu,%llu,%llu,%llu",
			      i ? ",\n" : "\n",
			      2 * name_of(d, f->function) + f->inlined,
			      f->depth, (unsigned long long)f->base,
			      (unsigned long long)f->test,
			      (unsigned long long)f->base_self,
			      (unsigned long long)f->test_self);
		i++;
	}
	outbuf_text(out, "],\n");
}

static void add_names(struct data *d)
{
	const struct flame *flame = d->s->flame;
	struct outbuf *out = d->s->out, text = { 0 };

	outbuf_text(out, "\"names\":[");
	for (size_t i = 0; i < d->nr_names; i++) {
		const struct flame_function *f =
			&flame->functions[d->names[i]];
		struct span image = names_text(flame->names, f->image);

		text.len = 0;
		outbuf_span(&text, d->names[i] ?
				   names_text(flame->names, f->symbol) :
				   SPAN("all"));
		if (image.len && !span_is(image, IMAGE_KERNEL)) {
			outbuf_text(&text, " [");
			outbuf_span(&text, image);
			outbuf_char(&text, ']');
		}
		outbuf_text(out, i ? ",\n" : "\n");
		markup_json(out, (struct span){ text.data, text.len });
	}
	outbuf_text(out, "]");
	outbuf_release(&text);
}

void html_data(struct html_section *s)
{
	static const char *const widths[] = {
		[FLAME_TEST] = "test",
		[FLAME_BASE] = "base",
		[FLAME_BOTH] = "both",
	};
	const struct view *view = s->view;
	size_t nr = s->flame ? s->flame->nr_functions : 0;
	struct data d = {
		.s = s,
		.name_of = arena_zalloc(&s->arena, (nr + 1) * sizeof(uint32_t)),
		.names = arena_alloc(&s->arena, (nr + 1) * sizeof(uint32_t)),
		.least = least_change(view, CALLERS_OF, &s->arena),
		.least_lines = least_change(view, LINES_OF, &s->arena),
	};
	struct outbuf *out = s->out;

	outbuf_printf(out, "<script type=\"application/json\" id=\"c%u-data\">"
		      "{\"both\":%s,", s->number,
		      view->diff ? "true" : "false");
	if (s->flame)
		outbuf_printf(out, "\"units\":[%.10g,%.10g],\"width\":\"%s\",",
			      s->flame->base_unit, s->flame->test_unit,
			      widths[s->opts->flame]);
	add_rows(&d, "rows", view->rows, view->nr);
	add_rows(&d, "uncertain", view->uncertain, view->nr_uncertain);
	if (s->flame) {
		add_frames(&d);
		add_names(&d);
	} else {
		outbuf_text(out, "\"frames\":[],\"names\":[]");
	}
	outbuf_text(out, "}</script>\n");
}
