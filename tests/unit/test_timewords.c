/* test_timewords.c - times in the words of a line: timewords.c */
#include "../../src/read/timewords.h"

#include <math.h>

#include "diffprof/arena.h"

#include "check.h"

static const struct {
	const char *what, *line, *told;
} lines[] = {
	{ "zsh", "make -j8  5.12s user 1.41s system 52% cpu 12.331 total",
	  "user 5.12, system 1.41, cpu 52, elapsed 12.331" },
	{ "zsh, minutes", "x  5.12s user 1.41s system 52% cpu 1:12.33 total",
	  "user 5.12, system 1.41, cpu 52, elapsed 72.33" },
	{ "tcsh", "5.120u 1.410s 0:12.33 52.9%\t0+0k 0+0io 0pf+0w",
	  "user 5.12, system 1.41, elapsed 12.33, cpu 52.9" },
	{ "BSD", "12.33 real         5.12 user         1.41 sys",
	  "elapsed 12.33, user 5.12, system 1.41" },
	{ "ksh", "0m12.33s real     0m05.12s user     0m01.41s system",
	  "elapsed 12.33, user 5.12, system 1.41" },
	{ "as people write it",
	  "Elapsed: 12.33s User: 5.12s System: 1.41s CPU: 52.8%",
	  "elapsed 12.33, user 5.12, system 1.41, cpu 52.8" },
	{ "the names in front, in another order",
	  "user 5 sys 1 real 12 cpu 50%",
	  "user 5, system 1, elapsed 12, cpu 50" },
	{ "kernbench", "Elapsed Time 12.33", "elapsed 12.33 mean" },
	{ "kernbench's deviation", "User Time 5.12 (0.0512)",
	  "user 5.12 mean 0.0512" },
	{ "kernbench's CPU", "Percent CPU 52.8 (0.5)", "cpu 52.8 mean 0.5" },
	{ "perf stat", "12.330000000 seconds time elapsed", "elapsed 12.33" },
	{ "perf stat's system", "1.410000000 seconds sys", "system 1.41" },
	{ "of several runs it is a mean",
	  "12.33 +- 0.05 seconds time elapsed  ( +-  0.42% )", "" },
	{ "two of three", "5.12s user 1.41s system", "" },
	{ "one twice", "1 real 2 user 3 sys 4 real", "" },
	{ "prose", "it took 12 seconds of system time and 3 user", "" },
	{ "a heading", "Elapsed System User CPU", "" },
	{ "numbers", "12.33 1.41 5.12 52.8", "" },
	{ "switches", "Context Switches 1234 (5.6)", "" },
	{ "a remark behind", "Elapsed Time 12.33 on average", "" },
	{ "negative", "-1 real 2 user 3 sys", "" },
	{ "nothing", "", "" },
};

static const char *told(struct arena *arena, const char *line)
{
	static const char *const names[TIME_KINDS] = {
		[TIME_ELAPSED] = "elapsed",
		[TIME_SYSTEM] = "system",
		[TIME_USER] = "user",
		[TIME_CPU] = "cpu",
	};
	struct time_found found[TIME_KINDS];
	size_t nr = time_words(span_of(line), found);
	const char *text = "";

	for (size_t i = 0; i < nr; i++) {
		text = arena_printf(arena, "%s%s%s %g%s", text, i ? ", " : "",
				    names[found[i].kind], found[i].value,
				    found[i].mean ? " mean" : "");
		if (!isnan(found[i].sd))
			text = arena_printf(arena, "%s %g", text, found[i].sd);
	}
	return text;
}

TEST(times_are_found_in_a_line)
{
	struct arena arena = { 0 };

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		EXPECT_TEXT(arena_printf(&arena, "%s: %s", lines[i].what,
					 told(&arena, lines[i].line)),
			    arena_printf(&arena, "%s: %s", lines[i].what,
					 lines[i].told));
	arena_release(&arena);
}

TEST_MAIN
