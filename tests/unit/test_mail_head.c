/* test_mail_head.c - heads of mails, from strangers' texts */
#include "../../src/out/mail_head.h"

#include "check.h"
#include "random.h"

static struct arena arena;

static const char *taken(struct outbuf *out)
{
	const char *text =
		arena_strndup(&arena, out->data ? out->data : "", out->len);

	outbuf_release(out);
	return text;
}

static const char *subject(const char *text)
{
	struct outbuf out = { 0 };

	mail_head_text(&out, "Subject", span_of(text));
	return taken(&out);
}

static const struct {
	const char *what, *text, *head;
} subjects[] = {
	{ "as it is", "highpte", "Subject: highpte\n" },
	{ "blanks", " a \t b\n", "Subject: a b\n" },
	{ "no second line", "a\r\nBcc: x@y", "Subject: a Bcc: x@y\n" },
	{ "what looks encoded is encoded",
	  "=?utf-8?q?x?=", "Subject: =?UTF-8?Q?=3D=3Futf-8=3Fq=3Fx=3F=3D?=\n" },
	{ "UTF-8", "\xc3\xa9", "Subject: =?UTF-8?Q?=C3=A9?=\n" },
	{ "no UTF-8", "\xe9", "Subject: \\xe9\n" },
	{ "control characters", "a\x1b[1m\x7f", "Subject: a\\x1b[1m\\x7f\n" },
	{ "folded at a blank",
	  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
	  " cccccccccccccc",
	  "Subject: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	  " bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n cccccccccccccc\n" },
	{ "a word too long to be folded",
	  "ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
	  "ddd",
	  "Subject:"
	  " =?UTF-8?Q?ddddddddddddddddddddddddddddddddddddddddddddddddddddddd?=\n"
	  " =?UTF-8?Q?ddddddddddddddddd?=\n" },
};

TEST(subjects_are_one_field)
{
	for (size_t i = 0; i < sizeof(subjects) / sizeof(*subjects); i++)
		EXPECT_TEXT(subject(subjects[i].text), subjects[i].head);
}

static const char *to(const struct mail_address *addresses, size_t nr)
{
	struct outbuf out = { 0 };

	mail_head_addresses(&out, "To", addresses, nr);
	return taken(&out);
}

TEST(addresses)
{
	const struct mail_address some[] = {
		{ NULL, "linux-mm@kvack.org" },
		{ "H. Peter \"x\" Anvin", "hpa@zytor.com" },
		{ "\xc5\x81ukasz St. (x)", "l@x" },
		{ "Some One", "one@example.org" },
	};

	EXPECT_TEXT(to(some, 0), "");
	EXPECT_TEXT(to(some, 1), "To: linux-mm@kvack.org\n");
	EXPECT_TEXT(to(some, 4),
		    "To: linux-mm@kvack.org, \"H. Peter \\\"x\\\" Anvin\""
		    " <hpa@zytor.com>,\n"
		    " =?UTF-8?Q?=C5=81ukasz_St=2E_=28x=29?= <l@x>, Some One"
		    " <one@example.org>\n");
}

/* Whatever the text: lines of ASCII and of a good length, one field. */
TEST(any_bytes)
{
	struct random r = { 5 };

	for (int i = 0; i < 20000; i++) {
		char text[300];
		size_t len = (size_t)below(&r, sizeof(text)), column = 0;
		struct outbuf out = { 0 };

		for (size_t k = 0; k < len; k++)
			text[k] = below(&r, 3) ? (char)draw(&r) :
						 " a\n\r=?"[below(&r, 6)];
		mail_head_text(&out, "Subject", (struct span){ text, len });
		for (size_t k = 0; k < out.len; k++) {
			char c = out.data[k];

			EXPECT_TRUE("ASCII",
				    c == '\n' || (c >= 0x20 && c < 0x7f));
			EXPECT_TRUE("one field",
				    c != '\n' || k + 1 == out.len ||
					    out.data[k + 1] == ' ');
			column = c == '\n' ? 0 : column + 1;
			EXPECT_TRUE("length", column <= 76);
		}
		outbuf_release(&out);
	}
}

TEST_MAIN
