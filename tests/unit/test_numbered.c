/* test_numbered.c - many things in the order of their numbers: numbered.c */
#include "diffprof/numbered.h"

#include "check.h"

/* NR numbers of BITS bits, sorted; equal ones must keep their order. */
static void sort_some(const char *what, size_t nr, unsigned bits,
		      unsigned shift)
{
	struct arena arena = { 0 };
	struct numbered *items = arena_alloc(&arena, (nr + 1) * sizeof(*items));
	uint64_t state = 88172645463325252u, sum = 0, sorted_sum = 0;

	for (size_t i = 0; i < nr; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		items[i] = (struct numbered){
			(state >> (64 - bits)) << shift, (uint32_t)i };
		sum += items[i].number;
	}
	sort_numbered(items, nr, &arena);
	for (size_t i = 0; i < nr; i++)
		sorted_sum += items[i].number;
	for (size_t i = 1; i < nr; i++)
		EXPECT_TRUE(what, items[i - 1].number < items[i].number ||
					  (items[i - 1].number ==
						   items[i].number &&
					   items[i - 1].index <
						   items[i].index));
	EXPECT_U64(what, sorted_sum, sum);
	arena_release(&arena);
}

TEST(numbers_are_sorted)
{
	sort_some("none", 0, 8, 0);
	sort_some("one", 1, 8, 0);
	sort_some("a few", 64, 8, 0);
	sort_some("one more than a few", 65, 8, 0);
	sort_some("many of few values", 100000, 3, 0);
	sort_some("one digit", 5000, 11, 0);
	sort_some("two digits", 5000, 12, 0);
	sort_some("the highest digit", 5000, 9, 55);
	sort_some("all bits", 100000, 64, 0);
}

TEST_MAIN
