#include <stdlib.h>

#include "pairing.h"

static int by_row(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return (int)x->test - (int)y->test;
}

/*
 * List the names in PARTS[0..NR), which are those of one row, sorted.  Returns
 * whether base and test are made of the same names.
 */
static bool list_parts(struct pairing *p, const struct part *parts, size_t nr,
		       uint8_t flags, struct diff_row *row, size_t *used,
		       size_t *cap)
{
	struct diff *diff = p->diff;
	uint8_t plain = flags & (PLAIN_BASE | PLAIN_TEST);
	bool same = plain == 0 || plain == (PLAIN_BASE | PLAIN_TEST);

	if (!diff->parts) {
		ARENA_ROOM(p->arena, diff->parts, *used, *cap);
		diff->parts[(*used)++] = NAME_NONE;
	}
	row->parts = (uint32_t)*used;
	if (plain) {
		ARENA_ROOM(p->arena, diff->parts, *used, *cap);
		diff->parts[(*used)++] = row->symbol;
	}
	for (size_t i = 0; i < nr;) {
		uint8_t sides = 0;
		name_id name = parts[i].name;

		for (; i < nr && parts[i].name == name; i++)
			sides |= parts[i].test ? PLAIN_TEST : PLAIN_BASE;
		same &= sides == (PLAIN_BASE | PLAIN_TEST);
		ARENA_ROOM(p->arena, diff->parts, *used, *cap);
		diff->parts[(*used)++] = name;
	}
	ARENA_ROOM(p->arena, diff->parts, *used, *cap);
	diff->parts[(*used)++] = NAME_NONE;
	return same;
}

/* The sums and bounds of one side of a row, from its counts by run. */
static int settle_side(const struct side *side, bool assume_zero,
		       uint64_t *counts, uint64_t *sum, uint64_t *high,
		       bool *cut, struct error *err)
{
	*cut = false;
	// One run that shows it: nearly all rows of nearly all comparisons.
	if (side->nr_runs == 1 && counts[0] != COUNT_UNKNOWN) {
		*sum = *high = counts[0];
		return 0;
	}
	*sum = *high = 0;
	for (size_t i = 0; i < side->nr_runs; i++) {
		const struct profile *run = side->runs[i];
		uint64_t count = counts[i], most = count;

		if (count == COUNT_UNKNOWN) {
			count = most = 0;
			if (run->cut && !assume_zero) {
				*cut = true;
				most = run->unseen_max;
			} else {
				counts[i] = 0;
			}
		}
		if (count > COUNT_MAX - *sum)
			return fail(err, ERR_LIMIT,
				    "%s: the counts of the runs add up to more"
				    " than 63 bits hold",
				    run->path);
		*sum += count;
		if (*high == COUNT_UNKNOWN || most == COUNT_UNKNOWN ||
		    most > COUNT_MAX - *high)
			*high = COUNT_UNKNOWN;
		else
			*high += most;
	}
	return 0;
}

/* The sums, bounds and status of ROW from its counts by run. */
static int settle_row(struct diff *diff, struct diff_row *row, uint64_t *counts,
		      bool assume_zero, struct error *err)
{
	bool base_cut, test_cut;

	if (settle_side(&diff->base, assume_zero, counts, &row->base,
			&row->base_high, &base_cut, err) < 0 ||
	    settle_side(&diff->test, assume_zero, counts + diff->base.nr_runs,
			&row->test, &row->test_high, &test_cut, err) < 0)
		return -1;
	row->base_cut = base_cut;
	row->test_cut = test_cut;
	if (row->base_cut || row->test_cut)
		row->status = STATUS_UNCERTAIN;
	else if (!row->base && row->test)
		row->status = STATUS_NEW;
	else if (row->base && !row->test)
		row->status = STATUS_GONE;
	else
		row->status = STATUS_BOTH;
	return 0;
}

/*
 * What settle_row() does where there is one run a side and none is cut: then
 * what a run does not show is 0.
 */
static void settle_whole(struct diff_row *row, uint64_t *counts)
{
	for (size_t i = 0; i < 2; i++)
		if (counts[i] == COUNT_UNKNOWN)
			counts[i] = 0;
	row->base = row->base_high = counts[0];
	row->test = row->test_high = counts[1];
	row->status = !row->base && row->test ? STATUS_NEW :
		      row->base && !row->test ? STATUS_GONE :
						STATUS_BOTH;
}

static bool all_whole(const struct diff *diff, bool assume_zero)
{
	return diff->base.nr_runs == 1 && diff->test.nr_runs == 1 &&
	       (assume_zero ||
		!(diff_run(diff, 0)->cut || diff_run(diff, 1)->cut));
}

/* What the sides have in all: here, while the row is at hand. */
static void add_to_sides(struct diff *diff, const struct diff_row *row)
{
	diff->base.symbols += row->base != 0;
	diff->test.symbols += row->test != 0;
	diff->nr_uncertain += row->status == STATUS_UNCERTAIN;
	if (row->idle) {
		diff->base.idle += row->base;
		diff->test.idle += row->test;
	}
}

int settle_rows(struct pairing *p, struct error *err)
{
	struct diff *diff = p->diff;
	size_t used = 0, cap = 0, part = 0;
	bool whole = all_whole(diff, p->opts->assume_zero);
	const struct row_index index = p->index;
	size_t nr = 0;

	if (p->nr_parts)
		qsort(p->parts, p->nr_parts, sizeof(*p->parts), by_row);
	diff->rows = arena_alloc(p->arena, index.nr * sizeof(*diff->rows));
	for (uint32_t i = 0; i < index.nr; i++) {
		struct diff_row *row = &diff->rows[nr];
		uint64_t *counts = counts_of(diff, i);
		size_t first = part;
		uint8_t flags = p->flags[i];

		while (part < p->nr_parts && p->parts[part].row == i)
			part++;
		if (flags & GONE_INTO_OTHER)
			continue;
		*row = (struct diff_row){
			.symbol = index.symbol[i],
			.image = index.image[i],
			.test_size =
				p->test_size[i] / (float)diff->test.nr_runs,
			.user = flags & OF_USER,
		};
		if (whole)
			settle_whole(row, counts);
		else if (settle_row(diff, row, counts, p->opts->assume_zero,
				    err) < 0)
			return -1;
		row->idle =
			symbol_is_idle(diff->names, row->symbol, p->opts->idle);
		bool same = part == first ||
			    list_parts(p, p->parts + first, part - first, flags,
				       row, &used, &cap);
		if (row->status == STATUS_BOTH)
			row->match = p->match[i]     ? p->match[i] :
				     flags & RENAMED ? MATCH_RENAME :
				     same	     ? MATCH_NAME :
						       MATCH_FOLDED;
		if (p->renamed_from && (row->match == MATCH_RENAME ||
					row->match == MATCH_SIMILAR)) {
			row->renamed_from = p->renamed_from[i];
			row->score = p->score[i];
		}
		for (size_t k = 0; k < diff->stride && nr != i; k++)
			counts_of(diff, nr)[k] = counts[k];
		for (size_t k = 0; diff->squares && k < diff->stride; k++)
			diff->squares[nr * diff->stride + k] =
				diff->squares[i * diff->stride + k];
		add_to_sides(diff, row);
		nr++;
	}
	diff->nr = nr;
	return 0;
}
