/* test_ascii.c - texts for mail that everybody can read */
#include "../../src/out/ascii.h"

#include "diffprof/arena.h"

#include "check.h"

static const char *taken(struct outbuf *out)
{
	static struct arena arena;
	const char *text = arena_strndup(&arena, out->data ? out->data : "",
					 out->len);

	outbuf_release(out);
	return text;
}

static const struct {
	const char *what, *text, *ascii, *name;
} cases[] = {
	{ "plain", "a b~", "a b~", "a b~" },
	{ "accents", "\xc3\x89t\xc3\xa9 \xc5\x81\xc5\xbe \xc3\x9f",
	  "Ete Lz ss", "\\xc3\\x89t\\xc3\\xa9 \\xc5\\x81\\xc5\\xbe \\xc3\\x9f" },
	{ "first and last", "\xc3\x80\xc3\xbf\xc4\x80\xc5\xbf", "AyAs",
	  "\\xc3\\x80\\xc3\\xbf\\xc4\\x80\\xc5\\xbf" },
	{ "marks", "\xe2\x80\x94\xe2\x80\xa6\xe2\x86\x92", "--...->",
	  "\\xe2\\x80\\x94\\xe2\\x80\\xa6\\xe2\\x86\\x92" },
	{ "another script", "\xe4\xb8\xad", "\\xe4\\xb8\\xad",
	  "\\xe4\\xb8\\xad" },
	{ "no UTF-8", "\xe9\n\x1b", "\\xe9\\x0a\\x1b", "\\xe9\\x0a\\x1b" },
};

TEST(texts_and_names)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct outbuf out = { 0 };

		ascii_text(&out, span_of(cases[i].text));
		EXPECT_TEXT(taken(&out), cases[i].ascii);
		ascii_name(&out, span_of(cases[i].text));
		EXPECT_TEXT(taken(&out), cases[i].name);
	}
}

static const char *flowed(const char *text, size_t width, size_t indent)
{
	struct outbuf out = { 0 };

	ascii_flow(&out, span_of(text), width, indent);
	return taken(&out);
}

TEST(lines_are_broken_at_blanks)
{
	EXPECT_TEXT(flowed("", 10, 2), "");
	EXPECT_TEXT(flowed("one two", 10, 2), "one two\n");
	EXPECT_TEXT(flowed("one two three", 10, 2), "one two\n  three\n");
	EXPECT_TEXT(flowed("exactly  ten", 10, 0), "exactly\nten\n");
	EXPECT_TEXT(flowed("0123456789 x", 10, 2), "0123456789\n  x\n");
	EXPECT_TEXT(flowed("0123456789abcdefghi", 10, 2),
		    "0123456789\n  abcdefgh\n  i\n");
}

TEST_MAIN
