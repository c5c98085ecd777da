/*
 * renamed.c - rows of functions that have another name in test
 */
#include "pairing.h"
#include "renames.h"

/* So many of the pairs are named in the note, the least sure first. */
#define PAIRS_TOLD 3

struct renaming {
	struct pairing *p;
	const struct roster *base, *test;
	name_id kernel;
	size_t pairs;
	uint32_t told[PAIRS_TOLD]; /* rows */
	size_t nr_told;
};

static const struct roster *roster_of(const struct side *side)
{
	for (size_t i = 0; i < side->nr_runs; i++)
		if (side->runs[i]->roster)
			return side->runs[i]->roster;
	return NULL;
}

/* The row that TEST alone, or base alone, has of a function, or UINT32_MAX. */
static uint32_t row_of(const struct renaming *r, const struct roster *roster,
		       uint32_t function, bool test)
{
	const struct roster_function *f = &roster->functions[function];

	for (uint32_t i = 0; i < f->nr_names; i++) {
		name_id id = names_find(r->p->diff->names,
					roster->names[f->first_name + i]);
		uint32_t row = id == NAME_NONE ? UINT32_MAX :
						 row_index_find(&r->p->index,
								id, r->kernel);

		if (row != UINT32_MAX && pair_one_sided(r->p, row, test))
			return row;
	}
	return UINT32_MAX;
}

/* Keep the rows with the lowest scores, those first. */
static void tell(struct renaming *r, uint32_t row)
{
	const uint8_t *score = r->p->score;
	size_t i = r->nr_told < PAIRS_TOLD ? r->nr_told++ : PAIRS_TOLD;

	r->pairs++;
	for (; i && score[row] < score[r->told[i - 1]]; i--)
		if (i < PAIRS_TOLD)
			r->told[i] = r->told[i - 1];
	if (i < PAIRS_TOLD)
		r->told[i] = row;
}

static void pair(struct renaming *r, const struct found_rename *found)
{
	struct pairing *p = r->p;
	uint32_t gone = row_of(r, r->base, found->from, false);
	uint32_t new = row_of(r, r->test, found->to, true);

	if (gone == UINT32_MAX || new == UINT32_MAX)
		return;
	pair_merge(p, gone, new, MATCH_SIMILAR);
	p->renamed_from[new] = p->index.symbol[gone];
	p->score[new] = found->score;
	tell(r, new);
}

static void note_pairs(const struct renaming *r)
{
	struct diff *diff = r->p->diff;
	const char *list = "";

	if (!r->pairs)
		return;
	for (size_t i = 0; i < r->nr_told; i++) {
		uint32_t row = r->told[i];
		struct span from =
			names_text(diff->names, r->p->renamed_from[row]);
		struct span to =
			names_text(diff->names, r->p->index.symbol[row]);

		list = arena_printf(r->p->arena, "%s%s%.*s => %.*s (%u%%)",
				    list, i ? ", " : "", (int)from.len,
				    from.ptr, (int)to.len, to.ptr,
				    r->p->score[row]);
	}
	notes_add(&diff->notes, NOTE_HINT, "renames-found", NULL,
		  "%zu function%s of %s taken for new one%s of %s%s: %s",
		  r->pairs, r->pairs == 1 ? "" : "s", diff->base.label,
		  r->pairs == 1 ? "" : "s", diff->test.label,
		  r->pairs > r->nr_told ? "; the least sure" : "", list);
}

static void note_missing(const struct renaming *r)
{
	struct diff *diff = r->p->diff;

	if (diff_run(diff, 0)->grouped)
		notes_add(&diff->notes, NOTE_DOUBT, "renames-unknown", NULL,
			  "--find-renames pairs functions, and these are"
			  " groups: nothing was paired");
	else
		notes_add(&diff->notes, NOTE_DOUBT, "renames-unknown", NULL,
			  "--find-renames needs to know all functions of both"
			  " kernels, and does not know those of %s%s%s:"
			  " nothing was paired (-m or -k names their symbols)",
			  r->base ? "" : diff->base.label,
			  r->base || r->test ? "" : " and ",
			  r->test ? "" : diff->test.label);
}

void pair_similar(struct pairing *p)
{
	struct renaming r = {
		.p = p,
		.base = roster_of(&p->diff->base),
		.test = roster_of(&p->diff->test),
		.kernel = names_find(p->diff->names, SPAN(IMAGE_KERNEL)),
	};
	struct renames found;

	if (!r.base || !r.test || diff_run(p->diff, 0)->grouped) {
		note_missing(&r);
		return;
	}
	renames_find(r.base, r.test, p->opts->similar, &p->scratch, &found);
	for (size_t i = 0; i < found.nr; i++)
		pair(&r, &found.found[i]);
	note_pairs(&r);
}
