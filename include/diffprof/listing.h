/*
 * listing.h - one profile, or several summed, as readprofile(8) lists it
 */
#ifndef DIFFPROF_LISTING_H
#define DIFFPROF_LISTING_H

#include "diffprof/diff.h"

struct listing_row {
	name_id symbol;
	name_id image;
	uint64_t count;
	uint64_t addr;		/* 0 if not known, or of several */
	double size;		/* in bytes; 0 if not known */
	bool idle;
	bool user;		/* of a program: its image is no module */
};

struct listing {
	struct side side;
	struct names *names;
	struct source_places places; /* of the symbols of rows, if known */
	struct listing_row *rows;
	size_t nr;
	struct listing_row total;	/* size: of the text, if known */
	struct concern *concerns; /* by row; NULL: nobody asked */
	bool unknown_apart;	/* as readprofile has it: total is without it */
	bool idle_left_out; /* --no-idle */
	struct notes notes;
};

struct listing_options {
	bool by_symbol;		/* sum symbols of one name; else each address apart */
	bool as_readprofile;
	const regex_t *idle;
	bool no_idle;
};

/* Sum SIDE's runs into LISTING, in ARENA.  Fails with ERR_LIMIT. */
int listing_make(const struct side *side, const struct listing_options *opts,
		 struct names *names, struct arena *arena,
		 struct listing *listing, struct error *err);

#endif
