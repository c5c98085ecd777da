/*
 * reportcounts.c - what the rows of perf report count
 *
 * With -n, or -F sample, samples; with -F period, what they stand for.  Of the
 * rest only shares are known, to two decimals: times the event count they are
 * periods again, right to half a hundredth of a percent of all.
 */
#include "reports.h"

#define WHOLE UINT64_C(10000) /* 100.00 %, in hundredths */

enum counting {
	COUNT_SAMPLES,
	COUNT_PERIODS,
	COUNT_DERIVED, /* periods, from shares */
	COUNT_SHARES,
};

/* One event of a block while its rows are entered. */
struct entering {
	const struct reports *reports;
	const struct report_block *block;
	enum counting counting;
	unsigned member, event;
	uint64_t shares; /* the sum of percentages, in hundredths */
	uint64_t last, smallest; /* counts */
	bool sorted;
	size_t nr; /* rows */
};

static enum counting counting_of(const struct report_block *b)
{
	if (b->heading.has[REPORT_SAMPLES])
		return COUNT_SAMPLES;
	if (b->heading.has[REPORT_PERIOD])
		return COUNT_PERIODS;
	// The total of a group is not that of its events.
	return b->has_total && b->nr == 1 ? COUNT_DERIVED : COUNT_SHARES;
}

/* SHARE hundredths of a percent of TOTAL, to the nearest. */
static uint64_t share_of(uint64_t share, uint64_t total)
{
	return total / WHOLE * share +
	       (total % WHOLE * share + WHOLE / 2) / WHOLE;
}

static uint64_t count_of(const struct entering *e, const struct report_row *row)
{
	switch (e->counting) {
	case COUNT_SAMPLES:
		return row->samples.of[e->member];
	case COUNT_PERIODS:
		return row->period.of[e->member];
	case COUNT_DERIVED:
		return share_of(row->percent.of[e->member], e->block->total);
	case COUNT_SHARES:
		break;
	}
	return row->percent.of[e->member];
}

static name_id image_of(struct profile *prof, const struct report_row *row)
{
	if (row->dso.len)
		return profile_image(prof, row->dso);
	if (row->mode == MODE_KERNEL)
		return profile_image(prof, SPAN(IMAGE_KERNEL));
	return NAME_NONE;
}

/* What a row is of; a report of commands has no symbols. */
static struct span symbol_of(const struct report_row *row)
{
	if (row->symbol.len || row->dso.len)
		return row->symbol;
	return row->other.len ? row->other : row->comm;
}

static uint8_t row_mode(const struct report_row *row)
{
	if (row->mode != MODE_UNKNOWN || !row->dso.len)
		return row->mode;
	return (uint8_t)image_mode(row->dso);
}

static int enter_row(struct entering *e, const struct report_row *row,
		     struct error *err)
{
	struct profile *prof = e->reports->prof;
	uint64_t count = count_of(e, row);
	const struct facet facet = {
		.comm = names_intern(&prof->names, row->comm),
		.cpu = row->cpu,
		.event = (uint16_t)e->event,
		.mode = row_mode(row),
		.weight = e->counting == COUNT_SAMPLES && row->period.has ?
				  row->period.of[e->member] :
				  0,
	};

	e->shares += row->percent.has ? row->percent.of[e->member] : 0;
	// Functions that only called others; functions of another event.
	if (!count && (e->block->heading.has[REPORT_SELF] || e->block->nr > 1))
		return 0;
	e->sorted &= !e->nr || count <= e->last;
	e->last = count;
	if (!e->nr++ || count < e->smallest)
		e->smallest = count;
	return profile_add_facet(prof, symbol_of(row), image_of(prof, row),
				 count, &facet, err);
}

/* The number of all, if the report states it in the unit of its counts. */
static bool stated_total(const struct entering *e, uint64_t *total)
{
	const struct report_block *b = e->block;

	switch (e->counting) {
	case COUNT_SAMPLES:
		*total = b->samples;
		return b->has_samples && b->nr == 1;
	case COUNT_PERIODS:
	case COUNT_DERIVED:
		*total = b->total;
		return b->has_total && b->nr == 1;
	case COUNT_SHARES:
		break;
	}
	*total = WHOLE;
	return true;
}

/* How far rounding can take the sum of the rows from all there is. */
static uint64_t slack_of(const struct entering *e, uint64_t total)
{
	if (e->counting == COUNT_SHARES)
		return e->nr / 2 + 1;
	if (e->counting != COUNT_DERIVED)
		return 0;
	// More rows than this are half a hundredth of a percent each of nothing.
	return e->nr < WHOLE ? e->nr * (total / (2 * WHOLE) + 1) : total;
}

/* Do the percentages, which are rounded, leave nothing out? */
static bool shares_are_all(const struct entering *e)
{
	return e->shares + (e->block->end - e->block->first) / 2 + 1 >= WHOLE;
}

static void note_cut(const struct entering *e, const struct event *event)
{
	struct profile *prof = e->reports->prof;
	const char *of = "", *name = "", *up_to = "any number";

	if (prof->nr_events > 1) {
		of = "of event ";
		name = arena_printf(&prof->arena, "%s ", event->name);
	}
	if (event->unseen_max != COUNT_UNKNOWN)
		up_to = arena_printf(&prof->arena, "up to %llu",
				     (unsigned long long)event->unseen_max);
	if (event->has_total)
		notes_add(&prof->notes, NOTE_DOUBT, "cut-listing", prof->path,
			  "%s%sshows %llu of %llu: a symbol it does not show"
			  " has %s",
			  of, name, (unsigned long long)event->listed,
			  (unsigned long long)event->total, up_to);
	else
		notes_add(&prof->notes, NOTE_DOUBT, "cut-listing", prof->path,
			  "%s%sshows %llu.%02llu%% of all: a symbol it does not"
			  " show has %s",
			  of, name, (unsigned long long)e->shares / 100,
			  (unsigned long long)e->shares % 100, up_to);
}

static void settle_total(const struct entering *e)
{
	struct event *event = &e->reports->prof->events[e->event];
	uint64_t total;

	event->has_total = true;
	event->total = event->listed;
	event->unseen_max = 0;
	if (stated_total(e, &total)) {
		if (total <= event->listed)
			return;
		// What rounding has taken from the rows is of all there is, too.
		event->total = total;
		if (total - event->listed <= slack_of(e, total))
			return;
		event->unseen_max = total - event->listed;
	} else {
		if (!e->shares || shares_are_all(e))
			return;
		event->has_total = false;
		event->unseen_max = COUNT_UNKNOWN;
	}
	event->cut = true;
	if (e->sorted && e->nr > 1 && e->smallest &&
	    e->smallest < event->unseen_max)
		event->unseen_max = e->smallest;
	note_cut(e, event);
}

static void set_unit(const struct entering *e)
{
	struct event *event = &e->reports->prof->events[e->event];

	switch (e->counting) {
	case COUNT_SAMPLES:
		if (e->block->heading.has[REPORT_PERIOD])
			event->weight_unit = event_period_unit(event);
		break;
	case COUNT_PERIODS:
	case COUNT_DERIVED:
		event->unit = event_period_unit(event);
		break;
	case COUNT_SHARES:
		event->unit = "percent";
		event->scale = 2;
		break;
	}
}

static int enter_event(const struct reports *reports,
		       const struct report_block *block, unsigned member,
		       struct error *err)
{
	struct profile *prof = reports->prof;
	struct span name = block->event[member];
	struct entering e = {
		.reports = reports,
		.block = block,
		.counting = counting_of(block),
		.member = member,
		.sorted = true,
	};

	if (prof->nr_events == UINT16_MAX)
		return fail(err, ERR_LIMIT, "%s: more than %d events",
			    prof->path, UINT16_MAX);
	e.event = profile_event(prof, name.len ? name : SPAN(""), NULL);
	set_unit(&e);
	for (size_t i = block->first; i < block->end; i++)
		if (enter_row(&e, &reports->row[i], err) < 0)
			return -1;
	settle_total(&e);
	return 0;
}

static void note_shares(struct profile *prof, bool derived, bool shares)
{
	if (derived)
		notes_add(&prof->notes, NOTE_DOUBT, "from-percentages",
			  prof->path,
			  "has percentages and no counts: counts are these of"
			  " the event count, right to 0.005%% of it");
	if (shares)
		notes_add(&prof->notes, NOTE_DOUBT, "from-percentages",
			  prof->path,
			  "has percentages and no counts; they are what is"
			  " compared");
}

int report_counts(const struct reports *reports, unsigned section,
		  struct error *err)
{
	bool derived = false, shares = false;

	for (size_t i = 0; i < reports->nr; i++) {
		const struct report_block *block = &reports->block[i];

		if (block->section != section || block->first == block->end)
			continue;
		derived |= counting_of(block) == COUNT_DERIVED;
		shares |= counting_of(block) == COUNT_SHARES;
		for (unsigned k = 0; k < block->nr; k++)
			if (enter_event(reports, block, k, err) < 0)
				return -1;
	}
	note_shares(reports->prof, derived, shares);
	return 0;
}
