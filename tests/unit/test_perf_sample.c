#include "../../src/read/perf_sample.h"

#include "check.h"
#include "perfmade.h"

#define HEADER 8

/* Every field of a sample there is, in the order of the kernel's header. */
static const uint64_t fields[] = {
	PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP,	    PERF_SAMPLE_TID,
	PERF_SAMPLE_TIME,	PERF_SAMPLE_ADDR,   PERF_SAMPLE_ID,
	PERF_SAMPLE_STREAM_ID,	PERF_SAMPLE_CPU,    PERF_SAMPLE_PERIOD,
	PERF_SAMPLE_READ,	PERF_SAMPLE_CALLCHAIN,
};
#define NR_FIELDS (sizeof(fields) / sizeof(*fields))

static bool add_event(struct perf_events *events, struct arena *arena, bool big,
		      const struct made_event *event)
{
	struct perf_made m = { .big = big, .bytes = malloc(PERF_MADE_MAX) };

	*events = (struct perf_events){ .arena = arena };
	perf_made_attr(&m, event);
	bool added = perf_events_add(
		events, (struct span){ m.bytes, m.len }, big, big);
	free(m.bytes);
	return added;
}

static void make_sample(struct perf_made *m, uint64_t type)
{
	perf_made_record(m, PERF_RECORD_SAMPLE, 0);
	for (size_t i = 0; i < NR_FIELDS; i++) {
		if (!(type & fields[i]))
			continue;
		switch (fields[i]) {
		case PERF_SAMPLE_TID:
			perf_made_u32(m, 77);
			perf_made_u32(m, 78);
			break;
		case PERF_SAMPLE_CPU:
			perf_made_u32(m, 3);
			perf_made_u32(m, 0);
			break;
		case PERF_SAMPLE_CALLCHAIN:
			perf_made_u64(m, 2);
			perf_made_u64(m, 0xc1);
			perf_made_u64(m, 0xc2);
			break;
		default:
			perf_made_u64(m, 100 + i);
			break;
		}
	}
	// What is behind a chain is passed over, whatever it is.
	perf_made_u64(m, UINT64_MAX);
	perf_made_end(m);
}

static void check_sample(bool big, uint64_t type)
{
	struct perf_made m = { .big = big, .bytes = malloc(PERF_MADE_MAX) };
	struct arena arena = { 0 };
	struct perf_events events;
	struct perf_sample s;
	char what[32];

	snprintf(what, sizeof(what), "%s %#llx", big ? "big" : "little",
		 (unsigned long long)type);
	EXPECT_TRUE(what, add_event(&events, &arena, big,
				    &(struct made_event){
					    .sample_type = type }));
	make_sample(&m, type);
	const struct perf_record record = { .data = m.bytes,
					    .size = (uint16_t)m.len };
	EXPECT_TRUE(what, perf_sample_parse(&events.event[0], &record, big,
					    &s));
	EXPECT_U64(what, s.ip, type & PERF_SAMPLE_IP ? 101 : 0);
	EXPECT_U64(what, s.pid, type & PERF_SAMPLE_TID ? 77 : 0);
	EXPECT_U64(what, s.tid, type & PERF_SAMPLE_TID ? 78 : 0);
	EXPECT_U64(what, s.time, type & PERF_SAMPLE_TIME ? 103 : 0);
	EXPECT_U64(what, s.cpu, type & PERF_SAMPLE_CPU ? 3 : -1);
	EXPECT_U64(what, s.period, type & PERF_SAMPLE_PERIOD ? 108 : 0);
	EXPECT_U64(what, s.has_period, !!(type & PERF_SAMPLE_PERIOD));
	if (type & PERF_SAMPLE_READ)
		EXPECT_U64(what, perf_sample_value(&s, 0, big).value, 109);
	EXPECT_U64(what, s.nr_chain, type & PERF_SAMPLE_CALLCHAIN ? 2 : 0);
	if (events.event[0].at.id != PERF_NO_PLACE)
		EXPECT_U64(what, (unsigned char)m.bytes[events.event[0].at.id +
							(big ? 7 : 0)],
			   type & PERF_SAMPLE_IDENTIFIER ? 100 : 105);
	arena_release(&arena);
	free(m.bytes);
}

TEST(every_layout_in_both_byte_orders)
{
	for (unsigned set = 0; set < 1u << NR_FIELDS; set++) {
		uint64_t type = 0;

		for (size_t i = 0; i < NR_FIELDS; i++)
			if (set >> i & 1)
				type |= fields[i];
		check_sample(false, type);
		check_sample(true, type);
	}
}

TEST(fields_behind_the_chain_change_nothing)
{
	for (unsigned bit = 0; bit < 25; bit++)
		check_sample(false, 1u << bit | PERF_SAMPLE_IP |
					    PERF_SAMPLE_CALLCHAIN);
}

TEST(a_sample_that_is_too_short_is_refused)
{
	const uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			      PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN;
	struct perf_made m = { .bytes = malloc(PERF_MADE_MAX) };
	struct arena arena = { 0 };
	struct perf_events events;
	struct perf_sample s;

	add_event(&events, &arena, false,
		  &(struct made_event){ .sample_type = type });
	make_sample(&m, type);
	for (uint16_t size = HEADER; size <= m.len; size++) {
		const struct perf_record record = { .data = m.bytes,
						    .size = size };

		EXPECT_U64("parsed",
			   perf_sample_parse(&events.event[0], &record, false,
					     &s),
			   size >= m.len - 8);
	}
	arena_release(&arena);
	free(m.bytes);
}

TEST(a_chain_longer_than_its_record_is_refused)
{
	struct perf_made m = { .bytes = malloc(PERF_MADE_MAX) };
	struct arena arena = { 0 };
	struct perf_events events;
	struct perf_sample s;

	add_event(&events, &arena, false,
		  &(struct made_event){
			  .sample_type = PERF_SAMPLE_CALLCHAIN });
	perf_made_record(&m, PERF_RECORD_SAMPLE, 0);
	// Eight times as many are no bytes at all.
	perf_made_u64(&m, (uint64_t)1 << 61);
	const struct perf_record record = { .data = m.bytes,
					    .size = (uint16_t)m.len };
	EXPECT_TRUE("too long", !perf_sample_parse(&events.event[0], &record,
						   false, &s));
	arena_release(&arena);
	free(m.bytes);
}

/* Values 10 and 20, ids 11 and 21, times 900 and 300, lost 5. */
TEST(every_read_format)
{
	for (uint64_t format = 0; format < 32; format++) {
		struct perf_made m = { .bytes = malloc(PERF_MADE_MAX) };
		bool group = format & PERF_FORMAT_GROUP;
		struct arena arena = { 0 };
		struct perf_events events;
		struct perf_sample s;

		add_event(&events, &arena, false,
			  &(struct made_event){
				  .sample_type = PERF_SAMPLE_READ |
						 PERF_SAMPLE_CALLCHAIN,
				  .read_format = format });
		perf_made_record(&m, PERF_RECORD_SAMPLE, 0);
		perf_made_u64(&m, group ? 2 : 10);
		if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
			perf_made_u64(&m, 900);
		if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
			perf_made_u64(&m, 300);
		for (unsigned i = 0; i < (group ? 2 : 1); i++) {
			if (group)
				perf_made_u64(&m, 10 * (i + 1));
			if (format & PERF_FORMAT_ID)
				perf_made_u64(&m, 10 * (i + 1) + 1);
			if (format & 1u << 4)
				perf_made_u64(&m, 5);
		}
		perf_made_u64(&m, 1);
		perf_made_u64(&m, 0xc1);
		const struct perf_record record = { .data = m.bytes,
						    .size = (uint16_t)m.len };
		EXPECT_TRUE("parsed", perf_sample_parse(&events.event[0],
							&record, false, &s));
		EXPECT_U64("values", s.nr_values, group ? 2 : 1);
		EXPECT_U64("enabled", s.enabled, format & 1 ? 900 : 0);
		EXPECT_U64("running", s.running, format & 2 ? 300 : 0);
		EXPECT_U64("ids", !!s.id_at, !!(format & PERF_FORMAT_ID));
		for (uint64_t i = 0; i < s.nr_values; i++) {
			struct perf_value v = perf_sample_value(&s, i, false);

			EXPECT_U64("value", v.value, 10 * (i + 1));
			EXPECT_U64("id", v.id,
				   format & PERF_FORMAT_ID ? 10 * i + 11 : 0);
		}
		EXPECT_U64("chain", s.nr_chain, 1);
		EXPECT_U64("its place", (uint64_t)(s.chain - m.bytes),
			   m.len - 8);
		arena_release(&arena);
		free(m.bytes);
	}
}

static const struct {
	const char *what, *name;
	struct made_event event;
} names[] = {
	{ "hardware", "instructions", { .config = 1 } },
	{ "of one PMU", "cycles", { .config = (uint64_t)4 << 32 } },
	{ "unknown hardware", "type 0 config 0x63", { .config = 0x63 } },
	{ "software", "cpu-clock", { .type = 1 } },
	{ "of the kernel only", "task-clock:k",
	  { .type = 1, .config = 1, .flags = 1u << 4 } },
	{ "of programs only", "page-faults:u",
	  { .type = 1, .config = 2, .flags = 1u << 5 } },
	{ "cache misses", "L1-dcache-load-misses",
	  { .type = 3, .config = 0x10000 } },
	{ "prefetches", "LLC-prefetches", { .type = 3, .config = 0x202 } },
	{ "no such cache", "type 3 config 0x77", { .type = 3, .config = 0x77 } },
	{ "tracepoint", "tracepoint:321", { .type = 2, .config = 321 } },
	{ "raw", "r1c2", { .type = 4, .config = 0x1c2 } },
	{ "of a driver", "type 17 config 0x5", { .type = 17, .config = 5 } },
};

TEST(events_without_a_name_get_one)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		for (int big = 0; big < 2; big++) {
			struct arena arena = { 0 };
			struct perf_events events;

			EXPECT_TRUE(names[i].what,
				    add_event(&events, &arena, big,
					      &names[i].event));
			EXPECT_SPAN(names[i].what,
				    perf_event_name(&events.event[0], &arena),
				    span_of(names[i].name));
			arena_release(&arena);
		}
}

TEST(an_attribute_of_an_impossible_size_is_refused)
{
	static const uint32_t sizes[] = { 8, 63, 113, 4096, UINT32_MAX };
	struct perf_made m = { .bytes = malloc(PERF_MADE_MAX) };
	struct arena arena = { 0 };
	struct perf_events events = { .arena = &arena };

	perf_made_attr(&m, &(struct made_event){ 0 });
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		perf_made_put(&m, 4, sizes[i], 4);
		EXPECT_TRUE("refused",
			    !perf_events_add(&events,
					     (struct span){ m.bytes, m.len },
					     false, false));
	}
	EXPECT_TRUE("too short",
		    !perf_events_add(&events, (struct span){ m.bytes, 63 },
				     false, false));
	arena_release(&arena);
	free(m.bytes);
}

TEST(ids_are_found_again)
{
	struct arena arena = { 0 };
	struct perf_events events = { .arena = &arena };

	for (uint64_t id = 1; id <= 5000; id++)
		perf_events_id(&events, id * 7, (uint32_t)id);
	// The first that had it keeps it, and 0 is nobody's.
	perf_events_id(&events, 7, 9999);
	perf_events_id(&events, 0, 1);
	EXPECT_TRUE("none", !perf_events_find(&events, 0));
	EXPECT_TRUE("not there", !perf_events_find(&events, 6));
	for (uint64_t id = 1; id <= 5000; id++)
		EXPECT_U64("event", perf_events_find(&events, id * 7)->event,
			   id);
	arena_release(&arena);
}

TEST_MAIN
