/*
 * sourcetext.h - the text of source lines, from a tree or from where they were
 *
 * A path of DWARF is that of a stranger: below a tree that the user named it may
 * not lead out of it, and elsewhere only files that are called as sources are
 * read.  Files are opened once and stay open.
 */
#ifndef DIFFPROF_SOURCETEXT_H
#define DIFFPROF_SOURCETEXT_H

#include "diffprof/input.h"

struct sourcetext {
	struct arena *arena;
	const char *tree; /* that the user named, or NULL */
	const char *root; /* where the sources were compiled, or NULL */
	struct sourcetext_file *files;
	size_t nr, cap;
};

void sourcetext_init(struct sourcetext *texts, const char *tree,
		     const char *root, struct arena *arena);
/* Line LINE, from 1, of FILE, without its end; ptr is NULL if it is not there. */
struct span sourcetext_line(struct sourcetext *texts, const char *file,
			    uint32_t line);
void sourcetext_close(struct sourcetext *texts);

#endif
