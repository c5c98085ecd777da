#include "diffprof/escape.h"

#include "check.h"

static const struct {
	const char *what;
	struct span text;
	const char *shown;
	size_t width;
} cases[] = {
	{ "nothing", SPAN(""), "", 0 },
	{ "a symbol", SPAN("__copy_to_user_ll"), "__copy_to_user_ll", 17 },
	{ "all of ASCII", SPAN(" !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~"),
	  " !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~", 39 },
	{ "a backslash stays", SPAN("a\\x1b"), "a\\x1b", 5 },
	{ "escape", SPAN("\x1b[31m"), "\\x1b[31m", 8 },
	{ "NUL inside", SPAN("a\0b"), "a\\x00b", 6 },
	{ "line ends and tabs", SPAN("\t\r\n"), "\\x09\\x0d\\x0a", 12 },
	{ "DEL", SPAN("\x7f"), "\\x7f", 4 },
	{ "two bytes of UTF-8", SPAN("caf\xc3\xa9"), "caf\xc3\xa9", 4 },
	{ "three bytes", SPAN("\xe2\x82\xac"), "\xe2\x82\xac", 1 },
	{ "four bytes, wide", SPAN("\xf0\x9f\x90\xa7"), "\xf0\x9f\x90\xa7", 2 },
	{ "a wide character", SPAN("\xe4\xb8\xad"), "\xe4\xb8\xad", 2 },
	{ "a combining mark", SPAN("e\xcc\x81"), "e\xcc\x81", 1 },
	{ "C1 in UTF-8", SPAN("\xc2\x9b"), "\\xc2\\x9b", 8 },
	{ "Latin-1", SPAN("caf\xe9"), "caf\\xe9", 7 },
	{ "cut off", SPAN("\xe2\x82"), "\\xe2\\x82", 8 },
	{ "overlong", SPAN("\xc0\xaf\xe0\x80\xaf"),
	  "\\xc0\\xaf\\xe0\\x80\\xaf", 20 },
	{ "a surrogate", SPAN("\xed\xa0\x80"), "\\xed\\xa0\\x80", 12 },
	{ "behind the last plane", SPAN("\xf4\x90\x80\x80"),
	  "\\xf4\\x90\\x80\\x80", 16 },
	{ "right-to-left override", SPAN("\xe2\x80\xae"), "\\xe2\\x80\\xae",
	  12 },
	{ "isolate", SPAN("\xe2\x81\xa6"), "\\xe2\\x81\\xa6", 12 },
	{ "zero width space", SPAN("\xe2\x80\x8b"), "\\xe2\\x80\\x8b", 12 },
	{ "line separator", SPAN("\xe2\x80\xa8"), "\\xe2\\x80\\xa8", 12 },
	{ "Arabic letter mark", SPAN("\xd8\x9c"), "\\xd8\\x9c", 8 },
	{ "byte order mark", SPAN("\xef\xbb\xbf"), "\\xef\\xbb\\xbf", 12 },
	{ "a lone continuation", SPAN("a\x80z"), "a\\x80z", 6 },
};

#define NR (sizeof(cases) / sizeof(*cases))

TEST(text_is_shown_as_the_table_says)
{
	for (size_t i = 0; i < NR; i++) {
		struct outbuf out = { 0 };

		escape_text(&out, cases[i].text);
		EXPECT_SPAN(cases[i].what,
			    ((struct span){ out.data, out.len }),
			    span_of(cases[i].shown));
		outbuf_release(&out);
	}
}

TEST(the_width_is_that_of_what_is_shown)
{
	for (size_t i = 0; i < NR; i++)
		EXPECT_U64(cases[i].what, escape_width(cases[i].text),
			   cases[i].width);
}

TEST(plain_means_that_nothing_is_escaped)
{
	for (size_t i = 0; i < NR; i++)
		if (escape_is_plain(cases[i].text))
			EXPECT_SPAN(cases[i].what, cases[i].text,
				    span_of(cases[i].shown));
	EXPECT_TRUE("a symbol", escape_is_plain(SPAN("do_wp_page")));
	EXPECT_TRUE("control", !escape_is_plain(SPAN("a\x1b")));
	EXPECT_TRUE("C1", !escape_is_plain(SPAN("\xc2\x9b")));
}

TEST(every_byte_alone_is_printable_or_escaped)
{
	for (unsigned c = 0; c < 256; c++) {
		struct outbuf out = { 0 };
		char byte = (char)c;

		escape_text(&out, (struct span){ &byte, 1 });
		for (size_t i = 0; i < out.len; i++)
			EXPECT_TRUE("printable", out.data[i] >= 0x20 &&
				    out.data[i] < 0x7f);
		EXPECT_U64("length", out.len, c >= 0x20 && c < 0x7f ? 1 : 4);
		outbuf_release(&out);
	}
}

TEST(into_a_small_place_goes_what_fits_whole)
{
	char dst[8];

	memset(dst, 'x', sizeof(dst));
	escape_into(dst, sizeof(dst), "abcdefghij");
	EXPECT_TEXT(dst, "abcdefg");
	escape_into(dst, sizeof(dst), "abcde\x1b");
	EXPECT_TEXT(dst, "abcde");
	escape_into(dst, sizeof(dst), "abc\x1b");
	EXPECT_TEXT(dst, "abc\\x1b");
	escape_into(dst, sizeof(dst), "abcdef\xc3\xa9");
	EXPECT_TEXT(dst, "abcdef");
	escape_into(dst, 1, "a");
	EXPECT_TEXT(dst, "");
}

TEST_MAIN
