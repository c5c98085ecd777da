/*
 * perf_maps.h - what was mapped where, and when
 *
 * An address space has maps in the order in which they were made; of those that
 * hold an address, the newest that was there at the time counts.  The space of
 * a forked process begins as its parent's was then.
 *
 * Spaces are filled in completely, in order of time, before anything is looked
 * up in them; the first lookup in one with many maps makes an index.
 */
#ifndef PERF_MAPS_H
#define PERF_MAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"

#define PERF_OBJECT_GONE UINT32_MAX
#define PERF_SPACE_NONE UINT32_MAX

struct perf_map {
	uint64_t start, end;
	uint64_t shift; /* added to an address gives that in the object */
	uint64_t from; /* when it was made */
	uint32_t object; /* of samples.h; PERF_OBJECT_GONE: unmapped */
};

struct perf_space {
	struct perf_map *maps;
	size_t nr, cap;
	uint32_t parent; /* PERF_SPACE_NONE, or a space with a lower index */
	size_t parent_nr; /* so many of its maps were there */
	struct perf_map_index *index;
};

struct perf_spaces {
	struct arena *arena;
	struct perf_space *space;
	size_t nr, cap;
};

/* An empty space, or one that begins as PARENT is now. */
uint32_t perf_spaces_add(struct perf_spaces *spaces, uint32_t parent);
void perf_spaces_map(struct perf_spaces *spaces, uint32_t space,
		     const struct perf_map *map);

/* How many of the maps of SPACE there are at TIME. */
size_t perf_space_nr_at(const struct perf_space *space, uint64_t time);

/* The map that holds ADDR while SPACE has NR maps, or NULL. */
const struct perf_map *perf_spaces_find(struct perf_spaces *spaces,
					uint32_t space, size_t nr,
					uint64_t addr);

#endif
