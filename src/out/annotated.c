#include "diffprof/annotated.h"

/* In the order of --help. */
const struct annotated_output *const annotated_outputs[] = {
	&annotated_classic, &annotated_csv, &annotated_json,
	&annotated_html,    NULL,
};

struct annotated_cells annotated_cells(const struct annotation *ann,
				       bool instructions, uint64_t base,
				       uint64_t test)
{
	const struct annotated_side *b = &ann->base, *t = &ann->test;
	struct annotated_cells c = {
		.has_base = !(instructions ? b->no_instructions : b->no_lines),
		.has_test = !(instructions ? t->no_instructions : t->no_lines),
		.base = annotate_base_mean(ann, base),
		.test = annotate_test_mean(ann, test),
	};

	if (b->count)
		c.base_share = (double)base / (double)b->count;
	if (t->count)
		c.test_share = (double)test / (double)t->count;
	return c;
}

unsigned annotated_decimals(const struct annotation *ann)
{
	return ann->scale || ann->diff->base.measured > 1 ||
	       ann->diff->test.measured > 1 || ann->diff->norm.factor != 1;
}

static bool line_has_ticks(const struct annotation *ann, size_t i)
{
	return ann->lines[i].base || ann->lines[i].test;
}

static bool pair_has_ticks(const struct annotation *ann, size_t i)
{
	const struct annotated_instruction *base =
		annotated_base(ann, &ann->pairs[i]);
	const struct annotated_instruction *test =
		annotated_test(ann, &ann->pairs[i]);

	return (base && base->count) || (test && test->count);
}

/* Of those in [FROM, END). */
static void mark(const struct annotation *ann, bool *shown, size_t from,
		 size_t end, uint32_t context,
		 bool (*has_ticks)(const struct annotation *ann, size_t i))
{
	size_t settled = from; // all before

	for (size_t i = from; i < end; i++) {
		if (context != ANNOTATED_ALL && !has_ticks(ann, i))
			continue;
		size_t first = i - from > context ? i - context : from;
		size_t last = context < end - i ? i + context + 1 : end;

		if (first < settled)
			first = settled;
		for (; first < last; first++)
			shown[first] = true;
		settled = last;
	}
}

bool *annotated_lines_shown(const struct annotation *ann, uint32_t context,
			    struct arena *arena)
{
	bool *shown = arena_zalloc(arena, ann->nr_lines + 1u);

	for (uint32_t i = 0; i < ann->nr_functions; i++) {
		const struct annotated_function *f = &ann->functions[i];

		mark(ann, shown, f->first, f->first + f->nr,
		     ann->texts ? context : 0, line_has_ticks);
	}
	return shown;
}

bool *annotated_pairs_shown(const struct annotation *ann, uint32_t context,
			    struct arena *arena)
{
	bool *shown = arena_zalloc(arena, ann->nr_pairs + 1u);

	mark(ann, shown, 0, ann->nr_pairs, context, pair_has_ticks);
	return shown;
}

const struct annotated_instruction *
annotated_base(const struct annotation *ann, const struct annotated_pair *pair)
{
	return pair->base == ANNOTATE_NONE ?
		       NULL :
		       &ann->base_instructions[pair->base];
}

const struct annotated_instruction *
annotated_test(const struct annotation *ann, const struct annotated_pair *pair)
{
	return pair->test == ANNOTATE_NONE ?
		       NULL :
		       &ann->test_instructions[pair->test];
}

const struct annotated_instruction *
annotated_pair_place(const struct annotation *ann,
		     const struct annotated_pair *pair)
{
	const struct annotated_instruction *test = annotated_test(ann, pair);

	return test ? test : annotated_base(ann, pair);
}
