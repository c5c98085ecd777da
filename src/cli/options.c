#include "options.h"

#include <getopt.h>
#include <unistd.h>

#include "browse.h"
#include "settings.h"

#define SPECS_MAX 64
/* getopt's value of an option: which spec, and which side it is for. */
#define VALUE(spec, side) (1000 + (int)(spec)*SIDES + (side))

static bool is_end(const struct option_spec *spec)
{
	return !spec->name && !spec->help;
}

static void add_long(struct option *longs, size_t *nr, const char *name,
		     const struct option_spec *spec, int value)
{
	longs[(*nr)++] = (struct option){
		.name = name,
		.has_arg = !spec->arg	       ? no_argument :
			   spec->arg[0] == '[' ? optional_argument :
						 required_argument,
		.val = value,
	};
}

/* getopt's tables from ours. */
static void make_tables(struct options *opts, struct option *longs,
			char *letters)
{
	size_t nr = 0;

	// Operands in their place between the options; ":" for our own words.
	*letters++ = '-';
	*letters++ = ':';
	for (size_t i = 0; !is_end(&option_specs[i]); i++) {
		const struct option_spec *spec = &option_specs[i];

		if (!spec->name || !(spec->commands & opts->command))
			continue;
		if (spec->letter) {
			*letters++ = spec->letter;
			if (spec->arg)
				*letters++ = ':';
			if (spec->arg && spec->arg[0] == '[')
				*letters++ = ':';
		}
		if (spec->sides != ONLY_SIDED)
			add_long(longs, &nr, spec->name, spec,
				 VALUE(i, SIDE_BOTH));
		if (spec->sides == NOT_SIDED || opts->command != COMMAND_DIFF)
			continue;
		add_long(longs, &nr,
			 arena_printf(&opts->arena, "base-%s", spec->name),
			 spec, VALUE(i, SIDE_BASE));
		add_long(longs, &nr,
			 arena_printf(&opts->arena, "test-%s", spec->name),
			 spec, VALUE(i, SIDE_TEST));
	}
	*letters = '\0';
	longs[nr] = (struct option){ 0 };
}

static void add_operand(struct options *opts, const char *path)
{
	struct group *group = &opts->groups[opts->nr_groups - 1];

	ARENA_ROOM(&opts->arena, group->paths, group->nr, group->cap);
	group->paths[group->nr++] = path;
}

static const struct option_spec *spec_of_letter(int letter)
{
	for (size_t i = 0; !is_end(&option_specs[i]); i++)
		if (option_specs[i].name && option_specs[i].letter == letter)
			return &option_specs[i];
	return NULL;
}

/* The long options that begin as WORD does, up to an equals sign. */
static const char *candidates(const struct option *longs, const char *word,
			      struct arena *arena)
{
	const char *list = NULL;

	for (size_t i = 0; longs[i].name; i++)
		if (!strncmp(longs[i].name, word, strcspn(word, "=")))
			list = arena_printf(arena, "%s%s--%s", list ? list : "",
					    list ? ", " : "", longs[i].name);
	return list;
}

/* What getopt_long() calls '?'. */
static int unknown_option(char **argv, const char *help,
			  const struct option *longs, struct arena *arena,
			  struct error *err)
{
	const char *word = argv[optind - 1];

	if (optopt >= 1000)
		return fail(err, ERR_USAGE, "%s: this option takes no argument",
			    word);
	if (optopt)
		return fail(err, ERR_USAGE, "no option -%c; see %s", optopt,
			    help);

	const char *list = candidates(longs, word + strspn(word, "-"), arena);
	if (list)
		return fail(err, ERR_USAGE, "%s: could be %s", word, list);
	return fail(err, ERR_USAGE, "no option %s; see %s", word, help);
}

static int take_options(int argc, char **argv, struct options *opts,
			struct error *err)
{
	struct option longs[3 * SPECS_MAX];
	char letters[3 * SPECS_MAX + 3];
	int value;

	make_tables(opts, longs, letters);
	optind = 1;
	opterr = 0;
	while ((value = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		const struct option_spec *spec;
		int side = SIDE_BOTH;

		if (value == 1) {
			add_operand(opts, optarg);
			continue;
		}
		if (value == '?')
			return unknown_option(argv,
					      opts->command == COMMAND_SHOW ?
						      "diffprof show --help" :
						      "diffprof --help",
					      longs, &opts->arena, err);
		if (value == ':')
			return fail(err, ERR_USAGE,
				    "%s needs an argument; see diffprof --help",
				    argv[optind - 1]);
		if (value >= 1000) {
			spec = &option_specs[(value - 1000) / SIDES];
			side = (value - 1000) % SIDES;
		} else {
			spec = spec_of_letter(value);
		}
		if (spec->set(opts, side, optarg, err) < 0)
			return -1;
	}
	// Everything behind "--" is an operand.
	for (; optind < argc; optind++)
		add_operand(opts, argv[optind]);
	return 0;
}

static int check_operands(struct options *opts, struct error *err)
{
	struct group *base = &opts->groups[0];
	size_t stdins = 0;

	for (size_t g = 0; g < opts->nr_groups; g++)
		for (size_t i = 0; i < opts->groups[g].nr; i++)
			stdins += !strcmp(opts->groups[g].paths[i], "-");
	for (int side = 0; side < SIDES; side++) {
		const char *map = opts->side[side].map;
		const char *image = opts->side[side].vmlinux;

		stdins += (map && !strcmp(map, "-")) +
			  (image && !strcmp(image, "-"));
	}
	if (stdins > 1)
		return fail(err, ERR_USAGE,
			    "standard input (-) can be read only once");

	for (size_t i = 0; i < base->nr && opts->command != COMMAND_SHOW; i++)
		if (!strcmp(base->paths[i], "show") && access("show", F_OK) < 0)
			return fail(
				err, ERR_USAGE,
				"show: no such file; as a command it comes"
				" first: diffprof show [OPTION]... PROFILE...");
	if (opts->command == COMMAND_SHOW)
		return base->nr ?
			       0 :
			       fail(err, ERR_USAGE,
				    "which profile? usage: diffprof show [OPTION]..."
				    " PROFILE...");
	if (opts->vs) {
		for (size_t g = 0; g < opts->nr_groups; g++)
			if (!opts->groups[g].nr)
				return fail(
					err, ERR_USAGE,
					"no profile %s --vs; usage: diffprof"
					" BASE... --vs TEST...",
					g ? "behind" : "before");
		return 0;
	}
	if (base->nr == 2) {
		const char *test = base->paths[--base->nr];

		ARENA_ROOM(&opts->arena, opts->groups, opts->nr_groups,
			   opts->cap_groups);
		opts->groups[opts->nr_groups++] = (struct group){ 0 };
		add_operand(opts, test);
		return 0;
	}
	// It may be a comparison already: see finished.h.
	if (base->nr == 1)
		return 0;
	if (!base->nr)
		return fail(err, ERR_USAGE,
			    "no profiles given; usage: diffprof"
			    " [OPTION]... BASE TEST");
	return fail(err, ERR_USAGE,
		    "%zu profiles: put --vs between the runs of base and those"
		    " of test",
		    base->nr);
}

int options_parse(int argc, char **argv, struct options *opts,
		  struct error *err)
{
	*opts = (struct options){ .command = COMMAND_DIFF,
				  .significance.fdr = 0.05,
				  .view.top = SIZE_MAX };
	ARENA_ROOM(&opts->arena, opts->groups, opts->nr_groups,
		   opts->cap_groups);
	opts->groups[opts->nr_groups++] = (struct group){ 0 };

	// A word is a subcommand only in the first place.
	if (argc > 1 && !strcmp(argv[1], "show")) {
		opts->command = COMMAND_SHOW;
		argc--;
		argv++;
	}
	if (take_options(argc, argv, opts, err) < 0)
		return -1;
	if (opts->help || opts->version)
		return 0;
	if (check_operands(opts, err) < 0)
		return -1;

	opts->compare.renames = opts->renames;
	opts->compare.nr_renames = opts->nr_renames;
	if (opts->interactive && (opts->output || opts->output_path))
		return fail(err, ERR_USAGE,
			    "-i: with %s nothing is shown to walk about in; of"
			    " the browser, w writes files",
			    opts->output ? "--format" : "--output");
	if (opts->interactive)
		opts->output = &output_browser;
	if (!opts->output && opts->output_path)
		opts->output = output_by_suffix(opts->output_path);
	if (!opts->output)
		opts->output = &output_classic;
	opts->view.zeros = opts->output->zeros;
	if (!opts->min_delta_given)
		opts->view.min_delta = opts->output->min_delta;
	if (!opts->sort_given && opts->command == COMMAND_SHOW)
		opts->view.sort = opts->by_address ? SORT_ADDRESS : SORT_COUNT;
	return 0;
}

struct side_options options_side(const struct options *opts, int side)
{
	struct side_options own = opts->side[side];
	const struct side_options *both = &opts->side[SIDE_BOTH];

	if (!own.from)
		own.from = both->from;
	if (!own.section)
		own.section = both->section;
	// A map for this side is not second to an image for both.
	if (!own.map && !own.vmlinux) {
		own.map = both->map;
		own.vmlinux = both->vmlinux;
	}
	if (!own.modules)
		own.modules = both->modules;
	if (!own.label)
		own.label = both->label;
	return own;
}

#define HELP_COLUMN 30
/* In a table, what stands behind this is for show. */
#define OF_SHOW "; of show, "

/* What TEXT of a table says to who uses COMMAND. */
static struct span help_for(const char *text, enum command command)
{
	const char *of_show = strstr(text, OF_SHOW);

	if (!of_show)
		return span_of(text);
	if (command == COMMAND_SHOW)
		return span_of(of_show + strlen(OF_SHOW));
	return (struct span){ text, (size_t)(of_show - text) };
}

/* Words from HELP_COLUMN on, wrapped at 80 columns. */
static void help_words(struct span rest, struct outbuf *out)
{
	struct span word;
	size_t column = HELP_COLUMN;

	while (span_word(&rest, &word)) {
		if (column > HELP_COLUMN && column + 1 + word.len > 79) {
			outbuf_char(out, '\n');
			outbuf_fill(out, ' ', HELP_COLUMN);
			column = HELP_COLUMN;
		}
		if (column > HELP_COLUMN) {
			outbuf_char(out, ' ');
			column++;
		}
		outbuf_span(out, word);
		column += word.len;
	}
	outbuf_char(out, '\n');
}

static void help_option(const struct option_spec *spec, enum command command,
			struct outbuf *out)
{
	size_t start = out->len;
	bool plain = spec->sides != ONLY_SIDED;

	if (spec->letter)
		outbuf_printf(out, "  -%c, ", spec->letter);
	else
		outbuf_text(out, "      ");
	outbuf_printf(out, "--%s%s%s%s", plain ? "" : "base-", spec->name,
		      spec->arg && spec->arg[0] != '[' ? "=" : "",
		      spec->arg ? spec->arg : "");
	size_t width = out->len - start;
	if (width + 2 > HELP_COLUMN) {
		outbuf_char(out, '\n');
		width = 0;
	}
	outbuf_fill(out, ' ', HELP_COLUMN - width);

	help_words(help_for(spec->help, command), out);
	if (spec->sides == NOT_SIDED || command != COMMAND_DIFF)
		return;
	outbuf_fill(out, ' ', 6);
	if (plain)
		outbuf_printf(out, "--base-%s, --test-%s: for one side\n",
			      spec->name, spec->name);
	else
		outbuf_printf(out, "--test-%s=%s\n", spec->name, spec->arg);
}

static void help_formats(struct outbuf *out)
{
	outbuf_text(out, "\nFormats:\n");
	for (size_t i = 0; readers[i]; i++) {
		size_t start = out->len;

		outbuf_printf(out, "  %s", readers[i]->name);
		outbuf_fill(out, ' ', HELP_COLUMN - (out->len - start));
		help_words(span_of(readers[i]->summary), out);
	}
}

void options_help(enum command command, struct outbuf *out)
{
	struct span group = { 0 };

	if (command == COMMAND_DIFF)
		outbuf_text(
			out,
			"usage: diffprof [OPTION]... BASE TEST\n"
			"       diffprof [OPTION]... BASE... --vs TEST..."
			" [--vs TEST...]...\n"
			"       diffprof show [OPTION]... PROFILE...\n"
			"       diffprof [OPTION]... COMPARISON\n"
			"Print what changed between the profiles of two kernels,"
			" from what gained most\nto what lost most.\n\n"
			"A profile is a perf.data, a /proc/profile, or what"
			" another tool made of one;\nsee Formats.  It is known by"
			" its contents and may be packed.  A directory\nstands"
			" for the profiles in it, and - is standard input.\n");
	else
		outbuf_text(out, "usage: diffprof show [OPTION]... PROFILE...\n"
				 "List one profile, or the sum of several, as"
				 " readprofile(8) does.\n");
	for (size_t i = 0; !is_end(&option_specs[i]); i++) {
		const struct option_spec *spec = &option_specs[i];

		if (!spec->name) {
			group = help_for(spec->help, command);
		} else if (spec->commands & command) {
			if (group.len)
				outbuf_printf(out, "\n%.*s:\n", (int)group.len,
					      group.ptr);
			group.len = 0;
			help_option(spec, command, out);
		}
	}
	help_formats(out);
	outbuf_text(out, command == COMMAND_SHOW ?
				 "\nExit status: 0 done, 2 trouble (nothing is"
				 " written).  See diffprof(1).\n" :
				 "\ndiffprof show --help lists the options of"
				 " show.\nExit status: 0 done, 1 over a --fail"
				 " bound, 2 trouble (nothing is written).\n"
				 "See diffprof(1).\n");
}
