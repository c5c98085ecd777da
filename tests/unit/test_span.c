#include "diffprof/span.h"

#include "check.h"

TEST(order_is_that_of_bytes)
{
	EXPECT_TRUE("a < b", span_cmp(SPAN("a"), SPAN("b")) < 0);
	EXPECT_TRUE("a prefix first", span_cmp(SPAN("a"), SPAN("aa")) < 0);
	EXPECT_TRUE("the reverse", span_cmp(SPAN("aa"), SPAN("a")) > 0);
	EXPECT_TRUE("equal", span_cmp(SPAN("aa"), SPAN("aa")) == 0);
	EXPECT_TRUE("nothing comes first", span_cmp(SPAN(""), SPAN("a")) < 0);
	EXPECT_TRUE("nothing twice",
		    span_cmp((struct span){ 0 }, SPAN("")) == 0);
	EXPECT_TRUE("bytes are unsigned",
		    span_cmp(SPAN("\x7f"), SPAN("\x80")) < 0);
	EXPECT_TRUE("_ after Z", span_cmp(SPAN("Z"), SPAN("_")) < 0);
	EXPECT_TRUE("NUL is a byte", span_cmp(SPAN("a\0a"), SPAN("a\0b")) < 0);
}

TEST(equality_looks_at_all_bytes)
{
	EXPECT_TRUE("nothing", span_eq((struct span){ 0 }, SPAN("")));
	EXPECT_TRUE("behind NUL", !span_eq(SPAN("a\0a"), SPAN("a\0b")));
	EXPECT_TRUE("text", span_is(SPAN("total"), "total"));
	EXPECT_TRUE("prefix only", !span_is(SPAN("total"), "totals"));
	EXPECT_TRUE("starts", span_starts(SPAN("__pfx_foo"), "__pfx_"));
	EXPECT_TRUE("too short", !span_starts(SPAN("__p"), "__pfx_"));
	EXPECT_TRUE("ends", span_ends(SPAN("foo.cold"), ".cold"));
	EXPECT_TRUE("not the end", !span_ends(SPAN("foo.cold.1"), ".cold"));
	EXPECT_TRUE("longer than it", !span_ends(SPAN("d"), ".cold"));
}

TEST(words_are_what_stands_between_blanks)
{
	struct span line = SPAN(" \t 542  schedule\t5.6458  "), word;

	EXPECT_TRUE("one", span_word(&line, &word));
	EXPECT_SPAN("one", word, SPAN("542"));
	EXPECT_TRUE("two", span_word(&line, &word));
	EXPECT_SPAN("two", word, SPAN("schedule"));
	EXPECT_TRUE("three", span_word(&line, &word));
	EXPECT_SPAN("three", word, SPAN("5.6458"));
	EXPECT_TRUE("no four", !span_word(&line, &word));
	EXPECT_TRUE("nor again", !span_word(&line, &word));
}

TEST(blanks_at_the_ends_are_trimmed)
{
	EXPECT_SPAN("both", span_trim(SPAN("\t a b \t")), SPAN("a b"));
	EXPECT_SPAN("none", span_trim(SPAN("a")), SPAN("a"));
	EXPECT_SPAN("all", span_trim(SPAN(" \t ")), SPAN(""));
	EXPECT_SPAN("nothing", span_trim(SPAN("")), SPAN(""));
}

TEST(counts_are_digits_up_to_63_bits)
{
	static const struct {
		struct span text;
		enum span_number kind;
		uint64_t value;
	} cases[] = {
		{ SPAN("0"), NUMBER_OK, 0 },
		{ SPAN("542"), NUMBER_OK, 542 },
		{ SPAN("000000000000000000000007"), NUMBER_OK, 7 },
		{ SPAN("9223372036854775807"), NUMBER_OK, INT64_MAX },
		{ SPAN("9223372036854775808"), NUMBER_TOO_BIG, 0 },
		{ SPAN("18446744073709551616"), NUMBER_TOO_BIG, 0 },
		{ SPAN("99999999999999999999999999999"), NUMBER_TOO_BIG, 0 },
		{ SPAN("99999999999999999999999999999x"), NUMBER_NONE, 0 },
		{ SPAN(""), NUMBER_NONE, 0 },
		{ SPAN("-1"), NUMBER_NONE, 0 },
		{ SPAN("+1"), NUMBER_NONE, 0 },
		{ SPAN("1 "), NUMBER_NONE, 0 },
		{ SPAN("1.0"), NUMBER_NONE, 0 },
		{ SPAN("0x10"), NUMBER_NONE, 0 },
		{ SPAN("1\0"), NUMBER_NONE, 0 },
		{ SPAN("\xb2"), NUMBER_NONE, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint64_t value = 12345;

		EXPECT_U64(cases[i].text.ptr, span_count(cases[i].text, &value),
			   cases[i].kind);
		if (cases[i].kind == NUMBER_OK)
			EXPECT_U64(cases[i].text.ptr, value, cases[i].value);
	}
}

TEST(hexadecimal_fits_in_64_bits)
{
	static const struct {
		struct span text;
		bool good;
		uint64_t value;
	} cases[] = {
		{ SPAN("ffffffff81000000"), true, 0xffffffff81000000 },
		{ SPAN("FFFFFFFFFFFFFFFF"), true, UINT64_MAX },
		{ SPAN("c0100000"), true, 0xc0100000 },
		{ SPAN("0x1b"), true, 0x1b },
		{ SPAN("0X1B"), true, 0x1b },
		{ SPAN("0"), true, 0 },
		{ SPAN("0x"), false, 0 },
		{ SPAN(""), false, 0 },
		{ SPAN("10000000000000000"), false, 0 },
		{ SPAN("g"), false, 0 },
		{ SPAN("`"), false, 0 },
		{ SPAN("@"), false, 0 },
		{ SPAN(":"), false, 0 },
		{ SPAN("-1"), false, 0 },
		{ SPAN("1 "), false, 0 },
		{ SPAN("\xc1"), false, 0 },
		{ SPAN("0x0x1"), false, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint64_t value = 12345;

		EXPECT_U64(cases[i].text.ptr, span_hex(cases[i].text, &value),
			   cases[i].good);
		if (cases[i].good)
			EXPECT_U64(cases[i].text.ptr, value, cases[i].value);
	}
}

TEST(reals_have_a_point_or_a_comma_and_no_exponent)
{
	static const struct {
		struct span text;
		bool good;
		double value;
	} cases[] = {
		{ SPAN("5.6458"), true, 5.6458 },
		{ SPAN("15198,7750"), true, 15198.775 },
		{ SPAN("-0.5"), true, -0.5 },
		{ SPAN("+2"), true, 2 },
		{ SPAN(".5"), true, 0.5 },
		{ SPAN("5."), true, 5 },
		{ SPAN("0.00000000000000000001"), true, 1e-20 },
		{ SPAN("0.1"), true, 0.1 },
		{ SPAN(""), false, 0 },
		{ SPAN("."), false, 0 },
		{ SPAN("-"), false, 0 },
		{ SPAN("1.2.3"), false, 0 },
		{ SPAN("1,234.5"), false, 0 },
		{ SPAN("1e3"), false, 0 },
		{ SPAN("inf"), false, 0 },
		{ SPAN("nan"), false, 0 },
		{ SPAN("0x1p3"), false, 0 },
		{ SPAN("1 "), false, 0 },
		{ SPAN("--1"), false, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		double value = 12345;

		EXPECT_U64(cases[i].text.ptr, span_real(cases[i].text, &value),
			   cases[i].good);
		if (!cases[i].good)
			continue;
		double off = value - cases[i].value;
		EXPECT_TRUE(cases[i].text.ptr,
			    (off < 0 ? -off : off) <=
				    1e-15 * (value < 0 ? -value : value));
	}
}

TEST(common_bytes_are_counted_to_the_first_that_differs)
{
	EXPECT_U64("none", span_common(SPAN("a"), SPAN("b")), 0);
	EXPECT_U64("empty", span_common(SPAN(""), SPAN("b")), 0);
	EXPECT_U64("shorter", span_common(SPAN("main;f"), SPAN("main")), 4);
	EXPECT_U64("equal",
		   span_common(SPAN("main;read;x"), SPAN("main;read;x")), 11);
	EXPECT_U64("behind a word",
		   span_common(SPAN("main;read;x"), SPAN("main;read;y")), 10);
	EXPECT_U64("in a word",
		   span_common(SPAN("main;r12345678"), SPAN("main;s12345678")),
		   5);
}

TEST(a_real_of_a_thousand_digits_is_none)
{
	char digits[1000];
	double value;

	memset(digits, '9', sizeof(digits));
	EXPECT_TRUE("1000 digits",
		    !span_real((struct span){ digits, sizeof(digits) },
			       &value));
	EXPECT_TRUE("300 digits",
		    span_real((struct span){ digits, 300 }, &value));
}

TEST_MAIN
