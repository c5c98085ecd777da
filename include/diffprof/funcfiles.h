/*
 * funcfiles.h - the source files of an image's functions, by name
 *
 * For the few functions that somebody looks at: only the units of DWARF that
 * hold one of them are read.  A function is where its own first byte is, not
 * where what was inlined into it is.  An image without DWARF may still say in
 * its symbol table what file a function is of, mostly without directories.
 */
#ifndef DIFFPROF_FUNCFILES_H
#define DIFFPROF_FUNCFILES_H

#include "diffprof/profile.h"
#include "diffprof/span.h"

struct function_file {
	struct span name; /* as rows have it: folded, or "NAME (FILE)" */
	const char *file; /* as srcline.h has paths; NULL if not known */
	bool bare; /* without directories */
};

/*
 * Find those of the NR FUNCTIONS that have no file yet in the image PATH, in
 * ARENA.  What several functions of one name disagree about stays NULL.  Fails
 * when PATH cannot be read, or tells no files at all.
 */
int function_files_find(const char *path, bool keep_clones,
			struct function_file *functions, size_t nr,
			struct arena *arena, struct error *err);

/*
 * A vmlinux with DWARF of the kernel that PROF is of, beside it or where its
 * release is kept below ROOT; NULL if there is none.
 */
const char *function_files_kernel(const char *root, struct profile *prof,
				  struct arena *arena);

/*
 * The file of module NAME ("ext4") with DWARF below TREE, or where the RELEASE of
 * a kernel (NULL: not known) has it below ROOT; NULL if there is none.
 */
const char *function_files_module(const char *root, const char *tree,
				  const char *release, struct span name,
				  struct arena *arena);

#endif
