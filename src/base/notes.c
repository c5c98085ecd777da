#include "diffprof/notes.h"

#include <stdbool.h>
#include <string.h>

void notes_init(struct notes *notes, struct arena *arena)
{
	*notes = (struct notes){ .arena = arena };
}

static void append(struct notes *notes, struct note *note)
{
	note->next = NULL;
	if (notes->last)
		notes->last->next = note;
	else
		notes->first = note;
	notes->last = note;
}

void notes_add(struct notes *notes, enum note_level level, const char *code,
	       const char *file, const char *fmt, ...)
{
	struct note *note = arena_alloc(notes->arena, sizeof(*note));
	va_list args;

	*note = (struct note){ .level = level, .code = code, .file = file };
	va_start(args, fmt);
	note->text = arena_vprintf(notes->arena, fmt, args);
	va_end(args);
	append(notes, note);
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool says(const struct notes *notes, const struct note *wanted)
{
	for (const struct note *n = notes->first; n; n = n->next)
		if (same(n->code, wanted->code) &&
		    same(n->file, wanted->file) &&
		    same(n->text, wanted->text))
			return true;
	return false;
}

void notes_last_first(struct notes *notes)
{
	struct note *before = notes->first;

	if (notes->first == notes->last)
		return;
	while (before->next != notes->last)
		before = before->next;
	notes->last->next = notes->first;
	notes->first = notes->last;
	notes->last = before;
	before->next = NULL;
}

void notes_join(struct notes *into, const struct notes *from)
{
	for (const struct note *note = from->first; note; note = note->next) {
		if (says(into, note))
			continue;

		struct note *copy = arena_alloc(into->arena, sizeof(*copy));
		*copy = *note;
		append(into, copy);
	}
}
