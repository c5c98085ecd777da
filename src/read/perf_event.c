#include "perf_event.h"

#include "diffprof/names.h"
#include "perf_bytes.h"

/* Fields of eight bytes each in front of READ, in this order. */
static const struct sample_field {
	uint32_t bit;
	uint8_t offset; /* in struct perf_places; PERF_NO_PLACE: not wanted */
} sample_fields[] = {
#define AT(field) ((uint8_t)offsetof(struct perf_places, field))
	{ PERF_SAMPLE_IDENTIFIER, AT(id) },
	{ PERF_SAMPLE_IP, AT(ip) },
	{ PERF_SAMPLE_TID, AT(tid) },
	{ PERF_SAMPLE_TIME, AT(time) },
	{ PERF_SAMPLE_ADDR, PERF_NO_PLACE },
	{ PERF_SAMPLE_ID, AT(id) },
	{ PERF_SAMPLE_STREAM_ID, PERF_NO_PLACE },
	{ PERF_SAMPLE_CPU, AT(cpu) },
	{ PERF_SAMPLE_PERIOD, AT(period) },
};

/* Those of the trailer, from its end. */
static const struct sample_field tail_fields[] = {
	{ PERF_SAMPLE_IDENTIFIER, AT(tail_id) },
	{ PERF_SAMPLE_CPU, AT(tail_cpu) },
	{ PERF_SAMPLE_STREAM_ID, PERF_NO_PLACE },
	{ PERF_SAMPLE_ID, AT(tail_id) },
	{ PERF_SAMPLE_TIME, AT(tail_time) },
	{ PERF_SAMPLE_TID, AT(tail_tid) },
};

#define NR(array) (sizeof(array) / sizeof(*(array)))

static void set_place(struct perf_places *at, uint8_t offset, uint8_t place)
{
	uint8_t *field = (uint8_t *)at + offset;

	// IDENTIFIER says the same as ID, and has the surer place.
	if (offset != PERF_NO_PLACE && *field == PERF_NO_PLACE)
		*field = place;
}

static void lay_out(struct perf_event *event)
{
	uint8_t place = sizeof(struct perf_event_header);

	memset(&event->at, PERF_NO_PLACE, sizeof(event->at));
	for (size_t i = 0; i < NR(sample_fields); i++)
		if (event->sample_type & sample_fields[i].bit) {
			set_place(&event->at, sample_fields[i].offset, place);
			place += 8;
		}
	event->at.end = place;
	if (!(event->flags & PERF_ATTR_SAMPLE_ID_ALL))
		return;
	place = 0;
	for (size_t i = 0; i < NR(tail_fields); i++)
		if (event->sample_type & tail_fields[i].bit) {
			place += 8;
			set_place(&event->at, tail_fields[i].offset, place);
		}
}

/* Bit fields begin at the other end of the word on big-endian machines. */
static uint64_t flags_of(uint64_t word, bool big_endian)
{
	uint64_t flags = 0;

	if (!big_endian)
		return word;
	for (unsigned i = 0; i < 64; i++)
		flags |= (word >> (63 - i) & 1) << i;
	return flags;
}

bool perf_events_add(struct perf_events *events, struct span attr, bool swap,
		     bool big_endian)
{
	const char *p = attr.ptr;

	if (attr.len < PERF_ATTR_SIZE_MIN || events->nr >= UINT16_MAX)
		return false;
	struct perf_event event = {
		.type = perf_u32(p, swap),
		.size = perf_u32(p + 4, swap),
		.config = perf_u64(p + 8, swap),
		.period = perf_u64(p + 16, swap),
		.sample_type = perf_u64(p + 24, swap),
		.read_format = perf_u64(p + 32, swap),
		.flags = flags_of(perf_u64(p + 40, swap), big_endian),
		.index = PERF_EVENT_NONE,
	};

	if (!event.size)
		event.size = PERF_ATTR_SIZE_MIN;
	if (event.size < PERF_ATTR_SIZE_MIN || event.size > attr.len)
		return false;
	if (event.size >= PERF_ATTR_SIZE_VER2)
		event.branch_type = perf_u64(p + 72, swap);
	lay_out(&event);
	if (!events->nr)
		events->timed = true;
	events->timed &= event.at.tail_time != PERF_NO_PLACE;
	ARENA_ROOM(events->arena, events->event, events->nr, events->cap);
	events->event[events->nr++] = event;
	return true;
}

static size_t id_slot(const struct perf_events *events, uint64_t id)
{
	const struct span bytes = { (const char *)&id, sizeof(id) };
	size_t i = names_hash(bytes) & events->mask;

	while (events->ids[i].id && events->ids[i].id != id)
		i = (i + 1) & events->mask;
	return i;
}

static void grow_ids(struct perf_events *events)
{
	struct perf_id *old = events->ids;
	size_t slots = old ? events->mask + 1 : 0;
	size_t more = slots ? 2 * slots : 64;

	events->ids = arena_zalloc(events->arena, more * sizeof(*old));
	events->mask = more - 1;
	for (size_t i = 0; i < slots; i++)
		if (old[i].id)
			events->ids[id_slot(events, old[i].id)] = old[i];
	memset(events->recent, 0, sizeof(events->recent));
}

void perf_events_id(struct perf_events *events, uint64_t id, uint32_t event)
{
	// Records that perf itself makes have the id 0.
	if (!id)
		return;
	if (2 * events->nr_ids >= events->mask)
		grow_ids(events);
	struct perf_id *slot = &events->ids[id_slot(events, id)];

	if (slot->id)
		return;
	*slot = (struct perf_id){ .id = id, .event = event };
	events->nr_ids++;
}

struct perf_id *perf_events_search(struct perf_events *events, uint64_t id)
{
	if (!events->nr_ids || !id)
		return NULL;
	struct perf_id *slot = &events->ids[id_slot(events, id)];

	if (!slot->id)
		return NULL;
	events->recent[id % PERF_IDS_RECENT] = slot;
	return slot;
}

static const char *const hardware[] = {
	"cycles",
	"instructions",
	"cache-references",
	"cache-misses",
	"branches",
	"branch-misses",
	"bus-cycles",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
	"ref-cycles",
};

static const char *const software[] = {
	"cpu-clock",	    "task-clock",   "page-faults",  "context-switches",
	"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy",	    "bpf-output",   "cgroup-switches",
};

static const char *const caches[] = { "L1-dcache", "L1-icache", "LLC", "dTLB",
				      "iTLB",	   "branch",	"node" };
static const char *const cache_ops[] = { "load", "store", "prefetch" };

static const char *cache_name(uint64_t config, struct arena *arena)
{
	uint64_t cache = config & 0xff, op = config >> 8 & 0xff;
	uint64_t result = config >> 16 & 0xff;

	if (cache >= NR(caches) || op >= NR(cache_ops) || result > 1)
		return NULL;
	return arena_printf(arena, "%s-%s%s", caches[cache], cache_ops[op],
			    result  ? "-misses" :
			    op == 2 ? "es" :
				      "s");
}

static const char *plain_name(const struct perf_event *event,
			      struct arena *arena)
{
	// The upper half is a PMU, where there are several.
	uint64_t config = event->config & PERF_HW_EVENT_MASK;
	const char *name = NULL;

	switch (event->type) {
	case PERF_TYPE_HARDWARE:
		name = config < NR(hardware) ? hardware[config] : NULL;
		break;
	case PERF_TYPE_SOFTWARE:
		name = event->config < NR(software) ? software[config] : NULL;
		break;
	case PERF_TYPE_HW_CACHE:
		name = cache_name(config, arena);
		break;
	case PERF_TYPE_TRACEPOINT:
		return arena_printf(arena, "tracepoint:%llu",
				    (unsigned long long)event->config);
	case PERF_TYPE_RAW:
		return arena_printf(arena, "r%llx",
				    (unsigned long long)event->config);
	default:
		break;
	}
	return name ? name :
		      arena_printf(arena, "type %u config %#llx", event->type,
				   (unsigned long long)event->config);
}

struct span perf_event_name(const struct perf_event *event, struct arena *arena)
{
	const char *name, *modifier = "";

	if (event->name.len)
		return event->name;
	name = plain_name(event, arena);
	if (event->flags & PERF_ATTR_EXCLUDE_USER)
		modifier = ":k";
	else if (event->flags & PERF_ATTR_EXCLUDE_KERNEL)
		modifier = ":u";
	return span_of(arena_printf(arena, "%s%s", name, modifier));
}

bool perf_event_is_dummy(const struct perf_event *event)
{
	return event->type == PERF_TYPE_SOFTWARE &&
	       event->config == PERF_COUNT_SW_DUMMY;
}
