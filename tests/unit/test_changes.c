/* test_changes.c - numbers and headings of finished comparisons */
#include <math.h>

#include "../../src/read/changes.h"

#include "check.h"

static const struct {
	const char *text;
	bool number;
	long double value;
	unsigned decimals;
} amounts[] = {
	{ "12", true, 12, 0 },
	{ "-12.50", true, -12.5L, 2 },
	{ "+0,64", true, 0.64L, 2 },
	{ "4.8e-04", true, 0.00048L, 5 },
	{ "9223372036854775807", true, 9223372036854775807.0L, 0 },
	{ "9223372036854775808", false, 0, 0 },
	{ "", false, 0, 0 },
	{ "-", false, 0, 0 },
	{ ".", false, 0, 0 },
	{ "1.2.3", false, 0, 0 },
	{ "1e+04", false, 0, 0 },
	{ "1e-", false, 0, 0 },
	{ "1e-99", false, 0, 0 },
	{ "0x12", false, 0, 0 },
	{ "nan", false, 0, 0 },
};

TEST(an_amount_is_exact_and_knows_its_decimals)
{
	for (size_t i = 0; i < sizeof(amounts) / sizeof(*amounts); i++) {
		long double value = 0;
		unsigned decimals = 0;

		EXPECT_U64(amounts[i].text,
			   amount_of(span_of(amounts[i].text), &value,
				     &decimals),
			   amounts[i].number);
		EXPECT_TRUE(amounts[i].text, value == amounts[i].value);
		EXPECT_U64(amounts[i].text, decimals, amounts[i].decimals);
	}
}

TEST(minus_nothing_keeps_its_sign)
{
	long double value;
	unsigned decimals;

	EXPECT_TRUE("-0.0", amount_of(SPAN("-0.0"), &value, &decimals));
	EXPECT_TRUE("its sign", signbit(value));
}

TEST(headings_are_found_where_they_stand)
{
	static const struct known_heading known[] = {
		{ "Delta Abs", 1 },
		{ "Delta", 2 },
		{ 0 },
	};
	struct span raw = SPAN("> # Delta Abs/1  odd  Delta");
	struct line line = { .raw = raw, .text = { raw.ptr + 4, raw.len - 4 } };
	struct headings h;

	headings_find(&h, &line, known);
	EXPECT_U64("headings", h.nr, 3);
	EXPECT_U64("kind", h.heading[0].kind, 1);
	EXPECT_SPAN("name", h.heading[0].name, SPAN("Delta Abs/1"));
	EXPECT_U64("start", h.heading[0].start, 4);
	EXPECT_U64("end", h.heading[0].end, 15);
	EXPECT_U64("no kind", h.heading[1].kind, 0);
	EXPECT_U64("kind", h.heading[2].kind, 2);
}

TEST(a_field_ends_at_two_blanks_or_a_tab)
{
	struct span rest = SPAN("  my app (v2)  b\tc"), field;

	EXPECT_TRUE("a field", next_field(&rest, &field));
	EXPECT_SPAN("the first", field, SPAN("my app (v2)"));
	EXPECT_TRUE("a field", next_field(&rest, &field));
	EXPECT_SPAN("the second", field, SPAN("b"));
	EXPECT_TRUE("a field", next_field(&rest, &field));
	EXPECT_SPAN("the third", field, SPAN("c"));
	EXPECT_TRUE("no more", !next_field(&rest, &field));
}

TEST_MAIN
