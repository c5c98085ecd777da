#include "command.h"

#define ENDING                                                                 \
	"\nExit status: 0 done, 2 trouble (nothing is written).  See"          \
	" diffprof(1).\n"

const struct command_word command_words[] = {
	{ "show", COMMAND_SHOW, "[OPTION]... PROFILE...",
	  "List one profile, or the sum of several, as readprofile(8) does.",
	  ENDING },
	{ "annotate", COMMAND_ANNOTATE, "[OPTION]... SYMBOL BASE TEST",
	  "Print where in a function its ticks fell, in both kernels, line by"
	  " line.",
	  ENDING },
	{ "record", COMMAND_RECORD, "[OPTION]... -o FILE -- COMMAND [ARG]...",
	  "Run COMMAND and record meanwhile where the kernel spends its time,"
	  " into one\nfile that needs nothing else to be compared.",
	  "\nExit status: that of COMMAND (128 and the signal if one ended it),"
	  " or 2 for\ntrouble (FILE is as it was).  See diffprof(1).\n" },
	{ "info", COMMAND_INFO, "[OPTION]... FILE...",
	  "Say what profiles are, of any format, and what they hold.",
	  ENDING },
	{ "merge", COMMAND_MERGE, "[OPTION]... -o FILE PROFILE...",
	  "Add profiles of many hosts or hours into one recording; their order"
	  " and\ngrouping do not matter.",
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
