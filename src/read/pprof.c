/*
 * pprof.c - profile.proto, as Go and many other profilers write it
 *
 *	Sample  1 location* (the function itself first)  2 value*  3 label*
 *	Label   1 key  2 text  3 number  4 unit
 *
 * Each sample has one value of each type; the types are events.  A location is
 * an address with the lines it stands for, innermost inlined function first, or
 * with none, if the profile was not symbolized.  The tables that these numbers
 * refer to are in pproftables.c.  Labels that tell threads or CPUs are used, all
 * others are passed over.
 */
#include "pprof.h"

#include "diffprof/input.h"
#include "diffprof/reader.h"
#include "diffprof/samples.h"
#include "pprofframes.h"
#include "wire.h"

#define LABEL_BASE "pprof::base"

/* More types of values than any profiler has. */
#define TYPES_MAX 256

struct state {
	struct pprof p;
	struct profile *prof;
	struct pprof_frames frames;
	struct arena scratch;
	/* The sample being read. */
	uint32_t *location; /* the function itself first */
	size_t nr_locations, cap_locations;
	uint64_t value[TYPES_MAX];
	size_t nr_values;
	name_id comm;
	int32_t cpu;
	bool is_base; /* of the difference of two profiles */
	unsigned side; /* of the two, which; 0: there is one */
	/* The type of samples, and that of what they stand for. */
	size_t counts, weighs;
};

/* ---- samples ------------------------------------------------------------- */

static int put_location(struct state *s, uint64_t id, const char *at,
			struct error *err)
{
	uint32_t index = pprof_find(&s->p.location_ids, id);

	if (index == PPROF_NONE)
		return fail(err, ERR_FORMAT,
			    "%s: byte %zu: it refers to location %llu, which it"
			    " does not have",
			    s->prof->path, (size_t)(at - s->p.data.ptr),
			    (unsigned long long)id);
	ARENA_ROOM(&s->scratch, s->location, s->nr_locations, s->cap_locations);
	s->location[s->nr_locations++] = index;
	return 0;
}

static int put_value(struct state *s, uint64_t value, const char *at,
		     struct error *err)
{
	if (s->nr_values == s->p.nr_types)
		return pprof_bad(&s->p, at,
				 "a sample of more values than the"
				 " profile has types",
				 err);
	if (value > COUNT_MAX && !s->side)
		return pprof_bad(&s->p, at,
				 "a negative value: this is the difference of"
				 " two profiles, give those",
				 err);
	s->value[s->nr_values++] = value;
	return 0;
}

/* A number of the sample, or many packed together. */
static int put(struct state *s, const struct wire_field *field, const char *at,
	       int (*one)(struct state *, uint64_t, const char *,
			  struct error *),
	       struct error *err)
{
	uint64_t value;

	if (field->type == WIRE_VARINT)
		return one(s, field->value, at, err);
	if (field->type != WIRE_BYTES)
		return pprof_bad(&s->p, at, "no field of a profile.proto", err);

	struct wire wire = wire_begin(field->bytes);
	while (wire_varint(&wire, &value))
		if (one(s, value, wire.next, err) < 0)
			return -1;
	if (wire.next != wire.end)
		return pprof_bad(&s->p, wire.next, "no number", err);
	return 0;
}

static int put_label(struct state *s, struct span message, struct error *err)
{
	struct span key, text;
	uint64_t n[4], cpu = 0;

	if (pprof_numbers(&s->p, message, n, 4, err) < 0 ||
	    pprof_string(&s->p, n[1], &key, err) < 0 ||
	    pprof_string(&s->p, n[2], &text, err) < 0)
		return -1;
	if (span_is(key, LABEL_BASE)) {
		s->is_base = true;
	} else if (span_is(key, "comm") || (span_is(key, "thread") && !s->comm)) {
		s->comm = names_intern(&s->prof->names, text);
	} else if (span_is(key, "cpu")) {
		if (!text.len)
			cpu = n[3];
		else if (span_count(text, &cpu) != NUMBER_OK)
			return 0;
		if (cpu <= INT32_MAX)
			s->cpu = (int32_t)cpu;
	}
	return 0;
}

static int parse_sample(struct state *s, struct span message, struct error *err)
{
	struct wire wire = wire_begin(message);
	const char *at = wire.next;
	struct wire_field field;

	s->nr_locations = s->nr_values = 0;
	s->comm = NAME_NONE;
	s->cpu = CPU_NONE;
	s->is_base = false;
	for (; wire_next(&wire, &field); at = wire.next) {
		if (field.number == SAMPLE_LOCATION) {
			if (put(s, &field, at, put_location, err) < 0)
				return -1;
		} else if (field.number == SAMPLE_VALUE) {
			if (put(s, &field, at, put_value, err) < 0)
				return -1;
		} else if (field.number == SAMPLE_LABEL &&
			   field.type == WIRE_BYTES) {
			if (put_label(s, field.bytes, err) < 0)
				return -1;
		}
	}
	if (wire.next != wire.end)
		return pprof_bad(&s->p, wire.next,
				 "no field of a profile.proto", err);
	if (s->nr_values != s->p.nr_types)
		return pprof_bad(&s->p, message.ptr,
				 "a sample of fewer values"
				 " than the profile has types",
				 err);
	return 0;
}

/* The values of base are below zero there. */
static int take_side(struct state *s, struct span message, struct error *err)
{
	for (size_t e = 0; e < s->nr_values; e++) {
		if (s->is_base)
			s->value[e] = -s->value[e];
		if (s->value[e] > COUNT_MAX)
			return pprof_bad(&s->p, message.ptr,
					 s->is_base ?
						 "base has a value above zero" :
						 "test has a value below zero",
					 err);
	}
	return 0;
}

static int add_sample(struct state *s, struct span message, struct error *err)
{
	struct sample_key key = { 0 };

	if (parse_sample(s, message, err) < 0)
		return -1;
	if (s->side && s->is_base != (s->side == 1))
		return 0;
	if (s->side && take_side(s, message, err) < 0)
		return -1;
	key.comm = s->comm;
	key.cpu = s->cpu;
	key.node =
		pprof_node(&s->frames, s->location, s->nr_locations, &key.mode);
	for (size_t e = 0; e < s->p.nr_types; e++) {
		uint64_t weight = e == s->counts ? s->value[s->weighs] : 0;

		key.event = (uint16_t)e;
		if ((s->value[e] || weight) &&
		    samples_add(s->prof->samples, &key, s->value[e], weight,
				NULL, err) < 0)
			return -1;
	}
	return 0;
}

/* ---- events -------------------------------------------------------------- */

/* Names of units as all formats have them. */
static const char *unit_of(struct profile *prof, const struct pprof_type *type)
{
	static const struct {
		const char *written, *unit;
	} units[] = {
		{ "nanoseconds", "ns" },  { "microseconds", "us" },
		{ "milliseconds", "ms" }, { "seconds", "s" },
		{ "byte", "bytes" },	  { "", "unknown" },
	};

	if (span_is(type->unit, "count") &&
	    (span_is(type->type, "samples") || span_is(type->type, "sample")))
		return "samples";
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (span_is(type->unit, units[i].written))
			return units[i].unit;
	return arena_strndup(&prof->arena, type->unit.ptr, type->unit.len);
}

/* How often a sample was taken. */
static void set_rate(const struct pprof *p, struct event *event)
{
	static const struct {
		const char *unit;
		double second;
	} clocks[] = {
		{ "nanoseconds", 1e9 },
		{ "microseconds", 1e6 },
		{ "milliseconds", 1e3 },
		{ "seconds", 1 },
	};

	if (!p->period || p->period > COUNT_MAX)
		return;
	event->rate_kind = RATE_PERIOD;
	event->rate = (double)p->period;
	for (size_t i = 0; i < sizeof(clocks) / sizeof(*clocks); i++)
		if (span_is(p->period_type.unit, clocks[i].unit)) {
			event->rate_kind = RATE_FREQUENCY;
			event->rate = clocks[i].second / (double)p->period;
		}
}

static bool same_type(const struct pprof_type *a, const struct pprof_type *b)
{
	return span_eq(a->type, b->type) && span_eq(a->unit, b->unit);
}

static int add_events(struct state *s, struct error *err)
{
	struct pprof *p = &s->p;

	if (!p->nr_types)
		return fail(err, ERR_FORMAT,
			    "%s: a profile.proto that does not"
			    " say what its values are",
			    p->path);
	if (p->nr_types > TYPES_MAX)
		return fail(err, ERR_LIMIT,
			    "%s: %zu types of values, but at most %d can be"
			    " held",
			    p->path, p->nr_types, TYPES_MAX);
	s->counts = s->weighs = SIZE_MAX;
	for (size_t i = 0; i < p->nr_types; i++) {
		unsigned e = profile_event(s->prof, p->types[i].type, NULL);
		struct event *event = &s->prof->events[e];

		event->unit = unit_of(s->prof, &p->types[i]);
		if (!strcmp(event->unit, "samples")) {
			set_rate(p, event);
			if (s->counts == SIZE_MAX)
				s->counts = i;
		} else if (s->weighs == SIZE_MAX &&
			   same_type(&p->types[i], &p->period_type)) {
			s->weighs = i;
		}
	}
	if (s->weighs == SIZE_MAX)
		s->counts = SIZE_MAX;
	if (s->counts != SIZE_MAX)
		s->prof->events[s->counts].weight_unit =
			s->prof->events[s->weighs].unit;
	return 0;
}

/* ---- the file ------------------------------------------------------------ */

static int add_samples(struct state *s, const struct read_options *opts,
		       struct error *err)
{
	struct wire wire = wire_begin(s->p.data);
	struct profile *prof = s->prof;
	struct wire_field field;

	samples_begin(prof, opts);
	pprof_frames_begin(&s->frames, &s->p, prof);
	while (wire_next(&wire, &field))
		if (field.number == PPROF_SAMPLE && field.type == WIRE_BYTES &&
		    add_sample(s, field.bytes, err) < 0)
			return -1;
	for (size_t e = 0; e < prof->nr_events; e++) {
		prof->events[e].total = prof->events[e].listed;
		prof->events[e].has_total = true;
	}
	prof->unit = prof->events[0].unit;
	return 0;
}

static int read_pprof(struct input *in, const struct read_options *opts,
		      struct profile *prof, struct error *err)
{
	struct state s = { .prof = prof, .side = opts->side };

	s.p.path = prof->path;
	s.p.arena = &s.scratch;
	if (input_data(in, &s.p.data, err) < 0)
		return -1;
	if (in->cut_short)
		return fail(err, ERR_FORMAT,
			    "%s: %s; a part of a profile.proto"
			    " cannot be used",
			    prof->path, in->cut_short);
	int failed = pprof_scan(&s.p, err);
	if (!failed)
		failed = add_events(&s, err);
	if (!failed)
		failed = add_samples(&s, opts, err);
	arena_release(&s.scratch);
	return failed;
}

/* Is TEXT a message of the fields of a profile, as far as it goes? */
static bool looks(struct span text, bool whole)
{
	struct wire wire = wire_begin(text);
	size_t fields = 0, types = 0, strings = 0;
	struct wire_field field;

	for (; wire_next(&wire, &field); fields++) {
		bool number = field.number >= PPROF_DROP_FRAMES &&
			      field.number != PPROF_PERIOD_TYPE &&
			      field.number != PPROF_COMMENT;

		if (field.number > PPROF_DOC_URL ||
		    field.type != (number ? WIRE_VARINT : WIRE_BYTES) ||
		    (field.number == PPROF_STRING && !strings++ &&
		     field.bytes.len))
			// Comments may be written one by one.
			if (field.number != PPROF_COMMENT)
				return false;
		types += field.number == PPROF_SAMPLE_TYPE;
	}
	if (whole)
		return wire.next == wire.end && types && strings;
	if (fields)
		return true;

	// A first field that is longer than what there is has bytes.
	unsigned char tag = text.len ? (unsigned char)text.ptr[0] : 0;
	return text.len > INPUT_HEAD_SIZE / 2 && (tag & 7) == WIRE_BYTES &&
	       tag >> 3 != 0 && tag >> 3 <= PPROF_DOC_URL;
}

static bool sniff(struct input *in)
{
	struct error unused;
	struct span data;

	if (!looks(in->head, in->head.len == in->size))
		return false;
	return in->head.len == in->size ||
	       (!input_data(in, &data, &unused) && looks(data, true));
}

/* What pprof puts on the samples of base when it subtracts them. */
static bool holds_both(struct input *in)
{
	struct error unused;
	struct span data;
	struct wire_field field;

	if (in->cut_short || input_data(in, &data, &unused) < 0)
		return false;
	for (struct wire wire = wire_begin(data); wire_next(&wire, &field);)
		if (field.number == PPROF_STRING &&
		    field.type == WIRE_BYTES &&
		    span_is(field.bytes, LABEL_BASE))
			return true;
	return false;
}

const struct reader reader_pprof = {
	.name = "pprof",
	.summary = "profile.proto of pprof, Go and others",
	.sniff = sniff,
	.holds_both = holds_both,
	.read = read_pprof,
};
