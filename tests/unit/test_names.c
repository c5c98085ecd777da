#include "diffprof/names.h"

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

TEST_MAIN
