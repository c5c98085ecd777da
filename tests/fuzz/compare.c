/*
 * compare.c - two listings, from bytes to every output
 *
 * The input is two listings with a form feed between them.  Whatever they are,
 * each side's rows add up to what was listed, JSON can be parsed again, and
 * nothing but line ends and printable bytes reaches a terminal.
 */
#include "fuzz.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "diffprof/caution.h"
#include "diffprof/escape.h"
#include "diffprof/fold.h"
#include "diffprof/output.h"
#include "diffprof/reader.h"

/* How to compare and to look, one after another. */
static const struct way {
	bool assume_zero, no_idle, perl58_ties, tested;
	size_t runs; /* of a side: it, and itself again */
	double noise;
	enum normalize_how how;
	enum sort_key sort;
	double min_delta;
	size_t top;
} ways[] = {
	{ .min_delta = 10, .top = SIZE_MAX },
	{ .top = 3, .how = NORMALIZE_TOTAL, .sort = SORT_SHARE,
	  .perl58_ties = true },
	{ .top = SIZE_MAX, .assume_zero = true, .how = NORMALIZE_BUSY,
	  .sort = SORT_PERCENT },
	{ .top = 1, .no_idle = true, .sort = SORT_NAME },
	{ .top = SIZE_MAX, .tested = true, .sort = SORT_SURE },
	{ .top = SIZE_MAX, .tested = true, .runs = 2, .how = NORMALIZE_ROBUST,
	  .sort = SORT_SIGNIFICANCE },
	{ .top = 5, .tested = true, .noise = 2, .how = NORMALIZE_BUSY },
};

#define RUNS_MAX 2

static int read_side(struct input *in, struct profile *prof)
{
	struct read_options opts = { 0 };
	struct error err = { 0 };

	profile_init(prof, in->path, reader_readprofile.name);
	if (reader_readprofile.read(in, &opts, prof, &err) < 0) {
		fuzz_check_error(&err);
		return -1;
	}
	fuzz_check_sum(prof);
	fold_profile(prof, false);
	fuzz_check_sum(prof);
	return 0;
}

static void check_rows(const struct diff *diff, const struct way *way)
{
	uint64_t base = 0, test = 0;

	for (size_t i = 0; i < diff->nr; i++) {
		base += diff->rows[i].base;
		test += diff->rows[i].test;
	}
	if (way->no_idle)
		return;
	FUZZ_REQUIRE("rows of base", base == diff->base.listed);
	FUZZ_REQUIRE("rows of test", test == diff->test.listed);
}

static void check_limits(struct limits limits)
{
	FUZZ_REQUIRE("both or none", isnan(limits.low) == isnan(limits.high));
	FUZZ_REQUIRE("in order", !(limits.low > limits.high));
}

/* What is said of a row is said of all of it, and is a number. */
static void check_findings(const struct diff *diff)
{
	for (size_t i = 0; i <= diff->nr; i++) {
		const struct diff_row *row =
			i < diff->nr ? &diff->rows[i] : &diff->total;
		const struct finding *found = significance_of(diff, row);
		bool is_tested = !isnan(found->p);

		FUZZ_REQUIRE("p", !is_tested ||
			     (found->p >= 0 && found->p <= 1));
		FUZZ_REQUIRE("q", isnan(found->q) ||
			     (found->q >= found->p && found->q <= 1));
		FUZZ_REQUIRE("phi", isnan(found->phi) || found->phi >= 1);
		FUZZ_REQUIRE("verdict", is_tested ==
			     (found->verdict != VERDICT_UNKNOWN));
		FUZZ_REQUIRE("idle", !row->idle || !is_tested);
		FUZZ_REQUIRE("uncertain", row->status != STATUS_UNCERTAIN ||
			     !is_tested);
		check_limits(significance_ratio_limits(diff, row));
		check_limits(significance_delta_limits(diff, row));
		FUZZ_REQUIRE("spread", !(diff_base_sd(diff, row) < 0));
	}
}

static void test_rows(struct diff *diff, const struct way *way,
		      struct arena *arena)
{
	const struct significance_options opts = { .fdr = 0.05,
						   .noise = way->noise };

	if (!way->tested) {
		caution_moved(diff, arena);
		return;
	}
	significance_find(diff, &opts, arena);
	check_findings(diff);
	caution_add(diff);
}

/* SIDE, as often as it is wanted. */
static struct side repeated(const struct side *side, const struct way *way,
			    struct profile **runs)
{
	struct side many = *side;

	for (size_t i = 0; i < RUNS_MAX; i++)
		runs[i] = side->runs[0];
	many.runs = runs;
	many.nr_runs = way->runs ? way->runs : 1;
	return many;
}

static void check_text(const struct outbuf *out)
{
	for (size_t i = 0; i < out->len;) {
		unsigned code;
		size_t n = escape_utf8(out->data + i, out->len - i, &code);

		FUZZ_REQUIRE("UTF-8", n);
		FUZZ_REQUIRE("printable", code == '\n' ||
			     (code >= 0x20 && code != 0x7f &&
			      (code < 0x80 || code >= 0xa0)));
		i += n;
	}
}

static void check_json(const struct outbuf *out)
{
	json_error_t error;
	json_t *json = json_loadb(out->data, out->len, JSON_ALLOW_NUL, &error);

	FUZZ_REQUIRE(error.text, json);
	FUZZ_REQUIRE("rows", json_is_array(json_object_get(json, "rows")));
	json_decref(json);
}

/* A mail is read by everybody. */
static void check_mail(const struct outbuf *out)
{
	size_t column = 0;

	for (size_t i = 0; i < out->len; i++) {
		char c = out->data[i];

		FUZZ_REQUIRE("ASCII", c == '\n' || (c >= 0x20 && c < 0x7f));
		FUZZ_REQUIRE("no blank at a line's end",
			     c != '\n' || !column || out->data[i - 1] != ' ');
		column = c == '\n' ? 0 : column + 1;
		FUZZ_REQUIRE("72 columns", column <= 72);
	}
}

static void print_all(const struct view *view)
{
	for (size_t i = 0; outputs[i]; i++) {
		struct output_options opts = { .width = i % 2 ? 72 : 0 };
		struct outbuf out = { 0 };
		struct error err;

		FUZZ_REQUIRE(outputs[i]->name,
			     outputs[i]->print(view, 1, &opts, &out, &err) ==
				     0);
		if (outputs[i] == &output_json)
			check_json(&out);
		else if (outputs[i] != &output_csv &&
			 outputs[i] != &output_pprof) // packed
			check_text(&out);
		if (outputs[i] == &output_mail)
			check_mail(&out);
		outbuf_release(&out);
	}
}

static void compare_and_print(const struct side *base, const struct side *test,
			      const struct way *way)
{
	const struct compare_options compare_opts = {
		.assume_zero = way->assume_zero,
		.how = way->how,
		.no_idle = way->no_idle,
	};
	const struct view_options view_opts = {
		.min_delta = way->min_delta,
		.top = way->top,
		.sort = way->sort,
		.perl58_ties = way->perl58_ties,
	};
	struct arena arena = { 0 };
	struct names names;
	struct diff diff = { 0 };
	struct view view;
	struct error err = { 0 };
	struct profile *base_runs[RUNS_MAX], *test_runs[RUNS_MAX];
	struct side bases = repeated(base, way, base_runs);
	struct side tests = repeated(test, way, test_runs);

	names_init(&names, &arena);
	if (compare(&bases, &tests, &compare_opts, &names, &arena, &diff,
		    &err) == 0) {
		check_rows(&diff, way);
		test_rows(&diff, way, &arena);
		view_diff(&diff, &view_opts, &arena, &view);
		print_all(&view);
	} else {
		fuzz_check_error(&err);
	}
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	const char *gap = size ? memchr(text, '\f', size) : NULL;
	struct profile base, test, *base_run = &base, *test_run = &test;
	struct input base_in, test_in;

	if (!gap)
		return 0;
	size_t first = (size_t)(gap - text);
	input_from_memory(&base_in, "base", text, first);
	input_from_memory(&test_in, "test", gap + 1, size - first - 1);
	if (read_side(&base_in, &base) == 0) {
		if (read_side(&test_in, &test) == 0) {
			struct side sides[] = {
				{ .label = "base", .runs = &base_run,
				  .nr_runs = 1 },
				{ .label = "test", .runs = &test_run,
				  .nr_runs = 1 },
			};

			for (size_t i = 0; i < sizeof(ways) / sizeof(*ways);
			     i++)
				compare_and_print(&sides[0], &sides[1],
						  &ways[i]);
		}
		profile_release(&test);
	}
	profile_release(&base);
	input_close(&base_in);
	input_close(&test_in);
	return 0;
}
