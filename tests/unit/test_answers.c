#include "../../src/sym/linecaching.h"

#include "diffprof/checksum.h"

#include "check.h"

static struct arena arena;

/*
 * A set of these addresses: each in line 4 of "inner", which is inlined into a
 * function called after WHAT and the address.
 */
static struct answers make(const char *what, const uint64_t *addrs, size_t nr)
{
	struct answers a = {
		.nr = nr,
		.addrs = arena_alloc(&arena, nr * 8 + 1),
		.lines.at = arena_zalloc(&arena, nr * 4 + 1),
	};
	struct source_lines *lines = &a.lines;

	source_lines_begin(lines, &arena);
	for (uint32_t i = 0; i < nr; i++) {
		const struct source_function outer = {
			.name = arena_printf(&arena, "outer%s%llu", what,
					     (unsigned long long)addrs[i]),
		};
		const struct source_function inner = {
			.name = "inner",
			.decl_file = "inner.h",
			.decl_line = 3,
			.caller = 2 * i + 1,
			.call_file = "outer.c",
			.call_line = (uint32_t)addrs[i],
		};
		const struct source_spot spot = { "inner.h", 4, 2 * i + 2 };

		a.addrs[i] = addrs[i];
		a.lines.at[i] = i + 1;
		ARENA_ROOM(&arena, lines->functions, lines->nr_functions,
			   lines->cap_functions);
		lines->functions[lines->nr_functions++] = outer;
		ARENA_ROOM(&arena, lines->functions, lines->nr_functions,
			   lines->cap_functions);
		lines->functions[lines->nr_functions++] = inner;
		ARENA_ROOM(&arena, lines->spots, lines->nr_spots,
			   lines->cap_spots);
		lines->spots[lines->nr_spots++] = spot;
	}
	return a;
}

/* "inner inner.h:4 < outerA10 outer.c:10" */
static const char *said(const struct source_lines *lines, size_t i)
{
	const struct source_spot *spot = &lines->spots[lines->at[i]];
	const struct source_function *f = &lines->functions[spot->function];

	if (!lines->at[i])
		return "nothing";
	const struct source_function *caller = &lines->functions[f->caller];
	return arena_printf(&arena, "%s %s:%u < %s %s:%u", f->name, spot->file,
			    spot->line, caller->name, f->call_file,
			    f->call_line);
}

static void expect(const struct answers *a, size_t i, const char *text)
{
	EXPECT_TEXT(said(&a->lines, i), text);
}

TEST(what_is_written_is_read)
{
	static const uint64_t addrs[] = { 10, 20, UINT64_MAX };
	struct answers a = make("A", addrs, 3), b;

	a.lines.at[1] = 0;
	a.lines.root = "/src";
	struct span bytes = answers_encode(&a, 77, &arena);
	EXPECT_TRUE("read", answers_decode(bytes, 77, &b, &arena));
	EXPECT_U64("addresses", b.nr, 3);
	EXPECT_U64("the last", b.addrs[2], UINT64_MAX);
	expect(&b, 0, "inner inner.h:4 < outerA10 outer.c:10");
	expect(&b, 1, "nothing");
	EXPECT_TEXT(b.lines.root, "/src");
	EXPECT_U64("functions", b.lines.nr_functions, a.lines.nr_functions);
	EXPECT_TRUE("a function that nobody declared",
		    !b.lines.functions[1].decl_file);
	EXPECT_U64("declared at", b.lines.functions[2].decl_line, 3);
	struct span again = answers_encode(&b, 77, &arena);
	EXPECT_TRUE("the same bytes", span_eq(bytes, again));
}

TEST(no_answers_are_written_and_read)
{
	struct answers a = make("A", NULL, 0), b;

	EXPECT_TRUE("read", answers_decode(answers_encode(&a, 0, &arena), 0, &b,
					   &arena));
	EXPECT_U64("addresses", b.nr, 0);
}

TEST(both_sets_are_in_what_they_are_joined_to)
{
	static const uint64_t first[] = { 10, 30, 50 }, second[] = { 20, 60 };
	static const uint64_t asked[] = { 5, 20, 20, 50, 70 };
	struct answers a = make("A", first, 3), b = make("B", second, 2), all;
	struct source_lines lines = { 0 };

	b.lines.root = "/test";
	answers_join(&a, &b, &all, &arena);
	EXPECT_U64("addresses", all.nr, 5);
	EXPECT_TEXT(all.lines.root, "/test");
	expect(&all, 0, "inner inner.h:4 < outerA10 outer.c:10");
	expect(&all, 1, "inner inner.h:4 < outerB20 outer.c:20");
	expect(&all, 4, "inner inner.h:4 < outerB60 outer.c:60");
	// Of them only what is asked for is taken.
	lines.at = arena_zalloc(&arena, sizeof(asked));
	source_lines_begin(&lines, &arena);
	answers_take(&all, asked, 5, &lines, &arena);
	EXPECT_U64("functions", lines.nr_functions, 5);
	EXPECT_TEXT(said(&lines, 0), "nothing");
	EXPECT_TEXT(said(&lines, 1), "inner inner.h:4 < outerB20 outer.c:20");
	EXPECT_TEXT(said(&lines, 2), "inner inner.h:4 < outerB20 outer.c:20");
	EXPECT_TEXT(said(&lines, 3), "inner inner.h:4 < outerA50 outer.c:50");
	EXPECT_TEXT(said(&lines, 4), "nothing");
}

TEST(those_that_are_alike_become_one_in_the_order_of_addresses)
{
	static const uint64_t addrs[] = { 10, 20, 30, 40 };
	struct answers a = make("A", addrs, 4);
	struct source_lines *lines = &a.lines;

	// The third is as the first, but somebody found it apart; nobody is at
	// the second; the fourth is before them.
	lines->functions[5].name = "outerA10";
	lines->functions[6].call_line = 10;
	lines->at[0] = 4;
	lines->at[1] = 1;
	lines->at[2] = 3;
	lines->at[3] = 0;
	source_lines_settle(lines, 4, &arena);
	EXPECT_U64("spots", lines->nr_spots, 3);
	EXPECT_U64("functions", lines->nr_functions, 5);
	EXPECT_U64("the first", lines->at[0], 1);
	EXPECT_U64("the second", lines->at[1], 2);
	EXPECT_U64("is the third", lines->at[2], 2);
	EXPECT_U64("nothing", lines->at[3], 0);
	expect(&a, 0, "inner inner.h:4 < outerA40 outer.c:40");
	expect(&a, 1, "inner inner.h:4 < outerA10 outer.c:10");
}

TEST(what_is_missing_is_asked_for_once)
{
	static const uint64_t known[] = { 10, 30 };
	static const uint64_t asked[] = { 5, 5, 10, 20, 30, 40, 40 };
	struct answers a = make("A", known, 2);
	size_t nr;
	uint64_t *list = answers_missing(&a, asked, 7, &nr, &arena);

	EXPECT_U64("missing", nr, 3);
	EXPECT_U64("first", list[0], 5);
	EXPECT_U64("second", list[1], 20);
	EXPECT_U64("third", list[2], 40);
}

/* The head: eight bytes of magic, then these. */
enum {
	ORDER = 8,
	VERSION = 12,
	IDENTITY = 16,
	CHECKSUM = 24,
	COUNTS = 32,
	HEAD = 56
};

/* BYTES with that at AT changed, and the checksum that makes it good again. */
static struct span changed(struct span bytes, size_t at, unsigned char by)
{
	char *copy = arena_strndup(&arena, bytes.ptr, bytes.len);

	copy[at] = (char)(copy[at] + by);
	if (at >= CHECKSUM && at < CHECKSUM + 8)
		return (struct span){ copy, bytes.len };
	memset(copy + CHECKSUM, 0, 8);
	uint64_t sum = checksum(checksum(0, copy, HEAD), copy + HEAD,
				bytes.len - HEAD);
	memcpy(copy + CHECKSUM, &sum, sizeof(sum));
	return (struct span){ copy, bytes.len };
}

TEST(what_is_not_whole_or_of_another_image_is_none)
{
	static const uint64_t addrs[] = { 10, 20 };
	struct answers a = make("A", addrs, 2), b;
	struct span bytes = answers_encode(&a, 77, &arena);

	EXPECT_TRUE("another image", !answers_decode(bytes, 78, &b, &arena));
	EXPECT_U64("addresses", b.nr, 0);
	EXPECT_U64("spots", b.lines.nr_spots, 1);
	EXPECT_TRUE("no file",
		    !answers_decode((struct span){ 0 }, 77, &b, &arena));
	for (size_t len = 0; len < bytes.len; len++) {
		// Where nothing else of memory is behind it.
		char *cut = malloc(len + 1);

		memcpy(cut, bytes.ptr, len);
		EXPECT_TRUE("cut", !answers_decode((struct span){ cut, len },
						   77, &b, &arena));
		free(cut);
	}
	for (size_t at = 0; at < HEAD - 4; at++)
		EXPECT_TRUE("head", !answers_decode(changed(bytes, at, 200), 77,
						    &b, &arena));
}

/* Which byte of a good file makes it point to nowhere, though its sum is right. */
TEST(what_points_outside_is_none)
{
	static const uint64_t addrs[] = { 10, 20 };
	struct answers a = make("A", addrs, 2), b;
	struct span bytes = answers_encode(&a, 77, &arena);
	size_t at = HEAD + 2 * 8, spots = at + 2 * 4,
	       functions = spots + 3 * 12;
	const struct {
		const char *what;
		size_t byte;
	} bad[] = {
		{ "addresses descend", HEAD },
		{ "a spot", at },
		{ "a file", spots + 12 + 1 },
		{ "a function", spots + 12 + 8 },
		{ "a name", functions + 24 + 1 },
		{ "where it is declared", functions + 24 + 5 },
		{ "its caller is itself", functions + 24 + 12 },
		{ "where it is called", functions + 24 + 17 },
		{ "the last text has no end", bytes.len - 1 },
	};

	EXPECT_TRUE("good", answers_decode(bytes, 77, &b, &arena));
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		EXPECT_TRUE(bad[i].what,
			    !answers_decode(changed(bytes, bad[i].byte, 100),
					    77, &b, &arena));
}

TEST_MAIN
