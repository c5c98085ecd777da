/* test_frame.c - characters in places */
#include "diffprof/frame.h"

#include "check.h"

static struct frame frame;
static struct outbuf out;

static const char *text(void)
{
	out.len = 0;
	frame_text(&frame, &out);
	outbuf_char(&out, '\0');
	return out.data;
}

static void end(void)
{
	frame_release(&frame);
	outbuf_release(&out);
	out = (struct outbuf){ 0 };
	frame.ascii = false;
}

TEST(what_is_put_stands_there)
{
	frame_begin(&frame, 2, 10);
	EXPECT_U64("columns", frame_put(&frame, 0, 2, 8, SPAN("abc"), 0), 3);
	frame_put_right(&frame, 1, 0, 6, SPAN("42"), 0);
	EXPECT_TEXT(text(), "  abc\n    42\n");
	end();
}

static const struct {
	const char *what, *put;
	int column, width;
	const char *want;
} puts_[] = {
	{ "cut to its width", "abcdef", 0, 3, "abc\n" },
	{ "cut at the edge", "abcdef", 7, 99, "       abc\n" },
	{ "left of the edge", "abc", -1, 9, "bc\n" },
	{ "right of it", "abc", 10, 9, "\n" },
	{ "no width", "abc", 0, 0, "\n" },
	{ "no width at all", "abc", 0, -5, "\n" },
	{ "a control character", "a\033b", 0, 9, "a\\x1bb\n" },
	{ "an escape that does not fit", "a\033b", 0, 4, "a\n" },
	{ "wide", "\u6f22\u5b57", 1, 4, " \u6f22\u5b57\n" },
	{ "half of a wide one", "\u6f22\u5b57", 0, 3, "\u6f22\n" },
	{ "half at the edge", "a\u6f22", 8, 9, "        a\n" },
	{ "combining", "e\u0301x", 0, 2, "e\u0301x\n" },
	{ "combining with nothing", "\u0301x", 0, 2, "x\n" },
	{ "no UTF-8", "a\xff", 0, 9, "a\\xff\n" },
	{ "direction marks", "a\u202eb", 0, 10, "a\\xe2\\x80\n" },
};

TEST(nothing_leaves_its_place)
{
	for (size_t i = 0; i < sizeof(puts_) / sizeof(*puts_); i++) {
		frame_begin(&frame, 1, 10);
		frame_put(&frame, 0, puts_[i].column, puts_[i].width,
			  span_of(puts_[i].put), 0);
		EXPECT_SPAN(puts_[i].what, span_of(text()),
			    span_of(puts_[i].want));
	}
	frame_put(&frame, -1, 0, 9, SPAN("abc"), 0);
	frame_put(&frame, 1, 0, 9, SPAN("abc"), 0);
	end();
}

TEST(combining_characters_end_somewhere)
{
	char many[100] = "e";

	for (int i = 0; i < 40; i++)
		strcat(many, "\u0301");
	strcat(many, "x");
	frame_begin(&frame, 1, 4);
	EXPECT_U64("columns", frame_put(&frame, 0, 0, 4, span_of(many), 0), 2);
	EXPECT_HAS(text(), "e\u0301\u0301\u0301\u0301\u0301\u0301x\n");
	end();
}

TEST(ascii_has_nothing_else)
{
	frame.ascii = true;
	frame_begin(&frame, 1, 20);
	frame_put(&frame, 0, 0, 20, SPAN("e\u0301\n"), 0);
	EXPECT_TEXT(text(), "e\\xcc\\x81\\x0a\n");
	EXPECT_U64("width", frame_width(&frame, SPAN("\u0301")), 8);
	end();
}

TEST(what_is_cut_says_so)
{
	frame_begin(&frame, 4, 8);
	frame_put_cut(&frame, 0, 0, 8, SPAN("abcdefgh"), 0);
	frame_put_cut(&frame, 1, 0, 8, SPAN("abcdefghi"), 0);
	frame_put_cut(&frame, 2, 0, 3, SPAN("abcdefghi"), 0);
	frame_put_cut(&frame, 3, 0, 6, SPAN("abc\u6f22\u6f22"), 0);
	EXPECT_TEXT(text(), "abcdefgh\nabcdef..\n...\nabc..\n");
	frame_put_right(&frame, 0, 0, 4, SPAN("12345"), 0);
	EXPECT_HAS(text(), "12..efgh\n");
	end();
}

TEST(half_of_a_wide_character_is_none)
{
	frame_begin(&frame, 1, 6);
	frame_put(&frame, 0, 0, 6, SPAN("\u6f22\u6f22\u6f22"), 0);
	frame_put(&frame, 0, 1, 1, SPAN("x"), 0);
	frame_put(&frame, 0, 4, 1, SPAN("y"), 0);
	EXPECT_TEXT(text(), " x\u6f22y\n");
	end();
}

TEST(styles_are_laid_over)
{
	frame_begin(&frame, 1, 4);
	frame_put(&frame, 0, 0, 4, SPAN("abcd"), COLOR_MORE);
	frame_paint(&frame, 0, 1, 9, STYLE_REVERSE, false);
	frame_paint(&frame, 0, 2, 1, COLOR_MATCH, true);
	EXPECT_U64("a", frame.cells[0].style, COLOR_MORE);
	EXPECT_U64("b", frame.cells[1].style, COLOR_MORE | STYLE_REVERSE);
	EXPECT_U64("c", frame.cells[2].style, COLOR_MATCH | STYLE_REVERSE);
	end();
}

TEST(a_frame_has_a_size)
{
	frame_begin(&frame, 0, -7);
	EXPECT_U64("rows", frame.rows, 1);
	EXPECT_U64("columns", frame.columns, 1);
	frame_put_cut(&frame, 0, 0, 1, SPAN("abc"), 0);
	EXPECT_TEXT(text(), ".\n");
	frame_begin(&frame, 1, 1 << 20);
	EXPECT_U64("the most", frame.columns, FRAME_MAX);
	end();
}

TEST_MAIN
