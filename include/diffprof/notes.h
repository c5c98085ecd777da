/*
 * notes.h - the doubts that travel with the numbers
 *
 * A note is one sentence about input that was used with a doubt, or about a
 * choice the program made.  Every output shows the notes next to the numbers
 * they concern: on standard error, or as members of its own format.
 *
 * Codes are short words joined by "-", documented in diffprof-json(5), and do
 * not change.  The text is escaped by whoever prints it.
 */
#ifndef DIFFPROF_NOTES_H
#define DIFFPROF_NOTES_H

#include <stddef.h>

#include "diffprof/arena.h"

enum note_level {
	NOTE_INFO,	/* what was done: shown with -v, no error with --strict */
	NOTE_HINT,	/* what the numbers can tell: shown, but no error either */
	NOTE_DOUBT,	/* a reason to be careful: shown unless -q */
};

struct note {
	enum note_level level;
	const char *code;
	const char *file;	/* NULL when it concerns no one file */
	const char *text;
	struct note *next;
};

struct notes {
	struct arena *arena;
	struct note *first, *last;
};

void notes_init(struct notes *notes, struct arena *arena);
/* Add a sentence; FILE (borrowed, may be NULL) is the file it is about. */
void notes_add(struct notes *notes, enum note_level level, const char *code,
	       const char *file, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* The note that was added last is to be read first. */
void notes_last_first(struct notes *notes);
/*
 * Add all of FROM, whose texts must live as long, behind those of INTO, leaving
 * out what INTO already says.
 */
void notes_join(struct notes *into, const struct notes *from);

#endif
