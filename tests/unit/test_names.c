#include "diffprof/names.h"

#include <stdio.h>

#include "check.h"

TEST(equal_texts_have_equal_ids)
{
	struct arena arena = { 0 };
	struct names names;
	char copy[] = "schedule";

	names_init(&names, &arena);
	name_id a = names_intern(&names, SPAN("schedule"));
	name_id b = names_intern(&names, SPAN("do_wp_page"));
	EXPECT_TRUE("another name", a != b);
	EXPECT_TRUE("no name", a != NAME_NONE && b != NAME_NONE);
	EXPECT_U64("a copy", names_intern(&names, span_of(copy)), a);
	EXPECT_SPAN("text", names_text(&names, a), SPAN("schedule"));
	EXPECT_SPAN("text", names_text(&names, b), SPAN("do_wp_page"));
	arena_release(&arena);
}

TEST(bytes_are_borrowed_or_copied)
{
	struct span borrowed = SPAN("schedule"), texts[40];
	char other[] = "do_wp_page";
	struct arena arena = { 0 };
	struct names names;
	name_id ids[40];

	names_init(&names, &arena);
	name_id a = names_intern(&names, borrowed);
	EXPECT_TRUE("borrowed", names_text(&names, a).ptr == borrowed.ptr);
	names.copies = true;
	for (size_t i = 0; i < 40; i++)
		texts[i] = i % 2 ? borrowed : span_of(other);
	names_intern_all(&names, texts, 40, ids);
	memset(other, '-', sizeof(other));
	for (size_t i = 0; i < 40; i++)
		EXPECT_SPAN("text", names_text(&names, ids[i]),
			    i % 2 ? borrowed : SPAN("do_wp_page"));
	EXPECT_U64("names", names.nr, 3);
	arena_release(&arena);
}

TEST(no_bytes_are_no_name)
{
	struct arena arena = { 0 };
	struct names names;

	names_init(&names, &arena);
	EXPECT_U64("empty", names_intern(&names, SPAN("")), NAME_NONE);
	EXPECT_U64("null", names_intern(&names, (struct span){ 0 }), NAME_NONE);
	EXPECT_U64("found", names_find(&names, SPAN("")), NAME_NONE);
	EXPECT_SPAN("text", names_text(&names, NAME_NONE), SPAN(""));
	arena_release(&arena);
}

TEST(finding_enters_nothing)
{
	struct arena arena = { 0 };
	struct names names;

	names_init(&names, &arena);
	EXPECT_U64("before", names_find(&names, SPAN("a")), NAME_NONE);
	EXPECT_U64("names", names.nr, 1);
	name_id id = names_intern(&names, SPAN("a"));
	EXPECT_U64("after", names_find(&names, SPAN("a")), id);
	EXPECT_U64("another", names_find(&names, SPAN("b")), NAME_NONE);
	arena_release(&arena);
}

TEST(any_byte_may_be_part_of_a_name)
{
	struct arena arena = { 0 };
	struct names names;

	names_init(&names, &arena);
	name_id a = names_intern(&names, SPAN("a\0a"));
	name_id b = names_intern(&names, SPAN("a\0b"));
	name_id c = names_intern(&names, SPAN("a"));
	EXPECT_TRUE("behind NUL", a != b && b != c && a != c);
	EXPECT_SPAN("text", names_text(&names, b), SPAN("a\0b"));
	arena_release(&arena);
}

TEST(a_hundred_thousand_names_keep_their_ids)
{
	enum { NR = 100000 };
	struct arena arena = { 0 };
	struct names names;
	name_id *ids = calloc(NR, sizeof(*ids));

	names_init(&names, &arena);
	for (int i = 0; i < NR; i++) {
		const char *text = arena_printf(&arena, "symbol_%d", i);

		ids[i] = names_intern(&names, span_of(text));
	}
	EXPECT_U64("names and NAME_NONE", names.nr, NR + 1);
	for (int i = 0; i < NR; i++) {
		char text[32];

		snprintf(text, sizeof(text), "symbol_%d", i);
		EXPECT_U64(text, names_find(&names, span_of(text)), ids[i]);
		EXPECT_SPAN(text, names_text(&names, ids[i]), span_of(text));
	}
	free(ids);
	arena_release(&arena);
}

TEST(colliding_hashes_do_not_mix_names)
{
	struct arena arena = { 0 };
	struct names names;
	char text[40][16];

	names_init(&names, &arena);
	for (int i = 0; i < 40; i++) {
		snprintf(text[i], sizeof(text[i]), "n%d", i);
		names_intern_hashed(&names, span_of(text[i]), 7);
	}
	EXPECT_U64("names", names.nr, 41);
	for (int i = 0; i < 40; i++) {
		name_id id = names_intern_hashed(&names, span_of(text[i]), 7);

		EXPECT_SPAN(text[i], names_text(&names, id), span_of(text[i]));
	}
	EXPECT_U64("still", names.nr, 41);
	arena_release(&arena);
}

TEST(the_hash_given_is_the_hash_used)
{
	struct arena arena = { 0 };
	struct names names;
	struct span text = SPAN("page_add_rmap");

	names_init(&names, &arena);
	name_id id = names_intern_hashed(&names, text, names_hash(text));
	EXPECT_U64("found", names_find(&names, text), id);
	EXPECT_U64("again", names_intern(&names, text), id);
	arena_release(&arena);
}

TEST(many_at_once_are_the_same_as_one_by_one)
{
	struct arena arena = { 0 };
	struct names names;
	static char text[200][8];
	struct span all[200];
	name_id ids[200];

	// Each twice, the second time far behind the first.
	for (int i = 0; i < 200; i++) {
		int len = snprintf(text[i], sizeof(text[i]), "n%d", i % 100);

		all[i] = (struct span){ text[i], (size_t)len };
	}
	names_init(&names, &arena);
	name_id before = names_intern(&names, SPAN("n7"));
	names_intern_all(&names, all, 200, ids);
	EXPECT_U64("names", names.nr, 101);
	EXPECT_U64("known", ids[7], before);
	for (int i = 0; i < 200; i++) {
		EXPECT_U64(text[i], ids[i], ids[i % 100]);
		EXPECT_U64(text[i], names_find(&names, all[i]), ids[i]);
		EXPECT_SPAN(text[i], names_text(&names, ids[i]), all[i]);
	}
	arena_release(&arena);
}

TEST(what_may_be_made_of_another_is_marked)
{
	static const struct {
		const char *name;
		bool marked;
	} cases[] = {
		{ "schedule", false },
		{ "foo.isra.0", true },
		{ "a_long_name_of_many_bytes.cold", true },
		{ "a.b", true },
		{ ".", true },
		{ "seven77", false },
		{ "eight888", false },
		{ "eight88.", true },
		{ "nine99999", false },
		{ "__pfx_schedule", true },
		{ "__cfi_schedule", true },
		{ "__down", false },
		{ "_", false },
		{ "trailing_dot.", true },
	};
	struct arena arena = { 0 };
	struct names names;
	size_t seen = 0;

	names_init(&names, &arena);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		name_id id = names_intern(&names, span_of(cases[i].name));

		// A second time changes nothing.
		names_intern(&names, span_of(cases[i].name));
		seen += cases[i].marked;
		EXPECT_U64(cases[i].name, names.nr_marked, seen);
		if (cases[i].marked)
			EXPECT_U64(cases[i].name, names.marked[seen - 1], id);
	}
	arena_release(&arena);
}

TEST_MAIN
