/*
 * input.h - the bytes of a file, packed or not
 *
 * input_open() looks at a file and unpacks it when it is gzip, xz, zstd or
 * bzip2, known by its first bytes and never by its name.  A plain regular file
 * is mapped when somebody asks for all of it; input_read() copies a part
 * without mapping, which is the quicker way to pass over a large file once.
 * "-" is standard input.
 *
 * Packed data that ends early or is damaged is kept as far as it is whole and
 * `cut_short` says where; the reader decides whether that is a note or an error.
 */
#ifndef DIFFPROF_INPUT_H
#define DIFFPROF_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/span.h"

struct input {
	const char *path;	/* as the user named it; borrowed */
	size_t size;		/* in bytes, unpacked */
	struct span head;	/* the first bytes: all, or INPUT_HEAD_SIZE */
	const char *packing;	/* "gzip", "xz", "zstd", "bzip2", or NULL */
	const char *cut_short;	/* why the packed data ends early, or NULL */

	const char *data;	/* all bytes, or NULL until input_data() */
	int fd;			/* of a plain file that is not mapped yet, or -1 */
	bool mapped;
	void *owned;		/* malloc'ed memory behind data or head */
};

/*
 * Fails with ERR_IO if PATH cannot be read or is a directory, with ERR_FORMAT
 * if it is empty, with ERR_LIMIT if it unpacks to over INPUT_UNPACKED_MAX.
 */
int input_open(const char *path, struct input *in, struct error *err);

enum input_how {
	/*
	 * Nobody named it, it lay there: it must be a regular file and not be
	 * empty, since reading a FIFO or a device could wait for ever.
	 */
	INPUT_FOUND = 1,
	/* Only to see what it is: not yet an input. */
	INPUT_LOOK = 2,
};

/* The same in a way that is a set of these. */
int input_open_as(const char *path, unsigned how, struct input *in,
		  struct error *err);

/* Is the file ST one of the inputs that were opened so far? */
bool input_was_opened(const struct stat *st);

/* An input in memory, for tests and fuzzing; DATA is borrowed. */
void input_from_memory(struct input *in, const char *path, const char *data,
		       size_t size);

/* All bytes; they live until input_close(). */
int input_data(struct input *in, struct span *data, struct error *err);

/*
 * Copy up to LEN bytes from OFFSET to BUF; *GOT is how many there were (fewer
 * only at the end).
 */
int input_read(struct input *in, uint64_t offset, void *buf, size_t len,
	       size_t *got, struct error *err);

/*
 * LEN bytes of input_data() from FROM on have been read and are not wanted soon:
 * the memory that a mapped file takes is given back.  They can still be read.
 */
void input_passed(const struct input *in, const char *from, size_t len);

void input_close(struct input *in);

/* Files up to this size are read at once; of larger ones only the head. */
#define INPUT_SMALL_SIZE ((size_t)64 << 10)
#define INPUT_HEAD_SIZE ((size_t)8 << 10)
#define INPUT_UNPACKED_MAX ((size_t)4 << 30)

#endif
