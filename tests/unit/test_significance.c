#include "diffprof/significance.h"

#include <math.h>

#include "made.h"

static struct significance_options options = { .fdr = 0.05 };

static const struct finding *find(struct made *m, const char *symbol)
{
	return significance_of(m->diffs, !strcmp(symbol, "total") ?
			       &m->diffs[0].total : made_the(m, symbol));
}

static void judge(struct made *m)
{
	EXPECT_OK(made_compare(m), m->err);
	for (size_t i = 0; i < m->nr_tests; i++)
		significance_find(&m->diffs[i], &options, &m->arena);
}

static void pair(struct made *m, struct span base, struct span test)
{
	made_base(m, "base", base);
	made_test(m, 0, "test", test);
	judge(m);
}

TEST(verdicts)
{
	static const struct {
		const char *what, *symbol;
		enum verdict verdict;
	} cases[] = {
		{ "grew", "up", VERDICT_MORE },
		{ "shrank", "down", VERDICT_LESS },
		{ "within noise", "same", VERDICT_NOISE },
		{ "appeared", "new", VERDICT_MORE },
		{ "vanished", "gone", VERDICT_LESS },
		{ "nine ticks in all", "few", VERDICT_UNKNOWN },
		{ "waits", "default_idle", VERDICT_UNKNOWN },
	};
	struct made m;

	made_begin(&m);
	pair(&m, SPAN("100 up 300 down 50 same 40 gone 5 few 900 default_idle"),
	     SPAN("300 up 100 down 55 same 40 new 4 few 90 default_idle"));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct finding *found = find(&m, cases[i].symbol);

		EXPECT_U64(cases[i].what, found->verdict, cases[i].verdict);
		EXPECT_U64(cases[i].what, isnan(found->p),
			   cases[i].verdict == VERDICT_UNKNOWN);
		EXPECT_U64(cases[i].what, isnan(found->q), isnan(found->p));
	}
	EXPECT_TRUE("idle has no noise",
		    isnan(find(&m, "default_idle")->phi));
	EXPECT_TRUE("few has", find(&m, "few")->phi >= 1);
	made_end(&m);
}

TEST(an_uncertain_row_is_not_tested)
{
	struct made m;

	made_begin(&m);
	pair(&m, SPAN("100 a 200 b 30 total 60 unseen"),
	     SPAN("100 a 200 b 90 c"));
	EXPECT_U64("c", find(&m, "c")->verdict, VERDICT_UNKNOWN);
	EXPECT_TRUE("c", isnan(find(&m, "c")->phi));
	EXPECT_U64("family", m.diffs[0].significance->tested, 2);
	made_end(&m);
}

TEST(swapping_the_sides_turns_more_into_less)
{
	static const char *const symbols[] = { "a", "b", "c", "d", "total" };
	struct span base = SPAN("100 a 300 b 50 c 20 d 5000 default_idle");
	struct span test = SPAN("170 a 190 b 55 c 45 d 9000 default_idle");
	struct made m, n;

	made_begin(&m);
	made_begin(&n);
	pair(&m, base, test);
	pair(&n, test, base);
	for (size_t i = 0; i < sizeof(symbols) / sizeof(*symbols); i++) {
		const struct finding *a = find(&m, symbols[i]);
		const struct finding *b = find(&n, symbols[i]);

		EXPECT_TRUE("p", fabs(a->p - b->p) <= 1e-12);
		EXPECT_TRUE("z", fabs(a->z + b->z) <= 1e-9);
		EXPECT_U64("noise", a->verdict == VERDICT_NOISE,
			   b->verdict == VERDICT_NOISE);
		EXPECT_U64("turned", a->verdict == VERDICT_MORE,
			   b->verdict == VERDICT_LESS);
	}
	made_end(&m);
	made_end(&n);
}

TEST(multiplying_both_amounts_of_work_changes_nothing)
{
	struct made m, n;

	made_begin(&m);
	made_begin(&n);
	m.compare = (struct compare_options){ .how = NORMALIZE_WORK,
					      .work_base = 2, .work_test = 3 };
	n.compare = (struct compare_options){ .how = NORMALIZE_WORK,
					      .work_base = 200,
					      .work_test = 300 };
	pair(&m, SPAN("100 a 300 b"), SPAN("170 a 190 b"));
	pair(&n, SPAN("100 a 300 b"), SPAN("170 a 190 b"));
	EXPECT_TRUE("z", fabs(find(&m, "a")->z - find(&n, "a")->z) < 1e-9);
	EXPECT_TRUE("total", fabs(find(&m, "total")->z -
				  find(&n, "total")->z) < 1e-9);
	made_end(&m);
	made_end(&n);
}

TEST(each_run_may_have_done_another_amount_of_work)
{
	static const double base_works[] = { 1, 2, 3 }, test_works[] = { 2, 4 };
	struct compare_options work = {
		.how = NORMALIZE_WORK,
		.work_base = 2, .works_base = base_works, .nr_works_base = 3,
		.work_test = 3, .works_test = test_works, .nr_works_test = 2,
	};
	struct made m;

	made_begin(&m);
	m.compare = work;
	made_base(&m, "b1", SPAN("100 a 300 b"));
	made_base(&m, "b2", SPAN("200 a 600 b"));
	made_base(&m, "b3", SPAN("300 a 900 b"));
	made_test(&m, 0, "t1", SPAN("200 a 660 b"));
	made_test(&m, 0, "t2", SPAN("400 a 1140 b"));
	judge(&m);
	const struct diff_row *a = made_the(&m, "a");
	EXPECT_TRUE("phi", find(&m, "a")->phi == 1);
	EXPECT_TRUE("nothing happened", fabs(find(&m, "a")->z) < 1e-9);
	EXPECT_TRUE("sd", diff_base_sd(m.diffs, a) < 1e-9);
	EXPECT_TRUE("sd", diff_test_sd(m.diffs, a) < 1e-9);
	EXPECT_TRUE("mean", fabs((double)diff_test_mean(m.diffs, a) - 200) <
		    1e-9);
	EXPECT_TRUE("sd", diff_test_sd(m.diffs, made_the(&m, "b")) > 30);
	made_end(&m);
	made_begin(&m);
	m.compare = work;
	m.compare.nr_works_base = 2;
	made_base(&m, "b1", SPAN("100 a 300 b"));
	made_test(&m, 0, "t1", SPAN("200 a 660 b"));
	made_test(&m, 0, "t2", SPAN("400 a 1140 b"));
	EXPECT_FAIL(made_compare(&m), m.err, ERR_USAGE);
	EXPECT_TEXT(m.err.text, "--work: 2 amounts for 1 run of b1");
	made_end(&m);
}

TEST(a_total_that_is_the_normaliser_is_not_tested)
{
	static const enum normalize_how hows[] = { NORMALIZE_TOTAL,
						   NORMALIZE_BUSY };

	for (size_t i = 0; i < 2; i++) {
		struct made m;

		made_begin(&m);
		m.compare.how = hows[i];
		pair(&m, SPAN("100 a 300 b"), SPAN("270 a 590 b"));
		EXPECT_U64("total", find(&m, "total")->verdict,
			   VERDICT_UNKNOWN);
		EXPECT_TRUE("row", !isnan(find(&m, "a")->p));
		made_end(&m);
	}
}

TEST(the_total_is_tested_by_its_busy_ticks)
{
	struct made m, n;

	made_begin(&m);
	made_begin(&n);
	n.compare.no_idle = true;
	pair(&m, SPAN("100 a 300 b 9000 default_idle"),
	     SPAN("110 a 310 b 100 default_idle"));
	pair(&n, SPAN("100 a 300 b 9000 default_idle"),
	     SPAN("110 a 310 b 100 default_idle"));
	EXPECT_U64("total", find(&m, "total")->verdict, VERDICT_NOISE);
	EXPECT_TRUE("idle left out",
		    find(&m, "total")->z == find(&n, "total")->z);
	EXPECT_TRUE("no limits of what is not tested",
		    isnan(significance_ratio_limits(m.diffs, &m.diffs[0].total)
				  .low));
	struct limits limits =
		significance_ratio_limits(n.diffs, &n.diffs[0].total);
	EXPECT_TRUE("limits", limits.low < 1.05 && limits.high > 1.05);
	made_end(&m);
	made_end(&n);
}

TEST(repeats_show_the_noise_of_a_row)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "1", SPAN("100 steady 20 wild 1000 c"));
	made_base(&m, "2", SPAN("101 steady 180 wild 1000 c"));
	made_test(&m, 0, "3", SPAN("200 steady 30 wild 1010 c"));
	made_test(&m, 0, "4", SPAN("202 steady 300 wild 1005 c"));
	judge(&m);
	EXPECT_U64("how", m.diffs[0].significance->how, NOISE_REPEATS);
	EXPECT_TRUE("df", m.diffs[0].significance->df == 2);
	EXPECT_TRUE("steady", find(&m, "steady")->phi == 1);
	EXPECT_TRUE("wild", find(&m, "wild")->phi > 50);
	EXPECT_U64("wild", find(&m, "wild")->verdict, VERDICT_NOISE);
	EXPECT_TRUE("total", !isnan(find(&m, "total")->p));
	made_end(&m);
}

TEST(robust_makes_the_unchanged_rows_equal)
{
	struct made m;

	made_begin(&m);
	m.compare.how = NORMALIZE_ROBUST;
	pair(&m, SPAN("100 a 300 b 50 c 200 d 100 e"),
	     SPAN("200 a 600 b 100 c 400 d 2000 e"));
	EXPECT_TRUE("factor", fabsl(m.diffs[0].norm.factor - 0.5L) < 1e-9L);
	EXPECT_TRUE("se", m.diffs[0].norm.factor_se > 0.03 &&
			  m.diffs[0].norm.factor_se < 0.06);
	EXPECT_U64("a", find(&m, "a")->verdict, VERDICT_NOISE);
	EXPECT_U64("e", find(&m, "e")->verdict, VERDICT_MORE);
	// The factor's own noise makes larger rows noisier.
	EXPECT_TRUE("phi", find(&m, "b")->phi > find(&m, "c")->phi + 0.2);
	made_end(&m);

	made_begin(&m);
	m.compare.how = NORMALIZE_ROBUST;
	made_base(&m, "base", SPAN("100 default_idle"));
	made_test(&m, 0, "test", SPAN("100 default_idle"));
	EXPECT_FAIL(made_compare(&m), m.err, ERR_USAGE);
	EXPECT_HAS(m.err.text, "--normalize=robust");
	made_end(&m);
}

TEST(noise_may_be_given)
{
	struct made m;

	made_begin(&m);
	options.noise = 4;
	pair(&m, SPAN("100 a"), SPAN("170 a"));
	options.noise = 0;
	EXPECT_TRUE("phi", find(&m, "a")->phi == 4);
	EXPECT_TRUE("df", isinf(m.diffs[0].significance->df));
	EXPECT_TRUE("z", find(&m, "a")->z == stats_z(100, 170, 1, 4));
	made_end(&m);
}

TEST(weights_without_samples_are_not_tested)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "base", SPAN("100 a"));
	made_test(&m, 0, "test", SPAN("170 a"));
	m.base.profs[0].unit = "bytes";
	judge(&m);
	EXPECT_U64("a", find(&m, "a")->verdict, VERDICT_UNKNOWN);
	EXPECT_TRUE("phi", isnan(find(&m, "a")->phi));
	EXPECT_TEXT(significance_marker(m.diffs, made_the(&m, "a")), ".");
	made_end(&m);
}

TEST(markers)
{
	struct made m;

	made_begin(&m);
	pair(&m, SPAN("100 up 100 some 50 same 5 few"),
	     SPAN("300 up 180 some 55 same 4 few"));
	EXPECT_TEXT(significance_marker(m.diffs, made_the(&m, "up")), "+++");
	EXPECT_TEXT(significance_marker(m.diffs, made_the(&m, "same")), "~");
	EXPECT_TEXT(significance_marker(m.diffs, made_the(&m, "few")), ".");
	EXPECT_TRUE("up", significance_changed(m.diffs, made_the(&m, "up")));
	EXPECT_TRUE("same", !significance_changed(m.diffs,
						  made_the(&m, "same")));
	made_end(&m);

	made_begin(&m);
	made_base(&m, "1", SPAN("100 up"));
	made_base(&m, "2", SPAN("100 up"));
	made_base(&m, "3", SPAN("100 up"));
	made_test(&m, 0, "4", SPAN("1000 up"));
	judge(&m);
	EXPECT_TRUE("repeats", *significance_marker(m.diffs,
						    made_the(&m, "up")) == '*');
	made_end(&m);
}

TEST_MAIN
