/*
 * unpack.h - gzip, xz, zstd and bzip2
 *
 * The one file that knows the compression libraries.  They are used directly,
 * not through libarchive: it drops what it has already unpacked when the data
 * end early (up to 64 KiB, seen with libarchive 3.6.2), and takes 2 ms to load.
 */
#ifndef DIFFPROF_UNPACK_H
#define DIFFPROF_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "diffprof/error.h"
#include "diffprof/outbuf.h"
#include "diffprof/span.h"

/* The name of the packing that HEAD begins with, or NULL. */
const char *unpack_detect(struct span head);

/*
 * Unpack PACKED, which unpack_detect() knows, into malloc'ed memory of *SIZE
 * bytes.  When it ends early or is damaged, what was whole is kept and
 * *CUT_SHORT says why (a static string; NULL otherwise).  PATH is for the
 * sentence.  Fails with ERR_LIMIT over MAX bytes, or if the library would take
 * too much memory.
 */
int unpack(struct span packed, size_t max, const char *path, char **data,
	   size_t *size, const char **cut_short, struct error *err);

/*
 * zstd data that come in pieces: a frame may begin in one and end in another,
 * and all that a piece can give is given when it has been fed.
 */
struct unpack_stream;

/* NULL if the library cannot. */
struct unpack_stream *unpack_stream_open(void);
/*
 * Append what PIECE unpacks to to OUT, up to MAX bytes there in all.  False if
 * it is damaged, or does not fit.
 */
bool unpack_stream_feed(struct unpack_stream *stream, struct span piece,
			size_t max, struct outbuf *out);
/* STREAM may be NULL. */
void unpack_stream_close(struct unpack_stream *stream);

#endif
