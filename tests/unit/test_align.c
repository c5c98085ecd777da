#include "diffprof/align.h"

#include "check.h"
#include "random.h"

/* Two texts of letters; capitals are like their small ones, but not the same. */
struct texts {
	const char *a, *b;
};

static unsigned likeness(const void *of, uint32_t a, uint32_t b)
{
	const struct texts *t = of;

	if (t->a[a] == t->b[b])
		return ALIGN_SAME;
	return (t->a[a] | 32) == (t->b[b] | 32) ? 40 : 0;
}

static uint64_t key(const void *of, bool of_b, uint32_t i)
{
	const struct texts *t = of;

	return (unsigned char)(of_b ? t->b[i] : t->a[i]);
}

static struct arena arena;

static struct aligned *rows_of(const struct texts *t, size_t *nr)
{
	const struct align what = {
		.nr_a = (uint32_t)strlen(t->a),
		.nr_b = (uint32_t)strlen(t->b),
		.likeness = likeness,
		.key = key,
		.of = t,
	};

	return align(&what, &arena, nr);
}

/* A's above B's, with "-" where the other has none. */
static const char *shown(const char *a, const char *b)
{
	const struct texts t = { a, b };
	size_t nr;
	const struct aligned *rows = rows_of(&t, &nr);
	char *text = arena_zalloc(&arena, 2 * nr + 2);

	for (size_t i = 0; i < nr; i++) {
		text[i] = rows[i].a == ALIGN_NONE ? '-' : a[rows[i].a];
		text[nr + 1 + i] = rows[i].b == ALIGN_NONE ? '-' : b[rows[i].b];
	}
	text[nr] = ' ';
	return text;
}

TEST(what_is_alike_stands_side_by_side)
{
	static const struct {
		const char *what, *a, *b, *shown;
	} cases[] = {
		{ "nothing", "", "", " " },
		{ "one side", "ab", "", "ab --" },
		{ "the other", "", "ab", "-- ab" },
		{ "the same", "abc", "abc", "abc abc" },
		{ "one more", "abd", "abcd", "ab-d abcd" },
		{ "one less", "abcd", "abd", "abcd ab-d" },
		{ "other ones: base first", "axd", "ayd", "ax-d a-yd" },
		{ "like ones", "aXd", "axd", "aXd axd" },
		{ "the same before the like", "xX", "X", "xX -X" },
		{ "pairs that follow one another", "abab", "ab-ab", NULL },
		{ "together rather than apart", "xaab", "aab", "xaab -aab" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (cases[i].shown)
			EXPECT_TEXT(shown(cases[i].a, cases[i].b),
				    cases[i].shown);
}

TEST(a_pair_next_to_a_pair_is_the_better_one)
{
	EXPECT_TEXT(shown("ab", "a_ab"), "--ab a_ab");
	EXPECT_TEXT(shown("a_ab", "ab"), "a_ab --ab");
}

static void check_order(const struct texts *t)
{
	size_t nr, a = 0, b = 0;
	const struct aligned *rows = rows_of(t, &nr);

	for (size_t i = 0; i < nr; i++) {
		if (rows[i].a != ALIGN_NONE)
			EXPECT_U64("of a", rows[i].a, a++);
		if (rows[i].b != ALIGN_NONE)
			EXPECT_U64("of b", rows[i].b, b++);
		if (rows[i].a != ALIGN_NONE && rows[i].b != ALIGN_NONE)
			EXPECT_TRUE("alike",
				    likeness(t, rows[i].a, rows[i].b) > 0);
		else
			EXPECT_TRUE("one at least",
				    rows[i].a != ALIGN_NONE ||
					    rows[i].b != ALIGN_NONE);
	}
	EXPECT_U64("all of a", a, strlen(t->a));
	EXPECT_U64("all of b", b, strlen(t->b));
}

TEST(all_of_both_is_there_once_and_in_order)
{
	struct random r = { 1 };
	char a[64], b[64];

	for (int n = 0; n < 2000; n++) {
		size_t len_a = below(&r, 40), len_b;

		len_b = below(&r, 40);
		for (size_t i = 0; i < len_a; i++)
			a[i] = "abcABC"[below(&r, 6)];
		for (size_t i = 0; i < len_b; i++)
			b[i] = "abcABC"[below(&r, 6)];
		a[len_a] = b[len_b] = '\0';
		check_order(&(struct texts){ a, b });
		arena_release(&arena);
	}
}

/* Longer than all against all can be: parted at what occurs once. */
TEST(long_ones_are_parted)
{
	size_t len = 20000;
	char *a = malloc(len + 1), *b = malloc(len + 3);

	assert_true(a && b);
	memset(a, 'x', len);
	a[len / 2] = '1';
	a[len] = '\0';
	memcpy(b + 2, a, len + 1);
	memcpy(b, "pq", 2);
	// So that they have no end in common.
	a[len - 1] = 'y';
	check_order(&(struct texts){ a, b });

	size_t nr, at = 0;
	const struct texts t = { a, b };
	const struct aligned *rows = rows_of(&t, &nr);

	while (rows[at].a != len / 2)
		at++;
	EXPECT_U64("the one of its kind", rows[at].b, len / 2 + 2);
	memset(a, 'x', len);
	memset(b, 'z', len);
	check_order(&t);
	arena_release(&arena);
	free(a);
	free(b);
}

TEST_MAIN
