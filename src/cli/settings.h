/*
 * settings.h - the table of options, and what each of them sets
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "options.h"

struct option_spec {
	char letter;		/* 0: only the long form */
	const char *name;	/* NULL: a heading, or the end (no help) */
	const char *arg;	/* what the argument is called; NULL: none */
	unsigned commands;	/* a set of enum command */
	bool sided;		/* has forms --base-NAME and --test-NAME */
	int (*set)(struct options *opts, int side, const char *arg,
		   struct error *err);
	const char *help;	/* or a heading, where there is no name */
};

extern const struct option_spec option_specs[];

#endif
