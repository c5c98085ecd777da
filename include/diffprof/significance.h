/*
 * significance.h - which rows of a comparison changed, and which are noise
 *
 * Works out, once rows are paired and normalised, what stats.h has to say of
 * each, as diffprof-statistics(7) tells.  It takes time, so it is done only for
 * outputs that show it.
 *
 * Nothing is said of idle rows, of uncertain ones, and of a total that is the
 * normaliser.  The total's test is that of the busy ticks, whether idle ones
 * are shown or not.
 */
#ifndef DIFFPROF_SIGNIFICANCE_H
#define DIFFPROF_SIGNIFICANCE_H

#include "diffprof/diff.h"
#include "diffprof/stats.h"

enum verdict {
	VERDICT_UNKNOWN,	/* not tested */
	VERDICT_NOISE,
	VERDICT_MORE,
	VERDICT_LESS,
};

/* Names as JSON and CSV have them. */
extern const char *const verdict_names[];

/* What is known of one row; NAN where nothing is. */
struct finding {
	double phi;
	double z, p;		/* NAN if not tested */
	double q;		/* NAN of the total, which is in no family */
	enum verdict verdict;
};

enum noise_how {
	NOISE_UNKNOWN,		/* weights without samples: no tests */
	NOISE_GUESSED,		/* one run a side: from the rows' scatter */
	NOISE_REPEATS,
	NOISE_GIVEN,		/* --noise */
};

/* Names as JSON has them. */
extern const char *const noise_how_names[];

struct significance_options {
	double fdr;		/* --fdr */
	double noise;		/* --noise; 0: find it out */
};

struct significance {
	struct finding *row;	/* by row of the comparison; the total at [nr] */
	enum noise_how how;
	double g;		/* common noise; NAN with repeats */
	double df;
	double fdr;
	size_t tested;		/* rows in the family */
	/*
	 * What the rows that did not change did, as they are normalised; NAN of
	 * weights, which do not tell how far they scatter.
	 */
	struct robust unchanged;
	double r;		/* exposure of test over that of base */
	struct limits total_limits;	/* of its delta, a run; with repeats */
	uint64_t serial; /* of all there have been: see finding.c */
};

/* Fill in diff->significance, in ARENA; add its notes to those of DIFF. */
void significance_find(struct diff *diff,
		       const struct significance_options *opts,
		       struct arena *arena);

/* Of ROW; NULL if significance_find() was not called. */
const struct finding *significance_of(const struct diff *diff,
				      const struct diff_row *row);

/* Is ROW more or less? */
bool significance_changed(const struct diff *diff, const struct diff_row *row);

/* What --fail-above and --fail-row-above ask for, in percent. */
struct bounds {
	double above, row;
	bool above_given, row_given;
};

/*
 * Is ROW, or the busy total, more, and grew by over ABOVE percent of base's busy
 * total, or by over ROW percent of its own base?  (The total has no bound of its
 * own, a new row no percentage.)
 */
bool significance_exceeds(const struct diff *diff, const struct diff_row *row,
			  const struct bounds *bounds);

/*
 * Fails with ERR_USAGE where a bound could not be exceeded whatever happened, so
 * that nobody takes silence for an answer: nothing is tested, or it is not known
 * what base's busy total is.
 */
int significance_check_bounds(const struct diff *diff,
			      const struct bounds *bounds, struct error *err);

/*
 * Limits of test_mean / base_mean and of delta; NAN where nothing is known.  They
 * may be asked for by several threads at once.
 */
struct limits significance_ratio_limits(const struct diff *diff,
					const struct diff_row *row);
struct limits significance_delta_limits(const struct diff *diff,
					const struct diff_row *row);

/* Three, two or one of `*' (`+' where noise was guessed), "~", or ".". */
const char *significance_marker(const struct diff *diff,
				const struct diff_row *row);

/*
 * What compare() does for NORMALIZE_ROBUST: set diff->norm and diff->exposure.
 * Fails with ERR_USAGE when there are no rows to compare by.
 */
int significance_normalize(struct diff *diff, struct arena *arena,
			   struct error *err);

#endif
