#include "../../src/read/printed.h"

#include <stdlib.h>

#include "check.h"

#define FORTY "a_name_that_has_exactly_forty_characters"

static struct textlines lines_of(const char *text)
{
	return textlines_begin(span_of(text));
}

TEST(what_readprofile_prints_is_taken_whole)
{
	static const struct {
		const char *text, *name;
		uint64_t count;
		double load;
		enum text_row_kind kind;
	} printed[] = {
		{ "   542 __copy_to_user_ll                          5.6458\n",
		  "__copy_to_user_ll", 542, 5.6458, ROW_SYMBOL },
		{ "     0 a                                          0.0000\n",
		  "a", 0, 0, ROW_SYMBOL },
		{ "999999 eight888                                 999.9999\n",
		  "eight888", 999999, 999.9999, ROW_SYMBOL },
		{ "     7 " FORTY "  12.3456\n", FORTY, 7, 12.3456,
		  ROW_SYMBOL },
		{ "  2994 total                                      0.0013\n",
		  "total", 2994, .0013, ROW_TOTAL },
		{ "     9 totals                                     0.0013\n",
		  "totals", 9, .0013, ROW_SYMBOL },
		{ "     9 caf\xc3\xa9                                      0.0013\n",
		  "caf\xc3\xa9", 9, .0013, ROW_SYMBOL },
	};

	for (size_t i = 0; i < sizeof(printed) / sizeof(*printed); i++) {
		struct textlines lines = lines_of(printed[i].text);
		const char *end = lines.end;
		struct row_line row;

		EXPECT_TRUE(printed[i].text, rowline_printed(&lines, &row));
		EXPECT_SPAN(printed[i].text, row.name,
			    span_of(printed[i].name));
		EXPECT_U64(printed[i].text, row.count, printed[i].count);
		EXPECT_TRUE(printed[i].text, row.load == printed[i].load);
		EXPECT_U64(printed[i].text, row.kind, printed[i].kind);
		EXPECT_U64(printed[i].text, row.addr, 0);
		EXPECT_U64(printed[i].text, row.module.len, 0);
		EXPECT_TRUE(printed[i].text, lines.next == end);
		EXPECT_U64(printed[i].text, lines.lineno, 1);
	}
}

TEST(what_stands_elsewhere_is_left)
{
	static const char *const other[] = {
		"",
		"   542 a                                          5.6458",
		"   542 a                                          5.6458\r",
		"1234567 a                                         5.6458\n",
		"    5  a                                          5.6458\n",
		"       a                                          5.6458\n",
		"   5 2 a                                          5.6458\n",
		"   -42 a                                          5.6458\n",
		"   5%2 a                                          5.6458\n",
		"   542                                            5.6458\n",
		"   542 *unknown*                                  5.6458\n",
		"   542 a [snd]                                    5.6458\n",
		"   542 a\tb                                        5.6458\n",
		"   542 a\t                                         5.6458\n",
		"   542 " FORTY "s  5.6458\n",
		"   542 " FORTY "s12.6458\n",
		"   542 a                                          5,6458\n",
		"   542 a                                           .6458\n",
		"   542 a                                         -5.6458\n",
		"   542 a                                        5 5.6458\n",
		"   542 a                                          5.64 8\n",
		"   542 a                                          5.6 58\n",
		"   542 a                                          5.645 \n",
		"   542 a                                             nan\n",
		"   542 a\n                                         5.6458\n",
	};

	for (size_t i = 0; i < sizeof(other) / sizeof(*other); i++) {
		struct textlines lines = lines_of(other[i]);
		const char *next = lines.next;
		struct row_line row;

		EXPECT_TRUE(other[i], !rowline_printed(&lines, &row));
		EXPECT_TRUE(other[i], lines.next == next && !lines.lineno);
	}
}

/* Whatever is taken, the other readers of lines take for the same. */
TEST(a_line_says_the_same_to_both)
{
	static const char line[] =
		"  5421 __copy_to_user_ll                         35.6458\n";
	static const char bytes[] = " 0159.\n\t*a_/:\xa0\xff";
	size_t taken = 0;

	srandom(2003);
	for (int round = 0; round < 200000; round++) {
		// Of its very size, so that a byte too far is a fault.
		char *text = malloc(sizeof(line) - 1);
		struct row_line quick, plain;

		memcpy(text, line, sizeof(line) - 1);
		for (long n = random() % 4; n > 0; n--)
			text[random() % (long)(sizeof(line) - 1)] =
				bytes[random() % (long)(sizeof(bytes) - 1)];
		struct span whole = { text, sizeof(line) - 1 };
		struct textlines lines = textlines_begin(whole);
		if (rowline_printed(&lines, &quick)) {
			whole.len--;
			taken++;
			EXPECT_TRUE(text, rowline_plain(whole, &plain));
			EXPECT_SPAN("name", quick.name, plain.name);
			EXPECT_U64("count", quick.count, plain.count);
			EXPECT_TRUE("load", quick.load == plain.load);
			EXPECT_U64("kind", quick.kind, plain.kind);
		}
		free(text);
	}
	EXPECT_TRUE("some are taken", taken > 1000);
}

TEST_MAIN
