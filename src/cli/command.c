#include "command.h"

#define ENDING                                                                 \
	"\nExit status: 0 done, 2 trouble (nothing is written).  See"          \
	" diffprof(1).\n"

const struct command_word command_words[] = {
	{ "show", COMMAND_SHOW, "[OPTION]... PROFILE...",
	  "List one profile, or the sum of several, as readprofile(8) does.",
	  ENDING },
	{ "info", COMMAND_INFO, "[OPTION]... FILE...",
	  "Say what profiles are, of any format, and what they hold.",
	  ENDING },
	{ .word = NULL },
};

const struct command_word *command_word(enum command command)
{
	for (size_t i = 0; command_words[i].word; i++)
		if (command_words[i].command == command)
			return &command_words[i];
	return NULL;
}
