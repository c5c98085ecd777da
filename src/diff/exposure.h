/*
 * exposure.h - how comparable the sides are, before any row is judged
 *
 * The rows that take part in anything statistical, what each run's counts are
 * divided by, and what the rows that did not change did as a whole.
 */
#ifndef DIFF_EXPOSURE_H
#define DIFF_EXPOSURE_H

#include "diffprof/diff.h"
#include "diffprof/stats.h"

/* The rows that take part: neither idle nor uncertain. */
struct part {
	double *b, *t; /* sums over the runs */
	uint32_t *row;
	size_t nr;
};

bool row_takes_part(const struct diff_row *row);

/* All of them, in SCRATCH. */
struct part part_of(const struct diff *diff, struct arena *scratch);

/* Are all counts those of independent events, which can be tested? */
bool part_has_samples(const struct diff *diff);

/*
 * Find diff->exposure, in ARENA, unless it is known; diff->idle must be.
 * Returns that of test over that of base.
 */
double exposure_find(struct diff *diff, struct arena *arena);

/*
 * What the rows that did not change did, at R: 1 is nothing.  ROBUST is that of
 * their counts as they are, by stats_robust().
 */
struct robust exposure_unchanged(struct robust robust, double r);

/* Say so where ROWS, which did not change, moved; it becomes the first note. */
void moved_note(struct diff *diff, const struct robust *rows);

#endif
