/* test_wide.c - numbers of 128 bits, to and from text */
#include "diffprof/wide.h"

#include "check.h"

static const char *const numbers[] = {
	"0",
	"1",
	"9223372036854775807",
	"18446744073709551616",
	/* the square of the largest count, and the most there may be */
	"85070591730234615847396907784232501249",
	"170141183460469231731687303715884105727",
};

TEST(what_is_read_is_written)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct outbuf out = { 0 };
		wide value;

		EXPECT_TRUE(numbers[i],
			    wide_parse(span_of(numbers[i]), &value));
		wide_put(&out, value);
		struct span made = { out.data, out.len };
		EXPECT_SPAN(numbers[i], made, span_of(numbers[i]));
		outbuf_release(&out);
	}
}

TEST(anything_else_is_none)
{
	static const char *const others[] = {
		"", "-1", "1 ", "1.0", "x",
		"170141183460469231731687303715884105728",
		"999999999999999999999999999999999999999999",
	};
	wide value;

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		EXPECT_TRUE(others[i], !wide_parse(span_of(others[i]), &value));
}

TEST(sums_do_not_pass_the_limit)
{
	wide sum = WIDE_MAX - 5;

	EXPECT_TRUE("fits", wide_add(&sum, 5));
	EXPECT_TRUE("is full", !wide_add(&sum, 1) && sum == WIDE_MAX);
	EXPECT_TRUE("square", wide_square(INT64_MAX) < WIDE_MAX);
}

TEST_MAIN
