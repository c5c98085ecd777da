/* test_markdown.c - tables for forges: markdown.c */
#include "made.h"

TEST(a_comparison_is_a_table_of_pipes)
{
	struct made m;

	made_begin(&m);
	m.choose.min_delta = 10;
	made_pair(&m, SPAN("10 a 20 b 40 d"), SPAN("110 a 21 b 20 d 11 new"));
	EXPECT_TEXT(made_print(&m, &output_markdown),
		    "base: `base`, 70 ticks; test: `test`, 162 ticks\n"
		    "\n"
		    "not normalised; idle shown\n"
		    "\n"
		    "| base | test | delta | percent | symbol |\n"
		    "| ---: | ---: | ---: | ---: | :--- |\n"
		    "| 70 | 162 | +92 | +131.4% | `total` |\n"
		    "| 10 | 110 | +100 | +1000.0% | `a` |\n"
		    "| 0 | 11 | +11 | - | `new` |\n"
		    "| | | | | ... |\n"
		    "| 40 | 20 | -20 | -50.0% | `d` |\n");
	made_end(&m);
}

TEST(the_gap_stands_in_the_column_of_names)
{
	struct made m;

	made_begin(&m);
	m.choose.min_delta = 10;
	m.form.columns = "key,delta";
	made_pair(&m, SPAN("10 a 20 b"), SPAN("110 a 21 b"));
	EXPECT_HAS(made_print(&m, &output_markdown),
		   "| `a` | +100 |\n| ... | |\n");
	m.form.columns = "base,delta";
	EXPECT_HAS(made_print(&m, &output_markdown),
		   "| 10 | +100 |\n| | ... |\n");
	made_end(&m);
}

static const struct {
	const char *what;
	struct span name;
	const char *cell;
} names[] = {
	{ "plain", SPAN("schedule"), "`schedule`" },
	{ "what elsewhere means something", SPAN("<b>*_x_*[l](u)&amp;~"),
	  "`<b>*_x_*[l](u)&amp;~`" },
	{ "a bar", SPAN("a|b"), "`a\\|b`" },
	{ "a backslash and a bar", SPAN("a\\|b"), "`a\\\\|b`" },
	{ "a backtick", SPAN("a`b"), "``a`b``" },
	{ "several", SPAN("a``b`c"), "```a``b`c```" },
	{ "one at the end", SPAN("a`"), "`` a` ``" },
	{ "one at the beginning", SPAN("`a"), "`` `a ``" },
	{ "a line end", SPAN("a\nb"), "`a\\x0ab`" },
	{ "a control character", SPAN("a\033b"), "`a\\x1bb`" },
	{ "no UTF-8", SPAN("a\377"), "`a\\xff`" },
	{ "unknown ticks", SPAN("*unknown*"), "`*unknown*`" },
	{ "a dash is a name as well", SPAN("-x"), "`-x`" },
};

TEST(names_are_code_and_nothing_else)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct profile_row *row;
		struct made m;
		char want[200];

		made_begin(&m);
		m.form.columns = "symbol,test";
		made_base(&m, "b", SPAN(""));
		struct profile *prof = made_test(&m, 0, "t", SPAN(""));
		EXPECT_OK(profile_add(prof, names[i].name, NAME_NONE, 3, &row,
				      &m.err), m.err);
		EXPECT_OK(made_compare(&m), m.err);
		snprintf(want, sizeof(want), "| %s | 3 |\n", names[i].cell);
		EXPECT_HAS(made_print(&m, &output_markdown), want);
		made_end(&m);
	}
}

TEST(labels_are_code_outside_of_the_table)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "a|`b", SPAN("1 a"));
	made_test(&m, 0, "t", SPAN("1 a"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_HAS(made_print(&m, &output_markdown), "base: ``a|`b``, 1 ticks");
	made_end(&m);
}

TEST(uncertain_rows_have_a_table_of_their_own)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a 99 total 9 unseen"), SPAN("15 a 40 b"));
	EXPECT_HAS(made_print(&m, &output_markdown),
		   "| 10 | 15 | +5 | +50.0% | `a` |\n"
		   "\n"
		   "Uncertain: a listing that was cut does not show them.\n"
		   "\n"
		   "| base | test | delta | percent | symbol |\n"
		   "| ---: | ---: | ---: | ---: | :--- |\n"
		   "| 0..9 | 40 | - | - | `b` |\n");
	made_end(&m);
}

TEST(several_tests_follow_one_another)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b", SPAN("10 a"));
	made_test(&m, 0, "one", SPAN("15 a"));
	made_test(&m, 1, "two", SPAN("16 a"));
	EXPECT_OK(made_compare(&m), m.err);
	const char *text = made_print(&m, &output_markdown);

	EXPECT_SPAN("first", ((struct span){ text, 11 }), SPAN("### `one`\n\n"));
	EXPECT_HAS(text, "| 10 | 15 | +5 | +50.0% | `a` |\n\n### `two`\n\n");
	EXPECT_HAS(text, "base: `b`, 10 ticks; test: `two`, 16 ticks\n\n");
	made_end(&m);
}

TEST(a_listing_is_a_table_too)
{
	struct listing_options opts = { .by_symbol = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("6 a/64 2 b [ext4]"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_TEXT(made_print(&m, &output_markdown),
		    "`p`, 8 ticks\n"
		    "\n"
		    "| count | share | load | symbol |\n"
		    "| ---: | ---: | ---: | :--- |\n"
		    "| 8 | 100.00% | - | `total` |\n"
		    "| 6 | 75.00% | 0.0938 | `a` |\n"
		    "| 2 | 25.00% | - | `b [ext4]` |\n");
	made_end(&m);
}

TEST(a_column_that_does_not_exist_is_an_error)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 a"), SPAN("2 a"));
	m.form.columns = "key,";
	EXPECT_FAIL(output_markdown.print(m.views, 1, &m.form, &m.out, &m.err),
		    m.err, ERR_USAGE);
	made_end(&m);
}

TEST_MAIN
