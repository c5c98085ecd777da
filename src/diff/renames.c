#include "renames.h"

#include <math.h>

#include "suspects.h"

/* The best partner of each suspect so far. */
struct best {
	uint32_t partner; /* index + 1; 0: none */
	double odds;
	double second; /* of the next best */
};

struct search {
	struct suspects s;
	struct best *base, *test; /* by suspect */
	uint32_t *tried; /* by suspect of test: of base, index + 1 */
	struct arena scratch;
};

static struct best *no_partners(size_t nr, struct arena *scratch)
{
	struct best *best = arena_alloc(scratch, (nr + 1) * sizeof(*best));

	for (size_t i = 0; i < nr; i++)
		best[i] =
			(struct best){ .odds = -INFINITY, .second = -INFINITY };
	return best;
}

static void offer(struct best *best, uint32_t partner, double odds)
{
	if (odds <= best->odds) {
		best->second = fmax(odds, best->second);
		return;
	}
	best->second = best->odds;
	best->odds = odds;
	best->partner = partner + 1;
}

static void try_pair(struct search *search, uint32_t a, uint32_t b)
{
	if (search->tried[b] == a + 1)
		return;
	search->tried[b] = a + 1;

	struct evidence e =
		suspects_compare(&search->s, &search->s.base.suspects[a],
				 &search->s.test.suspects[b]);
	double odds = similar_odds(&e);
	offer(&search->base[a], b, odds);
	offer(&search->test[b], a, odds);
}

/* So far from a neighbour of the one a partner may stand, in functions. */
#define REACH 8

/* The new functions around NEIGHBOUR in test. */
static void try_around(struct search *search, uint32_t a, uint32_t neighbour)
{
	const struct suspects_side *test = &search->s.test;

	if (neighbour == NEIGHBOUR_NONE || !test->anchor_of[neighbour])
		return;
	uint32_t at = test->anchor_of[neighbour] - 1;
	uint32_t from = at > REACH ? at - REACH : 0;
	for (size_t i = from; i < test->roster->nr && i <= at + REACH; i++)
		if (test->suspect_of[i])
			try_pair(search, a, test->suspect_of[i] - 1);
}

/* Lists of the suspects of test by a number: a word, or a hash of code. */
struct lists {
	uint32_t *first; /* by number: entry + 1 */
	size_t mask; /* of numbers */
	struct entry {
		uint32_t suspect, next;
	} * entries;
	size_t nr;
};

/* What so many have tells too little to go by. */
#define LIST_MAX 48

static void lists_init(struct lists *lists, size_t nr, struct arena *scratch)
{
	size_t size = 256;

	while (size < 2 * nr)
		size *= 2;
	lists->mask = size - 1;
	lists->first = arena_zalloc(scratch, size * sizeof(*lists->first));
	lists->entries =
		arena_alloc(scratch, (nr + 1) * sizeof(*lists->entries));
	lists->nr = 0;
}

static void lists_add(struct lists *lists, uint32_t number, uint32_t suspect)
{
	uint32_t *first = &lists->first[number & lists->mask];

	lists->entries[lists->nr] = (struct entry){ suspect, *first };
	*first = (uint32_t)++lists->nr;
}

static void try_list(struct search *search, const struct lists *lists,
		     uint32_t number, uint32_t a)
{
	uint32_t first = lists->first[number & lists->mask];
	size_t nr = 0;

	for (uint32_t at = first; at && nr <= LIST_MAX;
	     at = lists->entries[at - 1].next)
		nr++;
	if (nr > LIST_MAX)
		return;
	for (uint32_t at = first; at; at = lists->entries[at - 1].next)
		try_pair(search, a, lists->entries[at - 1].suspect);
}

static void try_all(struct search *search)
{
	const struct suspects_side *base = &search->s.base;
	const struct suspects_side *test = &search->s.test;
	struct lists words, codes;

	lists_init(&words, test->nr * WORDS_MAX, &search->scratch);
	lists_init(&codes, test->nr, &search->scratch);
	for (uint32_t b = 0; b < test->nr; b++) {
		const struct suspect *who = &test->suspects[b];

		for (size_t k = 0; k < who->nr_words; k++)
			lists_add(&words, who->word_ids[k], b);
		if (who->sketch.nr)
			lists_add(&codes, who->sketch.whole, b);
	}
	for (uint32_t a = 0; a < base->nr; a++) {
		const struct suspect *who = &base->suspects[a];

		for (size_t k = 0; k < NEIGHBOURS; k++) {
			try_around(search, a, who->place.before[k]);
			try_around(search, a, who->place.behind[k]);
		}
		for (size_t k = 0; k < who->nr_words; k++)
			try_list(search, &words, who->word_ids[k], a);
		if (who->sketch.nr)
			try_list(search, &codes, who->sketch.whole, a);
	}
}

/* By so much the odds of the best must be better than those of all others. */
#define LEAD 0.5

static bool is_clear(const struct best *best)
{
	return best->partner && best->odds - best->second >= LEAD;
}

static void take_found(struct search *search, double percent,
		       struct arena *arena, struct renames *renames)
{
	size_t cap = 0;

	for (uint32_t a = 0; a < search->s.base.nr; a++) {
		const struct best *best = &search->base[a];

		double score = similar_percent(best->odds);

		if (!is_clear(best) || score < percent)
			continue;
		const struct best *back = &search->test[best->partner - 1];
		if (back->partner != a + 1 || !is_clear(back))
			continue;
		ARENA_ROOM(arena, renames->found, renames->nr, cap);
		renames->found[renames->nr++] = (struct found_rename){
			.from = search->s.base.suspects[a].function,
			.to = search->s.test.suspects[best->partner - 1]
				      .function,
			.score = score < 1 ? 1 : (uint8_t)score,
		};
	}
}

void renames_find(const struct roster *base, const struct roster *test,
		  double percent, struct arena *arena, struct renames *renames)
{
	struct search search = { 0 };

	*renames = (struct renames){ 0 };
	suspects_find(&search.s, base, test, &search.scratch);
	size_t nr_base = search.s.base.nr, nr_test = search.s.test.nr;
	search.base = no_partners(nr_base, &search.scratch);
	search.test = no_partners(nr_test, &search.scratch);
	search.tried = arena_zalloc(&search.scratch,
				    (nr_test + 1) * sizeof(*search.tried));
	try_all(&search);
	take_found(&search, percent, arena, renames);
	renames->gone = nr_base;
	renames->new = nr_test;
	arena_release(&search.scratch);
}
