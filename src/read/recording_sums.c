#include "recording_sums.h"

#include "diffprof/merged.h"
#include "diffprof/textlines.h"
#include "diffprof/times.h"
#include "recording_counts.h"

/* A table while it is read: a line of cells. */
struct table {
	const struct recording *rec;
	struct profile *prof;
	struct merged *merged;
	struct span line; /* what is left of it */
	bool bad; /* a cell was not as it should be */
};

static struct span next_cell(struct table *t)
{
	struct span cell = { "", 0 };

	if (!recording_next_cell(&t->line, &cell))
		t->bad = true;
	return recording_cell(cell, &t->prof->arena);
}

static uint64_t next_count(struct table *t)
{
	uint64_t value = 0;

	if (span_count(next_cell(t), &value) != NUMBER_OK)
		t->bad = true;
	return value;
}

static wide next_wide(struct table *t)
{
	wide value = 0;

	if (!wide_parse(next_cell(t), &value))
		t->bad = true;
	return value;
}

static double next_real(struct table *t)
{
	double value = 0;

	if (!span_real(next_cell(t), &value))
		t->bad = true;
	return value;
}

/* The number of an event, less 1. */
static unsigned next_event(struct table *t)
{
	uint64_t number = next_count(t);

	if (!number || number > t->prof->nr_events) {
		t->bad = true;
		return 0;
	}
	return (unsigned)number - 1;
}

static enum sample_mode next_mode(struct table *t)
{
	struct span cell = { "", 0 };
	const char *letter;

	// A dash is a mode here.
	if (!recording_next_cell(&t->line, &cell) || cell.len != 1 ||
	    !(letter = memchr(RECORDING_MODES, cell.ptr[0],
			      sizeof(RECORDING_MODES) - 1))) {
		t->bad = true;
		return MODE_UNKNOWN;
	}
	return (enum sample_mode)(letter - RECORDING_MODES);
}

static const char *next_text(struct table *t)
{
	struct span cell = next_cell(t);

	// It becomes a string.
	if (cell.len && memchr(cell.ptr, '\0', cell.len))
		t->bad = true;
	return cell.len ?
		       arena_strndup(&t->prof->arena, cell.ptr, cell.len) :
		       NULL;
}

static name_id next_name(struct table *t)
{
	return names_intern(&t->prof->names, next_cell(t));
}

/* All cells were there, and no more. */
static bool is_done(const struct table *t)
{
	return !t->bad && !t->line.ptr;
}

/* The sum of squares of RUNS counts that add up to SUM is within these. */
static bool squares_fit(uint64_t sum, wide squares, uint64_t runs)
{
	return squares >= sum && squares <= wide_square(sum) &&
	       squares >= wide_square(sum) / runs;
}

#define RUNS_MAX ((uint64_t)1 << 40)

static bool take_event(struct table *t)
{
	struct event event = { .has_total = true };
	struct merged_event merged;
	uint64_t number = next_count(t), places, kind;

	event.name = next_text(t);
	event.mask = next_text(t);
	event.unit = next_text(t);
	event.weight_unit = next_text(t);
	places = next_count(t);
	kind = next_count(t);
	event.rate = next_real(t);
	merged.runs = next_count(t);
	event.total = next_count(t);
	merged.squares = next_wide(t);
	merged.busy = next_count(t);
	merged.busy_squares = next_wide(t);
	if (!is_done(t) || number != t->prof->nr_events + 1 || places > 18 ||
	    kind > RATE_FREQUENCY || !event.unit || !merged.runs ||
	    merged.runs > RUNS_MAX || merged.busy > event.total)
		return false;
	if (!squares_fit(event.total, merged.squares, merged.runs) ||
	    !squares_fit(merged.busy, merged.busy_squares, merged.runs))
		return false;
	unsigned index = profile_event(t->prof,
				       event.name ? span_of(event.name) :
						    SPAN(""),
				       event.mask);
	struct event *made = &t->prof->events[index];
	event.name = made->name;
	event.mask = made->mask;
	event.scale = (unsigned)places;
	event.rate_kind = (enum rate_kind)kind;
	*made = event;
	ARENA_ROOM(&t->prof->arena, t->merged->events, t->merged->nr_events,
		   t->merged->cap_events);
	t->merged->events[t->merged->nr_events++] = merged;
	return true;
}

static void keep_squares(struct table *t, wide squares)
{
	struct merged *m = t->merged;
	size_t cap = t->prof->cap;

	if (m->cap_squares < cap) {
		m->squares = arena_grow(&t->prof->arena, m->squares,
					m->cap_squares * sizeof(*m->squares),
					cap * sizeof(*m->squares));
		m->cap_squares = cap;
	}
	m->squares[t->prof->nr - 1] = squares;
}

/* ERR says more than that the line is bad, if it has a kind. */
static bool take_sum(struct table *t, struct error *err)
{
	struct facet facet = { .cpu = CPU_NONE };

	facet.event = (uint16_t)next_event(t);
	facet.mode = (uint8_t)next_mode(t);
	uint64_t count = next_count(t);
	facet.weight = next_count(t);
	wide squares = next_wide(t);
	uint64_t size = next_count(t);
	name_id image = next_name(t);
	struct span symbol = next_cell(t);
	if (!is_done(t) || !symbol.len ||
	    !squares_fit(count, squares, t->merged->events[facet.event].runs))
		return false;
	if (profile_add_facet(t->prof, symbol, image, count, &facet, err) < 0)
		return false;
	t->prof->rows[t->prof->nr - 1].size = (double)size;
	keep_squares(t, squares);
	return true;
}

static bool take_group(struct table *t, bool function)
{
	struct merged_group group = { 0 };

	group.event = (uint16_t)next_event(t);
	group.mode = (uint8_t)next_mode(t);
	group.squares = next_wide(t);
	group.image = next_name(t);
	if (function)
		group.function = next_name(t);
	if (!is_done(t) || (function && !group.function))
		return false;
	ARENA_ROOM(&t->prof->arena, t->merged->groups, t->merged->nr_groups,
		   t->merged->cap_groups);
	t->merged->groups[t->merged->nr_groups++] = group;
	return true;
}

static bool take_mixed(struct table *t)
{
	struct mixed_fact fact = { .runs = next_count(t) };

	fact.key = next_cell(t);
	// Without one, those for which there was no room.
	if (t->line.ptr)
		fact.value = next_cell(t);
	if (!is_done(t) || !fact.key.len || fact.runs > t->merged->runs)
		return false;
	ARENA_ROOM(&t->prof->arena, t->merged->mixed, t->merged->nr_mixed,
		   t->merged->cap_mixed);
	t->merged->mixed[t->merged->nr_mixed++] = fact;
	return true;
}

enum table_kind {
	TABLE_EVENTS,
	TABLE_SUMS,
	TABLE_FUNCTIONS,
	TABLE_IMAGES,
	TABLE_MIXED,
};

static const char *const table_names[] = {
	[TABLE_EVENTS] = "events", [TABLE_SUMS] = "sums",
	[TABLE_FUNCTIONS] = "functions", [TABLE_IMAGES] = "images",
	[TABLE_MIXED] = "mixed",
};

static bool take_line(struct table *t, enum table_kind kind, struct error *err)
{
	switch (kind) {
	case TABLE_EVENTS:
		return take_event(t);
	case TABLE_SUMS:
		return take_sum(t, err);
	case TABLE_FUNCTIONS:
		return take_group(t, true);
	case TABLE_IMAGES:
		return take_group(t, false);
	case TABLE_MIXED:
		return take_mixed(t);
	}
	return false;
}

static int read_table(struct table *t, enum table_kind kind, struct error *err)
{
	struct textlines lines;
	struct span text, line;

	if (recording_file(t->rec, table_names[kind], &text, err) < 0)
		return -1;
	err->kind = ERR_NONE;
	lines = textlines_begin(text);
	while (textlines_next(&lines, &line)) {
		t->line = line;
		t->bad = false;
		if (take_line(t, kind, err))
			continue;
		if (err->kind != ERR_NONE)
			return -1;
		return fail(err, ERR_FORMAT, "%s: %s:%zu: not a line of this"
			    " table: \"%.*s\"",
			    t->rec->path, table_names[kind], lines.lineno,
			    line.len < 60 ? (int)line.len : 60, line.ptr);
	}
	return 0;
}

/* ---- times ------------------------------------------------------------------ */

static int read_times(struct table *t, struct error *err)
{
	static const char *const keys[] = { "elapsed", "system", "user",
					    "cpu" };
	struct times_sum *times =
		arena_zalloc(&t->prof->arena, sizeof(*times));
	const struct fact *facts;
	struct span text;

	if (recording_file(t->rec, "times", &text, err) < 0)
		return -1;
	size_t nr = recording_facts(text, &t->prof->arena, &facts);
	for (int i = 0; i <= TIME_CPU; i++) {
		struct span rest = fact_find(facts, nr, keys[i]);
		struct span runs, sum, squares;
		struct timed timed;

		if (!rest.len)
			continue;
		if (!span_word(&rest, &runs) || !span_word(&rest, &sum) ||
		    !span_word(&rest, &squares) ||
		    span_count(runs, &timed.runs) != NUMBER_OK ||
		    !timed.runs || timed.runs > t->merged->runs ||
		    !wide_parse(sum, &timed.sum) ||
		    !wide_parse(squares, &timed.squares) ||
		    timed.sum > COUNT_MAX ||
		    !squares_fit((uint64_t)timed.sum, timed.squares,
				 timed.runs))
			return fail(err, ERR_FORMAT,
				    "%s: times: not how many runs, their sum"
				    " and the sum of their squares: %s",
				    t->rec->path, keys[i]);
		times->of[i] = timed;
		t->prof->times = times;
	}
	return 0;
}

/* ---- all of it --------------------------------------------------------------- */

/* Each event has the samples that it says. */
static int check_totals(const struct table *t, struct error *err)
{
	for (size_t i = 0; i < t->prof->nr_events; i++)
		if (t->prof->events[i].listed != t->prof->events[i].total)
			return fail(err, ERR_FORMAT,
				    "%s: sums: they add up to %llu, and not to"
				    " the %llu samples of event %zu",
				    t->rec->path,
				    (unsigned long long)
					    t->prof->events[i].listed,
				    (unsigned long long)
					    t->prof->events[i].total,
				    i + 1);
	return 0;
}

int recording_sums_read(const struct recording *rec, struct profile *prof,
			struct error *err)
{
	struct table t = { .rec = rec, .prof = prof };

	t.merged = arena_zalloc(&prof->arena, sizeof(*t.merged));
	prof->merged = t.merged;
	if (span_count(fact_find(rec->facts, rec->nr_facts, "merged runs"),
		       &t.merged->runs) != NUMBER_OK ||
	    !t.merged->runs || t.merged->runs > RUNS_MAX)
		return fail(err, ERR_FORMAT,
			    "%s: meta does not say of how many runs the sums"
			    " are (merged runs)",
			    rec->path);
	for (int kind = 0; kind <= TABLE_MIXED; kind++)
		if (read_table(&t, (enum table_kind)kind, err) < 0)
			return -1;
	if (!prof->nr_events)
		return fail(err, ERR_FORMAT, "%s: merged, and without events",
			    rec->path);
	return read_times(&t, err) < 0 ? -1 : check_totals(&t, err);
}
