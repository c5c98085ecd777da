/* test_protobuf.c - what is written, the reader's walker reads */
#include "../../src/out/protobuf.h"

#include "../../src/read/wire.h"
#include "check.h"
#include "random.h"

TEST(numbers_of_any_size)
{
	struct random r = { 7 };

	for (int i = 0; i < 10000; i++) {
		uint64_t value = (draw(&r) | 1) >> below(&r, 64);
		uint32_t number = (uint32_t)(1 + below(&r, 1000));
		struct outbuf out = { 0 };
		struct wire_field field;

		value = value ? value : 1;
		proto_number(&out, number, value);
		proto_signed(&out, number, -5);
		proto_bytes(&out, number, "ab", 2);
		struct wire wire =
			wire_begin((struct span){ out.data, out.len });
		EXPECT_TRUE("first", wire_next(&wire, &field));
		EXPECT_U64("number", field.number, number);
		EXPECT_U64("value", field.value, value);
		EXPECT_TRUE("second", wire_next(&wire, &field));
		EXPECT_U64("below zero", field.value, (uint64_t)-5);
		EXPECT_TRUE("third", wire_next(&wire, &field));
		EXPECT_SPAN("bytes", field.bytes, SPAN("ab"));
		EXPECT_TRUE("all", wire.next == wire.end);
		outbuf_release(&out);
	}
}

TEST(nothing_is_left_out)
{
	struct outbuf out = { 0 };

	proto_number(&out, 1, 0);
	proto_signed(&out, 2, 0);
	EXPECT_U64("bytes", out.len, 0);
	proto_bytes(&out, 6, NULL, 0);
	EXPECT_U64("a text of none", out.len, 2);
	outbuf_release(&out);
}

TEST_MAIN
