#include "timed.h"

#include <math.h>

#include "diffprof/timing.h"

static int read_times(const char *path, const struct times_side *sides,
		      size_t nr, struct arena *arena, struct error *err)
{
	struct input in;
	struct span text;

	if (input_open(path, &in, err) < 0)
		return -1;
	int failed = input_data(&in, &text, err);
	if (!failed)
		failed = times_read(path, text, sides, nr, arena, err);
	input_close(&in);
	return failed;
}

static int check_given(const struct options *opts, struct error *err)
{
	size_t tests = opts->nr_groups - 1;
	bool both = opts->side[SIDE_BOTH].times;
	bool base = opts->side[SIDE_BASE].times;
	size_t given = opts->nr_test_times;

	if (both ? base || given : !base || !given)
		return fail(err, ERR_USAGE,
			    "--times: give --times alone, or"
			    " both --base-times and --test-times");
	if (given && given != tests)
		return fail(err, ERR_USAGE,
			    "--test-times: %zu given for %zu test%s; each test"
			    " needs its own, in their order",
			    given, tests, tests == 1 ? "" : "s");
	return 0;
}

/* ---- times that the profiles have themselves ----------------------------- */

#define MILLIONTH 1e-6

/* Of KIND, of all runs of SIDE; false if one of them does not say. */
static bool add_up(const struct side *side, enum time_kind kind,
		   struct timed *all)
{
	*all = (struct timed){ 0 };
	for (size_t i = 0; i < side->nr_runs; i++) {
		const struct times_sum *times = side->runs[i]->times;

		if (!times || !times->of[kind].runs)
			return false;
		all->runs += times->of[kind].runs;
		if (!wide_add(&all->sum, times->of[kind].sum) ||
		    !wide_add(&all->squares, times->of[kind].squares))
			return false;
	}
	return true;
}

/* Where each profile is one run, the runs; else what they come to. */
static void take_series(const struct side *side, enum time_kind kind,
			const struct timed *all, struct arena *arena,
			struct time_series *series)
{
	double n = (double)all->runs, sum = (double)all->sum, spread;

	if (all->runs == side->nr_runs) {
		for (size_t i = 0; i < side->nr_runs; i++) {
			double value =
				(double)side->runs[i]->times->of[kind].sum;

			ARENA_ROOM(arena, series->value, series->nr,
				   series->cap);
			series->value[series->nr++] = value * MILLIONTH;
		}
		return;
	}
	spread = ((double)all->squares - sum * sum / n) / (n - 1);
	series->has_mean = true;
	series->runs = n;
	series->mean = sum / n * MILLIONTH;
	series->sd = sqrt(fmax(0, spread)) * MILLIONTH;
}

/* What all runs of SIDE say of their times. */
static void own_times(const struct side *side, struct times *times,
		      struct arena *arena)
{
	struct timed all;

	for (enum time_kind kind = 0; kind <= TIME_CPU; kind++)
		if (add_up(side, kind, &all))
			take_series(side, kind, &all, arena, &times->of[kind]);
}

static int read_all(const struct options *opts, const struct side *sides,
		    struct times *times, struct arena *arena, struct error *err)
{
	const char *both = opts->side[SIDE_BOTH].times;
	const char *base = opts->side[SIDE_BASE].times;
	size_t nr = opts->nr_groups;
	struct times_side *of = arena_alloc(arena, nr * sizeof(*of));

	if (check_given(opts, err) < 0)
		return -1;
	for (size_t i = 0; i < nr; i++)
		of[i] = (struct times_side){ sides[i].label, &times[i] };
	if (both && read_times(both, of, nr, arena, err) < 0)
		return -1;
	for (size_t i = 0; i < nr && !both; i++)
		if (read_times(i ? opts->test_times[i - 1] : base, &of[i], 1,
			       arena, err) < 0)
			return -1;
	return 0;
}

int compare_times(const struct options *opts, const struct side *sides,
		  struct diff *diffs, struct arena *arena, struct error *err)
{
	size_t nr = opts->nr_groups;
	struct times *times = arena_zalloc(arena, nr * sizeof(*times));

	if (!opts->side[SIDE_BOTH].times && !opts->side[SIDE_BASE].times &&
	    !opts->nr_test_times) {
		for (size_t i = 0; i < nr; i++)
			own_times(&sides[i], &times[i], arena);
	} else if (read_all(opts, sides, times, arena, err) < 0) {
		return -1;
	}
	for (size_t i = 1; i < nr; i++) {
		struct timing *timings;

		diffs[i - 1].nr_times =
			timing_compare(&times[0], &times[i], arena, &timings);
		diffs[i - 1].times = timings;
	}
	return 0;
}
