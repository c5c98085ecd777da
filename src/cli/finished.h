/*
 * finished.h - one operand that is a comparison already
 */
#ifndef CLI_FINISHED_H
#define CLI_FINISHED_H

#include "options.h"

/*
 * Is it one?  It stands alone, and is not compared with anything; what is none
 * does not, unless it is to be shown.  Fails with ERR_USAGE when OPTS asks of
 * the NR profiles PROFS what they cannot give.
 */
int finished_check(const struct options *opts, struct profile *const *profs,
		   size_t nr, struct error *err);

/* Make DIFF and its VIEW, in ARENA, of a profile that has passed. */
void finished_make(const struct options *opts, struct profile *const *prof,
		   struct names *names, struct arena *arena, struct diff *diff,
		   struct view *view);

#endif
