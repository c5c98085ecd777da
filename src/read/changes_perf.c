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
#include "changes.h"

#include <math.h>

enum perf_column {
	PERF_BASELINE = 1,
	PERF_BASE_PERIOD,
	PERF_DELTA,
	PERF_RATIO,
	PERF_WDIFF,
	PERF_PERIOD,
	PERF_FORMULA,
	PERF_SYMBOL, /* these and the unknown are names */
	PERF_OBJECT,
	PERF_COMM,
};

static const struct known_heading known[] = {
	{ "Baseline", PERF_BASELINE }, { "Base period", PERF_BASE_PERIOD },
	{ "Delta Abs", PERF_DELTA },   { "Delta", PERF_DELTA },
	{ "Ratio", PERF_RATIO },       { "Weighted diff", PERF_WDIFF },
	{ "Period", PERF_PERIOD },     { "Formula", PERF_FORMULA },
	{ "Symbol", PERF_SYMBOL },     { "Shared Object", PERF_OBJECT },
	{ "Command", PERF_COMM },      { 0 },
};

static bool is_number_column(unsigned kind)
{
	return kind >= PERF_BASELINE && kind <= PERF_PERIOD;
}

static bool is_name_column(unsigned kind)
{
	return !kind || kind >= PERF_SYMBOL;
}

/* What a column of numbers says in a row. */
struct number {
	bool given;
	long double value;
	unsigned decimals;
};

struct perf_row {
	struct number number[COLUMNS_MAX]; /* by column */
	struct span name[COLUMNS_MAX];
	size_t nr; /* numbers */
	char level; /* what stands in front of a symbol, or 0 */
	bool whole; /* the symbol is there, if there is to be one */
};

/* ---- numbers ------------------------------------------------------------- */

enum token {
	TOKEN_NONE,
	TOKEN_SHARE, /* 30.91% */
	TOKEN_POINTS, /* +1.20% */
	TOKEN_REAL, /* 8.000000 */
	TOKEN_WHOLE, /* 127500000 */
	TOKEN_NOT, /* N/A */
};

static enum token token_of(struct span word, struct number *number)
{
	bool sign = word.ptr[0] == '+' || word.ptr[0] == '-';
	bool percent = word.len > 1 && word.ptr[word.len - 1] == '%';

	*number = (struct number){ .value = NAN };
	if (span_is(word, "N/A"))
		return TOKEN_NOT;
	word.len -= percent;
	if (!amount_of(word, &number->value, &number->decimals))
		return TOKEN_NONE;
	number->given = true;
	// Two decimals, always; "50% of" is prose.
	if (percent && !number->decimals)
		return TOKEN_NONE;
	if (percent)
		return sign ? TOKEN_POINTS : TOKEN_SHARE;
	return number->decimals ? TOKEN_REAL : TOKEN_WHOLE;
}

static bool token_fits(enum token token, unsigned kind)
{
	switch (kind) {
	case PERF_BASELINE:
		return token == TOKEN_SHARE;
	case PERF_DELTA:
		return token == TOKEN_POINTS || token == TOKEN_NOT;
	case PERF_RATIO:
		return token == TOKEN_REAL || token == TOKEN_NOT;
	case PERF_WDIFF:
		return token == TOKEN_WHOLE || token == TOKEN_NOT;
	default:
		return token == TOKEN_WHOLE;
	}
}

/*
 * The column from FROM on that TOKEN, which ends at END in its line, is of.
 * Whoever quotes moves rows and head by the same, unless mail has changed it.
 */
static size_t column_for(const struct headings *columns, size_t from,
			 enum token token, size_t end)
{
	size_t first = columns->nr;

	for (size_t i = from; i < columns->nr; i++) {
		unsigned kind = columns->heading[i].kind;

		if (!is_number_column(kind) || !token_fits(token, kind))
			continue;
		if (columns->heading[i].end == end)
			return i;
		if (first == columns->nr)
			first = i;
	}
	return first;
}

static size_t nr_names(const struct headings *columns)
{
	size_t nr = 0;

	for (size_t i = 0; i < columns->nr; i++)
		nr += is_name_column(columns->heading[i].kind);
	return nr;
}

/* Take the numbers off the front of REST, which is a part of RAW. */
static void take_numbers(const struct headings *columns, struct span raw,
			 struct span *rest, struct perf_row *row)
{
	struct span after = *rest, word;
	size_t column = 0;

	while (span_word(&after, &word)) {
		struct number number;
		enum token token = token_of(word, &number);
		size_t end = (size_t)(word.ptr + word.len - raw.ptr);

		column = column_for(columns, column, token, end);
		if (token == TOKEN_NONE || column == columns->nr)
			return;
		row->number[column++] = number;
		row->nr++;
		*rest = after;
	}
}

/* Skip "(5007510 * 100 / 28542807) - (0 * 100 / 329989961)". */
static void skip_formula(const struct headings *columns, struct span *rest)
{
	bool there = false;

	for (size_t i = 0; i < columns->nr; i++)
		there |= columns->heading[i].kind == PERF_FORMULA;
	*rest = span_trim(*rest);
	if (!there || !rest->len || rest->ptr[0] != '(')
		return;
	while (rest->len && strchr("()0123456789*/-. ", rest->ptr[0])) {
		rest->ptr++;
		rest->len--;
	}
}

/* ---- names --------------------------------------------------------------- */

/* Where "[k] " or the like begins in TEXT: what a symbol has in front. */
static bool find_level(struct span text, size_t *at)
{
	for (size_t i = 0; i + 3 <= text.len; i++)
		if (text.ptr[i] == '[' && text.ptr[i + 2] == ']' &&
		    (!i || char_is_blank(text.ptr[i - 1])) &&
		    (i + 3 == text.len || char_is_blank(text.ptr[i + 3]))) {
			*at = i;
			return true;
		}
	return false;
}

static struct span take_level(struct perf_row *row, struct span symbol)
{
	size_t at;

	if (!find_level(symbol, &at))
		return symbol;
	row->level = symbol.ptr[at + 1];
	symbol.ptr += at + 3;
	symbol.len -= at + 3;
	return span_trim(symbol);
}

/*
 * The fields of REST, for the columns of names in turn.  The last takes all that
 * is left; a symbol begins where its level stands, however few blanks are there.
 */
static void take_names(const struct headings *columns, struct span rest,
		       struct perf_row *row)
{
	size_t left = nr_names(columns), at;

	row->whole = true;
	for (size_t i = 0; i < columns->nr; i++) {
		unsigned kind = columns->heading[i].kind;
		bool symbol_next = i + 1 < columns->nr &&
				   columns->heading[i + 1].kind == PERF_SYMBOL;

		if (!is_name_column(kind))
			continue;
		rest = span_trim(rest);
		struct span field = rest;
		if (--left == 0) {
			rest.len = 0;
		} else if (symbol_next && find_level(rest, &at)) {
			struct span front = { rest.ptr, at };

			// With -v an address stands between the two.
			next_field(&front, &field);
			rest.ptr += at;
			rest.len -= at;
		} else {
			next_field(&rest, &field);
		}
		if (kind == PERF_SYMBOL)
			field = take_level(row, field);
		row->name[i] = field;
		row->whole &= field.len > 0;
	}
}

/* Fields between separators, as -t has them; blanks pad them. */
static void take_separated(const struct headings *columns, char separator,
			   struct span rest, struct perf_row *row)
{
	for (size_t i = 0; i < columns->nr; i++) {
		unsigned kind = columns->heading[i].kind;
		const char *end =
			i + 1 < columns->nr ?
				memchr(rest.ptr, separator, rest.len) :
				NULL;
		struct span field = rest;

		if (end)
			field.len = (size_t)(end - rest.ptr);
		rest.ptr += field.len + (end != NULL);
		rest.len -= field.len + (end != NULL);
		field = span_trim(field);
		if (is_number_column(kind) && field.len) {
			row->nr +=
				token_of(field, &row->number[i]) != TOKEN_NONE;
		}
		if (is_name_column(kind))
			row->name[i] = kind == PERF_SYMBOL ?
					       take_level(row, field) :
					       field;
	}
	row->whole = true;
}

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
			if (is_name_column(columns->heading[i].kind))
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

/* Is TEXT, a part of RAW, a row? */
static bool parse_row(const struct tables *t, struct span raw, struct span text,
		      struct perf_row *row)
{
	const struct headings *columns = &t->perf.columns;
	struct span rest = text;

	*row = (struct perf_row){ 0 };
	if (t->perf.separator) {
		if (!memchr(text.ptr, t->perf.separator, text.len))
			return false;
		take_separated(columns, t->perf.separator, text, row);
		return row->nr;
	}
	take_numbers(columns, raw, &rest, row);
	skip_formula(columns, &rest);
	rest = span_trim(rest);
	take_names(columns, rest, row);
	return row->nr && rest.len;
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
	if (!parse_row(t, t->perf.half_raw, half, &row))
		return NOT_MINE;
	// Where the columns stood is in the first line.
	struct perf_row names = { 0 };
	struct span rest = text;
	take_numbers(&t->perf.columns, text, &rest, &names);
	skip_formula(&t->perf.columns, &rest);
	take_names(&t->perf.columns, span_trim(rest), &names);
	if (!names.whole)
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
	bool shares = false;

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
		shares |= share;
	}
}

/* "Baseline  Delta Abs  Shared Object  Symbol": another event, or listing. */
static bool take_head(struct tables *t, const struct line *line)
{
	struct headings columns;
	size_t changes = 0;

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
	if (!changes || !nr_names(&columns))
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
	if (!parse_row(t, line->raw, line->text, &row))
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
