/* test_table.c - columns for reading: table.c, grid.c, cells.c, header.c */
#include "diffprof/escape.h"

#include "made.h"

/* What the table of one comparison prints behind its header. */
static const char *body(struct made *m)
{
	const char *text = made_print(m, &output_table);
	const char *rows = strstr(text, "\n\n");

	return rows ? rows + 2 : "";
}

TEST(a_table_has_a_header_and_rows)
{
	struct made m;

	made_begin(&m);
	m.choose.min_delta = 10;
	made_pair(&m, SPAN("10 a 20 bb 30 c 40 d"), SPAN("110 a 21 bb 28 c 20 d"));
	EXPECT_TEXT(made_print(&m, &output_table),
		    "base: base, 100 ticks; test: test, 179 ticks\n"
		    "not normalised; idle shown\n"
		    "\n"
		    "base  test  delta   percent  symbol\n"
		    " 100   179    +79    +79.0%  total\n"
		    "  10   110   +100  +1000.0%  a\n"
		    "...\n"
		    "  40    20    -20    -50.0%  d\n");
	made_end(&m);
}

TEST(the_total_is_first_and_the_gap_where_it_belongs)
{
	struct made m;

	made_begin(&m);
	m.choose.min_delta = 10;
	made_pair(&m, SPAN("10 a 20 b 400 d"), SPAN("110 a 21 b 200 d"));
	EXPECT_TEXT(body(&m),
		    "base  test  delta   percent  symbol\n"
		    " 430   331    -99    -23.0%  total\n"
		    "  10   110   +100  +1000.0%  a\n"
		    "...\n"
		    " 400   200   -200    -50.0%  d\n");
	made_end(&m);
}

TEST(uncertain_rows_stand_apart_with_their_bounds)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a 12 c 99 total 9 unseen"),
		  SPAN("15 a 40 b ? unseen"));
	EXPECT_TEXT(body(&m),
		    "base  test  delta  percent  symbol\n"
		    "  10    15     +5   +50.0%  a\n"
		    "\n"
		    "uncertain: a listing that was cut does not show them\n"
		    "0..9    40      -        -  b\n"
		    "  12  0..?      -        -  c\n");
	made_end(&m);
}

TEST(what_has_no_value_is_a_dash_and_no_change_has_no_sign)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("5 same 100000 b"), SPAN("5 same 99999 b 7 new"));
	EXPECT_TEXT(body(&m),
		    "  base    test  delta  percent  symbol\n"
		    "100005  100011     +6     0.0%  total\n"
		    "     0       7     +7        -  new\n"
		    "     5       5      0     0.0%  same\n"
		    "100000   99999     -1     0.0%  b\n");
	made_end(&m);
}

TEST(columns_are_chosen_and_aligned)
{
	struct made m;

	made_begin(&m);
	m.form.columns = "match,key,base_share,parts,base_mean,load";
	made_pair(&m, SPAN("1 a 2 a.cold 7 b"), SPAN("3 a/16 6 b"));
	EXPECT_TEXT(body(&m),
		    "match   symbol  of base  parts     base/run    load\n"
		    "name    total   100.00%  -             10.0       -\n"
		    "folded  a        30.00%  a a.cold       3.0  0.1875\n"
		    "name    b        70.00%  -              7.0       -\n");
	made_end(&m);
}

TEST(no_line_ends_in_blanks)
{
	static const char *const lists[] = { NULL, "key,base", "base,key",
					     "key,match", "parts,key,parts",
					     "parts", "image" };

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		struct made m;

		made_begin(&m);
		m.form.columns = lists[i];
		m.choose.min_delta = 1;
		made_pair(&m, SPAN("1 a 2 a.cold 7 *unknown* 9 c 80 total"
				   " 3 unseen"),
			  SPAN("5 long_name 9 c 8 *unknown*"));
		const char *text = made_print(&m, &output_table);

		EXPECT_TRUE(text, !strstr(text, " \n"));
		EXPECT_TRUE(text, !strchr(text, '\t'));
		made_end(&m);
	}
}

/* The columns that the longest line of TEXT takes. */
static size_t widest(const char *text)
{
	size_t most = 0;

	while (*text) {
		size_t len = strcspn(text, "\n");
		size_t width = escape_width((struct span){ text, len });

		most = width > most ? width : most;
		text += len + (text[len] == '\n');
	}
	return most;
}

#define WIDE "\346\274\242\345\255\227"		/* two characters of 2 columns */
#define COMBINED "e\314\201"			/* one column */

TEST(wide_and_combining_characters_are_counted_as_shown)
{
	struct made m;

	made_begin(&m);
	m.form.columns = "key,base";
	made_pair(&m, SPAN("5 " WIDE " 6 " COMBINED " 7 abcdef 8 a\033"),
		  SPAN("5 " WIDE " 6 " COMBINED " 7 abcdef 8 a\033"));
	EXPECT_TEXT(body(&m),
		    "symbol  base\n"
		    "total     26\n"
		    "a\\x1b      8\n"
		    "abcdef     7\n"
		    COMBINED "          6\n"
		    WIDE "       5\n");
	made_end(&m);
}

#define LONG "a_very_long_name_of_a_function_that_does_not_fit_into_any_table"

TEST(names_are_cut_to_the_width)
{
	for (unsigned width = 40; width <= 120; width++) {
		struct made m;

		made_begin(&m);
		m.form.width = width;
		made_pair(&m, SPAN("10 " LONG " 5 " WIDE WIDE WIDE WIDE WIDE WIDE
				   WIDE WIDE),
			  SPAN("20 " LONG " 5 b"));
		const char *text = made_print(&m, &output_table);

		EXPECT_TRUE(text, widest(body(&m)) <= width);
		EXPECT_TRUE("cut", (width < 28 + strlen(LONG)) ==
				   !strstr(text, LONG));
		EXPECT_TRUE("marked", strstr(text, LONG) || strstr(text, "..\n"));
		made_end(&m);
	}
}

TEST(a_name_keeps_twelve_columns_however_narrow_it_is)
{
	struct made m;

	made_begin(&m);
	m.form.width = 10;
	made_pair(&m, SPAN("10 " LONG), SPAN("20 " LONG));
	EXPECT_HAS(body(&m), "  a_very_lon..\n");
	made_end(&m);
}

TEST(nothing_is_cut_without_a_width)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 " LONG), SPAN("20 " LONG));
	EXPECT_HAS(body(&m), LONG "\n");
	made_end(&m);
}

TEST(colours_are_only_there_when_asked_for)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a 50 b"), SPAN("20 a 30 b"));
	EXPECT_TRUE("plain", !strchr(made_print(&m, &output_table), '\033'));
	m.form.color = true;
	const char *text = body(&m);

	EXPECT_HAS(text, "\033[31m+10\033[0m");
	EXPECT_HAS(text, "\033[31m+100.0%\033[0m");
	EXPECT_HAS(text, "\033[32m-20\033[0m");
	EXPECT_HAS(text, "\033[1mtotal\033[0m");
	EXPECT_TRUE("names are not coloured", !strstr(text, "ma\033"));
	made_end(&m);
}

/* Without its colours a table is the same table. */
TEST(colours_do_not_move_anything)
{
	struct made m;
	char plain[2000], *to = plain;

	made_begin(&m);
	made_pair(&m, SPAN("10 a 50 b 7 c 3 d"), SPAN("20 a 30 b 7 c 9 e"));
	m.form.color = true;
	for (const char *p = made_print(&m, &output_table); *p; p++) {
		if (*p == '\033')
			p += strcspn(p, "m");
		else
			*to++ = *p;
	}
	*to = '\0';
	m.form.color = false;
	EXPECT_TEXT(made_print(&m, &output_table), plain);
	made_end(&m);
}

TEST(several_runs_are_shown_as_means)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b1", SPAN("10 a"));
	made_base(&m, "dir/b2", SPAN("11 a"));
	made_test(&m, 0, "t1", SPAN("20 a"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_TEXT(made_print(&m, &output_table),
		    "base: b1 and 1 more, 21 ticks in 2 runs; test: t1, 20 ticks\n"
		    "not normalised; changes per run; idle shown\n"
		    "\n"
		    "base/run   +-  test/run  delta  percent  symbol\n"
		    "    10.5  0.7      20.0    +10   +90.5%  total\n"
		    "    10.5  0.7      20.0    +10   +90.5%  a\n");
	made_end(&m);
}

TEST(a_normalised_run_is_shown_as_it_is_compared)
{
	struct made m;

	made_begin(&m);
	m.compare.how = NORMALIZE_TOTAL;
	m.compare.no_idle = true;
	made_pair(&m, SPAN("10 a 20 b"), SPAN("12 a 8 b"));
	EXPECT_TEXT(made_print(&m, &output_table),
		    "base: base, 30 ticks; test: test, 20 ticks\n"
		    "normalised to equal totals: test x 1.5; idle left out\n"
		    "\n"
		    "base  test  delta  percent  symbol\n"
		    "  30  30.0      0     0.0%  total\n"
		    "  10  18.0     +8   +80.0%  a\n"
		    "  20  12.0     -8   -40.0%  b\n");
	made_end(&m);
}

TEST(several_tests_have_a_group_of_columns_each)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "base", SPAN("10 a 20 b"));
	made_test(&m, 0, "one", SPAN("15 a 20 b"));
	made_test(&m, 1, "a_long_label_of_a_kernel", SPAN("10 a 30 b 4 c"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_HAS(made_print(&m, &output_table),
		   "base: base, 30 ticks\n"
		   "test: one, 35 ticks\n"
		   "test: a_long_label_of_a_kernel, 44 ticks\n"
		   "not normalised; idle shown\n"
		   "\n");
	EXPECT_TEXT(body(&m),
		    "      ------- one --------  a_long_label_of_a_..\n"
		    "base  test  delta  percent  test  delta  percent  symbol\n"
		    "  30    35     +5   +16.7%    44    +14   +46.7%  total\n"
		    "  10    15     +5   +50.0%    10      0     0.0%  a\n"
		    "  20    20      0     0.0%    30    +10   +50.0%  b\n"
		    "   0     -      -        -     4     +4        -  c\n");
	made_end(&m);
}

TEST(a_row_that_one_test_shows_has_the_values_of_all)
{
	struct made m;

	made_begin(&m);
	m.choose.min_delta = 5;
	made_base(&m, "base", SPAN("10 a 20 b 30 c"));
	made_test(&m, 0, "one", SPAN("15 a 21 b 30 c"));
	made_test(&m, 1, "two", SPAN("11 a 40 b 30 c"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_TEXT(body(&m),
		    "      ------- one --------  ------- two --------\n"
		    "base  test  delta  percent  test  delta  percent  symbol\n"
		    "  60    66     +6   +10.0%    81    +21   +35.0%  total\n"
		    "  10    15     +5   +50.0%    11     +1   +10.0%  a\n"
		    "  20    21     +1    +5.0%    40    +20  +100.0%  b\n"
		    "...\n");
	made_end(&m);
}

#define CUT "a_very_long_name_of_a_function_that_does.."

TEST(tables_stand_apart_where_there_is_no_room_beside_each_other)
{
	struct made m;

	made_begin(&m);
	m.form.width = 70;
	made_base(&m, "base", SPAN("10 " LONG));
	made_test(&m, 0, "one", SPAN("15 " LONG));
	made_test(&m, 1, "two\n", SPAN("11 " LONG));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_TEXT(body(&m),
		    "one:\n"
		    "base  test  delta  percent  symbol\n"
		    "  10    15     +5   +50.0%  total\n"
		    "  10    15     +5   +50.0%  " CUT "\n"
		    "\n"
		    "two\\x0a:\n"
		    "base  test  delta  percent  symbol\n"
		    "  10    11     +1   +10.0%  total\n"
		    "  10    11     +1   +10.0%  " CUT "\n");
	made_end(&m);
}

TEST(runs_of_any_test_make_means)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "base", SPAN("10 a"));
	made_test(&m, 0, "one", SPAN("15 a"));
	made_test(&m, 1, "two", SPAN("11 a"));
	made_test(&m, 1, "three", SPAN("13 a"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_HAS(body(&m), "    10.0      15.0     +5   +50.0%      12.0     +2"
			     "   +20.0%  a\n");
	made_end(&m);
}

static const struct {
	const char *what, *label, *path;
	unsigned width;
	const char *header;
} headers[] = {
	{ "the label is the path", "dir/b", "dir/b", 0,
	  "base: dir/b, 5 ticks; test: test, 6 ticks\n" },
	{ "the label is the file's name", "b.prof", "dir/b.prof", 0,
	  "base: b.prof, 5 ticks; test: test, 6 ticks\n" },
	{ "a label of its own", "6.1.0", "dir/b.prof", 0,
	  "base: 6.1.0 (dir/b.prof), 5 ticks; test: test, 6 ticks\n" },
	{ "two sentences that do not fit", "6.1.0", "dir/b.prof", 50,
	  "base: 6.1.0 (dir/b.prof), 5 ticks\ntest: test, 6 ticks\n" },
	{ "a path that does not fit", "6.1.0", "dir/b.prof", 30,
	  "base: 6.1.0 (b.prof), 5 ticks\ntest: test, 6 ticks\n" },
	{ "without a width it is a mail's", "6.1.0",
	  "a/directory/of/a/long/name/for/a/mail/b.prof", 0,
	  "base: 6.1.0 (a/directory/of/a/long/name/for/a/mail/b.prof),"
	  " 5 ticks\ntest: test, 6 ticks\n" },
	{ "names are escaped", "6\n1", "d/\033", 0,
	  "base: 6\\x0a1 (d/\\x1b), 5 ticks; test: test, 6 ticks\n" },
};

TEST(the_header_says_what_was_compared)
{
	for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++) {
		struct made m;
		char want[300];

		made_begin(&m);
		m.form.width = headers[i].width;
		m.base.side.label = headers[i].label;
		made_base(&m, headers[i].path, SPAN("5 a"));
		made_test(&m, 0, "test", SPAN("6 a"));
		EXPECT_OK(made_compare(&m), m.err);
		const char *text = made_print(&m, &output_table);

		snprintf(want, sizeof(want), "%snot normalised; ",
			 headers[i].header);
		EXPECT_SPAN(headers[i].what,
			    ((struct span){ text, strlen(want) }),
			    span_of(want));
		made_end(&m);
	}
}

TEST(the_header_says_what_is_not_listed)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("5 a ? unseen"), SPAN("5 a 9 total 4 unseen"));
	EXPECT_HAS(made_print(&m, &output_table),
		   "base: base, 5 ticks listed, total unknown; ");
	EXPECT_HAS(m.out.data, "test: test, 9 ticks, 5 of them listed\n");
	made_end(&m);
}

TEST(how_it_was_normalised_fits_too)
{
	struct made m;

	made_begin(&m);
	m.form.width = 44;
	m.compare.how = NORMALIZE_BUSY;
	made_base(&m, "b", SPAN("10 a"));
	made_base(&m, "b", SPAN("10 a"));
	made_test(&m, 0, "t", SPAN("30 a"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_HAS(made_print(&m, &output_table),
		   "normalised to equal busy totals: test x 0.333333\n"
		   "changes per run; idle shown\n");
	made_end(&m);
}

TEST(a_listing_is_a_table_too)
{
	struct listing_options opts = { .by_symbol = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("6 a/64@c0100000 2 b [ext4]"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_TEXT(made_print(&m, &output_table),
		    "p, 8 ticks\n"
		    "\n"
		    "count    share    load  symbol\n"
		    "    8  100.00%       -  total\n"
		    "    6   75.00%  0.0938  a\n"
		    "    2   25.00%       -  b [ext4]\n");
	m.form.addresses = true;
	EXPECT_TEXT(body(&m),
		    "address     count    share    load  symbol\n"
		    "-               8  100.00%       -  total\n"
		    "0xc0100000      6   75.00%  0.0938  a\n"
		    "-               2   25.00%       -  b [ext4]\n");
	made_end(&m);
}

TEST(a_column_that_does_not_exist_is_an_error)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 a"), SPAN("2 a"));
	m.form.columns = "nonsense";
	EXPECT_FAIL(output_table.print(m.views, 1, &m.form, &m.out, &m.err),
		    m.err, ERR_USAGE);
	made_end(&m);
}

TEST_MAIN
