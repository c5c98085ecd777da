#include "options.h"

#include <getopt.h>
#include <unistd.h>

#include "browse.h"
#include "command.h"
#include "settings.h"

#define SPECS_MAX 64
/* No option has a longer name. */
#define WORD_MAX 40
/* getopt's value of an option: which spec, and which side it is for. */
#define VALUE(spec, side) (1000 + (int)(spec)*SIDES + (side))


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

	// Operands in their place between the options, but for the words of a
	// command to be recorded; ":" for our own words.
	*letters++ = opts->command == COMMAND_RECORD ? '+' : '-';
	*letters++ = ':';
	for (size_t i = 0; !option_is_end(&option_specs[i]); i++) {
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
		if (spec->sides == NOT_SIDED ||
		    !command_has_sides(opts->command))
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

static const struct option_spec *spec_of_letter(const struct options *opts,
						int letter)
{
	for (size_t i = 0; !option_is_end(&option_specs[i]); i++)
		if (option_specs[i].name && option_specs[i].letter == letter &&
		    option_specs[i].commands & opts->command)
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

/*
 * How many letters A has to be changed by to be B: one is replaced, left out, put
 * in, or changes places with the next.
 */
static size_t distance(const char *a, size_t len_a, const char *b, size_t len_b)
{
	size_t rows[3][WORD_MAX + 1], *before = rows[0], *last = rows[1],
	       *now = rows[2];

	for (size_t k = 0; k <= len_b; k++)
		last[k] = k;
	for (size_t i = 1; i <= len_a; i++) {
		now[0] = i;
		for (size_t k = 1; k <= len_b; k++) {
			size_t least = last[k - 1] + (a[i - 1] != b[k - 1]);

			if (last[k] + 1 < least)
				least = last[k] + 1;
			if (now[k - 1] + 1 < least)
				least = now[k - 1] + 1;
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] &&
			    a[i - 2] == b[k - 1] && before[k - 2] + 1 < least)
				least = before[k - 2] + 1;
			now[k] = least;
		}
		size_t *was = before;
		before = last;
		last = now;
		now = was;
	}
	return last[len_b];
}

/* The long options that WORD may have been meant for: one letter in three. */
static const char *near_misses(const struct option *longs, const char *word,
			       struct arena *arena)
{
	size_t len = strcspn(word, "="), least = len / 3, nr = 0;
	const char *list = NULL;

	if (len > WORD_MAX)
		return NULL;
	for (size_t i = 0; longs[i].name; i++) {
		size_t off = distance(word, len, longs[i].name,
				      strlen(longs[i].name));

		if (off > least || (off == least && nr == 3))
			continue;
		if (off < least || !list)
			nr = 0;
		least = off;
		list = arena_printf(arena, "%s%s--%s", nr ? list : "",
				    nr ? " or " : "", longs[i].name);
		nr++;
	}
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
	list = near_misses(longs, word + strspn(word, "-"), arena);
	if (list)
		return fail(err, ERR_USAGE, "no option %.*s; did you mean %s?",
			    (int)strcspn(word, "="), word, list);
	return fail(err, ERR_USAGE, "no option %s; see %s", word, help);
}

/* How to ask for help. */
static const char *help_command(struct options *opts)
{
	const struct command_word *word = command_word(opts->command);

	return arena_printf(&opts->arena, "diffprof %s%s--help",
			    word ? word->word : "", word ? " " : "");
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
			return unknown_option(argv, help_command(opts), longs,
					      &opts->arena, err);
		if (value == ':')
			return fail(err, ERR_USAGE,
				    "%s needs an argument; see %s",
				    argv[optind - 1], help_command(opts));
		if (value >= 1000) {
			spec = &option_specs[(value - 1000) / SIDES];
			side = (value - 1000) % SIDES;
		} else {
			spec = spec_of_letter(opts, value);
		}
		if (spec->set(opts, side, optarg, err) < 0)
			return -1;
	}
	// Everything behind "--" is an operand.
	for (; optind < argc; optind++)
		add_operand(opts, argv[optind]);
	return 0;
}

static int no_operands(const struct options *opts, struct error *err)
{
	const struct command_word *word = command_word(opts->command);

	// The system as a whole, or names in a file.
	if (opts->record.live > 0 || opts->files_from)
		return 0;
	return fail(err, ERR_USAGE, "which %s? usage: diffprof %s %s",
		    opts->command == COMMAND_RECORD   ? "command" :
		    opts->command == COMMAND_ANNOTATE ? "profiles" :
							"profile",
		    word->word, word->usage);
}

/* PATH is no command in a place where it would be a file. */
static int check_no_word(const char *path, struct error *err)
{
	for (size_t i = 0; command_words[i].word; i++)
		if (!strcmp(path, command_words[i].word) &&
		    access(path, F_OK) < 0)
			return fail(err, ERR_USAGE,
				    "%s: no such file; as a command it comes"
				    " first: diffprof %s %s",
				    path, path, command_words[i].usage);
	return 0;
}

/* The first operand is no profile. */
static int take_symbol(struct options *opts, struct error *err)
{
	struct group *base = &opts->groups[0];

	if (!base->nr)
		return no_operands(opts, err);
	opts->symbol = base->paths[0];
	base->paths++;
	base->nr--;
	base->cap--;
	return 0;
}

static int check_operands(struct options *opts, struct error *err)
{
	struct group *base = &opts->groups[0];
	size_t stdins = 0;

	// What is to be run may have any words.
	if (opts->command == COMMAND_RECORD)
		return base->nr ? 0 : no_operands(opts, err);
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

	if (!command_has_sides(opts->command))
		return base->nr ? 0 : no_operands(opts, err);
	if (opts->command == COMMAND_ANNOTATE && take_symbol(opts, err) < 0)
		return -1;
	for (size_t i = 0; i < base->nr; i++)
		if (check_no_word(base->paths[i], err) < 0)
			return -1;
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
	if (opts->command == COMMAND_ANNOTATE && base->nr < 2)
		return no_operands(opts, err);
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

/* Its rows are as those of classic; its own outputs print it. */
static void settle_annotated(struct options *opts)
{
	opts->output = &output_classic;
	opts->places = true;
	if (!opts->annotated && opts->output_path)
		opts->annotated = annotated_by_suffix(opts->output_path);
	if (!opts->annotated)
		opts->annotated = &annotated_classic;
}

/* Did the user name an image of a kernel? */
static bool names_image(const struct options *opts)
{
	for (int side = 0; side < SIDES; side++)
		if (opts->side[side].vmlinux)
			return true;
	return false;
}

int options_parse(int argc, char **argv, struct options *opts,
		  struct error *err)
{
	*opts = (struct options){ .command = COMMAND_DIFF,
				  .significance.fdr = 0.05,
				  .view.top = SIZE_MAX,
				  .annotated_format.context = 3 };
	ARENA_ROOM(&opts->arena, opts->groups, opts->nr_groups,
		   opts->cap_groups);
	opts->groups[opts->nr_groups++] = (struct group){ 0 };

	// A word is a subcommand only in the first place.
	for (size_t i = 0; command_words[i].word && argc > 1; i++)
		if (!strcmp(argv[1], command_words[i].word)) {
			opts->command = command_words[i].command;
			argc--;
			argv++;
			break;
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
	if (opts->command == COMMAND_ANNOTATE)
		settle_annotated(opts);
	if (opts->output && opts->output != &output_mail &&
	    (opts->format.to || opts->format.subject))
		return fail(err, ERR_USAGE,
			    "%s: is of a mail, and --format=%s is none",
			    opts->format.to ? "--to" : "--subject",
			    opts->output->name);
	if (!opts->output && (opts->format.to || opts->format.subject))
		opts->output = &output_mail;
	if (!opts->output && opts->output_path)
		opts->output = output_by_suffix(opts->output_path);
	if (!opts->output)
		opts->output = &output_classic;
	opts->places |= opts->output->lines && names_image(opts);
	opts->format.lines = opts->places;
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
	if (!own.source)
		own.source = both->source;
	if (!own.label)
		own.label = both->label;
	return own;
}
