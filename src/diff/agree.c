#include "diffprof/agree.h"

#include <math.h>

/* ---- names of events ----------------------------------------------------- */

/* A letter of perf's modifiers: "cycles:ukpp". */
static bool is_modifier(char c)
{
	return c && strchr("ukhGHpPSDWIeb", c);
}

/* What a PMU counts, not how perf is to sample it: "event=0x3c,umask=0x00". */
static bool is_event_term(struct span terms)
{
	return !memchr(terms.ptr, '=', terms.len) ||
	       span_starts(terms, "event=") || span_starts(terms, "config") ||
	       span_starts(terms, "umask=");
}

struct span event_core(struct span name)
{
	const char *slash = memchr(name.ptr, '/', name.len);
	const char *end = name.ptr + name.len, *colon;

	if (slash) {
		const char *second = memchr(slash + 1, '/',
					    (size_t)(end - slash - 1));
		struct span terms = { slash + 1,
				      (size_t)((second ? second : end) - slash -
					       1) };

		if (second && terms.len && is_event_term(terms))
			return terms;
		// "cpu-clock/period=1000/": how it is sampled is its rate.
		if (second && slash > name.ptr)
			return (struct span){ name.ptr,
					      (size_t)(slash - name.ptr) };
	}
	colon = memrchr(name.ptr, ':', name.len);
	if (!colon || colon == name.ptr)
		return name;
	for (const char *p = colon + 1; p < end; p++)
		if (!is_modifier(*p))
			return name;
	name.len = (size_t)(colon - name.ptr);
	return name;
}

static bool same_event(const struct event *a, const struct event *b)
{
	if (!*a->name || !*b->name)
		return true;
	if (a->mask && b->mask && strcmp(a->mask, b->mask))
		return false;
	return span_eq(event_core(span_of(a->name)),
		       event_core(span_of(b->name)));
}

/* An event's name in words: with its mask where that is what tells it apart. */
static const char *event_words(struct profile *prof, size_t i)
{
	const struct event *event = &prof->events[i];
	bool alike = false;

	for (size_t k = 0; k < prof->nr_events; k++)
		alike |= k != i && !strcmp(prof->events[k].name, event->name);
	return arena_printf(&prof->arena, "%s%s%s%s",
			    *event->name ? event->name : "(no name)",
			    alike && event->mask ? " (unit mask " : "",
			    alike && event->mask ? event->mask : "",
			    alike && event->mask ? ")" : "");
}

#define LISTED_MAX 12

/* "cycles, instructions", of all events but LEFT_OUT. */
static const char *list_events(struct profile *prof, size_t left_out)
{
	const char *list = NULL;
	size_t nr = 0;

	for (size_t i = 0; i < prof->nr_events; i++) {
		if (i == left_out)
			continue;
		if (++nr > LISTED_MAX)
			return arena_printf(&prof->arena, "%s, ...", list);
		list = arena_printf(&prof->arena, "%s%s%s", list ? list : "",
				    list ? ", " : "", event_words(prof, i));
	}
	return list ? list : "none";
}

/* ---- the event ----------------------------------------------------------- */

/* The event of PROF that the user's WORD means, or nr_events. */
static size_t find_event(const struct profile *prof, const char *word)
{
	struct span name = span_of(word);
	uint64_t number;
	size_t i;

	if (span_count(name, &number) == NUMBER_OK)
		return number && number <= prof->nr_events ?
			       (size_t)number - 1 :
			       prof->nr_events;
	for (i = 0; i < prof->nr_events; i++)
		if (span_is(name, prof->events[i].name))
			return i;
	for (i = 0; i < prof->nr_events; i++)
		if (span_eq(event_core(name),
			    event_core(span_of(prof->events[i].name))))
			return i;
	return i;
}

static int choose_named(struct profile *const *profs, size_t nr,
			const char *word, struct selection *sels,
			struct error *err)
{
	for (size_t i = 0; i < nr; i++) {
		if (!profs[i]->nr_events && !strcmp(word, "1"))
			continue;
		sels[i].event = (unsigned)find_event(profs[i], word);
		if (sels[i].event < profs[i]->nr_events)
			continue;
		if (!profs[i]->nr_events)
			return fail(err, ERR_USAGE,
				    "--event: %s does not say what event it"
				    " counts",
				    profs[i]->path);
		return fail(err, ERR_USAGE,
			    "--event: no event \"%s\" in %s; there are %s",
			    word, profs[i]->path,
			    list_events(profs[i], SIZE_MAX));
	}
	return 0;
}

/* The event of PROF that is the same as WANTED, or nr_events. */
static size_t same_in(const struct profile *prof, const struct event *wanted)
{
	size_t i = 0;

	while (i < prof->nr_events && !same_event(&prof->events[i], wanted))
		i++;
	return i;
}

/* The first profile that has events; others go with any. */
static struct profile *first_with_events(struct profile *const *profs,
					 size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (profs[i]->nr_events)
			return profs[i];
	return NULL;
}

static bool choose_common(struct profile *const *profs, size_t nr,
			  const struct profile *first, struct selection *sels)
{
	for (size_t e = 0; e < first->nr_events; e++) {
		bool all = true;

		for (size_t i = 0; i < nr && all; i++) {
			if (!profs[i]->nr_events)
				continue;
			sels[i].event =
				(unsigned)same_in(profs[i], &first->events[e]);
			all = sels[i].event < profs[i]->nr_events;
		}
		if (all)
			return true;
	}
	return false;
}

static const struct event *event_of(const struct profile *prof,
				    const struct selection *sel)
{
	return prof->nr_events ? &prof->events[sel->event] : NULL;
}

/*
 * Tools of different kinds have names of their own for one clock: with one
 * event each there is nothing to choose.
 */
static bool only_choice(struct profile *const *profs, size_t nr,
			const struct profile *first, struct selection *sels)
{
	bool mixed = false;

	for (size_t i = 0; i < nr; i++) {
		if (profs[i]->nr_events > 1)
			return false;
		mixed |= strcmp(profs[i]->format, first->format) != 0;
	}
	for (size_t i = 0; i < nr && mixed; i++) {
		sels[i].event = 0;
		if (profs[i]->nr_events && profs[i] != first &&
		    !same_event(&profs[i]->events[0], &first->events[0]))
			notes_add(&profs[i]->notes, NOTE_DOUBT, "events-differ",
				  profs[i]->path, "counts %s, but %s counts %s",
				  profs[i]->events[0].name, first->path,
				  first->events[0].name);
	}
	return mixed;
}

static int choose_event(struct profile *const *profs, size_t nr,
			const char *word, struct selection *sels,
			struct error *err)
{
	struct profile *first = first_with_events(profs, nr);

	if (word)
		return choose_named(profs, nr, word, sels, err);
	if (!first || choose_common(profs, nr, first, sels) ||
	    only_choice(profs, nr, first, sels))
		return 0;
	for (size_t i = 0; i < nr; i++)
		if (profs[i]->nr_events && profs[i] != first &&
		    same_in(profs[i], &first->events[0]) == profs[i]->nr_events)
			return fail(err, ERR_USAGE,
				    "no event in common: %s has %s, and %s has"
				    " %s; -e 1 compares the first of each",
				    first->path, list_events(first, SIZE_MAX),
				    profs[i]->path,
				    list_events(profs[i], SIZE_MAX));
	return fail(err, ERR_USAGE,
		    "no event that all profiles have: %s has %s; -e 1 compares"
		    " the first of each",
		    first->path, list_events(first, SIZE_MAX));
}

static void note_others(struct profile *const *profs, size_t nr,
			const struct selection *sels)
{
	for (size_t i = 0; i < nr; i++)
		if (profs[i]->nr_events > 1)
			notes_add(&profs[i]->notes, NOTE_HINT, "other-events",
				  profs[i]->path,
				  "event %s is shown; there are also %s (-e)",
				  event_words(profs[i], sels[i].event),
				  list_events(profs[i], sels[i].event));
}

/* ---- units --------------------------------------------------------------- */

static const char *unit_of(const struct profile *prof,
			   const struct selection *sel)
{
	const struct event *event = event_of(prof, sel);

	return !event	  ? prof->unit :
	       sel->weigh ? event->weight_unit :
			    event->unit;
}

/* Ticks are samples of a clock. */
static bool same_unit(const char *a, const char *b)
{
	if (!strcmp(a, "ticks"))
		a = "samples";
	if (!strcmp(b, "ticks"))
		b = "samples";
	return !strcmp(a, b);
}

/* One number of decimal places for all, and a word about what they count. */
static void agree_on_units(struct profile *const *profs, size_t nr,
			   struct selection *sels)
{
	const char *unit = unit_of(profs[0], &sels[0]);
	unsigned scale = 0;

	for (size_t i = 0; i < nr; i++) {
		const struct event *event = event_of(profs[i], &sels[i]);
		const char *other = unit_of(profs[i], &sels[i]);

		if (event && !sels[i].weigh && event->scale > scale)
			scale = event->scale;
		if (unit && other && !same_unit(unit, other))
			notes_add(&profs[i]->notes, NOTE_DOUBT, "units-differ",
				  profs[i]->path,
				  "counts are %s, but those of %s are %s",
				  other, profs[0]->path, unit);
	}
	for (size_t i = 0; i < nr; i++)
		sels[i].scale = scale;
	// A finished comparison keeps its decimals.
	if (scale && !profs[0]->nr_changes)
		notes_add(&profs[0]->notes, NOTE_HINT, "scaled", NULL,
			  "counts have %u decimal place%s: all are shown times"
			  " 1%0*d",
			  scale, scale == 1 ? "" : "s", (int)scale, 0);
}

static void take_as_samples(struct profile *prof)
{
	for (size_t i = 0; i < prof->nr_events; i++)
		if (!strcmp(prof->events[i].unit, "unknown"))
			prof->events[i].unit = "samples";
}

static void note_formats(struct profile *const *profs, size_t nr)
{
	for (size_t i = 1; i < nr; i++) {
		// What readprofile makes of a raw profile has a note of its own.
		bool raw = (!strcmp(profs[i]->format, "proc") ||
			    !strcmp(profs[i]->format, "readprofile")) &&
			   (!strcmp(profs[0]->format, "proc") ||
			    !strcmp(profs[0]->format, "readprofile"));

		if (raw || !strcmp(profs[i]->format, profs[0]->format))
			continue;
		notes_add(&profs[i]->notes, NOTE_HINT, "formats-differ",
			  profs[i]->path,
			  "is of format %s, but %s of %s: functions are paired"
			  " by name, and -N total or robust makes up for other"
			  " rates of sampling",
			  profs[i]->format, profs[0]->path, profs[0]->format);
		return;
	}
}

/* ---- the kernel alone ---------------------------------------------------- */

#define KERNEL_ONLY (1u << MODE_KERNEL)

/* When one profile has only the kernel's rows, so have the others. */
static void agree_on_modes(struct profile *const *profs, size_t nr,
			   struct selection *sels)
{
	const struct profile *only = NULL, *more = NULL;

	if (sels[0].filters.kernel != sels[0].filters.user)
		return;
	for (size_t i = 0; i < nr; i++) {
		unsigned modes = profile_modes(profs[i], sels[i].event);

		if (modes == KERNEL_ONLY)
			only = profs[i];
		else if (modes & KERNEL_ONLY)
			more = profs[i];
	}
	if (!only || !more)
		return;
	for (size_t i = 0; i < nr; i++)
		sels[i].filters.kernel = true;
	notes_add(&profs[0]->notes, NOTE_DOUBT, "kernel-only", NULL,
		  "%s has samples of the kernel alone, so the others of %s are"
		  " left out",
		  only->path, more->path);
}

int agree(struct profile *const *profs, size_t nr,
	  const struct agree_options *opts, struct selection *sels,
	  struct error *err)
{
	for (size_t i = 0; i < nr; i++) {
		sels[i] = (struct selection){ .filters = opts->filters,
					      .weigh = opts->weigh,
					      .nr_by = opts->nr_by,
					      .dir_depth = opts->dir_depth };
		memcpy(sels[i].by, opts->by, sizeof(opts->by));
	}
	for (size_t i = 0; i < nr && opts->as_samples; i++)
		take_as_samples(profs[i]);
	if (choose_event(profs, nr, opts->event, sels, err) < 0)
		return -1;
	note_others(profs, nr, sels);
	agree_on_units(profs, nr, sels);
	note_formats(profs, nr);
	agree_on_modes(profs, nr, sels);
	return 0;
}

/* ---- rates --------------------------------------------------------------- */

/* The rate of PROF's event; a period of a clock is a frequency. */
static enum rate_kind rate_of(const struct profile *prof, double *rate)
{
	const struct event *event = prof->event;

	if (!event || event->rate_kind == RATE_UNKNOWN || !(event->rate > 0))
		return RATE_UNKNOWN;
	struct span core = event_core(span_of(event->name));
	*rate = event->rate;
	if (event->rate_kind == RATE_PERIOD &&
	    (span_is(core, "cpu-clock") || span_is(core, "task-clock"))) {
		*rate = 1e9 / event->rate;
		return RATE_FREQUENCY;
	}
	return event->rate_kind;
}

/* Are PROF's counts how often it was sampled? */
static bool are_counted(const struct profile *prof)
{
	return prof->unit && (!strcmp(prof->unit, "samples") ||
			      !strcmp(prof->unit, "ticks"));
}

#define SAME_RATE 1e-3

double rate_ratio(const struct profile *base, const struct profile *test)
{
	double of_base, of_test;
	enum rate_kind a = rate_of(base, &of_base), b = rate_of(test, &of_test);

	// Weights are what the samples stand for, at whatever rate.
	if (a == RATE_UNKNOWN || b == RATE_UNKNOWN || !are_counted(base) ||
	    !are_counted(test))
		return 1;
	if (a != b)
		return NAN;
	double ratio = a == RATE_PERIOD ? of_test / of_base : of_base / of_test;
	// One rate, which different tools round in their own way.
	return fabs(ratio - 1) < SAME_RATE ? 1 : ratio;
}
