#include "selecting.h"

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
		    (filtered && (change.is_total || !passes(s, &c))))
			continue;
		name_with_command(prof, &change);
		prof->changes[kept++] = change;
	}
	prof->nr_changes = kept;
	prof->event = event;
	prof->unit = event->unit;
	prof->scale = event->scale;
	prof->cut = event->cut || filtered;
}
