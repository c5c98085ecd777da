#include "diffprof/sums.h"

#include <stdio.h>

#include "diffprof/fold.h"
#include "diffprof/idle.h"
#include "diffprof/samples.h"
#include "sums_facts.h"

void sums_init(struct sums *sums)
{
	*sums = (struct sums){ .runs = 0 };
	names_init(&sums->names, &sums->arena);
	// What is read goes away again.
	sums->names.copies = true;
}

void sums_release(struct sums *sums)
{
	arena_release(&sums->arena);
}

static int too_much(const struct profile *prof, struct error *err)
{
	return fail(err, ERR_LIMIT,
		    "%s: with it, counts add up to more than 63 bits hold",
		    prof->path);
}

static bool add(uint64_t *sum, uint64_t more)
{
	if (more > COUNT_MAX - *sum)
		return false;
	*sum += more;
	return true;
}

/* ---- tables -------------------------------------------------------------- */

static uint64_t hash_of(const struct sums *sums, name_id symbol, name_id image,
			unsigned event, unsigned mode)
{
	// The seed is in the hash of the name, which nobody can choose.
	return names_hash_two(sums->names.name[symbol].hash,
			      (uint64_t)image << 32 | event << 8 | mode,
			      symbol);
}

#define SLOTS_MIN 1024

/* Room for another; at most half of TABLE is taken. */
static bool needs_room(const struct sums_table *table, size_t nr)
{
	return !table->slot || 2 * nr > table->mask;
}

static void make_slots(struct sums *sums, struct sums_table *table)
{
	size_t slots = table->slot ? 4 * (table->mask + 1) : SLOTS_MIN;

	table->slot = arena_zalloc(&sums->arena, slots * sizeof(*table->slot));
	table->mask = slots - 1;
}

static size_t slot_of_row(const struct sums *sums, const struct sums_row *key)
{
	size_t i = hash_of(sums, key->symbol, key->image, key->event,
			   key->mode) & sums->rows.mask;

	for (;; i = (i + 1) & sums->rows.mask) {
		uint32_t slot = sums->rows.slot[i];

		if (!slot)
			return i;
		const struct sums_row *row = &sums->row[slot - 1];
		if (row->symbol == key->symbol && row->image == key->image &&
		    row->event == key->event && row->mode == key->mode)
			return i;
	}
}

static size_t slot_of_group(const struct sums *sums,
			    const struct sums_group *key)
{
	size_t i = hash_of(sums, key->function, key->image, key->event,
			   key->mode) & sums->groups.mask;

	for (;; i = (i + 1) & sums->groups.mask) {
		uint32_t slot = sums->groups.slot[i];

		if (!slot)
			return i;
		const struct sums_group *group = &sums->group[slot - 1];
		if (group->function == key->function &&
		    group->image == key->image && group->event == key->event &&
		    group->mode == key->mode)
			return i;
	}
}

static uint32_t group_of(struct sums *sums, const struct sums_row *row,
			 name_id function)
{
	const struct sums_group key = {
		.function = function,
		.image = row->image,
		.event = row->event,
		.mode = row->mode,
	};

	if (needs_room(&sums->groups, sums->nr_groups)) {
		make_slots(sums, &sums->groups);
		for (size_t i = 0; i < sums->nr_groups; i++)
			sums->groups.slot[slot_of_group(
				sums, &sums->group[i])] = (uint32_t)i + 1;
	}
	size_t slot = slot_of_group(sums, &key);
	if (!sums->groups.slot[slot]) {
		ARENA_ROOM(&sums->arena, sums->group, sums->nr_groups,
			   sums->cap_groups);
		sums->group[sums->nr_groups++] = key;
		sums->groups.slot[slot] = (uint32_t)sums->nr_groups;
	}
	return sums->groups.slot[slot] - 1;
}

static uint32_t new_row(struct sums *sums, const struct sums_row *key)
{
	struct span symbol = names_text(&sums->names, key->symbol);
	struct sums_row row = *key;

	row.function = group_of(sums, key,
				names_intern(&sums->names,
					     fold(symbol, false)));
	row.whole_image = group_of(sums, key, NAME_NONE);
	sums->group[row.function].rows++;
	sums->group[row.whole_image].rows++;
	ARENA_ROOM(&sums->arena, sums->row, sums->nr_rows, sums->cap_rows);
	sums->row[sums->nr_rows++] = row;
	return (uint32_t)sums->nr_rows - 1;
}

/* The row of KEY, of which only the names, event, mode and size are looked at. */
static struct sums_row *row_of(struct sums *sums, const struct sums_row *key)
{
	if (needs_room(&sums->rows, sums->nr_rows)) {
		make_slots(sums, &sums->rows);
		for (size_t i = 0; i < sums->nr_rows; i++)
			sums->rows.slot[slot_of_row(sums, &sums->row[i])] =
				(uint32_t)i + 1;
	}
	size_t slot = slot_of_row(sums, key);
	if (!sums->rows.slot[slot])
		sums->rows.slot[slot] = new_row(sums, key) + 1;
	struct sums_row *row = &sums->row[sums->rows.slot[slot] - 1];
	if (row->size != key->size)
		row->size = 0;
	return row;
}

/* ---- what a profile has -------------------------------------------------- */

struct adding {
	struct sums *sums;
	const struct profile *prof;
	name_id *name; /* by name of the profile, once it is known; else 0 */
	uint32_t *event; /* by event of the profile */
	struct arena scratch;
};

static name_id name_of(struct adding *a, name_id id)
{
	if (!a->name[id] && id != NAME_NONE)
		a->name[id] = names_intern_hashed(
			&a->sums->names, names_text(&a->prof->names, id),
			a->prof->names.name[id].hash);
	return a->name[id];
}

static name_id text_name(struct adding *a, const char *text)
{
	return names_intern(&a->sums->names, span_of(text));
}

/* A rate with the digits that sums_print() gives it. */
static double rate_of(const struct event *event)
{
	char text[64];
	double rate;

	if (event->rate_kind == RATE_UNKNOWN)
		return 0;
	snprintf(text, sizeof(text), "%.6f", event->rate);
	return span_real(span_of(text), &rate) ? rate : 0;
}

/* The event that is counted in the same way, or a new one. */
static uint32_t event_of(struct adding *a, const struct event *event)
{
	struct sums *sums = a->sums;
	struct sums_event key = {
		.name = text_name(a, event->name),
		.mask = text_name(a, event->mask),
		.unit = text_name(a, event->unit),
		.weight_unit = text_name(a, event->weight_unit),
		.scale = event->scale,
		.rate_kind = event->rate_kind,
		.rate = rate_of(event),
	};

	for (size_t i = 0; i < sums->nr_events; i++) {
		struct sums_event *e = &sums->event[i];

		if (e->name != key.name || e->mask != key.mask ||
		    e->unit != key.unit || e->weight_unit != key.weight_unit ||
		    e->scale != key.scale)
			continue;
		// Of several rates none is left.
		if (e->rate_kind != key.rate_kind || e->rate != key.rate) {
			e->rate_kind = RATE_UNKNOWN;
			e->rate = 0;
		}
		return (uint32_t)i;
	}
	ARENA_ROOM(&sums->arena, sums->event, sums->nr_events,
		   sums->cap_events);
	sums->event[sums->nr_events++] = key;
	return (uint32_t)sums->nr_events - 1;
}

static void find_events(struct adding *a)
{
	const struct profile *prof = a->prof;
	const struct event ticks = { .name = "", .unit = prof->unit,
				     .scale = prof->scale };

	a->event = arena_zalloc(&a->scratch, (prof->nr_events + 1) *
						     sizeof(*a->event));
	for (size_t i = 0; i < prof->nr_events; i++)
		a->event[i] = event_of(a, &prof->events[i]);
	if (!prof->nr_events)
		a->event[0] = event_of(a, prof->event ? prof->event : &ticks);
}

/* ---- one run ------------------------------------------------------------- */

static int add_count(struct adding *a, const struct sums_row *key,
		     uint64_t count, uint64_t weight, struct error *err)
{
	struct sums *sums = a->sums;
	struct sums_row *row = row_of(sums, key);

	if (row->run != sums->serial) {
		row->run = sums->serial;
		row->pending = 0;
		ARENA_ROOM(&sums->arena, sums->touched, sums->nr_touched,
			   sums->cap_touched);
		sums->touched[sums->nr_touched++] = (uint32_t)(row - sums->row);
	}
	return add(&row->pending, count) && add(&row->weight, weight) ?
		       0 :
		       too_much(a->prof, err);
}

static int add_samples(struct adding *a, struct error *err)
{
	const struct samples *s = a->prof->samples;

	for (size_t i = 0; i < s->nr_samples; i++) {
		const struct sample *sample = &s->samples[i];
		uint32_t leaf = samples_leaf(s, sample->key.node);
		struct sums_row key = {
			.event = (uint16_t)a->event[sample->key.event],
			.mode = sample->key.mode,
		};

		if (leaf != FRAME_NONE) {
			key.symbol = name_of(a, s->frames[leaf].symbol);
			key.image = name_of(a, s->frames[leaf].image);
			key.size = s->frames[leaf].size;
		}
		if (key.symbol == NAME_NONE)
			key.symbol = text_name(a, SYMBOL_UNKNOWN);
		if (add_count(a, &key, sample->count, sample->weight, err) < 0)
			return -1;
	}
	return 0;
}

static int add_rows(struct adding *a, struct error *err)
{
	const struct profile *prof = a->prof;
	const struct facet kernel = { .mode = MODE_KERNEL };

	for (size_t i = 0; i < prof->nr; i++) {
		const struct profile_row *row = &prof->rows[i];
		const struct facet *facet =
			prof->facets ? &prof->facets[i] : &kernel;
		const struct sums_row key = {
			.symbol = name_of(a, row->symbol),
			.image = name_of(a, row->image),
			.event = (uint16_t)a->event[facet->event],
			.mode = facet->mode,
			.size = row->size > 0 && row->size < 1e18 ?
					(uint64_t)row->size :
					0,
		};

		if (add_count(a, &key, row->count, facet->weight, err) < 0)
			return -1;
	}
	return 0;
}

static bool touch_group(struct sums *sums, uint32_t index, uint64_t count)
{
	struct sums_group *group = &sums->group[index];

	if (group->run != sums->serial) {
		group->run = sums->serial;
		group->pending = 0;
		ARENA_ROOM(&sums->arena, sums->touched_groups,
			   sums->nr_touched_groups, sums->cap_touched_groups);
		sums->touched_groups[sums->nr_touched_groups++] = index;
	}
	return add(&group->pending, count);
}

static bool settle_row(struct sums *sums, struct sums_row *row)
{
	struct sums_event *event = &sums->event[row->event];
	struct span symbol = names_text(&sums->names, row->symbol);
	bool idle = idle_begins(sums->names.name[row->symbol].start) &&
		    idle_is(fold(symbol, false));

	return add(&row->count, row->pending) &&
	       wide_add(&row->squares, wide_square(row->pending)) &&
	       touch_group(sums, row->function, row->pending) &&
	       touch_group(sums, row->whole_image, row->pending) &&
	       add(&event->pending, row->pending) &&
	       (idle || add(&event->pending_busy, row->pending));
}

static bool settle_event(struct sums_event *event)
{
	event->runs++;
	return add(&event->count, event->pending) &&
	       wide_add(&event->squares, wide_square(event->pending)) &&
	       add(&event->busy, event->pending_busy) &&
	       wide_add(&event->busy_squares,
			wide_square(event->pending_busy));
}

/* Square what the run had, once all of it is there. */
static int settle_run(struct adding *a, struct error *err)
{
	struct sums *sums = a->sums;
	size_t nr = a->prof->nr_events ? a->prof->nr_events : 1;
	bool fits = true;

	for (size_t i = 0; i < nr; i++) {
		struct sums_event *event = &sums->event[a->event[i]];

		event->pending = event->pending_busy = 0;
		event->run = sums->serial;
	}
	for (size_t i = 0; i < sums->nr_touched && fits; i++)
		fits = settle_row(sums, &sums->row[sums->touched[i]]);
	for (size_t i = 0; i < sums->nr_touched_groups && fits; i++) {
		struct sums_group *group =
			&sums->group[sums->touched_groups[i]];

		fits = wide_add(&group->squares, wide_square(group->pending));
	}
	for (size_t i = 0; i < nr && fits; i++) {
		struct sums_event *event = &sums->event[a->event[i]];

		// Two of the profile's may be the same here.
		if (event->run == sums->serial)
			fits = settle_event(event);
		event->run = 0;
	}
	sums->nr_touched = sums->nr_touched_groups = 0;
	return fits ? 0 : too_much(a->prof, err);
}

/* ---- many runs ----------------------------------------------------------- */

static bool add_squares(struct sums_group *group, uint64_t serial,
			wide squares)
{
	// Those of its only symbol, unless its own are there.
	return group->stated == serial || wide_add(&group->squares, squares);
}

static bool add_stated(struct adding *a, const struct merged_group *from)
{
	const struct sums_row key = {
		.image = name_of(a, from->image),
		.event = (uint16_t)a->event[from->event],
		.mode = from->mode,
	};
	name_id function = name_of(a, from->function);
	uint32_t index = group_of(a->sums, &key, function);
	struct sums_group *group = &a->sums->group[index];

	group->stated = a->sums->serial;
	return wide_add(&group->squares, from->squares);
}

static bool add_merged_row(struct adding *a, size_t i)
{
	const struct profile *prof = a->prof;
	const struct facet *facet = &prof->facets[i];
	struct sums *sums = a->sums;
	wide squares = prof->merged->squares[i];
	const struct sums_row key = {
		.symbol = name_of(a, prof->rows[i].symbol),
		.image = name_of(a, prof->rows[i].image),
		.event = (uint16_t)a->event[facet->event],
		.mode = facet->mode,
		.size = (uint64_t)prof->rows[i].size,
	};
	struct sums_row *row = row_of(sums, &key);

	return add(&row->count, prof->rows[i].count) &&
	       add(&row->weight, facet->weight) &&
	       wide_add(&row->squares, squares) &&
	       add_squares(&sums->group[row->function], sums->serial,
			   squares) &&
	       add_squares(&sums->group[row->whole_image], sums->serial,
			   squares);
}

static bool add_merged_event(struct adding *a, size_t i)
{
	const struct merged_event *from = &a->prof->merged->events[i];
	struct sums_event *event = &a->sums->event[a->event[i]];

	return add(&event->runs, from->runs) &&
	       add(&event->count, a->prof->events[i].total) &&
	       wide_add(&event->squares, from->squares) &&
	       add(&event->busy, from->busy) &&
	       wide_add(&event->busy_squares, from->busy_squares);
}

static int add_merged(struct adding *a, struct error *err)
{
	const struct profile *prof = a->prof;
	bool fits = true;

	for (size_t i = 0; i < prof->nr_events && fits; i++)
		fits = add_merged_event(a, i);
	for (size_t i = 0; i < prof->merged->nr_groups && fits; i++)
		fits = add_stated(a, &prof->merged->groups[i]);
	for (size_t i = 0; i < prof->nr && fits; i++)
		fits = add_merged_row(a, i);
	return fits ? 0 : too_much(prof, err);
}

/* ---- all of it ----------------------------------------------------------- */

int sums_check(const struct profile *prof, struct error *err)
{
	bool cut = prof->cut || (!prof->nr_events && !prof->samples &&
				 !prof->histogram && !prof->has_total);

	for (size_t i = 0; i < prof->nr_events; i++)
		cut |= prof->events[i].cut || !prof->events[i].has_total;
	if (prof->nr_changes)
		return fail(err, ERR_FORMAT,
			    "%s: a comparison already; what is added up are"
			    " profiles",
			    prof->path);
	if (cut)
		return fail(err, ERR_FORMAT,
			    "%s: a cut listing, and what it does not show"
			    " cannot be added up",
			    prof->path);
	return 0;
}

int sums_add(struct sums *sums, const struct profile *prof, struct error *err)
{
	struct adding a = { .sums = sums, .prof = prof };
	int failed;

	if (sums_check(prof, err) < 0)
		return -1;
	sums->serial++;
	a.name = arena_zalloc(&a.scratch,
			      (prof->names.nr + 1) * sizeof(*a.name));
	find_events(&a);
	if (prof->merged)
		failed = add_merged(&a, err);
	else if ((prof->samples ? add_samples(&a, err) : add_rows(&a, err)) < 0)
		failed = -1;
	else
		failed = settle_run(&a, err);
	if (!failed && !sums_add_facts(sums, prof))
		failed = too_much(prof, err);
	arena_release(&a.scratch);
	return failed;
}
