/*
 * annotate_code.c - a function by instruction, both sides aligned
 */
#include "annotating.h"
#include "diffprof/align.h"

/* The instructions of one side, as they are aligned. */
struct code_side {
	struct annotating_side *side;
	struct annotated_instruction *list;
	const char **shapes;
	uint32_t *rows; /* the annotated line of each; ANNOTATE_NONE */
	size_t nr, cap, cap_shapes, cap_rows;
};

struct both {
	const struct code_side *base, *test;
	bool rows; /* both sides know their lines */
};

/* The function first, then its clones and what was taken out of it. */
static void order_parts(struct annotating *a,
			const struct annotating_side *side, size_t *order)
{
	size_t nr = 0;

	(void)a;
	for (int own = 1; own >= 0; own--)
		for (size_t i = 0; i < side->nr_parts; i++)
			if (span_is(side->parts[i].part.name, side->wanted) ==
			    own)
				order[nr++] = i;
}

static void add_instruction(struct annotating *a, struct code_side *c,
			    const struct annotated_part *part,
			    const char *symbol, const struct instruction *insn)
{
	const struct annotating_side *side = c->side;
	size_t offset = insn->addr - part->part.addr;
	size_t byte = part->base + offset;
	const struct source_spot *spot = annotating_spot(side, byte);
	uint32_t item = side->has_lines ? side->item_of[byte] : ANNOTATE_NONE;
	size_t nr = c->nr;

	ARENA_ROOM(a->arena, c->list, nr, c->cap);
	c->list[nr] = (struct annotated_instruction){
		.addr = insn->addr,
		.symbol = symbol,
		.offset = (uint32_t)offset,
		.size = insn->size,
		.text = insn->text,
		.line = spot->file ? spot->line : 0,
	};
	if (spot->file && spot->line) {
		const char *inlined = annotating_inlined(side, spot);
		// One after the other, they are mostly of one file.
		const struct annotated_instruction *last =
			nr ? &c->list[nr - 1] : NULL;

		c->list[nr].file =
			last && last->file && !strcmp(last->file, spot->file) ?
				last->file :
				arena_strdup(a->arena, spot->file);
		if (inlined)
			c->list[nr].inlined =
				last && last->inlined &&
						!strcmp(last->inlined,
							inlined) ?
					last->inlined :
					arena_strdup(a->arena, inlined);
	}
	ARENA_ROOM(&a->scratch, c->shapes, nr, c->cap_shapes);
	c->shapes[nr] = insn->shape;
	ARENA_ROOM(&a->scratch, c->rows, nr, c->cap_rows);
	c->rows[nr] =
		item == ANNOTATE_NONE ? ANNOTATE_NONE : side->row_of[item];
	c->nr++;
}

static void make_side(struct annotating *a, struct code_side *c,
		      struct annotating_side *side, struct disasm *d)
{
	size_t *order =
		arena_alloc(&a->scratch, (side->nr_parts + 1) * sizeof(*order));
	uint32_t *item_of = arena_alloc(&a->scratch, (side->nr_bytes + 1) *
							     sizeof(*item_of));

	memset(item_of, 0xff, (side->nr_bytes + 1) * sizeof(*item_of));
	order_parts(a, side, order);
	for (size_t i = 0; d && i < side->nr_parts; i++) {
		const struct annotated_part *part = &side->parts[order[i]];
		const char *symbol =
			arena_strndup(a->arena, part->part.name.ptr,
				      part->part.name.len);
		size_t nr;
		const struct instruction *list =
			disasm_part(d, &part->part, a->arena, &nr);

		for (size_t k = 0; k < nr; k++) {
			size_t byte =
				part->base + (list[k].addr - part->part.addr);

			for (uint32_t b = 0; b < list[k].size; b++)
				item_of[byte + b] = (uint32_t)c->nr;
			add_instruction(a, c, part, symbol, &list[k]);
		}
	}
	uint64_t *counts =
		arena_alloc(&a->scratch, (c->nr + 1) * sizeof(*counts));

	annotating_count(a, side, item_of, c->nr, counts);
	for (size_t i = 0; i < c->nr; i++)
		c->list[i].count = counts[i];
	side->out->instructions_rest = counts[c->nr];
}

/* ---- alignment ----------------------------------------------------------- */

static size_t mnemonic_len(const char *text)
{
	return strcspn(text, " ");
}

/* Of two that differ: have they the same to do? */
static bool same_mnemonic(const char *a, const char *b)
{
	size_t len = mnemonic_len(a);

	return len == mnemonic_len(b) && !memcmp(a, b, len);
}

static bool is_word(char c)
{
	return char_is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

/* Is all that is no word the same: registers and numbers apart? */
static bool same_form(const char *a, const char *b)
{
	for (;;) {
		bool words = is_word(*a) && is_word(*b);

		while (words && is_word(*a))
			a++;
		while (words && is_word(*b))
			b++;
		if (*a != *b)
			return false;
		if (!*a)
			return true;
		a += !is_word(*a);
		b += !is_word(*b);
	}
}

/*
 * Lines count for as much as texts: compilers put those of neighbouring lines
 * in any order, and give them other registers.
 */
static unsigned code_likeness(const void *of, uint32_t x, uint32_t y)
{
	const struct both *both = of;
	const char *a = both->base->shapes[x], *b = both->test->shapes[y];
	bool same = !strcmp(a, b), same_line;
	uint32_t row = both->base->rows[x];

	if (!same && !same_mnemonic(a, b))
		return 0;
	same_line = both->rows && row != ANNOTATE_NONE &&
		    row == both->test->rows[y];
	if (same)
		return same_line || !both->rows ? ALIGN_SAME : 50;
	if (same_form(a, b))
		return same_line ? 60 : 20;
	return same_line ? 40 : 0;
}

static uint64_t code_key(const void *of, bool of_b, uint32_t i)
{
	const struct both *both = of;
	const struct code_side *c = of_b ? both->test : both->base;
	uint64_t row = both->rows ? c->rows[i] : 0;

	return names_hash_two(0, names_hash(span_of(c->shapes[i])), row);
}

static void align_both(struct annotating *a, const struct both *both)
{
	const struct align what = {
		.nr_a = (uint32_t)both->base->nr,
		.nr_b = (uint32_t)both->test->nr,
		.likeness = code_likeness,
		.key = code_key,
		.of = both,
	};
	struct annotation *ann = a->ann;
	size_t nr;
	const struct aligned *pairs = align(&what, &a->scratch, &nr);

	ann->pairs = arena_alloc(a->arena, (nr + 1) * sizeof(*ann->pairs));
	ann->nr_pairs = (uint32_t)nr;
	for (size_t i = 0; i < nr; i++) {
		struct annotated_pair *pair = &ann->pairs[i];

		pair->base = pairs[i].a;
		pair->test = pairs[i].b;
		pair->match = pair->base == ALIGN_NONE ? INSTRUCTION_TEST_ONLY :
			      pair->test == ALIGN_NONE ? INSTRUCTION_BASE_ONLY :
			      !strcmp(both->base->shapes[pair->base],
				      both->test->shapes[pair->test]) ?
							 INSTRUCTION_SAME :
							 INSTRUCTION_CHANGED;
	}
}

static struct disasm *open_disasm(struct annotating *a,
				  struct annotating_side *side)
{
	const char *why = NULL;
	struct disasm *d = NULL;

	if (!side->nr_parts || !side->has_code)
		return NULL;
	d = disasm_open(&side->code, &a->scratch, &why);
	if (!d)
		side->out->no_instructions = arena_strdup(a->arena, why);
	return d;
}

void annotating_instructions(struct annotating *a)
{
	struct code_side base = { .side = &a->base },
			 test = { .side = &a->test };
	struct both both = { &base, &test,
			     a->base.has_lines && a->test.has_lines };
	struct annotation *ann = a->ann;
	struct disasm *d;

	d = open_disasm(a, &a->base);
	make_side(a, &base, &a->base, d);
	disasm_close(d);
	d = open_disasm(a, &a->test);
	make_side(a, &test, &a->test, d);
	disasm_close(d);
	ann->base_instructions = base.list;
	ann->nr_base_instructions = (uint32_t)base.nr;
	ann->test_instructions = test.list;
	ann->nr_test_instructions = (uint32_t)test.nr;
	align_both(a, &both);
}
