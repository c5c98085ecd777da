#include "diffprof/caution.h"

#include <math.h>
#include <stdlib.h>

#include "exposure.h"

/* ---- a run unlike its siblings ------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double middle(const double *values, size_t nr, size_t without)
{
	double sorted[64] = { 0 };
	size_t used = 0;

	for (size_t i = 0; i < nr && used < 64; i++)
		if (i != without)
			sorted[used++] = values[i];
	qsort(sorted, used, sizeof(*sorted), by_size);
	return used % 2 ? sorted[used / 2] :
			  (sorted[used / 2 - 1] + sorted[used / 2]) / 2;
}

/* A run this many times as long as the median of the others is worth a word. */
#define UNLIKE 1.5

static void note_long_runs(struct diff *diff, const struct side *side,
			   size_t first)
{
	double ticks[64];
	size_t nr = side->nr_runs;

	if (nr < 3 || nr > 64)
		return;
	for (size_t i = 0; i < nr; i++) {
		size_t run = first + i;
		uint64_t total = diff->counts[diff->nr * diff->stride + run];

		if (total == COUNT_UNKNOWN)
			return;
		ticks[i] = (double)(total - (diff->idle_left_out ?
						     0 : diff->idle[run])) /
			   diff_runs_of(diff, run);
	}
	for (size_t i = 0; i < nr; i++) {
		double usual = middle(ticks, nr, i);

		if (ticks[i] <= UNLIKE * usual && usual <= UNLIKE * ticks[i])
			continue;
		notes_add(&diff->notes, NOTE_DOUBT, "run-differs",
			  side->runs[i]->path,
			  "this run has %.0f busy ticks, its siblings %.0f",
			  ticks[i], usual);
	}
}

static bool differ(const char *a, const char *b)
{
	return a && b && strcmp(a, b);
}

static void note_unlike(struct diff *diff, const struct side *side)
{
	const struct profile *first = side->runs[0];

	for (size_t i = 1; i < side->nr_runs; i++) {
		const struct profile *run = side->runs[i];

		if (differ(first->release, run->release))
			notes_add(&diff->notes, NOTE_DOUBT, "run-differs",
				  run->path, "this run is of kernel %s, but %s"
				  " is of %s", run->release, first->path,
				  first->release);
		else if (differ(first->build_id, run->build_id))
			notes_add(&diff->notes, NOTE_DOUBT, "run-differs",
				  run->path, "this run is of another build of"
				  " the kernel than %s", first->path);
		else if (first->step && run->step && first->step != run->step)
			notes_add(&diff->notes, NOTE_DOUBT, "run-differs",
				  run->path, "this run has steps of %u bytes,"
				  " but %s of %u: ticks between two functions"
				  " are not split alike", run->step,
				  first->path, first->step);
	}
}

/* ---- how small a change could show --------------------------------------- */

/* Of so many rows, those with most ticks in base. */
#define FLOOR_ROWS 3
/* What one would like to see of them. */
#define FLOOR_WANTED 0.05
/* Past so many ticks a longer recording shrinks counting noise only. */
#define TICKS_ENOUGH 5000

static size_t largest_rows(const struct diff *diff,
			   const struct diff_row **largest)
{
	size_t nr = 0;

	for (size_t i = 0; i < diff->nr; i++) {
		const struct diff_row *row = &diff->rows[i];
		size_t at = nr;

		if (!row->base || isnan(diff->significance->row[i].z))
			continue;
		while (at > 0 && largest[at - 1]->base < row->base)
			at--;
		if (at == FLOOR_ROWS)
			continue;
		nr += nr < FLOOR_ROWS;
		memmove(largest + at + 1, largest + at,
			(nr - at - 1) * sizeof(*largest));
		largest[at] = row;
	}
	return nr;
}

/* In percent of base. */
static double least_percent(const struct diff *diff, const struct diff_row *row)
{
	const struct significance *s = diff->significance;
	double b = (double)row->base;

	return 100 * stats_least_delta(b, s->r,
				       significance_of(diff, row)->phi, s->df,
				       false) / b;
}

/* So many runs nobody makes. */
#define RUNS_MANY 100

/* "repeat, 3 runs a side": as many as are NEEDED, and more than there are. */
static const char *repeat_runs(const struct diff *diff, double needed,
			       struct arena *arena)
{
	uint64_t most = diff->base.measured > diff->test.measured ?
				diff->base.measured :
				diff->test.measured;

	return arena_printf(arena, "repeat, %.0f runs a side",
			    ceil(fmax((double)most + 1, needed)));
}

/* What would show a change by FLOOR_WANTED in ROW, in words. */
static const char *what_would_do(const struct diff *diff,
				 const struct diff_row *row,
				 struct arena *arena)
{
	const struct significance *s = diff->significance;
	double phi = significance_of(diff, row)->phi;
	double b = (double)(diff_base_mean(diff, row));
	double t = (double)row->test / (double)diff->test.measured;
	double ticks = stats_ticks_needed(FLOOR_WANTED, s->r, phi);
	double runs = stats_runs_needed(FLOOR_WANTED, b, fmax(t, 1), phi,
					STATS_GUESSED_CV);
	double times = ticks / (double)row->base;

	if (runs > RUNS_MANY || (ticks < TICKS_ENOUGH && times > 1))
		return arena_printf(arena, "record %.*f times longer",
				    times < 10, times);
	return repeat_runs(diff, runs, arena);
}

static void note_floor(struct diff *diff)
{
	const struct diff_row *largest[FLOOR_ROWS + 1];
	struct arena *arena = diff->notes.arena;
	size_t nr = largest_rows(diff, largest);
	const char *list = "";

	if (!nr)
		return;
	double least = least_percent(diff, largest[0]);
	if (!isfinite(least))
		return;
	for (size_t i = 0; i < nr; i++) {
		struct span name = names_text(diff->names, largest[i]->symbol);

		list = arena_printf(arena, "%s%s%.*s %.2g%%", list,
				    i ? ", " : "", (int)name.len, name.ptr,
				    least_percent(diff, largest[i]));
	}
	if (least > 100 * FLOOR_WANTED)
		list = arena_printf(arena, "%s; to see %.0f%% in the first, %s",
				    list, 100 * FLOOR_WANTED,
				    what_would_do(diff, largest[0], arena));
	notes_add(&diff->notes, NOTE_INFO, "noise-floor", NULL,
		  "the least change that shows in the largest rows: %s", list);
}

/* More ticks are needed by a row that is tested with hundreds of others. */
#define AMONG_HUNDREDS 2.5

/* A change that looks large, and is nothing that could be told from noise. */
static void note_noise(struct diff *diff)
{
	const struct diff_row *largest = NULL;
	long double most = 0;

	for (size_t i = 0; i < diff->nr; i++) {
		const struct diff_row *row = &diff->rows[i];
		long double delta = fabsl(diff_delta(diff, row));

		if (diff->significance->row[i].verdict != VERDICT_NOISE ||
		    !row->base || !(delta > most))
			continue;
		largest = row;
		most = delta;
	}
	if (!largest || most < 10)
		return;

	double percent = diff_percent(diff, largest);
	struct span name = names_text(diff->names, largest->symbol);
	double fraction = (double)(diff_test_mean(diff, largest) /
				   diff_base_mean(diff, largest)) - 1;
	double phi = significance_of(diff, largest)->phi;
	double ticks = stats_ticks_needed(fraction, diff->significance->r, phi);
	if (!isfinite(ticks) || fabs(percent) < 5)
		return;
	if (diff->significance->tested >= 100)
		ticks *= AMONG_HUNDREDS;
	const char *how = "repeat the runs";
	double times = ticks / (double)largest->base;
	double runs = stats_runs_needed(
		fraction, (double)diff_base_mean(diff, largest),
		fmax(1, (double)largest->test / (double)diff->test.measured),
		phi, STATS_GUESSED_CV);
	if (ticks < TICKS_ENOUGH && times > 1.05)
		how = arena_printf(diff->notes.arena, "record %.*f times longer",
				   times < 10, times);
	else if (runs <= RUNS_MANY)
		how = repeat_runs(diff, runs, diff->notes.arena);
	notes_add(&diff->notes, NOTE_HINT, "within-noise", NULL,
		  "%.*s %+.1f%% is within noise; %s to tell", (int)name.len,
		  name.ptr, percent, how);
}

static void add_all(struct diff *diff)
{
	note_long_runs(diff, &diff->base, 0);
	note_long_runs(diff, &diff->test, diff->base.nr_runs);
	note_unlike(diff, &diff->base);
	note_unlike(diff, &diff->test);
	if (diff->significance->how == NOISE_UNKNOWN)
		notes_add(&diff->notes, NOTE_DOUBT, "not-samples", NULL,
			  "nothing is tested: these are no counts of samples");
	note_floor(diff);
	note_noise(diff);
}

void caution_add(struct diff *diff)
{
	if (diff->sampled) {
		// Of these only what the samples can tell.
		notes_init(&diff->sampled->notes, diff->notes.arena);
		add_all(diff->sampled);
		notes_join(&diff->notes, &diff->sampled->notes);
	} else {
		add_all(diff);
	}
	moved_note(diff, &diff->significance->unchanged);
}
