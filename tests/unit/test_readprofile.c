/* test_readprofile.c - the text of readprofile(8), and what mail makes of it */
#include <sys/stat.h>

#include "readtext.h"

#define PLAIN "     5 alpha 0.0781\n    18 beta 0.3750\n    23 total 0.2109\n"
#define PLAIN_TOLD "5 alpha, 18 beta; total 23"

static const struct {
	const char *what;
	struct span text;
	const char *told;
} cases[] = {
	/* what readprofile prints */
	{ "three columns",
	  SPAN("     5 alpha                                      0.0781\n"
	       "    18 beta                                       0.3750\n"
	       "    23 total                                      0.2109\n"),
	  PLAIN_TOLD },
	{ "*unknown* is not in readprofile's total, but in ours",
	  SPAN("     5 alpha                                      0.0781\n"
	       "    18 beta                                       0.3750\n"
	       "    99 *unknown*\n"
	       "    23 total                                      0.2109\n"),
	  "5 alpha, 18 beta, 99 *unknown*; total 122" },
	{ "no ticks are *unknown*",
	  SPAN("     5 alpha 0.0781\n     0 *unknown*\n     5 total 0.0100\n"),
	  "5 alpha, 0 *unknown*; total 5" },
	{ "-v: address first, count behind the name",
	  SPAN("c0100000 alpha                                         5"
	       "   0.0781\n"
	       "c0100040 beta                                         18"
	       "   0.3750\n"
	       "    99 *unknown*\n"
	       "00000000 total                                        23"
	       "   0.2109\n"),
	  "5 alpha, 18 beta, 99 *unknown*; total 122" },
	{ "-v: addresses of 64 bits",
	  SPAN("ffffffff81000000 alpha                                 5"
	       "   0.0781\n"
	       "0000000000000000 total                                 5"
	       "   0.2109\n"),
	  "5 alpha; total 5" },
	{ "-v: addresses that are decimal digits",
	  SPAN("80100000 alpha 5 0.0781\n80100040 beta 18 0.3750\n"
	       "00000000 total 23 0.2109\n"),
	  PLAIN_TOLD },
	{ "-a: rows of nothing",
	  SPAN("     0 none 0.0000\n     5 alpha 0.0781\n     5 total 0.1\n"),
	  "0 none, 5 alpha; total 5" },
	{ "-b: a heading, its bins, their sum",
	  SPAN("alpha:\n\tc0100000\t2\n\tc0100004\t3\n  total\t\t\t\t5\n"
	       "beta:\n\tc0100040\t18\n  total\t\t\t\t18\n"
	       "    23 total                                      0.2109\n"),
	  PLAIN_TOLD },
	{ "-b: cut before a sum",
	  SPAN("alpha:\n\tc0100000\t2\n\tc0100004\t3\n  total\t\t\t\t5\n"
	       "beta:\n\tc0100040\t7\n"),
	  "5 alpha, 7 beta; no total, unseen 5" },
	{ "-s: bins below each row are counted in it",
	  SPAN("     5 alpha                                      0.0781\n"
	       "\t0xc0100000\talpha+0\t2\n\t0xc0100004\talpha+4\t3\n"
	       "    18 beta                                       0.3750\n"
	       "\t0xc0100040\tbeta+0\t18\n"
	       "    23 total                                      0.2109\n"),
	  PLAIN_TOLD },
	{ "-i: the step in front", SPAN("Sampling_step: 4\n" PLAIN),
	  PLAIN_TOLD },
	{ "names of over 40 columns and counts of over 6",
	  SPAN("12345678 a_name_that_is_longer_than_forty_columns_of_text 0.5\n"
	       "12345678 total 0.0\n"),
	  "12345678 a_name_that_is_longer_than_forty_columns_of_text;"
	  " total 12345678" },
	{ "dots in names",
	  SPAN("9 .text.lock.dcache 0.1\n8 foo.isra.0.cold 1.5\n17 total 1.0\n"),
	  "9 .text.lock.dcache, 8 foo.isra.0.cold; total 17" },
	{ "no symbol is a number: that is a table of something else",
	  SPAN("4 123.45 124.10\n9 alpha 0.1000\n9 total 1.0000\n"),
	  "9 alpha; total 9" },
	{ "an address without a name is one",
	  SPAN("9 80105400 0.1000\n9 total 1.0000\n"), "9 80105400; total 9" },
	{ "notes by hand",
	  SPAN("9000 total 0.0075\n5000 schedule 4.9603   <---\n"
	       "2000 dput 6.5789 (was 1234)\n* 1500 fget 23.4375\n"
	       "500 fput 2.0000 !!!\n"),
	  "5000 schedule, 2000 dput, 1500 fget, 500 fput; total 9000" },
	{ "percentages by hand, in front and behind",
	  SPAN("9000 total 0.0075\n5000 schedule 4.9603 55.5%\n"
	       "44.5%  4000 dput 6.5789\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "numbered rows",
	  SPAN("1. 5000 schedule 4.9603\n2. 4000 dput 6.5789\n"
	       "3. 9000 total 0.0075\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "no-break spaces between the words",
	  SPAN("\xc2\xa0"
	       "5000 schedule\xc2\xa0 \xc2\xa0"
	       "4.9603\n"
	       "4000\xa0"
	       "dput\xa0\xa0"
	       "6.5789\n9000 total 0.0075\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "quoted-printable",
	  SPAN("9000 total 0.0075=20\n5000 schedule            =\n4.9603\n"
	       "4000 dput 6.5789=20\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "HTML",
	  SPAN("&gt; 9000 total 0.0075<br>\n&gt; 5000 schedule 4.9603<br>\n"
	       "&gt; 4000 dput 6.5789<br>\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "a total in other letters",
	  SPAN("5000 schedule 4.9603\n4000 dput 6.5789\n9000 Total: 0.0075\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "the total of -v, wrapped",
	  SPAN("c0100000 schedule 5000 4.9603\nc0100400 dput 4000 6.5789\n"
	       "00000000 total\n9000 0.0075\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "-v: addresses without zeros in front, and with 0x",
	  SPAN("415c40 schedule 5000 4.9603\n0x80105400 dput 4000 6.5789\n"
	       "0000000000000000 total 9000 0.0075\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "eight digits of ticks and a module",
	  SPAN("23456789 ext3_get_block [ext3] 50000.0000\n"
	       "23456789 total 1.0000\n"),
	  "23456789 ext3_get_block [ext3]; total 23456789" },
	{ "a heading and a table of numbers are no bins",
	  SPAN("Clients:\n16 933\n32 912\n\n9000 total 0.0075\n"
	       "5000 schedule 4.9603\n4000 dput 6.5789\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "a row that lost its load between rows that have one",
	  SPAN("9000 total 0.0075\n5000 schedule 4.9603\n3000 dput\n"
	       "1000 fget 23.4375\n"),
	  "5000 schedule, 3000 dput, 1000 fget; total 9000" },
	{ "results of a benchmark are no rows",
	  SPAN("16 clients 901.2\n64 procs 123.4\n\n9000 total 0.0075\n"
	       "5000 schedule 4.9603\n3000 dput 6.5789\n1000 fget 23.4375\n"
	       "0 *unknown*\n0 fput 0.0000\n"),
	  "5000 schedule, 3000 dput, 1000 fget, 0 *unknown*, 0 fput;"
	  " total 9000" },
	{ "what wc says is no total",
	  SPAN("9000 total 0.0075\n5000 schedule 4.9603\n4000 dput 6.5789\n"
	       "\nfiles:\n 1234 total\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "rows quoted again in a remark are the same rows",
	  SPAN("9000 total 0.0075\n5000 schedule 4.9603\n3000 dput 6.5789\n"
	       "1000 fget 23.4375\n\nWhy is this so high:\n\n"
	       "5000 schedule 4.9603\n"),
	  "5000 schedule, 3000 dput, 1000 fget; total 9000" },
	{ "a question about readprofile is no command",
	  SPAN("> 9000 total 0.0075\n> 5000 schedule 4.9603\n"
	       "Did you run readprofile -r before the test?\n"
	       "> 4000 dput 6.5789\n"),
	  "5000 schedule, 4000 dput; total 9000" },
	{ "a module behind the name",
	  SPAN("9 probe [snd-hda] 0.1000\n1 a 0.1\n10 total 1.0\n"),
	  "9 probe [snd_hda], 1 a; total 10" },
	{ "a name with blanks",
	  SPAN("9 operator new(unsigned long) 0.1000\n9 total 1.0\n"),
	  "9 operator new(unsigned long); total 9" },
	{ "one name twice is two rows",
	  SPAN("9 init 0.1\n8 init 0.2\n17 total 1.0\n"),
	  "9 init, 8 init; total 17" },
	{ "a text of no bytes", SPAN("9 a 0.1\n9 total nan\n"),
	  "9 a; total 9" },

	/* decimal commas */
	{ "a decimal comma", SPAN("15198 a 7750,5000\n15198 total 0,1\n"),
	  "15198 a; total 15198" },
	{ "with -v", SPAN("c0100000 alpha 5 0,0781\n00000000 total 5 0,2109\n"),
	  "5 alpha; total 5" },

	/* where the total is */
	{ "the total first", SPAN("23 total 0.2\n18 beta 0.3\n5 alpha 0.0\n"),
	  "18 beta, 5 alpha; total 23" },
	{ "in the middle", SPAN("28 beta 0.3\n33 total 0.2\n5 alpha 0.0\n"),
	  "28 beta, 5 alpha; total 33" },
	{ "missing, sorted: cut, nobody knows where",
	  SPAN("18 beta 0.3\n5 alpha 0.0\n"),
	  "18 beta, 5 alpha; no total, unseen 5" },
	{ "missing, not sorted: whole", SPAN("5 a 0.3\n18 b 0.0\n6 c 0.1\n"),
	  "5 a, 18 b, 6 c; total 29" },
	{ "in German", SPAN("5 a 0,1\n18 b 0,1\n23 gesamt 0,1\n"),
	  "5 a, 18 b; total 23" },
	{ "in Japanese",
	  SPAN("5 a 0.1\n18 b 0.1\n23 \345\220\210\350\250\210 0.1\n"),
	  "5 a, 18 b; total 23" },
	{ "a symbol may begin with it",
	  SPAN("5 totalram 0.1\n18 b 0.1\n23 total 0.1\n"),
	  "5 totalram, 18 b; total 23" },

	/* quoting, line ends, wrapping */
	{ "CRLF", SPAN("5 alpha 0.0781\r\n18 beta 0.3750\r\n23 total 0.2\r\n"),
	  PLAIN_TOLD },
	{ "blanks at line ends",
	  SPAN("5 alpha 0.0781   \n18 beta 0.3750\t\n23 total 0.2 \n"),
	  PLAIN_TOLD },
	{ "tabs between columns",
	  SPAN("5\talpha\t0.0781\n18\tbeta\t0.3750\n23\ttotal\t0.2\n"),
	  PLAIN_TOLD },
	{ "no line end at the end",
	  SPAN("5 alpha 0.0781\n18 beta 0.3750\n23 total 0.2"), PLAIN_TOLD },
	{ "a byte order mark",
	  SPAN("\357\273\2775 alpha 0.0781\n18 beta 0.3750\n23 total 0.2\n"),
	  PLAIN_TOLD },
	{ "quoted",
	  SPAN("> 5 alpha 0.0781\n> 18 beta 0.3750\n> 23 total 0.2\n"),
	  PLAIN_TOLD },
	{ "quoted twice, several ways",
	  SPAN(">> 5 alpha 0.0781\n> > 18 beta 0.3750\n>>     23 total 0.2\n"),
	  PLAIN_TOLD },
	{ "quoted with initials",
	  SPAN("> QX>     5 alpha 0.0781\n> QX>    18 beta 0.3750\n"
	       "wli> 23 total 0.2\n"),
	  PLAIN_TOLD },
	{ "quoted with bars",
	  SPAN("| 5 alpha 0.0781\n| 18 beta 0.3750\n| 23 total 0.2\n"),
	  PLAIN_TOLD },
	{ "the load on the next line",
	  SPAN("   5 alpha                                      0.0781\n"
	       "  18 beta                                       \n"
	       "0.3750\n"
	       "  23 total                                      0.2\n"),
	  PLAIN_TOLD },
	{ "the load on the next line, quoted",
	  SPAN("> 5 alpha 0.0781\n> 18 beta\n> 0.3750\n> 23 total 0.2\n"),
	  PLAIN_TOLD },
	{ "wrapped behind the count",
	  SPAN("5 alpha 0.0781\n18\nbeta 0.3750\n23 total 0.2\n"), PLAIN_TOLD },
	{ "the load of the total",
	  SPAN("141051 total\n141051.8490\n141051 a 3.5000\n"),
	  "141051 a; total 141051" },

	/* prose that looks like rows */
	{ "prose around it",
	  SPAN("Hi,\nhere is my profile:\n\n" PLAIN "\nThanks!\n"),
	  PLAIN_TOLD },
	{ "numbers and a word in it", SPAN("3 runs\n\n" PLAIN "\n2 CPUs\n"),
	  PLAIN_TOLD },
	{ "more of them in one paragraph", SPAN("3 runs\n2 CPUs\n\n" PLAIN),
	  PLAIN_TOLD },
	{ "a sentence that begins with a number",
	  SPAN(PLAIN "4 of these are from my patch, 0.5 percent or so.\n"),
	  PLAIN_TOLD },
	{ "two columns and prose",
	  SPAN("I did\n3 runs\nof it.\n\n5 alpha\n18 beta\n23 total\n"),
	  PLAIN_TOLD },

	/* two columns */
	{ "two columns", SPAN("23 total\n18 beta\n5 alpha\n"),
	  "18 beta, 5 alpha; total 23" },
	{ "two columns, trailing blanks",
	  SPAN("18 beta   \n5 alpha  \n6 c\n23 total \n"),
	  "18 beta, 5 alpha, 6 c; total 29" },
	{ "one row", SPAN("5 a\n"), "5 a; total 5" },

	/* one listing in pieces */
	{ "a remark in the middle",
	  SPAN("30 total 0.1\n12 a 0.1\n10 b 0.1\n\nI wonder about this one:\n"
	       "\n5 c 0.1\n3 d 0.1\n"),
	  "12 a, 10 b, 5 c, 3 d; total 30" },
	{ "remarks between all rows",
	  SPAN("> 12 a 0.1\nthat is new\n> 10 b 0.1\nthis too\n> 5 c 0.1\n"
	       "and that\n> 3 d 0.1\n> 30 total 0.1\n"),
	  "12 a, 10 b, 5 c, 3 d; total 30" },

	/* the same listing twice */
	{ "quoted below an answer",
	  SPAN(PLAIN "\nSomebody wrote:\n> 5 alpha 0.0781\n"
		     "> 18 beta 0.3750\n> 23 total 0.2109\n"),
	  PLAIN_TOLD },

	/* what people cut */
	{ "head: no more than the smallest row",
	  SPAN("100 total 0.1\n40 a 0.1\n30 b 0.1\n"),
	  "40 a, 30 b; total 100, unseen 30" },
	{ "no more than what is missing",
	  SPAN("75 total 0.1\n40 a 0.1\n30 b 0.1\n"),
	  "40 a, 30 b; total 75, unseen 5" },
	{ "by load: only what is missing is known",
	  SPAN("100 total 0.1\n10 a 9.5\n30 b 3.5\n20 c 0.5\n"),
	  "10 a, 30 b, 20 c; total 100, unseen 40" },
	{ "by load, without a total: nothing is",
	  SPAN("10 a 9.5\n30 b 3.5\n20 c 0.5\n"),
	  "10 a, 30 b, 20 c; no total, unseen any" },
	{ "tail of a rising one", SPAN("3 a 0.1\n4 b 0.1\n10 total 0.1\n"),
	  "3 a, 4 b; total 10, unseen 3" },
	{ "*unknown* is not missing",
	  SPAN("12 *unknown*\n3 a 0.1\n4 b 0.1\n7 total 0.1\n"),
	  "12 *unknown*, 3 a, 4 b; total 19" },
	{ "a cut one with *unknown*",
	  SPAN("100 total 0.1\n40 a 0.1\n30 b 0.1\n12 *unknown*\n"),
	  "40 a, 30 b, 12 *unknown*; total 112, unseen 30" },
	{ "a total that is too small",
	  SPAN("40 a 0.1\n10 total 0.1\n30 b 0.1\n"),
	  "error: mail: holds 2 listings; choose with --section, or"
	  " --base-section and --test-section: 1 at line"
	  " 1 (1 rows), 2 at line 2 (2 rows)" },

	/* names from anywhere */
	{ "control characters and what is no UTF-8",
	  SPAN("5 a\033[2J 0.1\n6 b\377 0.1\n11 total 0.1\n"),
	  "5 a\033[2J, 6 b\377; total 11" },
};

TEST(listings_are_read_whatever_was_done_to_them)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_told(cases[i].what, cases[i].text, cases[i].told);
}

/* What can be read must be recognised as well. */
TEST(listings_are_recognised)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct input in;

		input_from_memory(&in, "mail", cases[i].text.ptr,
				  cases[i].text.len);
		EXPECT_TRUE(cases[i].what, reader_readprofile.sniff(&in));
		input_close(&in);
	}
}

TEST(other_texts_are_not)
{
	static const struct span texts[] = {
		SPAN("hello\n"),
		SPAN("\n\n"),
		SPAN("3 runs of it\n"),
		SPAN("c0100000 T _stext\nc0100040 t alpha\n"),
		SPAN("main;foo;bar 12\n"),
		SPAN("#!/bin/sh\nexit 0\n"),
		SPAN("x"),
		SPAN("In 2003, there were\n3 runs\nof it.\n"),
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct input in;

		input_from_memory(&in, "mail", texts[i].ptr, texts[i].len);
		EXPECT_TRUE(texts[i].ptr, !reader_readprofile.sniff(&in));
		input_close(&in);
	}
}

TEST(nothing_to_read_is_an_error)
{
	struct text t;

	EXPECT_FAIL(text_read(&t, SPAN("hello\n"), 0), t.err, ERR_FORMAT);
	EXPECT_TEXT(t.err.text, "mail: no \"ticks symbol load\" line");
	text_close(&t);
}

TEST(a_listing_behind_much_prose_is_recognised)
{
	struct outbuf text = { 0 };
	struct input in;

	while (text.len < 3 * INPUT_SMALL_SIZE)
		outbuf_text(&text, "This is what I think about it.\n");
	outbuf_text(&text, PLAIN);
	input_from_memory(&in, "mail", text.data, text.len);
	in.head.len = INPUT_HEAD_SIZE;
	EXPECT_TRUE("recognised", reader_readprofile.sniff(&in));
	input_close(&in);
	outbuf_release(&text);
}

static const struct {
	const char *what;
	struct span text;
	const char *error;
} limits[] = {
	{ "63 bits fit", SPAN("9223372036854775807 a 0.1\n1 b 0.1\n"),
	  "mail: the counts add up to more than 63 bits hold" },
	{ "64 bits", SPAN("5 b 0.1\n9223372036854775808 a 0.1\n"),
	  "mail:2: count \"9223372036854775808\" does not fit in 63 bits" },
	{ "the last of 64 bits", SPAN("18446744073709551615 a 0.1\n"),
	  "mail:1: count \"18446744073709551615\" does not fit in 63 bits" },
	{ "65 bits", SPAN("18446744073709551616 a 0.1\n"),
	  "mail:1: count \"18446744073709551616\" does not fit in 63 bits" },
	{ "more digits than any number",
	  SPAN("99999999999999999999999999999999999 a 0.1\n"),
	  "mail:1: count \"99999999999999999999999999999999999\" does not fit"
	  " in 63 bits" },
	{ "with an address", SPAN("c0100000 a 9223372036854775808\n"),
	  "mail:1: count \"9223372036854775808\" does not fit in 63 bits" },
	{ "a total and *unknown*",
	  SPAN("5 a 0.1\n4 *unknown*\n9223372036854775807 total 0.1\n"),
	  "mail: the total and *unknown* add up to more than 63 bits hold" },
};

TEST(counts_over_63_bits_are_an_error)
{
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		struct text t;

		EXPECT_FAIL(text_read(&t, limits[i].text, 0), t.err, ERR_LIMIT);
		EXPECT_TEXT(t.err.text, limits[i].error);
		text_close(&t);
	}
}

TEST(counts_of_63_bits_are_kept)
{
	expect_told("largest",
		    SPAN("9223372036854775807 a 0.1\n"
			 "9223372036854775807 total 0.1\n"),
		    "9223372036854775807 a; total 9223372036854775807");
	expect_told("leading zeros",
		    SPAN("000000000000000000000000000005 a 0.1\n5 total 0.1\n"),
		    "5 a; total 5");
}

TEST(rows_keep_their_addresses_and_sizes)
{
	struct text t;

	EXPECT_OK(text_read(&t,
			    SPAN("c0100000 alpha 16 0.2500\n"
				 "c0100040 beta 0 0.0000\n"
				 "00000000 total 16 0.0100\n"),
			    0),
		  t.err);
	EXPECT_U64("address", t.prof.rows[0].addr, 0xc0100000);
	EXPECT_TRUE("count by load", t.prof.rows[0].size == 64);
	EXPECT_TRUE("a load of 0 tells nothing", t.prof.rows[1].size == 0);
	EXPECT_TRUE("text", t.prof.text_size == 1600);
	text_close(&t);
}

TEST(what_was_skipped_is_noted)
{
	struct text t;

	EXPECT_OK(text_read(&t, SPAN("Hi\n\nlook at this:\n" PLAIN), 0), t.err);
	EXPECT_TEXT(text_note(&t, "skipped"),
		    "2 lines are no row of a listing and were skipped");
	text_close(&t);
	EXPECT_OK(text_read(&t, SPAN("Sampling_step: 4\n" PLAIN), 0), t.err);
	EXPECT_TRUE("what readprofile prints is no prose",
		    !text_note(&t, "skipped"));
	text_close(&t);
}

TEST(what_was_cut_is_noted)
{
	struct text t;

	EXPECT_OK(text_read(&t, SPAN("100 total 0.1\n40 a 0.1\n30 b 0.1\n"), 0),
		  t.err);
	EXPECT_TEXT(text_note(&t, "cut-listing"),
		    "shows 70 of 100 ticks: a symbol it does not show has up to"
		    " 30");
	text_close(&t);
	EXPECT_OK(text_read(&t, SPAN("5 a 0.3\n18 b 0.1\n7 c 0.2\n"), 0),
		  t.err);
	EXPECT_TEXT(text_note(&t, "no-total"),
		    "has no total line; its 3 rows are taken to be all");
	text_close(&t);
}

TEST(a_text_that_ends_early_is_kept_as_far_as_it_is_whole)
{
	struct read_options opts = { 0 };
	struct profile prof;
	struct error err;
	struct input in;
	struct span text = SPAN("5 a 0.1\n18 b 0.1\n7 c 0.");

	input_from_memory(&in, "mail", text.ptr, text.len);
	in.cut_short = "its gzip data ends early";
	profile_init(&prof, "mail", "readprofile");
	EXPECT_OK(reader_readprofile.read(&in, &opts, &prof, &err), err);
	EXPECT_U64("rows", prof.nr, 2);
	EXPECT_TEXT(prof.notes.first->code, "ends-early");
	profile_release(&prof);
	input_close(&in);
}

TEST(a_megabyte_of_name_is_a_name)
{
	size_t len = (size_t)1 << 20;
	struct outbuf text = { 0 };
	struct text t;

	outbuf_text(&text, "5 ");
	outbuf_fill(&text, 'n', len);
	outbuf_text(&text, " 0.1000\n5 total 0.1\n");
	EXPECT_OK(text_read(&t, (struct span){ text.data, text.len }, 0),
		  t.err);
	EXPECT_U64("length",
		   names_text(&t.prof.names, t.prof.rows[0].symbol).len, len);
	text_close(&t);
	outbuf_release(&text);
}

TEST(a_name_may_hold_a_nul)
{
	struct text t;

	EXPECT_OK(text_read(&t, SPAN("5 a\0b 0.1\n5 total 0.1\n"), 0), t.err);
	EXPECT_SPAN("name", names_text(&t.prof.names, t.prof.rows[0].symbol),
		    SPAN("a\0b"));
	text_close(&t);
}

TEST_MAIN
