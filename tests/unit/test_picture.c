/* test_picture.c - flame graphs and bars: picture_flame.c, picture_bars.c */
#include "../../src/out/picture.h"

#include "madechains.h"

/* P's text, ended; its buffer is to be released. */
static const char *drawn(struct picture *p)
{
	outbuf_char(p->out, '\0');
	return p->out->data;
}

static size_t count(const char *text, const char *part)
{
	size_t nr = 0;

	for (; (text = strstr(text, part)); text++)
		nr++;
	return nr;
}

static const char *flame_of(struct chained *c, enum flame_width width,
			    struct outbuf *out)
{
	struct picture p = { .out = out, .width = 1020 };

	picture_flame(&p, &c->flame, width);
	return drawn(&p);
}

TEST(frames_are_as_wide_as_their_part_of_all)
{
	struct outbuf out = { 0 };
	struct chained c;
	const char *svg;

	chained_begin(&c);
	chained_pair(&c, SPAN("a;b 5\na;c 5\n"), SPAN("a;b 2\na;c 8\n"));
	svg = flame_of(&c, FLAME_TEST, &out);
	// 1,000 are all; half a pixel stays free at the right.
	EXPECT_HAS(svg, "width=\"199.5\" height=\"15\"/><text x=\"13.0\"");
	EXPECT_HAS(svg, "<rect x=\"210.0\" y=\"26\" width=\"799.5\"");
	EXPECT_U64("no graph of one side", count(svg, "Only in"), 0);
	out.len = 0;
	svg = flame_of(&c, FLAME_BASE, &out);
	EXPECT_HAS(svg, "<rect x=\"510.0\" y=\"26\" width=\"499.5\"");
	out.len = 0;
	svg = flame_of(&c, FLAME_BOTH, &out);
	EXPECT_HAS(svg, "<rect x=\"360.0\" y=\"26\" width=\"649.5\"");
	chained_end(&c);
	outbuf_release(&out);
}

TEST(colours_are_of_what_a_frame_has_itself)
{
	struct outbuf out = { 0 };
	struct chained c;
	const char *svg;

	chained_begin(&c);
	chained_pair(&c, SPAN("a;b 50\na;c 50\n"), SPAN("a;b 90\na;c 10\n"));
	svg = flame_of(&c, FLAME_TEST, &out);
	EXPECT_HAS(svg,
		   "<g class=\"f m5\"><title>b\n"
		   "base 50 (50.00%), test 90 (90.00%): +40 (+80.0%)</title>");
	EXPECT_HAS(svg,
		   "<g class=\"f l5\"><title>c\n"
		   "base 50 (50.00%), test 10 (10.00%): -40 (-80.0%)</title>");
	EXPECT_HAS(svg,
		   "<g class=\"f n\"><title>a\n"
		   "base 100 (100.00%), test 100 (100.00%): 0 (+0.0%)</title>");
	chained_end(&c);
	outbuf_release(&out);
}

TEST(what_has_no_width_has_a_graph_of_its_own)
{
	struct outbuf out = { 0 };
	struct chained c;
	const char *svg;

	chained_begin(&c);
	chained_pair(&c, SPAN("a;old;x 30\na;b 50\n"),
		     SPAN("a;b 60\na;new 20\n"));
	svg = flame_of(&c, FLAME_TEST, &out);
	EXPECT_HAS(svg, "Only in base, on a scale of its own: 30 (37.50% of");
	EXPECT_U64("gone", count(svg, " gone\"><title>"), 2);
	EXPECT_U64("new", count(svg, " new\"><title>"), 1);
	out.len = 0;
	svg = flame_of(&c, FLAME_BASE, &out);
	EXPECT_HAS(svg, "Only in test, on a scale of its own: 20 (25.00% of");
	out.len = 0;
	svg = flame_of(&c, FLAME_BOTH, &out);
	EXPECT_U64("all in one", count(svg, "Only in"), 0);
	EXPECT_U64("gone", count(svg, " gone\"><title>"), 2);
	chained_end(&c);
	outbuf_release(&out);
}

TEST(narrow_frames_are_one)
{
	struct outbuf text = { 0 }, out = { 0 };
	struct chained c;
	const char *svg;

	chained_begin(&c);
	for (int i = 0; i < 5000; i++)
		outbuf_printf(&text, "a;f%d 1\n", i);
	outbuf_text(&text, "a;wide 5000\n");
	chained_pair(&c, (struct span){ text.data, text.len },
		     (struct span){ text.data, text.len });
	svg = flame_of(&c, FLAME_TEST, &out);
	EXPECT_HAS(svg, "<g class=\"f s\"><title>5000 frames that are too");
	EXPECT_U64("frames", count(svg, "<title>"), 4);
	chained_end(&c);
	outbuf_release(&text);
	outbuf_release(&out);
}

static const char *bars_of(struct made *m, size_t max, struct outbuf *out)
{
	struct picture p = { .out = out, .width = 1000 };

	picture_bars(&p, &m->views[0], max);
	return drawn(&p);
}

TEST(the_bars_are_those_that_changed_most)
{
	struct outbuf out = { 0 };
	struct made m;
	const char *svg;

	made_begin(&m);
	made_pair(&m, SPAN("10 a 20 b 40 c 9 d"), SPAN("110 a 21 b 20 c 9 d"));
	svg = bars_of(&m, 2, &out);
	EXPECT_HAS(svg, ">+100 +1000.0%<");
	EXPECT_HAS(svg, ">-20 -50.0%<");
	EXPECT_HAS(svg, ">2 more rows changed less<");
	EXPECT_U64("bars", count(svg, "<g class=\"b "), 2);
	out.len = 0;
	EXPECT_U64("all of them", count(bars_of(&m, 9, &out), "<g class=\"b "),
		   3);
	made_end(&m);
	outbuf_release(&out);
}

TEST(without_intervals_bars_use_all_the_room)
{
	struct outbuf out = { 0 };
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a"), SPAN("110 a"));
	// From the names, 0.28 of the width, to the numbers.
	EXPECT_HAS(bars_of(&m, 5, &out),
		   "<rect x=\"300.0\" y=\"21\" width=\"520.0\"");
	made_end(&m);
	outbuf_release(&out);
}

TEST(without_a_change_there_is_a_sentence)
{
	struct outbuf out = { 0 };
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a"), SPAN("10 a"));
	EXPECT_HAS(bars_of(&m, 5, &out), "No row has a change to show.");
	made_end(&m);
	outbuf_release(&out);
}

TEST(uncertain_rows_are_told_and_not_drawn)
{
	struct outbuf out = { 0 };
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a 99 total 9 unseen"), SPAN("15 a 40 b"));
	EXPECT_HAS(bars_of(&m, 5, &out),
		   "1 uncertain: a listing that was cut does not show it");
	made_end(&m);
	outbuf_release(&out);
}

TEST_MAIN
