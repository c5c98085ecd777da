/*
 * diff.h - two kernels compared: paired rows
 *
 * base and test are the two kernels; each side has one or more runs.  Sums of
 * counts stay integers; what is derived from them (means, delta, percent) is
 * computed from unrounded numbers when somebody asks.
 *
 *	base_mean	= base / runs of base
 *	test_mean	= test * factor / runs of test
 *	delta		= test_mean - base_mean
 *	percent		= 100 * delta / base_mean; none without a base
 */
#ifndef DIFFPROF_DIFF_H
#define DIFFPROF_DIFF_H

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#include "diffprof/error.h"
#include "diffprof/names.h"
#include "diffprof/notes.h"
#include "diffprof/profile.h"

enum row_status {
	STATUS_BOTH,
	STATUS_NEW,		/* no ticks in base */
	STATUS_GONE,		/* no ticks in test */
	STATUS_UNCERTAIN,	/* a cut listing does not show it */
};

enum row_match {
	MATCH_NONE,		/* one side only */
	MATCH_NAME,
	MATCH_ALIAS,		/* another name of the same address */
	MATCH_FOLDED,		/* the same function, clones and parts folded */
	MATCH_MOVED,		/* from module to built in, or back */
	MATCH_RENAME,		/* --rename */
	MATCH_SIMILAR, /* --find-renames */
};

/* Names as JSON and CSV have them. */
extern const char *const row_status_names[];
extern const char *const row_match_names[];

/* In an order without gaps: a large comparison is rows and little else. */
struct diff_row {
	uint64_t base, test;	/* sums over the runs, of what they show */
	/* The most it can be, when uncertain; else equal to the sum. */
	uint64_t base_high, test_high;	/* COUNT_UNKNOWN: no bound */
	name_id symbol; /* folded */
	name_id image;
	name_id renamed_from; /* base's name, of a pair with two */
	uint32_t parts; /* index into diff.parts, 0 for none */
	float test_size;	/* in bytes, 0 if not known: for load */
	uint8_t status;		/* enum row_status */
	uint8_t match;		/* enum row_match */
	uint8_t score; /* of a similar one: in percent; else 0 */
	bool user : 1;		/* of a program: its image is no module */
	bool idle : 1;
	bool base_cut : 1; /* base is the uncertain one */
	bool test_cut : 1;
};

struct side {
	const char *label;
	struct profile *const *runs;
	size_t nr_runs; /* profiles; each may be the sum of many runs */
	uint64_t measured; /* runs in all, once compared or listed */
	uint64_t total;		/* COUNT_UNKNOWN: a cut listing without a total */
	uint64_t listed;
	uint64_t idle;		/* ticks of rows that are idle */
	size_t symbols;		/* rows with ticks on this side */
};

enum normalize_how {
	NORMALIZE_NONE,
	NORMALIZE_TOTAL,
	NORMALIZE_BUSY,
	NORMALIZE_FACTOR,
	NORMALIZE_WORK,
	NORMALIZE_ROBUST,	/* the rows that did not change are equal */
};

struct normalization {
	enum normalize_how how;
	long double factor;	/* that test counts are multiplied by */
	double factor_se;	/* relative standard error; NAN if not estimated */
	double rate;		/* part of factor: see agree.h; 1 if alike */
};

/* What a text states of a row, in its unit: NAN where it says nothing. */
struct stated_row {
	long double base, test, delta;
	double percent;
};

/* Instead of counts, of a comparison that a text has made: see stated.h. */
struct statement {
	struct stated_row *row; /* by row of the diff; the total at [nr] */
	bool has_total;
	bool cut; /* the text says that it left rows out */
};

struct diff {
	struct side base, test;
	struct normalization norm;
	bool idle_left_out;	/* --no-idle */
	struct names *names;
	struct diff_row *rows;	/* in no order; a listing may say 0 of one */
	size_t nr;
	size_t nr_uncertain; /* of the rows */
	struct diff_row total;	/* idle included unless left out */
	/*
	 * Counts per run, base's first: counts[row * stride + run], the total
	 * in a row of its own at [nr].  COUNT_UNKNOWN: a cut run does not show it.
	 */
	uint64_t *counts;
	size_t stride;
	/*
	 * Where one of the runs is the sum of many: likewise, the sums of the
	 * squares of the counts behind each count, NAN where that is not known;
	 * and of all that is not idle, by run.  Else NULL.
	 */
	double *squares, *busy_squares;
	uint64_t *idle;		/* idle ticks by run; NULL until needed */
	/*
	 * By run (of a sum: of one of its runs), base's mean is 1; NULL until
	 * needed, as it is of repeats.
	 */
	double *exposure;
	struct significance *significance;	/* NULL: not asked for */
	/*
	 * Where counts are weights of samples: the same comparison, row by row,
	 * by the samples, which is what can be tested; else NULL.
	 */
	struct diff *sampled;
	const struct statement *stated; /* NULL: rows have counts */
	const struct timing *times;	/* of the runs, if they are known */
	size_t nr_times;
	/* Lists of the names folded into a row, each ended by NAME_NONE. */
	name_id *parts;
	struct source_places places; /* of the symbols of rows, if known */
	const char **explained; /* by row: see explain.h; NULL: nobody asked */
	struct concern *concerns; /* by row; NULL: nobody asked */
	struct notes notes;
};

struct concern; /* maintainers.h */

struct rename_pair {
	const char *from, *to;	/* base's name, test's name */
};

struct compare_options {
	bool assume_zero;
	enum normalize_how how;
	double factor;		/* with NORMALIZE_FACTOR */
	double work_base, work_test;	/* with NORMALIZE_WORK, of a run */
	/* Of each run, where they differ; else NULL. */
	const double *works_base, *works_test;
	size_t nr_works_base, nr_works_test;
	const regex_t *idle;	/* NULL: the built-in list */
	bool no_idle;
	const struct rename_pair *renames;
	size_t nr_renames;
	bool find_renames;
	double similar; /* the score, in percent, that is enough */
};

/* What git takes as well. */
#define SIMILAR_ENOUGH 50

/*
 * Compare the runs of BASE with those of TEST, which fold_profile() has seen.
 * Everything lives in ARENA; names
 * are interned into NAMES (shared by several comparisons of one base).  The
 * notes of the profiles are added to those of the comparison.  Fails with
 * ERR_LIMIT when a sum over the runs passes COUNT_MAX, with ERR_USAGE when a
 * renamed symbol is on neither side, the normaliser has no ticks, or there is
 * work of another number of runs.
 */
int compare(const struct side *base, const struct side *test,
	    const struct compare_options *opts, struct names *names,
	    struct arena *arena, struct diff *diff, struct error *err);

/*
 * Find DIFF's `sampled`, if its counts are weights and all of its runs know the
 * samples behind them.  OPTS are those that DIFF was made with.  Fails as
 * compare().
 */
int compare_samples(struct diff *diff, const struct compare_options *opts,
		    struct arena *arena, struct error *err);

/* Is run I of SIDE in another file than the one before it? */
static inline bool side_begins_file(const struct side *side, size_t i)
{
	return !i || side->runs[i]->path != side->runs[i - 1]->path;
}

static inline size_t side_files(const struct side *side)
{
	size_t nr = 0;

	for (size_t i = 0; i < side->nr_runs; i++)
		nr += side_begins_file(side, i);
	return nr;
}

/* The profile behind column I of diff.counts. */
static inline const struct profile *diff_run(const struct diff *diff, size_t i)
{
	return i < diff->base.nr_runs ? diff->base.runs[i] :
					diff->test.runs[i - diff->base.nr_runs];
}

/* How many runs there are in all, those behind sums too. */
static inline uint64_t diff_measured(const struct diff *diff)
{
	return diff->base.measured + diff->test.measured;
}

/* How many are behind column I of diff.counts. */
static inline double diff_runs_of(const struct diff *diff, size_t i)
{
	return (double)diff_run(diff, i)->runs;
}

/* What the text states of ROW, or NULL: it has counts. */
static inline const struct stated_row *diff_stated(const struct diff *diff,
						   const struct diff_row *row)
{
	if (!diff->stated)
		return NULL;
	return &diff->stated
			->row[row == &diff->total ? diff->nr :
						    (size_t)(row - diff->rows)];
}

/* Decimal places of the numbers that a text states; 0 of counts. */
static inline unsigned diff_decimals(const struct diff *diff)
{
	return diff->stated ? diff->base.runs[0]->scale : 0;
}

/*
 * Derived numbers, or stated ones and NAN where none is; long double holds any
 * difference of counts exactly.
 */
long double diff_base_mean(const struct diff *diff, const struct diff_row *row);
long double diff_test_mean(const struct diff *diff, const struct diff_row *row);
long double diff_delta(const struct diff *diff, const struct diff_row *row);
/* NAN when base has none. */
double diff_percent(const struct diff *diff, const struct diff_row *row);
/*
 * How far the runs of a side lie apart, as they are normalised: their standard
 * deviation.  NAN of a single run, and where a cut one does not show ROW.
 */
double diff_base_sd(const struct diff *diff, const struct diff_row *row);
double diff_test_sd(const struct diff *diff, const struct diff_row *row);
/* DELTA as text outputs show it: rounded once, half to even. */
long double diff_rounded(long double delta);

#endif
