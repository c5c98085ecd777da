#include "timed.h"

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

int compare_times(const struct options *opts, const struct side *sides,
		  struct diff *diffs, struct arena *arena, struct error *err)
{
	const char *both = opts->side[SIDE_BOTH].times;
	const char *base = opts->side[SIDE_BASE].times;
	size_t nr = opts->nr_groups;
	struct times *times = arena_zalloc(arena, nr * sizeof(*times));
	struct times_side *of = arena_alloc(arena, nr * sizeof(*of));

	if (!both && !base && !opts->nr_test_times)
		return 0;
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
	for (size_t i = 1; i < nr; i++) {
		struct timing *timings;

		diffs[i - 1].nr_times =
			timing_compare(&times[0], &times[i], arena, &timings);
		diffs[i - 1].times = timings;
	}
	return 0;
}
