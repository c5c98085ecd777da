#include "../../src/read/perf_tasks.h"

#include "check.h"

static uint32_t object_at(struct perf_spaces *spaces, uint32_t space, size_t nr,
			  uint64_t addr)
{
	const struct perf_map *map = perf_spaces_find(spaces, space, nr, addr);

	return map ? map->object : UINT32_MAX;
}

static void add_map(struct perf_spaces *spaces, uint32_t space, uint64_t start,
		    uint64_t end, uint64_t time, uint32_t object)
{
	const struct perf_map map = {
		.start = start, .end = end, .from = time, .object = object
	};

	perf_spaces_map(spaces, space, &map);
}

TEST(the_newest_map_of_the_time_counts)
{
	struct arena arena = { 0 };
	struct perf_spaces spaces = { .arena = &arena };
	uint32_t s = perf_spaces_add(&spaces, PERF_SPACE_NONE);

	add_map(&spaces, s, 0x1000, 0x3000, 10, 1);
	add_map(&spaces, s, 0x2000, 0x4000, 20, 2);
	// A map of nothing is none.
	add_map(&spaces, s, 0x1000, 0x1000, 25, 9);
	add_map(&spaces, s, 0x1000, 0x1800, 30, PERF_OBJECT_GONE);
	EXPECT_U64("before all", perf_space_nr_at(&spaces.space[s], 9), 0);
	EXPECT_U64("at once", perf_space_nr_at(&spaces.space[s], 10), 1);
	EXPECT_U64("after all", perf_space_nr_at(&spaces.space[s], 99), 3);
	EXPECT_U64("none yet", object_at(&spaces, s, 0, 0x2000), UINT32_MAX);
	EXPECT_U64("the first", object_at(&spaces, s, 1, 0x2000), 1);
	EXPECT_U64("the second", object_at(&spaces, s, 2, 0x2000), 2);
	EXPECT_U64("the end is outside", object_at(&spaces, s, 3, 0x4000),
		   UINT32_MAX);
	EXPECT_U64("gone", object_at(&spaces, s, 3, 0x17ff), UINT32_MAX);
	EXPECT_U64("not all of it", object_at(&spaces, s, 3, 0x1800), 1);
	arena_release(&arena);
}

TEST(many_maps_are_found_as_few_are)
{
	struct arena arena = { 0 };
	struct perf_spaces spaces = { .arena = &arena };
	uint32_t s = perf_spaces_add(&spaces, PERF_SPACE_NONE);
	uint32_t seed = 1;

	for (uint32_t i = 0; i < 400; i++) {
		seed = seed * 1664525 + 1013904223;
		uint64_t start = seed >> 8 & 0x3ff;

		add_map(&spaces, s, start, start + (seed >> 20 & 0x7f) + 1, i,
			i);
	}
	for (size_t nr = 0; nr <= 400; nr += 7)
		for (uint64_t addr = 0; addr < 0x480; addr++) {
			uint32_t want = UINT32_MAX;

			for (size_t i = 0; i < nr; i++)
				if (addr >= spaces.space[s].maps[i].start &&
				    addr < spaces.space[s].maps[i].end)
					want = (uint32_t)i;
			EXPECT_U64("object", object_at(&spaces, s, nr, addr),
				   want);
		}
	arena_release(&arena);
}

TEST(a_fork_has_what_its_parent_had_then)
{
	struct arena arena = { 0 };
	struct perf_spaces spaces = { .arena = &arena };
	uint32_t parent = perf_spaces_add(&spaces, PERF_SPACE_NONE);

	add_map(&spaces, parent, 0x1000, 0x2000, 1, 1);
	uint32_t child = perf_spaces_add(&spaces, parent);
	uint32_t grandchild = perf_spaces_add(&spaces, child);
	add_map(&spaces, parent, 0x1000, 0x2000, 2, 2);
	add_map(&spaces, child, 0x1000, 0x1800, 3, 3);
	EXPECT_U64("parent", object_at(&spaces, parent, 2, 0x1000), 2);
	EXPECT_U64("its own", object_at(&spaces, child, 1, 0x1000), 3);
	EXPECT_U64("its parent's", object_at(&spaces, child, 1, 0x1900), 1);
	EXPECT_U64("through both", object_at(&spaces, grandchild, 0, 0x1000),
		   1);
	arena_release(&arena);
}

TEST(a_thread_is_called_what_it_was_called_then)
{
	struct names names;
	struct arena arena = { 0 };
	struct perf_tasks tasks;
	struct perf_state state;

	names_init(&names, &arena);
	perf_tasks_init(&tasks, &arena);
	const name_id sh = names_intern(&names, SPAN("sh"));
	const name_id ls = names_intern(&names, SPAN("ls"));
	perf_tasks_comm(&tasks, 10, 1, 1, sh, false);
	perf_tasks_fork(&tasks, 20, 2, 2, 1, 1, true);
	perf_tasks_comm(&tasks, 30, 2, 2, ls, true);

	perf_tasks_at(&tasks, 1, 1, 9, &state);
	EXPECT_U64("nobody said", state.comm, NAME_NONE);
	EXPECT_U64("until then", state.until, 10);
	perf_tasks_at(&tasks, 2, 2, 25, &state);
	EXPECT_U64("as its parent", state.comm, sh);
	EXPECT_U64("from", state.from, 20);
	EXPECT_U64("until", state.until, 30);
	perf_tasks_at(&tasks, 2, 2, 30, &state);
	EXPECT_U64("by exec", state.comm, ls);
	EXPECT_U64("for ever", state.until, UINT64_MAX);
	perf_tasks_at(&tasks, 3, 3, 30, &state);
	EXPECT_U64("a stranger", state.space, PERF_SPACE_NONE);
	arena_release(&arena);
}

TEST(exec_forgets_the_maps)
{
	struct arena arena = { 0 };
	struct perf_tasks tasks;
	struct perf_state state;
	struct perf_map map = { .start = 0x1000, .end = 0x2000, .from = 5,
				.object = 1 };

	perf_tasks_init(&tasks, &arena);
	perf_tasks_map(&tasks, 1, &map);
	perf_tasks_fork(&tasks, 10, 2, 2, 1, 1, true);
	perf_tasks_comm(&tasks, 20, 2, 2, 1, true);
	perf_tasks_at(&tasks, 2, 2, 15, &state);
	EXPECT_U64("copied", object_at(&tasks.spaces, state.space,
				       state.nr_maps, 0x1000), 1);
	perf_tasks_at(&tasks, 2, 2, 20, &state);
	EXPECT_U64("gone", object_at(&tasks.spaces, state.space, state.nr_maps,
				     0x1000), UINT32_MAX);
	perf_tasks_at(&tasks, 1, 1, 4, &state);
	EXPECT_U64("no maps yet", state.nr_maps, 0);
	EXPECT_U64("until there is one", state.until, 5);
	arena_release(&arena);
}

TEST_MAIN
