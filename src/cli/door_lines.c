#include "door_lines.h"

#include "diffprof/annotate.h"

#define TAB 4
#define SIDE_WIDTH 32 /* of the instructions of base */

/* With blanks for tabs, in ARENA. */
static const char *plain(struct span text, const char *lead,
			 struct arena *arena)
{
	struct outbuf out = { 0 };
	size_t column = 0;

	outbuf_text(&out, lead);
	for (size_t i = 0; i < text.len; i++) {
		size_t blanks = TAB - column % TAB;

		if (text.ptr[i] == '\t')
			outbuf_fill(&out, ' ', blanks);
		else
			outbuf_char(&out, text.ptr[i]);
		column += text.ptr[i] == '\t' ? blanks : 1;
	}
	const char *copy = arena_strndup(arena, out.data ? out.data : "",
					 out.len);
	outbuf_release(&out);
	return copy;
}

static const char *base_name(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash && slash[1] ? slash + 1 : path ? path : "?";
}

static void put(const struct annotation *ann, struct browser_line *line,
		const char *place, const char *text, uint64_t base,
		uint64_t test, bool known)
{
	*line = (struct browser_line){
		.place = place,
		.text = text,
		.base = annotate_base_mean(ann, base),
		.test = annotate_test_mean(ann, test),
		.known = known,
	};
}

/* "- " of base alone, "+ " of test alone, where both sides have lines. */
static const char *side_mark(const struct annotation *ann, bool base, bool test)
{
	if (ann->base.no_lines || ann->test.no_lines)
		return "";
	return base && test ? "  " : base ? "- " : "+ ";
}

static void put_source(const struct annotation *ann,
		       const struct annotated_line *l,
		       const struct annotated_function *f,
		       struct browser_line *line, struct arena *arena)
{
	bool test = l->test_line != 0;
	uint32_t number = test ? l->test_line : l->base_line;
	const char *file = test ? f->test_file : f->base_file;

	put(ann, line,
	    arena_printf(arena, "%s:%u", base_name(file), (unsigned)number),
	    plain(l->test_text.ptr ? l->test_text : l->base_text,
		  side_mark(ann, l->base_line != 0, test), arena),
	    l->base, l->test,
	    l->base || l->test || l->base_code || l->test_code);
}

static void make_lines(const struct annotation *ann, struct arena *arena,
		       struct browser_depth *depth)
{
	size_t most = ann->nr_lines + ann->nr_functions + 1, nr = 0;
	struct browser_line *lines = arena_alloc(arena, most * sizeof(*lines));

	for (uint32_t i = 0; i < ann->nr_functions; i++) {
		const struct annotated_function *f = &ann->functions[i];

		if (ann->nr_functions > 1)
			put(ann, &lines[nr++], f->inlined ? "inlined:" : "",
			    f->name, f->base, f->test, true);
		for (uint32_t k = f->first; k < f->first + f->nr; k++)
			put_source(ann, &ann->lines[k], f, &lines[nr++], arena);
	}
	if (nr && (ann->base.lines_rest || ann->test.lines_rest))
		put(ann, &lines[nr++], "elsewhere", "", ann->base.lines_rest,
		    ann->test.lines_rest, true);
	depth->lines = lines;
	depth->nr_lines = nr;
}

static const char *machine_of(const struct annotated_instruction *in)
{
	return in ? in->text : "";
}

static void make_instructions(const struct annotation *ann, struct arena *arena,
			      struct browser_depth *depth)
{
	static const char marks[] = { [INSTRUCTION_SAME] = ' ',
				      [INSTRUCTION_CHANGED] = '|',
				      [INSTRUCTION_BASE_ONLY] = '<',
				      [INSTRUCTION_TEST_ONLY] = '>' };
	struct browser_line *lines =
		arena_alloc(arena, (ann->nr_pairs + 1) * sizeof(*lines));

	for (uint32_t i = 0; i < ann->nr_pairs; i++) {
		const struct annotated_pair *pair = &ann->pairs[i];
		const struct annotated_instruction *base =
			pair->base == ANNOTATE_NONE ?
				NULL :
				&ann->base_instructions[pair->base];
		const struct annotated_instruction *test =
			pair->test == ANNOTATE_NONE ?
				NULL :
				&ann->test_instructions[pair->test];
		const struct annotated_instruction *one = test ? test : base;

		put(ann, &lines[i],
		    arena_printf(arena, "+%#x",
				 one ? (unsigned)one->offset : 0),
		    plain(span_of(arena_printf(
				  arena, "%-*.*s %c %s", SIDE_WIDTH, SIDE_WIDTH,
				  plain(span_of(machine_of(base)), "", arena),
				  marks[pair->match], machine_of(test))),
			  "", arena),
		    base ? base->count : 0, test ? test->count : 0, true);
	}
	depth->instructions = lines;
	depth->nr_instructions = ann->nr_pairs;
}

void door_lines(const struct options *opts, const struct diff *diff,
		const struct diff_row *row, struct arena *arena,
		struct browser_depth *depth)
{
	const struct annotate_options options = {
		.base_source = options_side(opts, SIDE_BASE).source,
		.test_source = options_side(opts, SIDE_TEST).source,
		.instructions = true,
	};
	struct annotation *ann = arena_zalloc(arena, sizeof(*ann));
	struct error err;

	if (annotate(diff, row, &options, arena, ann, &err) < 0) {
		depth->why_no_lines = arena_strdup(arena, err.text);
		return;
	}
	make_lines(ann, arena, depth);
	make_instructions(ann, arena, depth);
	const char *why = ann->test.no_lines ? ann->test.no_lines :
					       ann->base.no_lines;
	if (!depth->nr_lines)
		depth->why_no_lines = why ? arena_printf(arena, "%s.", why) :
					    "No line is known of it.";
}
