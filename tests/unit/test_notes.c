#include "diffprof/notes.h"

#include "check.h"

TEST(notes_stay_in_order)
{
	struct arena arena = { 0 };
	struct notes notes;

	notes_init(&notes, &arena);
	EXPECT_TRUE("none", !notes.first && !notes.last);
	notes_add(&notes, NOTE_DOUBT, "skipped", "a.txt", "%d lines", 3);
	notes_add(&notes, NOTE_INFO, "map", NULL, "used %s", "System.map");

	const struct note *n = notes.first;
	EXPECT_U64("level", n->level, NOTE_DOUBT);
	EXPECT_TEXT(n->code, "skipped");
	EXPECT_TEXT(n->file, "a.txt");
	EXPECT_TEXT(n->text, "3 lines");
	n = n->next;
	EXPECT_U64("level", n->level, NOTE_INFO);
	EXPECT_TRUE("file", !n->file);
	EXPECT_TEXT(n->text, "used System.map");
	EXPECT_TRUE("end", !n->next && notes.last == n);
	arena_release(&arena);
}

static size_t count(const struct notes *notes)
{
	size_t nr = 0;

	for (const struct note *n = notes->first; n; n = n->next)
		nr++;
	return nr;
}

TEST(joined_notes_are_said_once)
{
	struct arena arena = { 0 };
	struct notes into, from;

	notes_init(&into, &arena);
	notes_init(&from, &arena);
	notes_add(&into, NOTE_DOUBT, "cut", "a", "the same");
	notes_add(&from, NOTE_DOUBT, "cut", "a", "the same");
	notes_add(&from, NOTE_DOUBT, "cut", "b", "the same");
	notes_add(&from, NOTE_DOUBT, "cut", NULL, "the same");
	notes_add(&from, NOTE_DOUBT, "step", "a", "the same");
	notes_add(&from, NOTE_DOUBT, "cut", "a", "another");
	notes_join(&into, &from);
	EXPECT_U64("joined", count(&into), 5);
	EXPECT_U64("left as it was", count(&from), 5);
	EXPECT_TEXT(into.last->text, "another");

	notes_add(&into, NOTE_DOUBT, "cut", "a", "later");
	EXPECT_U64("more", count(&into), 6);
	EXPECT_TEXT(into.last->text, "later");
	notes_join(&into, &from);
	EXPECT_U64("nothing is new", count(&into), 6);
	arena_release(&arena);
}

TEST(a_list_may_repeat_itself_while_it_is_joined)
{
	struct arena arena = { 0 };
	struct notes into, from;

	notes_init(&into, &arena);
	notes_init(&from, &arena);
	notes_add(&from, NOTE_DOUBT, "cut", "a", "twice");
	notes_add(&from, NOTE_DOUBT, "cut", "a", "twice");
	notes_join(&into, &from);
	EXPECT_U64("joined", count(&into), 1);
	EXPECT_TRUE("end", !into.last->next);
	arena_release(&arena);
}

TEST(the_last_note_may_be_read_first)
{
	struct arena arena = { 0 };
	struct notes notes;

	notes_init(&notes, &arena);
	notes_add(&notes, NOTE_DOUBT, "a", NULL, "a");
	notes_last_first(&notes);
	EXPECT_TEXT(notes.first->code, "a");
	notes_add(&notes, NOTE_DOUBT, "b", NULL, "b");
	notes_add(&notes, NOTE_DOUBT, "c", NULL, "c");
	notes_last_first(&notes);
	EXPECT_TEXT(notes.first->code, "c");
	EXPECT_TEXT(notes.first->next->code, "a");
	EXPECT_TEXT(notes.last->code, "b");
	EXPECT_TRUE("end", !notes.last->next);
	arena_release(&arena);
}

TEST_MAIN
