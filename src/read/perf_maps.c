#include "perf_maps.h"

#include <stdlib.h>

/* Up to so many maps are looked through one by one. */
#define FEW 24

/*
 * A lookup goes on to the parent.  Forks of forks that all mapped something and
 * executed nothing are not followed further back than this.
 */
#define DEPTH_MAX 256

/*
 * All bounds of the maps cut the addresses into pieces, which are the leaves of
 * a binary tree.  A map is in the lists of the fewest nodes that make it up, and
 * these ascend, so that the newest map of a node at a time is found by halving.
 */
struct perf_map_index {
	uint64_t *bounds; /* ascending, all different */
	size_t nr_bounds;
	size_t leaves; /* a power of two; leaf i is node leaves + i */
	uint32_t *first; /* by node, and one more: where its list begins */
	uint32_t *lists; /* indexes of maps */
};

uint32_t perf_spaces_add(struct perf_spaces *spaces, uint32_t parent)
{
	struct perf_space space = { .parent = parent };

	if (parent != PERF_SPACE_NONE) {
		const struct perf_space *p = &spaces->space[parent];

		// One without maps of its own is as its parent was.
		space.parent = p->nr ? parent : p->parent;
		space.parent_nr = p->nr ? p->nr : p->parent_nr;
	}
	ARENA_ROOM(spaces->arena, spaces->space, spaces->nr, spaces->cap);
	spaces->space[spaces->nr] = space;
	return (uint32_t)spaces->nr++;
}

void perf_spaces_map(struct perf_spaces *spaces, uint32_t space,
		     const struct perf_map *map)
{
	struct perf_space *s = &spaces->space[space];

	if (map->start >= map->end)
		return;
	ARENA_ROOM(spaces->arena, s->maps, s->nr, s->cap);
	s->maps[s->nr++] = *map;
}

size_t perf_space_nr_at(const struct perf_space *space, uint64_t time)
{
	size_t low = 0, high = space->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (space->maps[middle].from <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int compare_bounds(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The piece that begins with or before ADDR, counted from 1; 0: none does. */
static size_t find_bound(const struct perf_map_index *index, uint64_t addr)
{
	size_t low = 0, high = index->nr_bounds;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (index->bounds[middle] <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Enter map I in the lists, or only count it in them. */
static void enter(struct perf_map_index *index, const struct perf_map *map,
		  uint32_t i, uint32_t *at, bool count)
{
	size_t left = index->leaves + find_bound(index, map->start) - 1;
	size_t right = index->leaves + find_bound(index, map->end) - 1;

	for (; left < right; left /= 2, right /= 2) {
		if (left & 1) {
			if (!count)
				index->lists[at[left]] = i;
			at[left++]++;
		}
		if (right & 1) {
			right--;
			if (!count)
				index->lists[at[right]] = i;
			at[right]++;
		}
	}
}

static struct perf_map_index *make_index(const struct perf_space *space,
					 struct arena *arena)
{
	struct perf_map_index *index = arena_zalloc(arena, sizeof(*index));
	uint64_t *bounds = arena_alloc(arena, 2 * space->nr * sizeof(*bounds));
	size_t nr = 0;

	for (size_t i = 0; i < space->nr; i++) {
		bounds[2 * i] = space->maps[i].start;
		bounds[2 * i + 1] = space->maps[i].end;
	}
	qsort(bounds, 2 * space->nr, sizeof(*bounds), compare_bounds);
	for (size_t i = 0; i < 2 * space->nr; i++)
		if (!nr || bounds[i] != bounds[nr - 1])
			bounds[nr++] = bounds[i];
	index->bounds = bounds;
	index->nr_bounds = nr;
	index->leaves = 1;
	while (index->leaves < nr)
		index->leaves *= 2;

	size_t nodes = 2 * index->leaves;
	uint32_t *at = arena_zalloc(arena, (nodes + 1) * sizeof(*at));

	index->first = arena_alloc(arena, (nodes + 1) * sizeof(*at));
	for (size_t i = 0; i < space->nr; i++)
		enter(index, &space->maps[i], (uint32_t)i, at, true);
	uint32_t sum = 0;
	for (size_t i = 0; i <= nodes; i++) {
		index->first[i] = sum;
		sum += at[i];
		at[i] = index->first[i];
	}
	index->lists = arena_alloc(arena, (sum ? sum : 1) * sizeof(*at));
	for (size_t i = 0; i < space->nr; i++)
		enter(index, &space->maps[i], (uint32_t)i, at, false);
	return index;
}

/* The newest of the first NR maps in the list of NODE, counted from 1, or 0. */
static size_t newest_in(const struct perf_map_index *index, size_t node,
			size_t nr)
{
	const uint32_t *list = index->lists + index->first[node];
	size_t low = 0, high = index->first[node + 1] - index->first[node];

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list[middle] < nr)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? (size_t)list[low - 1] + 1 : 0;
}

static const struct perf_map *find_indexed(struct perf_space *space, size_t nr,
					   uint64_t addr, struct arena *arena)
{
	if (!space->index)
		space->index = make_index(space, arena);
	size_t piece = find_bound(space->index, addr), best = 0;

	if (!piece)
		return NULL;
	for (size_t node = space->index->leaves + piece - 1; node; node /= 2) {
		size_t newest = newest_in(space->index, node, nr);

		best = newest > best ? newest : best;
	}
	return best ? &space->maps[best - 1] : NULL;
}

static const struct perf_map *find_in(struct perf_space *space, size_t nr,
				      uint64_t addr, struct arena *arena)
{
	if (nr > FEW)
		return find_indexed(space, nr, addr, arena);
	while (nr--)
		if (addr - space->maps[nr].start <
		    space->maps[nr].end - space->maps[nr].start)
			return &space->maps[nr];
	return NULL;
}

const struct perf_map *perf_spaces_find(struct perf_spaces *spaces,
					uint32_t space, size_t nr,
					uint64_t addr)
{
	for (unsigned depth = 0; space != PERF_SPACE_NONE && depth < DEPTH_MAX;
	     depth++) {
		struct perf_space *s = &spaces->space[space];
		const struct perf_map *map =
			find_in(s, nr, addr, spaces->arena);

		if (map)
			return map->object == PERF_OBJECT_GONE ? NULL : map;
		nr = s->parent_nr;
		space = s->parent;
	}
	return NULL;
}
