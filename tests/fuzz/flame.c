/*
 * flame.c - folded stacks of two kernels: any bytes before and after a form feed
 *
 * The tree has the sums of the rows, callers and callees those of their
 * function, and each output of chains is text that no name can break.
 */
#include "fuzz.h"

#include <string.h>

#include "diffprof/callers.h"
#include "diffprof/escape.h"
#include "diffprof/fold.h"
#include "diffprof/output.h"
#include "diffprof/reader.h"
#include "diffprof/select.h"

struct reading {
	struct input in;
	struct profile prof;
};

static bool read_side(struct reading *r, const char *name, const uint8_t *data,
		      size_t size)
{
	const struct read_options opts = { .chains = true };
	const struct selection all = { 0 };
	struct error err;

	input_from_memory(&r->in, name, (const char *)data, size);
	profile_init(&r->prof, name, "folded");
	if (reader_folded.read(&r->in, &opts, &r->prof, &err) < 0 ||
	    profile_select(&r->prof, &all, &err) < 0)
		return false;
	fold_profile(&r->prof, false);
	return true;
}

static void check_tree(const struct flame *flame)
{
	for (uint32_t i = 0; i < flame->nr; i++) {
		const struct flame_frame *f = &flame->frames[i];
		uint64_t base = f->base_self, test = f->test_self;

		FUZZ_REQUIRE("a function", f->function < flame->nr_functions);
		FUZZ_REQUIRE("its end", f->next > i && f->next <= flame->nr);
		for (uint32_t c = i + 1; c < f->next;
		     c = flame->frames[c].next) {
			FUZZ_REQUIRE("a parent", flame->frames[c].parent == i);
			base += flame->frames[c].base;
			test += flame->frames[c].test;
		}
		FUZZ_REQUIRE("all of it", base == f->base && test == f->test);
		FUZZ_REQUIRE("something", !i || base || test);
	}
}

static void check_callers(const struct flame *flame, const struct diff *diff,
			  uint32_t function, struct arena *arena)
{
	struct call_counts before = { 0 }, behind = { 0 }, self = { 0 };
	uint32_t row = flame->functions[function].row;
	struct callers c;

	callers_find(flame, function, arena, &c);
	for (size_t i = 0; i < c.nr_callers; i++) {
		before.base += c.callers[i].through.base;
		before.test += c.callers[i].through.test;
		self.base += c.callers[i].self.base;
		self.test += c.callers[i].self.test;
	}
	for (size_t i = 0; i < c.nr_callees; i++) {
		behind.base += c.callees[i].through.base;
		behind.test += c.callees[i].through.test;
	}
	FUZZ_REQUIRE("callers", before.base == c.total.base &&
					before.test == c.total.test);
	FUZZ_REQUIRE("callees", behind.base + c.self.base == c.total.base &&
					behind.test + c.self.test ==
						c.total.test);
	FUZZ_REQUIRE("self", self.base == c.self.base &&
				     self.test == c.self.test);
	FUZZ_REQUIRE("the row", row == FLAME_NONE ||
					(diff->rows[row].base == self.base &&
					 diff->rows[row].test == self.test));
}

/* So many functions of one input: each is looked for in all of the tree. */
#define FUNCTIONS_MAX 200

static void check_chains(const struct diff *diff, struct arena *arena)
{
	struct flame flame;

	flame_of_diff(diff, arena, &flame);
	FUZZ_REQUIRE("the rows of base",
		     flame.frames[0].base == diff->base.listed);
	FUZZ_REQUIRE("the rows of test",
		     flame.frames[0].test == diff->test.listed);
	check_tree(&flame);
	for (uint32_t f = 1; f < flame.nr_functions && f < FUNCTIONS_MAX; f++)
		check_callers(&flame, diff, f, arena);
}

/* Text without control characters. */
static void check_text(const struct outbuf *out)
{
	for (size_t i = 0; i < out->len;) {
		unsigned code;
		size_t n = escape_utf8(out->data + i, out->len - i, &code);

		FUZZ_REQUIRE("UTF-8", n);
		FUZZ_REQUIRE("printable",
			     code == '\n' || (code >= 0x20 && code != 0x7f &&
					      (code < 0x80 || code >= 0xa0)));
		FUZZ_REQUIRE("of XML", code != 0xfffe && code != 0xffff);
		i += n;
	}
}

static void print_all(const struct diff *diff, struct arena *arena,
		      unsigned way)
{
	static const struct output *const forms[] = {
		&output_svg, &output_html, &output_folded
	};
	const struct view_options all = { .top = SIZE_MAX };
	struct output_options opts = { .flame = way % 3 };
	struct outbuf out = { 0 };
	struct view view;
	struct error err;

	view_diff(diff, &all, arena, &view);
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		out.len = 0;
		FUZZ_REQUIRE(forms[i]->name,
			     forms[i]->print(&view, 1, &opts, &out, &err) == 0);
		check_text(&out);
	}
	outbuf_release(&out);
}

static void compare_chains(struct reading *base, struct reading *test,
			   unsigned way)
{
	struct profile *base_run = &base->prof, *test_run = &test->prof;
	const struct side sides[] = {
		{ .label = "base", .runs = &base_run, .nr_runs = 1 },
		{ .label = "test", .runs = &test_run, .nr_runs = 1 },
	};
	const struct compare_options opts = { 0 };
	struct arena arena = { 0 };
	struct names names;
	struct diff diff;
	struct error err;

	names_init(&names, &arena);
	if (compare(&sides[0], &sides[1], &opts, &names, &arena, &diff,
		    &err) == 0) {
		check_chains(&diff, &arena);
		print_all(&diff, &arena, way);
	}
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *gap = size ? memchr(data, '\f', size) : NULL;
	struct reading base, test;
	size_t first;

	if (!gap)
		return 0;
	first = (size_t)(gap - data);
	if (read_side(&base, "base", data, first)) {
		if (read_side(&test, "test", gap + 1, size - first - 1))
			compare_chains(&base, &test, data[0]);
		profile_release(&test.prof);
		input_close(&test.in);
	}
	profile_release(&base.prof);
	input_close(&base.in);
	return 0;
}
