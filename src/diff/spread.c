#include "spread.h"

#include <math.h>

#include "diffprof/merged.h"

/*
 * Of COUNT samples of RUN: known if they are all, or all but those that are idle
 * by the list of idle.h, which is told by their sum.
 */
static double squares_of(const struct profile *run, uint64_t count)
{
	const struct merged *merged = run->merged;

	if (!merged)
		return (double)count * (double)count;
	if (merged->all && count == merged->event->busy)
		return (double)merged->event->busy_squares;
	if (merged->all && count == run->total)
		return (double)merged->event->squares;
	return NAN;
}

void spread_of_totals(struct diff *diff, struct arena *arena)
{
	const uint64_t *counts = diff->counts + diff->nr * diff->stride;
	double *squares = diff->squares + diff->nr * diff->stride;

	diff->busy_squares =
		arena_alloc(arena, diff->stride * sizeof(*diff->busy_squares));
	for (size_t i = 0; i < diff->stride; i++) {
		const struct profile *run = diff_run(diff, i);
		uint64_t idle = diff->idle_left_out ? 0 : diff->idle[i];

		squares[i] = squares_of(run, counts[i]);
		diff->busy_squares[i] = squares_of(run, counts[i] - idle);
	}
}

struct measured spread_measure(const struct diff *diff, const double *counts,
				const double *squares, size_t first,
				size_t nr)
{
	struct measured m = { .n = 0, .mean = 0, .sd = NAN };
	double sum = 0, sum_squares = 0;

	for (size_t i = first; i < first + nr; i++) {
		double exposure = diff->exposure[i];

		m.n += diff_runs_of(diff, i);
		sum += counts[i] / exposure;
		sum_squares += squares[i] / (exposure * exposure);
	}
	m.mean = sum / m.n;
	// Rounding may leave less than nothing.
	if (m.n > 1 && !isnan(sum_squares))
		m.sd = sqrt(fmax(0, sum_squares - sum * m.mean) / (m.n - 1));
	return m;
}
