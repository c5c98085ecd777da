/*
 * pprofframes.h - call chains of a profile.proto
 *
 * Locations become frames when a sample needs them: functions where the profile
 * names them, else addresses in the image that their mapping is of.
 */
#ifndef READ_PPROFFRAMES_H
#define READ_PPROFFRAMES_H

#include "diffprof/profile.h"
#include "pprof.h"

/* A mapping as an image. */
struct place {
	name_id image; /* NAME_NONE if its file is not known */
	uint8_t mode; /* enum sample_mode */
	bool kernel;
	uint32_t object; /* index + 1, once an address needs it */
	const char *build_id;
};

/* A location of the chain before, from the outermost on. */
struct step {
	uint32_t location, node;
};

struct pprof_frames {
	const struct pprof *p;
	struct profile *prof;
	struct place *places; /* by mapping */
	uint32_t *leaf_of; /* by location: its node without chains, or 0 */
	struct step *steps;
	size_t nr_steps, cap_steps;
};

/* P has been scanned, and PROF has samples to be filled in. */
void pprof_frames_begin(struct pprof_frames *f, const struct pprof *p,
			struct profile *prof);

/*
 * The node of a sample at NR locations, the function itself first, and the mode
 * that it was in.
 */
uint32_t pprof_node(struct pprof_frames *f, const uint32_t *location, size_t nr,
		    uint8_t *mode);

#endif
