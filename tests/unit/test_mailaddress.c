/* test_mailaddress.c - addresses from strangers */
#include "diffprof/mailaddress.h"

#include "check.h"

static struct arena arena;

static const char *written(const struct mail_address *address)
{
	struct outbuf out = { 0 };

	mail_address_put(&out, address);
	const char *text = arena_strndup(&arena, out.data, out.len);
	outbuf_release(&out);
	return text;
}

static const struct {
	const char *what, *text, *written; /* NULL: none */
} cases[] = {
	{ "bare", "linux-mm@kvack.org", "linux-mm@kvack.org" },
	{ "named", "Some One <a@b.org>", "Some One <a@b.org>" },
	{ "blanks", "  Some One  < a@b.org > ", "Some One <a@b.org>" },
	{ "quoted for nothing", "\"Some One\" <a@b.org>", "Some One <a@b.org>" },
	{ "a dot wants quotes", "H. Peter <a@b>", "\"H. Peter\" <a@b>" },
	{ "a comma inside", "\"Lee, Chun\" <a@b>", "\"Lee, Chun\" <a@b>" },
	{ "quotes inside", "\"a \\\"b\\\" c\" <a@b>",
	  "\"a \\\"b\\\" c\" <a@b>" },
	{ "a remark behind", "Tom <a@b> (RDMA)", "Tom <a@b>" },
	{ "a remark inside", "J (Q) W <a@b>", "\"J (Q) W\" <a@b>" },
	{ "UTF-8", "Pali Roh\xc3\xa1r <a@b>", "Pali Roh\xc3\xa1r <a@b>" },
	{ "Latin-1", "Pali Roh\xe1r <a@b>", "Pali Roh\xc3\xa1r <a@b>" },
	{ "control characters", "Some\r\nBcc: x\x1b[1m <a@b>",
	  "\"SomeBcc: x[1m\" <a@b>" },
	{ "turned around", "A\xe2\x80\xaeZ <a@b>", "AZ <a@b>" },
	{ "no name at all", "<a@b>", "a@b" },
	{ "no host", "a@", NULL },
	{ "no user", "@b", NULL },
	{ "two hosts", "a@b@c", NULL },
	{ "a blank", "a b@c", NULL },
	{ "a line", "a@b\r\nBcc:", NULL },
	{ "a line in brackets", "x <a@b\nBcc: c@d>", NULL },
	{ "an option", "-oQ@b", NULL },
	{ "a list", "a@b,c@d", NULL },
	{ "a program", "|sh@b;c", NULL },
	{ "dots", "a@b..c", NULL },
	{ "a dash ends it", "a@b-", NULL },
	{ "not ASCII", "a\xc3\xa1@b", NULL },
	{ "nothing", "", NULL },
	{ "prose", "see the file", NULL },
};

TEST(one_address)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct mail_address address;
		bool taken = mail_address_parse(span_of(cases[i].text), &arena,
						&address);

		EXPECT_TRUE(cases[i].what, taken == (cases[i].written != NULL));
		if (taken)
			EXPECT_TEXT(written(&address), cases[i].written);
	}
}

TEST(as_long_as_mail_carries)
{
	struct mail_address address;
	char text[300];

	for (size_t len = 250; len < 260; len++) {
		memset(text, 'a', len);
		text[10] = '@';
		EXPECT_TRUE("length",
			    mail_address_parse((struct span){ text, len },
					       &arena,
					       &address) == (len <= 254));
	}
}

TEST(several_with_commas)
{
	struct mail_address *list;

	EXPECT_U64("three",
		   mail_address_list(SPAN("a@b, \"X, Y\" <c@d>,,Z <e@f>"),
				     &arena, &list),
		   3);
	EXPECT_TEXT(written(&list[1]), "\"X, Y\" <c@d>");
	EXPECT_U64("a comma in the name",
		   mail_address_list(SPAN("Enrico W, metux IT <info@m.net>"),
				     &arena, &list),
		   1);
	EXPECT_TEXT(written(&list[0]), "\"Enrico W, metux IT\" <info@m.net>");
	EXPECT_U64("one is none",
		   mail_address_list(SPAN("a@b, c"), &arena, &list), 0);
	EXPECT_U64("nothing", mail_address_list(SPAN(" , "), &arena, &list), 0);
}

TEST_MAIN
