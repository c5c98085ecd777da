/*
 * options.h - the command line, as a table
 *
 * Parsing and --help read the same table.  Options may follow operands; --vs
 * parts the operands into base and the tests.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <regex.h>
#include <stdbool.h>

#include "diffprof/agree.h"
#include "diffprof/annotated.h"
#include "diffprof/diff.h"
#include "diffprof/output.h"
#include "diffprof/reader.h"
#include "diffprof/significance.h"
#include "diffprof/view.h"

enum command {
	COMMAND_DIFF = 1,
	COMMAND_SHOW = 2,
	COMMAND_INFO = 4,
	COMMAND_RECORD = 8,
	COMMAND_MERGE = 16,
	COMMAND_ANNOTATE = 32,
};

/* What may be said for both sides at once or for one. */
struct side_options {
	const struct reader *from;
	unsigned section;
	const char *map, *vmlinux, *modules, *source, *label, *times;
};

enum { SIDE_BOTH, SIDE_BASE, SIDE_TEST, SIDES };

/* The operands of one side: base first, then each test. */
struct group {
	const char **paths;
	size_t nr, cap;
};

/* Of the command record. */
struct record_options {
	unsigned runs, warmup; /* how often; 0: once, not at all */
	const char *prepare; /* for the shell, before each run; or NULL */
	double cooldown; /* seconds between runs */
	double live; /* seconds without a command; 0: there is one */
	const char *event; /* NULL: the first that there is */
	unsigned frequency; /* samples a second and CPU; 0: the default */
	const char *sampler; /* "proc", "perf", or NULL: what there is */
	bool chains, user, force;
};

struct options {
	enum command command;
	struct arena arena;	/* what the options point to */
	struct side_options side[SIDES];
	struct group *groups;
	size_t nr_groups, cap_groups;
	bool vs;		/* --vs was given */
	/* Base and test are one file, which holds both: see comparison.c. */
	bool parted;

	struct agree_options agree;
	struct compare_options compare;
	struct significance_options significance;
	struct bounds bounds;
	const char **test_times;	/* --test-times, of each test */
	size_t nr_test_times, cap_test_times;
	struct rename_pair *renames;
	size_t nr_renames, cap_renames;
	bool as_readprofile, keep_clones;
	bool places; /* where in functions ticks fell is wanted, too */
	const char *symbol; /* that is annotated */
	const struct annotated_output *annotated; /* and how */
	struct annotated_options annotated_format;
	bool explain;
	bool maintainers;
	bool strict, no_cache, no_sandbox;

	struct view_options view;
	bool min_delta_given, sort_given;
	const struct output *output;
	const char *output_path;
	bool to_stdout; /* -o - was given */
	struct output_options format;
	struct mail_address *to; /* format.to */
	size_t cap_to;
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	bool by_address;
	struct record_options record;
	const char *files_from; /* a list of operands, for merge; or NULL */
	bool keep_going;
	bool verbose, quiet;
	bool interactive;
	bool help, version;
	regex_t idle, only, except, image, comm;
};

/* Fails with ERR_USAGE. */
int options_parse(int argc, char **argv, struct options *opts,
		  struct error *err);

/* The options of one side: what was said for it, else for both. */
struct side_options options_side(const struct options *opts, int side);

/* The text of --help. */
void options_help(enum command command, struct outbuf *out);

#endif
