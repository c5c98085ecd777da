/*
 * release.h - the kernel release that a path or a banner names
 */
#ifndef DIFFPROF_RELEASE_H
#define DIFFPROF_RELEASE_H

#include <stdbool.h>

#include "diffprof/arena.h"
#include "diffprof/span.h"

/*
 * The release in a path like System.map-6.1.0-57-amd64, vmlinux-6.12.gz, or
 * .../6.1.0-57-amd64/System.map, copied into ARENA; NULL if it has none.
 */
const char *release_from_path(const char *path, struct arena *arena);

/* Does TEXT look like a release: digits, a dot, digits, and what may follow? */
bool release_is(struct span text);

/* Is RELEASE this version or a later one? */
bool release_at_least(const char *release, unsigned major, unsigned minor);

#endif
