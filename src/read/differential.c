/*
 * differential.c - text that is a comparison already
 *
 * What diffprofile, perf diff, opreport { base } { test }, the kernel test robot
 * or we ourselves have printed, in mail or not.  Each of these has a dialect
 * that knows its lines: see changes.h.  A text may hold several listings, which
 * are sections; one that stands there twice, row for row, is one.
 */
#include "changes.h"

#include <math.h>

#include "diffprof/reader.h"
#include "diffprof/textlines.h"

#include "choose.h"
#include "wholelines.h"

/* The surest first. */
static const struct dialect *const dialects[] = {
	&dialect_perf,
	&dialect_opreport,
	&dialect_lkp,
	&dialect_classic,
};

#define NR_DIALECTS (sizeof(dialects) / sizeof(*dialects))

/* "...", "[ delta < 200: skipped ]", "<snip>": rows were left out here. */
static bool is_gap_mark(struct span text)
{
	static const char *const words[] = { "skip", "snip", "delta",
					     "omit", "cut",  "..." };
	size_t dots = 0;

	while (dots < text.len && text.ptr[dots] == '.')
		dots++;
	if (dots >= 3 && dots == text.len)
		return true;
	if (text.len < 5 || text.len > 60 ||
	    !((text.ptr[0] == '[' && text.ptr[text.len - 1] == ']') ||
	      (text.ptr[0] == '<' && text.ptr[text.len - 1] == '>')))
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (memmem(text.ptr, text.len, words[i], strlen(words[i])))
			return true;
	return false;
}

static void take_mark(struct tables *t)
{
	if (!t->nr || !t->table[t->nr - 1].nr || t->mark_ahead) {
		t->mark_ahead = true;
		return;
	}
	t->table[t->nr - 1].cut = true;
	t->gap = GAP_MARK;
}

static void take_prose(struct tables *t, const struct line *line)
{
	t->skipped++;
	labels_of_command(t, line->text);
	// What was left out of a text is no row.
	t->mark_ahead = false;
	if (t->gap == GAP_NONE)
		t->gap = GAP_BLANK;
}

static int take_line(struct tables *t, const struct line *line,
		     struct error *err)
{
	if (!line->text.len) {
		if (t->gap == GAP_NONE)
			t->gap = GAP_BLANK;
		return 0;
	}
	if (is_gap_mark(line->text)) {
		take_mark(t);
		return 0;
	}
	for (size_t i = 0; i < NR_DIALECTS; i++) {
		enum taken taken = dialects[i]->take(t, line, err);

		if (taken != NOT_MINE)
			return taken == TAKEN ? 0 : -1;
	}
	take_prose(t, line);
	return 0;
}

/* ---- which of them are listings ------------------------------------------ */

static bool same_number(long double a, long double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static bool same_change(const struct change *a, const struct change *b)
{
	return a->symbol == b->symbol && a->image == b->image &&
	       a->comm == b->comm && a->event == b->event &&
	       same_number(a->base, b->base) && same_number(a->test, b->test) &&
	       same_number(a->delta, b->delta) &&
	       same_number(a->percent, b->percent);
}

static bool same_table(const struct table *a, const struct table *b)
{
	if (a->dialect != b->dialect || a->nr != b->nr)
		return false;
	for (size_t i = 0; i < a->nr; i++)
		if (!same_change(&a->changes[i], &b->changes[i]))
			return false;
	return true;
}

/* Against so many listings before it is one compared. */
#define TWICE_MAX 64

static bool stands_twice(const struct tables *t, size_t kept,
			 const struct table *table)
{
	for (size_t i = kept > TWICE_MAX ? kept - TWICE_MAX : 0; i < kept; i++)
		if (same_table(&t->table[i], table))
			return true;
	return false;
}

/* Leave out what has no rows, what is prose, and what stands there twice. */
static void settle(struct tables *t)
{
	size_t kept = 0;
	bool sure = false;

	for (size_t i = 0; i < t->nr; i++)
		sure |= t->table[i].sure;
	for (size_t i = 0; i < t->nr; i++) {
		struct table *table = &t->table[i];

		if (!table->nr || stands_twice(t, kept, table))
			continue;
		// One row among prose, in prose's own spacing.
		if (!table->sure && (sure || t->skipped)) {
			t->skipped += table->nr;
			continue;
		}
		t->table[kept++] = *table;
	}
	t->nr = kept;
	for (size_t i = 0; i < kept; i++)
		if (t->table[i].dialect->finish)
			t->table[i].dialect->finish(&t->table[i]);
}

static int parse(struct tables *t, struct span text, struct error *err)
{
	struct textlines lines = textlines_begin(text);
	struct line line;

	while (textlines_next(&lines, &line.raw)) {
		line.text = textlines_unquote(line.raw);
		line.lineno = lines.lineno;
		if (take_line(t, &line, err) < 0)
			return -1;
	}
	t->skipped += t->perf.half.len > 0;
	settle(t);
	return 0;
}

/* ---- the reader ---------------------------------------------------------- */

/* All of them have one of these, so that most texts need no closer look. */
static bool may_have_listing(struct span text)
{
	return text.len && (memchr(text.ptr, '%', text.len) ||
			    memmem(text.ptr, text.len, "perf-profile.", 13));
}

/* A listing is a comparison if more than one of its rows or its head says so. */
static bool is_sure(const struct table *table)
{
	return table->dialect != &dialect_classic ||
	       (table->sure && (table->nr > 1 || table->changes[0].is_total));
}

static bool has_listing(struct span text, const char *path)
{
	struct profile prof;
	struct tables t = { .prof = &prof };
	struct error unused;
	bool found = false;

	profile_init(&prof, path, "");
	// A row over the limit is for read() to complain about.
	found = parse(&t, text, &unused) < 0;
	for (size_t i = 0; i < t.nr && !found; i++)
		found = is_sure(&t.table[i]) || (t.nr == 1 && !t.skipped);
	arena_release(&t.scratch);
	profile_release(&prof);
	return found;
}

/* Prose in front of a listing is not longer than this. */
#define SNIFF_MAX ((size_t)1 << 20)

static bool sniff(struct input *in)
{
	struct error unused;
	struct span data;

	if (may_have_listing(in->head) && has_listing(in->head, in->path))
		return true;
	if (in->head.len >= in->size || input_data(in, &data, &unused) < 0)
		return false;
	if (data.len > SNIFF_MAX)
		data.len = SNIFF_MAX;
	return may_have_listing(data) && has_listing(data, in->path);
}

/* Rows, whatever number of events they have. */
static size_t rows_in(const struct table *table)
{
	size_t nr = 0;

	for (size_t i = 0; i < table->nr; i++)
		nr += !table->changes[i].event && !table->changes[i].is_total;
	return nr;
}

static int keep_table(struct tables *t, unsigned section, struct error *err)
{
	struct choice *choices =
		arena_alloc(&t->scratch, t->nr * sizeof(*choices));
	struct profile *prof = t->prof;
	size_t chosen;

	for (size_t i = 0; i < t->nr; i++)
		choices[i] = (struct choice){ .lineno = t->table[i].lineno,
					      .rows = rows_in(&t->table[i]) };
	if (choose_section(prof, section, choices, t->nr, &chosen, err) < 0)
		return -1;

	const struct table *table = &t->table[chosen];
	size_t events = table->nr_events * sizeof(*table->events);
	size_t changes = table->nr * sizeof(*table->changes);
	prof->events = memcpy(arena_alloc(&prof->arena, events), table->events,
			      events);
	prof->changes = memcpy(arena_alloc(&prof->arena, changes),
			       table->changes, changes);
	prof->nr_events = prof->cap_events = table->nr_events;
	prof->nr_changes = prof->cap_changes = table->nr;
	prof->unit = prof->events[0].unit;
	prof->base_label = table->base_label;
	prof->test_label = table->test_label;
	prof->cut = table->cut;
	for (size_t i = 0; i < prof->nr_events; i++)
		prof->events[i].cut = table->cut;
	return 0;
}

static int read_text(struct input *in, const struct read_options *opts,
		     struct profile *prof, struct error *err)
{
	struct tables t = { .prof = prof };
	struct span text;

	if (whole_lines(in, prof, &text, err) < 0)
		return -1;
	int failed = parse(&t, text, err);
	if (!failed && !t.nr)
		failed = fail(err, ERR_FORMAT,
			      "%s: no row of a comparison, as diffprofile, perf"
			      " diff, opreport or the kernel test robot print"
			      " it",
			      prof->path);
	if (!failed)
		failed = keep_table(&t, opts->section, err);
	if (!failed && t.skipped)
		notes_add(&prof->notes, NOTE_DOUBT, "skipped", prof->path,
			  "%zu line%s no row of a listing and %s skipped",
			  t.skipped, t.skipped == 1 ? " is" : "s are",
			  t.skipped == 1 ? "was" : "were");
	arena_release(&t.scratch);
	return failed;
}

const struct reader reader_listing = {
	.name = "listing",
	.summary = "a comparison already: diffprofile, perf diff, lkp",
	.text = true,
	.sections = true,
	.sniff = sniff,
	.read = read_text,
};
