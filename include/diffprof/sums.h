/*
 * sums.h - profiles of many runs, added up
 *
 * What is kept of them does not depend on the order in which they come, nor on
 * whether some had been added up before: sums, sums of squares, what is equal of
 * all, the least and the greatest.  So merging is associative and commutative,
 * and sums_print() gives the same bytes.  Memory grows with distinct symbols.
 */
#ifndef DIFFPROF_SUMS_H
#define DIFFPROF_SUMS_H

#include "diffprof/merged.h"
#include "diffprof/outbuf.h"
#include "diffprof/times.h"

/* A symbol of an event and mode. */
struct sums_row {
	name_id symbol, image;
	uint16_t event;
	uint8_t mode;
	uint32_t function, whole_image; /* indexes of groups */
	uint64_t count, weight;
	uint64_t size; /* in bytes; 0 if not known, or not the same of all */
	wide squares;
	uint64_t pending; /* of the run that is being added */
	uint64_t run; /* the last that had it */
};

/* Rows taken together: a function, or (NAME_NONE) an image. */
struct sums_group {
	name_id function, image;
	uint16_t event;
	uint8_t mode;
	uint32_t rows;
	wide squares;
	uint64_t pending, run;
	uint64_t stated; /* the last run that had squares of its own for it */
};

struct sums_event {
	name_id name, mask, unit, weight_unit;
	unsigned scale;
	enum rate_kind rate_kind;
	double rate;
	uint64_t runs, count, busy;
	wide squares, busy_squares;
	uint64_t pending, pending_busy, run;
};

/* So many values of a fact are kept, the first by their bytes. */
#define SUMS_VALUES_MAX 16

struct sums_fact {
	name_id key;
	name_id value[SUMS_VALUES_MAX]; /* ascending by their bytes */
	uint64_t runs[SUMS_VALUES_MAX];
	size_t nr;
	uint64_t others; /* runs of values that are not kept */
};

/* A hash table of indexes + 1. */
struct sums_table {
	uint32_t *slot;
	size_t mask;
};

struct sums {
	struct arena arena;
	struct names names;
	uint64_t runs;
	uint64_t serial; /* of the profile that is being added */
	struct sums_event *event;
	size_t nr_events, cap_events;
	struct sums_row *row;
	size_t nr_rows, cap_rows;
	struct sums_group *group;
	size_t nr_groups, cap_groups;
	struct sums_table rows, groups;
	struct sums_fact *fact;
	size_t nr_facts, cap_facts;
	struct span first, last; /* dates; empty if none is known */
	struct times_sum times;
	/* Those that the run being added has, by index. */
	uint32_t *touched, *touched_groups;
	size_t nr_touched, cap_touched, nr_touched_groups, cap_touched_groups;
};

void sums_init(struct sums *sums);
/*
 * Add PROF: a run with symbols, or a merged one.  Fails with ERR_FORMAT for what
 * cannot be added up (a cut listing, a comparison), with ERR_LIMIT for sums that
 * are too large; SUMS are of no use then, but for sums_release().
 */
int sums_add(struct sums *sums, const struct profile *prof, struct error *err);
/* May PROF be added at all?  Fails as sums_add() does with ERR_FORMAT. */
int sums_check(const struct profile *prof, struct error *err);
/* Append the merged recording to FILE.  Fails with ERR_LIMIT. */
int sums_print(const struct sums *sums, struct outbuf *file,
	       struct error *err);
void sums_release(struct sums *sums);

#endif
