/*
 * cells_choose.c - which columns a table has, and what stands over them
 */
#include "cells.h"

#include <math.h>

/* Is there a side of several runs, or one that was multiplied? */
static bool has_means(const struct view *views, size_t nr, bool *scaled)
{
	bool several = false;

	*scaled = false;
	for (size_t i = 0; i < nr; i++) {
		const struct diff *diff = views[i].diff;

		several |= diff->base.measured > 1 || diff->test.measured > 1;
		*scaled |= diff->norm.factor != 1;
	}
	return several;
}

/* The columns of the sides of these views. */
static const char *sides_of(const struct view *views, size_t nr,
			    enum narrow narrow, struct arena *arena)
{
	const struct diff *diff = views[0].diff;
	bool spread = nr == 1 && narrow != NARROW_PLAIN, scaled;

	if (has_means(views, nr, &scaled))
		return arena_printf(
			arena, "base_mean,%stest_mean%s",
			spread && diff->base.measured > 1 ? "base_sd," : "",
			spread && diff->test.measured > 1 ? ",test_sd" : "");
	return scaled ? "base,test_mean" : "base,test";
}

/* Are there names that were paired for being alike? */
static bool has_scores(const struct view *views, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		for (size_t k = 0; k < views[i].nr; k++) {
			const struct diff_row *row = views[i].rows[k];

			if (row->score)
				return true;
		}
	return false;
}

/* Does a text that states changes have the two sides of any? */
static bool states_sides(const struct diff *diff)
{
	for (size_t i = 0; i <= diff->nr; i++)
		if (!isnan(diff->stated->row[i].base) ||
		    !isnan(diff->stated->row[i].test))
			return true;
	return false;
}

static const char *listing_list(const struct listing *listing,
				const struct output_options *opts,
				struct arena *arena)
{
	return arena_printf(arena, "%scount,share,load,key%s",
			    opts->addresses ? "address," : "",
			    listing->concerns ? ",maintainers" : "");
}

static const char *diff_list(const struct view *views, size_t nr,
			     enum narrow narrow, struct arena *arena)
{
	static const char *const found[] = { "ci,q,mark,", "mark,", "" };
	const struct diff *diff = views[0].diff;
	const char *before = "delta,percent,";

	if (!diff->stated || states_sides(diff))
		before = arena_printf(
			arena, "%s,delta,percent,%s%s",
			sides_of(views, nr, narrow, arena),
			diff->significance ? found[narrow] : "",
			has_scores(views, nr) ? "score," : "");
	return arena_printf(arena, "%skey%s%s", before,
			    diff->explained ? ",explanation" : "",
			    diff->concerns ? ",maintainers" : "");
}

int cells_choose(const struct view *views, size_t nr,
		 const struct output_options *opts, enum narrow narrow,
		 struct arena *arena, const struct column ***columns,
		 struct error *err)
{
	const char *list = opts->columns;

	if (list)
		;
	else if (!views[0].diff)
		list = listing_list(views[0].listing, opts, arena);
	else
		list = diff_list(views, nr, narrow, arena);
	return columns_parse(views[0].set, list, arena, columns, err);
}

const char *cells_heading(const struct view *views, size_t nr,
			  const struct column *column)
{
	bool scaled;

	if (views[0].diff && !strcmp(column->name, "test_mean") &&
	    !has_means(views, nr, &scaled))
		return "test";
	return column->heading;
}
