/*
 * annotate_both.c - the lines of both sides, aligned
 *
 * Groups are paired by name and file, or by name where the file is another; then
 * their lines are aligned.
 */
#include "annotate_lines.h"

#include <stdlib.h>

#include "diffprof/align.h"

static void pair_groups(struct side_lines *base, struct side_lines *test,
			bool by_file)
{
	for (size_t i = 0; i < test->nr_groups; i++) {
		struct group *t = &test->groups[i];

		for (size_t k = 0; k < base->nr_groups && !t->pair; k++) {
			struct group *b = &base->groups[k];

			if (b->pair || !same_text(b->inlined, t->inlined) ||
			    (by_file && strcmp(b->file, t->file) != 0))
				continue;
			t->pair = (uint32_t)k + 1;
			b->pair = (uint32_t)i + 1;
		}
	}
}

/* What align() asks of one pair of groups. */
struct line_pair {
	const struct line *base, *test; /* the first of each */
	uint32_t base_head, test_head;
	bool texts;
};

static bool tells_little(struct span text)
{
	size_t letters = 0;

	for (size_t i = 0; i < text.len; i++)
		letters +=
			(text.ptr[i] | 32) >= 'a' && (text.ptr[i] | 32) <= 'z';
	return letters < 3;
}

static unsigned line_likeness(const void *of, uint32_t a, uint32_t b)
{
	const struct line_pair *p = of;
	const struct line *x = &p->base[a], *y = &p->test[b];

	if (!p->texts)
		return x->line - p->base_head == y->line - p->test_head ?
			       ALIGN_SAME :
			       0;
	struct span left = span_trim(x->text), right = span_trim(y->text);

	if (!span_eq(left, right))
		return 0;
	// Empty lines and braces are alike everywhere.
	return tells_little(left) ? 10 : ALIGN_SAME;
}

static uint64_t line_key(const void *of, bool of_b, uint32_t i)
{
	const struct line_pair *p = of;
	const struct line *line = of_b ? &p->test[i] : &p->base[i];

	return p->texts ? names_hash(span_trim(line->text)) :
			  line->line - (of_b ? p->test_head : p->base_head);
}

static struct annotated_line *new_line(struct annotating *a, size_t *cap)
{
	struct annotation *ann = a->ann;
	size_t nr = ann->nr_lines;

	ARENA_ROOM(a->arena, ann->lines, nr, *cap);
	ann->lines[nr] = (struct annotated_line){
		.function = ann->nr_functions,
	};
	ann->nr_lines++;
	return &ann->lines[nr];
}

static void set_base(struct annotated_line *line, const struct line *base)
{
	line->base_line = base->line;
	line->base_text = base->text;
	line->base = base->count;
	line->base_code = base->code;
}

static void set_test(struct annotated_line *line, const struct line *test)
{
	line->test_line = test->line;
	line->test_text = test->text;
	line->test = test->count;
	line->test_code = test->code;
}

static void add_lines(struct annotating *a, const struct line *base,
		      uint32_t nr_base, const struct line *test,
		      uint32_t nr_test, const struct line_pair *pair,
		      size_t *cap)
{
	const struct align what = {
		.nr_a = nr_base,
		.nr_b = nr_test,
		.likeness = line_likeness,
		.key = line_key,
		.of = pair,
	};
	size_t nr;
	const struct aligned *rows = align(&what, &a->scratch, &nr);

	for (size_t i = 0; i < nr; i++) {
		struct annotated_line *line = new_line(a, cap);

		if (base && rows[i].a != ALIGN_NONE) {
			set_base(line, &base[rows[i].a]);
			if (line->base_code)
				a->base.row_of[base[rows[i].a].item] =
					a->ann->nr_lines - 1;
		}
		if (test && rows[i].b != ALIGN_NONE) {
			set_test(line, &test[rows[i].b]);
			if (line->test_code)
				a->test.row_of[test[rows[i].b].item] =
					a->ann->nr_lines - 1;
		}
	}
}

struct order {
	const struct group *base, *test;
	uint32_t base_group, test_group;
	double weight; /* of the side that has more */
};

static int by_weight(const void *a, const void *b)
{
	const struct order *x = a, *y = b;
	const struct group *p = x->test ? x->test : x->base;
	const struct group *q = y->test ? y->test : y->base;

	// The function itself comes first.
	if (!p->inlined != !q->inlined)
		return p->inlined ? 1 : -1;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	int order = p->inlined ? strcmp(p->inlined, q->inlined) : 0;
	if (!order)
		order = strcmp(p->file, q->file);
	// Only one side has it.
	return order ? order : !y->test - !x->test;
}

static uint64_t group_count(const struct side_lines *s, uint32_t g)
{
	uint64_t sum = 0;

	for (uint32_t i = s->first_of[g]; i < s->first_of[g + 1]; i++)
		sum += s->lines[i].count;
	return sum;
}

static struct order *find_order(struct annotating *a,
				const struct side_lines *base,
				const struct side_lines *test, size_t *nr)
{
	struct order *order =
		arena_zalloc(&a->scratch, (base->nr_groups + test->nr_groups +
					   1) * sizeof(*order));

	*nr = 0;
	for (uint32_t i = 0; i < test->nr_groups; i++) {
		struct order *o = &order[(*nr)++];

		o->test = &test->groups[i];
		o->test_group = i;
		if (o->test->pair) {
			o->base_group = o->test->pair - 1;
			o->base = &base->groups[o->base_group];
		}
	}
	for (uint32_t i = 0; i < base->nr_groups; i++)
		if (!base->groups[i].pair) {
			struct order *o = &order[(*nr)++];

			o->base = &base->groups[i];
			o->base_group = i;
		}
	for (size_t i = 0; i < *nr; i++) {
		struct order *o = &order[i];
		double b =
			o->base ?
				annotate_base_mean(a->ann,
						   group_count(base,
							       o->base_group)) :
				0;
		double t =
			o->test ?
				annotate_test_mean(a->ann,
						   group_count(test,
							       o->test_group)) :
				0;

		o->weight = b > t ? b : t;
	}
	if (*nr)
		qsort(order, *nr, sizeof(*order), by_weight);
	return order;
}

static const char *keep(struct annotating *a, const char *text)
{
	return text ? arena_strdup(a->arena, text) : NULL;
}

static void add_group(struct annotating *a, const struct side_lines *base,
		      const struct side_lines *test, const struct order *o,
		      size_t *cap_functions, size_t *cap_lines)
{
	struct annotation *ann = a->ann;
	uint32_t first = ann->nr_lines;
	struct line_pair pair = { .texts = base->has_texts && test->has_texts };
	uint32_t nr_base = 0, nr_test = 0;
	size_t nr = ann->nr_functions;

	if (o->base) {
		uint32_t g = o->base_group;

		pair.base = base->lines + base->first_of[g];
		nr_base = base->first_of[g + 1] - base->first_of[g];
		pair.base_head = o->base->head;
	}
	if (o->test) {
		uint32_t g = o->test_group;

		pair.test = test->lines + test->first_of[g];
		nr_test = test->first_of[g + 1] - test->first_of[g];
		pair.test_head = o->test->head;
	}
	add_lines(a, pair.base, nr_base, pair.test, nr_test, &pair, cap_lines);

	const char *inlined = o->test ? o->test->inlined :
			      o->base ? o->base->inlined :
					NULL;
	ARENA_ROOM(a->arena, ann->functions, nr, *cap_functions);
	ann->functions[nr] = (struct annotated_function){
		.name = inlined ? keep(a, inlined) : ann->name,
		.base_file = o->base ? keep(a, o->base->file) : NULL,
		.test_file = o->test ? keep(a, o->test->file) : NULL,
		.inlined = inlined != NULL,
		.first = first,
		.nr = ann->nr_lines - first,
		.base = o->base ? group_count(base, o->base_group) : 0,
		.test = o->test ? group_count(test, o->test_group) : 0,
	};
	ann->nr_functions++;
}

void annotating_lines(struct annotating *a)
{
	struct side_lines base, test;
	size_t nr, cap_functions = 0, cap_lines = 0;

	side_lines_make(a, &base, &a->base, a->opts->base_source);
	side_lines_make(a, &test, &a->test, a->opts->test_source);
	pair_groups(&base, &test, true);
	pair_groups(&base, &test, false);
	a->ann->texts = base.has_texts || test.has_texts;
	const struct order *order = find_order(a, &base, &test, &nr);

	for (size_t i = 0; i < nr; i++)
		add_group(a, &base, &test, &order[i], &cap_functions,
			  &cap_lines);
}
