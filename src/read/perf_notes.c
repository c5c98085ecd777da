#include "perf_reading.h"

typedef unsigned long long ull;

static const char *plural(uint64_t nr)
{
	return nr == 1 ? "" : "s";
}

/* Where the records end that should not. */
static void note_end(const struct perf_reading *r)
{
	const struct perf_file *file = &r->file;
	const struct perf_records *records = &file->records;
	struct notes *notes = &r->prof->notes;
	const char *path = r->prof->path;
	ull at = records->offset + records->at;

	if (file->unfinished)
		notes_add(notes, NOTE_DOUBT, "unfinished", path,
			  "perf record was killed before it could complete the"
			  " file; all of its %llu sample%s are read",
			  (ull)r->count.samples, plural(r->count.samples));
	switch (records->stop) {
	case PERF_STOP_CUT:
		notes_add(notes, NOTE_DOUBT, "ends-early", path,
			  "the file ends within the record at byte %llu; what"
			  " is before it is read",
			  at);
		break;
	case PERF_STOP_SIZE:
		notes_add(
			notes, NOTE_DOUBT, "ends-early", path,
			"the record at byte %llu is damaged; what is before it"
			" is read",
			at);
		break;
	case PERF_STOP_PACKED:
		notes_add(notes, NOTE_DOUBT, "ends-early", path,
			  "the packed records at byte %llu are damaged; what is"
			  " before them is read",
			  at);
		break;
	case PERF_STOP_END:
	case PERF_STOP_FAILED:
		if (file->missing)
			notes_add(notes, NOTE_DOUBT, "ends-early", path,
				  "the file ends %llu bytes before the end of"
				  " its data",
				  (ull)file->missing);
		break;
	}
	if (file->bad_features)
		notes_add(notes, NOTE_DOUBT, "ends-early", path,
			  "what perf wrote behind the samples is not whole:"
			  " names of events, build ids and the kernel's release"
			  " may be missing");
}

static void note_lost(const struct perf_reading *r)
{
	const struct perf_counts *count = &r->count;
	uint64_t lost = count->lost_samples;
	const char *what = "sample";
	double share;

	// LOST counts records of any kind; perf counts the samples among them
	// again, in LOST_SAMPLES.
	if (count->lost > lost) {
		lost = count->lost;
		what = "record";
	}
	if (!lost)
		return;
	share = 100 * (double)lost / ((double)lost + (double)r->count.samples);
	notes_add(&r->prof->notes, NOTE_DOUBT, "lost-samples", r->prof->path,
		  "the kernel lost %llu %s%s while recording, %.1f%% of what"
		  " there was",
		  (ull)lost, what, plural(lost), share);
}

static void note_counting(const struct perf_reading *r)
{
	const struct perf_counts *count = &r->count;
	struct notes *notes = &r->prof->notes;
	const char *path = r->prof->path;

	if (count->throttled)
		notes_add(
			notes, NOTE_DOUBT, "throttled", path,
			"the kernel held the sampling back %llu time%s: it was"
			" too fast, and what took longest has too few samples",
			(ull)count->throttled, plural(count->throttled));
	if (count->enabled > count->running)
		notes_add(notes, NOTE_DOUBT, "multiplexed", path,
			  "events took turns on the counters: one of them"
			  " counted only %.1f%% of the time",
			  100 * (double)count->running /
				  (double)count->enabled);
}

static void note_skipped(const struct perf_reading *r)
{
	const struct perf_counts *count = &r->count;
	struct notes *notes = &r->prof->notes;
	const char *path = r->prof->path;

	if (count->damaged)
		notes_add(notes, NOTE_DOUBT, "skipped", path,
			  "%llu sample%s too short for what their event says"
			  " they have",
			  (ull)count->damaged,
			  count->damaged == 1 ? " is" : "s are");
	if (count->strangers)
		notes_add(notes, NOTE_DOUBT, "skipped", path,
			  "%llu sample%s of no event that the file describes",
			  (ull)count->strangers,
			  count->strangers == 1 ? " is" : "s are");
	if (count->unknown)
		notes_add(notes, NOTE_INFO, "unknown-records", path,
			  "%llu record%s of types that are not known, such as"
			  " %u, passed over",
			  (ull)count->unknown, plural(count->unknown),
			  count->unknown_type);
}

void perf_notes(const struct perf_reading *r)
{
	const struct perf_counts *count = &r->count;
	struct notes *notes = &r->prof->notes;
	const char *path = r->prof->path;

	note_end(r);
	note_lost(r);
	note_counting(r);
	note_skipped(r);
	if (count->guest)
		notes_add(notes, NOTE_INFO, "guest", path,
			  "%llu sample%s of virtual machines, kept apart",
			  (ull)count->guest, plural(count->guest));
	if (r->s->keep_chains && count->unwound)
		notes_add(notes, NOTE_INFO, "user-stacks", path,
			  "callers in programs are in dumps of their stacks,"
			  " which are not unwound: chains end at the program's"
			  " own function");
	if (r->s->keep_chains && count->deferred)
		notes_add(notes, NOTE_INFO, "user-stacks", path,
			  "callers in programs are in records of their own,"
			  " which are not joined to the samples");
}
