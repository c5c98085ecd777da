#include "finished.h"

#include "diffprof/stated.h"

/* What needs the profiles behind the comparison. */
static int check_options(const struct options *opts, const char *path,
			 struct error *err)
{
	const char *option = NULL;

	if (opts->output->chains && !opts->output->rows_will_do)
		option = "--format";
	else if (opts->bounds.above_given)
		option = "--fail-above";
	else if (opts->bounds.row_given)
		option = "--fail-row-above";
	else if (opts->compare.how != NORMALIZE_NONE)
		option = "--normalize";
	else if (opts->nr_renames)
		option = "--rename";
	else if (opts->compare.find_renames)
		option = "--find-renames";
	else if (opts->agree.nr_by)
		option = "--group-by";
	else if (opts->side[SIDE_BOTH].times || opts->side[SIDE_BASE].times ||
		 opts->nr_test_times)
		option = "--times";
	else if (opts->view.sort == SORT_SIGNIFICANCE ||
		 opts->view.sort == SORT_SURE || opts->view.sort == SORT_SHARE)
		option = "--sort";
	else if (opts->sort_given && (opts->view.sort == SORT_COUNT ||
				      opts->view.sort == SORT_LOAD ||
				      opts->view.sort == SORT_ADDRESS))
		option = "--sort";
	if (!option)
		return 0;
	return fail(err, ERR_USAGE,
		    "%s: is for profiles, and %s is a comparison that is"
		    " finished",
		    option, path);
}

int finished_check(const struct options *opts, struct profile *const *profs,
		   size_t nr, struct error *err)
{
	const struct profile *finished = NULL;

	for (size_t i = 0; i < nr && !finished; i++)
		if (profs[i]->changes)
			finished = profs[i];
	if (finished && nr > 1)
		return fail(err, ERR_USAGE,
			    "%s: a finished comparison, not a profile; alone,"
			    " `diffprof %s' prints it",
			    finished->path, finished->path);
	if (finished)
		return check_options(opts, finished->path, err);
	if (opts->command == COMMAND_DIFF && opts->nr_groups == 1)
		return fail(err, ERR_USAGE,
			    "only one profile, %s: name another"
			    " to compare it with, or list it with"
			    " `diffprof show %s'",
			    opts->groups[0].paths[0], opts->groups[0].paths[0]);
	return 0;
}

void finished_make(const struct options *opts, struct profile *const *prof,
		   struct names *names, struct arena *arena, struct diff *diff,
		   struct view *view)
{
	struct stated_options stated = {
		.base_label = opts->side[SIDE_BASE].label,
		.test_label = opts->side[SIDE_TEST].label,
		.idle = opts->compare.idle,
		.no_idle = opts->compare.no_idle,
	};
	struct view_options choose = opts->view;

	stated_make(prof, &stated, names, arena, diff);
	// It has been cut already, by whoever made it.
	if (!opts->min_delta_given)
		choose.min_delta = 0;
	if (!opts->sort_given)
		choose.sort =
			stated_has_deltas(diff) ? SORT_DELTA : SORT_PERCENT;
	view_diff(diff, &choose, arena, view);
}
