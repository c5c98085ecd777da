#include "diffprof/view.h"

#include "made.h"

/* Shown rows of BASE against TEST, "..." where rows were left out. */
static const char *rows_of(struct made *m)
{
	const struct view *view = &m->views[0];
	const char *gains =
		made_keys(m, view, view->rows, view->nr_gains);
	const char *losses = made_keys(m, view, view->rows + view->nr_gains,
				       view->nr - view->nr_gains);

	return arena_printf(&m->arena, "%s%s%s%s", gains,
			    *gains && (view->left_out || *losses) ? " " : "",
			    view->left_out ? *losses ? "... " : "..." :
			    *losses ? "| " : "", losses);
}

/* A change of +30 +20 +12 +5 0 -5 -11 -40, in total +11. */
#define BASE SPAN("10 g30 100 g20 0 g12 50 g5 7 same 10 l5 20 l11 400 l40")
#define TEST_ SPAN("40 g30 120 g20 12 g12 55 g5 7 same 5 l5 9 l11 360 l40")

static const struct {
	const char *what;
	struct view_options opts;
	const char *rows;
} chosen[] = {
	{ "all", { .top = SIZE_MAX },
	  "g30 g20 g12 total g5 same | l5 l11 l40" },
	{ "at least 10", { .top = SIZE_MAX, .min_delta = 10 },
	  "g30 g20 g12 total ... l11 l40" },
	{ "at least 11", { .top = SIZE_MAX, .min_delta = 11 },
	  "g30 g20 g12 total ... l11 l40" },
	{ "at least 12: the total stays", { .top = SIZE_MAX, .min_delta = 12 },
	  "g30 g20 g12 total ... l40" },
	{ "losses alone", { .top = SIZE_MAX, .min_delta = 35 },
	  "total ... l40" },
	{ "none at all", { .top = SIZE_MAX, .min_delta = 41 }, "total ..." },
	{ "at least 1", { .top = SIZE_MAX, .min_delta = 1 },
	  "g30 g20 g12 total g5 | l5 l11 l40" },
	{ "half a tick is one", { .top = SIZE_MAX, .min_delta = 0.5 },
	  "g30 g20 g12 total g5 | l5 l11 l40" },
	{ "20 percent, or new", { .top = SIZE_MAX, .min_percent = 20 },
	  "g30 g20 g12 total ... l5 l11" },
	{ "20.1 percent", { .top = SIZE_MAX, .min_percent = 20.1 },
	  "g30 g12 total ... l5 l11" },
	{ "both bounds",
	  { .top = SIZE_MAX, .min_delta = 10, .min_percent = 50 },
	  "g30 g12 total ... l11" },
	{ "two each way", { .top = 2 }, "g30 g20 total ... l11 l40" },
	{ "after the bounds", { .top = 2, .min_percent = 25 },
	  "g30 g12 total ... l5 l11" },
	{ "no row", { .top = 0 }, "total ..." },
	{ "as many as there are, but for what did not change", { .top = 4 },
	  "g30 g20 g12 total g5 | l5 l11 l40" },
	{ "by magnitude", { .top = SIZE_MAX, .sort = SORT_MAGNITUDE },
	  "l40 g30 g20 g12 l11 total g5 l5 same" },
	{ "so many rows", { .top = 3, .sort = SORT_MAGNITUDE },
	  "l40 g30 g20 total ..." },
	{ "by percent, the new one last",
	  { .top = SIZE_MAX, .sort = SORT_PERCENT },
	  "g30 g20 g5 total same l40 l5 l11 g12" },
	{ "by base", { .top = SIZE_MAX, .sort = SORT_BASE },
	  "total l40 g20 g5 l11 g30 l5 same g12" },
	{ "by test", { .top = SIZE_MAX, .sort = SORT_TEST },
	  "total l40 g20 g5 g30 g12 l11 same l5" },
	{ "by share", { .top = SIZE_MAX, .sort = SORT_SHARE },
	  "g30 g20 g12 g5 total same l5 l11 l40" },
	{ "by name", { .top = SIZE_MAX, .sort = SORT_NAME },
	  "g12 g20 g30 g5 l11 l40 l5 same total" },
	{ "by name, so many", { .top = 2, .sort = SORT_NAME },
	  "g12 g20 total ..." },
};

TEST(rows_are_chosen_and_ordered)
{
	for (size_t i = 0; i < sizeof(chosen) / sizeof(*chosen); i++) {
		struct made m;

		made_begin(&m);
		m.choose = chosen[i].opts;
		made_pair(&m, BASE, TEST_);
		EXPECT_TEXT(arena_printf(&m.arena, "%s: %s", chosen[i].what,
					 rows_of(&m)),
			    arena_printf(&m.arena, "%s: %s", chosen[i].what,
					 chosen[i].rows));
		EXPECT_TRUE("total", m.views[0].total == &m.diffs[0].total);
		made_end(&m);
	}
}

static const struct {
	const char *what, *only, *except, *rows;
} named[] = {
	{ "only", "^l", NULL, "total ... l5 l11 l40" },
	{ "except", NULL, "[0-9]", "total same ..." },
	{ "both", "^g", "0$", "g12 total g5 ..." },
	{ "nothing is left", "^x$", NULL, "total ..." },
	{ "the total is not asked", NULL, "total",
	  "g30 g20 g12 total g5 same | l5 l11 l40" },
};

TEST(names_choose_rows)
{
	for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++) {
		regex_t only, except;
		struct made m;

		made_begin(&m);
		if (named[i].only) {
			regcomp(&only, named[i].only, REG_EXTENDED | REG_NOSUB);
			m.choose.only = &only;
		}
		if (named[i].except) {
			regcomp(&except, named[i].except,
				REG_EXTENDED | REG_NOSUB);
			m.choose.except = &except;
		}
		made_pair(&m, BASE, TEST_);
		EXPECT_TEXT(rows_of(&m), named[i].rows);
		if (named[i].only)
			regfree(&only);
		if (named[i].except)
			regfree(&except);
		made_end(&m);
	}
}

TEST(names_are_matched_with_their_module)
{
	struct made m;
	regex_t only;

	made_begin(&m);
	regcomp(&only, " \\[ext4\\]$", REG_EXTENDED | REG_NOSUB);
	m.choose.only = &only;
	made_pair(&m, SPAN("1 a 1 a [ext4] 1 b"), SPAN("2 a 3 a [ext4] 4 b"));
	EXPECT_TEXT(rows_of(&m), "total a [ext4] ...");
	regfree(&only);
	made_end(&m);
}

static const struct {
	const char *what;
	struct span base, test;
	double min_delta;
	const char *rows;
} shapes[] = {
	{ "nothing changed", SPAN("5 a 6 b"), SPAN("5 a 6 b"), 0,
	  "a b total" },
	{ "and too little to show", SPAN("5 a 6 b"), SPAN("5 a 6 b"), 1,
	  "total" },
	{ "a total without change ends the gains", SPAN("5 a 6 b 1 c 9 z"),
	  SPAN("8 a 3 b 1 c 9 z"), 0, "a c total z | b" },
	{ "and stands there when the rest is left out", SPAN("50 a 60 b"),
	  SPAN("53 a 57 b"), 10, "total ..." },
	{ "a total that fell is a loss", SPAN("5 a 50 b"), SPAN("8 a 20 b"), 0,
	  "a | total b" },
	{ "gains left out, losses shown", SPAN("5 a 50 b"), SPAN("8 a 20 b"),
	  10, "... total b" },
	{ "losses left out, gains shown", SPAN("5 a 50 b"), SPAN("80 a 48 b"),
	  10, "a total ..." },
	{ "all gains", SPAN("1 a 2 b"), SPAN("50 a 60 b"), 10, "total b a" },
	{ "all losses", SPAN("50 a 60 b"), SPAN("1 a 2 b"), 10, "| a b total" },
	{ "what did not change is nothing that is left out",
	  SPAN("5 a 7 b"), SPAN("50 a 7 b"), 10, "a total" },
};

TEST(the_gap_stands_where_a_row_with_a_change_was_left_out)
{
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		struct made m;

		made_begin(&m);
		m.choose.min_delta = shapes[i].min_delta;
		made_pair(&m, shapes[i].base, shapes[i].test);
		EXPECT_TEXT(arena_printf(&m.arena, "%s: %s", shapes[i].what,
					 rows_of(&m)),
			    arena_printf(&m.arena, "%s: %s", shapes[i].what,
					 shapes[i].rows));
		made_end(&m);
	}
}

/* Two runs a side give halves: 9.5 is 10, 10.5 is 10, 11.5 is 12. */
TEST(deltas_are_rounded_half_to_even_before_they_are_compared)
{
	static const struct {
		double min_delta;
		const char *rows;
	} cases[] = {
		{ 10, "total d115 d105 d95 ..." },
		{ 10.5, "total d115 ..." },
		{ 12, "total d115 ..." },
		{ 12.5, "total ..." },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct made m;

		made_begin(&m);
		m.choose.min_delta = cases[i].min_delta;
		made_base(&m, "b1", SPAN("100 d95 100 d105 100 d115 9 d85"));
		made_base(&m, "b2", SPAN("100 d95 100 d105 100 d115 9 d85"));
		made_test(&m, 0, "t1",
			  SPAN("110 d95 111 d105 112 d115 18 d85"));
		made_test(&m, 0, "t2",
			  SPAN("109 d95 110 d105 111 d115 17 d85"));
		EXPECT_OK(made_compare(&m), m.err);
		EXPECT_TEXT(rows_of(&m), cases[i].rows);
		made_end(&m);
	}
}

TEST(large_deltas_are_ordered_to_the_last_tick)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 a"),
		  SPAN("4611686018427387903 b 4611686018427387901 a"
		       " 1 c"));
	EXPECT_TEXT(rows_of(&m), "total b a c");
	made_end(&m);
}

TEST(equal_deltas_are_in_the_order_of_names)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 x"),
		  SPAN("6 b 6 a [z] 6 a [y] 6 a 1 x 6 B 6 _"));
	EXPECT_TEXT(rows_of(&m), "total B _ a a [y] a [z] b x");
	made_end(&m);
}

TEST(equal_deltas_may_be_in_the_order_of_perl)
{
	struct made m;
	char text[20000] = "9 path_lookup 9 find_get_page 9 __copy_to_user_ll";

	for (int i = 0; i < 720; i++)
		sprintf(text + strlen(text), " 1 filler_%d", i);
	made_begin(&m);
	m.choose.perl58_ties = true;
	m.choose.min_delta = 5;
	made_pair(&m, SPAN("1 x"), span_of(text));
	EXPECT_TEXT(rows_of(&m),
		    "total __copy_to_user_ll find_get_page path_lookup ...");
	made_end(&m);
}

TEST(uncertain_rows_stand_apart_most_ticks_first)
{
	struct made m;
	regex_t except;

	made_begin(&m);
	m.choose.min_delta = 1000;
	m.choose.top = 0;
	made_pair(&m, SPAN("10 a 50 c 30 b 99 z 300 total 9 unseen"),
		  SPAN("10 a 40 d 50 e 400 total 9 unseen"));
	EXPECT_TEXT(rows_of(&m), "total");
	EXPECT_TEXT(made_keys(&m, m.views, m.views[0].uncertain,
			      m.views[0].nr_uncertain), "z c e d b");
	made_end(&m);

	made_begin(&m);
	m.choose.sort = SORT_NAME;
	regcomp(&except, "[ez]", REG_EXTENDED | REG_NOSUB);
	m.choose.except = &except;
	made_pair(&m, SPAN("10 a 50 c 30 b 99 z 300 total 9 unseen"),
		  SPAN("10 a 40 d 50 e 400 total 9 unseen"));
	EXPECT_TEXT(made_keys(&m, m.views, m.views[0].uncertain,
			      m.views[0].nr_uncertain), "b c d");
	regfree(&except);
	made_end(&m);
}

TEST(a_total_that_is_not_known_is_not_shown)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a ? unseen"), SPAN("12 a"));
	EXPECT_TRUE("total", !m.views[0].total);
	EXPECT_TEXT(rows_of(&m), "a");
	made_end(&m);
}

static const struct {
	enum sort_key sort;
	size_t top;
	const char *rows;
} sorts[] = {
	{ SORT_COUNT, SIZE_MAX, "total b c a *unknown*" },
	{ SORT_DELTA, SIZE_MAX, "total b c a *unknown*" },
	{ SORT_NAME, SIZE_MAX, "*unknown* a b c total" },
	{ SORT_LOAD, SIZE_MAX, "c b total *unknown* a" },
	{ SORT_ADDRESS, SIZE_MAX, "c b a *unknown* total" },
	{ SORT_COUNT, 2, "total b c ..." },
	{ SORT_ADDRESS, 1, "c total ..." },
};

TEST(a_listing_is_sorted_too)
{
	struct listing_options opts = { .by_symbol = true };

	for (size_t i = 0; i < sizeof(sorts) / sizeof(*sorts); i++) {
		struct made m;

		made_begin(&m);
		m.choose.sort = sorts[i].sort;
		m.choose.top = sorts[i].top;
		made_base(&m, "p", SPAN("5 a 20 b/64@200 9 c/8@100"
					" 2 *unknown*"));
		EXPECT_OK(made_list(&m, &opts), m.err);
		EXPECT_TEXT(rows_of(&m), sorts[i].rows);
		made_end(&m);
	}
}

TEST(the_total_of_one_row_stands_above_it)
{
	struct listing_options opts = { .by_symbol = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_TEXT(rows_of(&m), "total a");
	made_end(&m);
}

TEST(a_listing_without_a_total_shows_none)
{
	struct listing_options opts = { .by_symbol = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a ? unseen"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_TRUE("total", !m.views[0].total);
	EXPECT_TEXT(rows_of(&m), "a");
	made_end(&m);
}

TEST_MAIN
