#include "diffprof/arena.h"

#include "check.h"

TEST(memory_is_aligned_for_any_type)
{
	struct arena arena = { 0 };

	for (size_t size = 0; size < 200; size++) {
		void *mem = arena_alloc(&arena, size);

		EXPECT_U64("remainder", (uintptr_t)mem % sizeof(max_align_t) &
			   (_Alignof(max_align_t) - 1), 0);
		memset(mem, 0xff, size);
	}
	arena_release(&arena);
}

TEST(zalloc_clears_what_alloc_left_dirty)
{
	struct arena arena = { 0 };

	for (int i = 0; i < 100; i++)
		memset(arena_alloc(&arena, 1000), 0xff, 1000);
	char *mem = arena_zalloc(&arena, 1000);
	for (int i = 0; i < 1000; i++)
		EXPECT_U64("byte", mem[i], 0);
	arena_release(&arena);
}

TEST(one_piece_may_be_larger_than_any_chunk)
{
	struct arena arena = { 0 };
	size_t size = (size_t)20 << 20;
	char *before = arena_strdup(&arena, "before");
	char *mem = arena_alloc(&arena, size);

	memset(mem, 'x', size);
	char *after = arena_strdup(&arena, "after");
	EXPECT_TEXT(before, "before");
	EXPECT_TEXT(after, "after");
	EXPECT_U64("last byte", mem[size - 1], 'x');
	arena_release(&arena);
}

TEST(the_last_array_grows_where_it_stands)
{
	struct arena arena = { 0 };
	char *array = arena_alloc(&arena, 100);

	memcpy(array, "abc", 4);
	char *grown = arena_grow(&arena, array, 100, 1000);
	EXPECT_TRUE("place", grown == array);
	EXPECT_TEXT(grown, "abc");
	arena_release(&arena);
}

TEST(growing_keeps_the_bytes_and_leaves_neighbours_alone)
{
	struct arena arena = { 0 };
	unsigned char *array = NULL;
	size_t size = 0;

	// Odd sizes, with and without a neighbour, over many chunks.
	for (size_t next = 1; next < 500000; next = next * 5 / 4 + 3) {
		array = arena_grow(&arena, array, size, next);
		for (size_t i = size; i < next; i++)
			array[i] = (unsigned char)(i * 7);
		for (size_t i = 0; i < next; i++)
			if (array[i] != (unsigned char)(i * 7))
				EXPECT_U64("byte", array[i], i * 7 & 0xff);
		if (next % 3 == 0) {
			char *neighbour = arena_alloc(&arena, 10);

			memset(neighbour, 0, 10);
		}
		size = next;
	}
	arena_release(&arena);
}

TEST(room_is_made_one_element_at_a_time)
{
	struct arena arena = { 0 };
	uint32_t *array = NULL;
	size_t nr = 0, cap = 0;

	while (nr < 10000) {
		ARENA_ROOM(&arena, array, nr, cap);
		EXPECT_TRUE("capacity", nr < cap);
		array[nr] = (uint32_t)nr;
		nr++;
	}
	for (size_t i = 0; i < nr; i++)
		EXPECT_U64("element", array[i], i);
	arena_release(&arena);
}

TEST(strings_are_copied_with_their_end)
{
	struct arena arena = { 0 };
	char long_text[5000];

	memset(long_text, 'y', sizeof(long_text));
	long_text[sizeof(long_text) - 1] = '\0';
	EXPECT_TEXT(arena_strndup(&arena, "schedule+0x10", 8), "schedule");
	EXPECT_TEXT(arena_strndup(&arena, "", 0), "");
	EXPECT_TEXT(arena_printf(&arena, "%s:%d", "a.map", 7), "a.map:7");
	EXPECT_TEXT(arena_printf(&arena, "%s", long_text), long_text);
	arena_release(&arena);
}

TEST(what_was_adopted_outlives_its_first_arena)
{
	struct arena run = { 0 }, worker = { 0 };
	char *mine = arena_strdup(&run, "run");
	char *text = arena_strdup(&worker, "worker");

	arena_adopt(&run, &worker);
	EXPECT_TRUE("worker is empty", worker.chunk == NULL);
	arena_release(&worker);
	char *later = arena_strdup(&run, "later");
	EXPECT_TEXT(mine, "run");
	EXPECT_TEXT(text, "worker");
	EXPECT_TEXT(later, "later");
	arena_release(&run);
	EXPECT_TRUE("run is empty", run.chunk == NULL);
}

TEST(an_empty_arena_may_adopt_and_be_adopted)
{
	struct arena a = { 0 }, b = { 0 };

	arena_adopt(&a, &b);
	EXPECT_TRUE("both empty", !a.chunk && !b.chunk);
	char *text = arena_strdup(&b, "b");
	arena_adopt(&a, &b);
	EXPECT_TEXT(text, "b");
	arena_adopt(&a, &b);
	EXPECT_TEXT(text, "b");
	arena_release(&a);
}

TEST_MAIN
