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

struct sample;

enum group_key {
	GROUP_SYMBOL,
	GROUP_IMAGE,
	GROUP_COMM,
	GROUP_CPU,
	GROUP_FILE, /* these need sources */
	GROUP_DIR,
	GROUP_LINE,
	GROUP_INLINE, /* the function, which may be inlined */
};
#define GROUP_KEYS_MAX 8

struct cpu_range {
	uint64_t first, last;
};

struct filters {
	bool kernel, user;	/* only these; both or neither: all */
	const regex_t *image, *comm;
	const struct cpu_range *cpus;
	size_t nr_cpus;		/* 0: all */
};

struct selection {
	unsigned event;		/* index into profile.events, if it has any */
	bool weigh;		/* by weight instead of count */
	bool as_profile;	/* of a finished comparison, the profile of test */
	unsigned scale;		/* decimal places that counts are to have */
	struct filters filters;
	enum group_key by[GROUP_KEYS_MAX];
	size_t nr_by;		/* 0: by symbol */
	unsigned dir_depth; /* of GROUP_DIR; 0: all of it */
};

/*
 * Make the rows of PROF those SEL selects, and its unit, total and so on those
 * of the event.  A row's symbol then is the key of its group: "comm: symbol",
 * "cpu 3", the image, "mm/memory.c:12".  Samples keep the counts that went into
 * rows, 0 where they were left out.  When filters leave none, the note
 * nothing-passes says what there is.  Fails with ERR_USAGE when a filter or
 * group asks what the profile does not know, with ERR_LIMIT when counts pass
 * COUNT_MAX.
 */
int profile_select(struct profile *prof, const struct selection *sel,
		   struct error *err);

/* Must the sources be known to group by KEY? */
static inline bool group_needs_sources(enum group_key key)
{
	return key >= GROUP_FILE;
}

bool filters_any(const struct filters *filters);
/* Does SAMPLE of PROF pass?  Its frame must have its image. */
bool filters_pass(const struct filters *filters, const struct profile *prof,
		  const struct sample *sample);

/* Which modes the samples of EVENT are of: a set of 1 << enum sample_mode. */
unsigned profile_modes(const struct profile *prof, unsigned event);

#endif
