/*
 * changes_opreport.c - what opreport { base } { test } prints
 *
 *	Counted CPU_CLK_UNHALTED events (...) with a unit mask of 0x00 (...) count 100
 *	samples  %        diff %    symbol name
 *	319      44.7405  +58.1592  hot_a
 *	7         0.9817  +++       hot_b
 *	12       ---      ---       hot_c
 *
 * Three columns for each event: samples in test, percent of all samples in
 * test, and the change of that percentage, in percent of base's; "+++" of a
 * symbol that base does not have.  One that test does not have is listed with
 * its samples in base.
 *
 * So the shares of both sides are known, but of the samples only one side.  An
 * event has the shares; another, named "... samples", has the samples.
 */
#include "changes.h"

#include <math.h>
#include <stdlib.h>

enum opreport_column {
	OP_VMA = 1,
	OP_SAMPLES,
	OP_PERCENT,
	OP_DIFF,
	OP_SKIPPED, /* numbers of no interest */
	OP_LINE, /* from here on: names */
	OP_IMAGE,
	OP_APP,
	OP_SYMBOL,
};

static const struct known_heading known[] = {
	{ "cum. samples", OP_SKIPPED },
	{ "cum. %", OP_SKIPPED },
	{ "samples", OP_SAMPLES },
	{ "diff %", OP_DIFF },
	{ "%-age", OP_PERCENT },
	{ "%", OP_PERCENT },
	{ "vma", OP_VMA },
	{ "linenr info", OP_LINE },
	{ "image name", OP_IMAGE },
	{ "app name", OP_APP },
	{ "symbol name", OP_SYMBOL },
	{ 0 },
};

struct op_row {
	struct span number[COLUMNS_MAX]; /* by column */
	struct span line, image, app, symbol;
};

/* One word, or "anon (tgid:29664 range:0x7f34..-0x7f34..)". */
static struct span take_image(struct span *rest)
{
	struct span image, after;

	span_word(rest, &image);
	after = span_trim(*rest);
	if (!span_starts(after, "(tgid:") && !span_starts(after, "(deleted)") &&
	    !span_starts(after, "(no location information)"))
		return image;
	const char *end = memchr(after.ptr, ')', after.len);
	if (!end)
		return image;
	image.len = (size_t)(end + 1 - image.ptr);
	rest->len -= (size_t)(end + 1 - rest->ptr);
	rest->ptr = end + 1;
	return image;
}

static bool number_fits(struct span word, unsigned kind)
{
	long double value;
	unsigned decimals;
	uint64_t addr;

	if (kind == OP_VMA)
		return span_hex(word, &addr);
	if (span_is(word, "---") || span_is(word, "+++"))
		return kind == OP_PERCENT || kind == OP_DIFF;
	return amount_of(word, &value, &decimals) &&
	       (kind != OP_SAMPLES || !decimals);
}

static bool parse_row(const struct headings *columns, struct span text,
		      struct op_row *row)
{
	struct span rest = text, word;

	*row = (struct op_row){ 0 };
	for (size_t i = 0; i < columns->nr; i++) {
		switch (columns->heading[i].kind) {
		case OP_LINE:
			row->line = take_image(&rest);
			break;
		case OP_IMAGE:
			row->image = take_image(&rest);
			break;
		case OP_APP:
			row->app = take_image(&rest);
			break;
		case OP_SYMBOL:
			row->symbol = span_trim(rest);
			break;
		default:
			if (!span_word(&rest, &word) ||
			    !number_fits(word, columns->heading[i].kind))
				return false;
			row->number[i] = word;
		}
	}
	return row->symbol.len || row->image.len;
}

/* ---- what a row says ----------------------------------------------------- */

/* The value of WORD, or NAN for "---" and "+++". */
static long double value_of(struct span word, struct event *event)
{
	long double value = NAN;
	unsigned decimals = 0;

	if (!amount_of(word, &value, &decimals))
		return NAN;
	// What is tiny is printed with an exponent and need not widen all.
	event_decimals(event, decimals <= 4 ? decimals : 4);
	return value;
}

static void set_shares(struct change *c, struct event *event,
		       struct span percent, struct span diff)
{
	struct event unused = { 0 };
	long double test = value_of(percent, event);
	long double change = value_of(diff, &unused);

	c->test = test;
	if (span_is(diff, "+++") || span_is(diff, "---")) {
		c->presence = span_is(diff, "+++") ? PRESENT_NEW : PRESENT_GONE;
		return;
	}
	c->percent = (double)change;
	if (change > -100)
		c->base = test / (1 + change / 100);
	c->delta = c->test - c->base;
}

static void set_samples(struct change *c, struct event *event,
			struct span samples, uint8_t presence)
{
	long double count = value_of(samples, event);

	c->presence = presence;
	if (presence == PRESENT_GONE)
		c->base = count;
	else
		c->test = count;
}

static struct change names_of(struct tables *t, const struct op_row *row)
{
	struct profile *prof = t->prof;
	struct change change = change_of(0);

	change.image =
		profile_image(prof, row->image.len ? row->image : SPAN(""));
	if (row->image.len)
		change.mode = (uint8_t)image_mode(row->image);
	change.comm = names_intern(&prof->names, row->app);
	change.symbol = names_intern(&prof->names, row->symbol);
	if (!row->symbol.len) {
		change.symbol = change.image;
		change.image = NAME_NONE;
	}
	return change;
}

/* The shares of all events come first, so that -e 2 is the second event. */
static void add_row(struct tables *t, struct table *table,
		    const struct op_row *row, size_t lineno)
{
	const struct headings *columns = &t->opreport.columns;
	struct change names = names_of(t, row);
	size_t events = table->nr_events / 2, event = 0;
	struct span samples = { 0 }, percent = { 0 };

	for (size_t i = 0; i < columns->nr; i++) {
		struct change shares = names, counts = names;

		switch (columns->heading[i].kind) {
		case OP_SAMPLES:
			samples = row->number[i];
			break;
		case OP_PERCENT:
			percent = row->number[i];
			break;
		case OP_DIFF:
			if (event == events)
				return;
			shares.event = (uint16_t)event;
			set_shares(&shares, &table->events[event], percent,
				   row->number[i]);
			table_add(t, table, &shares, lineno);
			counts.event = (uint16_t)(events + event);
			set_samples(&counts, &table->events[events + event],
				    samples, shares.presence);
			table_add(t, table, &counts, lineno);
			event++;
		}
	}
}

/* ---- the head ------------------------------------------------------------ */

/* "Counted NAME events (...) with a unit mask of 0x00 (...) count 100000" */
static bool take_counted(struct tables *t, struct span text)
{
	static const char mask[] = " unit mask of ", count[] = " count ";
	struct span rest = text, word, name;
	size_t i = t->opreport.nr_events;

	if (!span_starts(text, "Counted ") || i == COLUMNS_MAX)
		return false;
	span_word(&rest, &word);
	if (!span_word(&rest, &name))
		return false;
	t->opreport.event[i] = name;
	t->opreport.mask[i] = NULL;
	t->opreport.rate[i] = 0;
	const char *at = memmem(rest.ptr, rest.len, mask, strlen(mask));
	if (at) {
		struct span tail = { at + strlen(mask),
				     (size_t)(rest.ptr + rest.len - at) -
					     strlen(mask) };

		if (span_word(&tail, &word))
			t->opreport.mask[i] = arena_strndup(&t->prof->arena,
							    word.ptr, word.len);
	}
	at = memmem(rest.ptr, rest.len, count, strlen(count));
	uint64_t rate;
	if (at && span_count((struct span){ at + strlen(count),
					    (size_t)(rest.ptr + rest.len - at) -
						    strlen(count) },
			     &rate) == NUMBER_OK)
		t->opreport.rate[i] = (double)rate;
	t->opreport.nr_events++;
	return true;
}

static void add_event(struct tables *t, struct table *table, size_t i,
		      size_t nr, bool samples)
{
	bool named = t->opreport.nr_events == nr;
	struct span name = named ? t->opreport.event[i] : SPAN("");
	const char *text = arena_printf(&t->prof->arena, "%.*s%s%s",
					(int)name.len, name.len ? name.ptr : "",
					name.len && samples ? " " : "",
					samples ? "samples" : "");

	ARENA_ROOM(&t->scratch, table->events, table->nr_events,
		   table->cap_events);
	table->events[table->nr_events++] = (struct event){
		.name = text,
		.mask = named ? t->opreport.mask[i] : NULL,
		.unit = samples ? "samples" : "percent",
		.rate_kind = named && t->opreport.rate[i] > 0 ? RATE_PERIOD :
								RATE_UNKNOWN,
		.rate = named ? t->opreport.rate[i] : 0,
	};
}

static bool take_head(struct tables *t, const struct line *line)
{
	struct headings columns;
	size_t nr = 0;

	if (!memmem(line->text.ptr, line->text.len, "diff %", 6))
		return false;
	headings_find(&columns, line, known);
	for (size_t i = 0; i < columns.nr; i++) {
		nr += columns.heading[i].kind == OP_DIFF;
		if (!columns.heading[i].kind)
			return false;
	}
	if (!nr || columns.heading[columns.nr - 1].kind < OP_LINE)
		return false;

	struct table *table = tables_begin(t, &dialect_opreport);
	for (size_t i = 0; i < 2 * nr; i++)
		add_event(t, table, i % nr, nr, i >= nr);
	t->opreport.columns = columns;
	t->opreport.nr_events = 0;
	t->command = false;
	return true;
}

static enum taken take(struct tables *t, const struct line *line,
		       struct error *err)
{
	struct table *table = tables_open(t, &dialect_opreport);
	struct op_row row;

	(void)err;
	if (take_counted(t, line->text) || take_head(t, line) ||
	    span_starts(line->text, "CPU: "))
		return TAKEN;
	if (!table || !parse_row(&t->opreport.columns, line->text, &row))
		return NOT_MINE;
	table->cut |= t->gap == GAP_MARK;
	table->sure = true;
	add_row(t, table, &row, line->lineno);
	t->gap = GAP_NONE;
	t->command = t->mark_ahead = false;
	return TAKEN;
}

const struct dialect dialect_opreport = {
	.what = "opreport",
	.take = take,
};
