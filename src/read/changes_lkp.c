/*
 * changes_lkp.c - the tables of the kernel test robot
 *
 *	commit:
 *	  b6f1e2a0c3 ("mm: before")
 *	  c1e2d3f4a5 ("mm: after")
 *
 *	b6f1e2a0c3      c1e2d3f4a5
 *	---------------- ---------------------------
 *	         %stddev     %change         %stddev
 *	     18.98            -5.8       13.18  perf-profile.self.cycles.intel_idle
 *	      3.08 ±  4%      -1.0        2.05 ±  4% perf-profile.self.cycles.schedule
 *
 * Of the many metrics only those of perf-profile are rows of a profile: percent
 * of all samples in base, the change in points (in percent, where it has a
 * percent sign), and in test.  "self" is where samples fell; "children" and
 * "calltrace" count what was called, so that they overlap, and none of the three
 * may be added to another: they are events, self first.  Of several tests side
 * by side the second is an event "self/2", and so on.
 */
#include "changes.h"

#include <math.h>

#define METRIC "perf-profile."
#define TESTS_MAX 8 /* side by side, each compared with base */

/* The last word, if it is the name of such a metric. */
static bool take_metric(struct span *rest, struct span *metric)
{
	size_t at = rest->len;

	while (at && !char_is_blank(rest->ptr[at - 1]))
		at--;
	*metric = (struct span){ rest->ptr + at, rest->len - at };
	rest->len = at;
	return span_starts(*metric, METRIC);
}

/* Skip "±  4%", whatever mail made of the sign. */
static void skip_deviation(struct span *rest)
{
	struct span after = *rest, word;
	unsigned decimals;
	long double value;

	for (int i = 0; i < 2 && span_word(&after, &word); i++) {
		bool percent = word.ptr[word.len - 1] == '%';

		word.len -= percent;
		// A sign alone; "4%"; the two in one word.
		if (i == 0 && amount_of(word, &value, &decimals))
			return;
		if (percent) {
			*rest = after;
			return;
		}
	}
}

static bool take_amount(struct span *rest, long double *value,
			unsigned *decimals, bool *percent)
{
	struct span word;
	unsigned own;

	if (!span_word(rest, &word))
		return false;
	*percent = word.ptr[word.len - 1] == '%';
	word.len -= *percent;
	if (!amount_of(word, value, &own))
		return false;
	if (own > *decimals)
		*decimals = own;
	return true;
}

/* A column of the table's right side, in comparison with base. */
struct column {
	long double base, test, delta;
	bool relative; /* delta is in percent */
};

/* "+1.4" or "-12.3%" or, of nothing, "+Inf%", and what test has. */
static bool take_column(struct span *rest, struct column *c, unsigned *decimals)
{
	struct span at = *rest, word;
	unsigned unused = 0;
	bool percent;

	if (!span_word(&at, &word) || !strchr("+-0", word.ptr[0]))
		return false;
	if (span_is(word, "+Inf%") || span_is(word, "-Inf%")) {
		c->delta = NAN;
		c->relative = true;
		*rest = at;
	} else if (!take_amount(rest, &c->delta, &unused, &c->relative)) {
		return false;
	}
	if (!take_amount(rest, &c->test, decimals, &percent) || percent)
		return false;
	skip_deviation(rest);
	return true;
}

static void set_change(struct change *change, const struct column *c)
{
	const long double base = c->base, test = c->test;

	change->base = base;
	change->test = test;
	change->delta = c->relative ? test - base : c->delta;
	change->percent = c->relative ? (double)c->delta :
			  base > 0    ? (double)(100 * (test - base) / base) :
					NAN;
	change->presence = base == 0 && test > 0 ? PRESENT_NEW :
			   test == 0 && base > 0 ? PRESENT_GONE :
						   PRESENT_BOTH;
	if (change->presence == PRESENT_NEW)
		change->percent = NAN;
}

/* The numbers in front of a metric: how many comparisons they are. */
static size_t parse_numbers(struct span rest, struct column *columns,
			    size_t max, unsigned *decimals)
{
	long double base;
	bool percent;
	size_t nr = 0;

	*decimals = 0;
	if (!take_amount(&rest, &base, decimals, &percent) || percent)
		return 0;
	skip_deviation(&rest);
	for (; nr < max && take_column(&rest, &columns[nr], decimals); nr++)
		columns[nr].base = base;
	return nr;
}

static bool is_kind(struct span word)
{
	return span_is(word, "self") || span_is(word, "children") ||
	       span_is(word, "calltrace") || span_is(word, "func");
}

/*
 * "self.cycles-pp.intel_idle": what is counted, of which event, of whom.  In
 * 2015 and 2016 it was "cycles-pp.f.caller", of call chains.
 */
static bool parse_metric(struct span metric, struct span *event,
			 struct span *symbol)
{
	size_t front = strlen(METRIC);
	const char *kind = metric.ptr + front, *end = metric.ptr + metric.len;
	const char *dot = memchr(kind, '.', (size_t)(end - kind));

	if (dot && is_kind((struct span){ kind, (size_t)(dot - kind) }))
		dot = memchr(dot + 1, '.', (size_t)(end - dot - 1));
	if (!dot || dot == kind || dot + 1 == end)
		return false;
	*event = (struct span){ kind, (size_t)(dot - kind) };
	*symbol = (struct span){ dot + 1, (size_t)(end - dot - 1) };
	return true;
}

/* "b6f1e2a0c3  c1e2d3f4a5" above the dashes. */
static bool take_head(struct tables *t, const struct line *line)
{
	struct span rest = t->lkp.commits, base, test;

	t->lkp.commits = line->text;
	if (!span_starts(line->text, "----------------"))
		return false;
	for (size_t i = 0; i < line->text.len; i++)
		if (!strchr("- ", line->text.ptr[i]))
			return false;
	if (!memchr(line->text.ptr, ' ', line->text.len))
		return false;
	if (rest.len && span_word(&rest, &base) && span_word(&rest, &test)) {
		struct arena *arena = &t->prof->arena;

		t->base_label = arena_strndup(arena, base.ptr, base.len);
		t->test_label = arena_strndup(arena, test.ptr, test.len);
	}
	// Whatever stands below is another table, if it has such rows.
	t->command = true;
	return true;
}

static bool find_event(struct tables *t, struct table *table, struct span name,
		       uint16_t *event)
{
	for (size_t i = 0; i < table->nr_events; i++)
		if (span_is(name, table->events[i].name)) {
			*event = (uint16_t)i;
			return true;
		}
	if (table->nr_events == EVENTS_MAX)
		return false;
	*event = (uint16_t)table_event(t, table, name, "percent");
	return true;
}

/* Of the second of several tests "EVENT/2", as of perf diff. */
static struct span name_of(struct tables *t, struct span event, size_t test)
{
	if (test == 1)
		return event;
	return span_of(arena_printf(&t->scratch, "%.*s/%zu", (int)event.len,
				    event.ptr, test));
}

/* The numbers of a row whose beginning a mailer left in the line ABOVE. */
static struct span joined(struct tables *t, struct span above, struct span rest)
{
	if (!above.len || memmem(above.ptr, above.len, METRIC, strlen(METRIC)))
		return rest;
	return span_of(arena_printf(&t->scratch, "%.*s %.*s", (int)above.len,
				    above.ptr, (int)rest.len, rest.ptr));
}

static enum taken take(struct tables *t, const struct line *line,
		       struct error *err)
{
	struct span rest = line->text, above = t->lkp.commits;
	struct span metric, event, symbol;
	struct column columns[TESTS_MAX];
	unsigned decimals;
	size_t nr;

	(void)err;
	if (take_head(t, line))
		return TAKEN;
	if (!take_metric(&rest, &metric) ||
	    !parse_metric(metric, &event, &symbol))
		return NOT_MINE;
	nr = parse_numbers(rest, columns, TESTS_MAX, &decimals);
	if (!nr) {
		nr = parse_numbers(joined(t, above, rest), columns, TESTS_MAX,
				   &decimals);
		if (!nr)
			return NOT_MINE;
		t->skipped -= t->skipped > 0;
	}

	struct table *table = tables_open(t, &dialect_lkp);
	if (!table || t->command)
		table = tables_begin(t, &dialect_lkp);
	table->cut |= t->gap == GAP_MARK && table->nr;
	table->sure = true;
	for (size_t i = 0; i < nr; i++) {
		struct change change = change_of(0);

		set_change(&change, &columns[i]);
		if (!find_event(t, table, name_of(t, event, i + 1),
				&change.event))
			return NOT_MINE;
		event_decimals(&table->events[change.event], decimals);
		change.symbol = names_intern(&t->prof->names, symbol);
		table_add(t, table, &change, line->lineno);
	}
	t->gap = GAP_NONE;
	t->command = t->mark_ahead = false;
	return TAKEN;
}

static bool begins(const struct event *event, const char *kind)
{
	struct span name = span_of(event->name);
	size_t len = strlen(kind);

	return span_starts(name, kind) && name.ptr[len] == '.' &&
	       !span_has(name, '/');
}

/* Does it count samples where they fell? */
static bool is_leaf(const struct event *event)
{
	return begins(event, "self") || begins(event, "func");
}

/* Self first; and "self" for "self.cycles-pp" where there is no other. */
static void finish(struct table *table)
{
	static const char *const order[] = { "self", "func", "children",
					     "calltrace" };
	struct event *events = table->events;

	for (size_t i = 0; i < table->nr_events; i++)
		if (i && is_leaf(&events[i]) && !is_leaf(&events[0])) {
			struct event self = events[i];

			events[i] = events[0];
			events[0] = self;
			for (size_t k = 0; k < table->nr; k++) {
				uint16_t *event = &table->changes[k].event;

				*event = *event == i ? 0 :
					 *event == 0 ? (uint16_t)i :
						       *event;
			}
		}
	for (size_t k = 0; k < sizeof(order) / sizeof(*order); k++) {
		struct event *only = NULL;
		size_t nr = 0;

		for (size_t i = 0; i < table->nr_events; i++)
			if (begins(&events[i], order[k])) {
				only = &events[i];
				nr++;
			}
		if (nr == 1)
			only->name = order[k];
	}
}

const struct dialect dialect_lkp = {
	.what = "lkp",
	.take = take,
	.finish = finish,
};
