/*
 * sources.h - what DWARF says, as a profile keeps it
 */
#ifndef SYM_SOURCES_H
#define SYM_SOURCES_H

#include "diffprof/profile.h"
#include "diffprof/srcline.h"

/*
 * Add the spots of LINES, which live in the arena of PROF, to its sources,
 * and a note if functions of IMAGE could not be read.  Returns the number to
 * be added to that of a spot.
 */
uint32_t source_add_lines(struct profile *prof,
			  const struct source_lines *lines, const char *image);

/* What to say where there are no lines, and what to do then. */
extern const char source_no_lines[], source_get_lines[];

#endif
