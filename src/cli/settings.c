#include "settings.h"

int check_file(const char *option, const char *arg, struct error *err)
{
	return *arg ? 0 :
		      fail(err, ERR_USAGE, "%s: the file has no name", option);
}

#define REGEX_MAX 4096

int compile_regex(const char *option, const char *arg, regex_t *regex,
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
FLAG(kernel, agree.filters.kernel)
FLAG(user, agree.filters.user)
FLAG(keep_clones, keep_clones)
FLAG(no_cache, no_cache)
FLAG(no_sandbox, no_sandbox)
FLAG(no_idle, compare.no_idle)
FLAG(maintainers, maintainers)
FLAG(strict, strict)
FLAG(by_address, by_address)
FLAG(addresses, format.addresses)
FLAG(verbose, verbose)
FLAG(quiet, quiet)
FLAG(interactive, interactive)
FLAG(asm, annotated_format.instructions)
FLAG(help, help)
FLAG(chains, record.chains)
FLAG(with_user, record.user)
FLAG(force, record.force)
FLAG(keep_going, keep_going)
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
/* All that read profiles, and all there are. */
#define READ (BOTH | COMMAND_INFO | COMMAND_MERGE | COMMAND_ANNOTATE)
#define ALL (READ | COMMAND_RECORD)
/* What an annotation is made of, as rows are. */
#define SIDES_TOO (COMMAND_DIFF | COMMAND_ANNOTATE)
#define ROWS (BOTH | COMMAND_ANNOTATE)

/* In the order of the manual page; --help prints the same table. */
const struct option_spec option_specs[] = {
	{ .help = "Recording" },
	{ 'r', "runs", "N", COMMAND_RECORD, NOT_SIDED, set_runs,
	  "run the command N times; each is a run of its own in FILE" },
	{ 0, "warmup", "N", COMMAND_RECORD, NOT_SIDED, set_warmup,
	  "run it N times before, unrecorded" },
	{ 0, "prepare", "COMMAND", COMMAND_RECORD, NOT_SIDED, set_prepare,
	  "run COMMAND by the shell before each run, unrecorded" },
	{ 0, "cooldown", "SECONDS", COMMAND_RECORD, NOT_SIDED, set_cooldown,
	  "wait so long between the runs" },
	{ 0, "live", "SECONDS", COMMAND_RECORD, NOT_SIDED, set_live,
	  "record the system for so long, without a command" },
	{ 0, "sampler", "NAME", COMMAND_RECORD, NOT_SIDED, set_sampler,
	  "proc (/proc/profile) or perf; else proc where the kernel was booted"
	  " with profile=" },
	{ 'e', "event", "EVENT", COMMAND_RECORD, NOT_SIDED, set_record_event,
	  "what perf is to count; cycles where the machine can, else"
	  " cpu-clock" },
	{ 'F', "frequency", "HZ", COMMAND_RECORD, NOT_SIDED, set_frequency,
	  "samples a second and CPU (997)" },
	{ 'g', "call-graph", NULL, COMMAND_RECORD, NOT_SIDED, set_chains,
	  "with call chains" },
	{ 0, "user", NULL, COMMAND_RECORD, NOT_SIDED, set_with_user,
	  "with the samples of programs, not of the kernel alone" },

	{ .help = "Reading" },
	{ 'f', "from", "FORMAT", READ, SIDED_TOO, set_from,
	  "the input format, instead of finding it from the contents" },
	{ 0, "section", "N", READ, SIDED_TOO, set_section,
	  "which listing of a file that holds several" },
	{ 'e', "event", "EVENT", ROWS, NOT_SIDED, set_event,
	  "the event of perf.data and the like, by name or by number from 1" },
	{ 'm', "map", "FILE", ROWS | COMMAND_MERGE, SIDED_TOO, set_map,
	  "symbols of the kernel: System.map, kallsyms or nm output" },
	{ 'k', "vmlinux", "FILE", ROWS | COMMAND_MERGE, SIDED_TOO, set_vmlinux,
	  "vmlinux, the kernel's image with a symbol table" },
	{ 0, "modules", "DIR", ROWS | COMMAND_MERGE, SIDED_TOO, set_modules,
	  "tree of kernel modules, for their symbols" },
	{ 0, "source", "DIR", ROWS, SIDED_TOO, set_source,
	  "source tree, for the text of lines, and for --maintainers" },
	{ 0, "no-cache", NULL, ROWS, NOT_SIDED, set_no_cache,
	  "neither use nor keep source lines found by other runs" },
	{ 0, "kernel", NULL, ROWS, NOT_SIDED, set_kernel,
	  "only the samples of the kernel and its modules" },
	{ 0, "user", NULL, ROWS, NOT_SIDED, set_user,
	  "only the samples of programs" },
	{ 0, "image", "REGEX", ROWS, NOT_SIDED, set_image,
	  "only the samples of images whose name matches" },
	{ 0, "comm", "REGEX", ROWS, NOT_SIDED, set_comm,
	  "only the samples of commands whose name matches" },
	{ 0, "cpu", "LIST", ROWS, NOT_SIDED, set_cpu,
	  "only the samples of these CPUs: 0-3,8" },
	{ 0, "weight", "period", ROWS, NOT_SIDED, set_weight,
	  "weigh samples by their period" },
	{ 0, "unit", "samples", ROWS, NOT_SIDED, set_unit,
	  "take counts without a unit for samples" },
	{ 0, "times", "FILE", COMMAND_DIFF, SIDED_TOO, set_times,
	  "times of the runs: a table, or what time(1) prints" },
	{ 0, "compat", "readprofile", BOTH, NOT_SIDED, set_compat,
	  "give ticks to symbols as readprofile(8) does" },
	{ 0, "assume-zero", NULL, SIDES_TOO, NOT_SIDED, set_assume_zero,
	  "count a symbol that a cut listing does not show as 0" },
	{ 'T', "files-from", "FILE", COMMAND_MERGE, NOT_SIDED, set_files_from,
	  "the names of profiles, one a line; - is standard input" },
	{ 0, "keep-going", NULL, COMMAND_MERGE, NOT_SIDED, set_keep_going,
	  "leave out files that cannot be used, with a note each" },
	{ 0, "strict", NULL, ROWS | COMMAND_MERGE, NOT_SIDED, set_strict,
	  "any doubt about the input is an error" },

	{ .help = "Comparing; of show, Grouping" },
	{ 0, "vs", NULL, SIDES_TOO, NOT_SIDED, set_vs,
	  "what follows is a test; what comes before are runs of base" },
	{ 'g', "group-by", "KEYS", BOTH, NOT_SIDED, set_group_by,
	  "symbol, image, file, dir[:N], line, inline, comm, cpu, or some" },
	{ 0, "keep-clones", NULL, ROWS, NOT_SIDED, set_keep_clones,
	  "do not fold compiler clones into their function" },
	{ 'M', "find-renames", "[=PERCENT]", SIDES_TOO, NOT_SIDED,
	  set_find_renames,
	  "pair functions gone from base with new ones of test that are so"
	  " alike (50)" },
	{ 0, "explain", NULL, COMMAND_DIFF, NOT_SIDED, set_explain,
	  "say of new and gone functions what became of them (-k)" },
	{ 0, "rename", "OLD=NEW", SIDES_TOO, NOT_SIDED, set_rename,
	  "base's OLD is test's NEW (repeatable)" },
	{ 'N', "normalize", "HOW", SIDES_TOO, NOT_SIDED, set_normalize,
	  "none, total, busy, robust, or the factor for test counts" },
	{ 0, "work", "BASE:TEST", SIDES_TOO, NOT_SIDED, set_work,
	  "work done during each profile, per run" },
	{ 0, "noise", "PHI", COMMAND_DIFF, NOT_SIDED, set_noise,
	  "the noise factor, instead of estimating it" },
	{ 0, "idle", "REGEX", ROWS, NOT_SIDED, set_idle,
	  "which symbols are idle, instead of a built-in list" },
	{ 0, "no-idle", NULL, ROWS, NOT_SIDED, set_no_idle,
	  "leave idle symbols out of the rows and the total" },

	{ .help = "Choosing" },
	{ 't', "min-delta", "N", COMMAND_DIFF, NOT_SIDED, set_min_delta,
	  "rows that changed by N or more (classic, table, markdown"
	  " and mail: 10)" },
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
	  "the N largest gains and the N largest losses; of show, the first N"
	  " rows" },
	{ 's', "sort", "COLUMN", BOTH, NOT_SIDED, set_sort,
	  "delta, magnitude, percent, base, test, share, significance, sure or"
	  " name; of show, count, share, load, address or name" },
	{ 0, "by-address", NULL, COMMAND_SHOW, NOT_SIDED, set_by_address,
	  "each symbol apart, in address order, as readprofile(8) has it" },

	{ .help = "Writing" },
	{ 0, "asm", NULL, COMMAND_ANNOTATE, NOT_SIDED, set_asm,
	  "by instruction instead of line" },
	{ 0, "context", "N", COMMAND_ANNOTATE, NOT_SIDED, set_context,
	  "so many lines around those with ticks (3), or all" },
	{ 'F', "format", "NAME", COMMAND_ANNOTATE, NOT_SIDED, set_format,
	  "classic, csv, json or html" },
	{ 'F', "format", "NAME", BOTH, NOT_SIDED, set_format,
	  "classic, table, markdown, mail, csv, json, html, svg,"
	  " folded or pprof" },
	{ 'o', "output", "FILE", ALL & ~COMMAND_INFO, NOT_SIDED, set_output,
	  "write FILE, whole or not at all" },
	{ 0, "force", NULL, COMMAND_RECORD, NOT_SIDED, set_force,
	  "replace FILE if there is one" },
	{ 0, "columns", "LIST", BOTH, NOT_SIDED, set_columns,
	  "columns of table, markdown and csv" },
	{ 0, "addresses", NULL, COMMAND_SHOW, NOT_SIDED, set_addresses,
	  "with addresses, as readprofile -v" },
	{ 0, "flame", "WHICH", BOTH, NOT_SIDED, set_flame,
	  "width of frames in flame graphs: test, base, both" },
	{ 0, "color", "WHEN", ROWS, NOT_SIDED, set_color,
	  "auto, always or never" },
	{ 0, "to", "ADDRESSES", BOTH, NOT_SIDED, set_to,
	  "a mail gets a head, and is to these (repeatable)" },
	{ 0, "subject", "TEXT", BOTH, NOT_SIDED, set_subject,
	  "a mail gets a head, and is about this" },
	{ 0, "maintainers", NULL, BOTH, NOT_SIDED, set_maintainers,
	  "whom each row concerns, by MAINTAINERS of the source tree" },
	{ 0, "label", "TEXT", SIDES_TOO, ONLY_SIDED, set_label,
	  "what to call this side" },
	{ 0, "ties", "ORDER", COMMAND_DIFF, NOT_SIDED, set_ties,
	  "among equal deltas: by name, or perl58, as the old script" },
	{ 0, "fail-above", "P", COMMAND_DIFF, NOT_SIDED, set_fail_above,
	  "exit 1 when a row or the total grew by P percent of all that is"
	  " not idle in base" },
	{ 0, "fail-row-above", "P", COMMAND_DIFF, NOT_SIDED, set_fail_row_above,
	  "exit 1 when a row grew by P percent of itself" },
	{ 'i', "interactive", NULL, BOTH, NOT_SIDED, set_interactive,
	  "walk about in it on the terminal; ? there lists the keys" },
	{ 0, "no-sandbox", NULL, READ, NOT_SIDED, set_no_sandbox,
	  "keep the right to do what reading does not need" },
	{ 'v', "verbose", NULL, ALL, NOT_SIDED, set_verbose,
	  "say more about what was done" },
	{ 'q', "quiet", NULL, ALL, NOT_SIDED, set_quiet,
	  "no notes on standard error" },
	{ 'h', "help", NULL, ALL, NOT_SIDED, set_help, "this text" },
	{ 'V', "version", NULL, ALL, NOT_SIDED, set_version, "the version" },
	{ 0 },
};
