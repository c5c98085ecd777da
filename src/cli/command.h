/*
 * command.h - the commands that are words
 *
 * A word is a command only as the first argument; without one, two sides are
 * compared.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "options.h"

struct command_word {
	const char *word;
	enum command command;
	const char *usage; /* what stands behind the word */
	const char *about; /* for --help: what it does ... */
	const char *ending; /* ... and how it ends */
};

extern const struct command_word command_words[]; /* ended by a word of NULL */

/* The word of COMMAND; NULL if it has none. */
const struct command_word *command_word(enum command command);

/* Does it compare two sides, of which each may have options of its own? */
static inline bool command_has_sides(enum command command)
{
	return command == COMMAND_DIFF || command == COMMAND_ANNOTATE;
}

#endif
