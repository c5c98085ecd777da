#include "pair.h"

#include <stdlib.h>

#include "diffprof/release.h"

/* A name that was folded into a row. */
struct part {
	uint32_t row;
	name_id name;
	bool test;
};

enum { PLAIN_BASE = 1, PLAIN_TEST = 2, RENAMED = 4, GONE_INTO_OTHER = 8 };

struct pairing {
	struct diff *diff;
	const struct compare_options *opts;
	struct arena *arena;
	struct arena scratch;
	struct translation *translations;	/* by run, base's first */
	struct row_index index;
	float *test_size;	/* by row */
	uint8_t *flags;		/* by row: the above */
	uint8_t *match;		/* by row: set where it is no plain one */
	name_id *renamed_from;	/* by row */
	struct part *parts;
	size_t nr_parts, cap_parts;
};

bool kernel_drops_outside(const char *release)
{
	return release_at_least(release, 6, 11);
}

/* The common ids of the pairs to rename, and whether anybody has them. */
struct rename {
	name_id from, to;
	bool used;
};

static name_id renamed(const struct rename *renames, size_t nr, name_id raw,
		       name_id folded, struct rename **which)
{
	for (size_t i = 0; i < nr; i++)
		if (renames[i].from == raw || renames[i].from == folded) {
			*which = (struct rename *)&renames[i];
			return renames[i].to;
		}
	return folded;
}

static uint64_t *counts_of(const struct diff *diff, size_t row)
{
	return diff->counts + row * diff->stride;
}

static int add_count(uint64_t *to, uint64_t count, const char *path,
		     struct error *err)
{
	if (*to == COUNT_UNKNOWN)
		*to = 0;
	if (count > COUNT_MAX - *to)
		return fail(err, ERR_LIMIT,
			    "%s: the counts add up to more than 63 bits hold",
			    path);
	*to += count;
	return 0;
}

/* A row that nobody has shown yet; there are two runs at least. */
static void begin_row(struct pairing *p, uint64_t *counts, uint32_t row)
{
	counts[0] = counts[1] = COUNT_UNKNOWN;
	for (size_t i = 2; i < p->diff->stride; i++)
		counts[i] = COUNT_UNKNOWN;
	p->test_size[row] = 0;
	p->flags[row] = p->match[row] = 0;
}

static void add_part(struct pairing *p, uint32_t row, name_id name, bool test)
{
	ARENA_ROOM(&p->scratch, p->parts, p->nr_parts, p->cap_parts);
	p->parts[p->nr_parts++] = (struct part){ row, name, test };
}

static int take_run(struct pairing *p, size_t run, struct rename *renames,
		    struct error *err)
{
	const struct profile *prof = diff_run(p->diff, run);
	const struct translation t = p->translations[run];
	bool is_test = run >= p->diff->base.nr_runs;
	size_t nr_renames = is_test ? 0 : p->opts->nr_renames;
	// Copies, so that they need not be read again after each store.
	struct row_index index = p->index;
	uint64_t *all_counts = p->diff->counts;
	size_t stride = p->diff->stride;
	uint8_t *flags = p->flags;
	float *test_size = p->test_size;

	for (size_t i = 0; i < prof->nr; i++) {
		const struct profile_row *from = &prof->rows[i];
		name_id symbol = t.folded[from->symbol];
		name_id raw = t.raw && t.raw[from->symbol] ?
				      t.raw[from->symbol] :
				      symbol;
		struct rename *rename = NULL;
		name_id key = nr_renames ? renamed(renames, nr_renames, raw,
						   symbol, &rename) : symbol;
		size_t rows = index.nr;
		uint32_t row =
			row_index_add(&index, key, t.folded[from->image]);
		uint64_t *counts = all_counts + row * stride;

		if (row == rows)
			begin_row(p, counts, row);
		if (add_count(&counts[run], from->count, prof->path, err) < 0)
			return -1;
		if (rename && p->renamed_from) {
			rename->used = true;
			flags[row] |= RENAMED;
			p->renamed_from[row] = symbol;
		} else if (raw == symbol) {
			flags[row] |= is_test ? PLAIN_TEST : PLAIN_BASE;
		} else {
			add_part(p, row, raw, is_test);
		}
		if (is_test)
			test_size[row] += (float)from->size;
	}
	p->index = index;
	return 0;
}

static int take_runs(struct pairing *p, struct error *err)
{
	struct diff *diff = p->diff;
	struct names *names = diff->names;
	size_t max_rows = 0, nr_renames = p->opts->nr_renames;

	p->translations = arena_alloc(&p->scratch,
				      diff->stride * sizeof(*p->translations));
	for (size_t i = 0; i < diff->stride; i++) {
		p->translations[i] = translate(diff_run(diff, i), names, true,
					       &p->scratch);
		max_rows += diff_run(diff, i)->nr;
	}

	struct rename *renames = arena_zalloc(&p->scratch,
				(nr_renames + 1) * sizeof(*renames));
	for (size_t i = 0; i < nr_renames; i++) {
		renames[i].from = names_intern(names,
					span_of(p->opts->renames[i].from));
		renames[i].to = names_intern(names,
					span_of(p->opts->renames[i].to));
	}

	row_index_init(&p->index, names, max_rows, &p->scratch);
	diff->counts = arena_alloc(p->arena, (max_rows + 1) * diff->stride *
						     sizeof(*diff->counts));
	p->test_size = arena_alloc(&p->scratch, max_rows * sizeof(float));
	p->flags = arena_alloc(&p->scratch, max_rows);
	p->match = arena_alloc(&p->scratch, max_rows);
	p->renamed_from = nr_renames ?
		arena_zalloc(&p->scratch, max_rows * sizeof(name_id)) : NULL;

	for (size_t i = 0; i < diff->stride; i++)
		if (take_run(p, i, renames, err) < 0)
			return -1;
	for (size_t i = 0; i < nr_renames; i++)
		if (!renames[i].used &&
		    !p->index.first[renames[i].to])
			return fail(err, ERR_USAGE,
				    "--rename=%s=%s: neither is in the profiles",
				    p->opts->renames[i].from,
				    p->opts->renames[i].to);
	return 0;
}

/* Does one side only, of two that are both complete, have ticks in ROW? */
static bool one_sided(const struct pairing *p, uint32_t row, bool test)
{
	const uint64_t *counts = counts_of(p->diff, row);
	size_t nr_base = p->diff->base.nr_runs;

	for (size_t i = 0; i < p->diff->stride; i++) {
		bool here = (i >= nr_base) == test;

		if (here && counts[i] == COUNT_UNKNOWN)
			return false;
		if (!here &&
		    (counts[i] != COUNT_UNKNOWN ||
		     (diff_run(p->diff, i)->cut && !p->opts->assume_zero)))
			return false;
	}
	return !(p->flags[row] & GONE_INTO_OTHER);
}

/* Put base's counts of GONE into NEW, which only test has. */
static void merge(struct pairing *p, uint32_t gone, uint32_t new,
		  enum row_match match)
{
	uint64_t *from = counts_of(p->diff, gone),
		 *to = counts_of(p->diff, new);

	for (size_t i = 0; i < p->diff->base.nr_runs; i++)
		to[i] = from[i];
	p->match[new] = match;
	p->flags[gone] |= GONE_INTO_OTHER;
}

/* Rows that were named after different symbols of one address. */
static void pair_aliases(struct pairing *p)
{
	for (size_t run = 0; run < p->diff->stride; run++) {
		const struct profile *prof = diff_run(p->diff, run);
		const struct translation *t = &p->translations[run];
		bool is_test = run >= p->diff->base.nr_runs;

		for (size_t i = 0; prof->nr_aliases && i < prof->nr; i++) {
			const struct profile_row *from = &prof->rows[i];
			name_id image = t->folded[from->image];
			uint32_t row =
				from->aliases ?
					row_index_find(&p->index,
						       t->folded[from->symbol],
						       image) :
					UINT32_MAX;

			if (row == UINT32_MAX || !one_sided(p, row, is_test))
				continue;
			for (const name_id *alias =
				     prof->aliases + from->aliases;
			     *alias; alias++) {
				uint32_t other = row_index_find(&p->index,
						t->folded[*alias], image);

				if (other == UINT32_MAX ||
				    !one_sided(p, other, !is_test))
					continue;
				if (is_test)
					merge(p, other, row, MATCH_ALIAS);
				else
					merge(p, row, other, MATCH_ALIAS);
				break;
			}
		}
	}
}

/* Built in here, a module there: one row a side, in different images. */
static void pair_moved(struct pairing *p)
{
	for (uint32_t row = 0; p->index.names_shared && row < p->index.nr;
	     row++) {
		uint32_t other = p->index.first[p->index.symbol[row]] - 1;
		uint32_t third;

		// Of two rows with one name the newer is first in the chain.
		if (other == row || p->index.next[other] != row + 1 ||
		    p->index.next[row])
			continue;
		third = p->index.image[row] && p->index.image[other];
		if (third && one_sided(p, row, false) &&
		    one_sided(p, other, true))
			merge(p, row, other, MATCH_MOVED);
		else if (third && one_sided(p, row, true) &&
			 one_sided(p, other, false))
			merge(p, other, row, MATCH_MOVED);
	}
}

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
static int settle_row(struct diff *diff, struct diff_row *row,
		      uint64_t *counts, bool assume_zero, struct error *err)
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

static int make_rows(struct pairing *p, struct error *err)
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
		};
		if (whole)
			settle_whole(row, counts);
		else if (settle_row(diff, row, counts, p->opts->assume_zero,
				    err) < 0)
			return -1;
		row->idle = symbol_is_idle(diff->names, row->symbol,
					   p->opts->idle);
		bool same = part == first ||
			    list_parts(p, p->parts + first, part - first, flags,
				       row, &used, &cap);
		if (row->status == STATUS_BOTH)
			row->match = p->match[i]     ? p->match[i] :
				     flags & RENAMED ? MATCH_RENAME :
				     same	     ? MATCH_NAME :
						       MATCH_FOLDED;
		if (p->renamed_from && row->match == MATCH_RENAME)
			row->renamed_from = p->renamed_from[i];
		for (size_t k = 0; k < diff->stride && nr != i; k++)
			counts_of(diff, nr)[k] = counts[k];
		add_to_sides(diff, row);
		nr++;
	}
	diff->nr = nr;
	return 0;
}

int pair_rows(struct diff *diff, const struct compare_options *opts,
	      struct arena *arena, struct error *err)
{
	struct pairing p = { .diff = diff, .opts = opts, .arena = arena };

	diff->base.idle = diff->test.idle = 0;
	diff->base.symbols = diff->test.symbols = 0;
	int failed = take_runs(&p, err);
	if (!failed) {
		pair_aliases(&p);
		pair_moved(&p);
		failed = make_rows(&p, err);
	}
	arena_release(&p.scratch);
	return failed;
}

uint64_t *idle_by_run(const struct diff *diff, struct arena *arena)
{
	uint64_t *idle = arena_zalloc(arena, diff->stride * sizeof(*idle));

	for (size_t i = 0; i < diff->nr; i++)
		for (size_t k = 0; diff->rows[i].idle && k < diff->stride; k++)
			if (counts_of(diff, i)[k] != COUNT_UNKNOWN)
				idle[k] += counts_of(diff, i)[k];
	return idle;
}
