#include "squares.h"

#include <math.h>

#include "diffprof/merged.h"

static double *squares_of(const struct diff *diff, size_t row)
{
	return diff->squares + row * diff->stride;
}

void squares_begin(struct pairing *p, size_t max_rows)
{
	struct diff *diff = p->diff;

	diff->squares = NULL;
	if (diff_measured(diff) == diff->stride)
		return;
	diff->squares = arena_zalloc(p->arena, (max_rows + 1) * diff->stride *
						       sizeof(*diff->squares));
}

static double square(uint64_t count)
{
	return (double)count * (double)count;
}

/* Of one run, whatever it adds up of a row, it is the square. */
static void take_single(struct pairing *p, size_t run)
{
	for (uint32_t row = 0; row < p->index.nr; row++) {
		uint64_t count = counts_of(p->diff, row)[run];

		squares_of(p->diff, row)[run] =
			count == COUNT_UNKNOWN ? 0 : square(count);
	}
}

/* Who has given a row its count: one, or several of one key. */
struct giver {
	name_id symbol; /* folded, and 1 */
	enum { GIVEN_ONCE, GIVEN_AGAIN, GIVEN_BY_OTHERS } how;
};

static void take_rows(struct pairing *p, size_t run, struct giver *givers)
{
	const struct profile *prof = diff_run(p->diff, run);
	const struct translation *t = &p->translations[run];

	for (size_t i = 0; i < prof->nr; i++) {
		name_id symbol = t->folded[prof->rows[i].symbol];
		uint32_t row = row_index_find(&p->index, symbol,
					      t->folded[prof->rows[i].image]);

		// It was renamed by hand.
		if (row == UINT32_MAX)
			continue;
		struct giver *giver = &givers[row];
		double *to = &squares_of(p->diff, row)[run];

		if (!giver->symbol) {
			*giver = (struct giver){ symbol + 1, GIVEN_ONCE };
			*to = prof->merged->by_row ?
				      (double)prof->merged->squares[i] :
				      NAN;
		} else {
			giver->how = giver->symbol == symbol + 1 ?
					     GIVEN_AGAIN :
					     GIVEN_BY_OTHERS;
			*to = NAN;
		}
	}
}

/* Of functions and images, what was kept besides their symbols. */
static void take_groups(struct pairing *p, size_t run, struct giver *givers)
{
	const struct profile *prof = diff_run(p->diff, run);
	const struct merged *merged = prof->merged;
	const struct translation *t = &p->translations[run];

	for (size_t i = 0; merged->by_row && i < merged->nr_groups; i++) {
		const struct merged_group *group = &merged->groups[i];

		if (&merged->events[group->event] != merged->event)
			continue;
		uint32_t row = row_index_find(&p->index,
					      t->folded[group->function],
					      t->folded[group->image]);
		if (row == UINT32_MAX || givers[row].how != GIVEN_AGAIN)
			continue;
		double *to = &squares_of(p->diff, row)[run];

		// In two modes at once: only the sums are known.
		*to = isnan(*to) ? (double)group->squares : NAN;
		if (isnan(*to))
			givers[row].how = GIVEN_BY_OTHERS;
	}
}

void squares_take(struct pairing *p, size_t run)
{
	const struct profile *prof = diff_run(p->diff, run);
	struct arena scratch = { 0 };

	if (!p->diff->squares)
		return;
	if (!prof->merged) {
		take_single(p, run);
		return;
	}
	struct giver *givers = arena_zalloc(
		&scratch, (p->index.nr + 1) * sizeof(*givers));
	// What somebody renamed has another row, of which nothing is known.
	for (uint32_t row = 0; row < p->index.nr; row++)
		if (p->flags[row] & RENAMED)
			squares_of(p->diff, row)[run] = NAN;
	take_rows(p, run, givers);
	take_groups(p, run, givers);
	arena_release(&scratch);
}
