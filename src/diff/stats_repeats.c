/*
 * stats_repeats.c - what repeated runs tell of the noise of each row
 */
#include "diffprof/stats.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "diffprof/arena.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

/* Sum over one side's runs of (y - m)^2 / m. */
static double scatter(const double *counts, const double *exposures, size_t nr)
{
	double sum = 0, exposure = 0, chi2 = 0;

	for (size_t i = 0; i < nr; i++) {
		sum += counts[i];
		exposure += exposures[i];
	}
	if (!(sum > 0))
		return 0;
	for (size_t i = 0; i < nr; i++) {
		double mean = exposures[i] * sum / exposure;
		double off = counts[i] - mean;

		chi2 += mean > 0 ? off * off / mean : 0;
	}
	return chi2;
}

double stats_own_noise(const double *counts, const double *exposures,
		       size_t n_base, size_t n_test)
{
	assert(n_base + n_test > 2);
	return (scatter(counts, exposures, n_base) +
		scatter(counts + n_base, exposures + n_base, n_test)) /
	       (double)(n_base + n_test - 2);
}

/* Sum over all runs of one side of (y - m)^2 / m, from their sums. */
static double scatter_of_sums(const double *counts, const double *squares,
			      const double *runs, const double *exposures,
			      size_t nr, double *n)
{
	double sum = 0, exposure = 0, chi2 = 0;

	for (size_t i = 0; i < nr; i++) {
		sum += counts[i];
		exposure += runs[i] * exposures[i];
		*n += runs[i];
	}
	if (!(sum > 0))
		return 0;
	for (size_t i = 0; i < nr; i++) {
		double mean = exposures[i] * sum / exposure;

		double part = mean > 0 ? squares[i] / mean - 2 * counts[i] +
						 runs[i] * mean :
					 0;

		// Rounding may leave less than nothing; NAN stays what it is.
		chi2 += part < 0 ? 0 : part;
	}
	return chi2;
}

double stats_own_noise_of_sums(const double *counts, const double *squares,
			       const double *runs, const double *exposures,
			       size_t n_base, size_t n_test)
{
	double n = 0;
	double chi2 = scatter_of_sums(counts, squares, runs, exposures, n_base,
				      &n);

	chi2 += scatter_of_sums(counts + n_base, squares + n_base,
				runs + n_base, exposures + n_base, n_test, &n);
	assert(n > 2);
	return chi2 / (n - 2);
}

/* The line a + c mu through the s2, as heavy rows are noisier: 25 rounds. */
static void fit_trend(const double *mu, const double *s2, size_t nr,
		      struct prior *prior)
{
	double sum = 0;

	for (size_t i = 0; i < nr; i++)
		sum += s2[i];
	prior->a = fmax(0.1, sum / (double)nr);
	prior->c = 0;
	for (int round = 0; round < 25; round++) {
		double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;

		for (size_t i = 0; i < nr; i++) {
			double m = prior->a + prior->c * mu[i];
			double weight = 1 / (m * m), x = weight * mu[i];

			w += weight;
			wx += x;
			wy += weight * s2[i];
			wxx += x * mu[i];
			wxy += x * s2[i];
		}
		double mean_x = wx / w, mean_y = wy / w;
		double var = wxx - wx * mean_x, cov = wxy - wx * mean_y;

		// Rows all of one size have no slope.
		prior->c = var > 1e-12 * wxx ? cov / var : 0;
		if (prior->c < 0)
			prior->c = 0;
		prior->a = mean_y - prior->c * mean_x;
		if (prior->a < 0.5) {
			prior->a = 0.5;
			prior->c = fmax(0, (wxy - prior->a * wx) / wxx);
		}
	}
}

/*
 * Sum of ln(1 + x / s), a logarithm for many rows: as long as it can the
 * product is kept.
 */
static double sum_log1p(const double *x, size_t nr, double s)
{
	double product = 1, sum = 0, scale = 1 / s;

	for (size_t i = 0; i < nr; i++) {
		product *= 1 + x[i] * scale;
		if (product > 1e150) {
			sum += log(product);
			product = 1;
		}
	}
	return sum + log(product);
}

/* The scale at which N values of k F(d, d0) are likeliest. */
static double likeliest_scale(const double *x, size_t nr, double d, double d0,
			      double start)
{
	double want = (double)nr * d / (d + d0), k = start;
	double low = 0, high = INFINITY;

	for (int i = 0; i < 200; i++) {
		double sum = 0, slope = 0, ratio = d / (k * d0);

		for (size_t j = 0; j < nr; j++) {
			double part = 1 / (1 + ratio * x[j]);

			sum += 1 - part;
			slope += part - part * part;
		}
		if (sum > want)
			low = k;
		else
			high = k;
		// The sum falls with ln k; Newton in ln k.
		double next = k * exp((sum - want) / slope);
		if (!(next > low && next < high))
			next = isinf(high) ? 2 * k : (low + high) / 2;
		if (fabs(next - k) <= 1e-12 * k)
			return next;
		k = next;
	}
	return k;
}

/* Log-likelihood of k F(d, d0), or of k times chi-square over d. */
static double likelihood(const double *x, size_t nr, double d, double d0,
			 double k, double sum_log)
{
	double n = (double)nr, h = d / 2, sum = 0;

	if (isinf(d0)) {
		for (size_t i = 0; i < nr; i++)
			sum += x[i];
		return (h - 1) * sum_log - h * sum / k -
		       n * (lgammafn(h) + h * log(k / h));
	}
	sum = sum_log1p(x, nr, k * d0 / d);
	return n * (lgammafn(h + d0 / 2) - lgammafn(h) - lgammafn(d0 / 2) +
		    h * log(d / d0) - h * log(k)) +
	       (h - 1) * sum_log - (h + d0 / 2) * sum;
}

/* How far rows lie from the trend: k F(d, d0), with d0 from a list. */
static void fit_spread(const double *mu, const double *s2, size_t nr,
		       struct prior *prior)
{
	static const double tries[] = { 1,  2,	3,  4,	6,  8,	 12,
					16, 24, 32, 48, 64, 128, INFINITY };
	double *x = mem_resize(NULL, (nr + 1) * sizeof(*x));
	double sum = 0, sum_log = 0, best = -INFINITY, k = 0;

	for (size_t i = 0; i < nr; i++) {
		x[i] = fmax(s2[i] / (prior->a + prior->c * mu[i]), 1e-4);
		sum += x[i];
		sum_log += log(x[i]);
	}
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		double d0 = tries[i], mean = sum / (double)nr;

		k = isinf(d0) ? mean :
				likeliest_scale(x, nr, prior->d, d0,
						k > 0 ? k : mean);
		double likely = likelihood(x, nr, prior->d, d0, k, sum_log);
		if (likely > best + 1e-9) {
			best = likely;
			prior->k = k;
			prior->d0 = d0;
		}
	}
	free(x);
}

struct prior stats_prior(const double *mu, const double *s2, size_t nr,
			 double d)
{
	struct prior prior = { .a = NAN, .c = NAN, .k = NAN, .d = d };
	double *large = mem_resize(NULL, (2 * nr + 1) * sizeof(*large));
	double *own = large + nr;
	size_t used = 0;

	for (size_t i = 0; i < nr; i++)
		if (mu[i] >= 5) {
			large[used] = mu[i];
			own[used++] = s2[i];
		}
	prior.known = used >= 10;
	if (prior.known) {
		fit_trend(large, own, used, &prior);
		fit_spread(large, own, used, &prior);
	}
	free(large);
	return prior;
}

double stats_usual_noise(const struct prior *prior, double mu)
{
	return prior->known ? prior->k * (prior->a + prior->c * mu) : 1;
}

double stats_shared_phi(const struct prior *prior, double mu, double s2)
{
	if (!prior->known)
		return fmax(1, s2);

	double usual = prior->k * (prior->a + prior->c * mu);
	if (isinf(prior->d0))
		return fmax(1, usual);
	return fmax(1, (prior->d0 * usual + prior->d * s2) /
			       (prior->d0 + prior->d));
}

double stats_shared_df(const struct prior *prior)
{
	return prior->d + prior->d0;
}
