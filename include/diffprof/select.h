/*
 * select.h - which samples of a profile are compared, and as what
 *
 * A profile can hold several events, and say of its samples which command, CPU
 * and image they are from.  profile_select() leaves the rows of one event that
 * pass the filters, grouped as asked.
 */
#ifndef DIFFPROF_SELECT_H
#define DIFFPROF_SELECT_H

#include <regex.h>

#include "diffprof/profile.h"

enum group_key {
	GROUP_SYMBOL,
	GROUP_IMAGE,
	GROUP_COMM,
	GROUP_CPU,
};
#define GROUP_KEYS_MAX 4

struct cpu_range {
	unsigned first, last;
};

struct filters {
	bool kernel, user;	/* only these; both or neither: all */
	const regex_t *image, *comm;
	const struct cpu_range *cpus;
	size_t nr_cpus;		/* 0: all */
};

struct selection {
	unsigned event;		/* index into profile.events */
	bool weigh;		/* by weight, where the event has one */
	unsigned scale;		/* decimal places that both sides are to have */
	struct filters filters;
	enum group_key by[GROUP_KEYS_MAX];
	size_t nr_by;		/* 0: by symbol */
};

/*
 * Make the rows of PROF those SEL selects, and its unit, total and so on those
 * of the event.  A profile without events is left as it is unless something is
 * asked of it.  Fails with ERR_USAGE when a filter or group asks what the
 * profile does not know, with ERR_LIMIT when counts pass COUNT_MAX.
 */
int profile_select(struct profile *prof, const struct selection *sel,
		   struct error *err);

/* Has PROF samples of the kernel, and others?  For the rule of one side only. */
void profile_modes(const struct profile *prof, unsigned event, bool *kernel,
		   bool *others);

/* The event's name without PMU prefix and modifiers: "cpu_core/cycles/u" is "cycles". */
struct span event_core(struct span name);

/*
 * The index in PROF of the event that NAME or a number from 1 means, or -1.
 */
int event_find(const struct profile *prof, struct span name);

/*
 * The first event of BASE that TEST has too, into *A and *B.  Fails with
 * ERR_USAGE, listing both, when there is none.
 */
int events_match(const struct profile *base, const struct profile *test,
		 unsigned *a, unsigned *b, struct error *err);

#endif
