/*
 * test_browser_random.c - whatever is asked for, in whatever order and size
 *
 * DIFFPROF_REQUESTS says how many requests (20,000), DIFFPROF_SEED from which
 * number on they are made up.
 */
#include "madebrowser.h"

#include "../../src/tui/list.h"

static uint64_t dice;

static unsigned any(unsigned below)
{
	// xorshift: the same everywhere.
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (unsigned)((dice >> 11) % below);
}

static const struct browser_line lines[] = {
	{ "mm/rmap.c:10", "void f(void)\033", 0, 0, false },
	{ "mm/rmap.c:11", "", 40, 90, true },
	{ "a/very/long/name/of/a/directory/that/does/not/end/x.c:1",
	  "\u6f22\u5b57\u0301 and a line that is wider than most terminals are,"
	  " as lines of a source are now and then",
	  1e9, 0.25, true },
};
static const char *const events[] = { "cycles", "", "faults" };

/* Data of all kinds. */
static void begin(struct browsed *b, unsigned kind)
{
	struct listing_options list = { .by_symbol = true };
	static char many[20000];
	size_t half = 0;

	*b = (struct browsed){ .rows = 0 };
	made_begin(&b->m);
	switch (kind) {
	case 0:
		made_base(&b->m, "base", SPAN("10 a"));
		made_test(&b->m, 0, "test", SPAN("12 a"));
		break;
	case 1:
		made_base(&b->m, "base\033", SPAN("0 a"));
		made_test(&b->m, 0, "\u6f22\u5b57", SPAN("0 a 0 b"));
		break;
	case 2:
		made_base(&b->m, "base",
			  SPAN("30 a 20 b\033[2J 60 total 8 unseen"));
		made_test(&b->m, 0, "test",
			  SPAN("33 a 20 b 5 \u6f22\u5b57\u0301 7 \xff\xfe"
			       " 9 e [ext4]"));
		made_test(&b->m, 1, "two", SPAN("1 a ? unseen"));
		break;
	case 3:
		made_base(&b->m, "p", SPAN("6 a/64@c0100000 2 b [ext4] 7 c"));
		EXPECT_OK(made_list(&b->m, &list), b->m.err);
		b->m.choose.sort = SORT_COUNT;
		break;
	default:
		*many = '\0';
		for (unsigned i = 0; i < 600; i++) {
			half = i == 300 ? strlen(many) : half;
			snprintf(many + strlen(many),
				 sizeof(many) - strlen(many), "%u f%u ",
				 any(1000), any(500));
		}
		made_base(&b->m, "base", span_of(many));
		made_test(&b->m, 0, "test",
			  (struct span){ many, half });
		break;
	}
	if (kind != 3) {
		EXPECT_OK(made_compare(&b->m), b->m.err);
		for (size_t i = 0; i < b->m.nr_tests; i++)
			significance_find(&b->m.diffs[i],
					  &(struct significance_options){
						  .fdr = 0.05 },
					  &b->m.arena);
	}
	notes_init(&b->notes, &b->m.arena);
	notes_add(&b->notes, NOTE_DOUBT, "odd", "f\033", "is odd");
	b->events = events;
	b->nr_events = any(4);
	b->depth = (struct browser_depth){ .lines = lines,
					   .nr_lines = any(4),
					   .instructions = lines,
					   .nr_instructions = any(4),
					   .story = any(2) ? "A story." : NULL,
					   .why_no_lines = "no lines",
					   .why_no_callers = "no chains" };
	browsed_open(b);
}

static struct input_event any_event(const struct browsed *b)
{
	static const char typed[] = "abcdef.*[(|)]\\{}^$+?yn/0 \033\x7f";
	struct input_event event = {
		.request = 1 + any(REQUESTS - 1),
		.code = (unsigned char)typed[any(sizeof(typed))],
		.row = (int)any((unsigned)b->rows + 2) - 1,
		.column = (int)any((unsigned)b->columns + 2) - 1,
		.twice = any(2),
	};

	// Who types, types for a while.
	if (browser_mode(b->browser) == MODE_PROMPT)
		event.request = any(8) ? REQ_TYPE :
				any(2) ? REQ_ACCEPT :
					 REQ_CANCEL;
	if (!any(20))
		event.code = any(0x120000);
	return event;
}

static void draw(struct browsed *b)
{
	size_t rows = 0;

	if (!any(10)) {
		b->rows = (int)any(any(2) ? 6 : 90) + 1;
		b->columns = (int)any(any(2) ? 30 : 260) + 1;
		b->frame.ascii = any(2);
	}
	for (const char *p = seen(b); *p; p++)
		rows += *p == '\n';
	EXPECT_U64("rows", rows, b->frame.rows);
	EXPECT_TRUE("cursor", b->frame.cursor_row < b->frame.rows &&
				      b->frame.cursor_column <=
					      b->frame.columns);
}

TEST(nothing_that_is_asked_for_goes_wrong)
{
	const char *number = getenv("DIFFPROF_REQUESTS");
	const char *seed = getenv("DIFFPROF_SEED");
	unsigned long left = number ? strtoul(number, NULL, 10) : 20000;
	struct browsed b;

	dice = 88172645463325252u + (seed ? strtoul(seed, NULL, 10) : 0);
	while (left) {
		// What is many is done bit by bit.
		list_at_once = any(2) ? 8192 : 1 + any(100);
		begin(&b, any(5));
		for (unsigned i = 0; i < 1000 && left; i++, left--) {
			b.exists = any(2);
			if (!any(8))
				b.refuse = any(2) ? "it is not to be had" :
						    NULL;
			ask_with(&b, any_event(&b));
			if (!any(3))
				browser_step(b.browser, any(2));
			if (b.wish == WISH_SEND)
				browser_sent(b.browser, any(2) ? "no" : NULL);
			if (any(4) == 0 || left < 100)
				draw(&b);
		}
		browsed_end(&b);
	}
}

TEST_MAIN
