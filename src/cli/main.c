/*
 * diffprof - what changed between the profiles of two kernels
 */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diffprof/escape.h"
#include "diffprof/linecache.h"
#include "diffprof/sandbox.h"
#include "diffprof/term.h"
#include "diffprof/version.h"
#include "annotating.h"
#include "browse.h"
#include "confine.h"
#include "info.h"
#include "merger.h"
#include "recorder.h"

/*
 * Everything stays until the program ends: giving it back piece by piece would
 * only take time.
 */
static struct run {
	struct options opts;
	struct comparison comparison;
	struct outbuf out;
	int status; /* of what was recorded */
} run;

static void complain(const char *text)
{
	fprintf(stderr, "diffprof: %s\n", text);
}

/* An input that is cut short while it is mapped cannot be told otherwise. */
static void on_bus_error(int signo)
{
	static const char text[] =
		"diffprof: a file became shorter while it was read\n";

	(void)signo;
	term_rescue(); // NOLINT(bugprone-signal-handler,cert-sig30-c): it is safe
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0) {
		// Nothing is left to be done about it.
	}
	_exit(2);
}

/* Only what goes to a terminal is coloured, and cut to its width. */
static void settle_format(void)
{
	struct output_options *format = &run.opts.format;
	bool terminal = !run.opts.output_path && isatty(STDOUT_FILENO);
	const char *columns = getenv("COLUMNS");
	unsigned long wanted = columns ? strtoul(columns, NULL, 10) : 0;
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
	struct winsize size;

	format->color =
		run.opts.color == COLOR_ALWAYS ||
		(run.opts.color == COLOR_AUTO && terminal &&
		 !(no_color && *no_color) && term && strcmp(term, "dumb"));
	if (wanted && wanted <= UINT_MAX)
		format->width = (unsigned)wanted;
	else if (terminal && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		format->width = size.ws_col;
}

static void print_note(const struct note *note)
{
	struct outbuf line = { 0 };

	outbuf_text(&line, "diffprof: note: ");
	if (note->file) {
		escape_text(&line, span_of(note->file));
		outbuf_text(&line, ": ");
	}
	escape_text(&line, span_of(note->text));
	outbuf_char(&line, '\n');
	fwrite(line.data, 1, line.len, stderr);
	outbuf_release(&line);
}

/* So many notes of one kind are printed; of more only the first, unless -v. */
#define NOTES_ALIKE 3

static void print_notes(const struct notes *notes)
{
	for (const struct note *n = notes->first; n; n = n->next) {
		size_t alike = 0;
		bool first = false;

		if (n->level == NOTE_INFO && !run.opts.verbose)
			continue;
		for (const struct note *m = notes->first; m; m = m->next) {
			first |= m == n && !alike;
			alike += !strcmp(m->code, n->code);
		}
		if (first || alike <= NOTES_ALIKE || run.opts.verbose)
			print_note(n);
		if (first && alike > NOTES_ALIKE && !run.opts.verbose)
			fprintf(stderr,
				"diffprof: note: and %zu more of this"
				" kind (%s); -v prints them\n",
				alike - 1, n->code);
	}
}

/* A dump that was overwritten cannot be had again. */
static int spare_inputs(struct error *err)
{
	const char *path = run.opts.output_path;
	struct stat st;

	if (path && !stat(path, &st) && S_ISREG(st.st_mode) &&
	    input_was_opened(&st))
		return fail(err, ERR_USAGE,
			    "%s: is one of the inputs; -o would overwrite it",
			    path);
	return 0;
}

static int print_info(struct error *err)
{
	return info(&run.opts, &run.out, err) < 0 ?
		       -1 :
		       outbuf_write(&run.out, NULL, err);
}

static int merge(struct error *err)
{
	struct notes notes;

	notes_init(&notes, &run.opts.arena);
	if (merger_run(&run.opts, &run.out, &notes, err) < 0 ||
	    spare_inputs(err) < 0)
		return -1;
	if (!run.opts.quiet)
		print_notes(&notes);
	return outbuf_write(&run.out, run.opts.output_path, err);
}

static int take_recording(struct error *err)
{
	struct notes notes;

	notes_init(&notes, &run.opts.arena);
	if (recorder_run(&run.opts, &notes, &run.status, err) < 0)
		return -1;
	if (!run.opts.quiet)
		print_notes(&notes);
	return 0;
}

/* Strangers' files are read with nothing more than that takes. */
static void enter_sandbox(void)
{
	unsigned parts = 0;

	if (!confine(&run.opts, &parts) || !run.opts.verbose)
		return;
	if (!(parts & SANDBOX_FILES))
		fputs("diffprof: note: this kernel has no Landlock: files may"
		      " be written while others are read\n",
		      stderr);
	if (!(parts & SANDBOX_CALLS))
		fputs("diffprof: note: this kernel has no seccomp: programs may"
		      " be started while files are read\n",
		      stderr);
}

static int work(struct error *err)
{
	const struct comparison *c = &run.comparison;

	enter_sandbox();
	if (run.opts.interactive)
		return browse(&run.opts, &run.comparison.exceeded, err);
	if (run.opts.command == COMMAND_INFO)
		return print_info(err);
	if (run.opts.command == COMMAND_MERGE)
		return merge(err);
	if (run.opts.command == COMMAND_RECORD)
		return take_recording(err);
	if (comparison_make(&run.comparison, &run.opts, err) < 0)
		return -1;
	if (spare_inputs(err) < 0)
		return -1;
	settle_format();
	run.out.drains = !run.opts.output_path;
	if (run.opts.command == COMMAND_ANNOTATE ?
		    annotating_print(&run.comparison, &run.out, err) < 0 :
		    run.opts.output->print(c->views, c->nr_views,
					   &run.opts.format, &run.out, err) < 0)
		return -1;

	// Notes come first, but for rows that have left already.
	bool after = run.out.drained || run.opts.quiet;
	if (!after)
		print_notes(&c->notes);
	if (outbuf_write(&run.out, run.opts.output_path, err) < 0)
		return -1;
	if (after && !run.opts.quiet)
		print_notes(&c->notes);
	return 0;
}

static ssize_t swallow(void *cookie, const char *text, size_t len)
{
	(void)cookie;
	(void)text;
	return (ssize_t)len;
}

int main(int argc, char **argv)
{
	struct error err;

	// libRmath complains with printf(); nothing else here uses that.
	FILE *nowhere =
		fopencookie(NULL, "w",
			    (cookie_io_functions_t){ .write = swallow });
	if (nowhere)
		stdout = nowhere;

	signal(SIGBUS, on_bus_error);
	// A file over the limit is an error of write(), with its sentence.
	signal(SIGXFSZ, SIG_IGN);
	if (argc < 2) {
		fputs("usage: diffprof [OPTION]... BASE TEST\n"
		      "       diffprof show [OPTION]... PROFILE...\n"
		      "       diffprof --help\n",
		      stderr);
		return 2;
	}
	if (options_parse(argc, argv, &run.opts, &err) < 0)
		goto failed;
	if (!run.opts.no_cache)
		linecache_use();
	if (run.opts.help)
		options_help(run.opts.command, &run.out);
	else if (run.opts.version)
		outbuf_printf(&run.out, "diffprof %s\n", DIFFPROF_VERSION);
	if (run.opts.help || run.opts.version ?
		    outbuf_write(&run.out, NULL, &err) < 0 :
		    work(&err) < 0)
		goto failed;
	return run.comparison.exceeded ? 1 : run.status;
failed:
	complain(err.text);
	return run.status > 128 ? run.status : 2;
}
