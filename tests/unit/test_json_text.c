/* test_json_text.c - values as text are those that jansson writes */
#include "../../src/out/json_text.h"

#include <jansson.h>
#include <math.h>

#include "check.h"
#include "random.h"

/* What jansson makes of VALUE, which is given back. */
static char *dumped(json_t *value)
{
	char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY |
					       JSON_ENSURE_ASCII |
					       JSON_REAL_PRECISION(15));

	json_decref(value);
	return text;
}

static void expect_text(struct span text)
{
	struct outbuf out = { 0 };
	char *want = dumped(json_stringn(text.ptr, text.len));

	json_put_text(&out, text);
	outbuf_char(&out, '\0');
	EXPECT_TEXT(out.data, want);
	outbuf_release(&out);
	free(want);
}

TEST(texts)
{
	expect_text(SPAN(""));
	expect_text(SPAN("schedule"));
	expect_text(SPAN("a\"b\\c/d\b\f\n\r\t\x01\x1f e"));
	expect_text(SPAN("nul\0inside"));
	expect_text(SPAN("\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80"));
	for (unsigned code = 0x80; code < 0x110000; code += 61) {
		char utf8[4] = { (char)(0xf0 | code >> 18),
				 (char)(0x80 | (code >> 12 & 63)),
				 (char)(0x80 | (code >> 6 & 63)),
				 (char)(0x80 | (code & 63)) };

		if (code >= 0x10000)
			expect_text((struct span){ utf8, 4 });
	}
}

TEST(what_no_text_should_have)
{
	static const struct {
		const char *what;
		const char *text;
		size_t len;
		const char *json;
	} cases[] = {
		{ "DEL acts on terminals", "a\x7f", 2, "\"a\\u007F\"" },
		{ "no UTF-8", "a\xff\xc3", 3, "\"a\\\\xff\\\\xc3\"" },
		{ "a surrogate", "\xed\xa0\x80", 3,
		  "\"\\\\xed\\\\xa0\\\\x80\"" },
		{ "too long a form", "\xc0\x80", 2, "\"\\\\xc0\\\\x80\"" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct outbuf out = { 0 };

		json_put_text(&out, (struct span){ cases[i].text,
						   cases[i].len });
		outbuf_char(&out, '\0');
		EXPECT_TEXT(out.data, cases[i].json);
		outbuf_release(&out);
	}
}

static void expect_real(double real)
{
	struct outbuf out = { 0 };
	char *want = dumped(json_real(real));

	json_put_real(&out, real);
	outbuf_char(&out, '\0');
	EXPECT_TEXT(out.data, want);
	outbuf_release(&out);
	free(want);
}

TEST(reals)
{
	static const double reals[] = { 0,    -0.0,  1,	    1.5,    1e14, 1e15,
					1e16, 1e20,  1e100, 1e-4,   1e-5, 1e-7,
					0.1,  1e-10, 1e-99, 1e-300, 5e-324 };
	struct random r = { 3 };

	for (size_t i = 0; i < sizeof(reals) / sizeof(*reals); i++) {
		expect_real(reals[i]);
		expect_real(-reals[i]);
	}
	for (int i = 0; i < 20000; i++)
		expect_real(ldexp((double)draw(&r), (int)below(&r, 400) - 300));
}

TEST(what_has_no_value_is_null)
{
	struct outbuf out = { 0 };
	struct span text = SPAN("a\"b"), list[] = { SPAN("x"), SPAN("y") };
	const struct cell cells[] = {
		{ .kind = CELL_NONE },
		{ CELL_COUNT, .count = INT64_MAX },
		{ CELL_COUNT, .count = UINT64_MAX },
		{ CELL_REAL, .real = NAN },
		{ CELL_TEXT, .text = text },
		{ CELL_LIST, .list = list, .nr = 2 },
		{ CELL_LIST, .list = list, .nr = 0 },
	};

	for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++) {
		json_put_cell(&out, &cells[i]);
		outbuf_char(&out, ' ');
	}
	struct span made = { out.data, out.len };
	EXPECT_SPAN("cells", made,
		    SPAN("null 9223372036854775807 null null \"a\\\"b\""
			 " [\"x\",\"y\"] [] "));
	outbuf_release(&out);
}

TEST_MAIN
