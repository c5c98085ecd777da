#include "diffprof/timing.h"

#include <math.h>

static struct measured measured_of(const struct time_series *series)
{
	if (series->nr || !series->has_mean)
		return stats_sample(series->value, series->nr);
	return (struct measured){ series->runs, series->mean, series->sd };
}

static bool is_known(const struct time_series *series)
{
	return series->nr || series->has_mean;
}

/* 100 * (user + system) / elapsed of each run. */
static struct time_series cpu_of(const struct times *side, struct arena *arena)
{
	const struct time_series *cpu = &side->of[TIME_CPU];
	const struct time_series *elapsed = &side->of[TIME_ELAPSED];
	const struct time_series *user = &side->of[TIME_USER];
	const struct time_series *system = &side->of[TIME_SYSTEM];
	struct time_series made = { 0 };

	if (is_known(cpu) || !elapsed->nr || elapsed->nr != user->nr ||
	    elapsed->nr != system->nr)
		return *cpu;
	for (size_t i = 0; i < elapsed->nr; i++) {
		ARENA_ROOM(arena, made.value, made.nr, made.cap);
		if (!(elapsed->value[i] > 0))
			return *cpu;
		made.value[made.nr++] = 100 * (user->value[i] +
					       system->value[i]) /
					elapsed->value[i];
	}
	return made;
}

static struct timing compare_one(enum time_kind kind,
				 const struct time_series *base,
				 const struct time_series *test)
{
	struct timing timing = {
		.kind = kind,
		.base = measured_of(base),
		.test = measured_of(test),
		.percent = NAN,
		.ranks = stats_mann_whitney(base->value, base->nr, test->value,
					    test->nr),
	};

	timing.welch = stats_welch(&timing.base, &timing.test);
	if (timing.base.mean > 0)
		timing.percent = 100 * timing.welch.delta / timing.base.mean;
	if (isnan(timing.welch.p))
		timing.verdict = VERDICT_UNKNOWN;
	else if (!(timing.welch.p < 0.05))
		timing.verdict = VERDICT_NOISE;
	else
		timing.verdict = timing.welch.delta > 0 ? VERDICT_MORE :
							  VERDICT_LESS;
	return timing;
}

size_t timing_compare(const struct times *base, const struct times *test,
		      struct arena *arena, struct timing **timings)
{
	size_t nr = 0;

	*timings = arena_alloc(arena, TIME_KINDS * sizeof(**timings));
	for (enum time_kind kind = 0; kind < TIME_KINDS; kind++) {
		struct time_series b = base->of[kind], t = test->of[kind];

		if (kind == TIME_CPU) {
			b = cpu_of(base, arena);
			t = cpu_of(test, arena);
		}
		if (is_known(&b) && is_known(&t))
			(*timings)[nr++] = compare_one(kind, &b, &t);
	}
	return nr;
}
