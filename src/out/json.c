/*
 * json.c - everything there is to say, for programs: see diffprof-json(5)
 *
 * Rows are composed and written one by one, each on a line of its own, so that
 * many rows need no tree of all of them.  Every member is always there; what
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

#include "sides.h"

/* 15 digits are what every double keeps in both directions. */
#define DUMP_FLAGS                                                             \
	(JSON_COMPACT | JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY |            \
	 JSON_ENSURE_ASCII)

static int append(const char *data, size_t len, void *out)
{
	const char *del;

	// The one control character that jansson leaves as it is.
	while ((del = memchr(data, 0x7f, len))) {
		size_t before = (size_t)(del - data);

		outbuf_bytes(out, data, before);
		outbuf_text(out, "\\u007F");
		data = del + 1;
		len -= before + 1;
	}
	outbuf_bytes(out, data, len);
	return 0;
}

/* Append VALUE, which is given back. */
static void dump(struct outbuf *out, json_t *value)
{
	json_dump_callback(value, append, out, DUMP_FLAGS);
	json_decref(value);
}

static json_t *text_of(struct span text)
{
	struct outbuf valid = { 0 };
	json_t *value = json_stringn(text.ptr ? text.ptr : "", text.len);

	if (value)
		return value;
	for (size_t i = 0; i < text.len;) {
		unsigned code;
		size_t n = escape_utf8(text.ptr + i, text.len - i, &code);

		if (n)
			outbuf_bytes(&valid, text.ptr + i, n);
		else
			outbuf_printf(&valid, "\\x%02x",
				      (unsigned char)text.ptr[i]);
		i += n ? n : 1;
	}
	value = json_stringn(valid.data, valid.len);
	outbuf_release(&valid);
	return value;
}

static json_t *string_of(const char *text)
{
	return text ? text_of(span_of(text)) : json_null();
}

static json_t *count_of(uint64_t count)
{
	return count <= COUNT_MAX ? json_integer((json_int_t)count) :
				    json_null();
}

static json_t *real_of(double real)
{
	return isfinite(real) ? json_real(real) : json_null();
}

static json_t *list_of(const struct cell *cell)
{
	json_t *list = json_array();

	for (size_t i = 0; i < cell->nr; i++)
		json_array_append_new(list, text_of(cell->list[i]));
	return list;
}

static json_t *value_of(const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_NONE:
		break;
	case CELL_COUNT:
		return count_of(cell->count);
	case CELL_REAL:
		return real_of((double)cell->real);
	case CELL_TEXT:
		return text_of(cell->text);
	case CELL_LIST:
		return list_of(cell);
	}
	return json_null();
}

static void print_row(struct outbuf *out, const struct view *view,
		      const void *row, struct arena *scratch)
{
	json_t *object = json_object();

	for (const struct column *c = view->set; c->name; c++) {
		if (!c->is_member)
			continue;
		struct cell cell = c->get(view->source, row, scratch);
		json_object_set_new_nocheck(object, c->name, value_of(&cell));
	}
	dump(out, object);
}

static void print_rows(struct outbuf *out, const struct view *view)
{
	struct arena scratch = { 0 };
	const char *between = "\n    ";

	outbuf_text(out, "\"rows\": [");
	for (size_t i = 0; i < view->nr + view->nr_uncertain; i++) {
		const void *row = i < view->nr ? view->rows[i] :
						 view->uncertain[i - view->nr];

		if (row == view->total)
			continue;
		outbuf_text(out, between);
		print_row(out, view, row, &scratch);
		between = ",\n    ";
		cells_recycle(&scratch, i);
	}
	arena_release(&scratch);
	outbuf_text(out, "\n  ]");
}

static void print_side(struct outbuf *out, const char *name,
		       const struct side *side)
{
	json_t *object = json_object(), *files = json_array();

	for (size_t i = 0; i < side->nr_runs; i++)
		if (side_begins_file(side, i))
			json_array_append_new(files,
					      string_of(side->runs[i]->path));
	json_object_set_new(object, "label", string_of(side->label));
	json_object_set_new(object, "files", files);
	json_object_set_new(object, "format",
			    string_of(side_format(side)));
	json_object_set_new(object, "kernel",
			    string_of(side_release(side)));
	json_object_set_new(object, "build_id",
			    string_of(side_build_id(side)));
	json_object_set_new(object, "event",
			    string_of(side_event(side)));
	json_object_set_new(object, "unit", string_of(side_unit(side)));
	json_object_set_new(object, "runs",
			    json_integer((json_int_t)side->nr_runs));
	json_object_set_new(object, "total", count_of(side->total));
	json_object_set_new(object, "listed", count_of(side->listed));
	json_object_set_new(object, "symbols",
			    json_integer((json_int_t)side->symbols));
	outbuf_printf(out, "\"%s\": ", name);
	dump(out, object);
	outbuf_text(out, ",\n  ");
}

static void print_notes(struct outbuf *out, const struct notes *notes)
{
	const char *between = "\n    ";

	outbuf_text(out, "\"notes\": [");
	for (const struct note *n = notes->first; n; n = n->next) {
		json_t *object = json_object();

		json_object_set_new(object, "code", string_of(n->code));
		json_object_set_new(object, "file", string_of(n->file));
		json_object_set_new(object, "text", string_of(n->text));
		outbuf_text(out, between);
		dump(out, object);
		between = ",\n    ";
	}
	outbuf_text(out, notes->first ? "\n  ]" : "]");
}

/* How the sides were made comparable, and how noisy they are. */
static void print_method(struct outbuf *out, const struct diff *diff)
{
	json_t *norm = json_object(), *noise = json_object();
	const struct significance *s = diff->significance;

	json_object_set_new(norm, "how", string_of(normalize_names[diff->norm.how]));
	json_object_set_new(norm, "factor", real_of((double)diff->norm.factor));
	json_object_set_new(norm, "factor_se",
			    real_of(diff->norm.factor_se));
	json_object_set_new(norm, "rate", json_real(diff->norm.rate));
	json_object_set_new(norm, "idle",
			    string_of(diff->idle_left_out ? "left out" :
							    "shown"));
	json_object_set_new(noise, "how", string_of(s ? noise_how_names[s->how] :
							NULL));
	json_object_set_new(noise, "g", real_of(s ? s->g : NAN));
	json_object_set_new(noise, "df", real_of(s ? s->df : NAN));
	outbuf_text(out, "\"normalization\": ");
	dump(out, norm);
	outbuf_text(out, ",\n  \"noise\": ");
	dump(out, noise);
	outbuf_text(out, ",\n  ");
}

static void set_sample(json_t *object, const char *n, const char *mean,
		       const char *sd, const struct measured *sample)
{
	// A mean may come without a word about its runs.
	json_object_set_new(object, n,
			    sample->n >= 0 ?
				    json_integer((json_int_t)sample->n) :
				    json_null());
	json_object_set_new(object, mean, real_of(sample->mean));
	json_object_set_new(object, sd, real_of(sample->sd));
}

static void print_times(struct outbuf *out, const struct diff *diff)
{
	const char *between = "\n    ";

	outbuf_text(out, "\"times\": [");
	for (size_t i = 0; i < diff->nr_times; i++) {
		const struct timing *t = &diff->times[i];
		json_t *object = json_object();

		json_object_set_new(object, "quantity",
				    string_of(time_names[t->kind]));
		set_sample(object, "base_runs", "base_mean", "base_sd",
			   &t->base);
		set_sample(object, "test_runs", "test_mean", "test_sd",
			   &t->test);
		json_object_set_new(object, "delta", real_of(t->welch.delta));
		json_object_set_new(object, "percent", real_of(t->percent));
		json_object_set_new(object, "delta_low",
				    real_of(t->welch.limits.low));
		json_object_set_new(object, "delta_high",
				    real_of(t->welch.limits.high));
		json_object_set_new(object, "df", real_of(t->welch.df));
		json_object_set_new(object, "p", real_of(t->welch.p));
		json_object_set_new(object, "p_ranks", real_of(t->ranks));
		json_object_set_new(object, "verdict",
				    string_of(verdict_names[t->verdict]));
		outbuf_text(out, between);
		dump(out, object);
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
		print_side(out, "profile", &view->listing->side);
		print_rows(out, view);
		outbuf_text(out, ",\n  ");
		print_notes(out, &view->listing->notes);
		return;
	}
	print_side(out, "base", &diff->base);
	print_side(out, "test", &diff->test);
	print_method(out, diff);
	outbuf_text(out, "\"total\": ");
	print_row(out, view, &diff->total, &scratch);
	outbuf_text(out, ",\n  ");
	print_rows(out, view);
	outbuf_text(out, ",\n  ");
	print_times(out, diff);
	print_notes(out, &diff->notes);
	arena_release(&scratch);
}

/* Out of memory, jansson leaves out what it has no room for; we do not. */
static void *json_room(size_t size)
{
	return mem_resize(NULL, size);
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	if (opts->columns)
		return fail(err, ERR_USAGE, "--columns: JSON always has all"
			    " members; it is for table, markdown and csv");
	json_set_alloc_funcs(json_room, free);
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
