/* test_markup.c - texts from strangers in HTML, SVG and data: markup.c */
#include "../../src/out/markup.h"

#include "check.h"

static const struct {
	const char *what;
	struct span text;
	const char *markup, *json;
} cases[] = {
	{ "plain", SPAN("schedule"), "schedule", "\"schedule\"" },
	{ "nothing", SPAN(""), "", "\"\"" },
	{ "a tag", SPAN("<b>"), "&lt;b&gt;", "\"\\u003cb\\u003e\"" },
	{ "the end of a script", SPAN("</script>"), "&lt;/script&gt;",
	  "\"\\u003c/script\\u003e\"" },
	{ "quotes", SPAN("a\"b'c"), "a&quot;b&#39;c", "\"a\\\"b'c\"" },
	{ "a reference", SPAN("&lt;"), "&amp;lt;", "\"\\u0026lt;\"" },
	{ "a backslash", SPAN("a\\b"), "a\\b", "\"a\\\\b\"" },
	{ "control characters", SPAN("\033[1m\n\t"), "\\x1b[1m\\x0a\\x09",
	  "\"\\\\x1b[1m\\\\x0a\\\\x09\"" },
	{ "no UTF-8", SPAN("a\377"), "a\\xff", "\"a\\\\xff\"" },
	{ "UTF-8", SPAN("f\xc3\xbcr"), "f\xc3\xbcr", "\"f\\u00fcr\"" },
	{ "beyond the first plane", SPAN("\xf0\x9f\x98\x80"),
	  "\xf0\x9f\x98\x80", "\"\\ud83d\\ude00\"" },
	{ "marks of direction",
	  SPAN("a\xe2\x80\xae"
	       "b"),
	  "a\\xe2\\x80\\xaeb", "\"a\\\\xe2\\\\x80\\\\xaeb\"" },
	{ "what XML has not", SPAN("\xef\xbf\xbf"), "\\xef\\xbf\\xbf",
	  "\"\\uffff\"" },
};

TEST(texts_are_inert)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct outbuf out = { 0 };
		char got[400], want[400];

		markup_text(&out, cases[i].text);
		outbuf_text(&out, " | ");
		markup_json(&out, cases[i].text);
		snprintf(got, sizeof(got), "%s: %.*s", cases[i].what,
			 (int)out.len, out.data);
		snprintf(want, sizeof(want), "%s: %s | %s", cases[i].what,
			 cases[i].markup, cases[i].json);
		EXPECT_TEXT(got, want);
		outbuf_release(&out);
	}
}

static const struct {
	struct span text;
	size_t columns;
	const char *clipped;
} clips[] = {
	{ SPAN("schedule"), 8, "schedule" },
	{ SPAN("schedule"), 7, "sched.." },
	{ SPAN("schedule"), 2, "sc" },
	{ SPAN("schedule"), 0, "" },
	{ SPAN("<<<<<"), 4, "&lt;&lt;.." },
	{ SPAN("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad"), 6,
	  "\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad" },
	{ SPAN("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad"), 5, "\xe4\xb8\xad.." },
	{ SPAN("\033\033"), 6, "\\x1b.." },
};

TEST(what_does_not_fit_is_clipped_between_characters)
{
	for (size_t i = 0; i < sizeof(clips) / sizeof(*clips); i++) {
		struct outbuf out = { 0 };

		markup_clipped(&out, clips[i].text, clips[i].columns);
		outbuf_char(&out, '\0');
		EXPECT_TEXT(out.data, clips[i].clipped);
		outbuf_release(&out);
	}
}

static const struct {
	long double number;
	unsigned decimals;
	bool sign;
	const char *text;
} numbers[] = {
	{ 0, 0, false, "0" },	      { 999, 0, false, "999" },
	{ 1000, 0, false, "1,000" },  { 1234567, 0, true, "+1,234,567" },
	{ -1234, 0, true, "-1,234" }, { -0.4L, 0, true, "0" },
	{ 0.04L, 1, true, "0.0" },    { 1234.56L, 1, false, "1,234.6" },
	{ -12, 1, false, "-12.0" },   { 100000, 0, false, "100,000" },
};

TEST(numbers_are_grouped_by_thousands)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct outbuf out = { 0 };

		markup_number(&out, numbers[i].number, numbers[i].decimals,
			      numbers[i].sign);
		outbuf_char(&out, '\0');
		EXPECT_TEXT(out.data, numbers[i].text);
		outbuf_release(&out);
	}
}

TEST_MAIN
