/*
 * changes_perf.c - what perf diff prints
 *
 *	# Event 'cycles:P'
 *	#
 *	# Data files:
 *	#  [0] perf.data.old (Baseline)
 *	#  [1] perf.data
 *	#
 *	# Baseline  Delta Abs  Shared Object      Symbol
 *	# ........  .........  .................  ....................
 *	#
 *	    30.91%    -11.39%  w                  [.] spin
 *	               +0.64%  [kernel.kallsyms]  [k] ksys_write
 *	     0.12%             libc.so.6          [.] __fstat64
 *
 * Percent of all periods of the file, and the change of that in percentage
 * points; no baseline for what is new, no delta for what is gone.  Other columns
 * of numbers are periods (-p), their ratio (-c ratio) and their weighted
 * difference (-c wdiff), with N/A where one is not defined; of several files
 * each has a column.  The head names the columns, and by where the numbers end
 * one knows which of them are blank.
 */
#include "changes_perf_row.h"

#include <math.h>

static const struct known_heading known[] = {
	{ "Baseline", PERF_BASELINE }, { "Base period", PERF_BASE_PERIOD },
	{ "Delta Abs", PERF_DELTA },   { "Delta", PERF_DELTA },
	{ "Ratio", PERF_RATIO },       { "Weighted diff", PERF_WDIFF },
	{ "Period", PERF_PERIOD },     { "Formula", PERF_FORMULA },
	{ "Symbol", PERF_SYMBOL },     { "Shared Object", PERF_OBJECT },
	{ "Command", PERF_COMM },      { 0 },
};

/* ---- rows ---------------------------------------------------------------- */

/* The change of one event: a number in its column, and what its base is. */
static void add_change(struct tables *t, struct table *table,
		       struct change *change, unsigned event, size_t lineno)
{
	change->event = (uint16_t)event;
	if (change->presence == PRESENT_NEW)
		change->percent = NAN;
	table_add(t, table, change, lineno);
}

static long double value_in(const struct headings *columns,
			    const struct perf_row *row, unsigned kind)
{
	for (size_t i = 0; i < columns->nr; i++)
		if (columns->heading[i].kind == kind)
			return row->number[i].given ? row->number[i].value :
						      NAN;
	return NAN;
}

/* Shares, and the change in COLUMN of them. */
static void set_points(struct change *c, long double base, long double points)
{
	c->base = base;
	c->delta = points;
	c->test = base + points;
	c->percent = base > 0 ? (double)(100 * points / base) : NAN;
	c->presence = isnan(base)   ? PRESENT_NEW :
		      isnan(points) ? PRESENT_GONE :
				      PRESENT_BOTH;
}

static void set_ratio(struct change *c, long double base, long double ratio)
{
	c->base = base;
	c->percent = (double)(100 * (ratio - 1));
	c->presence = isnan(base)  ? PRESENT_NEW :
		      isnan(ratio) ? PRESENT_GONE :
				     PRESENT_BOTH;
}

/* With -p a period is 0 where there was none. */
static void set_periods(struct change *c, long double base, long double test)
{
	c->presence = !(base > 0) ? PRESENT_NEW :
		      !(test > 0) ? PRESENT_GONE :
				    PRESENT_BOTH;
	c->base = base > 0 ? base : NAN;
	c->test = test > 0 ? test : NAN;
	c->delta = c->test - c->base;
	c->percent = (double)(100 * c->delta / c->base);
}

static void add_row(struct tables *t, struct table *table,
		    const struct perf_row *row, const struct change *names,
		    size_t lineno)
{
	const struct headings *columns = &t->perf.columns;
	long double share = value_in(columns, row, PERF_BASELINE);
	unsigned event = t->perf.first_event;

	for (size_t i = 0; i < columns->nr; i++) {
		long double value =
			row->number[i].given ? row->number[i].value : NAN;
		struct change change = *names;
		unsigned decimals = 0;

		switch (columns->heading[i].kind) {
		case PERF_DELTA:
			set_points(&change, share, value);
			decimals = row->number[i].decimals;
			break;
		case PERF_RATIO:
			set_ratio(&change, share, value);
			decimals = row->number[0].decimals;
			break;
		case PERF_WDIFF:
			change.delta = value;
			change.presence = isnan(share) ? PRESENT_NEW :
					  isnan(value) ? PRESENT_GONE :
							 PRESENT_BOTH;
			add_change(t, table, &change, event++, lineno);
			change.delta = NAN;
			change.base = share;
			decimals = row->number[0].decimals;
			break;
		case PERF_PERIOD:
			set_periods(&change,
				    value_in(columns, row, PERF_BASE_PERIOD),
				    value);
			break;
		default:
			continue;
		}
		event_decimals(&table->events[event], decimals);
		add_change(t, table, &change, event++, lineno);
	}
}

static enum sample_mode mode_of_level(char level)
{
	switch (level) {
	case 'k':
		return MODE_KERNEL;
	case '.':
		return MODE_USER;
	case 'g':
		return MODE_GUEST_KERNEL;
	case 'u':
		return MODE_GUEST_USER;
	case 'H':
		return MODE_HYPERVISOR;
	default:
		return MODE_UNKNOWN;
	}
}

/* Who ROW is about, by its names.  Without a symbol it is the whole object. */
static struct change names_of(struct tables *t, const struct perf_row *row)
{
	const struct headings *columns = &t->perf.columns;
	struct profile *prof = t->prof;
	struct change change = change_of(0);
	struct span other = { 0 };

	change.mode = (uint8_t)mode_of_level(row->level);
	for (size_t i = 0; i < columns->nr; i++) {
		struct span name = row->name[i];

		switch (columns->heading[i].kind) {
		case PERF_SYMBOL:
			change.symbol = names_intern(&prof->names, name);
			break;
		case PERF_OBJECT:
			change.image = profile_image(prof, name);
			if (!row->level)
				change.mode = (uint8_t)image_mode(name);
			break;
		case PERF_COMM:
			change.comm = names_intern(&prof->names, name);
			break;
		default:
			if (perf_column_is_name(columns->heading[i].kind))
				other = name;
		}
	}
	if (change.symbol)
		return change;
	if (other.len) {
		change.symbol = names_intern(&prof->names, other);
		return change;
	}
	change.symbol = change.image ? change.image : change.comm;
	change.image = NAME_NONE;
	return change;
}

/* A row that did not go on is none. */
static void drop_half(struct tables *t)
{
	t->skipped += t->perf.half.len > 0;
	t->perf.half.len = 0;
}

static void push(struct tables *t, const struct perf_row *row, size_t lineno)
{
	struct table *table = tables_open(t, &dialect_perf);
	struct change names = names_of(t, row);

	drop_half(t);
	table->cut |= t->gap == GAP_MARK;
	table->sure = true;
	add_row(t, table, row, &names, lineno);
	t->gap = GAP_NONE;
	t->command = t->mark_ahead = false;
}

/* The rest of a row that mail has wrapped. */
static enum taken join(struct tables *t, const struct line *line)
{
	struct span half = t->perf.half, text;
	struct perf_row row;

	if (!half.len)
		return NOT_MINE;
	const char *both =
		arena_printf(&t->prof->arena, "%.*s %.*s", (int)half.len,
			     half.ptr, (int)line->text.len, line->text.ptr);
	text = span_of(both);
	drop_half(t);
	if (!perf_row_parse(&t->perf.columns, t->perf.separator,
			    t->perf.half_raw, half, &row))
		return NOT_MINE;
	// Where the columns stood is in the first line.
	struct perf_row names;
	if (!perf_row_parse(&t->perf.columns, 0, text, text, &names) ||
	    !names.whole)
		return NOT_MINE;
	memcpy(row.name, names.name, sizeof(row.name));
	row.level = names.level;
	t->skipped--;
	push(t, &row, line->lineno - 1);
	return TAKEN;
}

/* ---- the head ------------------------------------------------------------ */

/* "cycles", or "cycles/2" for the second file that is compared. */
static struct span event_name(struct tables *t, struct span event,
			      struct span heading, const char *what)
{
	const char *slash = memrchr(heading.ptr, '/', heading.len);
	bool second = slash && slash[1] != '1' && slash[1] != '0';
	size_t len = second ? (size_t)(heading.ptr + heading.len - slash) : 0;

	return span_of(arena_printf(&t->prof->arena, "%.*s%.*s%s",
				    (int)event.len, event.len ? event.ptr : "",
				    (int)len, slash ? slash : "", what));
}

/* A weighted difference leaves the baseline without anything to go with. */
static void add_baseline(struct tables *t, struct table *table,
			 struct span heading)
{
	table_event(t, table,
		    event_name(t, t->perf.event, heading, " baseline"),
		    "percent");
}

static bool has_event(const struct table *table, struct span name)
{
	for (size_t i = 0; i < table->nr_events; i++)
		if (span_is(name, table->events[i].name))
			return true;
	return false;
}

static void add_events(struct tables *t, struct table *table)
{
	const struct headings *columns = &t->perf.columns;

	t->perf.first_event = (unsigned)table->nr_events;
	for (size_t i = 0; i < columns->nr; i++) {
		unsigned kind = columns->heading[i].kind;
		bool share = kind == PERF_DELTA || kind == PERF_RATIO;
		bool second = kind == PERF_PERIOD;

		if (!share && kind != PERF_WDIFF && !second)
			continue;
		table_event(t, table,
			    event_name(t, t->perf.event,
				       columns->heading[i].name,
				       second ? " period" : ""),
			    share ? "percent" : "period");
		if (kind == PERF_WDIFF)
			add_baseline(t, table, columns->heading[i].name);
	}
}

/* "Baseline  Delta Abs  Shared Object  Symbol": another event, or listing. */
static bool take_head(struct tables *t, const struct line *line)
{
	struct headings columns;
	size_t changes = 0, names = 0;

	if (!span_starts(line->text, "Baseline"))
		return false;
	struct span tail = { line->text.ptr + 8, line->text.len - 8 };
	struct line spaced = *line;
	char separator = 0;
	if (tail.len && tail.ptr[0] != '/' && !char_is_blank(tail.ptr[0])) {
		char *copy = arena_strndup(&t->prof->arena, line->raw.ptr,
					   line->raw.len);

		separator = tail.ptr[0];
		for (char *p = copy; *p; p++)
			*p = *p == separator ? '\t' : *p;
		spaced.text.ptr = copy + (line->text.ptr - line->raw.ptr);
		spaced.raw.ptr = copy;
	}
	headings_find(&columns, &spaced, known);
	for (size_t i = 0; i < columns.nr; i++)
		changes += columns.heading[i].kind == PERF_DELTA ||
			   columns.heading[i].kind == PERF_RATIO ||
			   columns.heading[i].kind == PERF_WDIFF;
	for (size_t i = 0; i < columns.nr; i++)
		names += perf_column_is_name(columns.heading[i].kind);
	if (!changes || !names)
		return false;

	struct table *table = tables_open(t, &dialect_perf);
	if (!table || t->command || has_event(table, t->perf.event) ||
	    table->nr_events + 2 * columns.nr > EVENTS_MAX)
		table = tables_begin(t, &dialect_perf);
	t->perf.columns = columns;
	t->perf.separator = separator;
	drop_half(t);
	t->command = false;
	add_events(t, table);
	t->perf.event = SPAN("");
	return true;
}

/* "[0] perf.data.old (Baseline)"; a mail has footnotes that look like it. */
static bool take_file(struct tables *t, struct span text)
{
	if (text.len < 5 || text.ptr[0] != '[' || !char_is_digit(text.ptr[1]) ||
	    memcmp(text.ptr + 2, "] ", 2) != 0)
		return false;

	struct span name = { text.ptr + 4, text.len - 4 };
	if (text.ptr[1] == '0' && span_ends(name, " (Baseline)")) {
		name.len -= strlen(" (Baseline)");
		t->base_label =
			arena_strndup(&t->prof->arena, name.ptr, name.len);
		t->test_label = NULL;
		return true;
	}
	if (!t->base_label)
		return false;
	// Of several tests each is an event: there is no one label.
	if (text.ptr[1] != '1')
		t->test_label = NULL;
	else if (t->test_label)
		return false;
	else
		t->test_label =
			arena_strndup(&t->prof->arena, name.ptr, name.len);
	return true;
}

/* "Event 'cycles:P'", "[0] perf.data.old (Baseline)", the ruler. */
static bool take_remark(struct tables *t, struct span text)
{
	if (span_starts(text, "Event '")) {
		struct span name = { text.ptr + 7, text.len - 7 };
		const char *end = memchr(name.ptr, '\'', name.len);

		name.len = end ? (size_t)(end - name.ptr) : name.len;
		t->perf.event = name;
		return true;
	}
	if (take_file(t, text))
		return true;
	if (span_is(text, "Data files:") || span_is(text, "#"))
		return true;
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] != '.' && text.ptr[i] != ' ')
			return false;
	return text.len > 8 && tables_open(t, &dialect_perf);
}

static enum taken take(struct tables *t, const struct line *line,
		       struct error *err)
{
	struct perf_row row;

	(void)err;
	if (take_head(t, line) || take_remark(t, line->text))
		return TAKEN;
	if (!tables_open(t, &dialect_perf))
		return NOT_MINE;
	if (!perf_row_parse(&t->perf.columns, t->perf.separator, line->raw,
			    line->text, &row))
		return join(t, line);
	if (row.whole) {
		push(t, &row, line->lineno);
		return TAKEN;
	}
	drop_half(t);
	t->perf.half = line->text;
	t->perf.half_raw = line->raw;
	return TAKEN;
}

const struct dialect dialect_perf = {
	.what = "perf diff",
	.take = take,
};
