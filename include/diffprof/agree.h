/*
 * agree.h - what profiles can be compared by
 *
 * Before rows are made, all profiles of a run must speak of the same: one
 * event, one unit, one number of decimal places, and the kernel alone when one
 * side knows of nothing else.  agree() finds that and says what it chose.
 */
#ifndef DIFFPROF_AGREE_H
#define DIFFPROF_AGREE_H

#include "diffprof/select.h"

/* What the user asked for. */
struct agree_options {
	const char *event;	/* its name, or a number from 1; NULL: any */
	bool weigh;		/* --weight=period */
	bool as_samples;	/* --unit=samples: whatever has no unit */
	struct filters filters;
	enum group_key by[GROUP_KEYS_MAX];
	size_t nr_by;
	unsigned dir_depth; /* as in struct selection */
};

/*
 * The selection of each of the NR profiles PROFS, base's first run first, into
 * SELS.  Without a name the event is the first of base's that all others have,
 * PMU prefix and modifiers aside; a profile without events goes with any.
 * Notes go to the profiles they are about.  Fails with ERR_USAGE, listing the
 * events there are, when there is none.
 */
int agree(struct profile *const *profs, size_t nr,
	  const struct agree_options *opts, struct selection *sels,
	  struct error *err);

/*
 * NAME without PMU prefix and modifiers: "cpu_core/cycles/u" and "cycles:ppp"
 * are "cycles".
 */
struct span event_core(struct span name);

/*
 * What test counts are to be multiplied by for both sides to have been sampled
 * at one rate; 1 if that is so or not known.  NAN if the rates cannot be
 * compared: one is a period of events, the other a frequency.
 */
double rate_ratio(const struct profile *base, const struct profile *test);

#endif
