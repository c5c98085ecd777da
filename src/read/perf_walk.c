/*
 * perf_walk.c - from samples of perf.data to entries of samples.h
 */
#include "perf_reading.h"

#include "diffprof/reader.h"
#include "perf_bytes.h"
#include "perf_walking.h"

static const uint8_t modes[] = {
	[PERF_RECORD_MISC_CPUMODE_UNKNOWN] = MODE_UNKNOWN,
	[PERF_RECORD_MISC_KERNEL] = MODE_KERNEL,
	[PERF_RECORD_MISC_USER] = MODE_USER,
	[PERF_RECORD_MISC_HYPERVISOR] = MODE_HYPERVISOR,
	[PERF_RECORD_MISC_GUEST_KERNEL] = MODE_GUEST_KERNEL,
	[PERF_RECORD_MISC_GUEST_USER] = MODE_GUEST_USER,
	MODE_UNKNOWN,
	MODE_UNKNOWN,
};

/* The event in the profile, made when the first sample of a dummy comes. */
static uint16_t index_of(struct perf_walker *w, struct perf_event *event)
{
	if (event->index == PERF_EVENT_NONE)
		event->index =
			profile_event(w->r->prof,
				      perf_event_name(event,
						      &w->r->prof->arena),
				      NULL);
	return (uint16_t)event->index;
}

/*
 * What a counter has grown by since its last sample.  Counters that processes
 * inherit are counted by thread.
 */
static uint64_t growth(struct perf_walker *w, const struct perf_event *event,
		       const struct perf_sample *sample,
		       const struct perf_value *value)
{
	uint64_t words[] = { value->id, sample->tid };
	uint64_t key = value->id;

	if (event->flags & PERF_ATTR_INHERIT)
		key = names_hash((struct span){ (const char *)words,
						sizeof(words) }) |
		      1;
	struct perf_id *last = perf_events_find(&w->values, key);
	if (!last) {
		perf_events_id(&w->values, key, 0);
		last = perf_events_find(&w->values, key);
	}
	uint64_t before = last->value;

	last->value = value->value;
	return value->value >= before ? value->value - before : value->value;
}

static int enter(struct perf_walker *w, const struct perf_hit *hit)
{
	return w->chains ? perf_chains_enter(w, hit) :
			   perf_leaves_enter(w, hit);
}

/* READ: a sample of each event whose counter has grown. */
static int enter_values(struct perf_walker *w, const struct perf_event *event,
			const struct perf_sample *sample, uint64_t time,
			enum sample_mode mode, struct perf_hit *hit)
{
	struct perf_events *events = &w->r->file.events;

	for (uint64_t i = 0; i < sample->nr_values; i++) {
		const struct perf_value value =
			perf_sample_value(sample, i, w->r->file.swap);
		const struct perf_id *id = perf_events_find(events, value.id);

		if (!id || !(hit->weight = growth(w, event, sample, &value)))
			continue;
		hit->context =
			perf_context_of(w, sample, time, mode,
					index_of(w, &events->event[id->event]));
		if (enter(w, hit) < 0)
			return -1;
	}
	return 0;
}

/* The event that RECORD is a sample of, or NULL. */
static struct perf_event *event_of(struct perf_walker *w,
				   const struct perf_record *record)
{
	struct perf_events *events = &w->r->file.events;
	uint8_t at = events->nr ? events->event[0].at.id : PERF_NO_PLACE;

	if (events->nr == 1 || (events->nr && at == PERF_NO_PLACE))
		return &events->event[0];
	if (!events->nr || record->size < at + 8)
		return NULL;
	uint64_t id = perf_u64(record->data + at, w->r->file.swap);
	const struct perf_id *found = perf_events_find(events, id);

	if (!found)
		return id ? NULL : &events->event[0];
	return &events->event[found->event];
}

static void count_oddities(struct perf_walker *w,
			   const struct perf_event *event,
			   const struct perf_sample *sample,
			   enum sample_mode mode)
{
	struct perf_counts *count = &w->r->count;

	count->samples++;
	count->guest += mode == MODE_GUEST_KERNEL || mode == MODE_GUEST_USER;
	if (event->sample_type &
	    (PERF_SAMPLE_STACK_USER | PERF_SAMPLE_BRANCH_STACK))
		count->unwound +=
			event->sample_type & PERF_SAMPLE_STACK_USER ||
			event->branch_type & PERF_SAMPLE_BRANCH_CALL_STACK;
	if (sample->enabled > sample->running &&
	    sample->enabled - sample->running >
		    count->enabled - count->running) {
		count->enabled = sample->enabled;
		count->running = sample->running;
	}
}

static uint64_t time_of(struct perf_walker *w, const struct perf_sample *sample)
{
	if (!w->r->file.events.timed)
		return w->number;
	if (sample->has_time && sample->time > w->now)
		w->now = sample->time;
	return sample->has_time && sample->time ? sample->time : w->now;
}

static int take_sample(struct perf_walker *w, const struct perf_record *record)
{
	struct perf_event *event = event_of(w, record);
	struct perf_reading *r = w->r;
	struct perf_sample sample;

	if (!event) {
		r->count.strangers++;
		return 0;
	}
	if (!perf_sample_parse(event, record, r->file.swap, &sample)) {
		r->count.damaged++;
		return 0;
	}
	uint64_t time = time_of(w, &sample);
	enum sample_mode mode =
		modes[record->misc & PERF_RECORD_MISC_CPUMODE_MASK];
	// Addresses of kernels are negative everywhere that perf runs.
	if (mode == MODE_UNKNOWN)
		mode = (int64_t)sample.ip < 0 ? MODE_KERNEL : MODE_USER;
	count_oddities(w, event, &sample, mode);

	struct perf_hit hit = {
		.ip = sample.ip,
		.chain = sample.chain,
		.nr_chain = sample.nr_chain,
	};

	if (sample.id_at)
		return enter_values(w, event, &sample, time, mode, &hit);
	hit.context =
		perf_context_of(w, &sample, time, mode, index_of(w, event));
	hit.weight = sample.has_period		   ? sample.period :
		     event->flags & PERF_ATTR_FREQ ? 1 :
						     event->period;
	return enter(w, &hit);
}

static int second_pass(struct perf_walker *w)
{
	struct perf_records *records = &w->r->file.records;
	struct perf_record record;

	perf_records_rewind(records);
	while (perf_records_next(records, &record, w->err)) {
		w->number++;
		if (record.type == PERF_RECORD_SAMPLE &&
		    take_sample(w, &record) < 0)
			return -1;
	}
	if ((w->chains ? perf_chains_flush(w) : perf_leaves_flush(w)) < 0)
		return -1;
	return records->stop == PERF_STOP_FAILED ? -1 : 0;
}

int perf_walk(struct perf_reading *r, const struct read_options *opts,
	      struct error *err)
{
	struct names *names = &r->prof->names;
	struct perf_walker w = {
		.r = r,
		.err = err,
		.chains = opts->chains,
		.values.arena = &r->scratch,
		.unknown = names_intern(names, SPAN(SYMBOL_UNKNOWN)),
		.unknown_image = names_intern(names, SPAN("[unknown]")),
		.guest_user = names_intern(names, SPAN("[guest.user]")),
		.hypervisor = names_intern(names, SPAN("[hypervisor]")),
	};

	perf_contexts_init(&w);
	if (w.chains)
		perf_chains_begin(&w);
	else
		perf_leaves_begin(&w);
	int got = second_pass(&w);
	perf_chains_release(&w);
	perf_leaves_release(&w);
	return got;
}
