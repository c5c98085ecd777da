#include "diffprof/textlines.h"

#include "check.h"

/* The lines of TEXT joined with '|'. */
static const char *joined(struct span text)
{
	static char buf[256];
	struct textlines lines = textlines_begin(text);
	struct span line;
	size_t len = 0, nr = 0;

	while (textlines_next(&lines, &line)) {
		EXPECT_U64("line number", lines.lineno, ++nr);
		memcpy(buf + len, line.ptr, line.len);
		len += line.len;
		buf[len++] = '|';
	}
	EXPECT_TRUE("ended for good", !textlines_next(&lines, &line));
	buf[len] = '\0';
	return buf;
}

TEST(lines_end_as_they_do_in_mail)
{
	EXPECT_TEXT(joined(SPAN("")), "");
	EXPECT_TEXT(joined((struct span){ 0 }), "");
	EXPECT_TEXT(joined(SPAN("a")), "a|");
	EXPECT_TEXT(joined(SPAN("a\n")), "a|");
	EXPECT_TEXT(joined(SPAN("a\nb")), "a|b|");
	EXPECT_TEXT(joined(SPAN("a\r\nb\r\n")), "a|b|");
	EXPECT_TEXT(joined(SPAN("\n\n")), "||");
	EXPECT_TEXT(joined(SPAN("\r\n")), "|");
	EXPECT_TEXT(joined(SPAN("a\rb\n")), "a\rb|");
}

TEST(a_byte_order_mark_is_skipped_once)
{
	EXPECT_TEXT(joined(SPAN("\xef\xbb\xbf"
				"a\nb\n")),
		    "a|b|");
	EXPECT_TEXT(joined(SPAN("\xef\xbb\xbf")), "");
	EXPECT_TEXT(joined(SPAN("a\n\xef\xbb\xbf"
				"b\n")),
		    "a|\xef\xbb\xbf"
		    "b|");
}

TEST(a_line_may_hold_nul)
{
	struct textlines lines = textlines_begin(SPAN("a\0b\nc"));
	struct span line;

	EXPECT_TRUE("one", textlines_next(&lines, &line));
	EXPECT_SPAN("one", line, SPAN("a\0b"));
	EXPECT_TRUE("two", textlines_next(&lines, &line));
	EXPECT_SPAN("two", line, SPAN("c"));
}

TEST(quote_marks_and_blanks_are_taken_off)
{
	static const struct {
		const char *what, *line, *bare;
	} cases[] = {
		{ "no quote", "  542 schedule 5.6458", "542 schedule 5.6458" },
		{ "one level", "> 542 schedule", "542 schedule" },
		{ "two levels", ">> 542 schedule", "542 schedule" },
		{ "apart", "> > 542 schedule", "542 schedule" },
		{ "three, uneven", ">> >  542 schedule", "542 schedule" },
		{ "a bar", "| 542 schedule", "542 schedule" },
		{ "bars and all", "| > 542 schedule", "542 schedule" },
		{ "initials", "wli> 542 schedule", "542 schedule" },
		{ "initials inside", "> QX> 542 schedule", "542 schedule" },
		{ "indented", " \t> 542 schedule", "542 schedule" },
		{ "trailing blanks", "542 schedule \t ", "542 schedule" },
		{ "only a mark", ">", "" },
		{ "nothing", "", "" },
		{ "blanks", "  \t", "" },
		{ "no-break space, UTF-8", "\xc2\xa0 542 a\xc2\xa0", "542 a" },
		{ "several of them",
		  "\xc2\xa0\xc2\xa0"
		  "5 a\xc2\xa0\xc2\xa0",
		  "5 a" },
		{ "mixed with blanks", "5 a \xc2\xa0 \xc2\xa0", "5 a" },
		{ "no-break space, Latin-1",
		  "\xa0"
		  "542 a\xa0\xa0",
		  "542 a" },
		{ "a letter that ends in its byte", "542 caff\xc3\xa0",
		  "542 caff\xc3\xa0" },
		{ "a wide one that does", "542 \xe2\x80\xa0",
		  "542 \xe2\x80\xa0" },
		{ "a pointer is no quote", "5 a->b", "5 a->b" },
		{ "a name", "Andrew> 5 a", "5 a" },
		{ "long words are no name", "Hello_Everybody> 5 a",
		  "Hello_Everybody> 5 a" },
		{ "other marks, before a blank", ": } % 5 a", "5 a" },
		{ "not without one", ":5 a", ":5 a" },
		{ "as HTML has it", "&gt; &gt; 5 a<br>", "5 a" },
		{ "quoted-printable", "5 a=20", "5 a" },
		{ "its soft break", "5 a   =", "5 a" },
		{ "an equals sign of a word", "5 a=", "5 a=" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		EXPECT_SPAN(cases[i].what,
			    textlines_unquote(span_of(cases[i].line)),
			    span_of(cases[i].bare));
}

TEST_MAIN
