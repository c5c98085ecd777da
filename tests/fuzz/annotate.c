/*
 * annotate.c - a function of any ELF image taken apart, with any ticks
 *
 * The first bytes choose the function and its ticks, the image follows.
 */
#include "fuzz.h"

#include <string.h>

#include "diffprof/annotated.h"
#include "diffprof/elfcode.h"
#include "diffprof/fold.h"
#include "diffprof/placing.h"

#define HEAD 16 /* bytes in front of the image */

struct side_of {
	struct profile prof, *runs[1];
	struct side side;
	struct placing placing;
};

/* A profile of one symbol, with ticks where BYTES say. */
static void make_side(struct side_of *s, const struct image_file *file,
		      struct span name, uint64_t addr, const uint8_t *bytes)
{
	struct profile_row *row;
	struct error err;
	uint64_t sum = 0;

	profile_init(&s->prof, "fuzz",
		     bytes[0] & 1 ? "readprofile" : "opreport");
	name_id kernel = profile_image(&s->prof, SPAN(IMAGE_KERNEL));

	for (size_t i = 0; i < 6; i++)
		sum += bytes[i];
	FUZZ_REQUIRE("a row", profile_add(&s->prof, name, kernel, sum + 1, &row,
					  &err) == 0);
	for (size_t i = 0; i < 6; i++)
		profile_add_detail(&s->prof,
				   &(struct detail){
					   .symbol = row->symbol,
					   .image = kernel,
					   .addr = addr +
						   (i ? bytes[i] % 64 : 0),
					   .count = bytes[i],
				   });
	s->prof.total = s->prof.listed;
	s->prof.has_total = true;
	s->placing.files = (struct image_files){ *file, *file };
	s->prof.placing = &s->placing;
	s->runs[0] = &s->prof;
	s->side =
		(struct side){ .label = "fuzz", .runs = s->runs, .nr_runs = 1 };
	fold_profile(&s->prof, false);
}

static void check_side(const struct annotation *ann, bool test)
{
	const struct annotated_side *side = test ? &ann->test : &ann->base;
	const struct annotated_instruction *list =
		test ? ann->test_instructions : ann->base_instructions;
	uint32_t nr =
		test ? ann->nr_test_instructions : ann->nr_base_instructions;
	uint64_t lines = side->lines_rest, code = side->instructions_rest;

	for (uint32_t i = 0; i < ann->nr_lines; i++)
		lines += test ? ann->lines[i].test : ann->lines[i].base;
	for (uint32_t i = 0; i < nr; i++)
		code += list[i].count;
	FUZZ_REQUIRE("all ticks by line", lines == side->count);
	FUZZ_REQUIRE("all ticks by instruction", code == side->count);
}

static void check_pairs(const struct annotation *ann)
{
	uint32_t base = 0, test = 0, line = 0;

	for (uint32_t i = 0; i < ann->nr_pairs; i++) {
		if (ann->pairs[i].base != ANNOTATE_NONE)
			FUZZ_REQUIRE("in order", ann->pairs[i].base == base++);
		if (ann->pairs[i].test != ANNOTATE_NONE)
			FUZZ_REQUIRE("in order", ann->pairs[i].test == test++);
	}
	FUZZ_REQUIRE("all of base", base == ann->nr_base_instructions);
	FUZZ_REQUIRE("all of test", test == ann->nr_test_instructions);
	for (uint32_t i = 0; i < ann->nr_functions; i++) {
		FUZZ_REQUIRE("one behind the other",
			     ann->functions[i].first == line);
		line += ann->functions[i].nr;
	}
	FUZZ_REQUIRE("all lines", line == ann->nr_lines);
}

static void print(const struct annotation *ann)
{
	for (size_t i = 0; annotated_outputs[i]; i++)
		for (int code = 0; code < 2; code++) {
			const struct annotated_options opts = {
				.instructions = code,
				.context = 2,
			};
			struct outbuf out = { 0 };

			annotated_outputs[i]->print(ann, 1, &opts, &out);
			for (size_t k = 0; k < out.len; k++)
				FUZZ_REQUIRE("plain",
					     out.data[k] == '\n' ||
						     out.data[k] == '\r' ||
						     out.data[k] == '\t' ||
						     (unsigned char)out
								     .data[k] >=
							     ' ');
			outbuf_release(&out);
		}
}

static void annotate_both(const struct image_file *file, struct span name,
			  uint64_t addr, const uint8_t *bytes)
{
	struct side_of base = { 0 }, test = { 0 };
	const struct annotate_options opts = { .instructions = true };
	const struct compare_options compare_opts = { 0 };
	struct arena arena = { 0 };
	struct annotation ann;
	struct names names;
	struct diff diff;
	struct error err;

	make_side(&base, file, name, addr, bytes);
	make_side(&test, file, name, addr, bytes + 8);
	names_begin_with(&names, &base.prof.names, &arena);
	if (compare(&base.side, &test.side, &compare_opts, &names, &arena,
		    &diff, &err) == 0 &&
	    diff.nr) {
		if (annotate(&diff, &diff.rows[0], &opts, &arena, &ann, &err) <
		    0) {
			fuzz_check_error(&err);
		} else {
			check_side(&ann, false);
			check_side(&ann, true);
			check_pairs(&ann);
			print(&ann);
		}
	}
	profile_release(&base.prof);
	profile_release(&test.prof);
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct elfcode code;
	struct error err;
	char *image;

	if (size < HEAD + 4)
		return 0;
	image = malloc(size - HEAD);
	if (!image)
		abort();
	memcpy(image, data + HEAD, size - HEAD);
	memcpy(image, "\177ELF", 4);
	const struct image_file file = { "fuzz", { image, size - HEAD } };

	if (elfcode_open(&file, &code, &err) == 0) {
		const struct symtab *st = &code.symtab;
		size_t i = st->nr ? data[7] % st->nr : 0;

		if (st->nr && symtab_name(st, &st->symbols[i]).len)
			annotate_both(&file, symtab_name(st, &st->symbols[i]),
				      st->symbols[i].addr, data);
		elfcode_close(&code);
	}
	free(image);
	return 0;
}
