/*
 * mapfiles.h - where the symbols of a kernel may be
 *
 * Both ways hand each candidate to a function, which says whether that was the
 * one, and return whether any was.  Paths live in ARENA.
 */
#ifndef SYM_MAPFILES_H
#define SYM_MAPFILES_H

#include <stdbool.h>

#include "diffprof/arena.h"

typedef bool mapfiles_visit(void *arg, const char *path);

/*
 * Files beside PROFILE that share its stem (base.map, base.System.map,
 * base.kallsyms, base.vmlinux), then System.map*, kallsyms*, vmlinux*.  All of
 * these exist.
 */
bool mapfiles_beside(const char *profile, struct arena *arena,
		     mapfiles_visit *taken, void *arg);

/*
 * Where systems keep the maps and images of RELEASE, which may be NULL, below
 * ROOT.  Few of these exist.
 */
bool mapfiles_of_release(const char *root, const char *release,
			 struct arena *arena, mapfiles_visit *taken, void *arg);

bool mapfiles_is_regular(const char *path);
/*
 * The same for a path that an input names: it must not be one of those files of
 * the system that say they are empty and then wait for something to happen, or
 * all of its memory.
 */
bool mapfiles_is_image(const char *path);

#endif
