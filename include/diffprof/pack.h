/*
 * pack.h - zstd and gzip, to be written: the counterpart of unpack.h
 */
#ifndef DIFFPROF_PACK_H
#define DIFFPROF_PACK_H

#include "diffprof/outbuf.h"

/*
 * Append PLAIN, packed, to OUT.  One version of the library always makes the
 * same bytes of the same text.  Fails with ERR_LIMIT when it has no memory.
 */
int pack_zstd(struct span plain, struct outbuf *out, struct error *err);

/* The same as gzip, without a name or a time in its head. */
int pack_gzip(struct span plain, struct outbuf *out, struct error *err);

#endif
