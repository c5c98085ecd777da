#include "exposure.h"

#include <math.h>

#include "diffprof/significance.h"

#include "pair.h"

bool row_takes_part(const struct diff_row *row)
{
	return !row->idle && row->status != STATUS_UNCERTAIN;
}

struct part part_of(const struct diff *diff, struct arena *scratch)
{
	struct part part = {
		.b = arena_alloc(scratch, (diff->nr + 1) * sizeof(*part.b)),
		.t = arena_alloc(scratch, (diff->nr + 1) * sizeof(*part.t)),
		.row = arena_alloc(scratch, (diff->nr + 1) * sizeof(*part.row)),
	};

	for (size_t i = 0; i < diff->nr; i++) {
		const struct diff_row *row = &diff->rows[i];

		if (!row_takes_part(row))
			continue;
		part.b[part.nr] = (double)row->base;
		part.t[part.nr] = (double)row->test;
		part.row[part.nr++] = (uint32_t)i;
	}
	return part;
}

bool part_has_samples(const struct diff *diff)
{
	for (size_t i = 0; i < diff->stride; i++) {
		const char *unit = diff_run(diff, i)->unit;

		if (unit && strcmp(unit, "ticks") && strcmp(unit, "samples"))
			return false;
	}
	return true;
}

/* ---- exposures ----------------------------------------------------------- */

/* The counts of one run of the rows that take part. */
static void counts_of_run(const struct diff *diff, const struct part *part,
			  size_t run, double *counts)
{
	for (size_t i = 0; i < part->nr; i++)
		counts[i] =
			(double)diff->counts[part->row[i] * diff->stride + run];
}

/* The mean exposure of the base runs becomes 1. */
static void scale(const struct diff *diff, double *exposure)
{
	double sum = 0;

	for (size_t i = 0; i < diff->base.nr_runs; i++)
		sum += diff_runs_of(diff, i) * exposure[i];
	for (size_t i = 0; i < diff->stride; i++)
		exposure[i] *= (double)diff->base.measured / sum;
}

/* Of all runs of test. */
static double sum_of_test(const struct diff *diff, const double *exposure)
{
	double sum = 0;

	for (size_t i = diff->base.nr_runs; i < diff->stride; i++)
		sum += diff_runs_of(diff, i) * exposure[i];
	return sum;
}

int significance_normalize(struct diff *diff, struct arena *arena,
			   struct error *err)
{
	struct arena scratch = { 0 };
	struct part part = part_of(diff, &scratch);
	size_t n_base = diff->base.nr_runs, n_test = diff->test.nr_runs;
	double *exposure = arena_alloc(arena, diff->stride * sizeof(*exposure));
	struct robust all = stats_robust(part.b, part.t, part.nr);
	bool known = isfinite(all.r);

	if (n_base == 1 && n_test == 1) {
		exposure[0] = 1;
		exposure[1] = all.r * (double)diff->base.measured /
			      (double)diff->test.measured;
	} else {
		double *counts =
			arena_alloc(&scratch, (part.nr + 1) * sizeof(*counts));

		for (size_t i = 0; i < diff->stride; i++) {
			counts_of_run(diff, &part, i, counts);
			exposure[i] = stats_robust(part.b, counts, part.nr).r /
				      diff_runs_of(diff, i);
			known &= isfinite(exposure[i]);
		}
	}
	arena_release(&scratch);
	if (!known)
		return fail(err, ERR_USAGE,
			    "--normalize=robust: no row has ticks in all of %s"
			    " and %s",
			    diff->base.label, diff->test.label);
	scale(diff, exposure);
	diff->exposure = exposure;
	diff->norm.factor = (long double)diff->test.measured /
			    sum_of_test(diff, exposure);
	diff->norm.factor_se = all.se;
	return 0;
}

static double exposure_of_run(const struct diff *diff, size_t run)
{
	bool is_test = run >= diff->base.nr_runs;

	switch (diff->norm.how) {
	case NORMALIZE_TOTAL:
		return (double)diff_run(diff, run)->total /
		       diff_runs_of(diff, run);
	case NORMALIZE_BUSY:
		return busy_of_run(diff, run) / diff_runs_of(diff, run);
	default:
		return is_test ? (double)(1 / diff->norm.factor) : 1;
	}
}

double exposure_find(struct diff *diff, struct arena *arena)
{
	if (!diff->exposure) {
		diff->exposure =
			arena_alloc(arena,
				    diff->stride * sizeof(*diff->exposure));
		for (size_t i = 0; i < diff->stride; i++)
			diff->exposure[i] = exposure_of_run(diff, i);
		scale(diff, diff->exposure);
	}
	return sum_of_test(diff, diff->exposure) /
	       (double)diff->base.measured;
}

struct robust exposure_unchanged(struct robust robust, double r)
{
	robust.r /= r;
	return robust;
}
