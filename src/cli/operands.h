/*
 * operands.h - files and directories to files
 *
 * A directory stands for the profiles in it, one run each, in name order.  A
 * map or image in it serves its raw dumps; other files are named in a note.  A
 * directory that is one profile, as oprofile's are, stays what it is.
 */
#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/notes.h"

struct operand {
	const char *path;
	const char *map;	/* the directory's only one, or NULL */
	/* Of a directory that is one profile; NULL for a file. */
	const struct reader *reader;
};

struct operands {
	struct operand *operand;
	size_t nr, cap;
	const char *directory;	/* if the only word was one */
};

/* Fails with ERR_FORMAT for a directory without profiles, or with two of one run. */
int operands_expand(const char *const *words, size_t nr, struct arena *arena,
		    struct operands *operands, struct notes *notes,
		    struct error *err);

#endif
