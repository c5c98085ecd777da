/* test_sections.c - where one listing of a mail ends: sections.c */
#include "readtext.h"

/* What is read of each with --section. */
static const struct {
	const char *what;
	struct span text;
	unsigned nr;
	const char *told[3];
} mails[] = {
	{ "totals first, prose between",
	  SPAN("before:\n30 total 0.1\n20 a 0.1\n10 b 0.1\n\nafter:\n"
	       "33 total 0.1\n22 a 0.1\n11 b 0.1\n"),
	  2,
	  { "20 a, 10 b; total 30", "22 a, 11 b; total 33" } },
	{ "nothing but a label between",
	  SPAN("before:\n900 schedule 0.8929\n500 dput 1.6447\n"
	       "300 fget 4.6875\nafter:\n800 schedule 0.7937\n"
	       "450 dput 1.4803\n310 fget 4.8438\n"),
	  2,
	  { "900 schedule, 500 dput, 300 fget; no total, unseen 300",
	    "800 schedule, 450 dput, 310 fget; no total, unseen 310" } },
	{ "the top of two kernels has only some names in common",
	  SPAN("900 a 0.1000\n800 b 0.2000\n700 c 0.3000\n600 d 0.1000\n"
	       "500 e 0.2000\n\nafter\n\n490 a 0.1000\n480 b 0.5000\n"
	       "470 f 0.3000\n460 g 0.1000\n450 h 0.2000\n"),
	  2,
	  { "900 a, 800 b, 700 c, 600 d, 500 e; no total, unseen 500",
	    "490 a, 480 b, 470 f, 460 g, 450 h; no total, unseen 450" } },
	{ "one in map order, in pieces, is not parted by chance",
	  SPAN("15109 fn9 30.4617\n10402 fn33 40.6328\n\nHm.\n\n"
	       "58030 zap 139.4952\n90000 dec 1125.0000\n\nOdd.\n\n"
	       "13233 fn5 30.6319\n30776 fn18 101.2368\n"
	       "217550 total 1.0000\n"),
	  1,
	  { "15109 fn9, 10402 fn33, 58030 zap, 90000 dec, 13233 fn5,"
	    " 30776 fn18; total 217550" } },
	{ "two columns here, three there",
	  SPAN("30 total 0.1000\n20 a 0.1000\n10 b 0.1000\n\nafter\n\n"
	       "22 c\n11 d\n5 e\n"),
	  2,
	  { "20 a, 10 b; total 30", "22 c, 11 d, 5 e; no total, unseen 5" } },
	{ "totals first, nothing between",
	  SPAN("30 total 0.1\n20 a 0.1\n10 b 0.1\n"
	       "33 total 0.1\n22 a 0.1\n11 b 0.1\n"),
	  2,
	  { "20 a, 10 b; total 30", "22 a, 11 b; total 33" } },
	{ "totals last, prose between",
	  SPAN("5 a 0.1\n25 b 0.1\n30 total 0.1\nafter:\n"
	       "11 a 0.1\n22 b 0.1\n33 total 0.1\n"),
	  2,
	  { "5 a, 25 b; total 30", "11 a, 22 b; total 33" } },
	{ "totals last, nothing between",
	  SPAN("5 a 0.1\n25 b 0.1\n30 total 0.1\n"
	       "11 a 0.1\n22 b 0.1\n33 total 0.1\n"),
	  2,
	  { "5 a, 25 b; total 30", "11 a, 22 b; total 33" } },
	{ "totals first, cut by head",
	  SPAN("300 total 0.1\n20 a 0.1\n10 b 0.1\n\n"
	       "330 total 0.1\n22 a 0.1\n11 b 0.1\n"),
	  2,
	  { "20 a, 10 b; total 300, unseen 10",
	    "22 a, 11 b; total 330, unseen 11" } },
	{ "one first, one last",
	  SPAN("30 total 0.1\n20 a 0.1\n10 b 0.1\n\n"
	       "11 a 0.1\n22 b 0.1\n33 total 0.1\n"),
	  2,
	  { "20 a, 10 b; total 30", "11 a, 22 b; total 33" } },
	{ "one last, one first",
	  SPAN("11 a 0.1\n22 b 0.1\n33 total 0.1\n\n"
	       "30 total 0.1\n20 a 0.1\n10 b 0.1\n"),
	  2,
	  { "11 a, 22 b; total 33", "20 a, 10 b; total 30" } },
	{ "no totals: the order breaks",
	  SPAN("30 a 0.2\n20 b 0.3\n10 c 0.1\n\nafter:\n"
	       "33 b 0.1\n22 d 0.3\n11 e 0.2\n"),
	  2,
	  { "30 a, 20 b, 10 c; no total, unseen 10",
	    "33 b, 22 d, 11 e; no total, unseen 11" } },
	{ "no totals, no order: the names come again",
	  SPAN("20 a 0.2\n30 b 0.1\n10 c 0.3\n\nafter:\n"
	       "22 a 0.2\n33 b 0.1\n11 c 0.3\n"),
	  2,
	  { "20 a, 30 b, 10 c; total 60", "22 a, 33 b, 11 c; total 66" } },
	{ "a command between them",
	  SPAN("$ readprofile -m map | sort\n20 a 0.1\n10 b 0.1\n"
	       "$ readprofile -m map | sort\n9 c 0.1\n8 d 0.1\n"),
	  2,
	  { "20 a, 10 b; no total, unseen 10",
	    "9 c, 8 d; no total, unseen 8" } },
	{ "three",
	  SPAN("3 total 0.1\n2 a 0.1\n1 b 0.1\n\n6 total 0.1\n4 a 0.1\n2 b 0.1\n"
	       "\n9 total 0.1\n6 a 0.1\n3 b 0.1\n"),
	  3,
	  { "2 a, 1 b; total 3", "4 a, 2 b; total 6", "6 a, 3 b; total 9" } },
	{ "the first comes again behind the second",
	  SPAN("3 total 0.1\n2 a 0.1\n1 b 0.1\n\n6 total 0.1\n4 a 0.1\n2 b 0.1\n"
	       "\n> 3 total 0.1\n> 2 a 0.1\n> 1 b 0.1\n"),
	  2,
	  { "2 a, 1 b; total 3", "4 a, 2 b; total 6" } },
	{ "remarks alone part nothing",
	  SPAN("30 total 0.1\n12 a 0.1\n\noh\n10 b 0.1\n\nah\n5 c 0.1\n3 d 0.1\n"),
	  1,
	  { "12 a, 10 b, 5 c, 3 d; total 30" } },
	{ "nor where the listing is not sorted",
	  SPAN("12 a 0.1\n20 b 0.1\nhm\n5 c 0.1\n63 d 0.1\n100 total 0.1\n"),
	  1,
	  { "12 a, 20 b, 5 c, 63 d; total 100" } },
	{ "nor where one name comes again",
	  SPAN("20 init 0.1\n12 b 0.2\nhm\n9 init 0.4\n8 c 0.1\n7 d 0.2\n"
	       "56 total 0.1\n"),
	  1,
	  { "20 init, 12 b, 9 init, 8 c, 7 d; total 56" } },
	{ "nor a total at its rank",
	  SPAN("30 total 0.1\n20 a 0.1\n10 b 0.1\n"),
	  1,
	  { "20 a, 10 b; total 30" } },
};

TEST(a_mail_may_hold_several_listings)
{
	for (size_t i = 0; i < sizeof(mails) / sizeof(*mails); i++) {
		for (unsigned n = 1; n <= mails[i].nr; n++) {
			struct text t;
			char got[1200], want[1200];

			if (text_read(&t, mails[i].text, n) < 0)
				snprintf(got, sizeof(got), "%s: %s",
					 mails[i].what, t.err.text);
			else
				snprintf(got, sizeof(got), "%s: %s",
					 mails[i].what, text_told(&t));
			snprintf(want, sizeof(want), "%s: %s", mails[i].what,
				 mails[i].told[n - 1]);
			text_close(&t);
			EXPECT_TEXT(got, want);
		}
	}
}

TEST(there_are_no_more_than_these)
{
	for (size_t i = 0; i < sizeof(mails) / sizeof(*mails); i++) {
		struct text t;

		EXPECT_FAIL(text_read(&t, mails[i].text, mails[i].nr + 1),
			    t.err, ERR_USAGE);
		EXPECT_HAS(t.err.text,
			   mails[i].nr == 1 ? "it holds 1 listing" :
			   mails[i].nr == 2 ? "it holds 2 listings" :
					      "it holds 3 listings");
		text_close(&t);
	}
}

TEST(several_listings_must_be_chosen_from)
{
	struct text t;

	EXPECT_FAIL(text_read(&t, mails[0].text, 0), t.err, ERR_USAGE);
	EXPECT_TEXT(t.err.text,
		    "mail: holds 2 listings; choose with --section, or"
		    " --base-section and --test-section:"
		    " 1 at line 2 (3 rows), 2 at line 7 (3 rows)");
	text_close(&t);
}

TEST(very_many_listings_are_told_by_a_few)
{
	struct outbuf text = { 0 };
	struct text t;

	for (int i = 0; i < 40; i++)
		outbuf_printf(&text, "%d total 0.1\n%d a 0.1\n%d b 0.1\n\n",
			      100 + 2 * i, 60 + i, 40 + i);
	EXPECT_FAIL(text_read(&t, (struct span){ text.data, text.len }, 0),
		    t.err, ERR_USAGE);
	EXPECT_HAS(t.err.text, "holds 40 listings");
	EXPECT_HAS(t.err.text, ", 12 at line 45 (3 rows), ...");
	text_close(&t);
	EXPECT_OK(text_read(&t, (struct span){ text.data, text.len }, 40),
		  t.err);
	EXPECT_TEXT(text_told(&t), "99 a, 79 b; total 178");
	text_close(&t);
	outbuf_release(&text);
}

TEST_MAIN
