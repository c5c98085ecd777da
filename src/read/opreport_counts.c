#include "opreport_xml.h"

#include <stdlib.h>

static int too_many(const struct opx *x, struct error *err)
{
	return fail(err, ERR_LIMIT,
		    "%s: the counts add up to more than 63 bits hold",
		    x->prof->path);
}

static bool add(uint64_t *sum, uint64_t count)
{
	if (count > COUNT_MAX - *sum)
		return false;
	*sum += count;
	return true;
}

/* ---- classes and events -------------------------------------------------- */

struct opx_class *opx_class(struct opx *x, struct span name)
{
	for (size_t i = 0; i < x->nr_classes; i++)
		if (span_eq(x->classes[i].name, name))
			return &x->classes[i];
	return NULL;
}

static struct opx_setup *find_setup(struct opx *x, struct span id)
{
	for (size_t i = 0; i < x->nr_setups; i++)
		if (span_eq(x->setups[i].id, id))
			return &x->setups[i];
	// What does not say which event it is of is of the only one.
	return !id.len && x->nr_setups ? &x->setups[0] : NULL;
}

static uint16_t event_of(struct opx *x, const struct opx_setup *setup,
			 struct span mask_text)
{
	struct profile *prof = x->prof;
	struct span name = setup    ? setup->name :
			   x->timer ? SPAN("TIMER") :
				      SPAN("");
	const char *mask = NULL;
	uint64_t value = setup ? setup->mask : 0;

	if (span_count(mask_text, &value) == NUMBER_OK ||
	    (setup && setup->has_mask))
		// As opreport's text has it.
		mask = arena_printf(&prof->arena, "0x%02llx",
				    (unsigned long long)value);
	double rate = setup ? (double)setup->count : x->interrupts;
	for (size_t i = 0; i < prof->nr_events; i++) {
		const struct event *e = &prof->events[i];

		if (span_is(name, e->name) && e->rate == rate &&
		    span_eq(span_of(e->mask), span_of(mask)))
			return (uint16_t)i;
	}

	unsigned index = profile_event(prof, name, mask);
	struct event *event = &prof->events[index];
	event->rate = rate;
	if (rate > 0)
		event->rate_kind = setup ? RATE_PERIOD : RATE_FREQUENCY;
	return (uint16_t)index;
}

int opx_add_class(struct opx *x, struct span name, struct span event,
		  struct span mask, int32_t cpu, struct error *err)
{
	const struct opx_setup *setup = find_setup(x, event);

	if (event.len && !setup)
		return fail(err, ERR_FORMAT,
			    "%s: a class of event \"%.*s\","
			    " which was not set up",
			    x->prof->path, (int)event.len, event.ptr);
	if (x->missing || x->nr_classes == OPX_CLASSES_MAX)
		return fail(err, ERR_FORMAT,
			    "%s: classes behind the counts, or"
			    " over %d of them",
			    x->prof->path, OPX_CLASSES_MAX);
	ARENA_ROOM(&x->scratch, x->classes, x->nr_classes, x->cap_classes);
	x->classes[x->nr_classes++] = (struct opx_class){
		.name = { arena_strndup(&x->scratch, name.ptr, name.len),
			  name.len },
		.event = event_of(x, setup, mask),
		.cpu = cpu,
	};
	return 0;
}

/* ---- containers ---------------------------------------------------------- */

static struct span base_name(struct span path)
{
	const char *slash = memrchr(path.ptr, '/', path.len);

	if (!slash || slash + 1 == path.ptr + path.len)
		return path;
	return (struct span){ slash + 1,
			      (size_t)(path.ptr + path.len - slash - 1) };
}

static struct span keep(struct profile *prof, struct span text)
{
	return (struct span){ arena_strndup(&prof->arena, text.ptr, text.len),
			      text.len };
}

/* The first container is here: all classes are. */
static int begin_counts(struct opx *x, struct error *err)
{
	if (!x->nr_classes &&
	    opx_add_class(x, SPAN(""), SPAN(""), SPAN(""), CPU_NONE, err) < 0)
		return -1;
	x->missing =
		arena_zalloc(&x->scratch, x->nr_classes * sizeof(*x->missing));
	for (size_t i = 0; i < OPX_CONTAINERS; i++)
		x->container[i].sums =
			arena_alloc(&x->scratch,
				    x->nr_classes *
					    sizeof(*x->container[i].sums));
	return 0;
}

int opx_open(struct opx *x, struct span image, struct span app,
	     struct error *err)
{
	struct profile *prof = x->prof;

	if (!x->missing && begin_counts(x, err) < 0)
		return -1;
	if (x->nr_containers == OPX_CONTAINERS)
		return fail(err, ERR_FORMAT, "%s: a module in a module",
			    prof->path);

	struct opx_container *c = &x->container[x->nr_containers++];
	x->nr_images++;
	memset(c->sums, 0, x->nr_classes * sizeof(*c->sums));
	image = keep(prof, image);
	c->mode = (uint8_t)image_mode(image);
	c->image = profile_image(prof, image);
	c->comm = names_intern(&prof->names,
			       app.len ? keep(prof, base_name(app)) :
					 base_name(image));
	c->nr_symbols = 0;
	return 0;
}

static struct opx_container *current(struct opx *x)
{
	return &x->container[x->nr_containers - 1];
}

int opx_state(struct opx *x, uint32_t class, uint64_t count, struct error *err)
{
	return add(&current(x)->sums[class].stated, count) ? 0 :
							     too_many(x, err);
}

static void record(struct opx *x, const struct opx_container *c, uint64_t id,
		   uint32_t class, uint64_t count)
{
	ARENA_ROOM(&x->scratch, x->records, x->nr_records, x->cap_records);
	x->records[x->nr_records++] = (struct opx_record){
		.symbol = id,
		.count = count,
		.image = c->image,
		.comm = c->comm,
		.class = class,
		.mode = c->mode,
	};
}

int opx_count(struct opx *x, uint64_t id, uint32_t class, uint64_t count,
	      struct error *err)
{
	struct opx_container *c = current(x);
	struct opx_sums *sums = &c->sums[class];

	if (!add(&sums->listed, count))
		return too_many(x, err);
	sums->rises |= c->nr_symbols && count > sums->last;
	if (!c->nr_symbols || count < sums->smallest)
		sums->smallest = count;
	sums->last = count;
	record(x, c, id, class, count);
	return 0;
}

/*
 * How much of what is stated no symbol shows.  The count of a binary is without
 * that of its modules; where it is just that of both, or no symbol is told, it
 * is with it.
 */
static uint64_t rest_of(const struct opx_container *c,
			const struct opx_sums *sums)
{
	uint64_t shown = sums->listed;

	if (!c->nr_symbols || sums->stated == sums->listed + sums->inner)
		shown += sums->inner;
	return sums->stated > shown ? sums->stated - shown : 0;
}

int opx_close(struct opx *x, struct error *err)
{
	struct opx_container *c = current(x);

	for (uint32_t i = 0; i < x->nr_classes; i++) {
		struct opx_sums *sums = &c->sums[i];
		uint64_t rest = rest_of(c, sums), most = rest;

		if (x->nr_containers > 1 &&
		    !add(&x->container[0].sums[i].inner, sums->listed + rest))
			return too_many(x, err);
		if (!rest)
			continue;
		// A summary counts images; they have no symbols at all.
		if (!c->nr_symbols) {
			record(x, c, OPX_NO_SYMBOL, i, rest);
			continue;
		}
		if (!sums->rises && sums->smallest < most)
			most = sums->smallest;
		if (!add(&x->missing[i].count, rest) ||
		    !add(&x->missing[i].unseen_max, most))
			return too_many(x, err);
	}
	x->nr_containers--;
	return 0;
}

/* ---- rows ---------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
	const struct opx_symbol *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static int sort_symbols(struct opx *x, struct error *err)
{
	// All in order, as a rule.
	if (x->nr_symbols)
		qsort(x->symbols, x->nr_symbols, sizeof(*x->symbols), by_id);
	for (size_t i = 1; i < x->nr_symbols; i++)
		if (x->symbols[i].id == x->symbols[i - 1].id)
			return fail(err, ERR_FORMAT,
				    "%s: two symbols have the id %llu",
				    x->prof->path,
				    (unsigned long long)x->symbols[i].id);
	return 0;
}

const struct opx_symbol *opx_symbol(const struct opx *x, uint64_t id)
{
	const struct opx_symbol wanted = { .id = id };

	return x->nr_symbols ? bsearch(&wanted, x->symbols, x->nr_symbols,
				       sizeof(*x->symbols), by_id) :
			       NULL;
}

static int add_row(struct opx *x, const struct opx_record *r,
		   const struct opx_symbol *symbol, struct error *err)
{
	struct facet facet = {
		.comm = r->comm,
		.cpu = x->classes[r->class].cpu,
		.event = x->classes[r->class].event,
		.mode = r->mode,
	};
	struct profile *prof = x->prof;

	if (profile_add_facet(prof,
			      symbol ? symbol->name : SPAN(SYMBOL_UNKNOWN),
			      r->image, r->count, &facet, err) < 0)
		return -1;
	if (symbol) {
		prof->rows[prof->nr - 1].addr = symbol->addr;
		prof->rows[prof->nr - 1].size = (double)symbol->size;
	}
	return 0;
}

/*
 * A listing whose totals are those of what it shows.  A function below the
 * threshold can be in each image.
 */
static void settle_hidden(const struct opx *x, size_t e)
{
	struct profile *prof = x->prof;
	struct event *event = &prof->events[e];
	uint64_t smallest = COUNT_MAX;
	const char *most = "any number";

	for (size_t i = 0; i < prof->nr; i++)
		if (prof->facets[i].event == e &&
		    prof->rows[i].count < smallest)
			smallest = prof->rows[i].count;
	event->cut = true;
	event->has_total = false;
	event->unseen_max = COUNT_UNKNOWN;
	// Only the first class is held against the threshold.
	if (x->hidden == OPX_SMALL && x->nr_classes == 1 &&
	    smallest <= COUNT_MAX / x->nr_images) {
		event->unseen_max = smallest * x->nr_images;
		most = arena_printf(&prof->arena, "up to %llu",
				    (unsigned long long)event->unseen_max);
	}
	if (!e)
		notes_add(&prof->notes, NOTE_DOUBT, "cut-listing", prof->path,
			  "opreport was told to leave symbols out, and its"
			  " totals are without them: a symbol it does not show"
			  " may have %s",
			  most);
}

/* What the rows of each event do not show. */
static int settle_events(struct opx *x, struct error *err)
{
	struct profile *prof = x->prof;

	for (size_t e = 0; e < prof->nr_events; e++) {
		struct event *event = &prof->events[e];
		uint64_t missing = 0, most = 0;

		for (size_t i = 0; i < x->nr_classes; i++)
			if (x->classes[i].event == e &&
			    (!add(&missing, x->missing[i].count) ||
			     !add(&most, x->missing[i].unseen_max)))
				return too_many(x, err);
		event->total = event->listed;
		event->has_total = true;
		if (x->hidden != OPX_NOTHING)
			settle_hidden(x, e);
		if (x->hidden != OPX_NOTHING || !missing)
			continue;
		if (!add(&event->total, missing))
			return too_many(x, err);
		event->cut = true;
		event->unseen_max = most;
		notes_add(&prof->notes, NOTE_DOUBT, "cut-listing", prof->path,
			  "shows %llu of %llu samples of %s: a symbol it does"
			  " not show has up to %llu",
			  (unsigned long long)event->listed,
			  (unsigned long long)event->total,
			  event->name[0] ? event->name : "its event",
			  (unsigned long long)most);
	}
	return 0;
}

int opx_rows(struct opx *x, size_t cut_line, struct error *err)
{
	struct profile *prof = x->prof;
	uint64_t nameless = 0;

	if (!x->nr_records)
		return fail(err, ERR_FORMAT,
			    "%s: XML without a count of opreport's",
			    prof->path);
	if (cut_line && !x->nr_symbols)
		return fail(err, ERR_FORMAT,
			    "%s:%zu: it ends here, before the table of symbols:"
			    " no function has a name",
			    prof->path, cut_line);
	if (sort_symbols(x, err) < 0)
		return -1;
	for (size_t i = 0; i < x->nr_records; i++) {
		const struct opx_record *r = &x->records[i];
		const struct opx_symbol *symbol = opx_symbol(x, r->symbol);

		if (!symbol && r->symbol != OPX_NO_SYMBOL) {
			if (!cut_line)
				return fail(err, ERR_FORMAT,
					    "%s: its table of symbols has no"
					    " symbol %llu",
					    prof->path,
					    (unsigned long long)r->symbol);
			nameless += r->count;
		}
		if (add_row(x, r, symbol, err) < 0)
			return -1;
	}
	opx_add_details(x);
	if (cut_line)
		notes_add(&prof->notes, NOTE_DOUBT, "ends-early", prof->path,
			  "ends early, at line %zu; what is whole of it was"
			  " read, and %llu samples have lost the names of their"
			  " functions",
			  cut_line, (unsigned long long)nameless);
	prof->unit = "samples";
	return settle_events(x, err);
}
