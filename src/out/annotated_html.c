/*
 * annotated_html.c - a function by line or instruction, as a page
 *
 * One file without scripts, for a browser or a printer: tables whose cells are
 * the darker the more of the function's ticks they have.
 */
#include "diffprof/annotated.h"

#include <math.h>

#include "assets.h"
#include "markup.h"

struct writing {
	const struct annotation *ann;
	const struct annotated_options *opts;
	struct outbuf *out;
	struct arena scratch;
	int decimals;
};

static void text(struct writing *w, const char *value)
{
	markup_text(w->out, span_of(value));
}

/* ---- numbers ------------------------------------------------------------- */

static void ticks(struct writing *w, bool known, double value, double share)
{
	struct outbuf *out = w->out;

	if (!known) {
		outbuf_text(out, "<td class=n>-</td>");
		return;
	}
	if (value <= 0) {
		outbuf_text(out, "<td class=n></td>");
		return;
	}
	outbuf_printf(out, "<td class=n style=\"--s:%.3f\">",
		      share < 0 ? 0 :
		      share > 1 ? 1 :
				  share);
	markup_number(out, value, (unsigned)w->decimals, false);
	outbuf_printf(out, " <i>%.1f%%</i></td>", 100 * share);
}

static void delta(struct writing *w, bool known, double value)
{
	bool any = fabs(value) >= (w->decimals ? 0.05 : 0.5);

	if (!known || !any) {
		outbuf_text(w->out,
			    known ? "<td class=n></td>" : "<td class=n>-</td>");
		return;
	}
	outbuf_printf(w->out, "<td class=\"n %s\">",
		      value > 0 ? "more" : "less");
	markup_number(w->out, value, (unsigned)w->decimals, true);
	outbuf_text(w->out, "</td>");
}

static void counts(struct writing *w, uint64_t base, uint64_t test,
		   bool is_rest)
{
	struct annotated_cells c =
		annotated_cells(w->ann, w->opts->instructions, base, test);
	bool has_base = c.has_base || is_rest, has_test = c.has_test || is_rest;

	ticks(w, has_base, c.base, c.base_share);
	ticks(w, has_test, c.test, c.test_share);
	delta(w, has_base && has_test, annotated_delta(&c));
}

/* ---- lines --------------------------------------------------------------- */

static void gap(struct writing *w, unsigned columns)
{
	outbuf_printf(w->out,
		      "<tr class=gap><td colspan=%u>&#8943;</td></tr>\n",
		      columns);
}

static void line(struct writing *w, const struct annotated_line *line)
{
	struct span source =
		line->test_text.ptr ? line->test_text : line->base_text;

	outbuf_printf(w->out, "<tr%s>",
		      !line->test_line ? " class=gone" :
		      !line->base_line ? " class=new" :
					 "");
	counts(w, line->base, line->test, false);
	for (int test = 0; test < 2; test++) {
		uint32_t number = test ? line->test_line : line->base_line;

		outbuf_text(w->out, "<td class=n>");
		if (number)
			outbuf_printf(w->out, "%u", number);
		outbuf_text(w->out, "</td>");
	}
	outbuf_text(w->out, "<td class=c>");
	for (size_t i = 0, from = 0; source.ptr && i <= source.len; i++) {
		// Where TABs lead is up to the page.
		if (i < source.len && source.ptr[i] != '\t')
			continue;
		markup_text(w->out,
			    (struct span){ source.ptr + from, i - from });
		if (i < source.len)
			outbuf_char(w->out, '\t');
		from = i + 1;
	}
	outbuf_text(w->out, "</td></tr>\n");
}

static void function(struct writing *w, const struct annotated_function *f,
		     const bool *shown)
{
	bool any = false, left_out = false;

	for (uint32_t i = f->first; i < f->first + f->nr; i++)
		any |= shown[i];
	if (!any)
		return;
	outbuf_text(w->out, "<tr class=f>");
	counts(w, f->base, f->test, false);
	outbuf_text(w->out, "<td></td><td></td><th>");
	outbuf_text(w->out, f->inlined ? "inlined " : "");
	text(w, f->name);
	outbuf_text(w->out, " <small>");
	if (f->base_file && f->test_file &&
	    strcmp(f->base_file, f->test_file) != 0) {
		text(w, f->base_file);
		outbuf_text(w->out, " &#8594; ");
	}
	text(w, f->test_file ? f->test_file : f->base_file);
	outbuf_text(w->out, "</small></th></tr>\n");
	for (uint32_t i = f->first; i < f->first + f->nr; i++) {
		if (!shown[i]) {
			left_out = true;
			continue;
		}
		if (left_out && w->ann->texts)
			gap(w, 6);
		left_out = false;
		line(w, &w->ann->lines[i]);
	}
}

static void lines(struct writing *w)
{
	const struct annotation *ann = w->ann;
	const bool *shown =
		annotated_lines_shown(ann, w->opts->context, &w->scratch);

	outbuf_text(w->out, "<table><thead><tr><th>base</th><th>test</th>"
			    "<th>delta</th><th>base line</th><th>test line</th>"
			    "<th>source</th></tr></thead><tbody>\n");
	for (uint32_t i = 0; i < ann->nr_functions; i++)
		function(w, &ann->functions[i], shown);
	if (ann->base.lines_rest || ann->test.lines_rest) {
		outbuf_text(w->out, "<tr class=f>");
		counts(w, ann->base.lines_rest, ann->test.lines_rest, true);
		outbuf_text(w->out, "<td></td><td></td><th>of no known line"
				    "</th></tr>\n");
	}
	outbuf_text(w->out, "</tbody></table>\n");
}

/* ---- instructions -------------------------------------------------------- */

static void half(struct writing *w, const struct annotated_instruction *insn,
		 bool known, double mean, double share)
{
	if (!insn) {
		outbuf_text(w->out, "<td></td><td></td><td></td>");
		return;
	}
	ticks(w, known, mean, share);
	outbuf_printf(w->out, "<td class=n title=\"%#llx\">%x</td><td class=c>",
		      (unsigned long long)insn->addr, insn->offset);
	text(w, insn->text);
	outbuf_text(w->out, "</td>");
}

static void place(struct writing *w, const struct annotated_instruction *insn)
{
	outbuf_text(w->out, "<tr class=f><th colspan=6>");
	if (insn->file) {
		text(w, insn->file);
		outbuf_printf(w->out, ":%u", insn->line);
	} else {
		outbuf_text(w->out, "of no known line");
	}
	if (insn->inlined) {
		outbuf_text(w->out, " <small>inlined ");
		text(w, insn->inlined);
		outbuf_text(w->out, "</small>");
	}
	outbuf_text(w->out, "</th></tr>\n");
}

static void pair(struct writing *w, const struct annotated_pair *pair)
{
	static const char *const classes[] = {
		[INSTRUCTION_SAME] = "",
		[INSTRUCTION_CHANGED] = " class=changed",
		[INSTRUCTION_BASE_ONLY] = " class=gone",
		[INSTRUCTION_TEST_ONLY] = " class=new",
	};
	const struct annotated_instruction *base = annotated_base(w->ann, pair);
	const struct annotated_instruction *test = annotated_test(w->ann, pair);
	struct annotated_cells c =
		annotated_cells(w->ann, true, base ? base->count : 0,
				test ? test->count : 0);

	outbuf_printf(w->out, "<tr%s>", classes[pair->match]);
	half(w, base, c.has_base, c.base, c.base_share);
	half(w, test, c.has_test, c.test, c.test_share);
	outbuf_text(w->out, "</tr>\n");
}

static bool same_place(const struct annotated_instruction *a,
		       const struct annotated_instruction *b)
{
	return a && a->line == b->line && a->file == b->file &&
	       a->inlined == b->inlined;
}

static void instructions(struct writing *w)
{
	const struct annotation *ann = w->ann;
	const struct annotated_instruction *last = NULL;
	const bool *shown =
		annotated_pairs_shown(ann, w->opts->context, &w->scratch);
	bool left_out = false;

	outbuf_text(w->out, "<table><thead><tr><th>base</th><th>+</th>"
			    "<th>instruction</th><th>test</th><th>+</th>"
			    "<th>instruction</th></tr></thead><tbody>\n");
	for (uint32_t i = 0; i < ann->nr_pairs; i++) {
		const struct annotated_instruction *at =
			annotated_pair_place(ann, &ann->pairs[i]);

		if (!shown[i]) {
			left_out = true;
			continue;
		}
		if (left_out)
			gap(w, 6);
		if (!same_place(last, at) &&
		    !(ann->base.no_lines && ann->test.no_lines))
			place(w, at);
		left_out = false;
		last = at;
		pair(w, &ann->pairs[i]);
	}
	outbuf_text(w->out, "</tbody></table>\n");
	if (ann->base.instructions_rest || ann->test.instructions_rest)
		outbuf_printf(w->out,
			      "<p>Not placed: base %.*f, test %.*f.</p>\n",
			      w->decimals,
			      annotate_base_mean(ann,
						 ann->base.instructions_rest),
			      w->decimals,
			      annotate_test_mean(ann,
						 ann->test.instructions_rest));
}

/* ---- all of it ----------------------------------------------------------- */

static void name(struct writing *w)
{
	if (w->ann->base_name) {
		text(w, w->ann->base_name);
		outbuf_text(w->out, " &#8594; ");
	}
	text(w, w->ann->name);
}

static void side(struct writing *w, const char *what, const struct side *side,
		 const struct annotated_side *out, double mean)
{
	const char *image =
		w->opts->instructions ? out->image : out->lines_image;

	outbuf_printf(w->out, "<dt>%s</dt><dd>", what);
	text(w, side->label);
	if (side->measured > 1)
		outbuf_printf(w->out, ", %llu runs",
			      (unsigned long long)side->measured);
	outbuf_text(w->out, ": ");
	markup_number(w->out, mean, (unsigned)w->decimals, false);
	outbuf_char(w->out, ' ');
	text(w, side->runs[0]->unit ? side->runs[0]->unit : "ticks");
	if (image) {
		outbuf_text(w->out, ", <small>");
		text(w, image);
		outbuf_text(w->out, "</small>");
	}
	outbuf_text(w->out, "</dd>\n");
}

static void notes(struct writing *w, const struct notes *list)
{
	for (const struct note *n = list->first; n; n = n->next) {
		if (n->level == NOTE_INFO)
			continue;
		outbuf_text(w->out, "<p class=note>");
		if (n->file) {
			text(w, n->file);
			outbuf_text(w->out, ": ");
		}
		text(w, n->text);
		outbuf_text(w->out, "</p>\n");
	}
}

static void annotation(struct writing *w)
{
	const struct annotation *ann = w->ann;

	outbuf_text(w->out, "<h1>");
	name(w);
	outbuf_text(w->out, " <small>");
	text(w, ann->image);
	outbuf_text(w->out, "</small></h1>\n<dl>");
	side(w, "base", &ann->diff->base, &ann->base,
	     annotate_base_mean(ann, ann->base.count));
	side(w, "test", &ann->diff->test, &ann->test,
	     annotate_test_mean(ann, ann->test.count));
	outbuf_text(w->out, "</dl>\n");
	notes(w, &ann->diff->notes);
	notes(w, &ann->notes);
	if (w->opts->instructions)
		instructions(w);
	else
		lines(w);
}

static void print(const struct annotation *anns, size_t nr,
		  const struct annotated_options *opts, struct outbuf *out)
{
	struct writing w = { .ann = anns, .opts = opts, .out = out };

	outbuf_text(out, "<!DOCTYPE html>\n<html lang=en><head>"
			 "<meta charset=utf-8>\n<meta name=viewport"
			 " content=\"width=device-width\">\n<title>");
	name(&w);
	outbuf_text(out, "</title>\n<style>\n");
	outbuf_text(out, asset_annotated_css);
	outbuf_text(out, "</style></head><body>\n");
	for (size_t i = 0; i < nr; i++) {
		w.ann = &anns[i];
		w.decimals = (int)annotated_decimals(&anns[i]);
		annotation(&w);
		arena_release(&w.scratch);
	}
	outbuf_text(out, "</body></html>\n");
}

const struct annotated_output annotated_html = {
	.name = "html",
	.suffixes = "html,htm",
	.print = print,
};
