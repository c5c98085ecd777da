/*
 * json.c - everything there is to say, for programs: see diffprof-json(5)
 *
 * Rows are written without a tree of them, each on a line of its own: there may
 * be many.  All else jansson puts together.  Every member is always there; what
 * has no value is null.  All is ASCII, so that no name acts on a terminal;
 * bytes of names that are no UTF-8 are shown as \x80.
 */
#include "diffprof/output.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "diffprof/cells.h"
#include "diffprof/escape.h"
#include "diffprof/significance.h"
#include "diffprof/timing.h"

#include "json_text.h"
#include "json_values.h"
#include "rows.h"

static void put_members(struct outbuf *out, const struct view *view,
			const void *row, struct arena *scratch)
{
	char before = '{';

	for (const struct column *c = view->set; c->name; c++) {
		if (!c->is_member)
			continue;
		struct cell cell = c->get(view->source, row, scratch);

		outbuf_char(out, before);
		outbuf_char(out, '"');
		outbuf_text(out, c->name);
		outbuf_text(out, "\":");
		json_put_cell(out, &cell);
		before = ',';
	}
	outbuf_char(out, '}');
}

static void put_row(struct outbuf *out, const struct view *view,
		    const void *row, const void *arg, struct arena *scratch)
{
	(void)arg;
	outbuf_text(out, "\n    ");
	put_members(out, view, row, scratch);
	outbuf_char(out, ',');
}

static void print_rows(struct outbuf *out, const struct view *view)
{
	outbuf_text(out, "\"rows\": [");
	rows_print(out, view, put_row, NULL);
	// None follows the last one.
	out->len -= out->data[out->len - 1] == ',';
	outbuf_text(out, "\n  ]");
}

static void set_sample(json_t *object, const char *n, const char *mean,
		       const char *sd, const struct measured *sample)
{
	// A mean may come without a word about its runs.
	json_object_set_new(object, n,
			    sample->n >= 0 ?
				    json_integer((json_int_t)sample->n) :
				    json_null());
	json_object_set_new(object, mean, json_of_real(sample->mean));
	json_object_set_new(object, sd, json_of_real(sample->sd));
}

static void print_times(struct outbuf *out, const struct diff *diff)
{
	const char *between = "\n    ";

	outbuf_text(out, "\"times\": [");
	for (size_t i = 0; i < diff->nr_times; i++) {
		const struct timing *t = &diff->times[i];
		json_t *object = json_object();

		json_object_set_new(object, "quantity",
				    json_of_string(time_names[t->kind]));
		set_sample(object, "base_runs", "base_mean", "base_sd",
			   &t->base);
		set_sample(object, "test_runs", "test_mean", "test_sd",
			   &t->test);
		json_object_set_new(object, "delta",
				    json_of_real(t->welch.delta));
		json_object_set_new(object, "percent",
				    json_of_real(t->percent));
		json_object_set_new(object, "delta_low",
				    json_of_real(t->welch.limits.low));
		json_object_set_new(object, "delta_high",
				    json_of_real(t->welch.limits.high));
		json_object_set_new(object, "df", json_of_real(t->welch.df));
		json_object_set_new(object, "p", json_of_real(t->welch.p));
		json_object_set_new(object, "p_ranks", json_of_real(t->ranks));
		json_object_set_new(object, "verdict",
				    json_of_string(verdict_names[t->verdict]));
		outbuf_text(out, between);
		json_write(out, object);
		between = ",\n    ";
	}
	outbuf_text(out, diff->nr_times ? "\n  ],\n  " : "],\n  ");
}

/* The members of one comparison or listing, without the braces around them. */
static void print_view(struct outbuf *out, const struct view *view)
{
	struct arena scratch = { 0 };
	const struct diff *diff = view->diff;

	if (!diff) {
		json_write_side(out, "profile", &view->listing->side);
		print_rows(out, view);
		outbuf_text(out, ",\n  ");
		json_write_notes(out, &view->listing->notes);
		return;
	}
	json_write_side(out, "base", &diff->base);
	json_write_side(out, "test", &diff->test);
	json_write_method(out, diff);
	outbuf_text(out, "\"total\": ");
	put_members(out, view, &diff->total, &scratch);
	outbuf_text(out, ",\n  ");
	print_rows(out, view);
	outbuf_text(out, ",\n  ");
	print_times(out, diff);
	json_write_notes(out, &diff->notes);
	arena_release(&scratch);
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	if (opts->columns)
		return fail(err, ERR_USAGE, "--columns: JSON always has all"
			    " members; it is for table, markdown and csv");
	json_begin();
	outbuf_text(out, "{ \"diffprof\": 1,\n  ");
	if (nr > 1)
		outbuf_text(out, "\"comparisons\": [\n  { ");
	for (size_t i = 0; i < nr; i++) {
		if (i)
			outbuf_text(out, " },\n  { ");
		print_view(out, &views[i]);
	}
	outbuf_text(out, nr > 1 ? " } ] }\n" : " }\n");
	return 0;
}

const struct output output_json = {
	.name = "json",
	.summary = "everything, for programs: diffprof-json(5)",
	.suffixes = "json",
	.min_delta = 0,
	.zeros = true,
	.shows_significance = output_shows_always,
	.print = print,
};
