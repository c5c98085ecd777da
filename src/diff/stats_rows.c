/*
 * stats_rows.c - what all rows together tell of noise, and of each other
 */
#include "diffprof/stats.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "diffprof/arena.h"

/* Of the square of a normal deviate, and of F with 1 and 10 degrees. */
#define MEDIAN_CHISQ1 0.45493642311957283
#define MEDIAN_F1_10 0.48973692115835465

/* ---- medians ------------------------------------------------------------- */

/* Put the value that has K smaller ones, in sorted order, to VALUES[K]. */
static void select_nth(double *values, size_t nr, size_t k)
{
	size_t low = 0, high = nr - 1;

	while (low < high) {
		double pivot = values[low + (high - low) / 2];
		size_t i = low, j = high;

		for (;;) {
			while (values[i] < pivot)
				i++;
			while (values[j] > pivot)
				j--;
			if (i >= j)
				break;
			double value = values[i];
			values[i++] = values[j];
			values[j--] = value;
		}
		// Up to j none is above the pivot, behind it none below.
		if (k <= j)
			high = j;
		else
			low = j + 1;
	}
}

/* VALUES is put into another order. */
static double median(double *values, size_t nr)
{
	select_nth(values, nr, nr / 2);

	double high = values[nr / 2];
	if (nr % 2)
		return high;
	double low = values[0];
	for (size_t i = 1; i < nr / 2; i++)
		low = fmax(low, values[i]);
	return (low + high) / 2;
}

struct weighted {
	double value, weight;
};

static int by_value(const void *a, const void *b)
{
	const struct weighted *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* Move what is below PIVOT, then what is equal to it, to the front. */
static size_t part_at(struct weighted *values, size_t nr, double pivot,
		      bool equal)
{
	size_t front = 0;

	for (size_t i = 0; i < nr; i++) {
		struct weighted one = values[i];

		if (!(equal ? one.value <= pivot : one.value < pivot))
			continue;
		values[i] = values[front];
		values[front++] = one;
	}
	return front;
}

static double weight_of(const struct weighted *values, size_t nr)
{
	double sum = 0;

	for (size_t i = 0; i < nr; i++)
		sum += values[i].weight;
	return sum;
}

/* The first value, ascending, at which half of the weight is reached. */
static double weighted_median(struct weighted *values, size_t nr)
{
	double half = weight_of(values, nr) / 2, sum = 0;

	// Of many, only the part that has it is sorted.
	while (nr > 64) {
		double pivot = values[nr / 2].value;
		size_t below = part_at(values, nr, pivot, false);
		double weight = weight_of(values, below);

		if (sum + weight >= half) {
			nr = below;
			continue;
		}
		sum += weight;
		values += below;
		nr -= below;
		size_t equal = part_at(values, nr, pivot, true);
		sum += weight_of(values, equal);
		if (sum >= half || equal == nr)
			return pivot;
		values += equal;
		nr -= equal;
	}
	qsort(values, nr, sizeof(*values), by_value);
	for (size_t i = 0; i < nr; i++) {
		sum += values[i].weight;
		if (sum >= half || i + 1 == nr)
			return values[i].value;
	}
	return NAN;
}

/* An array, to be given back with free(). */
static void *numbers(size_t nr, size_t size)
{
	return mem_resize(NULL, (nr ? nr : 1) * size);
}

/* ---- scores of many rows ------------------------------------------------- */

/*
 * Of most rows it is enough to know that their score is not near some value, so
 * a third of the time is enough for that: the signed root of the deviance,
 * corrected once (Barndorff-Nielsen's r*).  What follows are sizes, |z|.
 */
struct scores {
	const double *b, *t;
	size_t nr;
	double r;
	double *z;		/* |z| */
	bool *exact;
	double *fixed;		/* three a row that do not depend on r */
	double *scratch;
};

static void scores_init(struct scores *s, const double *b, const double *t,
			size_t nr)
{
	*s = (struct scores){ .b = b, .t = t, .nr = nr };
	s->z = numbers(5 * nr, sizeof(*s->z));
	s->scratch = s->z + nr;
	s->fixed = s->z + 2 * nr;
	s->exact = numbers(nr, sizeof(*s->exact));
	for (size_t i = 0; i < nr; i++) {
		double n = b[i] + t[i], ratio = log(t[i] / b[i]);
		double *fixed = s->fixed + 3 * i;

		fixed[0] = ratio;
		// t ln(t/n) + b ln(b/n)
		fixed[1] = t[i] * ratio + n * log(b[i] / n);
		fixed[2] = sqrt(b[i] / n * t[i]);
	}
}

static void scores_release(struct scores *s)
{
	free(s->z);
	free(s->exact);
}

/* How far a rough score may be off; measured, with room to spare. */
static double rough_error(double b, double t, double z)
{
	return (fmin(b, t) >= 20 ? 0.03 : 0.1) * (1 + z);
}

static void scores_exact(struct scores *s, size_t i)
{
	s->z[i] = fabs(stats_z(s->b[i], s->t[i], s->r, 1));
	s->exact[i] = true;
}

static void scores_at(struct scores *s, double r)
{
	double lr = log(r), lq = lr - log1p(r), lq1 = -log1p(r);
	bool usual = r > 0.1 && r < 10;

	s->r = r;
	for (size_t i = 0; i < s->nr; i++) {
		const double *fixed = s->fixed + 3 * i;
		double b = s->b[i], t = s->t[i];

		// Beyond, the deviance is too small beside what it is made of.
		if (!usual || b < 1 || t < 1 || b + t > 1e8) {
			scores_exact(s, i);
			continue;
		}
		double w = sqrt(2 * fmax(0, fixed[1] - t * lq - b * lq1));
		double u = fabs(fixed[0] - lr) * fixed[2];
		s->z[i] = w < 1e-3 ? w : fmax(0, w + log(u / w) / w);
		s->exact[i] = false;
	}
}

/* Know all scores exactly that could be CENTRE. */
static void scores_settle(struct scores *s, double centre)
{
	for (size_t i = 0; i < s->nr; i++)
		if (!s->exact[i] &&
		    fabs(s->z[i] - centre) <=
			    2 * rough_error(s->b[i], s->t[i],
					    fmax(s->z[i], centre)))
			scores_exact(s, i);
}

/* The median of z^2. */
static double scores_median(struct scores *s)
{
	double centre;

	for (size_t i = 0; i < s->nr; i++)
		s->scratch[i] = s->z[i];
	select_nth(s->scratch, s->nr, s->nr / 2);
	centre = s->scratch[s->nr / 2];
	scores_settle(s, centre);
	for (size_t i = 0; i < s->nr; i++)
		s->scratch[i] = s->z[i] * s->z[i];
	return median(s->scratch, s->nr);
}

/* ---- the robust factor --------------------------------------------------- */

double stats_harmonic(double b, double t)
{
	return b + t > 0 ? b / (b + t) * t : 0;
}

static double first_guess(const double *b, const double *t, size_t nr)
{
	struct weighted *logs = numbers(nr, sizeof(*logs));
	double sum_b = 0, sum_t = 0, guess;
	size_t used = 0;

	for (size_t i = 0; i < nr; i++) {
		sum_b += b[i];
		sum_t += t[i];
		if (b[i] >= 5 && t[i] >= 5)
			logs[used++] = (struct weighted){
				log(t[i] / b[i]), stats_harmonic(b[i], t[i])
			};
	}
	guess = used ? exp(weighted_median(logs, used)) : sum_t / sum_b;
	free(logs);
	return guess;
}

/* The rows with enough ticks, behind each other. */
static size_t take_tested(const double *b, const double *t, size_t nr,
			  double *tested_b, double *tested_t)
{
	size_t tested = 0;

	for (size_t i = 0; i < nr; i++)
		if (b[i] + t[i] >= STATS_TESTED) {
			tested_b[tested] = b[i];
			tested_t[tested++] = t[i];
		}
	return tested;
}

struct robust stats_robust(const double *b, const double *t, size_t nr)
{
	struct robust robust = { .r = first_guess(b, t, nr), .se = NAN };
	double *tested = numbers(2 * nr, sizeof(*tested));
	double sum_b = 0, sum_t = 0, g = 1;
	struct scores s;

	scores_init(&s, tested, tested + nr,
		    take_tested(b, t, nr, tested, tested + nr));
	for (int round = 0; round < 20 && s.nr && robust.r > 0 &&
			    isfinite(robust.r); round++) {
		double was = robust.r;

		scores_at(&s, was);
		g = fmax(1, scores_median(&s) / MEDIAN_CHISQ1);

		double bound = 2.5 * sqrt(g);
		scores_settle(&s, bound);
		sum_b = sum_t = 0;
		robust.kept = 0;
		for (size_t i = 0; i < s.nr; i++)
			if (s.z[i] <= bound) {
				sum_b += s.b[i];
				sum_t += s.t[i];
				robust.kept++;
			}
		if (!(sum_b > 0 && sum_t > 0))
			break;
		robust.r = sum_t / sum_b;
		if (fabs(robust.r - was) < 1e-9)
			break;
	}
	scores_release(&s);
	free(tested);
	if (!(robust.r > 0 && isfinite(robust.r)))
		robust.r = NAN;
	else if (sum_b > 0 && sum_t > 0)
		robust.se = sqrt(g * (1 / sum_b + 1 / sum_t));
	return robust;
}

/* ---- noise without repeats ----------------------------------------------- */

static double extra_noise(double b, double t)
{
	return 2 * STATS_GUESSED_CV * STATS_GUESSED_CV * stats_harmonic(b, t);
}

/* The median of z^2 / (g + extra). */
static double median_ratio(struct scores *s, double g)
{
	for (size_t i = 0; i < s->nr; i++)
		s->scratch[i] = s->z[i] * s->z[i] /
				(g + extra_noise(s->b[i], s->t[i]));
	return median(s->scratch, s->nr);
}

/* The rows whose ratio could be the median at G are made exact. */
static void settle_ratios(struct scores *s, double g)
{
	for (size_t i = 0; i < s->nr; i++) {
		double b = s->b[i], t = s->t[i];
		double size = sqrt(MEDIAN_F1_10 * (g + extra_noise(b, t)));

		if (!s->exact[i] && fabs(s->z[i] - size) <=
			    2 * rough_error(b, t, fmax(s->z[i], size)))
			scores_exact(s, i);
	}
}

/* The G at which the median ratio is what it should be; it falls with G. */
static double solve_noise(struct scores *s, double low, double close)
{
	double high = low, off_low = median_ratio(s, low) - MEDIAN_F1_10;
	double off_high = off_low;

	if (!(off_low > 0))
		return low;
	while (off_high > 0) {
		low = high;
		off_low = off_high;
		high *= 2;
		off_high = median_ratio(s, high) - MEDIAN_F1_10;
	}
	// The false position, by Illinois: the end that stays weighs half.
	for (int i = 0, side = 0; i < 200 && high - low > close * high; i++) {
		double g = (low * off_high - high * off_low) /
			   (off_high - off_low);

		if (!(g > low && g < high))
			g = low + (high - low) / 2;
		double off = median_ratio(s, g) - MEDIAN_F1_10;
		if (fabs(off) < 1e-13)
			return g;
		if (off > 0) {
			low = g;
			off_low = off;
			off_high /= side == 1 ? 2 : 1;
			side = 1;
		} else {
			high = g;
			off_high = off;
			off_low /= side == -1 ? 2 : 1;
			side = -1;
		}
	}
	return high;
}

double stats_single_noise(const double *b, const double *t, size_t nr,
			  double r)
{
	struct scores s;
	double g;

	if (nr < 20 || !(r > 0))
		return 1;
	scores_init(&s, b, t, nr);
	scores_at(&s, r);
	g = solve_noise(&s, 1, 1e-3);
	settle_ratios(&s, g);
	g = solve_noise(&s, 1, 1e-13);
	scores_release(&s);
	return g;
}

double stats_single_phi(double g, double b, double t)
{
	return g + extra_noise(b, t);
}

/* ---- many rows ----------------------------------------------------------- */

struct placed {
	uint64_t key;		/* the bits of p, which ascend with it */
	size_t at;
};

/* Radix sort, eleven bits a pass from the lowest that matter. */
static struct placed *sort_by_key(struct placed *from, struct placed *to,
				  size_t nr)
{
	for (unsigned shift = 0; shift < 64; shift += 11) {
		size_t start[2048] = { 0 }, sum = 0;

		for (size_t i = 0; i < nr; i++)
			start[from[i].key >> shift & 2047]++;
		if (nr && start[from[0].key >> shift & 2047] == nr)
			continue;
		for (size_t i = 0; i < 2048; i++) {
			size_t count = start[i];
			start[i] = sum;
			sum += count;
		}
		for (size_t i = 0; i < nr; i++)
			to[start[from[i].key >> shift & 2047]++] = from[i];
		struct placed *was = from;
		from = to;
		to = was;
	}
	return from;
}

void stats_false_discovery(const double *p, size_t nr, double *q)
{
	struct placed *both = numbers(2 * nr, sizeof(*both)), *order;
	double least = 1;

	for (size_t i = 0; i < nr; i++) {
		double value = p[i] + 0.0;

		both[i].at = i;
		memcpy(&both[i].key, &value, sizeof(value));
	}
	order = sort_by_key(both, both + nr, nr);
	for (size_t k = nr; k-- > 0;) {
		least = fmin(least, (double)nr * p[order[k].at] /
					    (double)(k + 1));
		q[order[k].at] = least;
	}
	free(both);
}
