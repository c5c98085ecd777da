#include "selecting.h"

#include <math.h>

/* What tells rows of one symbol in several commands apart: "dd: read_zero". */
static void name_with_command(struct profile *prof, struct change *change)
{
	struct span comm = names_text(&prof->names, change->comm);
	struct span image = names_text(&prof->names, change->image);
	struct span symbol = names_text(&prof->names, change->symbol);

	if (!comm.len || span_eq(comm, image) || span_eq(comm, symbol))
		return;
	const char *key =
		arena_printf(&prof->arena, "%.*s: %.*s", (int)comm.len,
			     comm.ptr, (int)symbol.len, symbol.ptr);
	change->symbol = names_intern(&prof->names, span_of(key));
	prof->grouped = true;
}

/* The profile of test, as far as the comparison has its counts. */
static void take_test(struct profile *prof)
{
	size_t unknown = 0, nr = prof->nr_changes;
	double unit = pow(10, prof->scale), most = 0x1p62 / (double)(nr + 1);

	prof->rows = arena_alloc(&prof->arena, (nr + 1) * sizeof(*prof->rows));
	prof->nr = 0;
	prof->has_total = false;
	for (size_t i = 0; i < nr; i++) {
		const struct change *change = &prof->changes[i];
		double count = rint(change->test * unit);
		bool known = count >= 0 && count < most;

		if (change->is_total && known) {
			prof->total = (uint64_t)count;
			prof->has_total = true;
		} else if (known) {
			prof->rows[prof->nr++] = (struct profile_row){
				.symbol = change->symbol,
				.image = change->image,
				.count = (uint64_t)count,
				.user = is_user(change->mode),
			};
			prof->listed += (uint64_t)count;
		} else {
			unknown += !change->is_total;
		}
	}
	if (unknown)
		notes_add(&prof->notes, NOTE_DOUBT, "no-counts", prof->path,
			  "a finished comparison, of which this is test: %zu of"
			  " %zu rows have no count for it and are left out",
			  unknown, unknown + prof->nr);
	prof->cut = true;
	prof->unseen_max = COUNT_UNKNOWN;
	prof->changes = NULL;
	prof->nr_changes = 0;
	if (prof->scale)
		prof->unit = arena_printf(&prof->arena, "0.%0*d %s",
					  (int)prof->scale, 1, prof->unit);
}

/*
 * Of a finished comparison, what passes.  Its total says nothing of that any
 * more, and its rows are not added up: who knows what was cut off them.
 */
void select_changes(struct selecting *s)
{
	struct profile *prof = s->prof;
	const struct event *event = &prof->events[s->sel->event];
	bool filtered = filters_any(&s->sel->filters);
	size_t kept = 0;

	for (size_t i = 0; i < prof->nr_changes; i++) {
		struct change change = prof->changes[i];
		struct candidate c = {
			.symbol = change.symbol,
			.image = change.image,
			.comm = change.comm,
			.cpu = CPU_NONE,
			.mode = change.mode,
		};

		if (change.event != s->sel->event ||
		    (filtered &&
		     (change.is_total || !passes(&s->sel->filters, prof, &c))))
			continue;
		name_with_command(prof, &change);
		prof->changes[kept++] = change;
	}
	if (filtered && !kept)
		note_none(s, 0, NULL);
	prof->nr_changes = kept;
	prof->event = event;
	prof->unit = event->unit;
	prof->scale = event->scale;
	prof->cut = event->cut || filtered;
	if (s->sel->as_profile)
		take_test(prof);
}
