/*
 * srcline.h - the source lines and inlined functions of an image's addresses
 *
 * Read from DWARF, of whatever version, compiler and byte order, in a program,
 * a kernel, a module or a debug file; only the units that hold one of the
 * addresses are read, and each of them once.
 *
 * Where an address is, is a spot: a line of a file, in a function.  That one may
 * be inlined at a line of another, its caller, and so on up to the function
 * that has a symbol.  Spots and functions have numbers, of which 0 is nothing.
 *
 * Paths are relative to the root of the source tree where they lie below it, as
 * "mm/memory.c", and have no "." or ".." in them that can be resolved.  The root
 * is where the compiler was started, or what the names of the units lead up to
 * from there.
 */
#ifndef DIFFPROF_SRCLINE_H
#define DIFFPROF_SRCLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/input.h"

struct source_spot {
	const char *file; /* NULL if not known */
	uint32_t line; /* from 1; 0 if not known */
	uint32_t function; /* index; 0 if no function holds it */
};

struct source_function {
	const char *name; /* C++ as demangle() has it; NULL if it has none */
	const char *decl_file; /* where it is declared; NULL */
	uint32_t decl_line; /* 0 */
	uint32_t caller; /* what it is inlined into; 0: it is not */
	const char *call_file; /* where it was called, if it is inlined; NULL */
	uint32_t call_line; /* 0 */
};

struct source_lines {
	uint32_t *at; /* by address: index of its spot */
	struct source_spot *spots;
	size_t nr_spots, cap_spots;
	struct source_function *functions;
	size_t nr_functions, cap_functions;
	/* Where relative paths began when it was compiled, of one unit; NULL. */
	const char *root;
	/*
	 * A file that was not read and has functions of them: a .dwo, or what
	 * dwz(1) made several images share and was not found; NULL.  Spots are
	 * right, but functions may be missing, or their names.
	 */
	const char *elsewhere;
};

/*
 * Find where the NR addresses, ascending, are in the image IN, which stays the
 * caller's.  They are as the image's symbols have them; those of a module as
 * whole.h lays it out.  All of LINES will live in ARENA.  What DWARF does not
 * know, or where it is damaged, is spot 0.  Fails with ERR_SYMBOLS if the image
 * has neither DWARF nor stabs, with ERR_FORMAT if it is no image at all.  Images
 * that are not ELF, and stabs, are read by libbfd, if that is there.
 */
int srcline_find(struct input *in, const uint64_t *addrs, size_t nr,
		 struct source_lines *lines, struct arena *arena,
		 struct error *err);

#endif
