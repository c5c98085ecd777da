/*
 * perf_objects.h - the images that perf.data maps, as objects of samples
 *
 * A map that comes again, of another process or time, is the same object.  The
 * addresses of user images are offsets in their files, those of kernels and
 * modules are where they ran.
 */
#ifndef PERF_OBJECTS_H
#define PERF_OBJECTS_H

#include "diffprof/samples.h"
#include "perf_file.h"
#include "perf_maps.h"

struct perf_objects {
	struct samples *s;
	uint32_t *slot; /* hash table of indexes + 1 of samples' objects */
	size_t nr, mask; /* nr: of those that are in it */
	uint32_t kernel, guest_kernel; /* OBJECT_NONE until there is one */
};

void perf_objects_init(struct perf_objects *objects, struct samples *s);

/* What a map record says. */
struct perf_mapping {
	uint64_t start, len, pgoff;
	struct span path;
	const char *build_id; /* or NULL */
	bool guest;
};

/* A file or other memory of a process. */
void perf_objects_user(struct perf_objects *objects,
		       const struct perf_mapping *mapping,
		       struct perf_map *map);
/* The kernel or a module. */
void perf_objects_kernel(struct perf_objects *objects,
			 const struct perf_mapping *mapping,
			 struct perf_map *map);
/* Code that the kernel made at run time, and named. */
void perf_objects_ksymbol(struct perf_objects *objects,
			  const struct perf_mapping *mapping, bool bpf,
			  struct perf_map *map);
/* The kernel, when no map says where it is. */
uint32_t perf_objects_any_kernel(struct perf_objects *objects, bool guest);

/* Give the build ids of the file's table to those that have none. */
void perf_objects_build_ids(struct perf_objects *objects,
			    const struct perf_file *file);

#endif
