#include "suspects.h"

#include <math.h>
#include <stdlib.h>

/* How many functions of a kernel have a name, parts apart; and any part. */
struct uses {
	uint32_t own[2];
	bool has[2];
};

static struct suspects_side *side_of(struct suspects *s, int side)
{
	return side ? &s->test : &s->base;
}

/* Enter all names of a roster, and count who has them. */
static void enter_names(struct suspects *s, int side, struct uses *uses,
			struct arena *scratch)
{
	struct suspects_side *own = side_of(s, side);
	const struct roster *roster = own->roster;

	own->names =
		arena_alloc(scratch, (roster->nr + 1) * sizeof(*own->names));
	for (size_t i = 0; i < roster->nr; i++) {
		const struct roster_function *f = &roster->functions[i];

		for (uint32_t k = 0; k < f->nr_names; k++) {
			name_id id =
				names_intern(&s->names,
					     roster->names[f->first_name + k]);

			if (!k)
				own->names[i] = id;
			uses[id].has[side] = true;
			uses[id].own[side] += !f->is_part;
		}
	}
}

/* Has the other kernel a function by any of these names? */
static bool is_known(const struct suspects *s, const struct roster *roster,
		     const struct roster_function *f, const struct uses *uses,
		     int other)
{
	for (uint32_t k = 0; k < f->nr_names; k++) {
		name_id id =
			names_find(&s->names, roster->names[f->first_name + k]);

		if (uses[id].has[other])
			return true;
	}
	return false;
}

static void take_words(struct suspects *s, struct suspect *who,
		       struct span name)
{
	who->nr_words = similar_words(name, who->words);
	for (size_t i = 0; i < who->nr_words; i++)
		who->word_ids[i] = names_intern(&s->words, who->words[i].text);
}

/* Part the functions of a side into those both kernels have and the others. */
static void choose(struct suspects *s, int side, const struct uses *uses,
		   struct arena *scratch)
{
	struct suspects_side *own = side_of(s, side);
	const struct roster *roster = own->roster;

	own->suspect_of = arena_zalloc(scratch, (roster->nr +
						 1) * sizeof(*own->suspect_of));
	own->anchors =
		arena_alloc(scratch, (roster->nr + 1) * sizeof(*own->anchors));
	own->anchor_of =
		arena_zalloc(scratch, s->names.nr * sizeof(*own->anchor_of));
	for (uint32_t i = 0; i < roster->nr; i++) {
		const struct roster_function *f = &roster->functions[i];
		const struct uses *use = &uses[own->names[i]];

		if (f->is_part || use->own[side] != 1)
			continue;
		if (use->own[!side] == 1) {
			own->anchor_of[own->names[i]] = i + 1;
			own->anchors[own->nr_anchors++] = i;
		} else if (!is_known(s, roster, f, uses, !side)) {
			own->suspect_of[i] = (uint32_t)++own->nr;
		}
	}
	// They are large: room for no more than there are.
	own->suspects =
		arena_alloc(scratch, (own->nr + 1) * sizeof(*own->suspects));
	for (uint32_t i = 0; i < roster->nr; i++)
		if (own->suspect_of[i])
			own->suspects[own->suspect_of[i] - 1] =
				(struct suspect){ .function = i,
						  .name = own->names[i] };
}

/* What stands around each suspect. */
static void find_places(struct suspects_side *own)
{
	const struct roster *roster = own->roster;
	uint32_t others = 0; // since the last anchor
	size_t next = 0; // anchor behind the function
	size_t who = 0;

	for (uint32_t i = 0; i < roster->nr && who < own->nr; i++) {
		struct place *place = &own->suspects[who].place;

		if (next < own->nr_anchors && own->anchors[next] == i) {
			next++;
			others = 0;
			continue;
		}
		others += !roster->functions[i].is_part;
		if (own->suspects[who].function != i)
			continue;
		for (size_t k = 0; k < NEIGHBOURS; k++) {
			place->before[k] =
				next > k ?
					own->names[own->anchors[next - 1 - k]] :
					NEIGHBOUR_NONE;
			place->behind[k] =
				next + k < own->nr_anchors ?
					own->names[own->anchors[next + k]] :
					NEIGHBOUR_NONE;
		}
		place->others_before = others - 1;
		who++;
	}
}

/* The same from the other end. */
static void count_behind(struct suspects_side *own)
{
	const struct roster *roster = own->roster;
	size_t anchor = own->nr_anchors, who = own->nr;
	uint32_t others = 0;

	for (size_t i = roster->nr; i-- && who;) {
		if (anchor && own->anchors[anchor - 1] == i) {
			anchor--;
			others = 0;
			continue;
		}
		others += !roster->functions[i].is_part;
		if (own->suspects[who - 1].function == i)
			own->suspects[--who].place.others_behind = others - 1;
	}
}

static int by_value(const void *a, const void *b)
{
	name_id x = *(const name_id *)a, y = *(const name_id *)b;

	return (x > y) - (x < y);
}

/* So many bytes of a function are looked through for calls. */
#define CALLS_WITHIN ((size_t)16 << 10)

static void find_callees(const struct suspects_side *own,
			 const struct suspects_side *other, struct suspect *who)
{
	const struct roster *roster = own->roster;
	const struct roster_function *f = &roster->functions[who->function];
	size_t len = f->code.len < CALLS_WITHIN ? f->code.len : CALLS_WITHIN;
	size_t nr = 0, kept = 0;
	uint64_t target;

	for (size_t at = 0; at < len && nr < CALLEES_MAX; at++) {
		if (!sketch_call(f->code, roster->code, f->addr, at, &target))
			continue;
		size_t callee = roster_find(roster, target);
		if (callee == SIZE_MAX || callee == who->function)
			continue;
		name_id name = own->names[callee];
		if (other->anchor_of[name])
			who->callees[nr++] = name;
	}
	qsort(who->callees, nr, sizeof(*who->callees), by_value);
	for (size_t i = 0; i < nr; i++)
		if (!i || who->callees[i] != who->callees[i - 1])
			who->callees[kept++] = who->callees[i];
	who->nr_callees = kept;
}

static void look_at(struct suspects *s, int side)
{
	struct suspects_side *own = side_of(s, side);
	const struct roster *roster = own->roster;

	find_places(own);
	count_behind(own);
	for (size_t i = 0; i < own->nr; i++) {
		struct suspect *who = &own->suspects[i];
		const struct roster_function *f =
			&roster->functions[who->function];

		sketch_make(f->code, roster->code, &who->sketch);
		find_callees(own, side_of(s, !side), who);
		take_words(s, who, roster->names[f->first_name]);
	}
}

/*
 * What few have tells most.  OF_ALL is how many there are; each of NR ids, seen
 * SEEN times, weighs the more the rarer it is.
 */
static double *weigh(const uint32_t *seen, size_t nr, size_t of_all,
		     struct arena *scratch)
{
	double *weight = arena_alloc(scratch, (nr + 1) * sizeof(*weight));

	for (size_t i = 0; i < nr; i++)
		weight[i] = log((double)(of_all + 2) / (seen[i] ? seen[i] : 1));
	return weight;
}

/* The words of all functions, with ticks or without, gone or not. */
static void weigh_words(struct suspects *s, struct arena *scratch)
{
	uint32_t *seen = arena_zalloc(scratch, s->words.nr * sizeof(*seen));
	size_t all = 0;

	for (int side = 0; side < 2; side++) {
		const struct roster *roster = side_of(s, side)->roster;

		for (size_t i = 0; i < roster->nr; i++) {
			struct word words[WORDS_MAX];
			uint32_t first = roster->functions[i].first_name;
			size_t nr = similar_words(roster->names[first], words);

			for (size_t k = 0; k < nr; k++)
				seen[names_find(&s->words, words[k].text)]++;
		}
		all += roster->nr;
	}
	seen[NAME_NONE] = 0;
	s->word_weight = weigh(seen, s->words.nr, all, scratch);
	for (int side = 0; side < 2; side++) {
		struct suspects_side *own = side_of(s, side);

		for (size_t i = 0; i < own->nr; i++)
			for (size_t k = 0; k < own->suspects[i].nr_words; k++)
				own->suspects[i].words[k].weight =
					s->word_weight[own->suspects[i]
							       .word_ids[k]];
	}
}

static void weigh_callees(struct suspects *s, struct arena *scratch)
{
	uint32_t *seen = arena_zalloc(scratch, s->names.nr * sizeof(*seen));
	size_t all = 0;

	for (int side = 0; side < 2; side++) {
		const struct suspects_side *own = side_of(s, side);

		for (size_t i = 0; i < own->nr; i++)
			for (size_t k = 0; k < own->suspects[i].nr_callees; k++)
				seen[own->suspects[i].callees[k]]++;
		all += own->nr;
	}
	s->callee_weight = weigh(seen, s->names.nr, all, scratch);
}

static void count_sizes(struct suspects *s, struct arena *scratch)
{
	s->of_size = arena_zalloc(scratch, SIZES * sizeof(*s->of_size));
	for (int side = 0; side < 2; side++) {
		const struct roster *roster = side_of(s, side)->roster;

		for (size_t i = 0; i < roster->nr; i++)
			if (roster->functions[i].size < SIZES)
				s->of_size[roster->functions[i].size]++;
	}
}

/* From 0 of a size that all have to 1 of one that no other has. */
static double size_tells(const struct suspects *s, uint32_t size)
{
	double all = (double)(s->base.roster->nr + s->test.roster->nr);
	double alike = size < SIZES ? s->of_size[size] : 2;

	return alike > 2 ? log(all / alike) / log(all / 2) : 1;
}

void suspects_find(struct suspects *s, const struct roster *base,
		   const struct roster *test, struct arena *scratch)
{
	size_t cap = base->nr_names + test->nr_names + 2;
	struct uses *uses = arena_zalloc(scratch, cap * sizeof(*uses));

	*s = (struct suspects){ .base.roster = base, .test.roster = test };
	names_init(&s->names, scratch);
	names_init(&s->words, scratch);
	names_reserve(&s->names, cap);
	for (int side = 0; side < 2; side++)
		enter_names(s, side, uses, scratch);
	for (int side = 0; side < 2; side++)
		choose(s, side, uses, scratch);
	for (int side = 0; side < 2; side++)
		look_at(s, side);
	weigh_words(s, scratch);
	weigh_callees(s, scratch);
	count_sizes(s, scratch);
}

/* Dice's coefficient of the weights; NAN if neither calls anything. */
static double same_callees(const struct suspects *s, const struct suspect *a,
			   const struct suspect *b)
{
	double all = 0, same = 0;

	for (size_t i = 0; i < a->nr_callees; i++)
		all += s->callee_weight[a->callees[i]];
	for (size_t i = 0; i < b->nr_callees; i++)
		all += s->callee_weight[b->callees[i]];
	for (size_t i = 0, k = 0; i < a->nr_callees && k < b->nr_callees;) {
		if (a->callees[i] == b->callees[k])
			same += 2 * s->callee_weight[a->callees[i]];
		if (a->callees[i] <= b->callees[k])
			i++;
		else
			k++;
	}
	return all > 0 ? same / all : NAN;
}

struct evidence suspects_compare(const struct suspects *s,
				 const struct suspect *a,
				 const struct suspect *b)
{
	const struct roster *base = s->base.roster, *test = s->test.roster;
	const struct roster_function *f = &base->functions[a->function];
	const struct roster_function *g = &test->functions[b->function];
	bool has_code = f->code.len && g->code.len && base->code == test->code;

	return (struct evidence){
		.name = similar_names(a->words, a->nr_words, b->words,
				      b->nr_words),
		.only_begin = similar_only_begin(a->words, a->nr_words,
						 b->words, b->nr_words),
		.place = similar_places(&a->place, &b->place),
		.crowd = fmax(place_crowd(&a->place), place_crowd(&b->place)),
		.size = similar_sizes(f->size, g->size),
		.size_tells =
			fmin(size_tells(s, f->size), size_tells(s, g->size)),
		.file = !f->file || !g->file ? NAN :
					       span_eq(base->files[f->file],
						       test->files[g->file]),
		.code = has_code ? sketch_likeness(&a->sketch, &b->sketch) :
				   NAN,
		.calls = has_code ? same_callees(s, a, b) : NAN,
	};
}
