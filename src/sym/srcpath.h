/*
 * srcpath.h - the paths of sources, as the compiler was given them
 */
#ifndef SYM_SRCPATH_H
#define SYM_SRCPATH_H

#include <stdbool.h>

#include "diffprof/arena.h"
#include "diffprof/span.h"

/*
 * PATH, seen from the directory DIR (NULL or "" if there is none), without what
 * "", "." and ".." can be resolved of.
 */
const char *srcpath_join(struct arena *arena, const char *dir,
			 const char *path);

/* What follows DIR of PATH, both normal; NULL if PATH is not below it. */
const char *srcpath_below(const char *path, const char *dir);

/* The directory of which both A and B, normal, are below or equal; or "". */
const char *srcpath_common(struct arena *arena, const char *a, const char *b);

/*
 * The root of the source tree of a unit called NAME that was compiled in DIR:
 * DIR, or what the ".." before NAME make of it.  NULL if NAME is absolute and
 * not below DIR: that does not tell.
 */
const char *srcpath_root(struct arena *arena, const char *dir,
			 const char *name);

#endif
