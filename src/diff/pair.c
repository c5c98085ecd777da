#include "pair.h"

#include <math.h>

#include "diffprof/release.h"

#include "squares.h"

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
						   symbol, &rename) :
					   symbol;
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
		if (from->user)
			flags[row] |= OF_USER;
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
		p->translations[i] =
			translate(diff_run(diff, i), names, true, &p->scratch);
		max_rows += diff_run(diff, i)->nr;
	}

	struct rename *renames =
		arena_zalloc(&p->scratch, (nr_renames + 1) * sizeof(*renames));
	for (size_t i = 0; i < nr_renames; i++) {
		renames[i].from =
			names_intern(names, span_of(p->opts->renames[i].from));
		renames[i].to =
			names_intern(names, span_of(p->opts->renames[i].to));
	}

	row_index_init(&p->index, names, max_rows, &p->scratch);
	diff->counts = arena_alloc(p->arena, (max_rows + 1) * diff->stride *
						     sizeof(*diff->counts));
	squares_begin(p, max_rows);
	p->test_size = arena_alloc(&p->scratch, max_rows * sizeof(float));
	p->flags = arena_alloc(&p->scratch, max_rows);
	p->match = arena_alloc(&p->scratch, max_rows);
	if (nr_renames || p->opts->find_renames) {
		p->renamed_from =
			arena_zalloc(&p->scratch, max_rows * sizeof(name_id));
		p->score = arena_zalloc(&p->scratch, max_rows);
	}

	for (size_t i = 0; i < diff->stride; i++) {
		join_places(&diff->places, diff_run(diff, i),
			    &p->translations[i], names, p->arena);
		if (take_run(p, i, renames, err) < 0)
			return -1;
		squares_take(p, i);
	}
	for (size_t i = 0; i < nr_renames; i++)
		if (!renames[i].used && !p->index.first[renames[i].to])
			return fail(
				err, ERR_USAGE,
				"--rename=%s=%s: neither is in the profiles",
				p->opts->renames[i].from,
				p->opts->renames[i].to);
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
		if (opts->find_renames)
			pair_similar(&p);
		failed = settle_rows(&p, err);
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

double busy_of_run(const struct diff *diff, size_t run)
{
	uint64_t total = diff->counts[diff->nr * diff->stride + run];

	if (total == COUNT_UNKNOWN)
		return NAN;
	return (double)(total - (diff->idle_left_out ? 0 : diff->idle[run]));
}
