/* test_callers.c - who called a function, and what it called: callers.c */
#include "diffprof/callers.h"

#include "madechains.h"

static char *told_calls(struct chained *c, const struct call *calls, size_t nr)
{
	char *told = arena_strdup(&c->m.arena, "");

	for (size_t i = 0; i < nr; i++) {
		struct span name = chained_name(c, calls[i].function);

		told = arena_printf(&c->m.arena, "%s%s%.*s%llu/%llu=%llu/%llu",
				    told, i ? " " : "",
				    name.len ? (int)name.len : 1,
				    name.len ? name.ptr : "-",
				    (unsigned long long)calls[i].through.base,
				    (unsigned long long)calls[i].through.test,
				    (unsigned long long)calls[i].self.base,
				    (unsigned long long)calls[i].self.test);
	}
	return told;
}

static uint32_t function_of(const struct chained *c, const char *name)
{
	for (uint32_t f = 1; f < c->flame.nr_functions; f++)
		if (span_is(chained_name(c, f), name))
			return f;
	check_failed(__FILE__, __LINE__, "no function %s", name);
}

/* The sums that callers.h promises, for each function there is. */
static void expect_sums(struct chained *c)
{
	for (uint32_t f = 1; f < c->flame.nr_functions; f++) {
		uint32_t row = c->flame.functions[f].row;
		struct call_counts callers = { 0 }, callees = { 0 };
		struct call_counts self = { 0 };
		struct callers of;

		callers_find(&c->flame, f, &c->m.arena, &of);
		for (size_t i = 0; i < of.nr_callers; i++) {
			callers.base += of.callers[i].through.base;
			callers.test += of.callers[i].through.test;
			self.base += of.callers[i].self.base;
			self.test += of.callers[i].self.test;
		}
		for (size_t i = 0; i < of.nr_callees; i++) {
			callees.base += of.callees[i].through.base;
			callees.test += of.callees[i].through.test;
		}
		EXPECT_U64("callers of base", callers.base, of.total.base);
		EXPECT_U64("callers of test", callers.test, of.total.test);
		EXPECT_U64("callees of base", callees.base + of.self.base,
			   of.total.base);
		EXPECT_U64("callees of test", callees.test + of.self.test,
			   of.total.test);
		EXPECT_U64("self of base", self.base, of.self.base);
		EXPECT_U64("self of test", self.test, of.self.test);
		if (row == FLAME_NONE)
			continue;
		EXPECT_U64("row of base", c->m.diffs[0].rows[row].base,
			   of.self.base);
		EXPECT_U64("row of test", c->m.diffs[0].rows[row].test,
			   of.self.test);
	}
}

static const struct {
	const char *what;
	struct span base, test;
	const char *function, *callers, *callees;
} cases[] = {
	{ "a chain", SPAN("a;f;b 5\n"), SPAN("a;f;b 7\n"), "f", "a5/7=0/0",
	  "b5/7=0/0" },
	{ "in itself", SPAN("a;f 5\na;f;b 1\n"), SPAN("a;f 7\n"), "f",
	  "a6/7=5/7", "b1/0=0/0" },
	{ "several callers, what changed most first",
	  SPAN("a;f 5\nb;f 5\nc;f 5\n"), SPAN("a;f 6\nb;f 1\nc;f 6\n"), "f",
	  "b5/1=5/1 a5/6=5/6 c5/6=5/6", "" },
	{ "nobody called it", SPAN("f 5\na;f 1\n"), SPAN("f 9\na;f 1\n"), "f",
	  "-5/9=5/9 a1/1=1/1", "" },
	{ "it calls itself", SPAN("a;f;f;b 5\na;f;f 1\n"), SPAN("a;f;b 2\n"),
	  "f", "a6/2=1/0", "b5/2=0/0" },
	{ "through another", SPAN("a;f;g;f;b 5\na;f;g 2\n"),
	  SPAN("a;f;g;f;c 4\n"), "f", "a7/4=0/0",
	  "b5/0=0/0 c0/4=0/0 g2/0=0/0" },
	{ "the same seen from the other", SPAN("a;f;g;f;b 5\na;f;g 2\n"),
	  SPAN("a;f;g;f;c 4\n"), "g", "f7/4=2/0", "f5/4=0/0" },
	{ "twice below it, side by side", SPAN("f;x;f;b 1\nf;y;f;c 2\nf;x 4\n"),
	  SPAN("f;x;f;b 1\n"), "f", "-7/1=0/0", "x4/0=0/0 c2/0=0/0 b1/1=0/0" },
	{ "three deep", SPAN("f;f;x;f;f;y 3\nf;f;x 1\n"), SPAN("f 1\n"), "f",
	  "-4/1=0/1", "y3/0=0/0 x1/0=0/0" },
};

TEST(callers_and_callees_are_those_of_the_chains)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct chained c;
		struct callers of;
		char got[500], want[500];

		chained_begin(&c);
		chained_pair(&c, cases[i].base, cases[i].test);
		callers_find(&c.flame, function_of(&c, cases[i].function),
			     &c.m.arena, &of);
		snprintf(got, sizeof(got), "%s: %s | %s", cases[i].what,
			 told_calls(&c, of.callers, of.nr_callers),
			 told_calls(&c, of.callees, of.nr_callees));
		snprintf(want, sizeof(want), "%s: %s | %s", cases[i].what,
			 cases[i].callers, cases[i].callees);
		EXPECT_TEXT(got, want);
		expect_sums(&c);
		chained_end(&c);
	}
}

/* Stacks of few names, so that functions call themselves in every way. */
static void random_stacks(struct outbuf *text, unsigned *seed)
{
	text->len = 0;
	for (int i = 0; i < 40; i++) {
		int depth = 1 + rand_r(seed) % 8;

		for (int k = 0; k < depth; k++)
			outbuf_printf(text, "%s%c", k ? ";" : "",
				      'a' + rand_r(seed) % 4);
		outbuf_printf(text, " %d\n", 1 + rand_r(seed) % 9);
	}
}

TEST(sums_are_kept_whoever_calls_whom)
{
	struct outbuf base = { 0 }, test = { 0 };
	unsigned seed = 5;

	for (int i = 0; i < 200; i++) {
		struct chained c;

		chained_begin(&c);
		random_stacks(&base, &seed);
		random_stacks(&test, &seed);
		chained_pair(&c, (struct span){ base.data, base.len },
			     (struct span){ test.data, test.len });
		expect_sums(&c);
		chained_end(&c);
	}
	outbuf_release(&base);
	outbuf_release(&test);
}

TEST(a_tower_of_itself_takes_no_time)
{
	struct outbuf text = { 0 };
	struct callers of;
	struct chained c;

	chained_begin(&c);
	for (int i = 0; i < 100000; i++)
		outbuf_text(&text, "f;");
	outbuf_text(&text, "g 3\n");
	chained_pair(&c, (struct span){ text.data, text.len },
		     (struct span){ text.data, text.len });
	callers_find(&c.flame, function_of(&c, "f"), &c.m.arena, &of);
	EXPECT_TEXT(told_calls(&c, of.callees, of.nr_callees), "g3/3=0/0");
	chained_end(&c);
	outbuf_release(&text);
}

TEST_MAIN
