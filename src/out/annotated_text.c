/*
 * annotated_text.c - a function by line or instruction, as text
 *
 *	    base     %    test     %   delta   line  source
 *	    12.0   4.1     3.0   1.0    -9.0    512  if (unlikely(...
 *
 * Only lines with ticks and some around them are shown, "..." stands for the
 * others.  A line that only base has begins with "-", one of test's with "+".
 * Instructions stand side by side, with the marks of sdiff(1) between them.
 */
#include "diffprof/annotated.h"

#include <math.h>
#include <stdio.h>

#include "diffprof/escape.h"

#include "grid.h"

#define WIDTH 80
/* Narrower than this nothing can be read. */
#define WIDTH_MIN 60
#define TAB 4

struct printing {
	const struct annotation *ann;
	const struct annotated_options *opts;
	struct outbuf *out;
	struct arena scratch;
	unsigned width, decimals;
	int offset; /* digits of the largest one */
};

/* ---- numbers ------------------------------------------------------------- */

/* Ticks; no ticks are nothing, and "-" is what nobody knows. */
static void print_ticks(struct printing *p, unsigned width, bool known,
			double ticks, bool sign)
{
	char text[64] = "";

	if (!known)
		snprintf(text, sizeof(text), "-");
	else if (fabs(ticks) >= (p->decimals ? 0.05 : 0.5))
		snprintf(text, sizeof(text), sign ? "%+.*f" : "%.*f",
			 (int)p->decimals, ticks);
	else if (ticks != 0)
		snprintf(text, sizeof(text), "%s", sign ? "" : "~0");
	outbuf_printf(p->out, "%*s", (int)width, text);
}

static void print_share(struct printing *p, bool known, double share)
{
	if (known && share > 0)
		outbuf_printf(p->out, "%6.1f", 100 * share);
	else
		outbuf_fill(p->out, ' ', 6);
}

static void begin_paint(const struct printing *p, double delta)
{
	if (p->opts->color && fabs(delta) >= (p->decimals ? 0.05 : 0.5))
		outbuf_text(p->out, delta > 0 ? "\033[31m" : "\033[32m");
}

static void end_paint(const struct printing *p, double delta)
{
	if (p->opts->color && fabs(delta) >= (p->decimals ? 0.05 : 0.5))
		outbuf_text(p->out, "\033[0m");
}

/* ---- texts --------------------------------------------------------------- */

/* TEXT, escaped, at most WIDTH columns of it, without INDENT columns before. */
static size_t print_text(struct printing *p, struct span text, size_t width,
			 size_t indent)
{
	struct outbuf plain = { 0 }, shown = { 0 };
	size_t column = 0, start = p->out->len;

	for (size_t i = 0; i < text.len; i++) {
		size_t to = text.ptr[i] == '\t' ? (column / TAB + 1) * TAB :
						  column + 1;

		for (; column < to; column++) {
			bool blank = char_is_blank(text.ptr[i]);

			if (column >= indent || !blank)
				outbuf_char(&plain, blank ? ' ' : text.ptr[i]);
		}
	}
	escape_text(&shown, (struct span){ plain.data, plain.len });
	grid_cut(p->out, (struct span){ shown.data, shown.len }, width);
	outbuf_release(&plain);
	outbuf_release(&shown);
	return escape_width(
		(struct span){ p->out->data + start, p->out->len - start });
}

static void end_line(struct printing *p)
{
	struct outbuf *out = p->out;

	while (out->len && out->data[out->len - 1] == ' ')
		out->len--;
	outbuf_char(out, '\n');
}

/* How far all of a function's text is indented at least. */
static size_t indent_of(const struct annotation *ann,
			const struct annotated_function *f, const bool *shown)
{
	size_t least = SIZE_MAX;

	for (uint32_t i = f->first; i < f->first + f->nr; i++) {
		struct span text = ann->lines[i].test_text;
		size_t column = 0, k = 0;

		if (!text.ptr)
			text = ann->lines[i].base_text;
		for (; k < text.len && char_is_blank(text.ptr[k]); k++)
			column = text.ptr[k] == '\t' ?
					 (column / TAB + 1) * TAB :
					 column + 1;
		if (shown[i] && k < text.len && column < least)
			least = column;
	}
	return least == SIZE_MAX ? 0 : least;
}

/* ---- heads --------------------------------------------------------------- */

static void print_escaped(struct printing *p, const char *text)
{
	escape_text(p->out, span_of(text));
}

static void print_side(struct printing *p, const char *name,
		       const struct side *side,
		       const struct annotated_side *out, double mean)
{
	const char *image =
		p->opts->instructions ? out->image : out->lines_image;

	outbuf_printf(p->out, "%s: ", name);
	print_escaped(p, side->label);
	if (side->measured > 1)
		outbuf_printf(p->out, ", %llu runs",
			      (unsigned long long)side->measured);
	outbuf_printf(p->out, ", %.*f ", (int)p->decimals, mean);
	print_escaped(p, side->runs[0]->unit ? side->runs[0]->unit : "ticks");
	if (image) {
		outbuf_text(p->out, ", ");
		print_escaped(p, image);
	}
	outbuf_char(p->out, '\n');
}

static void print_head(struct printing *p)
{
	const struct annotation *ann = p->ann;

	if (ann->base_name) {
		print_escaped(p, ann->base_name);
		outbuf_text(p->out, " => ");
	}
	print_escaped(p, ann->name);
	outbuf_text(p->out, " of ");
	print_escaped(p, ann->image);
	outbuf_char(p->out, '\n');
	print_side(p, "base", &ann->diff->base, &ann->base,
		   annotate_base_mean(ann, ann->base.count));
	print_side(p, "test", &ann->diff->test, &ann->test,
		   annotate_test_mean(ann, ann->test.count));
	outbuf_char(p->out, '\n');
}

/* ---- lines --------------------------------------------------------------- */

#define NUMBERS 45 /* columns in front of the source */

static void print_cells(struct printing *p, uint64_t base, uint64_t test)
{
	const struct annotated_cells c =
		annotated_cells(p->ann, false, base, test);
	double delta = annotated_delta(&c);

	print_ticks(p, 8, c.has_base, c.base, false);
	print_share(p, c.has_base, c.base_share);
	print_ticks(p, 8, c.has_test, c.test, false);
	print_share(p, c.has_test, c.test_share);
	begin_paint(p, c.has_base && c.has_test ? delta : 0);
	print_ticks(p, 8, c.has_base && c.has_test, delta, true);
	end_paint(p, c.has_base && c.has_test ? delta : 0);
}

/* Of a side that is not shown nobody knows what it has. */
static char mark_of(const struct annotation *ann, uint32_t base, uint32_t test)
{
	if (ann->base.no_lines || ann->test.no_lines)
		return ' ';
	return !test ? '-' : !base ? '+' : ' ';
}

static void print_line(struct printing *p, const struct annotated_line *line,
		       size_t indent)
{
	struct span text =
		line->test_text.ptr ? line->test_text : line->base_text;

	print_cells(p, line->base, line->test);
	outbuf_printf(p->out, " %c%5u  ",
		      mark_of(p->ann, line->base_line, line->test_line),
		      line->test_line ? line->test_line : line->base_line);
	print_text(p, text, p->width - NUMBERS, indent);
	end_line(p);
}

static void print_function(struct printing *p,
			   const struct annotated_function *f,
			   const bool *shown)
{
	size_t indent = indent_of(p->ann, f, shown);
	bool gap = false, any = false;

	for (uint32_t i = f->first; i < f->first + f->nr; i++)
		any |= shown[i];
	if (!any)
		return;
	print_cells(p, f->base, f->test);
	outbuf_text(p->out, f->inlined ? "   inlined " : "   ");
	print_escaped(p, f->name);
	outbuf_text(p->out, ", ");
	if (f->base_file && f->test_file &&
	    strcmp(f->base_file, f->test_file) != 0) {
		print_escaped(p, f->base_file);
		outbuf_text(p->out, " => ");
	}
	print_escaped(p, f->test_file ? f->test_file : f->base_file);
	outbuf_char(p->out, '\n');
	for (uint32_t i = f->first; i < f->first + f->nr; i++) {
		if (!shown[i]) {
			gap = true;
			continue;
		}
		if (gap && p->ann->texts) {
			outbuf_fill(p->out, ' ', NUMBERS);
			outbuf_text(p->out, "...\n");
		}
		gap = false;
		print_line(p, &p->ann->lines[i], indent);
	}
	outbuf_char(p->out, '\n');
}

static void print_rest(struct printing *p, uint64_t base, uint64_t test,
		       const char *what)
{
	if (!base && !test)
		return;
	struct annotated_cells c = annotated_cells(p->ann, false, base, test);

	print_ticks(p, 8, true, c.base, false);
	print_share(p, true, c.base_share);
	print_ticks(p, 8, true, c.test, false);
	print_share(p, true, c.test_share);
	print_ticks(p, 8, true, annotated_delta(&c), true);
	outbuf_printf(p->out, "   %s\n", what);
}

static void print_lines(struct printing *p)
{
	const struct annotation *ann = p->ann;
	const bool *shown =
		annotated_lines_shown(ann, p->opts->context, &p->scratch);

	outbuf_printf(p->out, "%8s%6s%8s%6s%8s%7s  %s", "base", "%", "test",
		      "%", "delta", "line", ann->texts ? "source" : "");
	end_line(p);
	for (uint32_t i = 0; i < ann->nr_functions; i++)
		print_function(p, &ann->functions[i], shown);
	print_rest(p, ann->base.lines_rest, ann->test.lines_rest,
		   "of no known line");
	print_rest(p, ann->base.count, ann->test.count, "total");
}

/* ---- instructions -------------------------------------------------------- */

static const char marks[] = {
	[INSTRUCTION_SAME] = ' ',
	[INSTRUCTION_CHANGED] = '|',
	[INSTRUCTION_BASE_ONLY] = '<',
	[INSTRUCTION_TEST_ONLY] = '>',
};

#define TICKS 7

/* One instruction in WIDTH columns, filled with blanks. */
static void print_half(struct printing *p,
		       const struct annotated_instruction *insn, double mean,
		       size_t width)
{
	size_t used = TICKS + 2u + (unsigned)p->offset, text;

	if (!insn) {
		outbuf_fill(p->out, ' ', width);
		return;
	}
	print_ticks(p, TICKS, true, mean, false);
	outbuf_printf(p->out, " %*x ", p->offset, insn->offset);
	text = print_text(p, span_of(insn->text), width - used, 0);
	outbuf_fill(p->out, ' ', width - used - text);
}

static bool same_place(const struct annotated_instruction *a,
		       const struct annotated_instruction *b)
{
	return a && b && a->line == b->line && a->file == b->file &&
	       a->inlined == b->inlined;
}

static void print_place(struct printing *p,
			const struct annotated_instruction *insn)
{
	if (!insn->file) {
		outbuf_text(p->out, "                of no known line\n");
		return;
	}
	outbuf_fill(p->out, ' ', 16);
	print_escaped(p, insn->file);
	outbuf_printf(p->out, ":%u", insn->line);
	if (insn->inlined) {
		outbuf_text(p->out, ", inlined ");
		print_escaped(p, insn->inlined);
	}
	outbuf_char(p->out, '\n');
}

static void print_pair(struct printing *p, const struct annotated_pair *pair)
{
	const struct annotation *ann = p->ann;
	const struct annotated_instruction *base = annotated_base(ann, pair);
	const struct annotated_instruction *test = annotated_test(ann, pair);
	size_t half = (p->width - 3) / 2;
	double b = base ? annotate_base_mean(ann, base->count) : 0;
	double t = test ? annotate_test_mean(ann, test->count) : 0;

	print_half(p, base, b, half);
	outbuf_printf(p->out, " %c ", marks[pair->match]);
	begin_paint(p, t - b);
	print_half(p, test, t, half);
	while (p->out->len && p->out->data[p->out->len - 1] == ' ')
		p->out->len--;
	end_paint(p, t - b);
	end_line(p);
}

/* Lines of instructions are worth their place where both sides know them. */
static bool has_places(const struct annotation *ann)
{
	return !ann->base.no_lines || !ann->test.no_lines;
}

static int offset_digits(const struct annotation *ann)
{
	uint32_t most = 0xff;
	int digits = 0;

	for (uint32_t i = 0; i < ann->nr_base_instructions; i++)
		most |= ann->base_instructions[i].offset;
	for (uint32_t i = 0; i < ann->nr_test_instructions; i++)
		most |= ann->test_instructions[i].offset;
	for (; most; most >>= 4)
		digits++;
	return digits;
}

static void print_instructions(struct printing *p)
{
	const struct annotation *ann = p->ann;
	const struct annotated_instruction *last = NULL;
	const bool *shown =
		annotated_pairs_shown(ann, p->opts->context, &p->scratch);
	size_t half = (p->width - 3) / 2;
	bool gap = false;

	p->offset = offset_digits(ann);
	outbuf_printf(p->out, "%*s %*s instruction", TICKS, "base", p->offset,
		      "+");
	outbuf_fill(p->out, ' ', half - TICKS - (unsigned)p->offset - 13 + 3);
	outbuf_printf(p->out, "%*s %*s instruction\n", TICKS, "test", p->offset,
		      "+");
	for (uint32_t i = 0; i < ann->nr_pairs; i++) {
		const struct annotated_instruction *place =
			annotated_pair_place(ann, &ann->pairs[i]);

		if (!shown[i]) {
			gap = true;
			continue;
		}
		if (gap)
			outbuf_text(p->out, "...\n");
		if (has_places(ann) && !same_place(place, last))
			print_place(p, place);
		gap = false;
		last = place;
		print_pair(p, &ann->pairs[i]);
	}
	outbuf_char(p->out, '\n');
	if (ann->base.instructions_rest || ann->test.instructions_rest)
		outbuf_printf(p->out, "not placed: base %.*f, test %.*f\n",
			      (int)p->decimals,
			      annotate_base_mean(ann,
						 ann->base.instructions_rest),
			      (int)p->decimals,
			      annotate_test_mean(ann,
						 ann->test.instructions_rest));
}

static void print(const struct annotation *anns, size_t nr,
		  const struct annotated_options *opts, struct outbuf *out)
{
	for (size_t i = 0; i < nr; i++) {
		struct printing p = {
			.ann = &anns[i],
			.opts = opts,
			.out = out,
			.width = !opts->width		 ? WIDTH :
				 opts->width < WIDTH_MIN ? WIDTH_MIN :
							   opts->width,
			.decimals = annotated_decimals(&anns[i]),
		};

		if (i)
			outbuf_char(out, '\n');
		print_head(&p);
		if (opts->instructions)
			print_instructions(&p);
		else
			print_lines(&p);
		arena_release(&p.scratch);
	}
}

const struct annotated_output annotated_classic = {
	.name = "classic",
	.suffixes = "txt",
	.print = print,
};
