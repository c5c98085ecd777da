/*
 * linecache.h - what DWARF said of an image is kept for the next run
 *
 * In $XDG_CACHE_HOME/diffprof, or ~/.cache/diffprof, a file for each image that
 * has a build id and whose headers say the same: the answers of srcline_find()
 * of all runs so far.  What was not asked before is looked up and added.
 *
 * Only directories and files of the user alone are used, and no symbolic link
 * is followed to one.  A file is replaced whole; whatever does not hold what its
 * checksum and sizes say is as if it were not there, and gets replaced.  Of more
 * than LINECACHE_MAX bytes those that were not used for longest are removed.
 * Nothing here fails: without a cache everything is looked up.
 */
#ifndef DIFFPROF_LINECACHE_H
#define DIFFPROF_LINECACHE_H

#include <stdbool.h>
#include <stddef.h>

#define LINECACHE_MAX ((size_t)256 << 20)

/* Until this is called there is no cache.  Before any thread begins. */
void linecache_use(void);

/*
 * A descriptor of its directory, which is made if MAKE and it is not there; -1
 * if there is none, or none that is the user's own.
 */
int linecache_directory(bool make);

#endif
