/*
 * annotated_csv.c - a function by line or instruction: RFC 4180
 *
 * The columns are members of JSON, those of an instruction with their side in
 * front; what has no place is the last row.
 */
#include "diffprof/annotated.h"

#include "csv_text.h"

struct writing {
	const struct annotation *ann;
	bool instructions;
	const char *label; /* of the test, if there are several; or NULL */
	struct outbuf *out;
};

static void text(struct writing *w, const char *value)
{
	outbuf_char(w->out, ',');
	if (value)
		csv_text(w->out, span_of(value));
}

/* Indented by blanks: a TAB is nothing that a cell should have. */
static void source(struct writing *w, struct span value)
{
	struct outbuf plain = { 0 };

	for (size_t i = 0; i < value.len; i++) {
		if (value.ptr[i] == '\t')
			outbuf_text(&plain, "    ");
		else
			outbuf_char(&plain, value.ptr[i]);
	}
	outbuf_char(w->out, ',');
	csv_text(w->out, (struct span){ plain.data, plain.len });
	outbuf_release(&plain);
}

static void line_number(struct writing *w, uint32_t line)
{
	outbuf_char(w->out, ',');
	if (line)
		outbuf_printf(w->out, "%u", line);
}

/* The first three columns. */
static void counts(struct writing *w, uint64_t base, uint64_t test,
		   bool is_rest)
{
	const struct annotation *ann = w->ann;
	struct annotated_cells c =
		annotated_cells(ann, w->instructions, base, test);
	bool has_base = c.has_base || is_rest, has_test = c.has_test || is_rest;
	int places = (int)ann->scale;

	if (w->label) {
		csv_text(w->out, span_of(w->label));
		outbuf_char(w->out, ',');
	}
	if (has_base)
		outbuf_printf(w->out, "%.*f", places,
			      annotate_unit(ann) * (double)base);
	outbuf_char(w->out, ',');
	if (has_test)
		outbuf_printf(w->out, "%.*f", places,
			      annotate_unit(ann) * (double)test);
	outbuf_char(w->out, ',');
	if (has_base && has_test)
		outbuf_printf(w->out, "%.15g", annotated_delta(&c) + 0.0);
}

static void write_lines(struct writing *w)
{
	const struct annotation *ann = w->ann;

	for (uint32_t i = 0; i < ann->nr_lines; i++) {
		const struct annotated_line *line = &ann->lines[i];
		const struct annotated_function *f =
			&ann->functions[line->function];

		counts(w, line->base, line->test, false);
		text(w, f->inlined ? f->name : NULL);
		text(w, line->base_line ? f->base_file : NULL);
		line_number(w, line->base_line);
		text(w, line->test_line ? f->test_file : NULL);
		line_number(w, line->test_line);
		source(w, line->base_text);
		source(w, line->test_text);
		outbuf_text(w->out, "\r\n");
	}
	counts(w, ann->base.lines_rest, ann->test.lines_rest, true);
	outbuf_text(w->out, ",,,,,,,\r\n");
}

static void instruction(struct writing *w,
			const struct annotated_instruction *insn)
{
	if (!insn) {
		outbuf_text(w->out, ",,,,,,");
		return;
	}
	outbuf_printf(w->out, ",%#llx", (unsigned long long)insn->addr);
	text(w, insn->symbol);
	outbuf_printf(w->out, ",%u", insn->offset);
	text(w, insn->text);
	text(w, insn->file);
	line_number(w, insn->line);
}

static void write_instructions(struct writing *w)
{
	const struct annotation *ann = w->ann;

	for (uint32_t i = 0; i < ann->nr_pairs; i++) {
		const struct annotated_instruction *base =
			annotated_base(ann, &ann->pairs[i]);
		const struct annotated_instruction *test =
			annotated_test(ann, &ann->pairs[i]);

		counts(w, base ? base->count : 0, test ? test->count : 0,
		       false);
		instruction(w, base);
		instruction(w, test);
		outbuf_text(w->out, "\r\n");
	}
	counts(w, ann->base.instructions_rest, ann->test.instructions_rest,
	       true);
	instruction(w, NULL);
	instruction(w, NULL);
	outbuf_text(w->out, "\r\n");
}

static void print(const struct annotation *anns, size_t nr,
		  const struct annotated_options *opts, struct outbuf *out)
{
	if (nr > 1)
		outbuf_text(out, "comparison,");
	outbuf_text(out, "base,test,delta,");
	outbuf_text(
		out,
		opts->instructions ?
			"base_address,base_symbol,base_offset,"
			"base_instruction,base_file,base_line,test_address,"
			"test_symbol,test_offset,test_instruction,test_file,"
			"test_line\r\n" :
			"inlined,base_file,base_line,test_file,test_line,"
			"base_text,test_text\r\n");
	for (size_t i = 0; i < nr; i++) {
		struct writing w = {
			.ann = &anns[i],
			.instructions = opts->instructions,
			.label = nr > 1 ? anns[i].diff->test.label : NULL,
			.out = out,
		};

		if (w.instructions)
			write_instructions(&w);
		else
			write_lines(&w);
	}
}

const struct annotated_output annotated_csv = {
	.name = "csv",
	.suffixes = "csv",
	.print = print,
};
