/*
 * srclining.h - what the parts of srcline.c share
 */
#ifndef SYM_SRCLINING_H
#define SYM_SRCLINING_H

#include "diffprof/srcline.h"

#include "dw.h"

/* An address that is looked for, as DWARF has it. */
struct wanted {
	uint64_t addr;
	uint32_t unit; /* index + 1; 0: not found */
	uint32_t index; /* into source_lines.at */
	uint32_t function; /* the innermost so far */
};

struct srclining {
	struct dw dw;
	struct wanted *wanted; /* by address, then by unit and address */
	size_t nr;
	struct source_lines *lines;
	struct arena *arena; /* of what is found */
	struct arena scratch;

	/* The root of names that do not tell theirs, once somebody asked. */
	bool root_found;
	const char *root; /* NULL: as far as they agree with the directory */
};

/* The functions and lines of the NR addresses WANTED, all of UNIT. */
void srcline_unit(struct srclining *s, struct dw_unit *unit,
		  struct wanted *wanted, size_t nr);

/* Paths in one unit as they are shown. */
struct unit_paths {
	struct srclining *s;
	struct dw_unit *unit;
	const char *dir, *root;
	const struct dw_files *files;
	const char **shown; /* by file; NULL: not asked for yet */
};

void unit_paths_begin(struct unit_paths *paths, struct srclining *s,
		      struct dw_unit *unit);
/* File NUMBER of the unit, as it is shown; NULL if it has none. */
const char *unit_paths_show(struct unit_paths *paths, uint32_t number);

#endif
