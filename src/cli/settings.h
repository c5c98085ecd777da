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
	/* What the argument is called, "[=N]" if it may be left out; or NULL. */
	const char *arg;
	unsigned commands;	/* a set of enum command */
	enum sides_form sides;
	int (*set)(struct options *opts, int side, const char *arg,
		   struct error *err);
	const char *help;	/* or a heading, where there is no name */
};

extern const struct option_spec option_specs[];

static inline bool option_is_end(const struct option_spec *spec)
{
	return !spec->name && !spec->help;
}

/*
 * Take a number above 0, or from 0 on if ZERO, for an option; false if TEXT is
 * none.
 */
bool option_real(struct span text, bool zero, double *value);
/* Fails if ARG, a file's name, is empty. */
int check_file(const char *option, const char *arg, struct error *err);
/* Compile the argument of OPTION; fails with ERR_USAGE and the reason. */
int compile_regex(const char *option, const char *arg, regex_t *regex,
		  struct error *err);

/*
 * What sets the options: set_reading.c, set_comparing.c, set_writing.c,
 * set_recording.c.
 */
#define SETTER(name)                                                           \
	int name(struct options *opts, int side, const char *arg,              \
		 struct error *err)
SETTER(set_color);
SETTER(set_columns);
SETTER(set_context);
SETTER(set_comm);
SETTER(set_compat);
SETTER(set_cooldown);
SETTER(set_cpu);
SETTER(set_event);
SETTER(set_except);
SETTER(set_explain);
SETTER(set_fail_above);
SETTER(set_fail_row_above);
SETTER(set_fdr);
SETTER(set_files_from);
SETTER(set_find_renames);
SETTER(set_flame);
SETTER(set_format);
SETTER(set_frequency);
SETTER(set_from);
SETTER(set_group_by);
SETTER(set_idle);
SETTER(set_image);
SETTER(set_label);
SETTER(set_live);
SETTER(set_map);
SETTER(set_min_delta);
SETTER(set_min_percent);
SETTER(set_modules);
SETTER(set_noise);
SETTER(set_normalize);
SETTER(set_only);
SETTER(set_output);
SETTER(set_prepare);
SETTER(set_record_event);
SETTER(set_rename);
SETTER(set_runs);
SETTER(set_sampler);
SETTER(set_section);
SETTER(set_sort);
SETTER(set_source);
SETTER(set_subject);
SETTER(set_ties);
SETTER(set_times);
SETTER(set_to);
SETTER(set_top);
SETTER(set_unit);
SETTER(set_vmlinux);
SETTER(set_warmup);
SETTER(set_weight);
SETTER(set_work);

#endif
