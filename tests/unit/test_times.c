#include "diffprof/times.h"

#include <math.h>

#include "check.h"

static const struct {
	const char *what, *text;
	enum time_kind kind;
	size_t nr;
	double first;
} cases[] = {
	{ "bash", "\nreal\t8m45.505s\nuser\t4m1.2s\nsys\t0m34.55s\n",
	  TIME_ELAPSED, 1, 525.505 },
	{ "bash", "real\t0m1.0s\nuser\t4m1.2s\nsys\t0m34.55s\n", TIME_USER, 1,
	  241.2 },
	{ "time -p", "real 45.71\nuser 564.96\nsys 113.92\n", TIME_SYSTEM, 1,
	  113.92 },
	{ "GNU time", "564.96user 113.92system 0:45.71elapsed 1485%CPU (0avgt"
	  "ext+0avgdata 9000maxresident)k\n0inputs+8outputs\n", TIME_ELAPSED, 1,
	  45.71 },
	{ "hours", "1.0user 1.0system 1:02:03elapsed 0%CPU\n", TIME_ELAPSED, 1,
	  3723 },
	{ "percent", "1.0user 1.0system 0:01elapsed 1485%CPU\n", TIME_CPU, 1,
	  1485 },
	{ "GNU time -v", "\tElapsed (wall clock) time (h:mm:ss or m:ss): 8:45.5"
	  "\n\tPercent of CPU this job got: 99%\n", TIME_ELAPSED, 1, 525.5 },
	{ "a table", "Elapsed System User CPU\n1 2 3 4\n5 6 7 8\n", TIME_USER,
	  2, 3 },
	{ "a table in small letters", "real sys\n1 2\n", TIME_SYSTEM, 1, 2 },
	{ "lines of prose are passed over", "run 1 of 3\nreal 1.5\nthe end\n",
	  TIME_ELAPSED, 1, 1.5 },
	{ "in a mail", "He wrote:\n> real\t8m45.505s\n> user\t4m1.2s\n",
	  TIME_USER, 1, 241.2 },
	{ "a remark", "# real 7\nreal 1\n", TIME_ELAPSED, 1, 1 },
	{ "kernbench",
	  "Average Optimal -j 8 Load Run:\nElapsed Time 12\nreal 13\n",
	  TIME_ELAPSED, 1, 13 },
	{ "several runs", "real 1\nreal 2\nreal 3\n", TIME_ELAPSED, 3, 1 },
};

TEST(times_are_read)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct arena arena = { 0 };
		struct times side = { 0 };
		const struct times_side of_all = { "a", &side };
		struct error err;

		EXPECT_OK(times_read("t", span_of(cases[i].text), &of_all, 1, &arena,
				     &err),
			  err);
		const struct time_series *of = &side.of[cases[i].kind];
		EXPECT_U64(cases[i].what, of->nr, cases[i].nr);
		EXPECT_TRUE(cases[i].what,
			    fabs(of->value[0] - cases[i].first) < 1e-9);
		arena_release(&arena);
	}
}

TEST(means_are_read)
{
	static const struct {
		const char *what, *text;
		double mean, sd, runs;
	} means[] = {
		{ "as posted", "   Throughput  Std. Dev\n  100.0%  0.8%\n", 100,
		  0.8, NAN },
		{ "with runs", "runs Throughput Std. Dev.\n 3 99 1\n", 99, 1,
		  3 },
		{ "without a deviation", "x Throughput sd n\nbase 99 - 1\n", 99,
		  NAN, 1 },
		{ "beside single values", "Elapsed Throughput stddev\n1 2 3\n"
		  , 2, 3, NAN },
	};

	for (size_t i = 0; i < sizeof(means) / sizeof(*means); i++) {
		struct arena arena = { 0 };
		struct times side = { 0 };
		const struct times_side of_all = { "a", &side };
		const struct time_series *of = &side.of[TIME_THROUGHPUT];
		struct error err;

		EXPECT_OK(times_read("t", span_of(means[i].text), &of_all, 1,
				     &arena, &err), err);
		EXPECT_TRUE(means[i].what, of->has_mean && !of->nr);
		EXPECT_TRUE(means[i].what, of->mean == means[i].mean);
		EXPECT_TRUE(means[i].what, isnan(means[i].sd) ?
			    isnan(of->sd) : of->sd == means[i].sd);
		EXPECT_TRUE(means[i].what, isnan(means[i].runs) ?
			    isnan(of->runs) : of->runs == means[i].runs);
		arena_release(&arena);
	}
}

TEST(what_is_no_time_is_an_error)
{
	static const char *const texts[] = {
		"", "hello\n", "real -5\n", "Elapsed User\n1\n", "real nan\n",
		"1 2 3\n", "real 1:\n", "real 1e999\n", "real 1e19\n",
		"sd Elapsed\n1 2\n", "runs sd\n1 2\n",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct arena arena = { 0 };
		struct times side = { 0 };
		const struct times_side of_all = { "a", &side };
		struct error err;

		EXPECT_FAIL(times_read("t", span_of(texts[i]), &of_all, 1,
				       &arena, &err),
			    err, ERR_FORMAT);
		arena_release(&arena);
	}
}

TEST(a_file_for_several_sides_names_them)
{
	struct arena arena = { 0 };
	struct times times[3] = { 0 };
	const struct times_side sides[] = {
		{ "2.5.66", &times[0] },
		{ "2.5.66-highpte", &times[1] },
		{ "2.5.66 low pte", &times[2] },
	};
	struct error err;

	EXPECT_OK(times_read("t", SPAN("side Elapsed User\nbase 1 2\ntest 3 4\n"
				       "Base 5 6\n"),
			     sides, 2, &arena, &err),
		  err);
	EXPECT_U64("base", times[0].of[TIME_ELAPSED].nr, 2);
	EXPECT_U64("test", times[1].of[TIME_USER].nr, 1);
	EXPECT_TRUE("test", times[1].of[TIME_USER].value[0] == 4);

	memset(times, 0, sizeof(times));
	EXPECT_OK(times_read("t", SPAN("   Elapsed  User\n 2.5.66 1 2\n"
				       "2.5.66-highpte 3 4\n"
				       "  2.5.66 low pte 5 6\n"),
			     sides, 3, &arena, &err),
		  err);
	for (size_t i = 0; i < 3; i++) {
		EXPECT_U64(sides[i].label, times[i].of[TIME_ELAPSED].nr, 1);
		EXPECT_TRUE(sides[i].label,
			    times[i].of[TIME_ELAPSED].value[0] ==
				    (double)(2 * i + 1));
	}

	memset(times, 0, sizeof(times));
	EXPECT_FAIL(times_read("t", SPAN("real 1\n"), sides, 2, &arena, &err),
		    err, ERR_FORMAT);
	EXPECT_HAS(err.text, "--base-times");
	EXPECT_HAS(err.text, "2.5.66-highpte");
	arena_release(&arena);
}

TEST_MAIN
