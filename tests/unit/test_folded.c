/* test_folded.c - folded stacks: folded.c and foldedline.c */
#include "readsamples.h"

#define EIGHT_TIMES(text) text text text text text text text text

static const struct {
	const char *what, *text, *leaves, *chains;
} cases[] = {
	{ "the last is the function itself", "a;b 5\na 3\n",
	  "5 b, 3 a | samples 8", "3 a, 5 a;b | samples 8" },
	{ "the same again", "a;b 5\nc;b 1\na;b 2\n", "8 b | samples 8",
	  "7 a;b, 1 c;b | samples 8" },
	{ "a bare name", "main 5\n", "5 main | samples 5",
	  "5 main | samples 5" },
	{ "blanks in names", "my app;int f<a, b>(x) 7\n",
	  "7 int f<a, b>(x) | samples 7",
	  "7 my app;int f<a, b>(x) | samples 7" },
	{ "several blanks, tabs, CRLF", "a;b  \t5\r\n", "5 b | samples 5",
	  "5 a;b | samples 5" },
	{ "blanks around", "  a;b 5  \n", "5 b | samples 5",
	  "5 a;b | samples 5" },
	{ "remarks and empty lines", "# f;g 4\n\na;b 5\n#\n", "5 b | samples 5",
	  "5 a;b | samples 5" },
	{ "a byte order mark",
	  "\xef\xbb\xbf"
	  "a 5\n",
	  "5 a | samples 5", "5 a | samples 5" },
	{ "kernel, and then the others are not",
	  "a;b 5\na;f_[k] 3\na;b;f_[k] 1\n", "5 b u, 4 f@vmlinux k | samples 9",
	  "5 a;b u, 3 a;f@vmlinux k, 1 a;b;f@vmlinux k | samples 9" },
	{ "inlined, and made at run time", "a;b_[i] 5\na;c_[j] 1\n",
	  "5 b(inlined), 1 c | samples 6",
	  "5 a;b(inlined), 1 a;c | samples 6" },
	{ "marks only", "a;_[k] 5\na;[k] 1\n", "5 _[k], 1 [k] | samples 6",
	  "5 a;_[k], 1 a;[k] | samples 6" },
	{ "unknown", "a;[unknown] 5\na; 2\n", "7 *unknown* | samples 7",
	  "7 a;*unknown* | samples 7" },
	{ "nothing between two", "a;;b 5\n", "5 b | samples 5",
	  "5 a;*unknown*;b | samples 5" },
	{ "names that begin alike", "a;bc 1\na;b 2\na;b;c 3\na;bcd 4\n",
	  "1 bc, 2 b, 3 c, 4 bcd | samples 10",
	  "1 a;bc, 2 a;b, 3 a;b;c, 4 a;bcd | samples 10" },
	{ "recursion", "a;a;a 5\na;a 2\na 1\n", "8 a | samples 8",
	  "1 a, 2 a;a, 5 a;a;a | samples 8" },
	{ "a count of nothing", "a;b 0\na;c 2\n", "2 c | samples 2",
	  "2 a;c | samples 2" },
	{ "decimals", "a;b 1.5\na;c 2\na;b 0.25\n",
	  "175 b, 200 c | unknown.2 375", "175 a;b, 200 a;c | unknown.2 375" },
	{ "decimals that are zero", "a;b 1.0\na;c 2.00\n",
	  "1 b, 2 c | samples 3", "1 a;b, 2 a;c | samples 3" },
	{ "a decimal comma", "a;b 1,5\n", "15 b | unknown.1 15",
	  "15 a;b | unknown.1 15" },
	{ "a point alone is no count", "a;b 1\na;c .\n", "1 b | samples 1",
	  "1 a;b | samples 1" },
	{ "the largest", "a 9223372036854775807\n",
	  "9223372036854775807 a | samples 9223372036854775807",
	  "9223372036854775807 a | samples 9223372036854775807" },
	{ "two counts", "a;b 5 7\na;c 0 1\na;d 2 0\n",
	  "base: 5 b, 2 d | samples 7 || test: 7 b, 1 c | samples 8",
	  "base: 5 a;b, 2 a;d | samples 7 ||"
	  " test: 7 a;b, 1 a;c | samples 8" },
	{ "what looks like a first count is a name, and too big for one",
	  EIGHT_TIMES(EIGHT_TIMES("a 9223372036854775807 1\n")) "b 1\n",
	  "64 a 9223372036854775807, 1 b | samples 65",
	  "64 a 9223372036854775807, 1 b | samples 65" },
	{ "two counts with decimals", "a 1.5 7\n",
	  "base: 15 a | unknown.1 15 || test: 70 a | unknown.1 70",
	  "base: 15 a | unknown.1 15 || test: 70 a | unknown.1 70" },
	{ "not all have two", "a;thread 1 5\na;b 7\n",
	  "5 thread 1, 7 b | samples 12", "5 a;thread 1, 7 a;b | samples 12" },
	{ "no line has an end", "a;b 5\na;c 7", "5 b, 7 c | samples 12",
	  "5 a;b, 7 a;c | samples 12" },
	{ "cut within a line", "a;b 5\na;c;de", "5 b | samples 5",
	  "5 a;b | samples 5" },
	{ "what is no stack", "a;b 5\nhello\na;c 7\n", "5 b, 7 c | samples 12",
	  "5 a;b, 7 a;c | samples 12" },
	{ "negative", "a 1\na;b -5\n",
	  "error: file:2: count \"-5\" is negative; this is the difference of"
	  " two profiles, give those",
	  NULL },
	{ "too big", "a 9223372036854775808\n",
	  "error: file:1: count \"9223372036854775808\" does not fit in 63"
	  " bits",
	  NULL },
	{ "too much in all", "a 9223372036854775807\nb 1\n",
	  "error: file:2: the counts add up to more than 63 bits hold", NULL },
	{ "too much with decimals", "a 9223372036854775807\nb 0.5\n",
	  "error: file:2: the counts add up to more than 63 bits hold", NULL },
	{ "too much before decimals", "b 0.5\na 9223372036854775807\n",
	  "error: file:2: the counts add up to more than 63 bits hold", NULL },
	{ "nothing", "hello world\n",
	  "error: file: no \"caller;function count\" line", NULL },
};

TEST(stacks_are_read)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct span text = span_of(cases[i].text);

		expect_sampled(&reader_folded, cases[i].what, text, false,
			       cases[i].leaves);
		expect_sampled(&reader_folded, cases[i].what, text, true,
			       cases[i].chains ? cases[i].chains :
						 cases[i].leaves);
	}
}

static const struct {
	const char *what, *text, *code, *note;
} noted[] = {
	{ "nothing to say", "a;b 5\n", "ends-early", NULL },
	{ "no end of the line", "a;b 5\na;b 6", "ends-early",
	  "the last line has no end and may be cut; it was read as it is" },
	{ "cut", "a;b 5\na;b", "ends-early",
	  "it ends within a line, which was left out" },
	{ "one line is none", "a;b 5\nhello\n", "skipped",
	  "1 line is no stack with a count and was skipped, the first is line"
	  " 2" },
	{ "two are none", "x\na;b 5\nhello\n", "skipped",
	  "2 lines are no stack with a count and were skipped, the first is"
	  " line 1" },
	{ "two counts", "a;b 5 4\n", "two-counts",
	  "two counts a line: the first are the event \"base\", the second"
	  " \"test\"" },
};

TEST(doubts_are_noted)
{
	for (size_t i = 0; i < sizeof(noted) / sizeof(*noted); i++) {
		const struct read_options opts = { 0 };
		struct sampled t;

		EXPECT_OK(sampled_read(&t, &reader_folded,
				       span_of(noted[i].text), &opts),
			  t.err);
		const char *note = sampled_note(&t, noted[i].code);

		if (noted[i].note)
			EXPECT_TEXT(note, noted[i].note);
		else
			EXPECT_TRUE(noted[i].what, !note);
		sampled_close(&t);
	}
}

TEST(packed_data_that_ends_early_loses_its_last_line)
{
	const struct read_options opts = { 0 };
	struct sampled t;

	input_from_memory(&t.in, "file", "a;b 5\na;c 77", 12);
	t.in.cut_short = "gzip: it ends early";
	profile_init(&t.prof, "file", "folded");
	EXPECT_OK(reader_folded.read(&t.in, &opts, &t.prof, &t.err), t.err);
	EXPECT_TEXT(sampled_told(&t), "5 b | samples 5");
	EXPECT_TEXT(sampled_note(&t, "ends-early"),
		    "gzip: it ends early; what is whole of it was read");
	sampled_close(&t);
}

static const struct {
	const char *what, *text;
	bool is;
} sniffed[] = {
	{ "stacks", "a;b 5\n", true },
	{ "remarks first", "# made by hand\n\na;b 5\n", true },
	{ "two counts", "a;b 5 6\n", true },
	{ "some without a caller", "a 5\na;b 6\n", true },
	{ "no line has a caller", "a 5\nb 6\n", false },
	{ "cut within a line", "a;b 5\na;c", true },
	{ "readprofile(8)", "   542 schedule 5.6458\n    17 *unknown*\n",
	  false },
	{ "a map", "ffffffff81000000 T _stext\n", false },
	{ "prose with a stack", "look at this:\na;b 5\n", false },
	{ "C", "int a = 5;\nfor (;;) 5\n", false },
	{ "no text", "a;b\0 5\n", false },
	{ "nothing", "\n", false },
};

TEST(only_stacks_are_taken_for_them)
{
	for (size_t i = 0; i < sizeof(sniffed) / sizeof(*sniffed); i++) {
		struct input in;
		size_t len = strlen(sniffed[i].text);

		if (!strcmp(sniffed[i].what, "no text"))
			len = 7;
		input_from_memory(&in, "file", sniffed[i].text, len);
		EXPECT_U64(sniffed[i].what, reader_folded.sniff(&in),
			   sniffed[i].is);
		input_close(&in);
	}
}

TEST_MAIN
