/* test_browser.c - requests in, frames out */
#include "madebrowser.h"

#include "../../src/tui/list.h"

/* Made so that each is told from the others by its name and by its order. */
#define BASE SPAN("100 alpha 200 beta [ext4] 300 gamma 50 Delta_x 10 old")
#define TEST_ SPAN("150 alpha 190 beta [ext4] 100 gamma 51 Delta_x 20 new_one")

static struct browsed b;

static void begin(void)
{
	browsed_begin(&b, BASE, TEST_);
}

TEST(the_first_frame_is_the_table)
{
	begin();
	b.rows = 10;
	EXPECT_TEXT(
		seen(&b),
		"base (660 ticks) -> test (511 ticks)"
		"                              not normalised\n"
		"6 rows; by delta; idle shown\n"
		"  delta\u2193  percent             sig  symbol\n"
		"    -149   -22.6%             ++   total\n"
		"     +50   +50.0%      \u2502\u2588     +    alpha\n"
		"     +20        -      \u2502\u2588     ++   new_one\n"
		"      +1    +2.0%      \u2502      ~    Delta_x\n"
		"     -10    -5.0%     \u2588\u2502      ~    beta [ext4]\n"
		"     -10  -100.0%     \u2588\u2502      +    old\n"
		"Enter:open /:search f:filter s:sort d:measure z:noise"
		" i:idle ?:help q:quit\n");
	browsed_end(&b);
}

TEST(the_cursor_moves_and_stays_within)
{
	begin();
	EXPECT_TEXT(seen_at(&b), "alpha");
	ask(&b, REQ_DOWN);
	EXPECT_TEXT(seen_at(&b), "new_one");
	ask(&b, REQ_UP);
	ask(&b, REQ_UP);
	EXPECT_TEXT(seen_at(&b), "alpha");
	ask(&b, REQ_LAST);
	EXPECT_TEXT(seen_at(&b), "gamma");
	ask(&b, REQ_DOWN);
	EXPECT_TEXT(seen_at(&b), "gamma");
	ask(&b, REQ_FIRST);
	EXPECT_TEXT(seen_at(&b), "alpha");
	b.rows = 8;
	seen(&b);
	ask(&b, REQ_PAGE_DOWN);
	EXPECT_TEXT(seen_at(&b), "[ext4]");
	ask(&b, REQ_PAGE_UP);
	EXPECT_TEXT(seen_at(&b), "alpha");
	ask(&b, REQ_WHEEL_DOWN);
	EXPECT_TEXT(seen_at(&b), "[ext4]");
	ask(&b, REQ_WHEEL_UP);
	EXPECT_TEXT(seen_at(&b), "alpha");
	browsed_end(&b);
}

TEST(the_total_is_pinned)
{
	begin();
	b.rows = 8;
	ask(&b, REQ_LAST);
	EXPECT_HAS(seen_line(&b, 2), "total");
	EXPECT_HAS(seen_line(&b, -2), "gamma");
	browsed_end(&b);
}

TEST(one_searches_as_one_types)
{
	begin();
	ask(&b, REQ_SEARCH);
	EXPECT_TEXT(seen_line(&b, -1), "Search:");
	type(&b, "x");
	EXPECT_TEXT(seen_at(&b), "Delta_x");
	ask(&b, REQ_ERASE);
	type(&b, "a");
	EXPECT_TEXT(seen_at(&b), "alpha");
	ask(&b, REQ_ACCEPT);
	ask(&b, REQ_SEARCH_NEXT);
	EXPECT_TEXT(seen_at(&b), "Delta_x");
	ask(&b, REQ_SEARCH_NEXT);
	EXPECT_TEXT(seen_at(&b), "[ext4]");
	ask(&b, REQ_SEARCH_PREVIOUS);
	EXPECT_TEXT(seen_at(&b), "Delta_x");
	browsed_end(&b);
}

TEST(capital_letters_mind_case)
{
	begin();
	ask(&b, REQ_SEARCH);
	type(&b, "D");
	EXPECT_TEXT(seen_at(&b), "Delta_x");
	ask(&b, REQ_ERASE_ALL);
	type(&b, "OLD");
	EXPECT_HAS(seen_line(&b, -1), "not found");
	ask(&b, REQ_ERASE_WORD);
	type(&b, "^o");
	EXPECT_TEXT(seen_at(&b), "old");
	browsed_end(&b);
}

TEST(a_search_that_is_cancelled_was_none)
{
	begin();
	ask(&b, REQ_DOWN);
	ask(&b, REQ_SEARCH);
	type(&b, "gamma");
	EXPECT_TEXT(seen_at(&b), "gamma");
	ask(&b, REQ_CANCEL);
	EXPECT_TEXT(seen_at(&b), "new_one");
	ask(&b, REQ_SEARCH_NEXT);
	EXPECT_HAS(seen_line(&b, -1), "nothing was searched for");
	ask(&b, REQ_SEARCH);
	ask(&b, REQ_ERASE);
	EXPECT_HAS(seen_line(&b, -1), "Enter:open");
	browsed_end(&b);
}

/* Where WORD stands in the frame, or NULL. */
static const struct frame_cell *cell_of(const char *word)
{
	char *text = (char *)seen(&b);

	for (int row = 0; row < b.frame.rows; row++) {
		struct frame_cell *cell =
			&b.frame.cells[(size_t)row * (size_t)b.frame.columns];

		for (int i = 0; i < b.frame.columns; i++) {
			size_t n = 0;

			while (word[n] && i + (int)n < b.frame.columns &&
			       cell[i + (int)n].text[0] == word[n])
				n++;
			if (!word[n])
				return &cell[i];
		}
	}
	(void)text;
	return NULL;
}

TEST(matches_are_seen)
{
	begin();
	ask(&b, REQ_SEARCH);
	type(&b, "mm");
	EXPECT_U64("m", cell_of("mma")->style & STYLE_COLORS, COLOR_MATCH);
	EXPECT_U64("mm", cell_of("mma")[1].style & STYLE_COLORS, COLOR_MATCH);
	EXPECT_U64("g", cell_of("gamma")->style & STYLE_COLORS, COLOR_PLAIN);
	ask(&b, REQ_ACCEPT);
	ask(&b, REQ_BACK);
	EXPECT_U64("none", cell_of("mma")->style & STYLE_COLORS, COLOR_PLAIN);
	browsed_end(&b);
}

TEST(a_filter_leaves_what_matches)
{
	begin();
	ask(&b, REQ_DOWN);
	ask(&b, REQ_FILTER);
	type(&b, "^(new|a)");
	EXPECT_HAS(seen(&b), "gamma");
	ask(&b, REQ_ACCEPT);
	EXPECT_HAS(seen(&b), "filter: ^(new|a); 2 of 6 rows");
	EXPECT_HAS(seen(&b), "total");
	EXPECT_TRUE("gamma", !strstr(seen(&b), "gamma"));
	EXPECT_TEXT(seen_at(&b), "new_one");
	ask(&b, REQ_FILTER);
	ask(&b, REQ_ERASE_ALL);
	type(&b, "nothing");
	ask(&b, REQ_ACCEPT);
	EXPECT_HAS(seen(&b), "No row matches; F shows all.");
	ask(&b, REQ_OPEN);
	ask(&b, REQ_MARK);
	ask(&b, REQ_DOWN);
	ask(&b, REQ_FILTER_CLEAR);
	EXPECT_HAS(seen(&b), "gamma");
	ask(&b, REQ_FILTER_CLEAR);
	EXPECT_HAS(seen(&b), "there is no filter");
	browsed_end(&b);
}

TEST(what_is_no_expression_is_looked_for_as_it_stands)
{
	begin();
	ask(&b, REQ_FILTER);
	type(&b, "[ext");
	ask(&b, REQ_ACCEPT);
	EXPECT_HAS(seen(&b), "1 of 6 rows");
	browsed_end(&b);
}

TEST(columns_are_sorted_in_turn)
{
	begin();
	ask(&b, REQ_SORT_NEXT);
	EXPECT_HAS(seen(&b), "by magnitude");
	EXPECT_TEXT(seen_at(&b), "gamma");
	ask(&b, REQ_SORT_NEXT);
	EXPECT_HAS(seen(&b), "percent\u2193");
	EXPECT_TEXT(seen_at(&b), "alpha");
	ask(&b, REQ_SORT_REVERSE);
	EXPECT_HAS(seen(&b), "percent\u2191");
	EXPECT_HAS(seen(&b), "by percent, reversed");
	for (int i = 0; i < 6; i++)
		ask(&b, REQ_SORT_NEXT);
	EXPECT_HAS(seen(&b), "by name");
	EXPECT_TEXT(seen_at(&b), "Delta_x");
	ask(&b, REQ_SORT_NEXT);
	EXPECT_HAS(seen(&b), "by delta;");
	browsed_end(&b);
}

TEST(a_measure_takes_the_order_along)
{
	begin();
	ask(&b, REQ_MEASURE);
	EXPECT_HAS(seen(&b), "by percent");
	ask(&b, REQ_MEASURE);
	EXPECT_HAS(seen(&b), "share+-\u2193");
	EXPECT_HAS(seen(&b), "+14.20");
	ask(&b, REQ_MEASURE);
	settle(&b);
	EXPECT_U64("loads", b.loads, 1);
	EXPECT_TRUE("normalised", b.asked.normalise);
	EXPECT_HAS(seen(&b), "by delta");
	ask(&b, REQ_MEASURE);
	settle(&b);
	EXPECT_TRUE("not normalised", !b.asked.normalise);
	browsed_end(&b);
}

TEST(noise_can_be_hidden)
{
	begin();
	ask(&b, REQ_NOISE);
	EXPECT_HAS(seen(&b), "4 of 6 rows");
	EXPECT_HAS(seen(&b), "noise hidden");
	EXPECT_HAS(seen_line(&b, -1), "2 rows of noise hidden");
	EXPECT_TRUE("beta", !strstr(seen(&b), "beta"));
	ask(&b, REQ_NOISE);
	EXPECT_HAS(seen(&b), "beta");
	browsed_end(&b);
}

TEST(what_idles_is_asked_for_anew)
{
	begin();
	ask(&b, REQ_LAST);
	ask(&b, REQ_MARK);
	ask(&b, REQ_IDLE);
	EXPECT_HAS(seen_line(&b, -1), "reading ...");
	settle(&b);
	EXPECT_TRUE("flipped", b.asked.flip_idle);
	EXPECT_HAS(seen(&b), "idle left out");
	EXPECT_HAS(seen(&b), "1 marked");
	EXPECT_TEXT(seen_at(&b), "gamma");
	EXPECT_U64("released", b.releases, 1);
	browsed_end(&b);
}

TEST(what_cannot_be_had_leaves_all_as_it_was)
{
	begin();
	b.refuse = "no idle symbols\033";
	ask(&b, REQ_IDLE);
	settle(&b);
	EXPECT_HAS(seen_line(&b, -1), "no idle symbols\\x1b");
	EXPECT_HAS(seen(&b), "idle shown");
	b.refuse = NULL;
	ask(&b, REQ_GROUP);
	settle(&b);
	EXPECT_TRUE("not flipped", !b.asked.flip_idle);
	browsed_end(&b);
}

TEST(groups_come_in_turn_whether_they_are_to_be_had_or_not)
{
	static const enum browser_group order[] = {
		GROUPED_BY_FILE, GROUPED_BY_DIR, GROUPED_BY_IMAGE,
		GROUPED_BY_SYMBOL, GROUPED_BY_FILE,
	};

	begin();
	for (size_t i = 0; i < 5; i++) {
		b.refuse = i == 1 ? "no sources" : NULL;
		ask(&b, REQ_GROUP);
		settle(&b);
		EXPECT_U64("group", b.asked.group, order[i]);
		if (order[i] == GROUPED_BY_IMAGE)
			EXPECT_HAS(seen(&b), "rows are by image");
	}
	browsed_end(&b);
}

TEST(events_come_in_turn)
{
	static const char *const events[] = { "cycles", "faults" };

	begin();
	ask(&b, REQ_EVENT);
	EXPECT_HAS(seen_line(&b, -1), "there is no other event");
	browsed_end(&b);
	b = (struct browsed){ .rows = 0 };
	begin();
	browser_free(b.browser);
	b.events = events;
	b.nr_events = 2;
	b.releases = 0;
	browsed_open(&b);
	EXPECT_HAS(seen(&b), "event cycles");
	ask(&b, REQ_EVENT);
	settle(&b);
	EXPECT_U64("event", b.asked.event, 1);
	EXPECT_HAS(seen(&b), "event faults");
	ask(&b, REQ_EVENT);
	settle(&b);
	EXPECT_U64("event", b.asked.event, 0);
	browsed_end(&b);
}

TEST(escape_stops_what_is_read)
{
	begin();
	ask(&b, REQ_IDLE);
	ask(&b, REQ_BACK);
	EXPECT_HAS(seen_line(&b, -1), "stopped");
	settle(&b);
	EXPECT_HAS(seen(&b), "idle shown");
	EXPECT_U64("released", b.releases, 1);
	ask(&b, REQ_MEASURE);
	EXPECT_TEXT(seen_at(&b), "alpha");
	browsed_end(&b);
}

TEST(of_two_wishes_the_last_one_counts)
{
	begin();
	ask(&b, REQ_IDLE);
	ask(&b, REQ_IDLE);
	settle(&b);
	EXPECT_U64("loads", b.loads, 2);
	EXPECT_TRUE("as it was", !b.asked.flip_idle);
	EXPECT_HAS(seen(&b), "idle shown");
	browsed_end(&b);
}

TEST(tests_come_in_turn)
{
	b = (struct browsed){ .rows = 0 };
	made_begin(&b.m);
	made_base(&b.m, "base", BASE);
	made_test(&b.m, 0, "one", TEST_);
	made_test(&b.m, 1, "two", SPAN("400 gamma 100 alpha"));
	EXPECT_OK(made_compare(&b.m), b.m.err);
	browsed_open(&b);
	EXPECT_HAS(seen(&b), "test 1 of 2");
	ask(&b, REQ_LAST);
	EXPECT_TEXT(seen_at(&b), "gamma");
	ask(&b, REQ_MARK);
	ask(&b, REQ_TEST);
	EXPECT_HAS(seen(&b), "-> two");
	EXPECT_HAS(seen(&b), "test 2 of 2");
	EXPECT_TEXT(seen_at(&b), "gamma");
	ask(&b, REQ_WRITE);
	type(&b, "x");
	ask(&b, REQ_ACCEPT);
	EXPECT_TEXT(b.taken.data, "total gamma gamma total");
	ask(&b, REQ_NOISE);
	EXPECT_HAS(seen_line(&b, -1), "nothing is known of noise");
	browsed_end(&b);
	begin();
	ask(&b, REQ_TEST);
	EXPECT_HAS(seen_line(&b, -1), "only one test");
	browsed_end(&b);
}

TEST(a_row_opens_as_a_page)
{
	begin();
	b.depth.why_no_callers = "no chains";
	ask(&b, REQ_OPEN);
	EXPECT_HAS(seen(&b), "Looking deeper ...");
	EXPECT_HAS(seen_line(&b, -1), "looking deeper ...");
	settle(&b);
	EXPECT_TEXT(seen_line(&b, 0), "alpha");
	EXPECT_HAS(seen(&b), "base           100    15.15% of it   base\n"
			     "test           150    29.35% of it   test\n"
			     "delta          +50    +50.0%");
	EXPECT_HAS(seen(&b), "It takes more, beyond noise (+, q 0.017): of the"
			     " rows that look as changed");
	EXPECT_HAS(seen(&b), "no chains");
	ask(&b, REQ_BACK);
	ask(&b, REQ_DOWN);
	ask(&b, REQ_OPEN);
	settle(&b);
	EXPECT_HAS(seen(&b), "It takes more, beyond noise (++, q ");
	EXPECT_HAS(seen(&b), "New: base has not a single tick in it.");
	EXPECT_U64("looks", b.looks, 2);
	browsed_end(&b);
}

TEST(what_is_deeper_can_be_stopped_and_can_fail)
{
	begin();
	ask(&b, REQ_OPEN);
	ask(&b, REQ_BACK);
	EXPECT_HAS(seen(&b), "stopped");
	EXPECT_TEXT(seen_line(&b, 0), "alpha");
	settle(&b);
	ask(&b, REQ_BACK);
	b.refuse = "the file is gone";
	ask(&b, REQ_OPEN);
	settle(&b);
	EXPECT_HAS(seen(&b), "the file is gone");
	browsed_end(&b);
}

static const struct browser_line source[] = {
	{ "mm/rmap.c:10", "void f(void)\033", 0, 0, false },
	{ "mm/rmap.c:11", "{", 40, 90, true },
}, machine[] = {
	{ "ffffffff81000000", "nop", 100, 150, true },
};

TEST(lines_and_instructions_have_the_ticks_of_both_sides)
{
	begin();
	ask(&b, REQ_OPEN);
	settle(&b);
	ask(&b, REQ_ASM);
	EXPECT_HAS(seen_line(&b, -1), "there are no instructions");
	ask(&b, REQ_BACK);
	b.depth = (struct browser_depth){ .lines = source,
					  .nr_lines = 2,
					  .instructions = machine,
					  .nr_instructions = 1 };
	ask(&b, REQ_OPEN);
	settle(&b);
	EXPECT_HAS(seen(&b), "mm/rmap.c:10  void f(void)\\x1b\n"
			     "       40        90       +50  mm/rmap.c:11  {\n");
	ask(&b, REQ_ASM);
	EXPECT_HAS(seen(&b), "      100       150       +50  "
			     "ffffffff81000000  nop\n");
	ask(&b, REQ_SEARCH);
	type(&b, "nop");
	ask(&b, REQ_ACCEPT);
	EXPECT_U64("found", cell_of("nop")->style & STYLE_COLORS, COLOR_MATCH);
	ask(&b, REQ_ASM);
	EXPECT_HAS(seen(&b), "rmap.c");
	browsed_end(&b);
}

TEST(marked_rows_are_what_is_written)
{
	begin();
	ask(&b, REQ_DOWN);
	ask(&b, REQ_MARK);
	ask(&b, REQ_LAST);
	ask(&b, REQ_MARK);
	EXPECT_HAS(seen(&b), "2 marked");
	ask(&b, REQ_WRITE);
	type(&b, "out.html");
	ask(&b, REQ_ACCEPT);
	EXPECT_TEXT(b.path, "out.html");
	EXPECT_TEXT(b.taken.data, "new_one total gamma");
	EXPECT_HAS(seen_line(&b, -1), "2 marked rows written to out.html");
	ask(&b, REQ_UNMARK);
	ask(&b, REQ_WRITE);
	EXPECT_HAS(seen_line(&b, -1), "out.html");
	ask(&b, REQ_ACCEPT);
	EXPECT_TEXT(b.taken.data,
		    "alpha new_one Delta_x beta [ext4] old total gamma");
	EXPECT_HAS(seen_line(&b, -1), "6 rows written");
	browsed_end(&b);
}

TEST(what_is_written_is_what_is_seen)
{
	begin();
	ask(&b, REQ_NOISE);
	ask(&b, REQ_SORT_REVERSE);
	ask(&b, REQ_FILTER);
	type(&b, "m|o");
	ask(&b, REQ_ACCEPT);
	ask(&b, REQ_WRITE);
	type(&b, "x");
	ask(&b, REQ_ACCEPT);
	EXPECT_TEXT(b.taken.data, "gamma total old new_one");
	browsed_end(&b);
}

TEST(a_file_is_not_written_over_without_a_yes)
{
	begin();
	b.exists = true;
	ask(&b, REQ_WRITE);
	type(&b, "x");
	ask(&b, REQ_ACCEPT);
	EXPECT_HAS(seen_line(&b, -1), "write over it?");
	ask(&b, REQ_ACCEPT);
	type(&b, "q");
	EXPECT_HAS(seen_line(&b, -1), "write over it?");
	type(&b, "n");
	EXPECT_HAS(seen_line(&b, -1), "not written");
	EXPECT_TEXT(b.path, "");
	ask(&b, REQ_WRITE);
	ask(&b, REQ_ACCEPT);
	type(&b, "y");
	EXPECT_TEXT(b.path, "x");
	b.refuse = "no room";
	ask(&b, REQ_WRITE);
	ask(&b, REQ_ACCEPT);
	type(&b, "y");
	EXPECT_HAS(seen_line(&b, -1), "no room");
	browsed_end(&b);
}

TEST(nothing_is_sent_without_a_yes)
{
	struct browser_letter mail;

	begin();
	ask(&b, REQ_MAIL);
	EXPECT_TEXT(seen_line(&b, 0), "A mail, not sent yet");
	EXPECT_HAS(seen(&b), "Subject: what changed\n\nHere are\nalpha");
	ask(&b, REQ_MAIL);
	type(&b, "mm@example.org");
	ask(&b, REQ_ACCEPT);
	EXPECT_HAS(seen_line(&b, -1), "Send this mail?");
	type(&b, "n");
	EXPECT_U64("wish", b.wish, WISH_NOTHING);
	EXPECT_HAS(seen_line(&b, -1), "not sent");
	ask(&b, REQ_MAIL);
	ask(&b, REQ_ACCEPT);
	ask(&b, REQ_CANCEL);
	EXPECT_U64("wish", b.wish, WISH_NOTHING);
	ask(&b, REQ_MAIL);
	ask(&b, REQ_ACCEPT);
	type(&b, "y");
	EXPECT_U64("wish", b.wish, WISH_SEND);
	browser_mail(b.browser, &mail);
	EXPECT_TEXT(mail.to, "mm@example.org");
	EXPECT_TEXT(mail.subject, "what changed");
	EXPECT_SPAN("text", mail.text,
		    SPAN("Here are\nalpha new_one Delta_x beta [ext4] old"
			 " total gamma\n"));
	browser_sent(b.browser, "the mailer failed");
	EXPECT_HAS(seen_line(&b, -1), "the mailer failed");
	browser_sent(b.browser, NULL);
	EXPECT_HAS(seen_line(&b, -1), "sent to mm@example.org");
	browsed_end(&b);
}

TEST(help_and_notes_lie_over_what_is_there)
{
	begin();
	notes_add(&b.notes, NOTE_DOUBT, "x", "f.prof", "is odd");
	notes_add(&b.notes, NOTE_INFO, "y", NULL, "was read");
	EXPECT_HAS(seen(&b), "1 note (!)");
	ask(&b, REQ_OPEN);
	settle(&b);
	ask(&b, REQ_HELP);
	EXPECT_TEXT(seen_line(&b, 0), "Keys");
	EXPECT_HAS(seen(&b), "  Up k                one up\n");
	ask(&b, REQ_PAGE_DOWN);
	EXPECT_TRUE("scrolled", !strstr(seen(&b), "Up k"));
	ask(&b, REQ_NOTES);
	EXPECT_HAS(seen(&b), "doubt: f.prof: is odd\nwas read\n");
	ask(&b, REQ_QUIT);
	EXPECT_U64("wish", b.wish, WISH_NOTHING);
	EXPECT_TEXT(seen_line(&b, 0), "alpha");
	ask(&b, REQ_BACK);
	EXPECT_HAS(seen_line(&b, 0), "base (660");
	ask(&b, REQ_QUIT);
	EXPECT_U64("wish", b.wish, WISH_QUIT);
	browsed_end(&b);
}

TEST(the_mouse_goes_opens_and_sorts)
{
	struct input_event click = { .request = REQ_CLICK };

	begin();
	seen(&b);
	click.row = 6;
	ask_with(&b, click);
	EXPECT_TEXT(seen_at(&b), "Delta_x");
	click.row = 2;
	click.column = (int)(strstr(seen_line(&b, 2), "percent") -
			     seen_line(&b, 2));
	ask_with(&b, click);
	EXPECT_HAS(seen(&b), "by percent");
	ask_with(&b, click);
	EXPECT_HAS(seen(&b), "by percent, reversed");
	click.column = 0;
	ask_with(&b, click);
	click.row = 23;
	ask_with(&b, click);
	click.row = 5;
	click.twice = true;
	ask_with(&b, click);
	settle(&b);
	EXPECT_HAS(seen(&b), "of it   base");
	ask_with(&b, click);
	browsed_end(&b);
}

TEST(of_very_many_rows_all_comes_bit_by_bit)
{
	list_at_once = 2;
	begin();
	EXPECT_TEXT(seen_at(&b), "alpha");
	settle(&b);
	EXPECT_HAS(seen(&b), "6 rows; by delta");
	ask(&b, REQ_SORT_NEXT);
	EXPECT_HAS(seen_line(&b, -1), "sorting ...");
	ask(&b, REQ_BACK);
	settle(&b);
	EXPECT_TEXT(seen_at(&b), "gamma");
	ask(&b, REQ_SORT_REVERSE);
	settle(&b);
	EXPECT_TEXT(seen_at(&b), "Delta_x");
	ask(&b, REQ_SEARCH);
	type(&b, "old");
	settle(&b);
	EXPECT_TEXT(seen_at(&b), "old");
	ask(&b, REQ_ACCEPT);
	ask(&b, REQ_FILTER);
	type(&b, "o|e");
	ask(&b, REQ_ACCEPT);
	settle(&b);
	EXPECT_HAS(seen(&b), "4 of 6 rows");
	EXPECT_TEXT(seen_at(&b), "old");
	ask(&b, REQ_SORT_NEXT);
	ask(&b, REQ_SORT_NEXT);
	ask(&b, REQ_OPEN);
	settle(&b);
	ask(&b, REQ_BACK);
	EXPECT_HAS(seen(&b), "by base");
	ask(&b, REQ_SORT_NEXT);
	ask(&b, REQ_WRITE);
	type(&b, "x");
	ask(&b, REQ_ACCEPT);
	settle(&b);
	EXPECT_TEXT(b.taken.data, "total beta [ext4] Delta_x new_one old");
	EXPECT_TEXT(seen_at(&b), "[ext4]");
	browsed_end(&b);
	list_at_once = 4096;
}

TEST(redrawing_is_for_the_terminal)
{
	begin();
	ask(&b, REQ_REDRAW);
	EXPECT_U64("wish", b.wish, WISH_REDRAW);
	ask(&b, REQ_NONE);
	EXPECT_U64("wish", b.wish, WISH_NOTHING);
	browsed_end(&b);
}

TEST(what_is_uncertain_stands_apart)
{
	browsed_begin(&b, SPAN("30 a 20 b 60 total 8 unseen"),
		      SPAN("33 a 20 b 5 c"));
	EXPECT_HAS(seen(&b), "-- uncertain: a cut listing does not show them --");
	ask(&b, REQ_LAST);
	EXPECT_TEXT(seen_at(&b), "c");
	ask(&b, REQ_UP);
	EXPECT_TEXT(seen_at(&b), "b");
	ask(&b, REQ_DOWN);
	EXPECT_TEXT(seen_at(&b), "c");
	b.columns = 100;
	EXPECT_HAS(seen(&b), "0..8");
	ask(&b, REQ_OPEN);
	settle(&b);
	EXPECT_HAS(seen(&b), "Uncertain: the listing of base was cut and does"
			     " not show it; it has at most 8 there.");
	ask(&b, REQ_BACK);
	ask(&b, REQ_WRITE);
	type(&b, "x");
	ask(&b, REQ_ACCEPT);
	EXPECT_TEXT(b.taken.data, "a b total c");
	browsed_end(&b);
}

TEST(a_listing_is_walked_about_in_too)
{
	struct listing_options opts = { .by_symbol = true };

	b = (struct browsed){ .rows = 0 };
	made_begin(&b.m);
	made_base(&b.m, "p", SPAN("6 a/64@c0100000 2 b [ext4]"));
	EXPECT_OK(made_list(&b.m, &opts), b.m.err);
	b.m.choose.sort = SORT_COUNT;
	browsed_open(&b);
	EXPECT_HAS(seen(&b), "p (8 ticks)\n2 rows; by count; idle shown\n"
			     "  count\u2193    share    load");
	EXPECT_HAS(seen(&b), "a\n");
	ask(&b, REQ_SORT_NEXT);
	EXPECT_HAS(seen(&b), "by load");
	ask(&b, REQ_OPEN);
	settle(&b);
	EXPECT_HAS(seen(&b), "count            6    75.00% of it\n"
			     "load        0.0938  a byte, in 64 bytes at"
			     " 0xc0100000\n");
	ask(&b, REQ_BACK);
	ask(&b, REQ_MEASURE);
	ask(&b, REQ_NOISE);
	EXPECT_HAS(seen_line(&b, -1), "nothing is known of noise");
	browsed_end(&b);
}

TEST(names_from_strangers_disturb_nothing)
{
	browsed_begin(&b, SPAN("10 a\033[2Jb"), SPAN("10 a\033[2Jb 5 \u6f22\u5b57"));
	EXPECT_HAS(seen(&b), "a\\x1b[2Jb");
	EXPECT_HAS(seen(&b), "\u6f22\u5b57");
	b.frame.ascii = true;
	EXPECT_HAS(seen(&b), "\\xe6\\xbc\\xa2");
	b.frame.ascii = false;
	browsed_end(&b);
}

TEST(ascii_has_bars_and_arrows_too)
{
	begin();
	b.frame.ascii = true;
	EXPECT_HAS(seen(&b), "delta v");
	EXPECT_HAS(seen(&b), "      |+ ");
	EXPECT_HAS(seen(&b), "  ----|  ");
	for (const char *p = seen(&b); *p; p++)
		EXPECT_TRUE("ASCII", (unsigned char)*p < 0x80);
	b.frame.ascii = false;
	browsed_end(&b);
}

static const struct {
	int rows, columns;
	const char *has;
} sizes[] = {
	{ 1, 1, "" },	      { 1, 40, "alpha" },	{ 2, 40, "q:quit" },
	{ 3, 40, "symbol" },  { 4, 40, "base -> test" }, { 10, 40, "total" },
	{ 80, 250, "95% limits" }, { 24, 20, "alpha" },	{ 5, 7, "" },
};

TEST(every_size_shows_what_there_is_room_for)
{
	begin();
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		b.rows = sizes[i].rows;
		b.columns = sizes[i].columns;
		EXPECT_HAS(seen(&b), sizes[i].has);
	}
	browsed_end(&b);
}

TEST(no_line_is_wider_than_the_frame_and_all_keep_their_rows)
{
	begin();
	for (int rows = 1; rows < 30; rows += 3)
		for (int columns = 1; columns < 260; columns += 7) {
			b.rows = rows;
			b.columns = columns;
			for (int i = 0; i < 12; i++) {
				static const enum request some[] = {
					REQ_DOWN, REQ_OPEN, REQ_HELP, REQ_BACK,
					REQ_BACK, REQ_SEARCH, REQ_CANCEL,
					REQ_LAST, REQ_MARK, REQ_NOTES, REQ_BACK,
					REQ_FIRST,
				};
				size_t lines = 0;

				ask(&b, some[i]);
				settle(&b);
				for (const char *p = seen(&b); *p; p++)
					lines += *p == '\n';
				EXPECT_U64("lines", lines, rows);
			}
		}
	browsed_end(&b);
}

/* The last one: what the others have not asked for is not tested. */
TEST(every_request_was_made)
{
	for (unsigned request = 1; request < REQUESTS; request++)
		if (!browsed_requests[request])
			check_failed(__FILE__, __LINE__, "nothing asks for %s",
				     request_names[request]);
}

TEST_MAIN
