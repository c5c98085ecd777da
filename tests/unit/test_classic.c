/* test_classic.c - the listings of the threads, byte for byte: classic.c */
#include "made.h"

static const struct {
	const char *what;
	struct span base, test;
	double min_delta;
	const char *text;
} rows[] = {
	{ "half to even, as printf does", SPAN("16 a 84 b"), SPAN("37 a 84 b"),
	  1,
	  "        21   131.2% a\n"
	  "        21    21.0% total\n" },
	{ "the other half", SPAN("16 a"), SPAN("35 a"), 1,
	  "        19   118.8% a\n"
	  "        19   118.8% total\n" },
	{ "a function that is new", SPAN("100 a"), SPAN("100 a 37 b"), 1,
	  "        37     0.0% b\n"
	  "        37    37.0% total\n" },
	{ "gains, a gap, losses", SPAN("10 a 20 b 30 c 40 d"),
	  SPAN("110 a 21 b 28 c 20 d"), 10,
	  "       100  1000.0% a\n"
	  "        79    79.0% total\n"
	  "...\n"
	  "       -20   -50.0% d\n" },
	{ "no gap where nothing was left out", SPAN("10 a 40 d"),
	  SPAN("110 a 20 d"), 10,
	  "       100  1000.0% a\n"
	  "        80   160.0% total\n"
	  "       -20   -50.0% d\n" },
	{ "nor for a row without a change", SPAN("10 a 40 d"),
	  SPAN("110 a 40 d"), 10,
	  "       100  1000.0% a\n"
	  "       100   200.0% total\n" },
	{ "a gap when there are no losses", SPAN("10 a 40 d"),
	  SPAN("110 a 41 d"), 10,
	  "       101   202.0% total\n"
	  "       100  1000.0% a\n"
	  "...\n" },
	{ "a gap when there are no gains", SPAN("110 a 41 d"),
	  SPAN("10 a 40 d"), 10,
	  "...\n"
	  "      -100   -90.9% a\n"
	  "      -101   -66.9% total\n" },
	{ "a symbol that is gone", SPAN("110 a 40 d"), SPAN("40 d"), 1,
	  "      -110  -100.0% a\n"
	  "      -110   -73.3% total\n" },
	{ "percentages over six columns push the name",
	  SPAN("9 find_trylock_page"), SPAN("22219 find_trylock_page"), 1,
	  "     22210  246777.8% find_trylock_page\n"
	  "     22210  246777.8% total\n" },
	{ "deltas over ten columns push everything", SPAN("1 a"),
	  SPAN("123456789012 a"), 1,
	  "123456789011  12345678901100.0% a\n"
	  "123456789011  12345678901100.0% total\n" },
	{ "the largest there are", SPAN("1 a"), SPAN("9223372036854775807 a"), 1,
	  "9223372036854775806  922337203685477580800.0% a\n"
	  "9223372036854775806  922337203685477580800.0% total\n" },
	{ "small losses keep their sign", SPAN("100000 a"), SPAN("99999 a"), 1,
	  "        -1    -0.0% a\n"
	  "        -1    -0.0% total\n" },
	{ "a total without a change", SPAN("10 a 20 b"), SPAN("20 a 10 b"), 0,
	  "        10   100.0% a\n"
	  "         0     0.0% total\n"
	  "       -10   -50.0% b\n" },
	{ "unknown ticks", SPAN("10 *unknown* 1 a"), SPAN("30 *unknown* 1 a"), 1,
	  "        20   200.0% *unknown*\n"
	  "        20   181.8% total\n" },
	{ "a module", SPAN("10 a [ext4]"), SPAN("30 a [ext4]"), 1,
	  "        20   200.0% a [ext4]\n"
	  "        20   200.0% total\n" },
	{ "names are escaped", SPAN("10 a\033[2J"), SPAN("30 a\033[2J"), 1,
	  "        20   200.0% a\\x1b[2J\n"
	  "        20   200.0% total\n" },
	{ "what is uncertain is not printed",
	  SPAN("10 a 40 total 30 unseen"), SPAN("30 a 10 b"), 1,
	  "        20   200.0% a\n"
	  "         0     0.0% total\n" },
	{ "nor a total that is not known", SPAN("10 a ? unseen"), SPAN("30 a"),
	  1,
	  "        20   200.0% a\n" },
	{ "nothing", SPAN("10 a ? unseen"), SPAN("10 a"), 1, "" },
};

TEST(a_comparison_is_printed_as_in_the_threads)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct made m;

		made_begin(&m);
		m.choose.min_delta = rows[i].min_delta;
		made_pair(&m, rows[i].base, rows[i].test);
		EXPECT_SPAN(rows[i].what,
			    span_of(made_print(&m, &output_classic)),
			    span_of(rows[i].text));
		made_end(&m);
	}
}

/* What printf makes of many numbers, the fast ways must make of them too. */
TEST(numbers_are_those_of_printf)
{
	uint64_t state = 1;

	for (int i = 0; i < 2000; i++) {
		struct made m;
		char base[40], test[40], want[200];

		state = state * 6364136223846793005u + 1442695040888963407u;
		uint64_t b = (state >> 33) % (1u << (i % 31)) + 1;
		state = state * 6364136223846793005u + 1442695040888963407u;
		uint64_t t = (state >> 33) % (1u << (i % 29));
		double delta = (double)t - (double)b;

		if (t == b)
			continue;
		snprintf(base, sizeof(base), "%llu a ? unseen",
			 (unsigned long long)b);
		snprintf(test, sizeof(test), "%llu a", (unsigned long long)t);
		snprintf(want, sizeof(want), "%10.0f  %6.1f%% a\n", delta,
			 100 * delta / (double)b);
		made_begin(&m);
		made_pair(&m, span_of(base), span_of(test));
		EXPECT_TEXT(made_print(&m, &output_classic), want);
		made_end(&m);
	}
}

TEST(means_are_rounded_once_half_to_even)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b", SPAN("10 a 100 b 7 c"));
	made_test(&m, 0, "t1", SPAN("12 a 103 b 8 c"));
	made_test(&m, 0, "t2", SPAN("11 a 104 b 7 c"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_TEXT(made_print(&m, &output_classic),
		    "         6     4.7% total\n"
		    "         4     3.5% b\n"
		    "         2    15.0% a\n"
		    "         0     7.1% c\n");
	made_end(&m);
}

TEST(several_tests_follow_one_another_under_their_labels)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b", SPAN("10 a"));
	made_test(&m, 0, "one", SPAN("12 a"));
	made_test(&m, 1, "two\n", SPAN("13 a"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_TEXT(made_print(&m, &output_classic),
		    "one:\n"
		    "         2    20.0% a\n"
		    "         2    20.0% total\n"
		    "\n"
		    "two\\x0a:\n"
		    "         3    30.0% a\n"
		    "         3    30.0% total\n");
	made_end(&m);
}

#define NAME50 "a23456789_123456789_123456789_123456789_123456789_"

static const char plain[] =
	"    52 total                                      0.0520\n"
	"    32 alpha                                      0.5000\n"
	"    11 *unknown*\n"
	"     5 " NAME50 "   0.3125\n"
	"     4 nosize\n";

static const char with_addresses[] =
	"0000000000000000 total                                        52"
	"   0.0520\n"
	"00000000c0100040 alpha                                        32"
	"   0.5000\n"
	"    11 *unknown*\n"
	"00000000c0100000 " NAME50 "      5   0.3125\n"
	"     4 nosize\n";

TEST(one_profile_is_printed_as_readprofile_does)
{
	struct listing_options opts = { .by_symbol = true };

	for (int addresses = 0; addresses < 2; addresses++) {
		struct made m;

		made_begin(&m);
		m.form.addresses = addresses;
		made_base(&m, "p", SPAN("32 alpha/64@c0100040 11 *unknown* 5 "
					NAME50 "/16@c0100000 4 nosize"));
		m.base.runs[0]->text_size = 1000;
		EXPECT_OK(made_list(&m, &opts), m.err);
		EXPECT_TEXT(made_print(&m, &output_classic),
			    addresses ? with_addresses : plain);
		made_end(&m);
	}
}

TEST(wide_counts_and_loads_push_the_line)
{
	struct listing_options opts = { .by_symbol = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("12345678 alpha/16 1 a\033b/16"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_TEXT(made_print(&m, &output_classic),
		    "12345679 total\n"
		    "12345678 alpha                                   "
		    " 771604.8750\n"
		    "     1 a\\x1bb                                     0.0625\n");
	made_end(&m);
}

TEST_MAIN
