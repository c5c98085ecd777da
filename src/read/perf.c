/*
 * perf.c - perf.data, as perf record writes it
 *
 *	header, attributes		perf_file.c, perf_event.c
 *	records: u32 type, u16 misc, u16 size, fields
 *	features behind them		perf_file.c
 *
 * The records are passed over twice (perf_records.c): first for events, threads
 * and maps (perf_side.c), which are put in order of time; then each sample is
 * looked up at its time (perf_walk.c).
 */
#include "diffprof/reader.h"

#include <unistd.h>

#include "perf_bytes.h"
#include "perf_reading.h"

/* Everything but samples, which wait until the threads and maps are known. */
static void take_record(struct perf_reading *r,
			const struct perf_record *record, uint64_t number)
{
	const char *p = record->data;
	struct perf_counts *count = &r->count;
	bool swap = r->file.swap;

	if (perf_side_collect(&r->side, record, number) ||
	    perf_file_record(&r->file, record))
		return;
	switch (record->type) {
	case PERF_RECORD_LOST:
		if (record->size >= 24)
			count->lost += perf_u64(p + 16, swap);
		break;
	case PERF_RECORD_LOST_SAMPLES:
		// What a BPF filter of the recording passed over is not lost.
		if (record->size >= 16 && !(record->misc & 1u << 15))
			count->lost_samples += perf_u64(p + 8, swap);
		break;
	case PERF_RECORD_THROTTLE:
		count->throttled++;
		break;
	case PERF_CALLCHAIN_DEFERRED:
		count->deferred++;
		break;
	case PERF_STAT:
		count->stats++;
		break;
	default:
		if (record->type && record->type < PERF_KERNEL_TYPES_END)
			break;
		if (record->type >= PERF_HEADER_ATTR &&
		    record->type < PERF_TYPES_END)
			break;
		if (!count->unknown++)
			count->unknown_type = (uint16_t)record->type;
		break;
	}
}

static int first_pass(struct perf_reading *r, struct error *err)
{
	struct perf_record record;

	perf_records_rewind(&r->file.records);
	for (uint64_t n = 1; perf_records_next(&r->file.records, &record, err);
	     n++)
		if (record.type != PERF_RECORD_SAMPLE)
			take_record(r, &record, n);
	return r->file.records.stop == PERF_STOP_FAILED ? -1 : 0;
}

/* The file's events, but for those that are there for other records. */
static void make_events(struct perf_reading *r)
{
	struct perf_events *events = &r->file.events;
	struct profile *prof = r->prof;

	for (size_t i = 0; i < events->nr; i++) {
		struct perf_event *e = &events->event[i];

		if (perf_event_is_dummy(e))
			continue;
		e->index = profile_event(prof, perf_event_name(e, &prof->arena),
					 NULL);
		struct event *event = &prof->events[e->index];
		bool freq = e->flags & PERF_ATTR_FREQ;

		// Members of a group have none of their own.
		if (e->period) {
			event->rate_kind = freq ? RATE_FREQUENCY : RATE_PERIOD;
			event->rate = (double)e->period;
		}
		if (e->sample_type & (PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ) ||
		    (!freq && e->period))
			event->weight_unit = event_period_unit(event);
	}
}

static int read_records(struct perf_reading *r, const struct read_options *opts,
			struct error *err)
{
	struct profile *prof = r->prof;

	perf_side_init(&r->side, &r->file, r->s, &r->scratch);
	if (first_pass(r, err) < 0)
		return -1;
	perf_side_apply(&r->side);
	make_events(r);
	if (perf_walk(r, opts, err) < 0)
		return -1;
	perf_objects_build_ids(&r->side.objects, &r->file);
	if (r->file.stat || (r->count.stats && !r->count.samples))
		return fail(err, ERR_FORMAT,
			    "%s: recorded by perf stat: counts, and no samples"
			    " to compare",
			    prof->path);
	if (!r->count.samples)
		return fail(err, ERR_FORMAT,
			    "%s: a perf.data file without a single sample%s",
			    prof->path,
			    r->file.missing ?
				    ", which ends before its data do" :
				    "");
	prof->release = r->file.release;
	for (size_t i = 0; i < prof->nr_events; i++) {
		prof->events[i].total = prof->events[i].listed;
		prof->events[i].has_total = true;
	}
	perf_notes(r);
	return 0;
}

static int read_bytes(struct perf_reading *r, const struct read_options *opts,
		      struct error *err)
{
	r->s = samples_begin(r->prof, opts);
	return read_records(r, opts, err);
}

/* ---- perf record --threads ----------------------------------------------- */

/*
 * A directory: "data" is a file as any other, and has the first records; the
 * others, of each thread of perf, are in "data.0", "data.1" and so on, with
 * nothing around them.
 */
static const char *file_in(const char *directory, int nr, struct arena *arena)
{
	return nr < 0 ? arena_printf(arena, "%s/data", directory) :
			arena_printf(arena, "%s/data.%d", directory, nr);
}

/* Put all records behind each other in ALL. */
static int join(struct perf_records *records, struct outbuf *all,
		const char *directory, struct arena *arena, struct error *err)
{
	const char *name;

	for (int nr = 0; !access(name = file_in(directory, nr, arena), F_OK);
	     nr++) {
		struct input in;
		struct span bytes;

		if (input_open_as(name, INPUT_FOUND, &in, err) < 0) {
			// One that had nothing to do wrote nothing.
			if (err->kind == ERR_FORMAT)
				continue;
			return -1;
		}
		int got = input_data(&in, &bytes, err);
		if (got == 0) {
			ARENA_ROOM(arena, records->joints, records->nr_joints,
				   records->cap_joints);
			records->joints[records->nr_joints++] = all->len;
			outbuf_span(all, bytes);
		}
		input_close(&in);
		if (got < 0)
			return -1;
	}
	records->data = (struct span){ all->data, all->len };
	return 0;
}

static int read_directory(struct perf_reading *r, const char *path,
			  const struct read_options *opts, struct error *err)
{
	struct arena *arena = &r->prof->arena;
	struct outbuf all = { 0 };
	struct input in;
	struct span bytes;

	if (input_open_as(file_in(path, -1, arena), INPUT_FOUND, &in, err) < 0)
		return -1;
	int got = input_data(&in, &bytes, err);
	if (got == 0)
		got = perf_file_open(&r->file, path, bytes, arena, err);
	if (got == 0) {
		outbuf_span(&all, r->file.records.data);
		got = join(&r->file.records, &all, path, arena, err);
	}
	if (got == 0)
		got = read_bytes(r, opts, err);
	outbuf_release(&all);
	input_close(&in);
	return got;
}

static bool sniff_directory(const char *path)
{
	struct arena arena = { 0 };
	struct input in;
	struct error err;
	bool found = false;

	if (input_open_as(file_in(path, -1, &arena), INPUT_FOUND | INPUT_LOOK,
			  &in, &err) == 0) {
		// A collection of recordings may have one that is called so.
		found = perf_file_sniff(in.head) &&
			!access(file_in(path, 0, &arena), F_OK);
		input_close(&in);
	}
	arena_release(&arena);
	return found;
}

/* ---- the reader ---------------------------------------------------------- */

static int read_perf(struct input *in, const struct read_options *opts,
		     struct profile *prof, struct error *err)
{
	struct perf_reading r = { .prof = prof };
	struct span bytes;
	int got;

	if (!in->data && in->fd < 0) {
		got = read_directory(&r, in->path, opts, err);
	} else {
		if (input_data(in, &bytes, err) < 0)
			return -1;
		got = perf_file_open(&r.file, in->path, bytes, &prof->arena,
				     err);
		r.file.records.in = in;
		if (got == 0)
			got = read_bytes(&r, opts, err);
	}
	perf_file_close(&r.file);
	arena_release(&r.scratch);
	return got;
}

static bool sniff(struct input *in)
{
	return perf_file_sniff(in->head);
}

const struct reader reader_perf = {
	.name = "perf",
	.summary = "perf.data, as perf record writes it",
	.sniff = sniff,
	.sniff_directory = sniff_directory,
	.read = read_perf,
};
