#include "settings.h"

#include <stdio.h>

int set_only(struct options *opts, int side, const char *arg, struct error *err)
{
	(void)side;
	opts->view.only = &opts->only;
	return compile_regex("--only", arg, &opts->only, err);
}

int set_except(struct options *opts, int side, const char *arg,
	       struct error *err)
{
	(void)side;
	opts->view.except = &opts->except;
	return compile_regex("--except", arg, &opts->except, err);
}

int set_min_delta(struct options *opts, int side, const char *arg,
		  struct error *err)
{
	(void)side;
	opts->min_delta_given = true;
	if (!option_real(span_of(arg), true, &opts->view.min_delta))
		return fail(err, ERR_USAGE,
			    "--min-delta: \"%s\" is not a number of ticks",
			    arg);
	return 0;
}

int set_min_percent(struct options *opts, int side, const char *arg,
		    struct error *err)
{
	struct span number = span_of(arg);

	(void)side;
	if (span_ends(number, "%"))
		number.len--;
	if (!option_real(number, true, &opts->view.min_percent))
		return fail(err, ERR_USAGE,
			    "--min-percent: \"%s\" is not a percentage", arg);
	return 0;
}

int set_top(struct options *opts, int side, const char *arg, struct error *err)
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

int set_sort(struct options *opts, int side, const char *arg, struct error *err)
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

static int set_annotated(struct options *opts, const char *arg,
			 struct error *err)
{
	char known[256] = "";

	for (size_t i = 0; annotated_outputs[i]; i++) {
		const char *name = annotated_outputs[i]->name;

		if (!strcmp(name, arg)) {
			opts->annotated = annotated_outputs[i];
			return 0;
		}
		snprintf(known + strlen(known), sizeof(known) - strlen(known),
			 "%s%s", i ? ", " : "", name);
	}
	return fail(err, ERR_USAGE,
		    "--format: annotate has no format \"%s\"; there are %s",
		    arg, known);
}

int set_context(struct options *opts, int side, const char *arg,
		struct error *err)
{
	uint64_t number;

	(void)side;
	opts->annotated_format.context = ANNOTATED_ALL;
	if (!strcmp(arg, "all"))
		return 0;
	if (span_count(span_of(arg), &number) != NUMBER_OK ||
	    number >= ANNOTATED_ALL)
		return fail(err, ERR_USAGE,
			    "--context: \"%s\" is neither a number of lines"
			    " nor \"all\"",
			    arg);
	opts->annotated_format.context = (uint32_t)number;
	return 0;
}

int set_format(struct options *opts, int side, const char *arg,
	       struct error *err)
{
	char known[256] = "";

	(void)side;
	if (opts->command == COMMAND_ANNOTATE)
		return set_annotated(opts, arg, err);
	opts->output = output_find(arg);
	if (opts->output)
		return 0;
	for (size_t i = 0; outputs[i]; i++)
		snprintf(known + strlen(known), sizeof(known) - strlen(known),
			 "%s%s", i ? ", " : "", outputs[i]->name);
	return fail(err, ERR_USAGE, "--format: no format \"%s\"; there are %s",
		    arg, known);
}

int set_output(struct options *opts, int side, const char *arg,
	       struct error *err)
{
	(void)side;
	opts->output_path = strcmp(arg, "-") ? arg : NULL;
	opts->to_stdout = !opts->output_path;
	return check_file("--output", arg, err);
}

int set_columns(struct options *opts, int side, const char *arg,
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

int set_to(struct options *opts, int side, const char *arg, struct error *err)
{
	struct output_options *format = &opts->format;
	struct mail_address *list;
	size_t nr = mail_address_list(span_of(arg), &opts->arena, &list);

	(void)side;
	if (!nr)
		return fail(err, ERR_USAGE,
			    "--to: \"%s\" is no address, nor several with"
			    " commas between them",
			    arg);
	for (size_t i = 0; i < nr; i++) {
		ARENA_ROOM(&opts->arena, opts->to, format->nr_to, opts->cap_to);
		opts->to[format->nr_to++] = list[i];
	}
	format->to = opts->to;
	return 0;
}

int set_subject(struct options *opts, int side, const char *arg,
		struct error *err)
{
	(void)side;
	opts->format.subject = arg;
	return span_trim(span_of(arg)).len ?
		       0 :
		       fail(err, ERR_USAGE, "--subject: the mail is about"
					    " nothing");
}

int set_flame(struct options *opts, int side, const char *arg,
	      struct error *err)
{
	(void)side;
	if (!strcmp(arg, "test"))
		opts->format.flame = FLAME_TEST;
	else if (!strcmp(arg, "base"))
		opts->format.flame = FLAME_BASE;
	else if (!strcmp(arg, "both"))
		opts->format.flame = FLAME_BOTH;
	else
		return fail(err, ERR_USAGE,
			    "--flame: \"%s\" is none of test, base, both", arg);
	return 0;
}

int set_color(struct options *opts, int side, const char *arg,
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

int set_ties(struct options *opts, int side, const char *arg, struct error *err)
{
	(void)side;
	opts->view.perl58_ties = !strcmp(arg, "perl58");
	if (!opts->view.perl58_ties && strcmp(arg, "name"))
		return fail(err, ERR_USAGE,
			    "--ties: \"%s\" is neither name nor perl58", arg);
	return 0;
}
