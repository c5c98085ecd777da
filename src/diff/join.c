#include "join.h"

#include "diffprof/fold.h"
#include "diffprof/idle.h"
#include "diffprof/symfiles.h"

/* The common ids of names that are not folded, in ID_OF. */
static void enter_names(const struct profile *prof, struct names *names,
			name_id *id_of)
{
	const struct names *own = &prof->names;

	// The common table may have begun as this profile's.
	if (names->name == own->name) {
		for (name_id id = 0; id < own->nr; id++)
			id_of[id] = id;
		return;
	}
	// Two kernels have most of their functions in the same order, so the
	// name is likely the one behind the last.
	name_id next = 1;
	id_of[NAME_NONE] = NAME_NONE;
	for (name_id id = 1; id < own->nr; id++) {
		const struct name *name = &own->name[id];
		const struct name *likely = &names->name[next];
		struct span text = { name->ptr, name->len };

		if (next < names->nr && likely->hash == name->hash &&
		    span_eq((struct span){ likely->ptr, likely->len }, text)) {
			id_of[id] = next++;
			continue;
		}
		// The table is larger than the caches near the processor.
		if (id + 8 < own->nr)
			names_prefetch(names, name[8].hash);
		id_of[id] = names_intern_hashed(names, text, name->hash);
		// A name that is new here stands between two that are not.
		if (id_of[id] + 1 < names->nr)
			next = id_of[id] + 1;
	}
}

struct translation translate(const struct profile *prof, struct names *names,
			     bool folded, struct arena *scratch)
{
	size_t nr = prof->names.nr;
	struct translation t = {
		.folded = arena_alloc(scratch, nr * sizeof(*t.folded)),
	};

	enter_names(prof, names, t.folded);
	if (!folded || !prof->nr_folded)
		return t;
	t.raw = arena_zalloc(scratch, nr * sizeof(*t.raw));
	for (size_t i = 0; i < prof->nr_folded; i++) {
		const struct folded_name *name = &prof->folded[i];

		t.raw[name->id] = t.folded[name->id];
		t.folded[name->id] =
			names_intern_hashed(names, name->function, name->hash);
	}
	return t;
}

void row_index_init(struct row_index *index, const struct names *names,
		    size_t max_rows, struct arena *scratch)
{
	*index = (struct row_index){
		.first = arena_zalloc(scratch,
				      names->nr * sizeof(*index->first)),
		.next = arena_alloc(scratch, max_rows * sizeof(*index->next)),
		.image = arena_alloc(scratch, max_rows * sizeof(*index->image)),
		.symbol =
			arena_alloc(scratch, max_rows * sizeof(*index->symbol)),
		.scratch = scratch,
	};
}

/* Where the row of SYMBOL and IMAGE is in the table, or the free slot for it. */
static size_t shared_slot(const struct row_index *index, name_id symbol,
			  name_id image)
{
	const name_id key[2] = { symbol, image };
	size_t i = names_hash((struct span){ (const char *)key, sizeof(key) });

	for (;; i++) {
		uint32_t row = index->shared[i & index->mask];

		if (!row || (index->symbol[row - 1] == symbol &&
			     index->image[row - 1] == image))
			return i & index->mask;
	}
}

uint32_t row_index_find_shared(const struct row_index *index, name_id symbol,
			       name_id image)
{
	return index->shared[shared_slot(index, symbol, image)] - 1;
}

static void enter_shared(struct row_index *index, uint32_t row)
{
	index->shared[shared_slot(index, index->symbol[row],
				  index->image[row])] = row + 1;
	index->nr_shared++;
}

/* A table of at least twice as many slots as there are rows, and two more. */
static void make_room(struct row_index *index)
{
	const uint32_t *old = index->shared;
	size_t slots = old ? index->mask + 1 : 0;

	if (2 * (index->nr_shared + 2) < slots)
		return;
	index->mask = slots ? 2 * slots - 1 : 255;
	index->nr_shared = 0;
	index->shared =
		arena_zalloc(index->scratch, (index->mask + 1) * sizeof(*old));
	for (size_t i = 0; i < slots; i++)
		if (old[i])
			enter_shared(index, old[i] - 1);
}

void row_index_share(struct row_index *index, uint32_t row)
{
	uint32_t older = index->next[row] - 1;

	index->names_shared = true;
	make_room(index);
	// Until now that one was alone.
	if (!index->next[older])
		enter_shared(index, older);
	enter_shared(index, row);
}

void join_places(struct source_places *to, const struct profile *prof,
		 const struct translation *t, const struct names *names,
		 struct arena *arena)
{
	size_t nr = prof->places.nr < prof->names.nr ? prof->places.nr :
						       prof->names.nr;

	if (!nr)
		return;
	if (!to->of) {
		to->of = arena_zalloc(arena, names->nr * sizeof(*to->of));
		to->nr = names->nr;
	}
	for (name_id id = 1; id < nr; id++) {
		struct source_place place = prof->places.of[id];
		name_id key = t->folded[id];

		if (!place.file || key >= to->nr || to->of[key].file)
			continue;
		to->of[key] = (struct source_place){
			.file = t->raw && t->raw[place.file] ?
					t->raw[place.file] :
					t->folded[place.file],
			.line = place.line,
		};
	}
}

bool symbol_is_idle(const struct names *names, name_id symbol,
		    const regex_t *regex)
{
	struct span name = names_text(names, symbol);

	if (!regex)
		return idle_begins(names->name[symbol].start) &&
		       idle_is(symfiles_bare(fold(name, false)));
	return span_matches(name, regex);
}

int side_add_up(struct side *side, bool assume_zero, struct error *err)
{
	side->total = side->listed = side->measured = 0;
	for (size_t i = 0; i < side->nr_runs; i++) {
		const struct profile *run = side->runs[i];
		bool known = run->has_total || assume_zero;

		if (run->listed > COUNT_MAX - side->listed ||
		    (known && side->total != COUNT_UNKNOWN &&
		     run->total > COUNT_MAX - side->total))
			return fail(err, ERR_LIMIT,
				    "%s: the counts of the runs add up to more"
				    " than 63 bits hold",
				    run->path);
		side->listed += run->listed;
		side->measured += run->runs;
		if (!known)
			side->total = COUNT_UNKNOWN;
		else if (side->total != COUNT_UNKNOWN)
			side->total += run->total;
	}
	return 0;
}
