#include "diffprof/significance.h"

#include <math.h>
#include <stdatomic.h>

#include "diffprof/tasks.h"

#include "exposure.h"
#include "pair.h"
#include "spread.h"

const char *const verdict_names[] = {
	[VERDICT_UNKNOWN] = "unknown",
	[VERDICT_NOISE] = "noise",
	[VERDICT_MORE] = "more",
	[VERDICT_LESS] = "less",
};

const char *const noise_how_names[] = {
	[NOISE_UNKNOWN] = NULL,
	[NOISE_GUESSED] = "guessed",
	[NOISE_REPEATS] = "repeats",
	[NOISE_GIVEN] = "given",
};

/* ---- rows ---------------------------------------------------------------- */

struct testing {
	struct diff *diff;
	struct significance *s;
	struct part part;
	double *s2; /* by row that takes part; with repeats */
	struct prior prior;
	double factor_var; /* of the robust factor, to be added */
};

static double mean_count(const struct testing *t, size_t i)
{
	return (t->part.b[i] + t->part.t[i]) / (double)diff_measured(t->diff);
}

static bool is_tested(const struct part *part, size_t i)
{
	return part->b[i] + part->t[i] >= STATS_TESTED;
}

/* Of a row whose runs left too little behind: what is usual, if that is known. */
static double noise_without_own(const struct testing *t, size_t i)
{
	double usual = stats_usual_noise(&t->prior, mean_count(t, i));

	return t->prior.known ? stats_shared_phi(&t->prior, mean_count(t, i),
						 usual) :
				NAN;
}

static double phi_of(const struct testing *t, size_t i)
{
	double b = t->part.b[i], test = t->part.t[i];

	switch (t->s->how) {
	case NOISE_REPEATS:
		if (isnan(t->s2[i]))
			return noise_without_own(t, i);
		return stats_shared_phi(&t->prior, mean_count(t, i), t->s2[i]);
	case NOISE_GUESSED:
		return stats_single_phi(t->s->g, b, test) +
		       t->factor_var * stats_harmonic(b, test);
	default:
		return t->s->g;
	}
}

/* So many rows are a task of their own. */
#define ROWS_A_TASK 2048

static void test_some(void *arg, size_t task)
{
	const struct testing *t = arg;
	size_t i = task * ROWS_A_TASK, end = i + ROWS_A_TASK;

	if (end > t->part.nr)
		end = t->part.nr;
	for (; i < end; i++) {
		struct finding *found = &t->s->row[t->part.row[i]];

		found->phi = phi_of(t, i);
		if (!is_tested(&t->part, i) || isnan(found->phi))
			continue;
		found->z = stats_z(t->part.b[i], t->part.t[i], t->s->r,
				   found->phi);
		found->p = stats_p(found->z, t->s->df);
	}
}

/* NAN where sums left too little behind.  COUNTS has room for it, twice. */
static double own_noise(const struct diff *diff, size_t row, double *counts)
{
	const uint64_t *of = diff->counts + row * diff->stride;
	double *runs = counts + diff->stride;

	for (size_t k = 0; k < diff->stride; k++) {
		counts[k] = (double)of[k];
		runs[k] = diff_runs_of(diff, k);
	}
	return diff->squares ?
		       stats_own_noise_of_sums(
			       counts, diff->squares + row * diff->stride,
			       runs, diff->exposure, diff->base.nr_runs,
			       diff->test.nr_runs) :
		       stats_own_noise(counts, diff->exposure,
				       diff->base.nr_runs, diff->test.nr_runs);
}

static void find_own_noise(struct testing *t, struct arena *scratch)
{
	const struct diff *diff = t->diff;
	double *counts =
		arena_alloc(scratch, 2 * diff->stride * sizeof(*counts));
	double *mu = arena_alloc(scratch, (t->part.nr + 1) * sizeof(*mu));
	double *known = arena_alloc(scratch, (t->part.nr + 1) * sizeof(*known));
	size_t nr = 0;

	t->s2 = arena_alloc(scratch, (t->part.nr + 1) * sizeof(*t->s2));
	for (size_t i = 0; i < t->part.nr; i++) {
		t->s2[i] = own_noise(diff, t->part.row[i], counts);
		if (isnan(t->s2[i]))
			continue;
		mu[nr] = mean_count(t, i);
		known[nr++] = t->s2[i];
	}
	t->prior = stats_prior(mu, known, nr,
			       (double)(diff_measured(diff) - 2));
	t->s->df = stats_shared_df(&t->prior);
}

static void guess_noise(struct testing *t, double r, struct arena *scratch)
{
	double *b = arena_alloc(scratch, (t->part.nr + 1) * sizeof(*b));
	double *test = arena_alloc(scratch, (t->part.nr + 1) * sizeof(*test));
	size_t nr = 0;

	for (size_t i = 0; i < t->part.nr; i++)
		if (is_tested(&t->part, i)) {
			b[nr] = t->part.b[i];
			test[nr++] = t->part.t[i];
		}
	t->s->g = stats_single_noise(b, test, nr, r);
	t->s->df = STATS_GUESSED_DF;
	// The factor has noise of its own, which repeats show already.
	if (t->diff->norm.how == NORMALIZE_ROBUST &&
	    isfinite(t->diff->norm.factor_se))
		t->factor_var =
			t->diff->norm.factor_se * t->diff->norm.factor_se;
}

static enum verdict verdict_of(const struct significance *s, double z, double q)
{
	if (isnan(q))
		return VERDICT_UNKNOWN;
	if (!(q < s->fdr))
		return VERDICT_NOISE;
	return z > 0 ? VERDICT_MORE : VERDICT_LESS;
}

static void judge_rows(struct testing *t, struct arena *scratch)
{
	struct significance *s = t->s;
	double *p = arena_alloc(scratch, (t->part.nr + 1) * sizeof(*p));
	double *q = arena_alloc(scratch, (t->part.nr + 1) * sizeof(*q));

	s->tested = 0;
	for (size_t i = 0; i < t->part.nr; i++)
		if (!isnan(s->row[t->part.row[i]].p))
			p[s->tested++] = s->row[t->part.row[i]].p;
	stats_false_discovery(p, s->tested, q);
	for (size_t i = 0, k = 0; i < t->part.nr; i++) {
		struct finding *found = &s->row[t->part.row[i]];

		if (isnan(found->p))
			continue;
		found->q = q[k++];
		found->verdict = verdict_of(s, found->z, found->q);
	}
}

/* ---- the total ----------------------------------------------------------- */

/* By the busy total of each run, over its exposure. */
static void judge_total_of_runs(struct diff *diff, struct finding *total,
				struct arena *scratch)
{
	struct significance *s = diff->significance;
	double *busy = arena_alloc(scratch, diff->stride * sizeof(*busy));
	size_t n_base = diff->base.nr_runs, n_test = diff->test.nr_runs;
	struct measured base, test;

	for (size_t i = 0; i < diff->stride; i++)
		busy[i] = busy_of_run(diff, i);
	if (diff->squares) {
		base = spread_measure(diff, busy, diff->busy_squares, 0,
				      n_base);
		test = spread_measure(diff, busy, diff->busy_squares, n_base,
				      n_test);
		if ((base.n > 1 && isnan(base.sd)) ||
		    (test.n > 1 && isnan(test.sd)))
			return;
	} else {
		for (size_t i = 0; i < diff->stride; i++)
			busy[i] /= diff->exposure[i];
		base = stats_sample(busy, n_base);
		test = stats_sample(busy + n_base, n_test);
	}
	struct welch welch = stats_welch(&base, &test);

	total->p = welch.p;
	if (!isnan(welch.p)) {
		double z = stats_z_of_p(welch.p);

		total->z = welch.delta < 0 ? -z : z;
	}
	s->total_limits = welch.limits;
}

static void judge_total(struct testing *t, struct arena *scratch)
{
	struct diff *diff = t->diff;
	struct significance *s = t->s;
	struct finding *total = &s->row[diff->nr];
	double b = 0, test = 0;

	for (size_t i = 0; i < diff->stride; i++)
		*(i < diff->base.nr_runs ? &b : &test) += busy_of_run(diff, i);
	if (diff->norm.how == NORMALIZE_TOTAL ||
	    diff->norm.how == NORMALIZE_BUSY || isnan(b) || isnan(test) ||
	    b + test < STATS_TESTED)
		return;
	if (s->how == NOISE_REPEATS) {
		judge_total_of_runs(diff, total, scratch);
	} else {
		total->phi = s->g;
		if (s->how == NOISE_GUESSED)
			total->phi = stats_single_phi(s->g, b, test) +
				     t->factor_var * stats_harmonic(b, test);
		total->z = stats_z(b, test, s->r, total->phi);
		total->p = stats_p(total->z, s->df);
	}
	total->verdict = verdict_of(s, total->z, total->p);
}

/* ---- all of it ----------------------------------------------------------- */

static struct significance *begin(const struct diff *diff,
				  const struct significance_options *opts,
				  struct arena *arena)
{
	static atomic_uint_least64_t serial;
	struct significance *s = arena_alloc(arena, sizeof(*s));

	*s = (struct significance){
		.serial = atomic_fetch_add(&serial, 1) + 1,
		.row = arena_alloc(arena, (diff->nr + 1) * sizeof(*s->row)),
		.g = NAN,
		.df = NAN,
		.fdr = opts->fdr,
		.unchanged = { .r = NAN, .se = NAN },
		.total_limits = { NAN, NAN },
	};
	for (size_t i = 0; i <= diff->nr; i++)
		s->row[i] =
			(struct finding){ NAN, NAN, NAN, NAN, VERDICT_UNKNOWN };
	return s;
}

static void find_noise(struct testing *t, double noise, double robust_r,
		       struct arena *scratch)
{
	struct significance *s = t->s;

	if (noise > 0) {
		s->how = NOISE_GIVEN;
		s->g = noise;
		s->df = INFINITY;
	} else if (diff_measured(t->diff) > 2) {
		s->how = NOISE_REPEATS;
		find_own_noise(t, scratch);
	} else {
		s->how = NOISE_GUESSED;
		guess_noise(t, robust_r, scratch);
	}
}

void significance_find(struct diff *diff,
		       const struct significance_options *opts,
		       struct arena *arena)
{
	if (!diff->idle)
		diff->idle = idle_by_run(diff, arena);
	if (diff->sampled) {
		significance_find(diff->sampled, opts, arena);
		diff->significance = diff->sampled->significance;
		return;
	}

	struct arena scratch = { 0 };
	struct testing t = { .diff = diff, .s = begin(diff, opts, arena) };
	struct significance *s = t.s;

	diff->significance = s;
	s->r = exposure_find(diff, arena);
	if (part_has_samples(diff) && s->r > 0 && isfinite(s->r)) {
		t.part = part_of(diff, &scratch);
		struct robust robust =
			stats_robust(t.part.b, t.part.t, t.part.nr);
		s->unchanged = exposure_unchanged(robust, s->r);
		find_noise(&t, opts->noise, robust.r, &scratch);
		size_t tasks = (t.part.nr + ROWS_A_TASK - 1) / ROWS_A_TASK;
		tasks_run(tasks, tasks > 1, test_some, &t);
		judge_rows(&t, &scratch);
		judge_total(&t, &scratch);
	}
	arena_release(&scratch);
}
