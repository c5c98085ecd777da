#include "diffprof/diff.h"

/* PROF as if its samples had been counted instead of weighed. */
static struct profile *unweighed(const struct profile *prof,
				 struct arena *arena)
{
	struct profile *copy = arena_alloc(arena, sizeof(*copy));

	*copy = *prof;
	copy->unit = "samples";
	copy->rows = arena_alloc(arena, prof->nr * sizeof(*copy->rows));
	copy->listed = 0;
	for (size_t i = 0; i < prof->nr; i++) {
		copy->rows[i] = prof->rows[i];
		copy->rows[i].count = prof->behind[i];
		copy->listed += prof->behind[i];
	}
	// What is cut off has no known samples either.
	copy->total = copy->listed;
	copy->has_total = !prof->cut;
	copy->behind = NULL;
	notes_init(&copy->notes, arena);
	return copy;
}

static void unweigh_side(struct side *side, struct arena *arena)
{
	struct profile **runs =
		arena_alloc(arena, side->nr_runs * sizeof(*runs));

	for (size_t i = 0; i < side->nr_runs; i++)
		runs[i] = unweighed(side->runs[i], arena);
	side->runs = runs;
}

int compare_samples(struct diff *diff, const struct compare_options *opts,
		    struct arena *arena, struct error *err)
{
	struct side base = diff->base, test = diff->test;
	struct diff *sampled = arena_alloc(arena, sizeof(*sampled));

	diff->sampled = NULL;
	for (size_t i = 0; i < diff->stride; i++)
		if (!diff_run(diff, i)->behind)
			return 0;
	unweigh_side(&base, arena);
	unweigh_side(&test, arena);
	if (compare(&base, &test, opts, diff->names, arena, sampled, err) < 0)
		return -1;
	// Rows depend on names alone, so these are the same.
	if (sampled->nr == diff->nr)
		diff->sampled = sampled;
	return 0;
}
