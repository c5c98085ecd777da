/* test_compare.c - sums, bounds, totals and normalisation: compare.c */
#include <math.h>

#include "made.h"

TEST(counts_of_63_bits_are_compared_exactly)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("9223372036854775797 a"),
		  SPAN("9223372036854775807 a"));
	EXPECT_TRUE("delta", diff_delta(m.diffs, made_the(&m, "a")) == 10);
	EXPECT_TRUE("total", diff_delta(m.diffs, &m.diffs[0].total) == 10);
	made_end(&m);
}

TEST(the_largest_loss_is_exact_too)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("9223372036854775807 a"), SPAN("0 a"));
	EXPECT_TRUE("delta", diff_delta(m.diffs, made_the(&m, "a")) ==
				     -9223372036854775807.0L);
	EXPECT_U64("status", made_the(&m, "a")->status, STATUS_GONE);
	made_end(&m);
}

TEST(sums_over_63_bits_are_an_error)
{
	const struct span full = SPAN("9223372036854775807 a"),
			  one = SPAN("1 a"), other = SPAN("1 b");
	const struct {
		const char *what;
		struct span base[2], test[2];
	} cases[] = {
		{ "one row of base", { full, one }, { one, one } },
		{ "one row of test", { one, one }, { one, full } },
		{ "the total of base", { full, other }, { one, one } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct made m;

		made_begin(&m);
		for (size_t k = 0; k < 2; k++) {
			made_base(&m, "base", cases[i].base[k]);
			made_test(&m, 0, "test", cases[i].test[k]);
		}
		EXPECT_FAIL(made_compare(&m), m.err, ERR_LIMIT);
		EXPECT_HAS(m.err.text, "more than 63 bits hold");
		made_end(&m);
	}
}

TEST(clones_that_add_up_to_over_63_bits_are_an_error)
{
	struct made m;
	struct profile *prof;

	made_begin(&m);
	prof = made_base(&m, "big", SPAN("9223372036854775806 a 1 a.cold"));
	// A reader checks the sum of its rows; a fault there must not pass.
	prof->rows[1].count = 2;
	made_test(&m, 0, "test", SPAN("1 a"));
	EXPECT_FAIL(made_compare(&m), m.err, ERR_LIMIT);
	made_end(&m);
}

TEST(duplicates_are_summed_on_both_sides)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("5 init 7 init 1 other"), SPAN("2 init 4 init 3 init"));
	EXPECT_U64("rows", m.diffs[0].nr, 2);
	EXPECT_U64("base", made_the(&m, "init")->base, 12);
	EXPECT_U64("test", made_the(&m, "init")->test, 9);
	EXPECT_U64("listed", m.diffs[0].base.listed, 13);
	made_end(&m);
}

TEST(runs_are_summed_and_kept_apart)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b1", SPAN("10 a 3 b"));
	made_base(&m, "b2", SPAN("20 a"));
	made_test(&m, 0, "t1", SPAN("7 b 40 a"));
	EXPECT_OK(made_compare(&m), m.err);

	const struct diff *diff = &m.diffs[0];
	const struct diff_row *a = made_the(&m, "a"), *b = made_the(&m, "b");
	const uint64_t *of_a = diff->counts + (size_t)(a - diff->rows) * 3;
	const uint64_t *of_b = diff->counts + (size_t)(b - diff->rows) * 3;
	const uint64_t *totals = diff->counts + diff->nr * 3;

	EXPECT_U64("stride", diff->stride, 3);
	EXPECT_U64("base", a->base, 30);
	EXPECT_U64("test", a->test, 40);
	EXPECT_U64("a in b1", of_a[0], 10);
	EXPECT_U64("a in b2", of_a[1], 20);
	EXPECT_U64("a in t1", of_a[2], 40);
	EXPECT_U64("b in b1", of_b[0], 3);
	EXPECT_U64("b in b2: a whole listing shows all", of_b[1], 0);
	EXPECT_U64("b in t1", of_b[2], 7);
	EXPECT_U64("total of b1", totals[0], 13);
	EXPECT_U64("total of b2", totals[1], 20);
	EXPECT_U64("total of t1", totals[2], 47);
	EXPECT_TRUE("mean", diff_base_mean(diff, a) == 15);
	EXPECT_TRUE("delta", diff_delta(diff, a) == 25);
	EXPECT_TRUE("delta of b", diff_delta(diff, b) == 5.5L);
	EXPECT_TRUE("percent", fabs(diff_percent(diff, a) - 166.666666) < 1e-4);
	EXPECT_TRUE("run", diff_run(diff, 2) == m.tests[0].runs[0]);
	made_end(&m);
}

TEST(status_says_who_has_ticks)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 both 2 gone 0 appears 0 never"),
		  SPAN("1 both 3 new 4 appears 0 gone"));
	EXPECT_U64("both", made_the(&m, "both")->status, STATUS_BOTH);
	EXPECT_U64("gone", made_the(&m, "gone")->status, STATUS_GONE);
	EXPECT_U64("new", made_the(&m, "new")->status, STATUS_NEW);
	EXPECT_U64("from 0", made_the(&m, "appears")->status, STATUS_NEW);
	EXPECT_U64("0 on both sides", made_the(&m, "never")->status, STATUS_BOTH);
	EXPECT_TRUE("no percentage of nothing",
		    isnan(diff_percent(m.diffs, made_the(&m, "new"))));
	EXPECT_TRUE("nothing left",
		    diff_percent(m.diffs, made_the(&m, "gone")) == -100);
	EXPECT_U64("symbols of base", m.diffs[0].base.symbols, 2);
	EXPECT_U64("symbols of test", m.diffs[0].test.symbols, 3);
	made_end(&m);
}

TEST(what_a_cut_base_does_not_show_is_uncertain)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("50 a 100 total 9 unseen"), SPAN("60 a 70 b"));
	const struct diff_row *b = made_the(&m, "b");

	EXPECT_U64("shown", made_the(&m, "a")->status, STATUS_BOTH);
	EXPECT_U64("status", b->status, STATUS_UNCERTAIN);
	EXPECT_TRUE("which side", b->base_cut && !b->test_cut);
	EXPECT_U64("least", b->base, 0);
	EXPECT_U64("most", b->base_high, 9);
	EXPECT_U64("the other side is sure", b->test_high, 70);
	EXPECT_U64("by run", m.diffs[0].counts[(size_t)(b - m.diffs[0].rows) * 2],
		   COUNT_UNKNOWN);
	EXPECT_U64("the stated total", m.diffs[0].base.total, 100);
	EXPECT_U64("and the rows", m.diffs[0].base.listed, 50);
	EXPECT_HAS(made_note(&m.diffs[0].notes, "uncertain"),
		   "1 symbol is uncertain");
	made_end(&m);
}

TEST(what_a_cut_test_does_not_show_is_uncertain)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("60 a 70 b 80 c"), SPAN("50 a ? unseen"));
	const struct diff_row *b = made_the(&m, "b");

	EXPECT_U64("status", b->status, STATUS_UNCERTAIN);
	EXPECT_TRUE("which side", !b->base_cut && b->test_cut);
	EXPECT_U64("no bound", b->test_high, COUNT_UNKNOWN);
	EXPECT_U64("base", b->base_high, 70);
	EXPECT_U64("no total", m.diffs[0].test.total, COUNT_UNKNOWN);
	EXPECT_U64("of the row neither", m.diffs[0].total.status,
		   STATUS_UNCERTAIN);
	EXPECT_U64("which has at least", m.diffs[0].total.test, 50);
	EXPECT_U64("by run", m.diffs[0].counts[m.diffs[0].nr * 2 + 1],
		   COUNT_UNKNOWN);
	EXPECT_HAS(made_note(&m.diffs[0].notes, "uncertain"),
		   "2 symbols are uncertain");
	EXPECT_HAS(made_note(&m.diffs[0].notes, "total-unknown"), "test");
	made_end(&m);
}

TEST(one_cut_run_of_several_makes_a_missing_row_uncertain)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "whole", SPAN("10 a 4 b"));
	made_base(&m, "cut", SPAN("12 a 20 total 5 unseen"));
	made_test(&m, 0, "test", SPAN("11 a 3 c"));
	EXPECT_OK(made_compare(&m), m.err);
	const struct diff_row *b = made_the(&m, "b"), *c = made_the(&m, "c");

	EXPECT_U64("both runs show it", made_the(&m, "a")->status, STATUS_BOTH);
	EXPECT_U64("one shows it", b->status, STATUS_UNCERTAIN);
	EXPECT_U64("what it shows", b->base, 4);
	EXPECT_U64("and what the other may have", b->base_high, 9);
	EXPECT_U64("none shows it", c->status, STATUS_UNCERTAIN);
	EXPECT_U64("least", c->base, 0);
	EXPECT_U64("most", c->base_high, 5);
	made_end(&m);
}

TEST(bounds_that_pass_63_bits_are_none)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b1", SPAN("1 a 9223372036854775806 b"));
	made_base(&m, "b2", SPAN("1 a 2 total 9223372036854775807 unseen"));
	made_base(&m, "b3", SPAN("0 a 0 total 9223372036854775807 unseen"));
	made_test(&m, 0, "test", SPAN("1 c"));
	m.base.runs[0]->total = 1;
	m.base.runs[0]->listed = 1;
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_U64("over two cut runs", made_the(&m, "c")->base_high,
		   COUNT_UNKNOWN);
	EXPECT_U64("on top of a count", made_the(&m, "b")->base_high,
		   COUNT_UNKNOWN);
	EXPECT_U64("which is kept", made_the(&m, "b")->base,
		   9223372036854775806u);
	made_end(&m);
}

TEST(what_is_not_shown_may_be_taken_for_zero)
{
	struct made m;

	made_begin(&m);
	m.compare.assume_zero = true;
	made_pair(&m, SPAN("50 a 20 c ? unseen"), SPAN("60 a 70 b"));
	EXPECT_U64("new", made_the(&m, "b")->status, STATUS_NEW);
	EXPECT_U64("gone", made_the(&m, "c")->status, STATUS_GONE);
	EXPECT_U64("total", m.diffs[0].base.total, 70);
	EXPECT_TRUE("no note", !made_note(&m.diffs[0].notes, "uncertain"));
	EXPECT_TRUE("nor here", !made_note(&m.diffs[0].notes, "total-unknown"));
	EXPECT_U64("by run", m.diffs[0].counts[m.diffs[0].nr * 2], 70);
	made_end(&m);
}

static const struct {
	const char *what;
	struct compare_options opts;
	double factor;		/* of 2 base runs of 150 and 3 test runs of 100 */
} norms[] = {
	{ "none", { .how = NORMALIZE_NONE }, 1 },
	{ "total", { .how = NORMALIZE_TOTAL }, 1.5 },
	/* 300 - 100 idle in 2 runs, 300 - 180 in 3 */
	{ "busy", { .how = NORMALIZE_BUSY }, 2.5 },
	{ "factor", { .how = NORMALIZE_FACTOR, .factor = 0.25 }, 0.25 },
	{ "work", { .how = NORMALIZE_WORK, .work_base = 5, .work_test = 4 },
	  1.25 },
};

TEST(the_factor_brings_the_mean_runs_together)
{
	for (size_t i = 0; i < sizeof(norms) / sizeof(*norms); i++) {
		struct made m;

		made_begin(&m);
		m.compare = norms[i].opts;
		for (size_t k = 0; k < 2; k++)
			made_base(&m, "b", SPAN("100 a 50 default_idle"));
		for (size_t k = 0; k < 3; k++)
			made_test(&m, 0, "t", SPAN("40 a 60 default_idle"));
		EXPECT_OK(made_compare(&m), m.err);
		EXPECT_TRUE(norms[i].what,
			    fabs((double)m.diffs[0].norm.factor -
				 norms[i].factor) < 1e-15);
		EXPECT_U64(norms[i].what, m.diffs[0].norm.how,
			   norms[i].opts.how);
		EXPECT_TRUE(norms[i].what,
			    fabs((double)diff_test_mean(m.diffs,
							made_the(&m, "a")) -
				 40 * norms[i].factor) < 1e-12);
		EXPECT_U64("counts stay", made_the(&m, "a")->test, 120);
		made_end(&m);
	}
}

TEST(equal_totals_leave_no_delta_of_the_total)
{
	struct made m;

	made_begin(&m);
	m.compare.how = NORMALIZE_TOTAL;
	made_pair(&m, SPAN("10 a 20 b"), SPAN("7 a 4 b"));
	EXPECT_TRUE("delta", diff_delta(m.diffs, &m.diffs[0].total) == 0);
	EXPECT_TRUE("percent", diff_percent(m.diffs, &m.diffs[0].total) == 0);
	made_end(&m);
}

static const struct {
	const char *what;
	enum normalize_how how;
	struct span base, test;
	const char *text;
} unusable[] = {
	{ "no ticks in base", NORMALIZE_TOTAL, SPAN("0 a"), SPAN("1 a"),
	  "--normalize=total: base has no ticks to compare by" },
	{ "none in test", NORMALIZE_TOTAL, SPAN("1 a"), SPAN("0 a"),
	  "--normalize=total: test has no ticks to compare by" },
	{ "only idle ones", NORMALIZE_BUSY, SPAN("1 a"), SPAN("9 default_idle"),
	  "--normalize=busy: test has no busy ticks to compare by" },
	{ "no total in base", NORMALIZE_TOTAL, SPAN("9 a ? unseen"), SPAN("1 a"),
	  "--normalize=total: base is a cut listing without a total" },
	{ "no total in test", NORMALIZE_BUSY, SPAN("9 a"), SPAN("1 a 1 unseen"),
	  "--normalize=busy: test is a cut listing without a total" },
};

TEST(a_normaliser_without_ticks_is_an_error)
{
	for (size_t i = 0; i < sizeof(unusable) / sizeof(*unusable); i++) {
		struct made m;

		made_begin(&m);
		m.compare.how = unusable[i].how;
		made_base(&m, "base", unusable[i].base);
		made_test(&m, 0, "test", unusable[i].test);
		EXPECT_FAIL(made_compare(&m), m.err, ERR_USAGE);
		EXPECT_TEXT(m.err.text, unusable[i].text);
		made_end(&m);
	}
}

TEST(idle_is_in_the_total_unless_it_is_left_out)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a 90 default_idle"), SPAN("30 a 80 default_idle"));
	EXPECT_U64("total", m.diffs[0].total.base, 100);
	EXPECT_U64("idle", m.diffs[0].base.idle, 90);
	EXPECT_TRUE("marked", made_the(&m, "default_idle")->idle);
	EXPECT_TRUE("the other", !made_the(&m, "a")->idle);
	EXPECT_TRUE("shown", !m.diffs[0].idle_left_out);
	made_end(&m);

	made_begin(&m);
	m.compare.no_idle = true;
	made_pair(&m, SPAN("10 a 90 default_idle"), SPAN("30 a 80 default_idle"));
	EXPECT_U64("busy total", m.diffs[0].total.base, 10);
	EXPECT_U64("of test", m.diffs[0].total.test, 30);
	EXPECT_TRUE("no row", !made_find(&m, "default_idle"));
	EXPECT_U64("rows", m.diffs[0].nr, 1);
	EXPECT_U64("counts move with them", m.diffs[0].counts[1], 30);
	EXPECT_U64("total of base's run", m.diffs[0].counts[2], 10);
	EXPECT_U64("all samples all the same", m.diffs[0].base.total, 100);
	EXPECT_TRUE("left out", m.diffs[0].idle_left_out);
	made_end(&m);
}

TEST(idle_may_be_what_the_user_says)
{
	struct made m;
	regex_t regex;

	assert_int_equal(regcomp(&regex, "^my_.*halt$", REG_EXTENDED | REG_NOSUB),
			 0);
	made_begin(&m);
	m.compare.idle = &regex;
	m.compare.no_idle = true;
	made_pair(&m, SPAN("10 my_old_halt 90 default_idle"), SPAN("3 a"));
	EXPECT_TRUE("not this", !made_find(&m, "my_old_halt"));
	EXPECT_TRUE("but that", made_find(&m, "default_idle") != NULL);
	EXPECT_U64("total", m.diffs[0].total.base, 90);
	regfree(&regex);
	made_end(&m);
}

TEST(a_clone_of_an_idle_function_is_idle)
{
	struct made m;

	made_begin(&m);
	m.keep_clones = true;
	made_pair(&m, SPAN("10 do_idle.cold 1 a"), SPAN("12 do_idle 1 a"));
	EXPECT_TRUE("clone", made_the(&m, "do_idle.cold")->idle);
	EXPECT_U64("idle", m.diffs[0].base.idle, 10);
	made_end(&m);
}

TEST(notes_of_the_profiles_are_those_of_the_comparison)
{
	struct made m;

	made_begin(&m);
	notes_add(&made_base(&m, "b", SPAN("1 a"))->notes, NOTE_DOUBT, "one", "b",
		  "of base");
	notes_add(&made_test(&m, 0, "t", SPAN("1 a"))->notes, NOTE_INFO, "two",
		  "t", "of test");
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_TEXT(made_note(&m.diffs[0].notes, "one"), "of base");
	EXPECT_TEXT(made_note(&m.diffs[0].notes, "two"), "of test");
	made_end(&m);
}

static const struct {
	const char *what, *base, *test;
	unsigned step; /* of raw dumps */
	bool differs;
} releases[] = {
	{ "both old", "6.1.0", "6.10.9", 4, false },
	{ "both new", "6.11.0", "6.12.1", 4, false },
	{ "across the change", "6.10.0", "6.11.0", 4, true },
	{ "backwards", "7.0.0", "2.6.32", 4, true },
	{ "one is not named", NULL, "6.11.0", 4, false },
	{ "no raw dumps", "6.10.0", "6.11.0", 0, false },
};

TEST(a_change_of_what_is_counted_is_noted)
{
	for (size_t i = 0; i < sizeof(releases) / sizeof(*releases); i++) {
		struct made m;

		made_begin(&m);
		struct profile *base = made_base(&m, "b", SPAN("1 a"));
		struct profile *test = made_test(&m, 0, "t", SPAN("1 a"));

		base->release = releases[i].base;
		test->release = releases[i].test;
		base->step = test->step = releases[i].step;
		EXPECT_OK(made_compare(&m), m.err);
		EXPECT_U64(releases[i].what,
			   made_note(&m.diffs[0].notes, "outside-text-differs") !=
			   NULL, releases[i].differs);
		made_end(&m);
	}
}

TEST(rounding_is_half_to_even_and_never_minus_zero)
{
	static const struct {
		long double delta, rounded;
	} deltas[] = {
		{ 0.5L, 0 }, { 1.5L, 2 }, { 2.5L, 2 }, { 3.5L, 4 },
		{ -0.5L, 0 }, { -1.5L, -2 }, { -2.5L, -2 }, { 9.4999L, 9 },
		{ 9.5001L, 10 }, { 9223372036854775807.0L,
		9223372036854775807.0L },
	};

	for (size_t i = 0; i < sizeof(deltas) / sizeof(*deltas); i++) {
		long double got = diff_rounded(deltas[i].delta);

		EXPECT_TRUE("value", got == deltas[i].rounded);
		EXPECT_TRUE("sign", got != 0 || !signbit(got));
	}
}

TEST_MAIN
