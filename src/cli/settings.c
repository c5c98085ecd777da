#include "settings.h"

#include <math.h>
#include <stdio.h>

/* Whose option it was, to name it in an error. */
static const char *const side_prefixes[SIDES] = {
	[SIDE_BOTH] = "",
	[SIDE_BASE] = "base-",
	[SIDE_TEST] = "test-",
};

static int set_from(struct options *opts, int side, const char *arg,
		    struct error *err)
{
	opts->side[side].from = reader_find(arg);
	if (opts->side[side].from)
		return 0;

	char known[256] = "";
	for (size_t i = 0; readers[i]; i++)
		snprintf(known + strlen(known), sizeof(known) - strlen(known),
			 "%s%s", i ? ", " : "", readers[i]->name);
	return fail(err, ERR_USAGE, "--%sfrom: no format \"%s\"; there are %s",
		    side_prefixes[side], arg, known);
}

static int set_section(struct options *opts, int side, const char *arg,
		       struct error *err)
{
	uint64_t number;

	if (span_count(span_of(arg), &number) != NUMBER_OK || !number ||
	    number > UINT32_MAX)
		return fail(err, ERR_USAGE,
			    "--%ssection: \"%s\" is not a number from 1",
			    side_prefixes[side], arg);
	opts->side[side].section = (unsigned)number;
	return 0;
}

static int check_file(const char *option, const char *arg, struct error *err)
{
	return *arg ? 0 :
		      fail(err, ERR_USAGE, "%s: the file has no name", option);
}

static int set_map(struct options *opts, int side, const char *arg,
		   struct error *err)
{
	opts->side[side].map = arg;
	return check_file("--map", arg, err);
}

static int set_vmlinux(struct options *opts, int side, const char *arg,
		       struct error *err)
{
	opts->side[side].vmlinux = arg;
	return check_file("--vmlinux", arg, err);
}

static int set_times(struct options *opts, int side, const char *arg,
		     struct error *err)
{
	opts->side[side].times = arg;
	return check_file("--times", arg, err);
}

static int set_label(struct options *opts, int side, const char *arg,
		     struct error *err)
{
	(void)err;
	opts->side[side].label = arg;
	return 0;
}

static int set_compat(struct options *opts, int side, const char *arg,
		      struct error *err)
{
	(void)side;
	if (strcmp(arg, "readprofile"))
		return fail(
			err, ERR_USAGE,
			"--compat: \"%s\" is not known; there is readprofile",
			arg);
	opts->as_readprofile = true;
	return 0;
}

static int set_rename(struct options *opts, int side, const char *arg,
		      struct error *err)
{
	const char *equals = strchr(arg, '=');

	(void)side;
	if (!equals || equals == arg || !equals[1])
		return fail(err, ERR_USAGE, "--rename: \"%s\" is not OLD=NEW",
			    arg);
	size_t len = (size_t)(equals - arg);
	for (size_t i = 0; i < opts->nr_renames; i++)
		if (span_eq(span_of(opts->renames[i].from),
			    (struct span){ arg, len }))
			return fail(err, ERR_USAGE,
				    "--rename: %.*s has two new"
				    " names, %s and %s",
				    (int)len, arg, opts->renames[i].to,
				    equals + 1);
	ARENA_ROOM(&opts->arena, opts->renames, opts->nr_renames,
		   opts->cap_renames);
	opts->renames[opts->nr_renames++] = (struct rename_pair){
		.from = arena_strndup(&opts->arena, arg,
				      (size_t)(equals - arg)),
		.to = equals + 1,
	};
	return 0;
}

/* A number above 0, or from 0 on if ZERO. */
static bool real_of(struct span text, bool zero, double *value)
{
	return span_real(text, value) && isfinite(*value) &&
	       (*value > 0 || (zero && *value == 0));
}

static int set_normalize(struct options *opts, int side, const char *arg,
			 struct error *err)
{
	static const struct {
		const char *name;
		enum normalize_how how;
	} hows[] = {
		{ "none", NORMALIZE_NONE },
		{ "total", NORMALIZE_TOTAL },
		{ "busy", NORMALIZE_BUSY },
		{ "robust", NORMALIZE_ROBUST },
	};

	(void)side;
	for (size_t i = 0; i < sizeof(hows) / sizeof(*hows); i++)
		if (!strcmp(arg, hows[i].name)) {
			opts->compare.how = hows[i].how;
			return 0;
		}
	if (!real_of(span_of(arg), false, &opts->compare.factor))
		return fail(err, ERR_USAGE,
			    "--normalize: \"%s\" is none of none, total, busy,"
			    " robust, or a factor above 0",
			    arg);
	opts->compare.how = NORMALIZE_FACTOR;
	return 0;
}

static int set_work(struct options *opts, int side, const char *arg,
		    struct error *err)
{
	const char *colon = strchr(arg, ':');

	(void)side;
	if (!colon ||
	    !real_of((struct span){ arg, (size_t)(colon - arg) }, false,
		     &opts->compare.work_base) ||
	    !real_of(span_of(colon + 1), false, &opts->compare.work_test))
		return fail(
			err, ERR_USAGE,
			"--work: \"%s\" is not BASE:TEST, two amounts above 0",
			arg);
	opts->compare.how = NORMALIZE_WORK;
	return 0;
}

static int set_noise(struct options *opts, int side, const char *arg,
		     struct error *err)
{
	double phi;

	(void)side;
	if (!real_of(span_of(arg), false, &phi) || phi < 1)
		return fail(err, ERR_USAGE,
			    "--noise: \"%s\" is not a factor of 1 or more",
			    arg);
	opts->significance.noise = phi;
	return 0;
}

static int set_fdr(struct options *opts, int side, const char *arg,
		   struct error *err)
{
	double fdr;

	(void)side;
	if (!real_of(span_of(arg), false, &fdr) || fdr >= 1)
		return fail(err, ERR_USAGE,
			    "--fdr: \"%s\" is not between 0 and 1", arg);
	opts->significance.fdr = fdr;
	return 0;
}

static int set_bound(const char *option, const char *arg, double *bound,
		     bool *given, struct error *err)
{
	struct span number = span_of(arg);

	if (span_ends(number, "%"))
		number.len--;
	*given = true;
	if (!real_of(number, true, bound))
		return fail(err, ERR_USAGE, "%s: \"%s\" is not a percentage",
			    option, arg);
	return 0;
}

static int set_fail_above(struct options *opts, int side, const char *arg,
			  struct error *err)
{
	(void)side;
	return set_bound("--fail-above", arg, &opts->bounds.above,
			 &opts->bounds.above_given, err);
}

static int set_fail_row_above(struct options *opts, int side, const char *arg,
			      struct error *err)
{
	(void)side;
	return set_bound("--fail-row-above", arg, &opts->bounds.row,
			 &opts->bounds.row_given, err);
}

#define REGEX_MAX 4096

static int compile(const char *option, const char *arg, regex_t *regex,
		   struct error *err)
{
	char reason[256];

	// glibc goes as deep into its stack as an expression is nested, and may
	// try for ever to match what refers back.
	if (strlen(arg) > REGEX_MAX)
		return fail(err, ERR_USAGE,
			    "%s: an expression of over %d bytes", option,
			    REGEX_MAX);
	for (const char *p = arg; *p; p++)
		if (p[0] == '\\' && p[1] && char_is_digit(*++p))
			return fail(err, ERR_USAGE,
				    "%s: \"%s\": there are no"
				    " back-references",
				    option, arg);
	int code = regcomp(regex, arg, REG_EXTENDED);
	if (!code)
		return 0;
	regerror(code, regex, reason, sizeof(reason));
	return fail(err, ERR_USAGE, "%s: \"%s\": %s", option, arg, reason);
}

static int set_idle(struct options *opts, int side, const char *arg,
		    struct error *err)
{
	(void)side;
	opts->compare.idle = &opts->idle;
	return compile("--idle", arg, &opts->idle, err);
}

static int set_only(struct options *opts, int side, const char *arg,
		    struct error *err)
{
	(void)side;
	opts->view.only = &opts->only;
	return compile("--only", arg, &opts->only, err);
}

static int set_except(struct options *opts, int side, const char *arg,
		      struct error *err)
{
	(void)side;
	opts->view.except = &opts->except;
	return compile("--except", arg, &opts->except, err);
}

static int set_min_delta(struct options *opts, int side, const char *arg,
			 struct error *err)
{
	(void)side;
	opts->min_delta_given = true;
	if (!real_of(span_of(arg), true, &opts->view.min_delta))
		return fail(err, ERR_USAGE,
			    "--min-delta: \"%s\" is not a number of ticks",
			    arg);
	return 0;
}

static int set_min_percent(struct options *opts, int side, const char *arg,
			   struct error *err)
{
	struct span number = span_of(arg);

	(void)side;
	if (span_ends(number, "%"))
		number.len--;
	if (!real_of(number, true, &opts->view.min_percent))
		return fail(err, ERR_USAGE,
			    "--min-percent: \"%s\" is not a percentage", arg);
	return 0;
}

static int set_top(struct options *opts, int side, const char *arg,
		   struct error *err)
{
	uint64_t number;

	(void)side;
	if (span_count(span_of(arg), &number) != NUMBER_OK || !number)
		return fail(err, ERR_USAGE,
			    "--top: \"%s\" is not a number of rows", arg);
	opts->view.top = (size_t)number;
	return 0;
}

static const struct sort_name {
	const char *name;
	enum sort_key key;
	enum command commands;
} sort_names[] = {
	{ "delta", SORT_DELTA, COMMAND_DIFF },
	{ "magnitude", SORT_MAGNITUDE, COMMAND_DIFF },
	{ "percent", SORT_PERCENT, COMMAND_DIFF },
	{ "base", SORT_BASE, COMMAND_DIFF },
	{ "test", SORT_TEST, COMMAND_DIFF },
	{ "share", SORT_SHARE, COMMAND_DIFF },
	{ "significance", SORT_SIGNIFICANCE, COMMAND_DIFF },
	{ "sure", SORT_SURE, COMMAND_DIFF },
	{ "count", SORT_COUNT, COMMAND_SHOW },
	{ "share", SORT_COUNT, COMMAND_SHOW },
	{ "load", SORT_LOAD, COMMAND_SHOW },
	{ "address", SORT_ADDRESS, COMMAND_SHOW },
	{ "name", SORT_NAME, COMMAND_DIFF | COMMAND_SHOW },
};

static int set_sort(struct options *opts, int side, const char *arg,
		    struct error *err)
{
	char known[256] = "";

	(void)side;
	opts->sort_given = true;
	for (size_t i = 0; i < sizeof(sort_names) / sizeof(*sort_names); i++) {
		const struct sort_name *sort = &sort_names[i];

		if (!(sort->commands & opts->command))
			continue;
		if (!strcmp(arg, sort->name)) {
			opts->view.sort = sort->key;
			return 0;
		}
		snprintf(known + strlen(known), sizeof(known) - strlen(known),
			 "%s%s", *known ? ", " : "", sort->name);
	}
	return fail(err, ERR_USAGE, "--sort: no order \"%s\"; there are %s",
		    arg, known);
}

static int set_format(struct options *opts, int side, const char *arg,
		      struct error *err)
{
	char known[256] = "";

	(void)side;
	opts->output = output_find(arg);
	if (opts->output)
		return 0;
	for (size_t i = 0; outputs[i]; i++)
		snprintf(known + strlen(known), sizeof(known) - strlen(known),
			 "%s%s", i ? ", " : "", outputs[i]->name);
	return fail(err, ERR_USAGE, "--format: no format \"%s\"; there are %s",
		    arg, known);
}

static int set_output(struct options *opts, int side, const char *arg,
		      struct error *err)
{
	(void)side;
	opts->output_path = strcmp(arg, "-") ? arg : NULL;
	return check_file("--output", arg, err);
}

static int set_columns(struct options *opts, int side, const char *arg,
		       struct error *err)
{
	const struct column **columns;

	// A mistake is one for outputs without columns too.
	(void)side;
	opts->format.columns = arg;
	return columns_parse(opts->command == COMMAND_SHOW ? listing_columns :
							     diff_columns,
			     arg, &opts->arena, &columns, err);
}

static int set_color(struct options *opts, int side, const char *arg,
		     struct error *err)
{
	(void)side;
	if (!strcmp(arg, "auto"))
		opts->color = COLOR_AUTO;
	else if (!strcmp(arg, "always"))
		opts->color = COLOR_ALWAYS;
	else if (!strcmp(arg, "never"))
		opts->color = COLOR_NEVER;
	else
		return fail(err, ERR_USAGE,
			    "--color: \"%s\" is none of auto, always, never",
			    arg);
	return 0;
}

static int set_ties(struct options *opts, int side, const char *arg,
		    struct error *err)
{
	(void)side;
	opts->view.perl58_ties = !strcmp(arg, "perl58");
	if (!opts->view.perl58_ties && strcmp(arg, "name"))
		return fail(err, ERR_USAGE,
			    "--ties: \"%s\" is neither name nor perl58", arg);
	return 0;
}

/* Options without an argument only set a flag. */
#define FLAG(what, member)                                                     \
	static int set_##what(struct options *opts, int side, const char *arg, \
			      struct error *err)                               \
	{                                                                      \
		(void)side;                                                    \
		(void)arg;                                                     \
		(void)err;                                                     \
		opts->member = true;                                           \
		return 0;                                                      \
	}

FLAG(significant, view.significant)
FLAG(assume_zero, compare.assume_zero)
FLAG(keep_clones, keep_clones)
FLAG(no_idle, compare.no_idle)
FLAG(strict, strict)
FLAG(by_address, by_address)
FLAG(addresses, format.addresses)
FLAG(verbose, verbose)
FLAG(quiet, quiet)
FLAG(help, help)
FLAG(version, version)

static int set_vs(struct options *opts, int side, const char *arg,
		  struct error *err)
{
	(void)side;
	(void)arg;
	(void)err;
	opts->vs = true;
	ARENA_ROOM(&opts->arena, opts->groups, opts->nr_groups,
		   opts->cap_groups);
	opts->groups[opts->nr_groups++] = (struct group){ 0 };
	return 0;
}

#define BOTH (COMMAND_DIFF | COMMAND_SHOW)

/* In the order of the manual page; --help prints the same table. */
const struct option_spec option_specs[] = {
	{ .help = "Reading" },
	{ 'f', "from", "FORMAT", BOTH, SIDED_TOO, set_from,
	  "the input format, instead of finding it from the contents" },
	{ 0, "section", "N", BOTH, SIDED_TOO, set_section,
	  "which listing of a file that holds several" },
	{ 'm', "map", "FILE", BOTH, SIDED_TOO, set_map,
	  "System.map, kallsyms or nm output of a raw profile's kernel" },
	{ 'k', "vmlinux", "FILE", BOTH, SIDED_TOO, set_vmlinux,
	  "kernel image with a symbol table" },
	{ 0, "times", "FILE", COMMAND_DIFF, SIDED_TOO, set_times,
	  "times of the runs: a table, or what time(1) prints" },
	{ 0, "compat", "readprofile", BOTH, NOT_SIDED, set_compat,
	  "give ticks to symbols as readprofile(8) does" },
	{ 0, "assume-zero", NULL, COMMAND_DIFF, NOT_SIDED, set_assume_zero,
	  "count a symbol that a cut listing does not show as 0" },
	{ 0, "strict", NULL, BOTH, NOT_SIDED, set_strict,
	  "any doubt about the input is an error" },

	{ .help = "Comparing" },
	{ 0, "vs", NULL, COMMAND_DIFF, NOT_SIDED, set_vs,
	  "what follows is a test; what comes before are runs of base" },
	{ 0, "keep-clones", NULL, BOTH, NOT_SIDED, set_keep_clones,
	  "do not fold compiler clones into their function" },
	{ 0, "rename", "OLD=NEW", COMMAND_DIFF, NOT_SIDED, set_rename,
	  "base's OLD is test's NEW (repeatable)" },
	{ 'N', "normalize", "HOW", COMMAND_DIFF, NOT_SIDED, set_normalize,
	  "none, total, busy, robust, or the factor for test counts" },
	{ 0, "work", "BASE:TEST", COMMAND_DIFF, NOT_SIDED, set_work,
	  "work done during each profile, per run" },
	{ 0, "noise", "PHI", COMMAND_DIFF, NOT_SIDED, set_noise,
	  "the noise factor, instead of estimating it" },
	{ 0, "idle", "REGEX", BOTH, NOT_SIDED, set_idle,
	  "which symbols are idle, instead of a built-in list" },
	{ 0, "no-idle", NULL, BOTH, NOT_SIDED, set_no_idle,
	  "leave idle symbols out of the rows and the total" },

	{ .help = "Choosing" },
	{ 't', "min-delta", "N", COMMAND_DIFF, NOT_SIDED, set_min_delta,
	  "rows that changed by N ticks or more (classic, table and"
	  " markdown: 10)" },
	{ 'p', "min-percent", "P", COMMAND_DIFF, NOT_SIDED, set_min_percent,
	  "and by P percent of base or more" },
	{ 0, "only", "REGEX", BOTH, NOT_SIDED, set_only,
	  "rows whose name matches" },
	{ 0, "except", "REGEX", BOTH, NOT_SIDED, set_except,
	  "rows whose name does not match" },
	{ 'S', "significant", NULL, COMMAND_DIFF, NOT_SIDED, set_significant,
	  "rows that changed by more than noise" },
	{ 0, "fdr", "Q", COMMAND_DIFF, NOT_SIDED, set_fdr,
	  "how many of these may be noise after all (0.05)" },
	{ 'n', "top", "N", BOTH, NOT_SIDED, set_top,
	  "the N largest gains and the N largest losses; of show, N rows" },
	{ 's', "sort", "COLUMN", BOTH, NOT_SIDED, set_sort,
	  "delta, magnitude, percent, base, test, share, significance, sure or"
	  " name; of show, count, share, load, address or name" },
	{ 0, "by-address", NULL, COMMAND_SHOW, NOT_SIDED, set_by_address,
	  "each symbol apart, in address order, as readprofile(8) has it" },

	{ .help = "Writing" },
	{ 'F', "format", "NAME", BOTH, NOT_SIDED, set_format,
	  "classic, table, markdown, csv or json" },
	{ 'o', "output", "FILE", BOTH, NOT_SIDED, set_output,
	  "write FILE, whole or not at all" },
	{ 0, "columns", "LIST", BOTH, NOT_SIDED, set_columns,
	  "columns of table, markdown and csv" },
	{ 0, "addresses", NULL, COMMAND_SHOW, NOT_SIDED, set_addresses,
	  "with addresses, as readprofile -v" },
	{ 0, "color", "WHEN", BOTH, NOT_SIDED, set_color,
	  "auto, always or never" },
	{ 0, "label", "TEXT", COMMAND_DIFF, ONLY_SIDED, set_label,
	  "what to call this side" },
	{ 0, "ties", "ORDER", COMMAND_DIFF, NOT_SIDED, set_ties,
	  "among equal deltas: by name, or perl58, as the old script" },
	{ 0, "fail-above", "P", COMMAND_DIFF, NOT_SIDED, set_fail_above,
	  "exit 1 when a row or the total grew by P percent of base's busy"
	  " ticks" },
	{ 0, "fail-row-above", "P", COMMAND_DIFF, NOT_SIDED, set_fail_row_above,
	  "exit 1 when a row grew by P percent of itself" },
	{ 'v', "verbose", NULL, BOTH, NOT_SIDED, set_verbose,
	  "say more about what was done" },
	{ 'q', "quiet", NULL, BOTH, NOT_SIDED, set_quiet,
	  "no notes on standard error" },
	{ 'h', "help", NULL, BOTH, NOT_SIDED, set_help, "this text" },
	{ 'V', "version", NULL, BOTH, NOT_SIDED, set_version, "the version" },
	{ 0 },
};
