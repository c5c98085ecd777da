/*
 * reports.h - the reports of a text, on their way to a profile
 *
 * perfreport.c reads lines into blocks, each what perf report prints of one
 * event or group of events; reportsections.c chooses a report, which may have
 * several; reportcounts.c makes events and rows of its blocks.
 */
#ifndef READ_REPORTS_H
#define READ_REPORTS_H

#include "reportline.h"

struct report_block {
	struct span event[REPORT_GROUP_MAX];
	unsigned nr; /* events */
	uint64_t samples; /* of all of them */
	bool has_samples; /* exactly: no K or M behind */
	uint64_t total; /* of all periods, "approx." */
	bool has_total;
	struct report_heading heading;
	bool has_heading;
	unsigned section; /* from 0 */
	size_t first, end; /* its rows */
	size_t lineno; /* of the first */
};

struct reports {
	struct profile *prof;
	struct arena scratch; /* of all below */
	struct report_block *block;
	size_t nr, cap;
	struct report_row *row;
	size_t nr_rows, cap_rows;
	unsigned nr_sections;
};

static inline bool report_has_rows(const struct report_block *block)
{
	return block && block->end > block->first;
}

/* Number the sections that have rows from 0 on; the others are out of reach. */
void report_sections(struct reports *reports);

/*
 * The section that is WANTED, from 1, or the only one if it is 0.  Fails with
 * ERR_USAGE, telling where each begins, when there is no such.
 */
int report_choose(const struct reports *reports, unsigned wanted,
		  unsigned *section, struct error *err);

/*
 * Enter the blocks of SECTION.  Fails with ERR_LIMIT when counts add up to more
 * than COUNT_MAX, or there are more events than a profile can have.
 */
int report_counts(const struct reports *reports, unsigned section,
		  struct error *err);

#endif
