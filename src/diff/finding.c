#include "diffprof/significance.h"

#include <math.h>

#include "pair.h"

const struct finding *significance_of(const struct diff *diff,
				      const struct diff_row *row)
{
	if (!diff->significance)
		return NULL;
	return &diff->significance
			->row[row == &diff->total ? diff->nr :
						    (size_t)(row - diff->rows)];
}

bool significance_changed(const struct diff *diff, const struct diff_row *row)
{
	const struct finding *found = significance_of(diff, row);

	return found && (found->verdict == VERDICT_MORE ||
			 found->verdict == VERDICT_LESS);
}

/* Busy ticks of a base run, and of a test run as it is normalised. */
static void busy_means(const struct diff *diff, double *base, double *test)
{
	*base = *test = 0;
	for (size_t i = 0; i < diff->stride; i++)
		*(i < diff->base.nr_runs ? base : test) += busy_of_run(diff, i);
	*base /= (double)diff->base.measured;
	*test *= (double)diff->norm.factor / (double)diff->test.measured;
}

bool significance_exceeds(const struct diff *diff, const struct diff_row *row,
			  const struct bounds *bounds)
{
	const struct finding *found = significance_of(diff, row);
	bool is_total = row == &diff->total;
	double base, test;

	if (!found || found->verdict != VERDICT_MORE)
		return false;
	busy_means(diff, &base, &test);
	double grown = is_total ? test - base : (double)diff_delta(diff, row);
	if (bounds->above_given && grown > bounds->above / 100 * base)
		return true;
	return bounds->row_given && !is_total &&
	       diff_percent(diff, row) > bounds->row;
}

int significance_check_bounds(const struct diff *diff,
			      const struct bounds *bounds, struct error *err)
{
	const char *option = bounds->above_given ? "--fail-above" :
						   "--fail-row-above";
	double base, test;

	if (diff->significance->how == NOISE_UNKNOWN)
		return fail(err, ERR_USAGE,
			    "%s: nothing is tested, since these are no counts"
			    " of samples, so nothing is more", option);
	if (!bounds->above_given)
		return 0;
	busy_means(diff, &base, &test);
	if (isnan(base))
		return fail(err, ERR_USAGE,
			    "--fail-above: the total of %s is not known (a cut"
			    " listing without one), nor any percentage of it;"
			    " --assume-zero takes what is listed for all",
			    diff->base.label);
	return 0;
}

/* With repeats the total's limits are those of Welch's test. */
static bool is_total_of_runs(const struct diff *diff,
			     const struct diff_row *row)
{
	return row == &diff->total && diff->significance->how == NOISE_REPEATS;
}

/* The total's test is of busy ticks; its limits, where they are the total. */
static bool has_limits(const struct diff *diff, const struct diff_row *row)
{
	const struct finding *found = significance_of(diff, row);

	if (!found)
		return false;
	if (row != &diff->total)
		return !isnan(found->phi);
	return !isnan(found->p) &&
	       (diff->idle_left_out || (!diff->base.idle && !diff->test.idle));
}

/* DIFF and ROW, or what is tested in their stead. */
static const struct diff *tested(const struct diff *diff,
				 const struct diff_row **row)
{
	const struct diff *sampled = diff->sampled;

	if (!sampled)
		return diff;
	*row = *row == &diff->total ? &sampled->total :
				      &sampled->rows[*row - diff->rows];
	return sampled;
}

static struct limits ratio_limits(const struct diff *diff,
				  const struct diff_row *row)
{
	const struct significance *s = diff->significance;

	if (!has_limits(diff, row))
		return (struct limits){ NAN, NAN };
	if (is_total_of_runs(diff, row)) {
		double mean = (double)diff_base_mean(diff, row);

		// Runs that do not vary have none, and 0 is none of theirs.
		if (isnan(s->total_limits.low))
			return s->total_limits;

		return (struct limits){ fmax(0, 1 + s->total_limits.low / mean),
					1 + s->total_limits.high / mean };
	}
	return stats_ratio_limits((double)row->base, (double)row->test, s->r,
				  significance_of(diff, row)->phi, s->df);
}

/*
 * Limits that a thread has found.  Both ends are found at once, and asked for one
 * after the other; and of very many rows most have few ticks, so that many are
 * alike.
 */
#define FOUND 512

struct found {
	uint64_t serial; /* of the significance; 0: none */
	uint64_t base, test;
	double phi;
	struct limits limits;
};

static struct limits remember(struct found *table, const struct diff *diff,
			      const struct diff_row *row,
			      struct limits (*find)(const struct diff *,
						    const struct diff_row *))
{
	uint64_t serial = diff->significance->serial;
	struct found *found =
		&table[names_hash_two(serial, row->base, row->test) % FOUND];
	double phi = significance_of(diff, row)->phi;

	// The total's are of other numbers.
	if (row == &diff->total)
		return find(diff, row);
	if (found->serial != serial || found->base != row->base ||
	    found->test != row->test || !(found->phi == phi))
		*found = (struct found){ serial, row->base, row->test, phi,
					 find(diff, row) };
	return found->limits;
}

struct limits significance_ratio_limits(const struct diff *diff,
					const struct diff_row *row)
{
	static _Thread_local struct found table[FOUND];

	diff = tested(diff, &row);
	if (!diff->significance)
		return (struct limits){ NAN, NAN };
	return remember(table, diff, row, ratio_limits);
}

/* Of a weight: what the samples say of the ratio. */
static struct limits weighed_limits(const struct diff *diff,
				    const struct diff_row *row)
{
	struct limits limits = significance_ratio_limits(diff, row);
	double base = (double)diff_base_mean(diff, row);

	if (!row->base)
		return (struct limits){ NAN, NAN };
	limits.low = base * (limits.low - 1);
	limits.high = base * (limits.high - 1);
	return limits;
}

static struct limits delta_limits(const struct diff *diff,
				  const struct diff_row *row)
{
	const struct significance *s = diff->significance;

	if (diff->sampled)
		return weighed_limits(diff, row);
	if (!has_limits(diff, row))
		return (struct limits){ NAN, NAN };
	if (is_total_of_runs(diff, row))
		return s->total_limits;

	struct limits limits =
		stats_delta_limits((double)row->base, (double)row->test, s->r,
				   significance_of(diff, row)->phi, s->df);
	limits.low /= (double)diff->base.measured;
	limits.high /= (double)diff->base.measured;
	return limits;
}

struct limits significance_delta_limits(const struct diff *diff,
					const struct diff_row *row)
{
	static _Thread_local struct found table[FOUND];

	if (!diff->significance)
		return (struct limits){ NAN, NAN };
	// Weights are not alike, and those of their samples are kept.
	if (diff->sampled)
		return delta_limits(diff, row);
	return remember(table, diff, row, delta_limits);
}

const char *significance_marker(const struct diff *diff,
				const struct diff_row *row)
{
	static const char *const marks[] = { "*", "**", "***" };
	static const char *const guesses[] = { "+", "++", "+++" };
	const struct finding *found = significance_of(diff, row);

	if (!found || found->verdict == VERDICT_UNKNOWN)
		return ".";
	if (found->verdict == VERDICT_NOISE)
		return "~";
	double q = isnan(found->q) ? found->p : found->q;
	size_t sure = q < 0.001 ? 2 : q < 0.01 ? 1 : 0;
	return (diff_measured(diff) > 2 ? marks : guesses)[sure];
}
