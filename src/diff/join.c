#include "join.h"

#include "diffprof/fold.h"
#include "diffprof/idle.h"

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
		t.folded[name->id] = names_intern_hashed(names, name->function,
							 name->hash);
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
	};
}

bool symbol_is_idle(const struct names *names, name_id symbol,
		    const regex_t *regex)
{
	struct span name = names_text(names, symbol);

	if (!regex)
		return idle_begins(names->name[symbol].start) &&
		       idle_is(fold(name, false));
	return span_matches(name, regex);
}

int side_add_up(struct side *side, bool assume_zero, struct error *err)
{
	side->total = side->listed = 0;
	for (size_t i = 0; i < side->nr_runs; i++) {
		const struct profile *run = side->runs[i];
		bool known = run->has_total || assume_zero;

		if (run->listed > COUNT_MAX - side->listed ||
		    (known && side->total != COUNT_UNKNOWN &&
		     run->total > COUNT_MAX - side->total))
			return fail(err, ERR_LIMIT,
				    "%s: the counts of the runs add up to more"
				    " than 63 bits hold", run->path);
		side->listed += run->listed;
		if (!known)
			side->total = COUNT_UNKNOWN;
		else if (side->total != COUNT_UNKNOWN)
			side->total += run->total;
	}
	return 0;
}
