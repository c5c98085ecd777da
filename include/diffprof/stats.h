/*
 * stats.h - what may be called a change: numbers in, numbers out
 *
 * The method is that of diffprof-statistics(7).  B and T are the counts of one
 * row in base and in test, summed over the runs; R is the exposure of test over
 * that of base, so that without a change T / R is about B.  PHI is the row's
 * noise factor: the variance of its counts over their mean; clumps of PHI ticks
 * tell as much as one tick would.  DF is how well PHI is known, in degrees of
 * freedom; INFINITY: exactly, and Student's t is the normal distribution.
 *
 * Nothing here keeps state, and all but stats_mann_whitney() may be called from
 * several threads.  No count may be negative or no number.
 */
#ifndef DIFFPROF_STATS_H
#define DIFFPROF_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* Rows of fewer ticks in all are not tested: hardly any outcome could tell. */
#define STATS_TESTED 10
/* Run-to-run noise that is taken for granted of one run a side, and how far. */
#define STATS_GUESSED_CV 0.02
#define STATS_GUESSED_DF 10.0

struct limits {
	double low, high;	/* of 95 % */
};

/*
 * Signed score of the change of one row: how many standard deviations of the
 * normal distribution T lies above what B lets expect, from the mid-p of the
 * binomial distribution that T has, given B + T, without a change.  Takes the
 * effective counts as independent.  0 if there are none.
 */
double stats_z(double b, double t, double r, double phi);

/* How likely a score this far from 0, or farther, is without a change. */
double stats_p(double z, double df);

/* The score, above 0, of which the normal distribution gives this p. */
double stats_z_of_p(double p);

/* The score that stats_p() gives 0.05. */
double stats_critical(double df);

/*
 * The ratios (T / R) / B that are not refuted: 1 is outside exactly when p is
 * below 0.05.  0 below when there is no T, INFINITY above when there is no B.
 */
struct limits stats_ratio_limits(double b, double t, double r, double phi,
				 double df);

/* Limits of T / R - B, to be divided by the runs of base. */
struct limits stats_delta_limits(double b, double t, double r, double phi,
				 double df);

/*
 * The noise floor: the smallest rise (FALL: fall) of T / R over B that would
 * have a p of 0.05, to be divided by the runs of base.
 */
double stats_least_delta(double b, double r, double phi, double df, bool fall);

/*
 * Base ticks that a row needs to show a change by the fraction F with a power of
 * 80 %; for a row among hundreds, 2.5 times as many.
 */
double stats_ticks_needed(double f, double r, double phi);

/* Runs a side for the same, where each has B and T ticks and varies by CV. */
double stats_runs_needed(double f, double b, double t, double phi, double cv);

/* The factor by which rows that did not change differ. */
struct robust {
	double r;		/* test over base; NAN without ticks */
	double se;		/* standard error of its logarithm */
	size_t kept;		/* rows it is taken from */
};

/*
 * From NR rows (idle ones left out): a weighted median, then the sums of the
 * rows that lie within the noise of it.  Not to be believed when more than half
 * of the ticks changed.
 */
struct robust stats_robust(const double *b, const double *t, size_t nr);

/* B T / (B + T); 0 if there are none. */
double stats_harmonic(double b, double t);

/*
 * The noise common to NR tested rows of one run a side, from how far they
 * scatter: at least 1, which it is of fewer than 20 rows.  R is the robust one.
 * A row's noise factor is stats_single_phi() of it, its df STATS_GUESSED_DF.
 */
double stats_single_noise(const double *b, const double *t, size_t nr,
			  double r);
double stats_single_phi(double g, double b, double t);

/*
 * A row's own noise factor: the variance of its counts over their means, each
 * of N_BASE base runs and N_TEST test runs behind them, with these EXPOSURES.
 */
double stats_own_noise(const double *counts, const double *exposures,
		       size_t n_base, size_t n_test);

/*
 * The same of sums: each of the N_BASE and N_TEST counts is that of as many RUNS,
 * of that exposure each, and SQUARES is the sum of the squares of theirs.
 */
double stats_own_noise_of_sums(const double *counts, const double *squares,
			       const double *runs, const double *exposures,
			       size_t n_base, size_t n_test);

/* The noise usual for rows of a size, and how well it is known. */
struct prior {
	bool known;		/* there were ten rows to learn it from */
	double a, c;		/* a + c mu: of rows with mu counts a run */
	double k, d0;		/* scale and degrees of freedom; may be INFINITY */
	double d;		/* degrees of freedom of a row's own */
};

/* What PRIOR alone says of a row of MU counts a run; 1 if it knows nothing. */
double stats_usual_noise(const struct prior *prior, double mu);

/*
 * Fit to NR rows of MU counts a run and own noise S2 with D degrees of freedom
 * (runs of both sides, less two).  Rows with MU below 5 are passed over.
 */
struct prior stats_prior(const double *mu, const double *s2, size_t nr,
			 double d);

/* A row's noise factor by all that is known, at least 1. */
double stats_shared_phi(const struct prior *prior, double mu, double s2);
double stats_shared_df(const struct prior *prior);

/*
 * Q of each of NR values of p, by Benjamini and Hochberg: the share of false
 * ones among all rows with a q as small.  P is not changed.
 */
void stats_false_discovery(const double *p, size_t nr, double *q);

/* One side of a measured quantity; sd is NAN of one run. */
struct measured {
	double n, mean, sd;
};

struct measured stats_sample(const double *values, size_t nr);

struct welch {
	double delta, se, df, t;	/* NAN where there is no test */
	double p;
	struct limits limits;		/* of delta */
};

/*
 * Do the means of two samples differ?  With one run on a side the other's sd is
 * taken for both; with one on both sides there is no test.  Takes the runs as
 * independent and roughly normal.
 */
struct welch stats_welch(const struct measured *base,
			 const struct measured *test);

/*
 * The exact p of Mann and Whitney's rank test; NAN with fewer than four runs on
 * a side, or with ties.
 */
double stats_mann_whitney(const double *base, size_t n_base,
			  const double *test, size_t n_test);

#endif
