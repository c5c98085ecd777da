/*
 * recording.c - what `diffprof record' wrote: recording.h
 *
 * One run of it is a profile; input_runs says how many there are.
 */
#include "diffprof/recording.h"

#include <stdio.h>

#include "diffprof/reader.h"
#include "diffprof/tar.h"
#include "diffprof/times.h"
#include "recording_counts.h"
#include "recording_sums.h"

struct run_reading {
	struct recording rec;
	const struct read_options *opts;
	struct profile *prof;
	unsigned run;
	const struct fact *facts; /* of this run */
	size_t nr_facts;
};

static const char *text_of(struct profile *prof, struct span text)
{
	return text.len ? arena_strndup(&prof->arena, text.ptr, text.len) :
			  NULL;
}

static struct span fact(const struct run_reading *r, const char *key)
{
	return fact_find(r->rec.facts, r->rec.nr_facts, key);
}

static void file_name(const struct run_reading *r, const char *what, char *name,
		      size_t size)
{
	snprintf(name, size, "%u/%s", r->run, what);
}

/* ---- times --------------------------------------------------------------- */

/* "12.345678" in millionths. */
static bool parse_millionths(struct span text, uint64_t *value)
{
	const char *dot = memchr(text.ptr, '.', text.len);
	struct span whole = text, part = { text.ptr, 0 };
	uint64_t seconds, rest = 0;

	if (dot) {
		whole.len = (size_t)(dot - text.ptr);
		part = (struct span){ dot + 1, text.len - whole.len - 1 };
	}
	if (part.len > 6 || span_count(whole, &seconds) != NUMBER_OK ||
	    (part.len && span_count(part, &rest) != NUMBER_OK) ||
	    seconds > UINT64_C(1000000000000))
		return false;
	for (size_t i = part.len; i < 6; i++)
		rest *= 10;
	*value = 1000000 * seconds + rest;
	return true;
}

static void take_times(struct run_reading *r)
{
	static const struct {
		const char *key;
		enum time_kind kind;
	} keys[] = {
		{ "elapsed", TIME_ELAPSED },
		{ "system", TIME_SYSTEM },
		{ "user", TIME_USER },
		{ "cpu", TIME_CPU },
	};
	struct times_sum *times =
		arena_zalloc(&r->prof->arena, sizeof(*times));

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		struct timed *timed = &times->of[keys[i].kind];
		struct span text =
			fact_find(r->facts, r->nr_facts, keys[i].key);
		uint64_t value;

		if (!text.len || !parse_millionths(text, &value))
			continue;
		*timed = (struct timed){ 1, value, wide_square(value) };
		r->prof->times = times;
	}
}

static void note_run(const struct run_reading *r)
{
	struct notes *notes = &r->prof->notes;
	struct span status = fact_find(r->facts, r->nr_facts, "exit");
	struct span lost = fact_find(r->facts, r->nr_facts, "lost");

	if (status.len && !span_is(status, "0"))
		notes_add(notes, NOTE_DOUBT, "run-failed", r->prof->path,
			  "run %u ended with %.*s", r->run, (int)status.len,
			  status.ptr);
	if (lost.len && !span_is(lost, "0"))
		notes_add(notes, NOTE_DOUBT, "lost-samples", r->prof->path,
			  "the kernel lost %.*s samples of run %u",
			  (int)lost.len, lost.ptr, r->run);
}

static int read_times(struct run_reading *r, struct error *err)
{
	struct span text;
	char name[32];

	file_name(r, "times", name, sizeof(name));
	if (recording_file(&r->rec, name, &text, err) < 0)
		return -1;
	if (!text.ptr)
		return 0;
	r->nr_facts = recording_facts(text, &r->prof->arena, &r->facts);
	take_times(r);
	note_run(r);
	return 0;
}

/* ---- what was counted ---------------------------------------------------- */

/* What "frequency" and "period", or "hz" of ticks, say of EVENT. */
static void take_rate(const struct run_reading *r, bool ticks,
		      struct event *event)
{
	struct span frequency = fact(r, ticks ? "hz" : "frequency");
	struct span period = fact(r, "period");
	double rate;

	if (frequency.len && span_real(frequency, &rate) && rate > 0) {
		event->rate_kind = RATE_FREQUENCY;
		event->rate = rate;
	} else if (!ticks && period.len && span_real(period, &rate) &&
		   rate > 0) {
		event->rate_kind = RATE_PERIOD;
		event->rate = rate;
	}
}

static int read_histogram(struct run_reading *r, struct span dump,
			  const char *name, struct error *err)
{
	struct profile *prof = r->prof;
	struct event *event = arena_zalloc(&prof->arena, sizeof(*event));
	struct input in;

	input_from_memory(&in,
			  arena_printf(&prof->arena, "%s: %s", prof->path,
				       name),
			  dump.ptr, dump.len);
	if (reader_proc.read(&in, r->opts, prof, err) < 0)
		return -1;
	*event = (struct event){ .name = "", .unit = "ticks" };
	take_rate(r, true, event);
	prof->event = event;
	return 0;
}

/* Where the kernel lay, for symbols from elsewhere. */
static void take_reference(struct object *kernel, struct span symbols)
{
	static const char name[] = " _stext\n";
	const char *at = symbols.len ? memmem(symbols.ptr, symbols.len, name,
					      sizeof(name) - 1) :
				       NULL;
	struct span line, word;

	if (!at)
		return;
	const char *start = memrchr(symbols.ptr, '\n',
				    (size_t)(at - symbols.ptr));
	start = start ? start + 1 : symbols.ptr;
	line = (struct span){ start, (size_t)(at - start) };
	if (span_word(&line, &word) && span_hex(word, &kernel->ref_addr))
		kernel->ref_symbol = "_stext";
}

static uint32_t make_kernel(struct run_reading *r)
{
	struct profile *prof = r->prof;
	uint32_t index = samples_object(prof->samples, OBJECT_KERNEL);
	struct object *kernel = &prof->samples->objects[index];

	kernel->space = ADDRESS_VIRTUAL;
	kernel->image = names_intern(&prof->names, SPAN(IMAGE_KERNEL));
	kernel->build_id = prof->build_id;
	if (prof->symbols.len) {
		kernel->copy = prof->symbols_name;
		kernel->copy_bytes = prof->symbols;
		take_reference(kernel, prof->symbols);
	}
	return index;
}

static int read_counts(struct run_reading *r, struct span text,
		       const char *name, struct error *err)
{
	struct profile *prof = r->prof;
	struct span named = fact(r, "event");
	unsigned index =
		profile_event(prof, named.ptr ? named : SPAN(""), NULL);
	struct event *event = &prof->events[index];

	event->weight_unit = text_of(prof, fact(r, "weight"));
	take_rate(r, false, event);
	samples_begin(prof, r->opts);
	if (recording_counts_read(&r->rec, name, text, prof->samples, index,
				  make_kernel(r), err) < 0)
		return -1;
	event = &prof->events[index];
	event->total = event->listed;
	event->has_total = true;
	return 0;
}

static int read_run(struct run_reading *r, struct error *err)
{
	char profile[32], counts[32];
	struct span bytes;

	file_name(r, "profile", profile, sizeof(profile));
	file_name(r, "counts", counts, sizeof(counts));
	if (read_times(r, err) < 0 ||
	    recording_file(&r->rec, profile, &bytes, err) < 0)
		return -1;
	if (bytes.ptr)
		return read_histogram(r, bytes, profile, err);
	if (recording_file(&r->rec, counts, &bytes, err) < 0)
		return -1;
	return read_counts(r, bytes, counts, err);
}

/* ---- the reader ---------------------------------------------------------- */

static int read_symbols(struct run_reading *r, struct error *err)
{
	struct profile *prof = r->prof;

	if (recording_file(&r->rec, "symbols", &prof->symbols, err) < 0)
		return -1;
	prof->symbols_name =
		arena_printf(&prof->arena, "%s: symbols", prof->path);
	return 0;
}

static int read_recording(struct input *in, const struct read_options *opts,
			  struct profile *prof, struct error *err)
{
	struct run_reading r = { .opts = opts,
				 .prof = prof,
				 .run = opts->run ? opts->run : 1 };
	struct span bytes;

	if (input_data(in, &bytes, err) < 0 ||
	    recording_open(bytes, in->path, &prof->arena, &r.rec, err) < 0)
		return -1;
	if (r.rec.cut_short && r.rec.merged)
		return fail(err, ERR_FORMAT, "%s: %s; a merged recording must"
			    " be whole",
			    in->path, r.rec.cut_short);
	if (r.rec.cut_short && r.run == 1)
		notes_add(&prof->notes, NOTE_DOUBT, "ends-early", prof->path,
			  "%s; what is whole is read: %u run%s",
			  r.rec.cut_short, r.rec.runs,
			  r.rec.runs == 1 ? "" : "s");
	prof->input_runs = r.rec.runs;
	prof->facts = r.rec.facts;
	prof->nr_facts = r.rec.nr_facts;
	prof->release = text_of(prof, fact(&r, "release"));
	prof->build_id = text_of(prof, fact(&r, "build id"));
	if (r.rec.merged)
		return recording_sums_read(&r.rec, prof, err);
	if (read_symbols(&r, err) < 0)
		return -1;
	return read_run(&r, err);
}

static bool sniff(struct input *in)
{
	struct span bytes;
	struct error err;

	return tar_sniff(in->head) && input_data(in, &bytes, &err) == 0 &&
	       recording_sniff(bytes);
}

const struct reader reader_recording = {
	.name = "recording",
	.summary = "what diffprof record and diffprof merge write",
	.sniff = sniff,
	.read = read_recording,
};
