/*
 * placing.h - where in an image the ticks of a symbol fell
 *
 * A profile that is given a `placing` before its rows are made keeps what it
 * takes to say so later.  Samples keep it themselves: struct samples.
 */
#ifndef DIFFPROF_PLACING_H
#define DIFFPROF_PLACING_H

#include "diffprof/geometry.h"

struct placing {
	struct image_files files; /* of the kernel, as far as they are known */
	const char *useless; /* an image that has neither; or NULL */
	uint64_t
		moved; /* what makes an address of the table one of the files */
	/* Of a raw dump, once attribute() has made its rows: */
	const struct histogram *histogram;
	const struct symtab *symtab; /* must stay */
	struct geometry geo;
};

/*
 * SHARE of OF parts of COUNT ticks fell on bytes in [FROM, TO), of which nobody
 * knows which.
 */
struct place {
	uint64_t from, to; /* addresses of the files */
	uint64_t count;
	uint32_t share, of;
};

/*
 * Give PROF a placing, with what of the kernel's image there is: that of IMAGE,
 * which is an image if the user named one (or NULL) and must stay; of a raw dump,
 * whose symbols it is, also of one that mapsearch.h finds, which DEBUG then is.
 */
void placing_begin(struct profile *prof, const struct symtab *image,
		   struct symtab *debug);

/* For attribute(): keep the histogram of PROF, whose symbols are ST. */
void placing_keep(struct profile *prof, const struct symtab *st,
		  const struct geometry *geo);

/*
 * The places of the ticks that attribute() gave to the symbol at ADDR, an address
 * of the table; what it rounded is not rounded here.
 */
struct place *placing_slots(const struct profile *prof, uint64_t addr,
			    struct arena *arena, size_t *nr);

#endif
