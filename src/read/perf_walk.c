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

/* What was seen before, by its hash: an entry of samples, or a chain. */
struct seen {
	uint64_t hash;
	uint32_t ip; /* its lower half: two differ in more than their hash */
	uint32_t index; /* of a sample or node, and 1; 0: free */
};

struct seen_table {
	struct seen *slot; /* at most half full */
	size_t nr, mask;
};

/* What must agree for the callers of two samples to be the same; no padding. */
struct callers {
	uint64_t chain; /* the hash of it */
	uint64_t nr_maps, nr_kernel_maps;
	uint32_t space;
	uint16_t mode;
	uint16_t skipped; /* entries of the chain that are the sample itself */
};

/* What must agree for two samples to be one entry; no padding. */
struct likeness {
	uint64_t ip;
	struct callers callers;
	name_id comm;
	int32_t cpu;
	uint64_t event;
};

/*
 * A sample on its way: so many are under way at once that the memory each needs
 * has come into the processor's cache when its turn is.
 */
#define PENDING 16

struct pending {
	struct likeness like;
	uint64_t hash, weight;
	const char *chain;
	uint64_t nr_chain;
	uint32_t index; /* of the sample it is like, and 1 */
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
	struct seen_table samples, chains_seen;
	struct pending pending[PENDING];
	size_t nr_pending;
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

/* Without chains the table of what was seen has met it already, or nearly. */
static uint32_t place(struct walker *w, uint32_t object, uint64_t addr)
{
	return w->chains ? samples_frame_at(w->r->s, object, addr) :
			   samples_frame_append(w->r->s, object, addr);
}

static uint32_t mapped_frame(struct walker *w, const struct perf_map *map,
			     uint64_t addr)
{
	const struct object *o = &w->r->s->objects[map->object];

	// All of it is one place: nobody can tell addresses in it apart.
	if (o->kind == OBJECT_ANON)
		return samples_frame_named(w->r->s, w->unknown, o->image, 0, 0);
	return place(w, map->object, addr + map->shift);
}

static uint32_t frame_of(struct walker *w, const struct callers *like,
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
		// Modules of guests are few, and do not come and go.
		map = perf_spaces_find(&tasks->spaces, space,
				       mode == MODE_KERNEL ?
					       like->nr_kernel_maps :
					       SIZE_MAX,
				       addr);
		// No record maps what is loaded while perf runs, but the
		// kernel's symbols may have it.
		if (!map)
			return place(
				w,
				perf_objects_any_kernel(&w->r->side.objects,
							mode != MODE_KERNEL),
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

/* Find HASH in TABLE: its slot, or the one it is to have. */
static struct seen *seen_find(struct seen_table *table, uint64_t hash,
			      uint64_t ip)
{
	size_t i = hash & table->mask;

	while (table->slot[i].index && (table->slot[i].hash != hash ||
					table->slot[i].ip != (uint32_t)ip))
		i = (i + 1) & table->mask;
	return &table->slot[i];
}

/* Room for one more. */
static void seen_room(struct seen_table *table, struct arena *arena)
{
	struct seen_table old = *table;

	if (old.slot && 2 * old.nr < old.mask)
		return;
	size_t slots = old.slot ? 4 * (old.mask + 1) : 16384;
	// Of the arena, which has huge pages: it is looked into at random.
	table->slot = arena_zalloc(arena, slots * sizeof(*table->slot));
	table->mask = slots - 1;
	for (size_t k = 0; old.slot && k <= old.mask; k++)
		if (old.slot[k].index)
			*seen_find(table, old.slot[k].hash, old.slot[k].ip) =
				old.slot[k];
}

static void seen_add(struct seen_table *table, struct seen *slot, uint64_t hash,
		     uint64_t ip, uint32_t index)
{
	*slot = (struct seen){ hash, (uint32_t)ip, index + 1 };
	table->nr++;
}

/*
 * The node of the callers in a chain.  The first address is that of the sample
 * itself, which the sample has more exactly.  The others are where a call
 * returns to, which may be behind the end of the caller when the call never
 * returns: one less is in the call.  Only where a marker comes before it, an
 * address is that of an instruction.
 */
static uint32_t walk_chain(struct walker *w, const struct pending *p)
{
	const struct callers *callers = &p->like.callers;
	const enum sample_mode own = callers->mode;
	bool swap = w->r->file.swap;
	// Behind the sample itself there is no marker.
	bool first = !callers->skipped, exact = first;
	enum sample_mode mode = own;
	size_t nr = 0;

	if (p->nr_chain > w->cap_frames) {
		w->cap_frames = 2 * p->nr_chain + 128;
		w->frames = mem_resize(w->frames,
				       w->cap_frames * sizeof(*w->frames));
	}
	for (uint64_t i = callers->skipped; i < p->nr_chain; i++) {
		uint64_t addr = perf_u64(p->chain + 8 * i, swap);

		if (addr >= PERF_CONTEXT_MAX) {
			mode = mode_of_marker(addr);
			exact = true;
			// A number follows that is no address.
			i += addr == CONTEXT_USER_DEFERRED;
			continue;
		}
		if (!first || mode != own)
			w->frames[nr++] =
				frame_of(w, callers, mode, addr - !exact);
		first = exact = false;
	}
	uint32_t node = NODE_ROOT;
	while (nr--)
		node = samples_node(w->r->s, node, w->frames[nr]);
	return node;
}

/* Most callers have been walked for another sample in the same function. */
static uint32_t node_of_callers(struct walker *w, const struct pending *p)
{
	const struct span bytes = { (const char *)&p->like.callers,
				    sizeof(p->like.callers) };

	if (p->nr_chain <= p->like.callers.skipped)
		return NODE_ROOT;
	uint64_t hash = names_hash(bytes);
	seen_room(&w->chains_seen, &w->r->scratch);
	struct seen *slot = seen_find(&w->chains_seen, hash, 0);

	if (!slot->index)
		seen_add(&w->chains_seen, slot, hash, 0, walk_chain(w, p));
	return slot->index - 1;
}

/* The first of its kind. */
static int enter_new(struct walker *w, struct pending *p)
{
	const struct likeness *like = &p->like;
	enum sample_mode mode = like->callers.mode;
	uint32_t leaf = frame_of(w, &like->callers, mode, like->ip), index;
	const struct sample_key key = {
		.node = samples_node(w->r->s, node_of_callers(w, p), leaf),
		.comm = like->comm,
		.cpu = like->cpu,
		.event = (uint16_t)like->event,
		.mode = (uint8_t)mode,
	};

	if ((w->chains ?
		     samples_add(w->r->s, &key, 1, p->weight, &index, w->err) :
		     samples_append(w->r->s, &key, 1, p->weight, &index,
				    w->err)) < 0)
		return -1;
	seen_room(&w->samples, &w->r->scratch);
	// Another of those pending may have entered it, or made it move.
	struct seen *slot = seen_find(&w->samples, p->hash, like->ip);
	if (!slot->index)
		seen_add(&w->samples, slot, p->hash, like->ip, index);
	return 0;
}

/* Count those on their way. */
static int enter_pending(struct walker *w)
{
	struct samples *s = w->r->s;
	size_t nr = w->nr_pending;

	w->nr_pending = 0;
	for (size_t i = 0; i < nr; i++) {
		struct pending *p = &w->pending[i];

		p->index = seen_find(&w->samples, p->hash, p->like.ip)->index;
		if (p->index)
			__builtin_prefetch(&s->samples[p->index - 1], 1);
	}
	for (size_t i = 0; i < nr; i++) {
		struct pending *p = &w->pending[i];

		if (!p->index)
			p->index = seen_find(&w->samples, p->hash, p->like.ip)
					   ->index;
		if ((p->index ? samples_again(s, p->index - 1, 1, p->weight,
					      w->err) :
				enter_new(w, p)) < 0)
			return -1;
	}
	return 0;
}

static int enter(struct walker *w, const struct likeness *like,
		 const struct perf_sample *sample, uint64_t weight)
{
	const struct span bytes = { (const char *)like, sizeof(*like) };
	struct pending *p = &w->pending[w->nr_pending++];

	*p = (struct pending){
		.like = *like,
		.hash = names_hash(bytes),
		.weight = weight,
		.chain = sample->chain,
		.nr_chain = w->chains ? sample->nr_chain : 0,
	};
	__builtin_prefetch(&w->samples.slot[p->hash & w->samples.mask]);
	return w->nr_pending == PENDING ? enter_pending(w) : 0;
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

/* Of the chain without the sample itself, where it begins with that. */
static void hash_chain(struct walker *w, const struct perf_sample *sample,
		       struct likeness *like)
{
	struct span chain = { sample->chain, 8 * sample->nr_chain };
	bool swap = w->r->file.swap;

	if (chain.len >= 16 && perf_u64(chain.ptr + 8, swap) == sample->ip &&
	    perf_u64(chain.ptr, swap) >= PERF_CONTEXT_MAX &&
	    mode_of_marker(perf_u64(chain.ptr, swap)) == like->callers.mode) {
		like->callers.skipped = 2;
		chain.ptr += 16;
		chain.len -= 16;
	}
	like->callers.chain = names_hash(chain);
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
	struct likeness like = {
		.ip = sample.ip,
		.callers = {
			.nr_maps = state->nr_maps,
			.nr_kernel_maps = kernel_maps_at(w, time),
			.space = state->space,
			.mode = (uint16_t)mode,
		},
		.comm = comm_of(w, state),
		.cpu = r->s->keep_cpu ? sample.cpu : CPU_NONE,
	};

	if (w->chains)
		hash_chain(w, &sample, &like);
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
	if (enter_pending(w) < 0)
		return -1;
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
	seen_room(&w.samples, &r->scratch);
	int got = second_pass(&w);
	free(w.frames);
	return got;
}
