/*
 * srclining.h - what the parts of srcline.c share
 *
 * Only they know libdw, which is not thread-safe: each srcline_find() has a
 * Dwarf of its own, over bytes that others may read as well.
 */
#ifndef SYM_SRCLINING_H
#define SYM_SRCLINING_H

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "diffprof/numbered.h"
#include "diffprof/srcline.h"

/* An address that is looked for, as DWARF has it. */
struct wanted {
	uint64_t addr;
	Dwarf_Off unit; /* of the unit's first entry; 0: not found */
	uint32_t index; /* into source_lines.at */
	uint32_t function; /* the innermost so far */
};

struct srclining {
	Dwarf *dwarf;
	struct wanted *wanted; /* by address, then by unit and address */
	size_t nr;
	struct source_lines *lines;
	struct arena *arena; /* of what is found */
	struct arena scratch;

	/* The root of names that do not tell theirs, once somebody asked. */
	bool root_found;
	const char *root; /* NULL: as far as they agree with the directory */
};

/* The functions and lines of the NR addresses WANTED, all of unit CU. */
void srcline_unit(struct srclining *s, Dwarf_Die *cu, struct wanted *wanted,
		  size_t nr);

/* Paths in one unit as they are shown. */
struct unit_paths {
	struct srclining *s;
	const char *dir, *root;
	/* By the text of libdw, which has each once. */
	struct unit_path {
		const char *given, *shown;
	} * known;
	size_t nr, cap;
};

void unit_paths_begin(struct unit_paths *paths, struct srclining *s,
		      Dwarf_Die *cu);
/* GIVEN, which may be NULL, as it is shown. */
const char *unit_paths_show(struct unit_paths *paths, const char *given);

#endif
