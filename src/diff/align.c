#include "diffprof/align.h"

#include <stdlib.h>
#include <string.h>

/* What a pair counts more when the one before it is a pair, too. */
#define TOGETHER 3

struct aligning {
	const struct align *what;
	struct arena *arena; /* of the result */
	struct arena scratch;
	struct aligned *out;
	size_t nr, cap;
};

static void emit(struct aligning *al, uint32_t a, uint32_t b)
{
	ARENA_ROOM(al->arena, al->out, al->nr, al->cap);
	al->out[al->nr++] = (struct aligned){ a, b };
}

static unsigned likeness(const struct aligning *al, uint32_t a, uint32_t b)
{
	return al->what->likeness(al->what->of, a, b);
}

/* ---- all pairs against each other ---------------------------------------- */

enum {
	STEP_PAIR = 1, /* the best ends with this pair */
	STEP_A = 2, /* or without this element of A */
	AFTER_PAIR =
		4, /* the best that ends with this pair has one before it */
};

/* A range of both: [a, a + nr_a) and [b, b + nr_b). */
struct stretch {
	uint32_t a, nr_a, b, nr_b;
};

/*
 * How the best alignment of the first I of A and the first K of B ends, at
 * steps[(I - 1) * nr_b + K - 1].
 */
static uint8_t *find_steps(struct aligning *al, const struct stretch *s)
{
	size_t width = s->nr_b + 1u;
	uint8_t *steps =
		arena_zalloc(&al->scratch, (size_t)s->nr_a * s->nr_b + 1);
	// The best so far, and the best that ends with a pair; two rows each.
	uint64_t *all = arena_zalloc(&al->scratch, 2 * width * sizeof(*all));
	uint64_t *paired =
		arena_zalloc(&al->scratch, 2 * width * sizeof(*paired));

	for (uint32_t i = 1; i <= s->nr_a; i++) {
		uint64_t *now = all + (i & 1) * width;
		uint64_t *pair = paired + (i & 1) * width;
		const uint64_t *before = all + (~i & 1) * width;
		const uint64_t *pair_before = paired + (~i & 1) * width;
		uint8_t *step = steps + (size_t)(i - 1) * s->nr_b;

		for (uint32_t k = 1; k <= s->nr_b; k++, step++) {
			unsigned alike =
				likeness(al, s->a + i - 1, s->b + k - 1);

			pair[k] = 0;
			now[k] = now[k - 1];
			// What only A has comes before what only B has.
			if (before[k] > now[k]) {
				now[k] = before[k];
				*step = STEP_A;
			}
			if (!alike)
				continue;
			pair[k] = before[k - 1] + alike;
			if (pair_before[k - 1] &&
			    pair_before[k - 1] + TOGETHER >= before[k - 1]) {
				pair[k] = pair_before[k - 1] + TOGETHER + alike;
				*step |= AFTER_PAIR;
			}
			if (pair[k] >= now[k]) {
				now[k] = pair[k];
				*step |= STEP_PAIR;
			}
		}
	}
	return steps;
}

static void align_all(struct aligning *al, const struct stretch *s)
{
	const uint8_t *steps = find_steps(al, s);
	uint32_t i = s->nr_a, k = s->nr_b;
	size_t from = al->nr;
	bool pair = false;

	// From the end to the start, turned round below.
	while (i && k) {
		uint8_t step = steps[(size_t)(i - 1) * s->nr_b + k - 1];

		if (pair || (step & STEP_PAIR)) {
			pair = step & AFTER_PAIR;
			emit(al, s->a + --i, s->b + --k);
		} else if (step & STEP_A) {
			emit(al, s->a + --i, ALIGN_NONE);
		} else {
			emit(al, ALIGN_NONE, s->b + --k);
		}
	}
	while (k)
		emit(al, ALIGN_NONE, s->b + --k);
	while (i)
		emit(al, s->a + --i, ALIGN_NONE);
	for (size_t low = from, high = al->nr; low + 1 < high; low++, high--) {
		struct aligned last = al->out[high - 1];

		al->out[high - 1] = al->out[low];
		al->out[low] = last;
	}
	arena_release(&al->scratch);
}

/* ---- long ones are parted ------------------------------------------------ */

struct keyed {
	uint64_t key;
	uint32_t at;
	bool of_b;
};

static int by_key(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->of_b != y->of_b)
		return x->of_b - y->of_b;
	return (x->at > y->at) - (x->at < y->at);
}

static int by_a(const void *a, const void *b)
{
	const struct aligned *x = a, *y = b;

	return (x->a > y->a) - (x->a < y->a);
}

/* The elements whose keys are once in A and once in B, by their place in A. */
static struct aligned *find_anchors(struct aligning *al,
				    const struct stretch *s, struct arena *mem,
				    size_t *nr)
{
	size_t all = (size_t)s->nr_a + s->nr_b, kept = 0, end;
	struct keyed *keys = arena_alloc(mem, (all + 1) * sizeof(*keys));
	struct aligned *anchors =
		arena_alloc(mem, (s->nr_a + 1u) * sizeof(*anchors));

	for (uint32_t i = 0; i < s->nr_a; i++)
		keys[i] = (struct keyed){ al->what->key(al->what->of, false,
							s->a + i),
					  s->a + i, false };
	for (uint32_t i = 0; i < s->nr_b; i++)
		keys[s->nr_a + i] =
			(struct keyed){ al->what->key(al->what->of, true,
						      s->b + i),
					s->b + i, true };
	qsort(keys, all, sizeof(*keys), by_key);
	for (size_t i = 0; i < all; i = end) {
		for (end = i; end < all && keys[end].key == keys[i].key;)
			end++;
		if (end - i == 2 && !keys[i].of_b && keys[i + 1].of_b)
			anchors[kept++] =
				(struct aligned){ keys[i].at, keys[i + 1].at };
	}
	if (kept)
		qsort(anchors, kept, sizeof(*anchors), by_a);
	*nr = kept;
	return anchors;
}

/*
 * The longest part of ANCHORS that rises in B as well, in front of them; returns
 * its length.  By patience sorting.
 */
static size_t keep_rising(struct aligned *anchors, size_t nr, struct arena *mem)
{
	size_t *top = arena_alloc(mem, (nr + 1) * sizeof(*top));
	size_t *before = arena_alloc(mem, (nr + 1) * sizeof(*before));
	struct aligned *kept = arena_alloc(mem, (nr + 1) * sizeof(*kept));
	size_t piles = 0;

	for (size_t i = 0; i < nr; i++) {
		size_t low = 0, high = piles;

		while (low < high) {
			size_t mid = low + (high - low) / 2;

			if (anchors[top[mid]].b < anchors[i].b)
				low = mid + 1;
			else
				high = mid;
		}
		before[i] = low ? top[low - 1] : SIZE_MAX;
		top[low] = i;
		if (low == piles)
			piles++;
	}
	for (size_t i = piles ? top[piles - 1] : SIZE_MAX, k = piles; k--;
	     i = before[i])
		kept[k] = anchors[i];
	memcpy(anchors, kept, piles * sizeof(*anchors));
	return piles;
}

static bool is_short(const struct stretch *s)
{
	return (uint64_t)s->nr_a * s->nr_b <= ALIGN_CELLS;
}

static void align_long(struct aligning *al, const struct stretch *s);

/* Align S, which may be too large to be compared with each other whole. */
static void align_stretch(struct aligning *al, struct stretch s)
{
	if (is_short(&s)) {
		align_all(al, &s);
		return;
	}
	while (s.nr_a && s.nr_b && likeness(al, s.a, s.b) == ALIGN_SAME) {
		emit(al, s.a++, s.b++);
		s.nr_a--;
		s.nr_b--;
	}
	uint32_t same = 0;

	while (same < s.nr_a && same < s.nr_b &&
	       likeness(al, s.a + s.nr_a - same - 1, s.b + s.nr_b - same - 1) ==
		       ALIGN_SAME)
		same++;
	s.nr_a -= same;
	s.nr_b -= same;
	if (is_short(&s))
		align_all(al, &s);
	else
		align_long(al, &s);
	for (uint32_t i = 0; i < same; i++)
		emit(al, s.a + s.nr_a + i, s.b + s.nr_b + i);
}

/* Where nothing is unique, equal parts of both are set side by side. */
static void halve(struct aligning *al, const struct stretch *s)
{
	uint32_t half_a = s->nr_a / 2, half_b = s->nr_b / 2;

	align_stretch(al, (struct stretch){ s->a, half_a, s->b, half_b });
	align_stretch(al, (struct stretch){ s->a + half_a, s->nr_a - half_a,
					    s->b + half_b, s->nr_b - half_b });
}

static void align_long(struct aligning *al, const struct stretch *s)
{
	struct arena mem = { 0 };
	uint32_t a = s->a, b = s->b;
	size_t nr;
	struct aligned *anchors = find_anchors(al, s, &mem, &nr);

	nr = keep_rising(anchors, nr, &mem);
	if (!nr)
		halve(al, s);
	for (size_t i = 0; i < nr; i++) {
		align_stretch(al, (struct stretch){ a, anchors[i].a - a, b,
						    anchors[i].b - b });
		emit(al, anchors[i].a, anchors[i].b);
		a = anchors[i].a + 1;
		b = anchors[i].b + 1;
	}
	if (nr)
		align_stretch(al, (struct stretch){ a, s->a + s->nr_a - a, b,
						    s->b + s->nr_b - b });
	arena_release(&mem);
}

struct aligned *align(const struct align *what, struct arena *arena, size_t *nr)
{
	struct aligning al = { .what = what, .arena = arena };

	align_stretch(&al, (struct stretch){ 0, what->nr_a, 0, what->nr_b });
	*nr = al.nr;
	return al.out;
}
