/*
 * attributing.h - what attribute.c and attribute_lines.c share
 */
#ifndef SYM_ATTRIBUTING_H
#define SYM_ATTRIBUTING_H

#include "diffprof/attribute.h"
#include "owner.h"

/* One party to a slot: BYTES of an owner's code, or of a hole. */
struct party {
	struct owner owner;
	bool hole;
	uint64_t bytes;
};

/*
 * Who has bytes in [FROM, TO)?  OWNER is the one at FROM and becomes the last.
 * Returns the number of parties; those over MAX are counted but not stored.
 */
size_t parties_find(const struct symtab *st, struct owner *owner, uint64_t from,
		    uint64_t to, struct party *parties, size_t max);

/* Ticks that steps of several owners have got. */
struct straddling {
	uint64_t ticks;
	/* The same by the power of two that would have told them apart. */
	uint64_t by[32];
};

/* The NR owners share a slot of COUNT ticks. */
void straddling_add(struct straddling *straddling, const struct symtab *st,
		    uint32_t step, uint64_t count, const struct party *parties,
		    size_t nr);

/* Find out what the words mean, and have a slot for each step. */
int attributing_begin(struct profile *prof, const struct symtab *st,
		      struct geometry *geo, struct error *err);
/* Is the last counter one of text only? */
bool attributing_last_is_text(const struct symtab *st);
/* OUTSIDE is of the last counter, if it is not. */
void attributing_note(struct profile *prof, const struct symtab *st,
		      const struct geometry *geo,
		      const struct straddling *straddling, uint64_t outside);

/*
 * Add the row of the ticks of OWNER; its image is KERNEL.  Not those of a hole.
 */
int attributing_row(struct profile *prof, const struct symtab *st,
		    const struct owner *owner, name_id kernel, uint64_t count,
		    struct error *err);

#endif
