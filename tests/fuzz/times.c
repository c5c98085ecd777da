/*
 * times.c - times of runs, and what is made of them: any bytes
 *
 * Once as the times of one side, once as those of three.
 */
#include "fuzz.h"

#include <math.h>

#include "diffprof/timing.h"

static void check_series(const struct time_series *series)
{
	for (size_t i = 0; i < series->nr; i++)
		FUZZ_REQUIRE("a time", series->value[i] >= 0 &&
			     series->value[i] <= 1e18);
	FUZZ_REQUIRE("a mean", !series->has_mean ||
		     (series->mean >= 0 && series->mean <= 1e18));
	FUZZ_REQUIRE("a deviation", !series->has_mean || isnan(series->sd) ||
		     series->sd >= 0);
}

static void check_timing(const struct timing *t)
{
	FUZZ_REQUIRE("means", isfinite(t->base.mean) && isfinite(t->test.mean));
	FUZZ_REQUIRE("p", isnan(t->welch.p) ||
		     (t->welch.p >= 0 && t->welch.p <= 1));
	FUZZ_REQUIRE("ranks", isnan(t->ranks) ||
		     (t->ranks >= 0 && t->ranks <= 1));
	FUZZ_REQUIRE("verdict", isnan(t->welch.p) ==
		     (t->verdict == VERDICT_UNKNOWN));
}

static void read_as(const char *data, size_t size, size_t nr)
{
	struct times times[3] = { 0 };
	const struct times_side sides[] = {
		{ "2.5.66", &times[0] },
		{ "2.5.66-highpte", &times[1] },
		{ "2.5.66 low pte", &times[2] },
	};
	struct arena arena = { 0 };
	struct timing *timings;
	struct error err;

	if (times_read("fuzz", (struct span){ data, size }, sides, nr, &arena,
		       &err) < 0) {
		fuzz_check_error(&err);
		arena_release(&arena);
		return;
	}
	for (size_t i = 0; i < nr; i++)
		for (int kind = 0; kind < TIME_KINDS; kind++)
			check_series(&times[i].of[kind]);
	for (size_t i = 0; i < nr; i++) {
		size_t made = timing_compare(&times[0], &times[i], &arena,
					     &timings);

		for (size_t k = 0; k < made; k++)
			check_timing(&timings[k]);
	}
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_as((const char *)data, size, 1);
	read_as((const char *)data, size, 3);
	return 0;
}
