/*
 * elfroster.h - what an ELF image knows of its functions besides names
 *
 * In a linked image the local symbols of each source file stand behind a symbol
 * with its name; global ones stand at the end, and their files are not told.
 * But code of one file lies together, so a function between two of one file is
 * of that file.
 */
#ifndef SYM_ELFROSTER_H
#define SYM_ELFROSTER_H

#include "diffprof/roster.h"

/*
 * Fill in ROSTER's files and code from the image that ST was loaded from, as far
 * as it has them: a damaged one has less, which is no error.
 */
void elfroster_add(struct roster *roster, const struct symtab *st,
		   struct arena *arena);

#endif
