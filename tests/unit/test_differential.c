/* test_differential.c - texts that are comparisons already */
#include "readchanges.h"

static const struct {
	const char *what, *text, *told;
} cases[] = {
	/* what diffprofile prints */
	{ "gains, a gap, losses",
	  "      1480     9.1% total\n"
	  "      1236    52.7% page_remove_rmap\n"
	  "...\n"
	  "       -13    -2.4% __copy_to_user_ll\n",
	  "total: 1480 9.1% total, 1236 52.7% page_remove_rmap,"
	  " -13 -2.4% __copy_to_user_ll ..." },
	{ "a gap in front of all",
	  "...\n       -13    -2.4% a\n       -14    -2.4% b\n",
	  "-13 -2.4% a, -14 -2.4% b ..." },
	{ "a gap behind all",
	  "        13     2.4% a\n        12     2.4% b\n...\n",
	  "13 2.4% a, 12 2.4% b ..." },
	{ "0.0% is new, when the total has no room for what rounds to that",
	  "       100    10.0% total\n        37     0.0% kmap\n",
	  "total: 100 10% total, 37 -% kmap new" },
	{ "0.0% can be little of much",
	  "      1000     0.1% total\n        37     0.0% default_idle\n",
	  "total: 1000 0.1% total, 37 0% default_idle unsure" },
	{ "without a total 0.0% is new", "        37     0.0% kmap\n",
	  "37 -% kmap new" },
	{ "-100.0% is gone", "      -758  -100.0% generic_file_open\n",
	  "-758 -100% generic_file_open gone" },
	{ "unless a tick may be left of so many",
	  "     -1999  -100.0% a\n     -1998  -100.0% b\n",
	  "-1999 -100% a unsure, -1998 -100% b gone" },
	{ "a loss of less than a tenth of a percent",
	  "       -20    -0.0% default_idle\n", "-20 -0% default_idle" },
	{ "four digits of percent push the row right",
	  "      3809  27207.1% find_trylock_page\n",
	  "3809 27207.1% find_trylock_page" },
	{ "more than 53 bits", " 9007199254740993     1.0% a\n",
	  "9007199254740993 1% a" },
	{ "over 63 bits is an error", "9223372036854775808     1.0% a\n",
	  "mail:1: a change that does not fit in 63 bits" },
	{ "quoted at any depth",
	  ">> >       7148    24.9% total\n>> >       6482    37.7% idle\n",
	  "total: 7148 24.9% total, 6482 37.7% idle" },
	{ "a wrapped row",
	  ">       7148    24.9%\n> a_long_name\n>       6482    37.7% idle\n",
	  "7148 24.9% a_long_name, 6482 37.7% idle" },
	{ "a decimal comma, tabs, CRLF", "\t12\t 5,0%\ta\r\n\t11\t 4,0%\tb\r\n",
	  "12 5% a, 11 4% b" },
	{ "what people write for rows they left out",
	  "       300     9.1% a\n[ delta < 200: skipped ]\n"
	  "      -300    -9.1% b\n",
	  "300 9.1% a, -300 -9.1% b ..." },
	{ "four dots", "       300     9.1% a\n....\n      -300    -9.1% b\n",
	  "300 9.1% a, -300 -9.1% b ..." },
	{ "the script of 2007: words, whole percentages, no cut-off",
	  "        28     7.0% vmlinux schedule\n"
	  "         0     0.0% vmlinux do_fork\n"
	  "\n...\n\n"
	  "       -28    -8.0% vmlinux kfree\n",
	  "28 7% vmlinux schedule, 0 0% vmlinux do_fork,"
	  " -28 -8% vmlinux kfree ..." },
	{ "modules and renamed functions, as we print them",
	  "        28     7.0% ext4_read [ext4]\n"
	  "        27     7.0% old => new\n"
	  "        26     7.0%  [libc.so.6]\n",
	  "28 7% ext4_read@ext4, 27 7% old=>new, 26 7% @libc.so.6" },
	{ "a table of throughput is none",
	  "                     1       100.0%         0.1%\n"
	  "                     2        97.6%         0.2%\n"
	  "\n        28     7.0% a\n        27     7.0% b\n",
	  "28 7% a, 27 7% b" },
	{ "one row in a sentence is none",
	  "we lost\n5 3.1% there\n\n        28     7.0% a\n"
	  "        27     7.0% b\n",
	  "28 7% a, 27 7% b" },
	{ "a listing that stands there twice is one",
	  "        28     7.0% a\n       -27    -7.0% b\n\nagain:\n"
	  "        28     7.0% a\n       -27    -7.0% b\n",
	  "28 7% a, -27 -7% b" },
	{ "remarks between rows do not part them",
	  "        28     7.0% a\nthat one is odd\n        27     7.0% b\n",
	  "28 7% a, 27 7% b" },
	{ "what is no listing", "hello\n",
	  "mail: no row of a comparison, as diffprofile, perf diff, opreport"
	  " or the kernel test robot print it" },

	/* perf diff */
	{ "shares and points; what is new has no baseline, what is gone no delta",
	  "# Event 'cycles:P'\n#\n"
	  "# Baseline  Delta Abs  Shared Object      Symbol\n"
	  "# ........  .........  .................  ..........\n#\n"
	  "    30.91%    -11.39%  w                  [.] spin<unsigned int>\n"
	  "               +0.64%  [kernel.kallsyms]  [k] ksys_write\n"
	  "     0.12%             libc.so.6          [.] __fstat64\n",
	  "cycles:P (percent.2): 30.91>19.52 -11.39 -36.84891621%"
	  " spin<unsigned int>@w, 0.64 -% ksys_write new,"
	  " 0.12>- - -% __fstat64@libc.so.6 gone" },
	{ "quoted, and wrapped behind the level",
	  "> # Baseline  Delta Abs  Shared Object           Symbol\n"
	  "> # ........  .........  ...................... \n"
	  "> ..............................................\n"
	  "> #\n"
	  ">                +51.51%  [kernel.kallsyms]       [k] \n"
	  "> native_queued_spin_lock_slowpath\n"
	  ">                +14.39%  [kernel.kallsyms]       [k] perf_iterate\n",
	  " (percent.2): 51.51 -% native_queued_spin_lock_slowpath new,"
	  " 14.39 -% perf_iterate new" },
	{ "ratio",
	  "# Event 'cpu-clock'\n"
	  "# Baseline           Ratio  Symbol\n"
	  "     0.12%        8.000000  [k] ksys_read\n"
	  "                       N/A  [k] ksys_write\n"
	  "     0.12%                  [.] __fstat64\n",
	  "cpu-clock (percent.2): 0.12>- - 700% ksys_read,"
	  " - -% ksys_write new, 0.12>- - -% __fstat64 gone" },
	{ "weighted difference",
	  "# Event 'cpu-clock'\n"
	  "# Baseline   Weighted diff  Symbol\n"
	  "     9.82%       169500000  [k] read_zero\n"
	  "     9.82%        -1004516  [k] kfree\n",
	  "cpu-clock (period.0): 169500000 -% read_zero, -1004516 -% kfree"
	  " | cpu-clock baseline (percent.2): 9.82>- - -% read_zero,"
	  " 9.82>- - -% kfree" },
	{ "periods, commands with blanks",
	  "# Event 'cpu-clock'\n"
	  "# Baseline     Base period  Delta Abs          Period  Command   "
	  "   Symbol\n"
	  "    30.91%       127500000    -11.39%       106000000  my app (v2)"
	  "  [.] spin\n"
	  "                         0     +0.18%         1000000  find      "
	  "   [k] memchr\n"
	  "     0.12%          500000                             sh        "
	  "   [k] kfree\n",
	  "cpu-clock (percent.2): 30.91>19.52 -11.39 -36.84891621%"
	  " my app (v2): spin, 0.18 -% find: memchr new,"
	  " 0.12>- - -% sh: kfree gone"
	  " | cpu-clock period (period.0): 127500000>106000000 -21500000"
	  " -16.8627451% my app (v2): spin, ->1000000 - -% find: memchr new,"
	  " 500000>- - -% sh: kfree gone" },
	{ "periods around a weighted difference: by where they end",
	  "# Baseline     Base period   Weighted diff          Period  Symbol\n"
	  "     0.91%         3009027         4001487         3505257  [k] a\n"
	  "     0.30%         1003009                                  [k] b\n",
	  " (period.0): 4001487 -% a, - -% b gone"
	  " |  baseline (percent.2): 0.91>- - -% a, 0.3>- - -% b gone"
	  " |  period (period.0): 3009027>3505257 496230 16.49137745% a,"
	  " 1003009>- - -% b gone" },
	{ "several files",
	  "# Data files:\n#  [0] a (Baseline)\n#  [1] b \n#  [2] c \n#\n"
	  "# Event 'cycles'\n"
	  "# Baseline/0  Delta Abs/1  Delta Abs/2  Shared Object  Symbol\n"
	  "       2.43%      +15.11%       +1.19%  x              [k] f\n"
	  "                   +3.51%               x              [k] g\n",
	  "cycles (percent.2): 2.43>17.54 15.11 621.8106996% f@x,"
	  " 3.51 -% g@x new"
	  " | cycles/2 (percent.2): 2.43>3.62 1.19 48.97119342% f@x,"
	  " - -% g@x new" },
	{ "formulas",
	  "# Baseline  Delta Abs                              Formula  Symbol\n"
	  "     2.43%    +15.11%  (50 * 100 / 285) - (80 * 100 / 329)  [k] f\n",
	  " (percent.2): 2.43>17.54 15.11 621.8106996% f" },
	{ "fields with a separator",
	  "# Baseline,Delta Abs,Shared Object    ,Symbol \n"
	  "2.43    ,+15.11%  ,[kernel.kallsyms],[k] read_zero\n"
	  "        ,+1.11%   ,[kernel.kallsyms],[k] kfree\n",
	  " (percent.2): 2.43>17.54 15.11 621.8106996% read_zero,"
	  " 1.11 -% kfree new" },
	{ "no symbols: objects are the rows",
	  "# Baseline  Delta Abs  Shared Object    \n"
	  "    14.89%    +85.11%  [kernel.kallsyms]\n"
	  "    85.11%             burn             \n",
	  " (percent.2): 14.89>100 85.11 571.5916723% vmlinux,"
	  " 85.11>- - -% burn gone" },
	{ "verbose symbols",
	  "# Baseline  Delta Abs  Shared Object      Symbol\n"
	  "    57.75%     +0.00%  /tmp/burn          0x1346   d [.] hot_half\n",
	  " (percent.2): 57.75>57.75 0 0% hot_half@/tmp/burn" },
	{ "two events are no sections",
	  "# Event 'cycles'\n# Baseline  Delta  Symbol\n"
	  "     1.00%     +1.00%  [k] a\n"
	  "# Event 'faults'\n# Baseline  Delta  Symbol\n"
	  "     2.00%     +1.00%  [k] b\n",
	  "cycles (percent.2): 1>2 1 100% a | faults (percent.2): 2>3 1 50% b" },

	/* the kernel test robot */
	{ "self first, and children apart from it",
	  "     58.54           +12.0       70.56        "
	  "perf-profile.children.cycles-pp.do_syscall_64\n"
	  "     18.98            -5.8       13.18        "
	  "perf-profile.self.cycles-pp.intel_idle\n"
	  "      3.08 \xc2\xb1  4%      -1.0        2.05 \xc2\xb1  4%  "
	  "perf-profile.self.cycles-pp.update_cfs_group\n"
	  "      0.00            +0.5        0.54 \xc2\xb1"
	  "173%  "
	  "perf-profile.self.cycles-pp.kfree\n",
	  "self (percent.2): 18.98>13.18 -5.8 -30.55848261% intel_idle,"
	  " 3.08>2.05 -1 -33.44155844% update_cfs_group,"
	  " 0>0.54 0.5 -% kfree new"
	  " | children (percent.2): 58.54>70.56 12 20.53296891% do_syscall_64" },
	{ "other metrics are none, a change in percent is one of base",
	  "   1234567 \xb1  2%     -10.5%    1104937        unixbench.score\n"
	  "      4.00            -25.0%       3.00        "
	  "perf-profile.calltrace.cycles-pp.a.b.c\n",
	  "calltrace (percent.2): 4>3 -1 -25% a.b.c" },

	{ "several tests of one base are events",
	  "      5.60            +1.4        7.00 \xc2\xb1  2%      -0.1   "
	  "     5.50        perf-profile.self.cycles-pp.a\n"
	  "      1.30 \xc2\xb1  8%      -1.3        0.00            -0.2   "
	  "     1.10 \xc2\xb1  4%  perf-profile.self.cycles-pp.b\n",
	  "self (percent.2): 5.6>7 1.4 25% a, 1.3>0 -1.3 -100% b gone"
	  " | self.cycles-pp/2 (percent.2): 5.6>5.5 -0.1 -1.785714286% a,"
	  " 1.3>1.1 -0.2 -15.38461538% b" },
	{ "as it was in 2016",
	  "      0.00 \xc2\xb1 -1%      +Inf%       1.22 \xc2\xb1 12%  "
	  "perf-profile.cycles-pp.f.g.h\n"
	  "      1.62 \xc2\xb1 10%    -100.0%       0.00 \xc2\xb1 -1%  "
	  "perf-profile.cycles-pp.k\n"
	  "      2.00 \xc2\xb1  5%    +100.0%       4.00 \xc2\xb1  1%  "
	  "perf-profile.func.cycles-pp.page_fault\n",
	  "func (percent.2): 2>4 2 100% page_fault"
	  " | cycles-pp (percent.2): 0>1.22 1.22 -% f.g.h new,"
	  " 1.62>0 -1.62 -100% k gone" },
	{ "rows that a mailer wrapped",
	  "> 18.98            -5.8       13.18\n"
	  "> perf-profile.self.cycles-pp.intel_idle\n"
	  ">  3.08 \xc2\xb1  4%      -1.0        2.05 \xc2\xb1\n"
	  "> 4%  perf-profile.self.cycles-pp.schedule\n",
	  "self (percent.2): 18.98>13.18 -5.8 -30.55848261% intel_idle,"
	  " 3.08>2.05 -1 -33.44155844% schedule" },

	/* opreport { base } { test } */
	{ "shares of both sides, samples of one",
	  "CPU: PIII, speed 863.233 MHz (estimated)\n"
	  "Counted CPU_CLK_UNHALTED events (clocks) with a unit mask of 0x00"
	  " (No unit mask) count 100000\n"
	  "samples  %        diff %    symbol name\n"
	  "300      40.0000  +100.000  hot_a\n"
	  "313      45.0000  +++       hot_b\n"
	  "81       ---      ---       hot_c\n",
	  "CPU_CLK_UNHALTED (percent.4): 20>40 20 100% hot_a,"
	  " ->45 - -% hot_b new, - -% hot_c gone"
	  " | CPU_CLK_UNHALTED samples (samples.0): ->300 - -% hot_a,"
	  " ->313 - -% hot_b new, 81>- - -% hot_c gone" },
	{ "two events, images, tiny shares",
	  "samples  %        diff %    samples  %        diff %    image name"
	  "   app name   symbol name\n"
	  "3  4.8e-04 -2.2e-01  0  0  ---  anon (tgid:2 range:0x7-0x9)  x  f\n",
	  " (percent.4): 0.0004810583283>0.00048 -1.058328322e-06 -0.22%"
	  " x: f@anon (tgid:2 range:0x7-0x9)"
	  " |  (percent.0): ->0 - -% x: f@anon (tgid:2 range:0x7-0x9) gone"
	  " | samples (samples.0): ->3 - -% x: f@anon (tgid:2 range:0x7-0x9)"
	  " | samples (samples.0): 0>- - -% x: f@anon (tgid:2 range:0x7-0x9)"
	  " gone" },
};

TEST(a_listing_is_read_as_what_it_says)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_changes(cases[i].what, cases[i].text, cases[i].told);
}

#define TWO                                                                    \
	"diffprof for kernbench:\n"                                            \
	"        28     7.0% total\n        27     7.0% a\n"                   \
	"       -27    -7.0% b\n\nSDET:\n\n"                                   \
	"        38     7.0% total\n       -37    -7.0% c\n"

TEST(several_listings_are_sections)
{
	struct changes c;

	EXPECT_FAIL(changes_read(&c, TWO, 0), c.err, ERR_USAGE);
	EXPECT_HAS(c.err.text, "1 at line 2 (2 rows), 2 at line 8 (1 rows)");
	changes_close(&c);
	EXPECT_OK(changes_read(&c, TWO, 2), c.err);
	EXPECT_TEXT(changes_told(&c.prof), "total: 38 7% total, -37 -7% c");
	changes_close(&c);
	EXPECT_FAIL(changes_read(&c, TWO, 3), c.err, ERR_USAGE);
	changes_close(&c);
}

TEST(sections_need_no_total)
{
	struct changes c;

	EXPECT_OK(changes_read(&c,
			       "        28     7.0% a\n       -27    -7.0% b\n"
			       "\nthe other:\n"
			       "        18     7.0% a\n       -17    -7.0% b\n",
			       2),
		  c.err);
	EXPECT_TEXT(changes_told(&c.prof), "18 7% a, -17 -7% b");
	changes_close(&c);
}

static const struct {
	const char *what, *text, *base, *test;
} labels[] = {
	{ "a brace in front", "diffprofile {base,test}/kernbench/0/profile\n",
	  "base", "test" },
	{ "a brace behind, a prompt, an empty half",
	  "host:/var/bench# diffprofile 2.5.67{-nosort,}/sdet/64/profile\n",
	  "2.5.67-nosort", "2.5.67" },
	{ "two files in one directory", "diffprofile x/a.prof x/b.prof\n",
	  "a.prof", "b.prof" },
	{ "perf diff", "# perf diff perf.data.old perf.data\n", "perf.data.old",
	  "perf.data" },
	{ "diffprof with options", "$ diffprof -t10 a b | head\n", "a", "b" },
	{ "a sentence", "this is diffprofile for both of them\n", NULL, NULL },
	{ "one word", "diffprofile output:\n", NULL, NULL },
};

TEST(sides_are_named_by_the_command)
{
	for (size_t i = 0; i < sizeof(labels) / sizeof(*labels); i++) {
		struct changes c;
		char text[512];

		snprintf(text, sizeof(text),
			 "%s      28     7.0%% a\n"
			 "      27     7.0%% b\n",
			 labels[i].text);
		EXPECT_OK(changes_read(&c, text, 0), c.err);
		EXPECT_TEXT(c.prof.base_label ? c.prof.base_label : "none",
			    labels[i].base ? labels[i].base : "none");
		EXPECT_TEXT(c.prof.test_label ? c.prof.test_label : "none",
			    labels[i].test ? labels[i].test : "none");
		changes_close(&c);
	}
}

TEST(sides_are_named_by_heads)
{
	struct changes c;

	EXPECT_OK(changes_read(&c,
			       "# Data files:\n#  [0] old.data (Baseline)\n"
			       "#  [1] new.data \n#\n"
			       "# Baseline  Delta Abs  Symbol\n"
			       "     1.00%     +1.00%  [k] a\n",
			       0),
		  c.err);
	EXPECT_TEXT(c.prof.base_label, "old.data");
	EXPECT_TEXT(c.prof.test_label, "new.data");
	EXPECT_TRUE("all of it is known", !changes_note(&c, "skipped"));
	changes_close(&c);
	EXPECT_OK(changes_read(&c,
			       "b6f1e2a0c3 c1e2d3f4a5\n"
			       "---------------- ---------------------------\n"
			       "   1.00   +1.0  2.00  perf-profile.self.c.a\n",
			       0),
		  c.err);
	EXPECT_TEXT(c.prof.base_label, "b6f1e2a0c3");
	EXPECT_TEXT(c.prof.test_label, "c1e2d3f4a5");
	changes_close(&c);
}

TEST(what_is_skipped_is_counted)
{
	struct changes c;

	EXPECT_OK(changes_read(&c, "Hi,\n\n  28   7.0% a\n  27   7.0% b\n--\n",
			       0),
		  c.err);
	EXPECT_TEXT(changes_note(&c, "skipped"),
		    "2 lines are no row of a listing and were skipped");
	changes_close(&c);
}

static const struct {
	const char *text;
	bool mine;
} texts[] = {
	{ "        28     7.0% a\n        27     7.0% b\n", true },
	{ "        28     7.0% a\n", true },
	{ "# Baseline  Delta Abs  Symbol\n     1.00%     +1.00%  [k] a\n",
	  true },
	{ "samples  %        diff %    symbol name\n3  44.7  +58.1  a\n",
	  true },
	{ "   1.00   +1.0  2.00  perf-profile.self.c.a\n", true },
	/* others' */
	{ "     5 alpha      0.0781\n    18 beta      0.3750\n", false },
	{ "samples  %        symbol name\n319      44.7405  a\n", false },
	{ "samples|      %|\n------------------\n  319 44.7405 vmlinux\n",
	  false },
	{ "# Overhead  Samples  Symbol\n    57.19%  12  [k] a\n", false },
	{ "a;b 5\n", false },
	{ "          12   50.0% of it\n in a sentence\n", false },
	{ "", false },
};

TEST(it_knows_its_own)
{
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct input in;

		input_from_memory(&in, "x", texts[i].text,
				  strlen(texts[i].text));
		EXPECT_U64(texts[i].text, reader_listing.sniff(&in),
			   texts[i].mine);
		input_close(&in);
	}
}

TEST_MAIN
