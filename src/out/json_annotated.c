/*
 * json_annotated.c - a function by line or instruction, for programs
 *
 * The counts of all elements add up to those of the function: what has no place
 * is the last element, whose line is null.  See diffprof-json(5).
 */
#include "diffprof/annotated.h"

#include "json_values.h"

struct writing {
	const struct annotation *ann;
	bool instructions;
	struct outbuf *out;
};

static json_t *number(const struct annotation *ann, bool known, uint64_t count)
{
	if (!known)
		return json_null();
	return ann->scale ? json_of_real(annotate_unit(ann) * (double)count) :
			    json_of_count(count);
}

static void set_counts(json_t *object, const struct writing *w, uint64_t base,
		       uint64_t test, bool is_rest)
{
	const struct annotation *ann = w->ann;
	struct annotated_cells c =
		annotated_cells(ann, w->instructions, base, test);
	bool has_base = c.has_base || is_rest, has_test = c.has_test || is_rest;

	json_object_set_new(object, "base", number(ann, has_base, base));
	json_object_set_new(object, "test", number(ann, has_test, test));
	json_object_set_new(object, "delta",
			    has_base && has_test ?
				    json_of_real(annotated_delta(&c)) :
				    json_null());
}

static json_t *line_number(uint32_t line)
{
	return line ? json_integer(line) : json_null();
}

static json_t *text_of(struct span text)
{
	return text.ptr ? json_of_text(text) : json_null();
}

/* ---- lines --------------------------------------------------------------- */

static void write_line(struct writing *w, const struct annotated_line *line)
{
	const struct annotated_function *f = &w->ann->functions[line->function];
	json_t *object = json_object();

	json_object_set_new(object, "inlined",
			    json_of_string(f->inlined ? f->name : NULL));
	json_object_set_new(object, "base_file",
			    json_of_string(line->base_line ? f->base_file :
							     NULL));
	json_object_set_new(object, "base_line", line_number(line->base_line));
	json_object_set_new(object, "test_file",
			    json_of_string(line->test_line ? f->test_file :
							     NULL));
	json_object_set_new(object, "test_line", line_number(line->test_line));
	json_object_set_new(object, "base_text", text_of(line->base_text));
	json_object_set_new(object, "test_text", text_of(line->test_text));
	set_counts(object, w, line->base, line->test, false);
	json_write(w->out, object);
}

static void write_lines(struct writing *w)
{
	const struct annotation *ann = w->ann;
	const struct annotated_line rest = {
		.base = ann->base.lines_rest,
		.test = ann->test.lines_rest,
	};
	static const char *const nulls[] = { "inlined",	  "base_file",
					     "base_line", "test_file",
					     "test_line", "base_text",
					     "test_text" };
	json_t *object = json_object();

	outbuf_text(w->out, "\"lines\": [");
	for (uint32_t i = 0; i < ann->nr_lines; i++) {
		outbuf_text(w->out, "\n    ");
		write_line(w, &ann->lines[i]);
		outbuf_char(w->out, ',');
	}
	for (size_t i = 0; i < sizeof(nulls) / sizeof(*nulls); i++)
		json_object_set_new(object, nulls[i], json_null());
	set_counts(object, w, rest.base, rest.test, true);
	outbuf_text(w->out, "\n    ");
	json_write(w->out, object);
	outbuf_text(w->out, "\n  ],\n  ");
}

/* ---- instructions -------------------------------------------------------- */

static const char *const match_names[] = {
	[INSTRUCTION_SAME] = "same",
	[INSTRUCTION_CHANGED] = "changed",
	[INSTRUCTION_BASE_ONLY] = "gone",
	[INSTRUCTION_TEST_ONLY] = "new",
};

static json_t *address(uint64_t addr)
{
	char text[32];

	snprintf(text, sizeof(text), "%#llx", (unsigned long long)addr);
	return json_of_string(text);
}

static json_t *instruction(const struct annotated_instruction *insn)
{
	json_t *object = json_object();

	if (!insn) {
		json_decref(object);
		return json_null();
	}
	json_object_set_new(object, "address", address(insn->addr));
	json_object_set_new(object, "symbol", json_of_string(insn->symbol));
	json_object_set_new(object, "offset", json_integer(insn->offset));
	json_object_set_new(object, "size", json_integer(insn->size));
	json_object_set_new(object, "text", json_of_string(insn->text));
	json_object_set_new(object, "file", json_of_string(insn->file));
	json_object_set_new(object, "line", line_number(insn->line));
	json_object_set_new(object, "inlined", json_of_string(insn->inlined));
	return object;
}

static void write_pair(struct writing *w,
		       const struct annotated_instruction *base,
		       const struct annotated_instruction *test,
		       const char *match, uint64_t base_count,
		       uint64_t test_count)
{
	json_t *object = json_object();

	json_object_set_new(object, "match", json_of_string(match));
	json_object_set_new(object, "base_instruction", instruction(base));
	json_object_set_new(object, "test_instruction", instruction(test));
	set_counts(object, w, base_count, test_count, !match);
	outbuf_text(w->out, "\n    ");
	json_write(w->out, object);
}

static void write_instructions(struct writing *w)
{
	const struct annotation *ann = w->ann;

	outbuf_text(w->out, "\"instructions\": [");
	for (uint32_t i = 0; i < ann->nr_pairs; i++) {
		const struct annotated_pair *pair = &ann->pairs[i];
		const struct annotated_instruction *base =
			annotated_base(ann, pair);
		const struct annotated_instruction *test =
			annotated_test(ann, pair);

		write_pair(w, base, test, match_names[pair->match],
			   base ? base->count : 0, test ? test->count : 0);
		outbuf_char(w->out, ',');
	}
	write_pair(w, NULL, NULL, NULL, ann->base.instructions_rest,
		   ann->test.instructions_rest);
	outbuf_text(w->out, "\n  ],\n  ");
}

/* ---- all of it ----------------------------------------------------------- */

static void write_function(struct writing *w)
{
	const struct annotation *ann = w->ann;
	json_t *object = json_object();
	bool asm_ = w->instructions;

	json_object_set_new(object, "symbol", json_of_string(ann->name));
	json_object_set_new(object, "base_symbol",
			    json_of_string(ann->base_name ? ann->base_name :
							    ann->name));
	json_object_set_new(object, "image", json_of_string(ann->image));
	set_counts(object, w, ann->base.count, ann->test.count, true);
	json_object_set_new(object, "base_file",
			    json_of_string(asm_ ? ann->base.image :
						  ann->base.lines_image));
	json_object_set_new(object, "test_file",
			    json_of_string(asm_ ? ann->test.image :
						  ann->test.lines_image));
	json_object_set_new(object, "base_missing",
			    json_of_string(asm_ ? ann->base.no_instructions :
						  ann->base.no_lines));
	json_object_set_new(object, "test_missing",
			    json_of_string(asm_ ? ann->test.no_instructions :
						  ann->test.no_lines));
	outbuf_text(w->out, "\"function\": ");
	json_write(w->out, object);
	outbuf_text(w->out, ",\n  ");
}

static void write_annotation(struct writing *w)
{
	const struct diff *diff = w->ann->diff;
	struct notes notes;
	struct arena scratch = { 0 };

	json_write_side(w->out, "base", &diff->base);
	json_write_side(w->out, "test", &diff->test);
	json_write_method(w->out, diff);
	write_function(w);
	if (w->instructions)
		write_instructions(w);
	else
		write_lines(w);
	notes_init(&notes, &scratch);
	notes_join(&notes, &diff->notes);
	notes_join(&notes, &w->ann->notes);
	json_write_notes(w->out, &notes);
	arena_release(&scratch);
}

static void print(const struct annotation *anns, size_t nr,
		  const struct annotated_options *opts, struct outbuf *out)
{
	json_begin();
	outbuf_text(out, "{ \"diffprof\": 1,\n  ");
	if (nr > 1)
		outbuf_text(out, "\"comparisons\": [\n  { ");
	for (size_t i = 0; i < nr; i++) {
		struct writing w = { &anns[i], opts->instructions, out };

		if (i)
			outbuf_text(out, " },\n  { ");
		write_annotation(&w);
	}
	outbuf_text(out, nr > 1 ? " } ] }\n" : " }\n");
}

const struct annotated_output annotated_json = {
	.name = "json",
	.suffixes = "json",
	.print = print,
};
