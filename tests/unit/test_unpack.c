#include "diffprof/unpack.h"

#include "pack.h"

static const char *const packings[] = PACKINGS;

#define NR (sizeof(packings) / sizeof(*packings))

/* Text that does not pack to nothing: LEN bytes in malloc'ed memory. */
static char *varied(size_t len)
{
	char *text = malloc(len + 1);
	uint32_t state = 1;

	for (size_t i = 0; i < len; i++) {
		state = state * 1664525 + 1013904223;
		text[i] = (char)('a' + (state >> 28));
	}
	return text;
}

TEST(the_packing_is_known_by_its_first_bytes)
{
	char packed[200];

	for (size_t i = 0; i < NR; i++) {
		size_t len = pack(packings[i], SPAN("hello\n"), packed,
				  sizeof(packed));

		const char *name = unpack_detect((struct span){ packed, len });
		EXPECT_TEXT(name, packings[i]);
	}
	EXPECT_TRUE("text", !unpack_detect(SPAN("  542 schedule\n")));
	EXPECT_TRUE("nothing", !unpack_detect(SPAN("")));
	EXPECT_TRUE("one byte", !unpack_detect(SPAN("\x1f")));
	EXPECT_TRUE("two bytes", !unpack_detect(SPAN("\x1f\x8b")));
	EXPECT_TRUE("three letters are no bzip2",
		    !unpack_detect(SPAN("BZh9 is a symbol\n")));
}

TEST(what_was_packed_comes_back)
{
	static const size_t sizes[] = { 1, 100, 5000, 3000000 };
	struct error err;

	for (size_t i = 0; i < NR; i++) {
		for (size_t k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
			size_t cap = 2 * sizes[k] + 1000, size;
			char *text = varied(sizes[k]), *packed = malloc(cap);
			size_t len = pack(packings[i],
					  (struct span){ text, sizes[k] },
					  packed, cap);
			const char *cut = "unset";
			char *data;

			EXPECT_OK(unpack((struct span){ packed, len }, SIZE_MAX,
					 "p", &data, &size, &cut, &err), err);
			EXPECT_TRUE(packings[i], !cut);
			EXPECT_U64(packings[i], size, sizes[k]);
			EXPECT_TRUE(packings[i], !memcmp(data, text, size));
			free(data);
			free(text);
			free(packed);
		}
	}
}

TEST(nothing_packed_is_nothing)
{
	struct error err;

	for (size_t i = 0; i < NR; i++) {
		char packed[200], *data;
		const char *cut;
		size_t size, len = pack(packings[i], SPAN(""), packed,
					sizeof(packed));

		EXPECT_OK(unpack((struct span){ packed, len }, 1000, "p", &data,
				 &size, &cut, &err), err);
		EXPECT_TRUE(packings[i], !cut);
		EXPECT_U64(packings[i], size, 0);
		free(data);
	}
}

TEST(much_more_than_was_packed_is_unpacked_whole)
{
	size_t big = 20000000;
	char *zeros = calloc(1, big), *packed = malloc(big);
	struct error err;

	for (size_t i = 0; i < NR; i++) {
		size_t len = pack(packings[i], (struct span){ zeros, big },
				  packed, big);
		const char *cut;
		char *data;
		size_t size;

		EXPECT_OK(unpack((struct span){ packed, len }, SIZE_MAX, "p",
				 &data, &size, &cut, &err), err);
		EXPECT_TRUE(packings[i], !cut);
		EXPECT_U64(packings[i], size, big);
		EXPECT_TRUE(packings[i], !memcmp(data, zeros, big));
		free(data);
	}
	free(zeros);
	free(packed);
}

TEST(files_joined_by_cat_are_one)
{
	struct error err;

	for (size_t i = 0; i < NR; i++) {
		char packed[400], *data;
		const char *cut;
		size_t size, len;

		len = pack(packings[i], SPAN("one "), packed, 200);
		len += pack(packings[i], SPAN("two"), packed + len, 200);
		EXPECT_OK(unpack((struct span){ packed, len }, 1000, "p", &data,
				 &size, &cut, &err), err);
		EXPECT_TRUE(packings[i], !cut);
		EXPECT_SPAN(packings[i], ((struct span){ data, size }),
			    SPAN("one two"));
		free(data);
	}
}

TEST(zeros_behind_the_end_are_padding)
{
	struct error err;

	for (size_t i = 0; i < NR; i++) {
		char packed[400] = { 0 }, *data;
		const char *cut;
		size_t size, len = pack(packings[i], SPAN("one"), packed, 200);

		EXPECT_OK(unpack((struct span){ packed, len + 100 }, 1000, "p",
				 &data, &size, &cut, &err), err);
		EXPECT_SPAN(packings[i], ((struct span){ data, size }),
			    SPAN("one"));
		free(data);
	}
}

TEST(data_that_end_early_are_kept_as_far_as_they_go)
{
	size_t full = 1000000, cap = 2 * full, size;
	char *text = varied(full), *packed = malloc(cap), *data;
	struct error err;

	for (size_t i = 0; i < NR; i++) {
		size_t len = pack(packings[i], (struct span){ text, full },
				  packed, cap);
		const char *cut;

		EXPECT_OK(unpack((struct span){ packed, len / 2 }, SIZE_MAX,
				 "p", &data, &size, &cut, &err), err);
		EXPECT_TEXT(cut, "the packed data end early");
		// bzip2 gives whole blocks of 100 kB, the others nearly all.
		EXPECT_TRUE(packings[i], size > full / 2 - 200000);
		EXPECT_TRUE(packings[i], size < full);
		EXPECT_TRUE(packings[i], !memcmp(data, text, size));
		free(data);
	}
	free(text);
	free(packed);
}

TEST(every_cut_is_noticed)
{
	struct error err;

	for (size_t i = 0; i < NR; i++) {
		char packed[200];
		size_t len = pack(packings[i], SPAN("  542 schedule\n"), packed,
				  sizeof(packed));

		for (size_t kept = 10; kept < len; kept++) {
			// In its own memory, so that a sanitizer sees its end.
			char *copy = malloc(kept), *data;
			const char *cut = NULL;
			size_t size;

			memcpy(copy, packed, kept);
			EXPECT_OK(unpack((struct span){ copy, kept }, 1000, "p",
					 &data, &size, &cut, &err), err);
			EXPECT_TRUE(packings[i], cut != NULL);
			EXPECT_TRUE(packings[i], size <= 15);
			free(data);
			free(copy);
		}
	}
}

TEST(damage_is_told)
{
	struct error err;

	for (size_t i = 0; i < NR; i++) {
		char packed[200], *data;
		const char *cut = NULL;
		size_t size, len = pack(packings[i], SPAN("  542 schedule\n"),
					packed, sizeof(packed));

		for (size_t at = 12; at < 20; at++)
			packed[at] ^= 0x55;
		EXPECT_OK(unpack((struct span){ packed, len }, 1000, "p", &data,
				 &size, &cut, &err), err);
		EXPECT_TRUE(packings[i], cut != NULL);
		free(data);
	}
}

TEST(a_bomb_is_an_error)
{
	size_t big = 5000000;
	char *zeros = calloc(1, big), *packed = malloc(big), *data;
	const char *cut;
	struct error err;
	size_t size;

	for (size_t i = 0; i < NR; i++) {
		size_t len = pack(packings[i], (struct span){ zeros, big },
				  packed, big);

		EXPECT_FAIL(unpack((struct span){ packed, len },
				   (size_t)2 << 20, "bomb", &data, &size, &cut,
				   &err), err, ERR_LIMIT);
		EXPECT_TEXT(err.text, "bomb: unpacks to over 2 MiB");
	}
	free(zeros);
	free(packed);
}

TEST(too_large_a_window_is_no_damage)
{
	// A frame whose window is 2 GiB, as zstd --long=31 makes them.
	const struct span packed = { "\x28\xb5\x2f\xfd\0\xa8\x09\0\0a", 10 };
	const char *cut_short;
	struct error err;
	char *data;
	size_t size;

	EXPECT_FAIL(unpack(packed, 1 << 20, "x", &data, &size, &cut_short,
			   &err),
		    err, ERR_LIMIT);
	EXPECT_HAS(err.text, "x: unpacking it takes more memory");
}

TEST_MAIN
