#include "diffprof/geometry.h"

#include "check.h"

#define BE(word) __builtin_bswap32(word)

static int find(uint32_t step_word, uint64_t words, uint64_t text,
		struct geometry *geo, struct error *err)
{
	struct histogram hist = { .step_word = step_word, .words = words };
	struct symtab st = { .path = "map", .stext = 0x1000,
			     .etext = 0x1000 + text };

	return geometry_find(&hist, "dump", &st, geo, err);
}

TEST(any_step_from_1_to_a_megabyte_in_either_order)
{
	for (uint32_t step = 1; step <= (uint32_t)1 << 20; step *= 2) {
		uint64_t text = 37 * (uint64_t)step + step / 2;
		struct geometry geo;
		struct error err;

		EXPECT_OK(find(step, 37, text, &geo, &err), err);
		EXPECT_U64("step", geo.step, step);
		EXPECT_U64("slots", geo.slots, 37);
		EXPECT_U64("word", geo.word_size, 4);
		EXPECT_U64("order", geo.order, ORDER_LITTLE);
		EXPECT_TRUE("told", !geo.order_guessed && !geo.step_derived);

		EXPECT_OK(find(BE(step), 37, text, &geo, &err), err);
		EXPECT_U64("step", geo.step, step);
		EXPECT_U64("order", geo.order, ORDER_BIG);
	}
}

TEST(a_step_that_is_one_in_both_orders_is_told_by_the_length)
{
	struct geometry geo;
	struct error err;

	// 0x100 swapped is 0x10000.
	EXPECT_OK(find(0x100, 1000, 256000, &geo, &err), err);
	EXPECT_U64("little", geo.order, ORDER_LITTLE);
	EXPECT_U64("step", geo.step, 0x100);
	EXPECT_OK(find(0x100, 10, 0xa0000, &geo, &err), err);
	EXPECT_U64("big", geo.order, ORDER_BIG);
	EXPECT_U64("step", geo.step, 0x10000);
}

TEST(words_of_eight_bytes_are_told_by_the_length)
{
	struct geometry geo;
	struct error err;

	// Step, 100 counters: 202 halves, of which the first is the step word.
	EXPECT_OK(find(4, 201, 400, &geo, &err), err);
	EXPECT_U64("word", geo.word_size, 8);
	EXPECT_U64("slots", geo.slots, 100);
	EXPECT_U64("step", geo.step, 4);
	EXPECT_FAIL(find(4, 202, 400, &geo, &err), err, ERR_SYMBOLS);
}

TEST(a_step_word_of_0_follows_from_the_text)
{
	for (uint32_t step = 1; step <= (uint32_t)1 << 20; step *= 2) {
		struct geometry geo;
		struct error err;

		EXPECT_OK(find(0, 1000, 1000 * (uint64_t)step, &geo, &err),
			  err);
		EXPECT_U64("step", geo.step, step);
		EXPECT_U64("order", geo.order, ORDER_BIG);
		EXPECT_TRUE("derived", geo.step_derived);
		EXPECT_TRUE("not guessed", !geo.order_guessed);
	}
}

static const struct {
	const char *what;
	uint32_t step_word;
	uint64_t words, text;
	const char *error;
} wrong[] = {
	{ "another kernel's map", 4, 1000, 8000,
	  "map: text of 0.01 MB (8000 bytes), but dump covers 0.00 MB (1000"
	  " counters of 4 bytes): the symbols of another kernel, or a dump that"
	  " is not whole?" },
	{ "a smaller kernel's", 4, 1000, 400,
	  "map: text of 0.00 MB (400 bytes), but dump covers 0.00 MB (1000"
	  " counters of 4 bytes): the symbols of another kernel?" },
	{ "one counter less", 4, 999, 4000, "the symbols of another kernel" },
	{ "one more", 4, 1001, 4000, "the symbols of another kernel" },
	{ "no step", 0, 1000, 5003,
	  "which no step divides into the 1000 counters" },
};

TEST(what_does_not_fit_is_an_error)
{
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct geometry geo;
		struct error err;

		EXPECT_FAIL(find(wrong[i].step_word, wrong[i].words,
				 wrong[i].text, &geo, &err), err, ERR_SYMBOLS);
		EXPECT_HAS(err.text, wrong[i].error);
	}
}

/* Ticks are small: those of the wrong order have low halves of 0. */
static const struct {
	const char *what;
	uint32_t step_word;
	uint64_t high, low;
	enum byte_order image, order;
	bool guessed;
} witnesses[] = {
	{ "all agree", 4, 0, 9, ORDER_LITTLE, ORDER_LITTLE, false },
	{ "big, all agree", BE(4), 9, 1, ORDER_BIG, ORDER_BIG, false },
	{ "the counters do not", 4, 9, 1, ORDER_LITTLE, ORDER_LITTLE, true },
	{ "the image does not", 4, 0, 9, ORDER_BIG, ORDER_LITTLE, true },
	{ "no counters", 4, 0, 0, ORDER_LITTLE, ORDER_LITTLE, false },
	{ "no step word: the counters tell", 0, 9, 1, ORDER_UNKNOWN, ORDER_BIG,
	  false },
	{ "against what such kernels are", 0, 1, 9, ORDER_UNKNOWN, ORDER_LITTLE,
	  true },
	{ "no step word and no counters", 0, 0, 0, ORDER_UNKNOWN, ORDER_BIG,
	  false },
};

TEST(three_witnesses_tell_the_byte_order)
{
	for (size_t i = 0; i < sizeof(witnesses) / sizeof(*witnesses); i++) {
		struct histogram hist = {
			.step_word = witnesses[i].step_word, .words = 100,
			.high = witnesses[i].high, .low = witnesses[i].low,
		};
		struct symtab st = { .path = "map", .etext = 400,
				     .order = witnesses[i].image };
		struct geometry geo;
		struct error err;

		EXPECT_OK(geometry_find(&hist, "dump", &st, &geo, &err), err);
		EXPECT_U64(witnesses[i].what, geo.order, witnesses[i].order);
		EXPECT_U64(witnesses[i].what, geo.order_guessed,
			   witnesses[i].guessed);
	}
}

TEST(the_step_word_alone_is_a_hint)
{
	static const struct {
		uint32_t word, hint;
	} hints[] = {
		{ 4, 4 }, { BE(4), 4 }, { 0, 0 }, { 1 << 20, 1 << 20 },
		{ BE(1 << 6), 1 << 6 }, { 3, 0 }, { 0xffffffff, 0 },
	};

	for (size_t i = 0; i < sizeof(hints) / sizeof(*hints); i++) {
		struct histogram hist = { .step_word = hints[i].word };

		EXPECT_U64("hint", geometry_step_hint(&hist), hints[i].hint);
	}
}

TEST_MAIN
