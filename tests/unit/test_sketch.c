/* test_sketch.c - what is characteristic of a function's bytes: sketch.c */
#include "../../src/diff/sketch.h"

#include <math.h>

#include "check.h"

static double alike(struct span a, struct span b, enum roster_code kind)
{
	struct sketch x, y;

	sketch_make(a, kind, &x);
	sketch_make(b, kind, &y);
	return sketch_likeness(&x, &y);
}

TEST(addresses_do_not_count)
{
	// push %rbx; mov %rdi,%rbx; call ...; mov ...(%rip),%rax; pop; jmp ...
	static const struct span a = SPAN("\x53\x48\x89\xfb\xe8\x01\x02\x03\x04"
					  "\x48\x8b\x05\x11\x12\x13\x14\x5b"
					  "\xe9\x21\x22\x23\x24");
	static const struct span b = SPAN("\x53\x48\x89\xfb\xe8\xf1\xf2\xf3\xf4"
					  "\x48\x8b\x05\x71\x72\x73\x74\x5b"
					  "\xe9\x61\x62\x63\x64");
	static const struct span c = SPAN("\x31\xc0\x48\x8b\x57\x18\x48\x8b\x4f"
					  "\x20\x48\x39\xca\x74\x08\x48\x01\xd0"
					  "\x48\xff\xc2\xc3");
	struct sketch x, y;

	EXPECT_TRUE("equal", alike(a, b, CODE_X86) == 1);
	EXPECT_TRUE("another", alike(a, c, CODE_X86) < 0.1);
	sketch_make(a, CODE_X86, &x);
	sketch_make(b, CODE_X86, &y);
	EXPECT_U64("whole", x.whole, y.whole);
}

TEST(a_branch_of_arm64_is_the_same_wherever_it_goes)
{
	// stp; bl; adrp; ret, little-endian
	static const struct span a = SPAN("\xfd\x7b\xbf\xa9\x01\x00\x00\x94"
					  "\x00\x00\x00\x90\xc0\x03\x5f\xd6");
	static const struct span b = SPAN("\xfd\x7b\xbf\xa9\x02\x10\x00\x94"
					  "\x20\x10\x00\xb0\xc0\x03\x5f\xd6");

	EXPECT_TRUE("equal", alike(a, b, CODE_ARM64) == 1);
}

TEST(what_cannot_be_read_is_not_known)
{
	static const struct span some = SPAN("0123456789");

	EXPECT_TRUE("no bytes", isnan(alike(SPAN(""), some, CODE_X86)));
	EXPECT_TRUE("few bytes", isnan(alike(SPAN("01234"), some, CODE_X86)));
	EXPECT_TRUE("machine", isnan(alike(some, some, CODE_UNKNOWN)));
}

TEST(hashes_ascend_and_are_there_once)
{
	char bytes[5000];
	struct sketch sketch;
	uint32_t state = 1;

	for (size_t i = 0; i < sizeof(bytes); i++) {
		state = state * 1664525 + 1013904223;
		bytes[i] = (char)(i < 2500 ? state >> 24 : 0);
	}
	sketch_make((struct span){ bytes, sizeof(bytes) }, CODE_X86, &sketch);
	EXPECT_U64("kept", sketch.nr, SKETCH_MAX);
	for (size_t i = 1; i < sketch.nr; i++)
		EXPECT_TRUE("ascending", sketch.hash[i - 1] < sketch.hash[i]);
	sketch_make((struct span){ bytes + 3000, 2000 }, CODE_X86, &sketch);
	EXPECT_U64("zeros", sketch.nr, 1);
}

TEST(half_the_bytes_are_about_half_the_pieces)
{
	char a[4096], b[4096];
	uint32_t state = 7;

	for (size_t i = 0; i < sizeof(a); i++) {
		state = state * 1664525 + 1013904223;
		a[i] = (char)(state >> 25);
		b[i] = i < sizeof(a) * 2 / 3 ? a[i] : (char)(a[i] ^ 0x15);
	}
	// Two thirds shared, one third on either side: a half of all.
	double half = alike((struct span){ a, sizeof(a) },
			    (struct span){ b, sizeof(b) }, CODE_X86);

	EXPECT_TRUE("half", half > 0.25 && half < 0.75);
}

TEST(calls_have_targets)
{
	static const struct {
		const char *what;
		struct span code;
		enum roster_code kind;
		bool is_call;
		uint64_t target;
	} cases[] = {
		{ "call", SPAN("\xe8\x10\0\0\0"), CODE_X86, true, 0x1015 },
		{ "call back", SPAN("\xe8\xf0\xff\xff\xff"), CODE_X86, true,
		  0xff5 },
		{ "jmp", SPAN("\xe9\0\0\0\0"), CODE_X86, true, 0x1005 },
		{ "cut", SPAN("\xe8\0\0\0"), CODE_X86, false, 0 },
		{ "nop", SPAN("\x90\0\0\0\0"), CODE_X86, false, 0 },
		{ "bl", SPAN("\x04\0\0\x94"), CODE_ARM64, true, 0x1010 },
		{ "bl back", SPAN("\xff\xff\xff\x97"), CODE_ARM64, true,
		  0xffc },
		{ "ret", SPAN("\xc0\x03\x5f\xd6"), CODE_ARM64, false, 0 },
		{ "unknown", SPAN("\xe8\0\0\0\0"), CODE_UNKNOWN, false, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint64_t target = 0;

		EXPECT_U64(cases[i].what,
			   sketch_call(cases[i].code, cases[i].kind, 0x1000, 0,
				       &target),
			   cases[i].is_call);
		EXPECT_U64(cases[i].what, target, cases[i].target);
	}
}

TEST_MAIN
