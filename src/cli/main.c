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

#include "diffprof/caution.h"
#include "diffprof/escape.h"
#include "diffprof/version.h"
#include "finished.h"
#include "load.h"
#include "timed.h"

/*
 * Everything that is loaded stays until the program ends: giving it back piece
 * by piece would only take time.
 */
static struct run {
	struct arena arena;
	struct options opts;
	struct names names;
	struct runs *runs; /* by group of operands */
	struct side *sides; /* likewise */
	struct diff *diffs;
	struct listing listing;
	struct view *views;
	size_t nr_views;
	struct outbuf out;
	bool exceeded; /* a --fail bound */
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
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0) {
		// Nothing is left to be done about it.
	}
	_exit(2);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* The kernel's release, if all runs are of one; else what the user named. */
static const char *release_of(const struct runs *runs)
{
	const char *release = runs->run[0]->release;

	for (size_t i = 1; i < runs->nr && release; i++)
		if (!runs->run[i]->release ||
		    strcmp(release, runs->run[i]->release))
			release = NULL;
	return release;
}

static const char *path_of(const struct runs *runs)
{
	return runs->directory ? runs->directory : runs->run[0]->path;
}

static void name_sides(size_t nr)
{
	for (size_t g = 0; g < nr; g++) {
		const char *release = release_of(&run.runs[g]);

		run.sides[g] = (struct side){
			.runs = run.runs[g].run,
			.nr_runs = run.runs[g].nr,
			.label = release ? release :
					   base_name(path_of(&run.runs[g])),
		};
	}
	// Two boots of one kernel, or base/profile and test/profile.
	for (int tries = 0; tries < 2; tries++) {
		bool same = false;

		for (size_t g = 1; g < nr; g++)
			for (size_t k = 0; k < g; k++)
				same |= !strcmp(run.sides[g].label,
						run.sides[k].label);
		for (size_t g = 0; g < nr && same; g++) {
			const char *path = path_of(&run.runs[g]);

			run.sides[g].label = tries ? path : base_name(path);
		}
	}
	for (size_t g = 0; g < nr; g++) {
		struct side_options side =
			options_side(&run.opts,
				     run.opts.command == COMMAND_SHOW ?
					     SIDE_BOTH :
				     g ? SIDE_TEST :
					 SIDE_BASE);

		// Two listings of one mail.
		if (side.section && run.runs[g].nr == 1)
			run.sides[g].label =
				arena_printf(&run.arena, "%s section %u",
					     run.sides[g].label, side.section);
		// One name cannot tell several tests apart.
		if (side.label && (g == 0 || nr == 2))
			run.sides[g].label = side.label;
	}
}

/* Does anything depend on what is significant? */
static bool needs_significance(void)
{
	const struct options *opts = &run.opts;

	return opts->view.significant || opts->bounds.above_given ||
	       opts->bounds.row_given || opts->view.sort == SORT_SIGNIFICANCE ||
	       opts->view.sort == SORT_SURE ||
	       opts->output->shows_significance(&opts->format);
}

/*
 * A bound that was exceeded.  What the display hides counts; --only and
 * --except restrict it.
 */
static int check_bounds(const struct view *view, struct error *err)
{
	struct arena scratch = { 0 };
	const struct diff *diff = view->diff;
	struct bounds *bounds = &run.opts.bounds;

	if (!bounds->above_given && !bounds->row_given)
		return 0;
	if (significance_check_bounds(diff, bounds, err) < 0)
		return -1;
	for (size_t i = 0; i < diff->nr && !run.exceeded; i++) {
		const struct diff_row *row = &diff->rows[i];

		if (significance_exceeds(diff, row, bounds) &&
		    view_passes_names(view, &run.opts.view, row, &scratch))
			run.exceeded = true;
	}
	if (significance_exceeds(diff, &diff->total, bounds) &&
	    view_passes_names(view, &run.opts.view, &diff->total, &scratch))
		run.exceeded = true;
	arena_release(&scratch);
	return 0;
}

static void find_significance(struct diff *diff)
{
	significance_find(diff, &run.opts.significance, &run.arena);
	caution_add(diff);
	if (diff->stride == 2 &&
	    (run.opts.bounds.above_given || run.opts.bounds.row_given))
		notes_add(&diff->notes, NOTE_HINT, "one-run", NULL,
			  "--fail-above and --fail-row-above go by one run a"
			  " side, whose run-to-run noise is guessed; repeat"
			  " the runs for a verdict to rely on");
}

static int make_diffs(struct error *err)
{
	size_t nr = run.opts.nr_groups - 1;
	bool significant = needs_significance();

	run.diffs = arena_alloc(&run.arena, nr * sizeof(*run.diffs));
	run.views = arena_alloc(&run.arena, nr * sizeof(*run.views));
	for (size_t i = 0; i < nr; i++) {
		if (compare(&run.sides[0], &run.sides[i + 1], &run.opts.compare,
			    &run.names, &run.arena, &run.diffs[i], err) < 0)
			return -1;
		if (compare_samples(&run.diffs[i], &run.opts.compare,
				    &run.arena, err) < 0)
			return -1;
		if (significant)
			find_significance(&run.diffs[i]);
		else
			caution_moved(&run.diffs[i], &run.arena);
		view_diff(&run.diffs[i], &run.opts.view, &run.arena,
			  &run.views[i]);
		if (check_bounds(&run.views[i], err) < 0)
			return -1;
	}
	run.nr_views = nr;
	return compare_times(&run.opts, run.sides, run.diffs, &run.arena, err);
}

static int make_finished(void)
{
	run.diffs = arena_alloc(&run.arena, sizeof(*run.diffs));
	run.views = arena_alloc(&run.arena, sizeof(*run.views));
	finished_make(&run.opts, run.runs[0].run, &run.names, &run.arena,
		      run.diffs, run.views);
	run.nr_views = 1;
	return 0;
}

static int make_listing(struct error *err)
{
	struct listing_options opts = {
		.by_symbol = !run.opts.by_address && !run.opts.format.addresses,
		.as_readprofile = run.opts.as_readprofile,
		.idle = run.opts.compare.idle,
		.no_idle = run.opts.compare.no_idle,
	};

	if (listing_make(&run.sides[0], &opts, &run.names, &run.arena,
			 &run.listing, err) < 0)
		return -1;
	run.views = arena_alloc(&run.arena, sizeof(*run.views));
	view_listing(&run.listing, &run.opts.view, &run.arena, run.views);
	run.nr_views = 1;
	return 0;
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

/* The notes of all comparisons, each said once. */
static struct notes all_notes(void)
{
	struct notes notes;

	notes_init(&notes, &run.arena);
	for (size_t i = 0; i < run.nr_views; i++)
		notes_join(&notes, run.diffs ? &run.diffs[i].notes :
					       &run.listing.notes);
	return notes;
}

static int refuse_doubts(const struct notes *notes, struct error *err)
{
	for (const struct note *note = notes->first; note; note = note->next)
		if (note->level == NOTE_DOUBT)
			return fail(err, ERR_FORMAT,
				    "%s%s%s (an error with"
				    " --strict)",
				    note->file ? note->file : "",
				    note->file ? ": " : "", note->text);
	return 0;
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

static int work(struct error *err)
{
	size_t nr = run.opts.nr_groups;

	run.runs = arena_zalloc(&run.arena, nr * sizeof(*run.runs));
	run.sides = arena_zalloc(&run.arena, nr * sizeof(*run.sides));
	if (load_groups(&run.opts, &run.arena, run.runs, err) < 0)
		return -1;
	name_sides(nr);
	names_begin_with(&run.names, &run.runs[0].run[0]->names, &run.arena);
	if ((run.runs[0].run[0]->changes      ? make_finished() :
	     run.opts.command == COMMAND_SHOW ? make_listing(err) :
						make_diffs(err)) < 0)
		return -1;

	struct notes notes = all_notes();
	if (run.opts.strict && refuse_doubts(&notes, err) < 0)
		return -1;
	if (spare_inputs(err) < 0)
		return -1;
	settle_format();
	if (run.opts.output->print(run.views, run.nr_views, &run.opts.format,
				   &run.out, err) < 0)
		return -1;
	if (!run.opts.quiet)
		print_notes(&notes);
	return outbuf_write(&run.out, run.opts.output_path, err);
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
	if (run.opts.help)
		options_help(run.opts.command, &run.out);
	else if (run.opts.version)
		outbuf_printf(&run.out, "diffprof %s\n", DIFFPROF_VERSION);
	if (run.opts.help || run.opts.version ?
		    outbuf_write(&run.out, NULL, &err) < 0 :
		    work(&err) < 0)
		goto failed;
	return run.exceeded ? 1 : 0;
failed:
	complain(err.text);
	return 2;
}
