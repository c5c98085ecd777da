/*
 * tar.h - the files of a tar
 *
 * The one place that knows libarchive, which is loaded when a tar comes along:
 * linking it would cost every start 1.7 ms.  A tar is read where it lies in
 * memory; its files are spans of it, but for sparse ones, which are made whole.
 * What boot images are packed with and unpack.h does not know is unpacked here.
 */
#ifndef DIFFPROF_TAR_H
#define DIFFPROF_TAR_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/span.h"

struct tar_file {
	const char *path; /* without "./" in front */
	struct span bytes;
	int64_t mtime;
};

struct tar {
	struct tar_file *file; /* regular files, in the order of the tar */
	size_t nr, cap;
	const char *cut_short; /* why it ends early, or NULL */
};

/* Is HEAD the beginning of a tar of POSIX or GNU? */
bool tar_sniff(struct span head);

/*
 * List the files of the tar BYTES, of which spans point into BYTES or ARENA.
 * One that ends early or is damaged is kept as far as it is whole.  PATH is for
 * the sentence.  Fails with ERR_FORMAT if libarchive is not there, with
 * ERR_LIMIT when sparse files are larger than TAR_SPARSE_MAX in all.
 */
int tar_list(struct span bytes, const char *path, struct arena *arena,
	     struct tar *tar, struct error *err);

/*
 * Unpack PACKED, of the packings lz4 or lzma, into *BYTES in ARENA, as far as it
 * is whole and up to MAX bytes.  Fails with ERR_FORMAT.
 */
int tar_unpack(struct span packed, size_t max, const char *path,
	       struct arena *arena, struct span *bytes, struct error *err);

/* The last file of that path, or NULL. */
const struct tar_file *tar_find(const struct tar *tar, struct span path);

#define TAR_SPARSE_MAX ((size_t)256 << 20)

#endif
