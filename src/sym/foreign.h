/*
 * foreign.h - what only libbfd can read
 *
 * libelf and our own walk of DWARF do ELF.  Other images - PE, XCOFF, Mach-O and
 * whatever else libbfd was built for - and the stabs that gcc had before DWARF,
 * also in ELF, are read by libbfd (binutils), which is loaded when it is needed
 * and asked in a process of its own: it was not made for hostile files, and its
 * faults and its appetite must not be ours.  That process has a minute of
 * processor time and 4 GiB of data.
 */
#ifndef SYM_FOREIGN_H
#define SYM_FOREIGN_H

#include <stdbool.h>

#include "diffprof/srcline.h"
#include "diffprof/symtab.h"

#include "elfimage.h"

/* May IN be an image that libbfd knows?  By its first bytes. */
bool foreign_sniff(struct input *in);

/*
 * Add the symbols of code in ST->in, and its regions; the names are a copy of
 * their own.  Without _stext and _etext the text is all of its code.  Fails with
 * ERR_SYMBOLS when there is no libbfd, or it does not know the image, or that has
 * no symbols.
 */
int foreign_load(struct symtab *st, struct error *err);

/* Has the ELF image stabs, and is linked? */
bool foreign_has_stabs(const struct elfimage *img);

/*
 * As srcline_find() does, but for images that are not ELF or have stabs.  There
 * are no inlined functions in stabs.  Fails with ERR_SYMBOLS.
 */
int foreign_lines(struct input *in, const uint64_t *addrs, size_t nr,
		  struct source_lines *lines, struct arena *arena,
		  struct error *err);

/* What both of them make of an answer of bfdchild.h; false: it is broken. */
bool foreign_take_symbols(struct symtab *st, struct span answer);
bool foreign_take_lines(struct span answer, size_t nr,
			struct source_lines *lines, struct arena *arena);

#endif
