/*
 * help.c - the text of --help, from the tables of commands and options
 */
#include "command.h"
#include "settings.h"

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
	if (spec->sides == NOT_SIDED || !command_has_sides(command))
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
	const struct command_word *word = command_word(command);
	struct span group = { 0 };

	if (command == COMMAND_DIFF)
		outbuf_text(
			out,
			"usage: diffprof [OPTION]... BASE TEST\n"
			"       diffprof [OPTION]... BASE... --vs TEST..."
			" [--vs TEST...]...\n"
			"       diffprof show [OPTION]... PROFILE...\n"
			"       diffprof annotate [OPTION]... SYMBOL BASE TEST\n"
			"       diffprof record [OPTION]... -o FILE --"
			" COMMAND [ARG]...\n"
			"       diffprof info [OPTION]... FILE...\n"
			"       diffprof merge [OPTION]... -o FILE"
			" PROFILE...\n"
			"       diffprof [OPTION]... COMPARISON\n"
			"Print what changed between the profiles of two kernels,"
			" from what gained most\nto what lost most.\n\n"
			"A profile is a perf.data, a /proc/profile, or what"
			" another tool made of one;\nsee Formats.  It is known by"
			" its contents and may be packed.  A directory\nstands"
			" for the profiles in it, and - is standard input.\n");
	else
		outbuf_printf(out, "usage: diffprof %s %s\n%s\n", word->word,
			      word->usage, word->about);
	for (size_t i = 0; !option_is_end(&option_specs[i]); i++) {
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
	if (command != COMMAND_RECORD)
		help_formats(out);
	outbuf_text(out, word ? word->ending :
				"\nFor the options of a command: diffprof"
				" COMMAND --help.\n"
				"Exit status: 0 done, 1 over a --fail"
				" bound, 2 trouble (nothing is written).\n"
				"See diffprof(1).\n");
}
