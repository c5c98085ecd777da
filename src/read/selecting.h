/*
 * selecting.h - what profile_select() asks of a row, wherever it is from
 */
#ifndef READ_SELECTING_H
#define READ_SELECTING_H

#include "diffprof/select.h"

/* One row on its way: what profile_add() and the filters want to know. */
struct candidate {
	name_id symbol, image, comm;
	int32_t cpu;
	unsigned mode;
	const struct source *source; /* NULL if it is not known */
};

struct selecting {
	struct profile *prof;
	const struct selection *sel;
	uint64_t unit; /* that counts are multiplied by */
	/* What the key is made of. */
	bool symbol, imaged, comm, cpu, sourced;
	size_t passed; /* rows or samples that the filters let through */
};

/* MODE, or what IMAGE tells where the input does not say. */
unsigned mode_of(const struct profile *prof, unsigned mode, name_id image);
bool passes(const struct filters *f, const struct profile *prof,
	    const struct candidate *c);

/* What profile_select() does with a finished comparison. */
void select_changes(struct selecting *s);

/* Is MODE that of a program? */
bool is_user(unsigned mode);

/* Are rows keyed by more or less than their symbol?  Then C gets its key. */
bool grouped(const struct selecting *s);
void make_key(const struct selecting *s, struct candidate *c);

/* The part of a key that the sources tell: select_sources.c. */
struct span source_part(const struct selecting *s, const struct candidate *c,
			enum group_key key);
/* Put down what C, whose symbol is its key by now, is in the sources. */
void keep_place(const struct selecting *s, const struct candidate *c);

/* COUNT in the unit that all sides share; fails with ERR_LIMIT. */
int scaled(const struct selecting *s, uint64_t *count, struct error *err);

/* Which of PROF's rows and samples there are, if none passed: see there. */
void note_none(const struct selecting *s, size_t nr_rows,
	       const struct facet *facets);

/* Make rows of the profile's samples: collect.c. */
int select_samples(struct selecting *s, struct error *err);

#endif
