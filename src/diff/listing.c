#include "diffprof/listing.h"

#include "join.h"

struct making {
	struct listing *listing;
	const struct listing_options *opts;
	struct row_index index;
	uint32_t *first_run;	/* by row: the run that gave its size */
	struct arena *arena, scratch;
};

static int take_run(struct making *m, uint32_t run,
		    const struct translation *t, struct error *err)
{
	const struct profile *prof = m->listing->side.runs[run];

	for (size_t i = 0; i < prof->nr; i++) {
		const struct profile_row *from = &prof->rows[i];
		name_id symbol = t->folded[from->symbol];
		name_id image = t->folded[from->image];
		uint32_t nr = m->opts->by_symbol ?
			row_index_add(&m->index, symbol, image) :
			(uint32_t)m->index.nr++;
		struct listing_row *row = &m->listing->rows[nr];

		if (nr == m->listing->nr) {
			m->listing->nr++;
			m->first_run[nr] = run;
			*row = (struct listing_row){ .symbol = symbol,
						     .image = image,
						     .addr = from->addr,
						     .user = from->user };
		} else {
			row->addr = 0;
		}
		if (from->count > COUNT_MAX - row->count)
			return fail(err, ERR_LIMIT,
				    "%s: the counts add up to more than 63 bits"
				    " hold", prof->path);
		row->count += from->count;
		// The kernel has the function once, however many runs there are.
		if (m->first_run[nr] == run)
			row->size += from->size;
	}
	return 0;
}

/* Leave out rows without ticks, and idle ones if so asked; find the totals. */
static void settle(struct making *m)
{
	struct listing *l = m->listing;
	name_id unknown = names_intern(l->names, SPAN(SYMBOL_UNKNOWN));
	uint64_t apart = 0;
	size_t kept = 0;

	for (size_t i = 0; i < l->nr; i++) {
		struct listing_row *row = &l->rows[i];

		row->idle =
			symbol_is_idle(l->names, row->symbol, m->opts->idle);
		if (row->idle)
			l->side.idle += row->count;
		if (row->symbol == unknown && m->opts->as_readprofile)
			apart += row->count;
		else if (!row->count)
			continue;
		if (row->idle && m->opts->no_idle)
			continue;
		l->side.symbols += row->count != 0;
		l->rows[kept++] = *row;
	}
	l->nr = kept;
	l->unknown_apart = m->opts->as_readprofile;
	l->idle_left_out = m->opts->no_idle;
	l->total = (struct listing_row){
		.symbol = names_intern(l->names, SPAN("total")),
		.count = l->side.total,
		.size = l->side.runs[0]->text_size,
	};
	if (l->total.count != COUNT_UNKNOWN)
		l->total.count -= apart +
				  (m->opts->no_idle ? l->side.idle : 0);
}

int listing_make(const struct side *side, const struct listing_options *opts,
		 struct names *names, struct arena *arena,
		 struct listing *listing, struct error *err)
{
	struct making m = { .listing = listing, .opts = opts, .arena = arena };
	struct translation *t;
	size_t max_rows = 0;
	int failed = 0;

	*listing = (struct listing){ .side = *side, .names = names };
	notes_init(&listing->notes, arena);
	if (side_add_up(&listing->side, false, err) < 0)
		return -1;

	t = arena_alloc(&m.scratch, side->nr_runs * sizeof(*t));
	for (size_t i = 0; i < side->nr_runs; i++) {
		t[i] = translate(side->runs[i], names, opts->by_symbol,
				 &m.scratch);
		max_rows += side->runs[i]->nr;
	}
	row_index_init(&m.index, names, max_rows, &m.scratch);
	m.first_run = arena_alloc(&m.scratch, max_rows * sizeof(*m.first_run));
	listing->rows = arena_alloc(arena, max_rows * sizeof(*listing->rows));
	for (size_t i = 0; i < side->nr_runs && !failed; i++) {
		join_places(&listing->places, side->runs[i], &t[i], names,
			    arena);
		failed = take_run(&m, (uint32_t)i, &t[i], err);
	}
	if (!failed)
		settle(&m);
	for (size_t i = 0; i < side->nr_runs; i++)
		notes_join(&listing->notes, &side->runs[i]->notes);
	arena_release(&m.scratch);
	return failed;
}
