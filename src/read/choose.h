/*
 * choose.h - which of the listings in one text is wanted
 */
#ifndef READ_CHOOSE_H
#define READ_CHOOSE_H

#include "diffprof/profile.h"

/* One listing of a text, to name it by. */
struct choice {
	size_t lineno; /* of its first row */
	size_t rows;
};

/*
 * The index in CHOICES of the listing that --section=WANTED means, or of the
 * only one.  Fails with ERR_USAGE, saying which there are.
 */
int choose_section(struct profile *prof, unsigned wanted,
		   const struct choice *choices, size_t nr, size_t *chosen,
		   struct error *err);

#endif
