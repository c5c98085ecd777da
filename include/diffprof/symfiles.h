/*
 * symfiles.h - functions of one name, told apart by their source files
 *
 * A kernel has some hundred names that several files use for a static function
 * each.  The symbol table of an ELF image says which file a local symbol is of,
 * mostly without directories: `inode.c'.  Where several of them have samples,
 * and every profile was named by such an image, they get rows of their own,
 * named `NAME (FILE)'; where one profile was not, they stay one row everywhere,
 * so that like is compared with like.  Global functions, and those of one name
 * in two files of one name, stay as they are.
 */
#ifndef DIFFPROF_SYMFILES_H
#define DIFFPROF_SYMFILES_H

#include "diffprof/names.h"
#include "diffprof/symtab.h"

struct profile;

/* The file of a local function of the kernel that has samples. */
struct symbol_file {
	uint64_t addr; /* of the function, as the image has it */
	name_id raw, name; /* as the image has it, and folded */
	name_id file;
	bool several; /* files have a function of that name */
};

/*
 * Find those of PROF, whose kernel's rows or frames IMAGE has named; nothing,
 * and has_symbol_files stays false, if IMAGE tells no files.
 */
void symfiles_find(struct profile *prof, const struct symtab *image,
		   bool keep_clones);

/*
 * Rename the rows and frames of PROFS, which are compared, and put down the
 * files in their places.
 */
void symfiles_tell_apart(struct profile **profs, size_t nr);

/* NAME without the file that was put behind it. */
struct span symfiles_bare(struct span name);

#endif
