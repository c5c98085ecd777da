#include "diffprof/stats.h"

#include <math.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#define CONFIDENCE_TAIL 0.025

#define SQRT_2PI 2.50662827463100050242

/* Below this a probability has lost digits: its logarithm is taken. */
#define TINY 1e-280

/*
 * The mid-p tails of one effective pair at q, where 1 - q is given apart.  The
 * outcome itself has POINT; either tail has half of it.
 */
struct tails {
	double b, t, q, q1;
	double point;		/* once a tail is known */
};

/* P(more than T), or P(less than T), by the smaller of q and 1 - q. */
static double beyond(const struct tails *at, bool upper)
{
	double a = upper ? at->t + 1 : at->t, b = upper ? at->b : at->b + 1;

	return at->q <= at->q1 ? pbeta(at->q, a, b, upper, 0) :
				 pbeta(at->q1, b, a, !upper, 0);
}

/* So many terms; what is left is then close to a geometric series. */
#define TERMS_MAX 10000

/*
 * ln of P(more than T) + P(T) / 2, or of P(less than T) + P(T) / 2, far out.
 * pbeta() would lose the logarithm to underflow, and say so on standard output.
 * Beyond T there are so many times P(T):
 *
 *	q b / (t + 1) * (1 + q (n + 1) / (t + 2) * (1 + q (n + 2) / (t + 3) ...
 */
static double log_tail(const struct tails *at, bool upper)
{
	double t = upper ? at->t : at->b, b = upper ? at->b : at->t;
	double q = upper ? at->q : at->q1, n = t + b;
	double point = dbinom_raw(at->t, n, at->q, at->q1, 1);
	double term = q * b / (t + 1), sum = 0.5, ratio = 0;

	for (int k = 1; k <= TERMS_MAX && term > 1e-12 * sum; k++) {
		sum += term;
		ratio = q * (n + k) / (t + 1 + k);
		term *= ratio;
	}
	if (term > 1e-12 * sum && ratio < 1)
		sum += term / (1 - ratio);
	return point + log(sum);
}

/* The same without the logarithm, for probabilities that are not TINY. */
static double tail(struct tails *at, bool upper)
{
	at->point = dbinom_raw(at->t, at->b + at->t, at->q, at->q1, 0);
	double sum = at->point / 2;

	if ((upper ? at->b : at->t) > 0)
		sum += beyond(at, upper);
	return sum;
}

/* The normal deviate behind which there is as much as in this tail. */
static double deviate(const struct tails *at, bool upper, double p)
{
	if (p > TINY)
		return qnorm5(p, 0, 1, 1, 0);
	return qnorm5(log_tail(at, upper), 0, 1, 1, 1);
}

static double score(struct tails *at)
{
	// The smaller tail has the digits; nearly always it is this one.
	bool upper = at->t * at->q1 > at->b * at->q;
	double p = tail(at, upper);

	if (p > 0.5) {
		upper = !upper;
		p = tail(at, upper);
	}
	double z = deviate(at, upper, p);
	return upper ? -z : z;
}

double stats_z(double b, double t, double r, double phi)
{
	struct tails at = { .b = b / phi, .t = t / phi,
			    .q = r / (1 + r), .q1 = 1 / (1 + r) };

	// Equal is equal, to the last digit of however many ticks.
	if (!(b + t > 0) || (b == t && r == 1))
		return 0;
	return score(&at);
}

double stats_p(double z, double df)
{
	return 2 * pt(-fabs(z), df, 1, 0);
}

double stats_z_of_p(double p)
{
	return -qnorm5(p / 2, 0, 1, 1, 0);
}

double stats_critical(double df)
{
	// All rows of a comparison ask for the same one.
	static _Thread_local double last_df, last;

	if (df != last_df) {
		last = qt(CONFIDENCE_TAIL, df, 0, 0);
		last_df = df;
	}
	return last;
}

/* How fast the score falls with logit q. */
static double score_slope(const struct tails *at, double z)
{
	double width = SQRT_2PI / 2 * (at->t * at->q1 + at->b * at->q);

	if (at->point > TINY)
		return at->point * exp(z * z / 2) * width;
	double point = dbinom_raw(at->t, at->b + at->t, at->q, at->q1, 1);
	return exp(point + z * z / 2) * width;
}

static void put_logit(struct tails *at, double x)
{
	at->q = 1 / (1 + exp(-x));
	at->q1 = 1 / (1 + exp(x));
}

/*
 * The logit q at which the score is TARGET.  The score falls with q, from
 * infinity to minus infinity: Newton's steps, kept inside what is known.
 */
static double logit_of_score(struct tails at, double target)
{
	double low = -INFINITY, high = INFINITY;
	double start = log((at.t + 0.5) / (at.b + 0.5));
	double width = sqrt(1 / (at.t + 0.5) + 1 / (at.b + 0.5));
	double x = start - target * width;

	for (int i = 0; i < 200; i++) {
		put_logit(&at, x);
		double z = score(&at);
		double step = (z - target) / score_slope(&at, z);

		if (z > target)
			low = x;
		else
			high = x;
		// Far out the score bends; a bracket is doubled, then halved.
		double next = x + step;
		if (!isfinite(step) || !(next > low && next < high)) {
			if (isinf(high))
				next = x + fmax(width, x - start);
			else if (isinf(low))
				next = x - fmax(width, start - x);
			else
				next = low + (high - low) / 2;
		}
		// A step of Newton's squares what is off, in units of width.
		if (fabs(next - x) <= 1e-12 * fmax(1, fabs(x)) ||
		    (next == x + step && fabs(step) < 1e-7 * width) ||
		    next == low || next == high)
			return next;
		x = next;
	}
	return x;
}

struct limits stats_ratio_limits(double b, double t, double r, double phi,
				 double df)
{
	double c = stats_critical(df);
	struct tails at = { .b = b / phi, .t = t / phi };
	struct limits limits = { 0, INFINITY };

	if (t > 0)
		limits.low = exp(logit_of_score(at, c)) / r;
	if (b > 0)
		limits.high = exp(logit_of_score(at, -c)) / r;
	return limits;
}

/*
 * The quantile of the gamma distribution of SHAPE that is Z for the normal one:
 * Cornish and Fisher's expansion, as Goldberg and Levine have it for chi-square.
 */
static double gamma_expanded(double shape, double z)
{
	double n = 2 * shape, root = sqrt(2 * n), z2 = z * z, z4 = z2 * z2;

	return shape +
	       (z * root + 2 * (z2 - 1) / 3 + z * (z2 - 7) / (9 * root) -
		(6 * z4 + 14 * z2 - 32) / (405 * n) +
		z * (9 * z4 + 256 * z2 - 433) / (4860 * n * root) +
		(z2 * (12 * z4 - 243 * z2 - 923) + 1472) / (25515 * n * n) -
		z * (z2 * (3753 * z4 + 4353 * z2 - 289517) - 289717) /
			(9185400 * n * n * root)) /
		       2;
}

/*
 * The point that has A below it, or above it if UPPER; C is the normal one.  Of a
 * shape of 30 the expansion is within 2e-8 of the deviation, of 5 within 3e-5, which
 * a step of Newton's squares.  qgamma() takes ten times as long.
 */
static double gamma_quantile(double a, double c, double shape, bool upper)
{
	if (shape < 5 || !(c < 2.6))
		return qgamma(a, shape, 1, !upper, 0);
	double x = gamma_expanded(shape, upper ? c : -c);
	if (shape >= 30)
		return x;
	double off = pgamma(x, shape, 1, !upper, 0) - a;
	double slope = dpois_raw(shape - 1, x, 0);

	return x + (upper ? off : -off) / slope;
}

/* Limits of one Poisson mean, with A beyond either, which is C. */
static struct limits poisson_limits(double x, double phi, double a, double c)
{
	if (!(x > 0))
		return (struct limits){ 0, -phi * log(2 * a) };
	return (struct limits){
		phi * gamma_quantile(a, c, x / phi + 0.5, false),
		phi * gamma_quantile(a, c, x / phi + 0.5, true),
	};
}

/* The probability beyond C, of which all rows ask for the same. */
static double tail_of(double c)
{
	static _Thread_local double last_c = NAN, last;

	if (c != last_c) {
		last = pnorm5(-c, 0, 1, 1, 0);
		last_c = c;
	}
	return last;
}

struct limits stats_delta_limits(double b, double t, double r, double phi,
				 double df)
{
	double c = stats_critical(df), a = tail_of(c);
	struct limits base = poisson_limits(b, phi, a, c);
	struct limits test = poisson_limits(t, phi, a, c);
	double mean = t / r, delta = mean - b;

	test.low /= r;
	test.high /= r;
	return (struct limits){
		delta - hypot(mean - test.low, base.high - b),
		delta + hypot(test.high - mean, b - base.low),
	};
}

double stats_least_delta(double b, double r, double phi, double df, bool fall)
{
	double c = stats_critical(df);
	double a = c * c * phi / r;
	double root = hypot(a, 2 * c * sqrt(phi * b * (1 + 1 / r)));

	return (root + (fall ? -a : a)) / 2;
}

/* The points of the normal distribution for p = 0.05 and a power of 80 %. */
#define POWER_POINTS (1.96 + 0.84)

double stats_ticks_needed(double f, double r, double phi)
{
	double distance = log1p(f);

	return phi * POWER_POINTS * POWER_POINTS * (1 + 1 / (r * (1 + f))) /
	       (distance * distance);
}

double stats_runs_needed(double f, double b, double t, double phi, double cv)
{
	double distance = log1p(f);

	return 1 + 7.85 * (phi * (1 / b + 1 / t) + 2 * cv * cv) /
			   (distance * distance);
}

/* ---- times --------------------------------------------------------------- */

struct measured stats_sample(const double *values, size_t nr)
{
	struct measured sample = { .n = (double)nr, .mean = NAN, .sd = NAN };
	double sum = 0, squares = 0;

	for (size_t i = 0; i < nr; i++)
		sum += values[i];
	if (nr)
		sample.mean = sum / (double)nr;
	for (size_t i = 0; i < nr; i++)
		squares += pow(values[i] - sample.mean, 2);
	if (nr > 1)
		sample.sd = sqrt(squares / (double)(nr - 1));
	return sample;
}

/* The variance of a side's mean, and of the difference with its df. */
static void pool(const struct measured *base, const struct measured *test,
		 struct welch *welch)
{
	const struct measured *known = base->n > 1 ? base : test;

	if (base->n > 1 && test->n > 1) {
		double vb = base->sd * base->sd / base->n;
		double vt = test->sd * test->sd / test->n;

		welch->se = sqrt(vb + vt);
		welch->df = (vb + vt) * (vb + vt) /
			    (vb * vb / (base->n - 1) + vt * vt / (test->n - 1));
	} else if (known->n > 1) {
		welch->se = known->sd * sqrt(1 / base->n + 1 / test->n);
		welch->df = known->n - 1;
	}
}

struct welch stats_welch(const struct measured *base,
			 const struct measured *test)
{
	struct welch welch = {
		.delta = test->mean - base->mean,
		.se = NAN, .df = NAN, .t = NAN, .p = NAN,
		.limits = { NAN, NAN },
	};

	pool(base, test, &welch);
	if (isnan(welch.se))
		return welch;
	if (!(welch.se > 0)) {
		// Nothing varies: equal for sure, or beyond any test.
		welch.p = welch.delta == 0 ? 1 : NAN;
		welch.df = NAN;
		return welch;
	}
	welch.t = welch.delta / welch.se;
	welch.p = stats_p(welch.t, welch.df);
	double reach = stats_critical(welch.df) * welch.se;
	welch.limits = (struct limits){ welch.delta - reach,
					welch.delta + reach };
	return welch;
}

double stats_mann_whitney(const double *base, size_t n_base,
			  const double *test, size_t n_test)
{
	double above = 0, m = (double)n_test, n = (double)n_base;

	// pwilcox() counts in a table of so many squared.
	if (n_base < 4 || n_test < 4 || n_base > 50 || n_test > 50)
		return NAN;
	for (size_t i = 0; i < n_base; i++)
		for (size_t j = 0; j < n_test; j++) {
			if (base[i] == test[j])
				return NAN;
			above += test[j] > base[i];
		}
	// Ties on one side do not matter to the count, but to its law.
	for (size_t i = 0; i < n_base; i++)
		for (size_t j = 0; j < i; j++)
			if (base[i] == base[j])
				return NAN;
	for (size_t i = 0; i < n_test; i++)
		for (size_t j = 0; j < i; j++)
			if (test[i] == test[j])
				return NAN;
	double p = fmin(pwilcox(above, m, n, 1, 0),
			pwilcox(above - 1, m, n, 0, 0));
	return fmin(1, 2 * p);
}
