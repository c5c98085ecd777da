#include "diffprof/stated.h"

#include <math.h>

#include "join.h"

static const struct stated_row nothing = { NAN, NAN, NAN, NAN };

static struct side side_of(struct profile *const *prof, const char *given,
			   const char *own, const char *other)
{
	return (struct side){
		.label = given ? given :
			 own   ? own :
				 other,
		.runs = prof,
		.nr_runs = 1,
		.measured = 1,
		.total = COUNT_UNKNOWN,
		.listed = COUNT_UNKNOWN,
	};
}

static enum row_status status_of(const struct change *change)
{
	switch ((enum change_presence)change->presence) {
	case PRESENT_NEW:
		return STATUS_NEW;
	case PRESENT_GONE:
		return STATUS_GONE;
	case PRESENT_UNSURE:
		return STATUS_UNCERTAIN;
	case PRESENT_BOTH:
		break;
	}
	return STATUS_BOTH;
}

static enum row_match match_of(const struct change *change)
{
	if (change->renamed_from)
		return change->score ? MATCH_SIMILAR : MATCH_RENAME;
	return change->presence == PRESENT_BOTH ? MATCH_NAME : MATCH_NONE;
}

static void add_row(struct diff *diff, struct statement *stated,
		    const struct change *change, const struct stated_row *says,
		    const struct translation *t, bool idle)
{
	struct diff_row *row = &diff->rows[diff->nr];

	*row = (struct diff_row){
		.symbol = t->folded[change->symbol],
		.image = t->folded[change->image],
		.renamed_from = t->folded[change->renamed_from],
		.status = (uint8_t)status_of(change),
		.match = (uint8_t)match_of(change),
		.score = change->score,
		.user = change->mode == MODE_USER ||
			change->mode == MODE_GUEST_USER,
		.idle = idle,
	};
	diff->base.symbols += row->status != STATUS_NEW;
	diff->test.symbols += row->status != STATUS_GONE;
	stated->row[diff->nr++] = *says;
}

static void note_decimals(struct diff *diff)
{
	unsigned scale = diff_decimals(diff);

	if (scale)
		notes_add(&diff->notes, NOTE_HINT, "decimals", NULL,
			  "changes are in %s, with %u decimal place%s; the"
			  " classic listing has them times 1%0*d",
			  !strcmp(diff->base.runs[0]->unit, "percent") ?
				  "percentage points" :
				  diff->base.runs[0]->unit,
			  scale, scale == 1 ? "" : "s", (int)scale, 0);
}

static void note_nothing_tested(struct diff *diff)
{
	notes_add(&diff->notes, NOTE_INFO, "not-samples", NULL,
		  "nothing is tested: the counts behind a finished comparison"
		  " are not in it");
}

void stated_make(struct profile *const *prof, const struct stated_options *opts,
		 struct names *names, struct arena *arena, struct diff *diff)
{
	const struct profile *from = *prof;
	struct arena scratch = { 0 };
	struct statement *stated = arena_zalloc(arena, sizeof(*stated));
	struct translation t = translate(from, names, false, &scratch);

	*diff = (struct diff){
		.base = side_of(prof, opts->base_label, from->base_label,
				"base"),
		.test = side_of(prof, opts->test_label, from->test_label,
				"test"),
		.norm = { .factor = 1, .rate = 1, .factor_se = NAN },
		.names = names,
		.idle_left_out = opts->no_idle,
		.stride = 2,
		.stated = stated,
	};
	notes_init(&diff->notes, arena);
	diff->rows = arena_alloc(arena,
				 (from->nr_changes + 1) * sizeof(*diff->rows));
	stated->row = arena_alloc(arena, (from->nr_changes + 1) *
						 sizeof(*stated->row));
	stated->cut = from->cut;
	struct stated_row total = nothing;
	for (size_t i = 0; i < from->nr_changes; i++) {
		const struct change *change = &from->changes[i];
		struct stated_row says = { change->base, change->test,
					   change->delta, change->percent };

		if (change->is_total) {
			total = says;
			stated->has_total = true;
			continue;
		}
		bool idle = symbol_is_idle(names, t.folded[change->symbol],
					   opts->idle);
		if (!idle || !opts->no_idle)
			add_row(diff, stated, change, &says, &t, idle);
	}
	// How much of the total is idle, a cut listing does not tell.
	if (opts->no_idle) {
		total = nothing;
		stated->has_total = false;
	}
	stated->row[diff->nr] = total;
	diff->total = (struct diff_row){
		.symbol = names_intern(names, SPAN("total")),
		.match = MATCH_NAME,
	};
	notes_join(&diff->notes, &from->notes);
	note_decimals(diff);
	note_nothing_tested(diff);
	arena_release(&scratch);
}

bool stated_has_deltas(const struct diff *diff)
{
	for (size_t i = 0; i < diff->nr; i++)
		if (!isnan(diff->stated->row[i].delta))
			return true;
	return false;
}
