/*
 * stated.h - a comparison that a text has made already
 *
 * What a differential listing says of a row is no two counts, but a change, or
 * a share and a change, or whatever its tool prints: see struct change.  A
 * struct diff made of it has rows and a total like any other, so that it can be
 * ordered, filtered and printed; but the numbers of its rows are in
 * diff->stated, and those that the text does not have are NAN there.
 */
#ifndef DIFFPROF_STATED_H
#define DIFFPROF_STATED_H

#include "diffprof/diff.h"

struct stated_options {
	const char *base_label, *test_label; /* NULL: what the text has */
	const regex_t *idle; /* NULL: the built-in list */
	bool no_idle;
};

/*
 * Make DIFF, in ARENA, of the changes of one event that profile_select() has
 * left in *PROF; names are entered into NAMES, notes joined to its own.
 */
void stated_make(struct profile *const *prof, const struct stated_options *opts,
		 struct names *names, struct arena *arena, struct diff *diff);

/* Has any row of DIFF a delta? */
bool stated_has_deltas(const struct diff *diff);

#endif
