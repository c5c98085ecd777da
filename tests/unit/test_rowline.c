/* test_rowline.c - what one line of a readprofile(8) text is: rowline.c */
#include "../../src/read/rowline.h"

#include "check.h"

static const struct {
	const char *what, *line;
	enum line_kind kind;
	uint64_t count;
	const char *name, *module;
	double load; /* negative: none */
	uint64_t addr;
	enum text_row_kind row;
} lines[] = {
	{ "three columns", "5 alpha 0.0781", LINE_ROW, 5, "alpha", "", 0.0781,
	  0, ROW_SYMBOL },
	{ "a comma", "5 alpha 0,5000", LINE_ROW, 5, "alpha", "", 0.5, 0,
	  ROW_SYMBOL },
	{ "address first", "c0100000 alpha 5 0.0781", LINE_ROW, 5, "alpha", "",
	  0.0781, 0xc0100000, ROW_SYMBOL },
	{ "16 digits", "ffffffff81000000 alpha 5 0.5", LINE_ROW, 5, "alpha", "",
	  0.5, 0xffffffff81000000, ROW_SYMBOL },
	{ "no load", "5 alpha", LINE_SHORT, 5, "alpha", "", -1, 0, ROW_SYMBOL },
	{ "address, no load", "c0100000 alpha 5", LINE_SHORT, 5, "alpha", "",
	  -1, 0xc0100000, ROW_SYMBOL },
	{ "unknown", "17 *unknown*", LINE_ROW, 17, "*unknown*", "", -1, 0,
	  ROW_UNKNOWN },
	{ "a total", "17 total 0.0013", LINE_ROW, 17, "total", "", 0.0013, 0,
	  ROW_TOTAL },
	{ "without a load it may go on in the next line", "17 total",
	  LINE_SHORT, 17, "total", "", -1, 0, ROW_TOTAL },
	{ "in Spanish it is the same", "17 totale 0,1", LINE_ROW, 17, "totale",
	  "", 0.1, 0, ROW_TOTAL },
	{ "not of any language", "17 totals 0,1", LINE_ROW, 17, "totals", "",
	  0.1, 0, ROW_SYMBOL },
	{ "a module", "17 probe [ext4] 0.1000", LINE_ROW, 17, "probe", "[ext4]",
	  0.1, 0, ROW_SYMBOL },
	{ "a module, no load", "17 probe [ext4]", LINE_SHORT, 17, "probe",
	  "[ext4]", -1, 0, ROW_SYMBOL },
	{ "blanks in the name", "17 f(int, char) 0.1000", LINE_ROW, 17,
	  "f(int, char)", "", 0.1, 0, ROW_SYMBOL },
	{ "a load of a text of no bytes", "17 total nan", LINE_ROW, 17, "total",
	  "", 0, 0, ROW_TOTAL },
	{ "a heading", "alpha:", LINE_HEADING, 0, NULL, "", 0, 0, ROW_SYMBOL },
	{ "a bin", "c0100000 5", LINE_BIN, 5, NULL, "", 0, 0xc0100000,
	  ROW_SYMBOL },
	{ "a bin of s390", "100000 5", LINE_BIN, 5, NULL, "", 0, 0x100000,
	  ROW_SYMBOL },
	{ "a sum of bins", "total 5", LINE_BINS_TOTAL, 5, NULL, "", 0, 0,
	  ROW_SYMBOL },
	{ "a bin of -s", "0xc0100000 alpha+0 5", LINE_DETAIL, 5, "alpha+0", "",
	  -1, 0xc0100000, ROW_SYMBOL },
	{ "the step", "Sampling_step: 4", LINE_DETAIL, 0, NULL, "", 0, 0,
	  ROW_SYMBOL },
	{ "64 bits", "9223372036854775808 a 0.1", LINE_TOO_BIG, 0, NULL, "", 0,
	  0, ROW_SYMBOL },
	{ "thousands parted", "1,234,567 alpha 15,432.0938", LINE_ROW, 1234567,
	  "alpha", "", 15432.0938, 0, ROW_SYMBOL },
	{ "parted behind an address", "c0100000 alpha 12,345 0.5", LINE_ROW,
	  12345, "alpha", "", 0.5, 0xc0100000, ROW_SYMBOL },
	{ "parted, unknown", "1,234 *unknown*", LINE_ROW, 1234, "*unknown*", "",
	  -1, 0, ROW_UNKNOWN },
	{ "parted elsewhere", "12,34,567 alpha 0.5", LINE_OTHER, 0, NULL, "", 0,
	  0, ROW_SYMBOL },
	{ "a zero in front", "0,123 alpha 0.5", LINE_OTHER, 0, NULL, "", 0, 0,
	  ROW_SYMBOL },
	{ "of perf stat", "1,234,567 cycles # 2.345 GHz", LINE_OTHER, 0, NULL,
	  "", 0, 0, ROW_SYMBOL },
	{ "parted, 64 bits", "9,223,372,036,854,775,808 a 0.1", LINE_TOO_BIG, 0,
	  NULL, "", 0, 0, ROW_SYMBOL },
	{ "a word", "alpha", LINE_OTHER, 0, NULL, "", 0, 0, ROW_SYMBOL },
	{ "a number", "5", LINE_OTHER, 0, NULL, "", 0, 0, ROW_SYMBOL },
	{ "two numbers with points", "5.0 0.1", LINE_OTHER, 0, NULL, "", 0, 0,
	  ROW_SYMBOL },
	{ "prose", "I wonder about this", LINE_OTHER, 0, NULL, "", 0, 0,
	  ROW_SYMBOL },
	{ "prose with a number", "5 of these are new", LINE_OTHER, 0, NULL, "",
	  0, 0, ROW_SYMBOL },
	{ "and a number behind", "5 of these are 0.5", LINE_OTHER, 0, NULL, "",
	  0, 0, ROW_SYMBOL },
	{ "a negative count", "-5 alpha 0.1", LINE_OTHER, 0, NULL, "", 0, 0,
	  ROW_SYMBOL },
	{ "a negative load", "5 alpha -0.1", LINE_OTHER, 0, NULL, "", 0, 0,
	  ROW_SYMBOL },
	{ "a symbol of a map", "c0100000 T alpha", LINE_OTHER, 0, NULL, "", 0,
	  0, ROW_SYMBOL },
	{ "more words than a row has", "1 2 3 4 5 6 7 8 9 10 11 12 13",
	  LINE_OTHER, 0, NULL, "", 0, 0, ROW_SYMBOL },
};

TEST(a_line_is_known_by_its_words)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct words words = rowline_split(span_of(lines[i].line));
		struct row_line row = { .load = -1 };

		EXPECT_U64(lines[i].what, rowline_classify(&words, &row),
			   lines[i].kind);
		if (lines[i].count)
			EXPECT_U64(lines[i].what, row.count, lines[i].count);
		if (lines[i].addr)
			EXPECT_U64(lines[i].what, row.addr, lines[i].addr);
		if (!lines[i].name)
			continue;
		EXPECT_SPAN(lines[i].what, row.name, span_of(lines[i].name));
		EXPECT_SPAN(lines[i].what, row.module,
			    span_of(lines[i].module));
		EXPECT_TRUE(lines[i].what, row.load == lines[i].load);
		EXPECT_U64(lines[i].what, row.kind, lines[i].row);
	}
}

/* What the quick way takes, it must take for the same. */
TEST(the_quick_way_agrees_with_the_careful_one)
{
	static const char *const plain[] = {
		"     5 alpha                                      0.0781",
		"5 a 0.1",
		"123456789012345678 a 0.1",
		"542 __copy_to_user_ll                            5.6458",
		"  2994 total                                      0.0013",
		"9 .text.lock.dcache 12345.67890",
		"9 a_name_that_is_longer_than_forty_columns_of_text 0.0000",
		"9 exactly8 0.5",
		"9 seven77 0.5",
		"9 sixteen_sixteen_ 0.5",
		"0 none 0.0000",
	};

	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++) {
		struct words words = rowline_split(span_of(plain[i]));
		struct row_line quick, careful;

		EXPECT_TRUE(plain[i], rowline_plain(span_of(plain[i]), &quick));
		EXPECT_U64(plain[i], rowline_classify(&words, &careful),
			   LINE_ROW);
		EXPECT_U64(plain[i], quick.count, careful.count);
		EXPECT_SPAN(plain[i], quick.name, careful.name);
		EXPECT_TRUE(plain[i], quick.load == careful.load);
		EXPECT_U64(plain[i], quick.kind, careful.kind);
		EXPECT_U64(plain[i], quick.addr, 0);
		EXPECT_U64(plain[i], quick.module.len, 0);
	}
}

TEST(all_else_is_left_to_the_careful_one)
{
	static const char *const other[] = {
		"",
		" ",
		"5",
		"5 ",
		"5 a",
		"5 a ",
		"5 a 0",
		"5 a 0.",
		"5 a .5",
		"5 a 0,5",
		"5 a 0.5 ",
		"5 a 0.5x",
		"5 a b 0.5",
		"> 5 a 0.5",
		"5\ta 0.5",
		"5 a\t0.5",
		"5 *unknown* 0.5",
		"-5 a 0.5",
		"5a 0.5",
		"1234567890123456789 a 0.1",
		"5 a 0.123456",
		"5 a 123456789012345678.5",
		"c0100000 a 5 0.1",
		"5 a 0.5\r",
	};

	for (size_t i = 0; i < sizeof(other) / sizeof(*other); i++) {
		struct row_line row;

		EXPECT_TRUE(other[i], !rowline_plain(span_of(other[i]), &row));
	}
}

TEST(no_byte_behind_a_line_is_looked_at)
{
	// Lines end where they end: what follows belongs to the next one.
	char text[] = "5 alpha 0.07812345678";
	struct row_line row;

	EXPECT_TRUE("cut", rowline_plain((struct span){ text, 13 }, &row));
	EXPECT_TRUE("load", row.load == 0.078);
	EXPECT_TRUE("no load", !rowline_plain((struct span){ text, 8 }, &row));
}

TEST_MAIN
