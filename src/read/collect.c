#include "diffprof/samples.h"

#include "selecting.h"

/*
 * Rows by symbol and image: open addressing over indexes + 1.  Of each symbol
 * the latest is at hand, as it has few images.
 */
struct row_table {
	uint32_t *slot;
	size_t mask;
	uint32_t *latest; /* by symbol, below nr_latest: index + 1 */
	size_t nr_latest;
	struct arena *scratch;
};

static bool is_row_of(const struct profile *prof, uint32_t index,
		      const struct candidate *c)
{
	return index && prof->rows[index - 1].symbol == c->symbol &&
	       prof->rows[index - 1].image == c->image;
}

static size_t slot_of(const struct profile *prof, const struct row_table *t,
		      const struct candidate *c)
{
	const name_id pair[2] = { c->symbol, c->image };
	size_t i =
		names_hash((struct span){ (const char *)pair, sizeof(pair) }) &
		t->mask;

	while (t->slot[i] && !is_row_of(prof, t->slot[i], c))
		i = (i + 1) & t->mask;
	return i;
}

/* Room for one more row. */
static void table_room(const struct profile *prof, struct row_table *t)
{
	if (t->slot && 2 * prof->nr < t->mask)
		return;
	t->mask = t->slot ? 4 * t->mask + 3 : 4095;
	t->slot = arena_zalloc(t->scratch, (t->mask + 1) * sizeof(*t->slot));
	for (size_t i = 0; i < prof->nr; i++) {
		const struct candidate c = { .symbol = prof->rows[i].symbol,
					     .image = prof->rows[i].image };

		t->slot[slot_of(prof, t, &c)] = (uint32_t)i + 1;
	}
}

static uint32_t find_row(struct profile *prof, struct row_table *t,
			 const struct candidate *c)
{
	table_room(prof, t);
	size_t i = slot_of(prof, t, c);

	if (t->slot[i])
		return t->slot[i];
	ARENA_ROOM(&prof->arena, prof->rows, prof->nr, prof->cap);
	prof->rows[prof->nr++] = (struct profile_row){
		.symbol = c->symbol,
		.image = c->image,
		.user = is_user(c->mode),
	};
	return t->slot[i] = (uint32_t)prof->nr;
}

/* The row of C, which may be a new one. */
static struct profile_row *row_of(struct profile *prof, struct row_table *t,
				  const struct candidate *c)
{
	uint32_t index = c->symbol < t->nr_latest ? t->latest[c->symbol] : 0;

	if (!is_row_of(prof, index, c)) {
		index = find_row(prof, t, c);
		if (c->symbol < t->nr_latest)
			t->latest[c->symbol] = index;
	}
	return &prof->rows[index - 1];
}

static struct candidate candidate_of(const struct profile *prof,
				     const struct sample *sample,
				     const struct frame **frame)
{
	const struct samples *samples = prof->samples;
	uint32_t leaf = samples_leaf(samples, sample->key.node);
	struct candidate c = {
		.comm = sample->key.comm,
		.cpu = sample->key.cpu,
	};

	*frame = NULL;
	if (leaf != FRAME_NONE) {
		*frame = &samples->frames[leaf];
		c.symbol = (*frame)->symbol;
		c.image = (*frame)->image;
		if (samples->frame_source && samples->frame_source[leaf])
			c.source = &prof->sources[samples->frame_source[leaf]];
	}
	c.mode = mode_of(prof, sample->key.mode, c.image);
	return c;
}

bool filters_pass(const struct filters *filters, const struct profile *prof,
		  const struct sample *sample)
{
	const struct frame *frame;
	struct candidate c = candidate_of(prof, sample, &frame);

	return passes(filters, prof, &c);
}

static int take_sample(struct selecting *s, struct row_table *table,
		       struct sample *sample, name_id unknown,
		       struct error *err)
{
	struct profile *prof = s->prof;
	const struct frame *frame;
	struct candidate c = candidate_of(prof, sample, &frame);
	uint64_t count = s->sel->weigh ? sample->weight : sample->count;

	// What is left in the samples is what the rows are made of.
	if (sample->key.event != s->sel->event ||
	    !passes(&s->sel->filters, prof, &c)) {
		sample->count = 0;
		return 0;
	}
	s->passed++;
	if (!c.symbol)
		c.symbol = unknown;
	make_key(s, &c);

	struct profile_row *row = row_of(prof, table, &c);
	if (scaled(s, &count, err) < 0)
		return -1;
	if (count > COUNT_MAX - prof->listed)
		return fail(err, ERR_LIMIT,
			    "%s: the counts add up to more than 63 bits hold",
			    prof->path);
	row->count += count;
	prof->listed += count;
	if (frame && !grouped(s)) {
		row->addr = frame->start;
		row->size = frame->size;
	}
	if (prof->behind)
		prof->behind[row - prof->rows] += sample->count;
	sample->count = count;
	return 0;
}

/* The rows of what has several names. */
static void give_aliases(struct profile *prof, const struct row_table *table)
{
	const struct samples *samples = prof->samples;

	for (size_t i = 0; prof->nr && i < samples->nr_aliases; i++) {
		const struct sample_aliases *a = &samples->aliases[i];
		const struct candidate c = { .symbol = a->symbol,
					     .image = a->image };
		uint32_t index = table->slot[slot_of(prof, table, &c)];

		// Static functions may share a name: one list will do.
		if (index && !prof->rows[index - 1].aliases)
			prof->rows[index - 1].aliases = a->list;
	}
}

int select_samples(struct selecting *s, struct error *err)
{
	struct profile *prof = s->prof;
	const struct samples *samples = prof->samples;
	name_id unknown = names_intern(&prof->names, SPAN(SYMBOL_UNKNOWN));
	struct arena scratch = { 0 };
	struct row_table table = { .scratch = &scratch,
				   .nr_latest = prof->names.nr };
	int failed = 0;

	table.latest =
		arena_zalloc(&scratch, table.nr_latest * sizeof(*table.latest));
	if (s->sel->weigh)
		prof->behind =
			arena_zalloc(&prof->arena,
				     samples->nr_samples * sizeof(uint64_t));
	prof->nr = 0;
	prof->listed = 0;
	for (size_t i = 0; i < samples->nr_samples && !failed; i++)
		failed = take_sample(s, &table, &samples->samples[i], unknown,
				     err);
	if (!failed && !grouped(s))
		give_aliases(prof, &table);
	arena_release(&scratch);
	return failed;
}
