#include "diffprof/plain.h"

#include "check.h"

static const struct {
	const char *what, *text, *plain, *undone;
} cases[] = {
	{ "nothing to undo", "   5 a<b>(T&) 0.1\n", "   5 a<b>(T&) 0.1\n",
	  NULL },
	{ "templates are no tags", "5 std::span<table>::f<br_t>\n",
	  "5 std::span<table>::f<br_t>\n", NULL },
	{ "addresses are no tags", "<a@example.org> 5\n", "<a@example.org> 5\n",
	  NULL },
	{ "entities without a page", "5 a&lt;b&gt;(T&amp;) &#39;x&#x27;\n",
	  "5 a<b>(T&) 'x'\n", "HTML" },
	{ "a code that no name has", "5 &lt;&#8364;&#0;&#;&x;\n",
	  "5 <&#8364;&#0;&#;&x;\n", "HTML" },
	{ "a page",
	  "<html><head><style>5 a</style></head><body><pre>5 a\n"
	  "6 vector&lt;i&gt;\n</pre>text</body></html>",
	  "5 a\n6 vector<i>\ntext\n", "HTML" },
	{ "marks and links in a row",
	  "<pre><font color=\"#0\">&gt; 5 <a href=\"x\">a</a></font>\n</pre>",
	  "> 5 a\n", "HTML" },
	{ "lines by <br>", "5 a<br />\n6 b<br>7 c", "5 a\n6 b\n7 c", "HTML" },
	{ "a table",
	  "<table><tr><td>5</td>\n<td>a</td></tr><tr><td>6</td>"
	  "<td>b</td></tr></table>",
	  " 5  a \n 6  b \n", "HTML" },
	{ "a comment and a script",
	  "<pre>5 a<!-- <b> 6 c -->\n"
	  "<script>7 d</scrip></script>8 e</pre>",
	  "5 a\n8 e\n", "HTML" },
	{ "quoted-printable by its header",
	  "Content-Transfer-Encoding: quoted-printable\n\n5 a=20\n6 b=3D=\nc\n"
	  "7 =e =",
	  "Content-Transfer-Encoding: quoted-printable\n\n5 a \n6 b=c\n7 =e =",
	  "quoted-printable" },
	{ "quoted-printable by its cut lines",
	  "     5 a_name_that_is_so_long_that_its_row_does_not_fit_into_any_"
	  "line_of_m=\nail 0.5\n",
	  "     5 a_name_that_is_so_long_that_its_row_does_not_fit_into_any_"
	  "line_of_mail 0.5\n",
	  "quoted-printable" },
	{ "an operator at the end of a row is not cut",
	  "     5 a_name_that_is_so_long_that_its_row_does_not_fit::operator=\n"
	  "6 b\n",
	  "     5 a_name_that_is_so_long_that_its_row_does_not_fit::operator=\n"
	  "6 b\n",
	  NULL },
	{ "colours", "\x1b[31m 5.00%\x1b[m  a\x1b(B\n\x1b]0;title\a 1 b\x1b[",
	  " 5.00%  a\n 1 b", "colours of a terminal" },
	{ "no-break spaces of UTF-8",
	  "\xc2\xa0 5\xe2\x80\xaf"
	  "a\xc3\xa0\n",
	  "  5 a\xc3\xa0\n", "no-break spaces" },
	{ "no-break spaces of Latin-1",
	  "\xa0\xa0"
	  "5\xa0 a\n",
	  "  5  a\n", "no-break spaces" },
	{ "a letter of UTF-8 that ends like one", "5 \xc3\xa0\n",
	  "5 \xc3\xa0\n", NULL },
	{ "a minus sign",
	  "\xe2\x88\x92"
	  "57 a\n",
	  "-57 a\n", "no-break spaces" },
	{ "a byte order mark is for the lines to skip",
	  "\xef\xbb\xbf"
	  "5 a\n",
	  "\xef\xbb\xbf"
	  "5 a\n",
	  NULL },
	{ "opreport's XML", "<?xml version=\"1.0\"?><profile><a>&lt;</a>",
	  "<?xml version=\"1.0\"?><profile><a>&lt;</a>", NULL },
};

static void expect_plain(const char *what, struct span text, struct span plain,
			 const char *undone)
{
	struct input in;
	struct span data;
	const char *got;
	struct error err;

	input_from_memory(&in, "x", text.ptr, text.len);
	EXPECT_U64(what, (uint64_t)plain_text(&in, &got, &err), 0);
	EXPECT_U64(what, (uint64_t)input_data(&in, &data, &err), 0);
	EXPECT_SPAN(what, data, plain);
	EXPECT_TEXT(got ? got : "nothing", undone ? undone : "nothing");
	EXPECT_U64(what, in.size, plain.len);
	input_close(&in);
}

TEST(what_was_done_to_a_text_is_undone)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_plain(cases[i].what, span_of(cases[i].text),
			     span_of(cases[i].plain), cases[i].undone);
}

TEST(utf_16_is_read_in_either_order)
{
	expect_plain("little",
		     SPAN("\xff\xfe"
			  "5\0 \0\xe4\0\n\0"),
		     SPAN("5 \xc3\xa4\n"), "UTF-16");
	expect_plain("big",
		     SPAN("\xfe\xff\0"
			  "5\0 \x20\xac\0\n"),
		     SPAN("5 \xe2\x82\xac\n"), "UTF-16");
	expect_plain("pairs, and half of one",
		     SPAN("\xfe\xff\xd8\x3d\xde\x00\xde\x00\xd8"),
		     SPAN("\xf0\x9f\x98\x80\xef\xbf\xbd"), "UTF-16");
	expect_plain("a page of it", SPAN("\xff\xfe&\0l\0t\0;\0"), SPAN("<"),
		     "UTF-16");
}

TEST(what_is_no_text_stays)
{
	expect_plain("a dump", SPAN("\4\0\0\0&lt;"), SPAN("\4\0\0\0&lt;"),
		     NULL);
}

TEST_MAIN
