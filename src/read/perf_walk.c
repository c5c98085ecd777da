/*
 * perf_walk.c - from samples of perf.data to entries of samples.h
 *
 * Most samples are like one before: the same chain in the same program while
 * nothing was mapped.  A table knows these by a hash of what they consist of,
 * and only others are walked.
 */
#include "perf_reading.h"

#include <stdlib.h>

#include "diffprof/reader.h"
#include "perf_bytes.h"
#include "perf_sample.h"

/* States of threads that are kept at hand. */
#define STATES 512

/* What a sample was like, and where samples like it are counted. */
struct seen {
	uint64_t hash, ip;
	uint32_t sample; /* index + 1; 0: free */
};

/* What must agree for two samples to be one entry; no padding. */
struct likeness {
	uint64_t ip, chain; /* the chain's hash */
	uint64_t nr_maps, nr_kernel_maps;
	uint32_t space;
	name_id comm;
	int32_t cpu;
	uint16_t event;
	uint16_t mode;
};

struct walker {
	struct perf_reading *r;
	struct error *err;
	bool chains;
	uint64_t number; /* of the record */
	uint64_t now; /* the latest time so far */
	struct perf_state states[STATES];
	/* How many maps the kernel has, from <= time < until. */
	uint64_t kernel_from, kernel_until;
	size_t nr_kernel_maps;
	struct perf_space *kernel;
	struct seen *seen;
	size_t nr_seen, mask;
	struct perf_events values; /* counters by id, or by id and thread */
	uint32_t *frames; /* of the chain being walked, the leaf first */
	size_t cap_frames;
	name_id unknown, unknown_image, guest_user, hypervisor;
};

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

/* What an address in MODE is called: there is no map, so it has no name. */
static uint32_t nameless_frame(struct walker *w, enum sample_mode mode)
{
	name_id image = w->unknown_image;

	if (mode == MODE_GUEST_USER)
		image = w->guest_user;
	else if (mode == MODE_HYPERVISOR)
		image = w->hypervisor;
	return samples_frame_named(w->r->s, w->unknown, image, 0, 0);
}

static uint32_t mapped_frame(struct walker *w, const struct perf_map *map,
			     uint64_t addr)
{
	const struct object *o = &w->r->s->objects[map->object];

	// All of it is one place: nobody can tell addresses in it apart.
	if (o->kind == OBJECT_ANON)
		return samples_frame_named(w->r->s, w->unknown, o->image, 0, 0);
	return samples_frame_at(w->r->s, map->object, addr + map->shift);
}

static uint32_t frame_of(struct walker *w, const struct likeness *like,
			 enum sample_mode mode, uint64_t addr)
{
	struct perf_tasks *tasks = &w->r->side.tasks;
	const struct perf_map *map = NULL;
	uint32_t space;

	switch (mode) {
	case MODE_KERNEL:
	case MODE_GUEST_KERNEL:
		space = mode == MODE_KERNEL ? tasks->kernel :
					      tasks->guest_kernel;
		if (!tasks->spaces.space[space].nr)
			return samples_frame_at(
				w->r->s,
				perf_objects_any_kernel(&w->r->side.objects,
							mode != MODE_KERNEL),
				addr);
		// Modules of guests are few, and do not come and go.
		map = perf_spaces_find(&tasks->spaces, space,
				       mode == MODE_KERNEL ?
					       like->nr_kernel_maps :
					       SIZE_MAX,
				       addr);
		break;
	case MODE_USER:
		map = perf_spaces_find(&tasks->spaces, like->space,
				       like->nr_maps, addr);
		break;
	default:
		break;
	}
	return map ? mapped_frame(w, map, addr) : nameless_frame(w, mode);
}

/* The mode that a marker in a chain switches to. */
static enum sample_mode mode_of_marker(uint64_t marker)
{
	switch (marker) {
	case PERF_CONTEXT_HV:
		return MODE_HYPERVISOR;
	case PERF_CONTEXT_KERNEL:
		return MODE_KERNEL;
	case PERF_CONTEXT_GUEST:
	case PERF_CONTEXT_GUEST_KERNEL:
		return MODE_GUEST_KERNEL;
	case PERF_CONTEXT_GUEST_USER:
		return MODE_GUEST_USER;
	default:
		return MODE_USER;
	}
}

/* Instead of the user's part of a chain, which comes later; newer kernels. */
#define CONTEXT_USER_DEFERRED ((uint64_t)-640)

/*
 * The node of a chain.  The first address is that of the sample itself, which
 * the sample has more exactly.  The others are where a call returns to, which
 * may be behind the end of the caller when the call never returns: one less is
 * in the call.  Only where a marker comes before it, an address is that of an
 * instruction.
 */
static uint32_t walk(struct walker *w, const struct likeness *like,
		     const struct perf_sample *sample, enum sample_mode mode)
{
	bool swap = w->r->file.swap, first = true, exact = true;
	const enum sample_mode own = mode;
	size_t nr = 0;

	if (sample->nr_chain >= w->cap_frames) {
		w->cap_frames = 2 * sample->nr_chain + 128;
		w->frames = mem_resize(w->frames,
				       w->cap_frames * sizeof(*w->frames));
	}
	w->frames[nr++] = frame_of(w, like, mode, sample->ip);
	for (uint64_t i = 0; w->chains && i < sample->nr_chain; i++) {
		uint64_t addr = perf_u64(sample->chain + 8 * i, swap);

		if (addr >= PERF_CONTEXT_MAX) {
			mode = mode_of_marker(addr);
			exact = true;
			// A number follows that is no address.
			i += addr == CONTEXT_USER_DEFERRED;
			continue;
		}
		if (!first || mode != own)
			w->frames[nr++] =
				frame_of(w, like, mode, addr - !exact);
		first = exact = false;
	}
	uint32_t node = NODE_ROOT;
	while (nr--)
		node = samples_node(w->r->s, node, w->frames[nr]);
	return node;
}

static void grow_seen(struct walker *w)
{
	struct seen *old = w->seen;
	size_t slots = old ? w->mask + 1 : 0, more = slots ? 2 * slots : 4096;

	w->seen = arena_zalloc(&w->r->scratch, more * sizeof(*old));
	w->mask = more - 1;
	for (size_t k = 0; k < slots; k++) {
		size_t i = old[k].hash & w->mask;

		if (!old[k].sample)
			continue;
		while (w->seen[i].sample)
			i = (i + 1) & w->mask;
		w->seen[i] = old[k];
	}
}

static int enter(struct walker *w, struct likeness *like,
		 const struct perf_sample *sample, uint64_t weight)
{
	const struct span bytes = { (const char *)like, sizeof(*like) };
	uint64_t hash = names_hash(bytes);

	if (2 * w->nr_seen >= w->mask)
		grow_seen(w);
	size_t i = hash & w->mask;

	for (; w->seen[i].sample; i = (i + 1) & w->mask)
		if (w->seen[i].hash == hash && w->seen[i].ip == like->ip)
			return samples_again(w->r->s, w->seen[i].sample - 1, 1,
					     weight, w->err);
	const struct sample_key key = {
		.node = walk(w, like, sample, like->mode),
		.comm = like->comm,
		.cpu = like->cpu,
		.event = like->event,
		.mode = (uint8_t)like->mode,
	};
	uint32_t index;

	if (samples_add(w->r->s, &key, 1, weight, &index, w->err) < 0)
		return -1;
	w->seen[i] = (struct seen){ hash, like->ip, index + 1 };
	w->nr_seen++;
	return 0;
}

static const struct perf_state *state_at(struct walker *w, uint32_t pid,
					 uint32_t tid, uint64_t time)
{
	struct perf_state *state = &w->states[tid % STATES];

	if (state->tid != tid || state->pid != pid || time < state->from ||
	    time >= state->until)
		perf_tasks_at(&w->r->side.tasks, pid, tid, time, state);
	return state;
}

static size_t kernel_maps_at(struct walker *w, uint64_t time)
{
	const struct perf_space *kernel = w->kernel;
	size_t nr;

	if (time >= w->kernel_from && time < w->kernel_until)
		return w->nr_kernel_maps;
	nr = perf_space_nr_at(kernel, time);
	w->kernel_from = nr ? kernel->maps[nr - 1].from : 0;
	w->kernel_until = nr < kernel->nr ? kernel->maps[nr].from : UINT64_MAX;
	return w->nr_kernel_maps = nr;
}

/* The command of a thread that no record names, as perf has it. */
static name_id comm_of(struct walker *w, const struct perf_state *state)
{
	struct profile *prof = w->r->prof;

	if (!w->r->s->keep_comm)
		return NAME_NONE;
	if (state->comm != NAME_NONE)
		return state->comm;
	if (!state->tid)
		return names_intern(&prof->names, SPAN("swapper"));
	return names_intern(&prof->names,
			    span_of(arena_printf(&prof->arena, ":%d",
						 (int)state->tid)));
}

/* The event in the profile, made when the first sample of a dummy comes. */
static uint16_t index_of(struct walker *w, struct perf_event *event)
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
static uint64_t growth(struct walker *w, const struct perf_event *event,
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

/* READ: a sample of each event whose counter has grown. */
static int enter_values(struct walker *w, const struct perf_event *event,
			struct likeness *like, const struct perf_sample *sample)
{
	struct perf_events *events = &w->r->file.events;

	for (uint64_t i = 0; i < sample->nr_values; i++) {
		const struct perf_value value =
			perf_sample_value(sample, i, w->r->file.swap);
		const struct perf_id *id = perf_events_find(events, value.id);
		uint64_t grown;

		if (!id || !(grown = growth(w, event, sample, &value)))
			continue;
		like->event = index_of(w, &events->event[id->event]);
		if (enter(w, like, sample, grown) < 0)
			return -1;
	}
	return 0;
}

/* The event that RECORD is a sample of, or NULL. */
static struct perf_event *event_of(struct walker *w,
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

static void count_oddities(struct walker *w, const struct perf_event *event,
			   const struct perf_sample *sample,
			   enum sample_mode mode)
{
	struct perf_counts *count = &w->r->count;

	count->samples++;
	count->guest += mode == MODE_GUEST_KERNEL || mode == MODE_GUEST_USER;
	count->unwound += !!(event->sample_type & PERF_SAMPLE_STACK_USER) ||
			  (event->sample_type & PERF_SAMPLE_BRANCH_STACK &&
			   event->branch_type & PERF_SAMPLE_BRANCH_CALL_STACK);
	if (sample->enabled > sample->running &&
	    sample->enabled - sample->running >
		    count->enabled - count->running) {
		count->enabled = sample->enabled;
		count->running = sample->running;
	}
}

static int take_sample(struct walker *w, const struct perf_record *record)
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
	uint64_t time = w->number;
	if (r->file.events.timed) {
		if (sample.has_time && sample.time > w->now)
			w->now = sample.time;
		time = sample.has_time && sample.time ? sample.time : w->now;
	}
	enum sample_mode mode =
		modes[record->misc & PERF_RECORD_MISC_CPUMODE_MASK];
	// Addresses of kernels are negative everywhere that perf runs.
	if (mode == MODE_UNKNOWN)
		mode = (int64_t)sample.ip < 0 ? MODE_KERNEL : MODE_USER;
	count_oddities(w, event, &sample, mode);

	const struct perf_state *state =
		state_at(w, sample.pid, sample.tid, time);
	const struct span chain = { sample.chain, 8 * sample.nr_chain };
	struct likeness like = {
		.ip = sample.ip,
		.chain = w->chains ? names_hash(chain) : 0,
		.nr_maps = state->nr_maps,
		.nr_kernel_maps = kernel_maps_at(w, time),
		.space = state->space,
		.comm = comm_of(w, state),
		.cpu = r->s->keep_cpu ? sample.cpu : CPU_NONE,
		.mode = (uint16_t)mode,
	};

	if (sample.id_at)
		return enter_values(w, event, &like, &sample);
	like.event = index_of(w, event);
	return enter(w, &like, &sample,
		     sample.has_period		   ? sample.period :
		     event->flags & PERF_ATTR_FREQ ? 1 :
						     event->period);
}

static int second_pass(struct walker *w)
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
	return records->stop == PERF_STOP_FAILED ? -1 : 0;
}

int perf_walk(struct perf_reading *r, const struct read_options *opts,
	      struct error *err)
{
	struct names *names = &r->prof->names;
	struct perf_tasks *tasks = &r->side.tasks;
	struct walker w = {
		.r = r,
		.err = err,
		.chains = opts->chains,
		.kernel = &tasks->spaces.space[tasks->kernel],
		.kernel_from = 1,
		.values.arena = &r->scratch,
		.unknown = names_intern(names, SPAN(SYMBOL_UNKNOWN)),
		.unknown_image = names_intern(names, SPAN("[unknown]")),
		.guest_user = names_intern(names, SPAN("[guest.user]")),
		.hypervisor = names_intern(names, SPAN("[hypervisor]")),
	};

	// No time is in an empty interval.
	for (size_t i = 0; i < STATES; i++)
		w.states[i].from = 1;
	int got = second_pass(&w);
	free(w.frames);
	return got;
}
