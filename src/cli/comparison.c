#include "comparison.h"

#include <sys/stat.h>

#include "diffprof/caution.h"
#include "diffprof/explain.h"
#include "concerned.h"
#include "finished.h"
#include "timed.h"

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

static void name_sides(struct comparison *c, size_t nr)
{
	for (size_t g = 0; g < nr; g++) {
		const char *release = release_of(&c->runs[g]);

		c->sides[g] = (struct side){
			.runs = c->runs[g].run,
			.nr_runs = c->runs[g].nr,
			.label = release ? release :
					   base_name(path_of(&c->runs[g])),
		};
	}
	// Two boots of one kernel, or base/profile and test/profile.
	for (int tries = 0; tries < 2; tries++) {
		bool same = false;

		for (size_t g = 1; g < nr; g++)
			for (size_t k = 0; k < g; k++)
				same |= !strcmp(c->sides[g].label,
						c->sides[k].label);
		for (size_t g = 0; g < nr && same; g++) {
			const char *path = path_of(&c->runs[g]);

			c->sides[g].label = tries ? path : base_name(path);
		}
	}
	for (size_t g = 0; g < nr; g++) {
		struct side_options side =
			options_side(c->opts, c->opts->command == COMMAND_SHOW ?
						      SIDE_BOTH :
					      g ? SIDE_TEST :
						  SIDE_BASE);

		// Two listings of one mail.
		if (side.section && c->runs[g].nr == 1)
			c->sides[g].label =
				arena_printf(&c->arena, "%s section %u",
					     c->sides[g].label, side.section);
		if (c->opts->parted)
			c->sides[g].label = g ? "test" : "base";
		// One name cannot tell several tests apart.
		if (side.label && (g == 0 || nr == 2))
			c->sides[g].label = side.label;
	}
}

/* Does anything depend on what is significant? */
static bool needs_significance(const struct options *opts)
{
	return opts->view.significant || opts->bounds.above_given ||
	       opts->bounds.row_given || opts->view.sort == SORT_SIGNIFICANCE ||
	       opts->view.sort == SORT_SURE ||
	       opts->output->shows_significance(&opts->format);
}

/*
 * A bound that was exceeded.  What the display hides counts; --only and
 * --except restrict it.
 */
static int check_bounds(struct comparison *c, const struct view *view,
			struct error *err)
{
	struct arena scratch = { 0 };
	const struct diff *diff = view->diff;
	const struct bounds *bounds = &c->opts->bounds;

	if (!bounds->above_given && !bounds->row_given)
		return 0;
	if (significance_check_bounds(diff, bounds, err) < 0)
		return -1;
	for (size_t i = 0; i < diff->nr && !c->exceeded; i++) {
		const struct diff_row *row = &diff->rows[i];

		if (significance_exceeds(diff, row, bounds) &&
		    view_passes_names(view, &c->opts->view, row, &scratch))
			c->exceeded = true;
	}
	if (significance_exceeds(diff, &diff->total, bounds) &&
	    view_passes_names(view, &c->opts->view, &diff->total, &scratch))
		c->exceeded = true;
	arena_release(&scratch);
	return 0;
}

static void find_significance(struct comparison *c, struct diff *diff)
{
	significance_find(diff, &c->opts->significance, &c->arena);
	caution_add(diff);
	if (diff_measured(diff) == 2 &&
	    (c->opts->bounds.above_given || c->opts->bounds.row_given))
		notes_add(&diff->notes, NOTE_HINT, "one-run", NULL,
			  "--fail-above and --fail-row-above go by one run a"
			  " side, whose run-to-run noise is guessed; repeat"
			  " the runs for a verdict to rely on");
}

int comparison_explain(struct comparison *c, size_t view, struct error *err)
{
	struct input *base_image = load_image(c->loading, 0);
	struct input *test_image = load_image(c->loading, view + 1);
	const char *lacks = !base_image ? "base" : !test_image ? "test" : NULL;

	if (c->runs[0].run[0]->grouped)
		return fail(err, ERR_USAGE,
			    "--explain: is for functions, not for the groups of"
			    " --group-by");
	if (lacks)
		return fail(err, ERR_USAGE,
			    "--explain: needs the vmlinux of %s, with DWARF;"
			    " give it with --%s-vmlinux",
			    c->sides[base_image ? view + 1 : 0].label, lacks);
	return explain(&c->diffs[view], base_image, test_image, &c->arena, err);
}

/* Where that was asked for it must be possible. */
static int explain_rows(struct comparison *c, size_t view, struct error *err)
{
	bool asked = c->opts->explain;

	if (!asked && !c->opts->compare.find_renames)
		return 0;
	return comparison_explain(c, view, err) < 0 && asked ? -1 : 0;
}

static int make_diffs(struct comparison *c, struct error *err)
{
	size_t nr = c->opts->nr_groups - 1;
	bool significant = needs_significance(c->opts);

	c->diffs = arena_alloc(&c->arena, nr * sizeof(*c->diffs));
	c->views = arena_alloc(&c->arena, nr * sizeof(*c->views));
	for (size_t i = 0; i < nr; i++) {
		if (compare(&c->sides[0], &c->sides[i + 1], &c->opts->compare,
			    &c->names, &c->arena, &c->diffs[i], err) < 0)
			return -1;
		if (compare_samples(&c->diffs[i], &c->opts->compare, &c->arena,
				    err) < 0)
			return -1;
		if (explain_rows(c, i, err) < 0)
			return -1;
		if (significant)
			find_significance(c, &c->diffs[i]);
		else
			caution_moved(&c->diffs[i], &c->arena);
		view_diff(&c->diffs[i], &c->opts->view, &c->arena,
			  &c->views[i]);
		if (check_bounds(c, &c->views[i], err) < 0)
			return -1;
	}
	c->nr_views = nr;
	return compare_times(c->opts, c->sides, c->diffs, &c->arena, err);
}

static int make_finished(struct comparison *c)
{
	c->diffs = arena_alloc(&c->arena, sizeof(*c->diffs));
	c->views = arena_alloc(&c->arena, sizeof(*c->views));
	finished_make(c->opts, c->runs[0].run, &c->names, &c->arena, c->diffs,
		      c->views);
	c->nr_views = 1;
	return 0;
}

static int make_listing(struct comparison *c, struct error *err)
{
	struct listing_options opts = {
		.by_symbol = !c->opts->by_address && !c->opts->format.addresses,
		.as_readprofile = c->opts->as_readprofile,
		.idle = c->opts->compare.idle,
		.no_idle = c->opts->compare.no_idle,
	};

	if (listing_make(&c->sides[0], &opts, &c->names, &c->arena, &c->listing,
			 err) < 0)
		return -1;
	c->views = arena_alloc(&c->arena, sizeof(*c->views));
	view_listing(&c->listing, &c->opts->view, &c->arena, c->views);
	c->nr_views = 1;
	return 0;
}

/* The notes of all comparisons, each said once. */
static void join_notes(struct comparison *c)
{
	notes_init(&c->notes, &c->arena);
	for (size_t i = 0; i < c->nr_views; i++)
		notes_join(&c->notes,
			   c->diffs ? &c->diffs[i].notes : &c->listing.notes);
}

int comparison_refuse_doubts(const struct notes *notes, struct error *err)
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

/* Does the one file that was named hold base and test, as events? */
static bool holds_both(const struct options *opts)
{
	const struct reader *reader = options_side(opts, SIDE_BASE).from;
	const char *path = opts->groups[0].nr == 1 ? opts->groups[0].paths[0] :
						     "-";
	struct input in;
	struct error unused;
	struct stat st;
	bool both = false;

	// What comes through a pipe can be looked at once.
	if (opts->command != COMMAND_DIFF || opts->nr_groups != 1 ||
	    opts->agree.event || stat(path, &st) < 0 || !S_ISREG(st.st_mode) ||
	    input_open(path, &in, &unused) < 0)
		return false;
	if (reader || !reader_choose(&in, &reader, &unused))
		both = reader->holds_both && reader->holds_both(&in);
	input_close(&in);
	return both;
}

/* Take the one file for base, and once more for test. */
static void part(struct comparison *c)
{
	c->parted = *c->opts;
	c->parted.parted = true;
	c->parted.nr_groups = 2;
	c->parted.groups =
		arena_alloc(&c->arena, 2 * sizeof(*c->parted.groups));
	c->parted.groups[0] = c->parted.groups[1] = c->opts->groups[0];
	c->opts = &c->parted;
}

static int make(struct comparison *c, struct error *err)
{
	if (holds_both(c->opts))
		part(c);
	size_t nr = c->opts->nr_groups;

	c->runs = arena_zalloc(&c->arena, nr * sizeof(*c->runs));
	c->sides = arena_zalloc(&c->arena, nr * sizeof(*c->sides));
	if (load_groups(c->opts, &c->arena, c->runs, &c->loading, err) < 0)
		return -1;
	name_sides(c, nr);
	names_begin_with(&c->names, &c->runs[0].run[0]->names, &c->arena);
	if ((c->runs[0].run[0]->changes	      ? make_finished(c) :
	     c->opts->command == COMMAND_SHOW ? make_listing(c, err) :
						make_diffs(c, err)) < 0)
		return -1;
	if (concerned_wanted(c->opts) && concerned_find(c, err) < 0)
		return -1;
	join_notes(c);
	return c->opts->strict ? comparison_refuse_doubts(&c->notes, err) : 0;
}

int comparison_make(struct comparison *c, const struct options *opts,
		    struct error *err)
{
	*c = (struct comparison){ .opts = opts };
	if (make(c, err) == 0)
		return 0;
	comparison_release(c);
	return -1;
}

void comparison_release(struct comparison *c)
{
	load_release(c->loading);
	arena_release(&c->arena);
	*c = (struct comparison){ 0 };
}
