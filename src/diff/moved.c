/*
 * moved.c - rows that did not change, and moved all the same
 *
 * When length, work or speed of the runs differ, every row has that in it.  This
 * is looked for whether or not verdicts are asked for, so it must not cost.
 */
#include "diffprof/caution.h"

#include <math.h>

#include "exposure.h"
#include "pair.h"

#define MOVED_BY 0.05
#define MOVED_SE 3

static bool has_moved(const struct robust *rows)
{
	double moved = rows->r - 1;

	return isfinite(moved) && fabs(moved) > MOVED_BY &&
	       fabs(log(rows->r)) > MOVED_SE * rows->se;
}

/* For three digits of PERCENT, but no exponent. */
static int decimals(double percent)
{
	double size = fabs(percent);

	return size < 10 ? 2 : size < 100 ? 1 : 0;
}

void moved_note(struct diff *diff, const struct robust *rows)
{
	// Whoever gave the factor, or the work, knows.
	bool given = diff->norm.how == NORMALIZE_FACTOR ||
		     diff->norm.how == NORMALIZE_WORK;

	if (diff->norm.how == NORMALIZE_ROBUST || !has_moved(rows))
		return;
	notes_add(&diff->notes, given ? NOTE_HINT : NOTE_DOUBT,
		  "unchanged-moved", NULL,
		  "the rows that did not change are %+.*f%% (+- %.2g%%) as a"
		  " whole: length, work or speed of the runs differ, and every"
		  " row has that in it; try --normalize=robust, or --work if"
		  " the work is known",
		  decimals(100 * (rows->r - 1)), 100 * (rows->r - 1),
		  100 * rows->se);
	notes_last_first(&diff->notes);
}

/* Of many more rows than this, so many say whether it is worth a closer look. */
#define SAMPLE 4096
/* What they may be off by. */
#define SAMPLE_MARGIN 0.01
#define SAMPLE_SE 4

/* Could the rows have moved?  Every so manieth tells enough to say no. */
static bool may_have_moved(const struct diff *diff, double r)
{
	double b[SAMPLE], t[SAMPLE];
	size_t step = (diff->nr + SAMPLE - 1) / SAMPLE, nr = 0;

	if (step < 4)
		return true;
	for (size_t i = 0; i < diff->nr; i += step) {
		if (!row_takes_part(&diff->rows[i]))
			continue;
		b[nr] = (double)diff->rows[i].base;
		t[nr++] = (double)diff->rows[i].test;
	}
	struct robust some = exposure_unchanged(stats_robust(b, t, nr), r);

	return !(fabs(log(some.r)) + SAMPLE_SE * some.se <
		 MOVED_BY - SAMPLE_MARGIN);
}

void caution_moved(struct diff *diff, struct arena *arena)
{
	struct diff *tested = diff->sampled ? diff->sampled : diff;
	struct arena scratch = { 0 };

	if (diff->norm.how == NORMALIZE_ROBUST || !part_has_samples(tested))
		return;
	if (diff->norm.how == NORMALIZE_BUSY && !tested->idle)
		tested->idle = idle_by_run(tested, arena);

	double r = exposure_find(tested, arena);
	if (!may_have_moved(tested, r))
		return;
	struct part part = part_of(tested, &scratch);
	struct robust rows =
		exposure_unchanged(stats_robust(part.b, part.t, part.nr), r);
	moved_note(diff, &rows);
	arena_release(&scratch);
}
