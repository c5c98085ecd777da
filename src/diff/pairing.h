/*
 * pairing.h - rows on their way from runs to a comparison
 *
 * pair.c gives each key of any run a row; partner.c joins rows of one side that
 * are the same function under other names; settle.c makes the rows that are
 * left into those of the comparison.
 */
#ifndef DIFF_PAIRING_H
#define DIFF_PAIRING_H

#include "join.h"

/* A name that was folded into a row. */
struct part {
	uint32_t row;
	name_id name;
	bool test;
};

enum {
	PLAIN_BASE = 1,
	PLAIN_TEST = 2,
	RENAMED = 4,
	GONE_INTO_OTHER = 8,
	OF_USER = 16,		/* of a program */
};

struct pairing {
	struct diff *diff;
	const struct compare_options *opts;
	struct arena *arena;
	struct arena scratch;
	struct translation *translations;	/* by run, base's first */
	struct row_index index;
	float *test_size;	/* by row */
	uint8_t *flags;		/* by row: the above */
	uint8_t *match;		/* by row: set where it is no plain one */
	name_id *renamed_from; /* by row; NULL if there can be none */
	uint8_t *score; /* likewise, of rows that are similar */
	struct part *parts;
	size_t nr_parts, cap_parts;
};

static inline uint64_t *counts_of(const struct diff *diff, size_t row)
{
	return diff->counts + row * diff->stride;
}

/* Does one side only, of two that are both complete, have ticks in ROW? */
bool pair_one_sided(const struct pairing *p, uint32_t row, bool test);
/* Put base's counts of GONE into NEW, which only test has. */
void pair_merge(struct pairing *p, uint32_t gone, uint32_t new,
		enum row_match match);

/* Join rows that one side has under one name and the other under another. */
void pair_aliases(struct pairing *p);
void pair_moved(struct pairing *p);
/* Functions that were renamed, as far as the symbols of the kernels tell. */
void pair_similar(struct pairing *p);

/* The rows of the comparison; fails with ERR_LIMIT. */
int settle_rows(struct pairing *p, struct error *err);

#endif
