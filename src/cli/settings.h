/*
 * settings.h - the table of options, and what each of them sets
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "options.h"

enum sides_form {
	NOT_SIDED,
	SIDED_TOO,	/* --NAME for both sides, --base-NAME, --test-NAME */
	ONLY_SIDED,	/* no --NAME */
};

struct option_spec {
	char letter;		/* 0: only the long form */
	const char *name;	/* NULL: a heading, or the end (no help) */
	const char *arg;	/* what the argument is called; NULL: none */
	unsigned commands;	/* a set of enum command */
	enum sides_form sides;
	int (*set)(struct options *opts, int side, const char *arg,
		   struct error *err);
	const char *help;	/* or a heading, where there is no name */
};

extern const struct option_spec option_specs[];

#endif
