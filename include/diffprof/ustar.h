/*
 * ustar.h - the plainest of tars, to be written and to be gone through
 *
 * What diffprof writes is a POSIX tar of regular files with short names, so that
 * any tar lists and unpacks it; the same files give the same bytes.  What it
 * reads is that, also after another tar has packed the files again: directories
 * and links, and what stands for longer names or other times, are passed over.
 * tar.h reads every tar there is, at the cost of a library.
 */
#ifndef DIFFPROF_USTAR_H
#define DIFFPROF_USTAR_H

#include "diffprof/outbuf.h"

struct ustar_file {
	struct span path; /* without "./" in front; up to 100 bytes */
	struct span bytes;
};

/*
 * Add a file to a tar; PATH has up to USTAR_PATH_MAX bytes, and TIME are seconds
 * since 1970.  At the end, ustar_end().
 */
void ustar_put(struct outbuf *tar, const char *path, struct span bytes,
	       uint64_t time);
void ustar_end(struct outbuf *tar);

#define USTAR_PATH_MAX 99

/*
 * Take the next regular file off the front of REST; false if there is none.
 * *CUT_SHORT then says why the tar ends early, or is NULL.  Spans point into
 * REST.
 */
bool ustar_next(struct span *rest, struct ustar_file *file,
		const char **cut_short);

#endif
