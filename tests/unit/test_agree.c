/* test_agree.c - what profiles can be compared by: agree.c, sampled.c */
#include "diffprof/agree.h"

#include <math.h>

#include "diffprof/significance.h"

#include "made.h"

struct sides {
	struct profile a, b;
	struct profile *profs[2];
	struct agree_options opts;
	struct selection sels[2];
	struct error err;
};

/* A profile of FORMAT with these EVENTS, joined by commas. */
static void made_events(struct profile *prof, const char *path,
			const char *format, const char *events)
{
	profile_init(prof, path, format);
	for (const char *p = events; *p;) {
		struct span name = { p, strcspn(p, ",") };

		profile_event(prof, name, NULL);
		p += name.len + (p[name.len] == ',');
	}
}

static int agree_on(struct sides *s, const char *base, const char *test,
		    const char *event)
{
	*s = (struct sides){ .profs = { &s->a, &s->b }, .opts.event = event };
	made_events(&s->a, "base", "perf", base);
	made_events(&s->b, "test", "perf", test);
	return agree(s->profs, 2, &s->opts, s->sels, &s->err);
}

static void end(struct sides *s)
{
	profile_release(&s->a);
	profile_release(&s->b);
}

TEST(the_event_is_the_first_of_base_that_test_has)
{
	static const struct {
		const char *base, *test, *wanted;
		unsigned a, b;
	} cases[] = {
		{ "cycles", "cycles", NULL, 0, 0 },
		{ "cycles,instructions", "instructions,cycles", NULL, 0, 1 },
		{ "cycles,faults", "faults", NULL, 1, 0 },
		{ "cpu_core/cycles/u", "cycles:ppp", NULL, 0, 0 },
		{ "cpu-clock/period=1000/u", "cpu-clock", NULL, 0, 0 },
		{ "cpu/event=0x3c,umask=0/", "x,cpu/event=0x3c,umask=0/pp",
		  NULL, 0, 1 },
		{ "sched:sched_switch", "sched:sched_switch", NULL, 0, 0 },
		{ "a,b", "b,a", "b", 1, 0 },
		{ "cycles:u,b", "b,cycles", "cycles", 0, 1 },
		{ "a,b", "c,d", "2", 1, 1 },
		{ "", "c,d", NULL, 0, 0 },
		{ "", "c,d", "1", 0, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct sides s;

		EXPECT_OK(agree_on(&s, cases[i].base, cases[i].test,
				   cases[i].wanted),
			  s.err);
		EXPECT_U64(cases[i].base, s.sels[0].event, cases[i].a);
		EXPECT_U64(cases[i].test, s.sels[1].event, cases[i].b);
		end(&s);
	}
}

TEST(without_an_event_in_common_both_lists_are_told)
{
	struct sides s;

	EXPECT_FAIL(agree_on(&s, "cycles,faults", "clock", NULL), s.err,
		    ERR_USAGE);
	EXPECT_HAS(s.err.text, "base has cycles, faults");
	EXPECT_HAS(s.err.text, "test has clock");
	end(&s);
	EXPECT_FAIL(agree_on(&s, "a,b", "a", "b"), s.err, ERR_USAGE);
	EXPECT_HAS(s.err.text, "no event \"b\" in test");
	end(&s);
	EXPECT_FAIL(agree_on(&s, "a,b", "a", "3"), s.err, ERR_USAGE);
	end(&s);
	EXPECT_FAIL(agree_on(&s, "a", "", "a"), s.err, ERR_USAGE);
	EXPECT_HAS(s.err.text, "does not say what event");
	end(&s);
}

TEST(events_of_one_name_are_told_apart_by_mask)
{
	struct sides s = { .profs = { &s.a, &s.b } };

	profile_init(&s.a, "base", "opreport");
	profile_init(&s.b, "test", "opreport");
	profile_event(&s.a, SPAN("CACHE"), "0x200");
	profile_event(&s.a, SPAN("CACHE"), "0x100");
	profile_event(&s.b, SPAN("CACHE"), "0x100");
	profile_event(&s.b, SPAN("CACHE"), "0x200");
	EXPECT_OK(agree(s.profs, 2, &s.opts, s.sels, &s.err), s.err);
	EXPECT_U64("base", s.sels[0].event, 0);
	EXPECT_U64("test", s.sels[1].event, 1);
	EXPECT_HAS(made_note(&s.a.notes, "other-events"), "unit mask 0x100");
	end(&s);
}

TEST(one_event_each_of_two_tools_is_compared_with_a_doubt)
{
	struct sides s = { .profs = { &s.a, &s.b } };

	made_events(&s.a, "base", "opreport", "TIMER");
	made_events(&s.b, "test", "perf", "cpu-clock");
	EXPECT_OK(agree(s.profs, 2, &s.opts, s.sels, &s.err), s.err);
	EXPECT_HAS(made_note(&s.b.notes, "events-differ"), "cpu-clock");
	EXPECT_HAS(made_note(&s.b.notes, "formats-differ"), "opreport");
	end(&s);
}

TEST(units_and_decimal_places_are_made_alike)
{
	struct sides s = { .profs = { &s.a, &s.b } };

	made_events(&s.a, "base", "folded", "");
	made_events(&s.b, "test", "folded", "");
	profile_event(&s.a, SPAN(""), NULL);
	profile_event(&s.b, SPAN(""), NULL);
	s.b.events[0].scale = 3;
	s.b.events[0].unit = "unknown";
	EXPECT_OK(agree(s.profs, 2, &s.opts, s.sels, &s.err), s.err);
	EXPECT_U64("base", s.sels[0].scale, 3);
	EXPECT_U64("test", s.sels[1].scale, 3);
	EXPECT_HAS(made_note(&s.a.notes, "scaled"), "times 1000");
	EXPECT_HAS(made_note(&s.b.notes, "units-differ"), "unknown");
	end(&s);
}

TEST(rates_are_compared_where_they_can_be)
{
	static const struct {
		const char *what, *name;
		enum rate_kind base_kind;
		double base;
		enum rate_kind test_kind;
		double test, ratio;
	} cases[] = {
		{ "periods", "cycles", RATE_PERIOD, 1000, RATE_PERIOD, 4000,
		  4 },
		{ "frequencies", "cycles", RATE_FREQUENCY, 1000, RATE_FREQUENCY,
		  4000, 0.25 },
		{ "one is not known", "cycles", RATE_UNKNOWN, 0, RATE_PERIOD,
		  4000, 1 },
		{ "one of each", "cycles", RATE_PERIOD, 1000, RATE_FREQUENCY,
		  4000, NAN },
		{ "a clock's period is a frequency", "cpu-clock:u", RATE_PERIOD,
		  1000000, RATE_FREQUENCY, 250, 4 },
		{ "a period that was rounded", "cpu-clock", RATE_PERIOD,
		  1003009, RATE_FREQUENCY, 997, 1 },
		{ "a period of nothing", "cycles", RATE_PERIOD, 0, RATE_PERIOD,
		  1, 1 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct event a = { .name = cases[i].name,
				   .unit = "samples",
				   .rate_kind = cases[i].base_kind,
				   .rate = cases[i].base };
		struct event b = { .name = cases[i].name,
				   .unit = "samples",
				   .rate_kind = cases[i].test_kind,
				   .rate = cases[i].test };
		struct profile base = { .unit = "samples", .event = &a };
		struct profile test = { .unit = "samples", .event = &b };
		double got = rate_ratio(&base, &test);

		EXPECT_TRUE(cases[i].what, isnan(cases[i].ratio) ?
						   isnan(got) :
						   got == cases[i].ratio);
		base.unit = "period";
		EXPECT_TRUE("weights have no rate",
			    rate_ratio(&base, &test) == 1);
	}
}

TEST(the_rate_is_part_of_the_factor)
{
	struct made m;
	struct event a = { .name = "cycles",
			   .unit = "samples",
			   .rate_kind = RATE_PERIOD,
			   .rate = 1000 };
	struct event b = a;

	b.rate = 2000;
	made_begin(&m);
	struct profile *base = made_base(&m, "base", SPAN("100 f 100 g"));
	struct profile *test = made_test(&m, 0, "test", SPAN("50 f 60 g"));
	base->unit = test->unit = "samples";
	base->event = &a;
	test->event = &b;
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_TRUE("factor", m.diffs[0].norm.factor == 2);
	EXPECT_TRUE("f", diff_delta(&m.diffs[0], made_the(&m, "f")) == 0);
	EXPECT_TRUE("g", diff_delta(&m.diffs[0], made_the(&m, "g")) == 20);
	EXPECT_TRUE("a word", made_note(&m.diffs[0].notes, "rate"));
	made_end(&m);
}

TEST(weights_are_tested_by_the_samples_behind_them)
{
	static uint64_t of_base[] = { 400, 500, 300 };
	static uint64_t of_test[] = { 800, 510, 290 };
	struct significance_options opts = { .fdr = 0.05 };
	struct made m;

	made_begin(&m);
	struct profile *base =
		made_base(&m, "base", SPAN("4000000 f 5000000 g 3000000 h"));
	struct profile *test =
		made_test(&m, 0, "test", SPAN("8000000 f 5100000 g 2900000 h"));
	base->unit = test->unit = "period";
	base->behind = of_base;
	test->behind = of_test;
	EXPECT_OK(made_compare(&m), m.err);

	struct diff *diff = &m.diffs[0];
	EXPECT_OK(compare_samples(diff, &m.compare, &m.arena, &m.err), m.err);
	EXPECT_TRUE("there are samples", diff->sampled);
	significance_find(diff, &opts, &m.arena);
	EXPECT_U64("f", significance_of(diff, made_the(&m, "f"))->verdict,
		   VERDICT_MORE);
	EXPECT_U64("g", significance_of(diff, made_the(&m, "g"))->verdict,
		   VERDICT_NOISE);
	struct limits limits =
		significance_delta_limits(diff, made_the(&m, "f"));
	EXPECT_TRUE("limits are of the weight",
		    limits.low > 2e6 && limits.low < 4e6 && limits.high > 4e6 &&
			    limits.high < 8e6);

	// Without them nothing can be said.
	test->behind = NULL;
	EXPECT_OK(compare_samples(diff, &m.compare, &m.arena, &m.err), m.err);
	EXPECT_TRUE("there are none", !diff->sampled);
	made_end(&m);
}

TEST_MAIN
