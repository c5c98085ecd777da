/* test_decimal.c - numbers in decimal are those of printf() */
#include "diffprof/decimal.h"

#include <float.h>
#include <math.h>

#include "check.h"
#include "random.h"

static void expect_general(long double value)
{
	char got[DECIMAL_MAX], want[DECIMAL_MAX];
	size_t len = decimal_general(got, value);

	snprintf(want, sizeof(want), "%.15Lg", value);
	EXPECT_TEXT(got, want);
	EXPECT_U64("length", len, strlen(want));
}

static void expect_fixed(long double value, unsigned decimals, int with_sign)
{
	struct outbuf out = { 0 };
	char want[5100];

	snprintf(want, sizeof(want), with_sign ? "%+.*Lf" : "%.*Lf",
		 (int)decimals, value);
	decimal_fixed(&out, value, decimals, with_sign);
	outbuf_char(&out, '\0');
	EXPECT_TEXT(out.data, want);
	outbuf_release(&out);
}

static const long double values[] = {
	0.0L, -0.0L, 1, -1, 0.1L, 0.5L, 0.25L, 0.125L, 1.5L, 2.5L, -2.5L,
	0.05L, 0.15L, 99.95L, 9.9999999999999995L, 999999999999999.5L,
	9999999999999995.0L, 1e15L, 999999999999999.0L, 123456789012345678.0L,
	1e-4L, 9.99999999999999999e-5L, 1e-5L, 1e-300L, 1e300L, 0x1p50L,
	0x1p63L, 0x1p-1074L, DBL_MAX, LDBL_MAX, LDBL_MIN, 1e22L, 1e23L,
	0.1 + 0.2, 1.0 / 3, 2.0 / 3, 1e27L, 1e28L, 1e-13L, 1e-41L,
};

TEST(known_numbers)
{
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		expect_general(values[i]);
		for (unsigned d = 0; d < 17; d++)
			for (int with_sign = 0; with_sign < 2; with_sign++)
				expect_fixed(values[i], d, with_sign);
	}
	expect_fixed(INFINITY, 1, true);
	expect_fixed(-INFINITY, 0, false);
}

TEST(numbers_of_any_size)
{
	struct random r = { 1 };

	for (int i = 0; i < 200000; i++) {
		double value =
			ldexp((double)draw(&r), (int)below(&r, 1180) - 1120);

		expect_general(i & 1 ? value : -value);
		expect_general((float)value);
		expect_fixed(value, (unsigned)below(&r, 7), i & 1);
	}
}

/* Those in the middle between two texts, and just beside it. */
TEST(halves_go_as_printf_has_them)
{
	struct random r = { 2 };

	for (int i = 0; i < 100000; i++) {
		unsigned decimals = (unsigned)below(&r, 5);
		double half = ((double)below(&r, 1000000) + 0.5) /
			      pow(10, decimals);

		expect_fixed(half, decimals, false);
		expect_fixed(nextafter(half, 0), decimals, true);
		expect_fixed(nextafter(half, 1e9), decimals, false);
		expect_general(half / 1e10);
	}
}

TEST(counts)
{
	static const uint64_t counts[] = { 0, 9, 10, 12345, UINT64_MAX };

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		struct outbuf out = { 0 };
		char want[32];

		snprintf(want, sizeof(want), "%llu",
			 (unsigned long long)counts[i]);
		decimal_count(&out, counts[i]);
		outbuf_char(&out, '\0');
		EXPECT_TEXT(out.data, want);
		outbuf_release(&out);
	}
}

TEST_MAIN
