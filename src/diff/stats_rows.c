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
#include "diffprof/tasks.h"

#include "median.h"

/* Of the square of a normal deviate, and of F with 1 and 10 degrees. */
#define MEDIAN_CHISQ1 0.45493642311957283
#define MEDIAN_F1_10 0.48973692115835465

/* An array, to be given back with free(). */
static void *numbers(size_t nr, size_t size)
{
	return mem_resize(NULL, (nr ? nr : 1) * size);
}

/* ---- counts of a row ------------------------------------------------------- */

double stats_harmonic(double b, double t)
{
	return b + t > 0 ? b / (b + t) * t : 0;
}

static double extra_noise(double b, double t)
{
	return 2 * STATS_GUESSED_CV * STATS_GUESSED_CV * stats_harmonic(b, t);
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
	double *scratch, *room;
	uint32_t *near;		/* rows that are looked at more closely */
	double middle;		/* of |z| when it was last looked for; 0: never */
	double ratio, ratio_g;	/* middle_ratio() and its g, likewise */
};

static void scores_init(struct scores *s, const double *b, const double *t,
			size_t nr)
{
	*s = (struct scores){ .b = b, .t = t, .nr = nr };
	s->z = numbers(6 * nr, sizeof(*s->z));
	s->scratch = s->z + nr;
	s->room = s->z + 2 * nr;
	s->fixed = s->z + 3 * nr;
	s->exact = numbers(nr, sizeof(*s->exact));
	s->near = numbers(nr, sizeof(*s->near));
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
	free(s->near);
}

#define ROUGH_MOST 0.2

/*
 * How far rough scores between LOW and HIGH may be off; twice what was measured
 * for b, t from 1 to 3000 and r from 0.1 to 10.  Near 0 they are no good.
 */
static double rough_error(double b, double t, double low, double high)
{
	double least = b < t ? b : t;

	if (low < 0.3)
		return (least >= 20 ? 0.06 : ROUGH_MOST) * (1 + high);
	return (least < 4 ? 0.07 : 0.28 / least) * (1 + high);
}

static void scores_exact(struct scores *s, size_t i)
{
	s->z[i] = fabs(stats_z(s->b[i], s->t[i], s->r, 1));
	s->exact[i] = true;
}

static double positive(double value)
{
	return value > 0 ? value : 0;
}

/* So many rows at once, side by side. */
#define AT_ONCE ((size_t)8192)

static void some_scores_at(void *data, size_t part)
{
	struct scores *s = data;
	double r = s->r, lr = log(r), lq = lr - log1p(r), lq1 = -log1p(r);
	bool usual = r > 0.1 && r < 10;
	size_t end = (part + 1) * AT_ONCE;

	for (size_t i = part * AT_ONCE; i < s->nr && i < end; i++) {
		const double *fixed = s->fixed + 3 * i;
		double b = s->b[i], t = s->t[i];

		// Beyond, the deviance is too small beside what it is made of.
		if (!usual || b < 1 || t < 1 || b + t > 1e8) {
			scores_exact(s, i);
			continue;
		}
		double w = sqrt(2 * positive(fixed[1] - t * lq - b * lq1));
		double u = fabs(fixed[0] - lr) * fixed[2];
		s->z[i] = w < 1e-3 ? w : positive(w + log(u / w) / w);
		s->exact[i] = false;
	}
}

static void scores_at(struct scores *s, double r)
{
	s->r = r;
	tasks_run((s->nr + AT_ONCE - 1) / AT_ONCE, true, some_scores_at, s);
}

/* May the score of row I, which is rough, be CENTRE? */
static bool may_be(const struct scores *s, size_t i, double centre)
{
	double z = s->z[i];
	double low = z < centre ? z : centre, high = z < centre ? centre : z;

	return high - low <= rough_error(s->b[i], s->t[i], low, high);
}

/* Know the score of row I exactly if it could be LOW or HIGH; is it news? */
static bool score_settle(struct scores *s, size_t i, double low, double high)
{
	if (s->exact[i] || !(may_be(s, i, low) || may_be(s, i, high)))
		return false;
	scores_exact(s, i);
	return true;
}

/* The same for all rows: most are further off than any rough score may be. */
static bool scores_settle(struct scores *s, double low, double high)
{
	double from = low - ROUGH_MOST * (1 + low);
	double to = (high + ROUGH_MOST) / (1 - ROUGH_MOST);
	size_t nr = 0;
	bool any = false;

	// Without a branch: which rows it is cannot be foreseen.
	for (size_t i = 0; i < s->nr; i++) {
		s->near[nr] = (uint32_t)i;
		nr += !s->exact[i] & (s->z[i] >= from) & (s->z[i] <= to);
	}
	for (size_t k = 0; k < nr; k++)
		any |= score_settle(s, s->near[k], low, high);
	return any;
}

/*
 * Are more than half of the scores below the root of MEDIAN times 1, or 1 and
 * what a ROW has in extra, whatever they are exactly?  Then noise is 1.
 */
static bool scores_quiet(const struct scores *s, double median, bool extra)
{
	double plain = sqrt(median);
	size_t below = 0;

	for (size_t i = 0; i < s->nr; i++) {
		double b = s->b[i], t = s->t[i], z = s->z[i];
		double limit =
			extra ? sqrt(median * (1 + extra_noise(b, t))) : plain;

		below += z + (s->exact[i] ? 0 : rough_error(b, t, z, limit)) <
			 limit;
	}
	return below > s->nr / 2 + 1;
}

/* The median of z^2. */
static double scores_median(struct scores *s)
{
	struct middle middle;

	// With exact scores the middle is another one, and others are near it.
	do {
		middle = middle_near(s->z, s->nr, 0.95 * s->middle,
				     s->middle > 0 ? 1.05 * s->middle :
						     INFINITY,
				     s->room);
		s->middle = middle.high;
	} while (scores_settle(s, middle.low, middle.high));
	return (middle.low * middle.low + middle.high * middle.high) / 2;
}

/* ---- the robust factor --------------------------------------------------- */

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
		g = scores_quiet(&s, MEDIAN_CHISQ1, false) ?
			1 : fmax(1, scores_median(&s) / MEDIAN_CHISQ1);

		double bound = 2.5 * sqrt(g);
		scores_settle(&s, bound, bound);
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

/* The middle of z^2 / (g + extra). */
static struct middle middle_ratio(struct scores *s, double g)
{
	double moved = s->ratio_g / g;
	struct middle middle;

	for (size_t i = 0; i < s->nr; i++)
		s->scratch[i] = s->z[i] * s->z[i] /
				(g + extra_noise(s->b[i], s->t[i]));
	// From one G to another no ratio moves more than one without extra.
	middle = middle_near(s->scratch, s->nr,
			     0.99 * s->ratio * (moved < 1 ? moved : 1),
			     s->ratio > 0 ? 1.01 * s->ratio *
						    (moved > 1 ? moved : 1) :
					    INFINITY,
			     s->room);
	s->ratio = middle.high;
	s->ratio_g = g;
	return middle;
}

static double median_ratio(struct scores *s, double g)
{
	return median_of(middle_ratio(s, g));
}

/* Those whose ratio could be the median at G are made exact; any news? */
static bool settle_ratios(struct scores *s, double g)
{
	struct middle middle = middle_ratio(s, g);
	bool any = false;

	for (size_t i = 0; i < s->nr; i++) {
		double noise = g + extra_noise(s->b[i], s->t[i]);

		any |= score_settle(s, i, sqrt(middle.low * noise),
				    sqrt(middle.high * noise));
	}
	return any;
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
	if (scores_quiet(&s, MEDIAN_F1_10, true)) {
		scores_release(&s);
		return 1;
	}
	do
		g = solve_noise(&s, 1, 1e-6);
	while (settle_ratios(&s, g));
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
		// Times 1 or more, so that no rounding makes q less than p.
		least = fmin(least, p[order[k].at] *
					    ((double)nr / (double)(k + 1)));
		q[order[k].at] = least;
	}
	free(both);
}
