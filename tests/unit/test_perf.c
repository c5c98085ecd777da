#include "pack.h"
#include "perfmade.h"
#include "readsamples.h"

#define K PERF_RECORD_MISC_KERNEL
#define U PERF_RECORD_MISC_USER

static const struct made_event clock_event = {
	.type = PERF_TYPE_SOFTWARE,
	.period = 1000,
	.sample_type = MADE_TYPE,
	.flags = MADE_FLAGS,
};

/* The samples of M, which is freed; objects are numbered as they come. */
static void expect_made(struct perf_made *m, const char *what, bool chains,
			const char *told)
{
	expect_sampled(&reader_perf, what, perf_made_file(m), chains, told);
	free(m->bytes);
}

/* The note of CODE is TEXT, or is none. */
static void expect_note(struct perf_made *m, const char *code, const char *text)
{
	struct read_options opts = { .chains = true };
	struct sampled t;

	EXPECT_OK(sampled_read(&t, &reader_perf, perf_made_file(m), &opts),
		  t.err);
	if (text)
		EXPECT_TEXT(sampled_note(&t, code), text);
	else
		EXPECT_TRUE(code, !sampled_note(&t, code));
	sampled_close(&t);
}

static void begin(struct perf_made *m, bool big, bool pipe)
{
	perf_made_begin(m, big, pipe);
	perf_made_event(m, &clock_event);
	perf_made_data(m);
}

/* One sample, so that there is one. */
static void one_sample(struct perf_made *m)
{
	perf_made_sample(m, U, 1, 1, 50, 0x10);
}

TEST(samples_are_offsets_in_files_and_addresses_in_kernels)
{
	for (int form = 0; form < 4; form++) {
		struct perf_made m;

		begin(&m, form & 1, form & 2);
		perf_made_map(&m, K, -1, 0, 0xffffffff81000000, 0x1000000,
			      0xffffffff81000000, "[kernel.kallsyms]_text");
		perf_made_map(&m, K, -1, 0, 0xffffffffc0000000, 0x4000, 0,
			      "[ext4]");
		perf_made_map(&m, U, 1, 10, 0x400000, 0x2000, 0x1000, "/bin/a");
		perf_made_sample(&m, U, 1, 1, 20, 0x400123);
		perf_made_sample(&m, U, 1, 1, 21, 0x400123);
		perf_made_sample(&m, K, 1, 1, 22, 0xffffffff81000010);
		perf_made_sample(&m, K, 1, 1, 23, 0xffffffffc0000020);
		perf_made_sample(&m, U, 1, 1, 24, 0x402000);
		perf_made_sample(&m, U, 2, 2, 25, 0x400123);
		expect_made(&m, "a file", false,
			    "cpu-clock: 2 +1123@2 u, 1 +ffffffff81000010@0 k,"
			    " 1 +ffffffffc0000020@1 k,"
			    " 2 *unknown*@[unknown] u | samples 6");
	}
}

TEST(many_addresses_are_each_found_again)
{
	const struct read_options opts = { 0 };
	struct perf_made m;
	struct sampled t;
	uint64_t time = 20;

	begin(&m, false, false);
	perf_made_map(&m, U, 1, 10, 0x100000, 0x100000, 0, "/bin/a");
	// Each address I % 4 + 1 times, in rounds, so that none is near itself.
	for (unsigned round = 0; round < 4; round++)
		for (unsigned i = 0; i < 40000; i++)
			if (i % 4 >= round)
				perf_made_sample(&m, U, 1, 1, time++,
						 0x100000 + i);
	EXPECT_OK(sampled_read(&t, &reader_perf, perf_made_file(&m), &opts),
		  t.err);
	const struct samples *s = t.prof.samples;

	EXPECT_U64("entries", s->nr_samples, 40000);
	EXPECT_U64("samples", t.prof.events[0].listed, 100000);
	for (size_t i = 0; i < s->nr_samples; i++) {
		uint32_t leaf = samples_leaf(s, s->samples[i].key.node);

		EXPECT_U64("count", s->samples[i].count,
			   s->frames[leaf].addr % 4 + 1);
	}
	sampled_close(&t);
	free(m.bytes);
}

TEST(a_kernel_address_is_one_place_for_all_processes)
{
	struct perf_made m;

	begin(&m, false, false);
	perf_made_map(&m, K, -1, 0, 0xffffffff81000000, 0x1000000,
		      0xffffffff81000000, "[kernel.kallsyms]_text");
	perf_made_map(&m, U, 1, 10, 0x1000, 0x1000, 0, "/bin/a");
	perf_made_map(&m, U, 2, 10, 0x1000, 0x1000, 0, "/bin/b");
	for (unsigned pid = 1; pid <= 3; pid++)
		perf_made_sample(&m, K, pid, pid, 19 + pid, 0xffffffff81000010);
	perf_made_sample(&m, U, 1, 1, 30, 0x1010);
	perf_made_sample(&m, U, 2, 2, 31, 0x1010);
	expect_made(&m, "one place", false,
		    "cpu-clock: 3 +ffffffff81000010@0 k, 1 +10@1 u, 1 +10@2 u"
		    " | samples 5");
}

TEST(events_out_of_order_are_put_in_order)
{
	struct perf_made m;

	begin(&m, false, false);
	// The sample of another processor comes before the map it fell in.
	perf_made_map(&m, U, 1, 10, 0x1000, 0x1000, 0, "/bin/a");
	perf_made_sample(&m, U, 1, 1, 30, 0x1000);
	perf_made_sample(&m, U, 1, 1, 19, 0x1000);
	perf_made_map(&m, U, 1, 20, 0x1000, 0x1000, 0, "/bin/b");
	expect_made(&m, "order", false,
		    "cpu-clock: 1 +0@1 u, 1 +0@0 u | samples 2");
}

TEST(files_without_times_are_taken_in_their_order)
{
	struct made_event event = clock_event;
	struct perf_made m;

	event.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID;
	perf_made_begin(&m, false, false);
	perf_made_event(&m, &event);
	perf_made_data(&m);
	for (int i = 0; i < 2; i++) {
		perf_made_record(&m, PERF_RECORD_MMAP, U);
		perf_made_u32(&m, 1);
		perf_made_u32(&m, 1);
		perf_made_u64(&m, 0x1000);
		perf_made_u64(&m, 0x1000);
		perf_made_u64(&m, 0);
		perf_made_text(&m, i ? "/b" : "/a");
		perf_made_u64(&m, 0);
		perf_made_end(&m);
		perf_made_record(&m, PERF_RECORD_SAMPLE, U);
		perf_made_u64(&m, 0x1008);
		perf_made_u32(&m, 1);
		perf_made_u32(&m, 1);
		perf_made_end(&m);
	}
	expect_made(&m, "order", false,
		    "cpu-clock: 1 +8@0 u, 1 +8@1 u | samples 2");
}

TEST(a_fork_runs_its_parents_program_until_exec)
{
	struct perf_made m;

	begin(&m, false, false);
	perf_made_map(&m, U, 1, 10, 0x1000, 0x1000, 0, "/bin/sh");
	perf_made_fork(&m, 2, 1, 20);
	perf_made_sample(&m, U, 2, 2, 25, 0x1000);
	perf_made_comm(&m, true, 2, 2, 30, "ls");
	perf_made_sample(&m, U, 2, 2, 35, 0x1000);
	perf_made_sample(&m, U, 1, 1, 36, 0x1000);
	expect_made(&m, "fork", false,
		    "cpu-clock: 2 +0@0 u, 1 *unknown*@[unknown] u |"
		    " samples 3");
}

TEST(threads_are_told_apart_by_their_names)
{
	struct read_options opts = { .comm = true };
	struct perf_made m;
	struct sampled t;

	begin(&m, false, false);
	perf_made_comm(&m, false, 1, 1, 10, "sh");
	for (uint32_t tid = 0; tid < 3; tid++)
		perf_made_sample(&m, U, 1, tid, 20, 0x1000);
	EXPECT_OK(sampled_read(&t, &reader_perf, perf_made_file(&m), &opts),
		  t.err);
	static const char *const comms[] = { "swapper", "sh", ":2" };
	EXPECT_U64("samples", t.prof.samples->nr_samples, 3);
	for (size_t i = 0; i < 3; i++)
		EXPECT_SPAN("comm",
			    names_text(&t.prof.names,
				       t.prof.samples->samples[i].key.comm),
			    span_of(comms[i]));
	sampled_close(&t);
	free(m.bytes);
}

static void chain_sample(struct perf_made *m, unsigned mode, uint64_t ip,
			 const uint64_t *chain, size_t nr)
{
	perf_made_record(m, PERF_RECORD_SAMPLE, mode);
	perf_made_u64(m, ip);
	perf_made_u32(m, 1);
	perf_made_u32(m, 1);
	perf_made_u64(m, 20);
	perf_made_u64(m, nr);
	for (size_t i = 0; i < nr; i++)
		perf_made_u64(m, chain[i]);
	perf_made_end(m);
}

static void begin_chains(struct perf_made *m, bool big)
{
	struct made_event event = clock_event;

	event.sample_type |= PERF_SAMPLE_CALLCHAIN;
	perf_made_begin(m, big, false);
	perf_made_event(m, &event);
	perf_made_data(m);
	perf_made_map(m, U, 1, 10, 0x1000, 0x1000, 0, "/bin/a");
}

TEST(callers_are_where_the_call_is)
{
	static const uint64_t user[] = { PERF_CONTEXT_USER, 0x1010, 0x1020,
					 0x1030 };
	static const uint64_t both[] = { PERF_CONTEXT_KERNEL,
					 0xffffffff81000010,
					 0xffffffff81000020,
					 PERF_CONTEXT_USER, 0x1010, 0x1020 };

	for (int big = 0; big < 2; big++) {
		struct perf_made m;

		begin_chains(&m, big);
		chain_sample(&m, U, 0x1010, user, 4);
		chain_sample(&m, U, 0x1010, user, 4);
		// What comes first behind a marker is no return address.
		chain_sample(&m, K, 0xffffffff81000010, both, 6);
		expect_made(&m, "chains", true,
			    "cpu-clock: 2 +2f@0;+1f@0;+10@0 u,"
			    " 1 +1f@0;+10@0;+ffffffff8100001f@1;"
			    "+ffffffff81000010@1 k | samples 3");
	}
}

TEST(the_sample_knows_better_than_its_chain_where_it_is)
{
	static const uint64_t skid[] = { PERF_CONTEXT_USER, 0x1018, 0x1020 };
	static const uint64_t other[] = { PERF_CONTEXT_USER, 0x1018, 0x1020 };
	static const uint64_t bare[] = { 0x1010, 0x1020 };
	static const uint64_t late[] = { PERF_CONTEXT_USER, 0x1010,
					 (uint64_t)-640, 0x1099 };
	struct perf_made m;

	begin_chains(&m, false);
	chain_sample(&m, U, 0x1010, skid, 3);
	// The kernel's part was left out: all of the chain are callers.
	chain_sample(&m, K, 0xffffffff81000010, other, 3);
	chain_sample(&m, U, 0x1010, bare, 2);
	chain_sample(&m, U, 0x1010, late, 4);
	chain_sample(&m, U, 0x1010, NULL, 0);
	expect_made(&m, "chains", true,
		    "cpu-clock: 2 +1f@0;+10@0 u,"
		    " 1 +1f@0;+18@0;+ffffffff81000010@1 k,"
		    " 2 +10@0 u | samples 5");
}

TEST(guests_and_hypervisors_are_kept_apart)
{
	struct perf_made m;

	begin(&m, false, false);
	perf_made_map(&m, PERF_RECORD_MISC_GUEST_KERNEL, 0, 0, 0xffff0000,
		      0x1000, 0xffff0000, "[guest.kernel.kallsyms]_text");
	perf_made_sample(&m, PERF_RECORD_MISC_GUEST_KERNEL, 1, 1, 20,
			 0xffff0010);
	perf_made_sample(&m, PERF_RECORD_MISC_GUEST_USER, 1, 1, 20, 0x10);
	perf_made_sample(&m, PERF_RECORD_MISC_HYPERVISOR, 1, 1, 20, 0x10);
	perf_made_sample(&m, K, 1, 1, 20, 0xffff0010);
	expect_note(&m, "guest", "2 samples of virtual machines, kept apart");
	expect_made(&m, "guests", false,
		    "cpu-clock: 1 +ffff0010@0 g, 1 *unknown*@[guest.user] G,"
		    " 1 *unknown*@[hypervisor] h, 1 +ffff0010@1 k |"
		    " samples 4");
}

static void ksymbol(struct perf_made *m, bool gone, uint64_t time,
		    const char *name)
{
	perf_made_record(m, PERF_RECORD_KSYMBOL, 0);
	perf_made_u64(m, 0xffffffffc0100000);
	perf_made_u32(m, 0x100);
	perf_made_u16(m, PERF_RECORD_KSYMBOL_TYPE_BPF);
	perf_made_u16(m, gone);
	perf_made_text(m, name);
	perf_made_tail(m, 0, 0, time);
}

TEST(programs_of_the_kernel_come_and_go)
{
	struct perf_made m;

	begin(&m, false, false);
	perf_made_map(&m, K, -1, 0, 0xffffffff81000000, 0x1000000, 0,
		      "[kernel.kallsyms]_text");
	ksymbol(&m, false, 10, "bpf_prog_1_a");
	ksymbol(&m, true, 20, "bpf_prog_1_a");
	ksymbol(&m, false, 30, "bpf_prog_2_b");
	for (uint64_t time = 15; time < 40; time += 10)
		perf_made_sample(&m, K, 1, 1, time, 0xffffffffc0100008);
	expect_made(&m, "BPF", false,
		    "cpu-clock: 1 +ffffffffc0100008@1 k,"
		    " 1 +ffffffffc0100008@0 k, 1 +ffffffffc0100008@2 k |"
		    " samples 3");
}

TEST(memory_without_a_file_is_one_place)
{
	struct perf_made m;

	begin(&m, false, false);
	perf_made_map(&m, U, 1, 10, 0x1000, 0x1000, 0, "//anon");
	perf_made_map(&m, U, 1, 10, 0x2000, 0x1000, 0, "[stack:12]");
	perf_made_sample(&m, U, 1, 1, 20, 0x1000);
	perf_made_sample(&m, U, 1, 1, 20, 0x1008);
	perf_made_sample(&m, U, 1, 1, 20, 0x2000);
	expect_made(&m, "anonymous", false,
		    "cpu-clock: 2 *unknown*@[anon] u, 1 *unknown*@[stack] u |"
		    " samples 3");
}

/* Two events that differ in what their samples have; ids in front. */
static void two_events(struct perf_made *m, bool big, bool pipe)
{
	struct made_event event = clock_event;

	perf_made_begin(m, big, pipe);
	event.sample_type |= PERF_SAMPLE_IDENTIFIER;
	event.ids[0] = 5;
	perf_made_event(m, &event);
	event.config = PERF_COUNT_SW_TASK_CLOCK;
	event.sample_type |= PERF_SAMPLE_PERIOD;
	event.period = 4000;
	event.flags |= 1u << 10;
	event.ids[0] = 6;
	perf_made_event(m, &event);
	perf_made_data(m);
	for (uint64_t id = 5; id < 8; id++) {
		perf_made_record(m, PERF_RECORD_SAMPLE, U);
		perf_made_u64(m, id);
		perf_made_u64(m, 0x10);
		perf_made_u32(m, 1);
		perf_made_u32(m, 1);
		perf_made_u64(m, 20);
		perf_made_u64(m, 77);
		perf_made_end(m);
	}
}

TEST(samples_belong_to_the_event_of_their_id)
{
	for (int form = 0; form < 4; form++) {
		struct read_options opts = { 0 };
		struct perf_made m;
		struct sampled t;

		two_events(&m, form & 1, form & 2);
		EXPECT_OK(sampled_read(&t, &reader_perf, perf_made_file(&m),
				       &opts), t.err);
		const struct event *e = t.prof.events;
		EXPECT_U64("events", t.prof.nr_events, 2);
		EXPECT_TEXT(e[0].name, "cpu-clock");
		EXPECT_TEXT(e[1].name, "task-clock");
		EXPECT_U64("a period", e[0].rate_kind, RATE_PERIOD);
		EXPECT_U64("of", (uint64_t)e[0].rate, 1000);
		EXPECT_U64("a frequency", e[1].rate_kind, RATE_FREQUENCY);
		EXPECT_U64("of", (uint64_t)e[1].rate, 4000);
		EXPECT_U64("weight", t.prof.samples->samples[0].weight, 1000);
		EXPECT_U64("weight", t.prof.samples->samples[1].weight, 77);
		EXPECT_TEXT(sampled_note(&t, "skipped"),
			    "1 sample is of no event that the file describes");
		sampled_close(&t);
		free(m.bytes);
	}
}

TEST(one_record_of_a_group_is_a_sample_of_each_event_that_grew)
{
	struct made_event event = clock_event;
	struct perf_made m;

	perf_made_begin(&m, false, false);
	event.sample_type |= PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_READ;
	event.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	event.ids[0] = 5;
	perf_made_event(&m, &event);
	event.config = 2;
	event.period = 0;
	event.ids[0] = 6;
	perf_made_event(&m, &event);
	perf_made_data(&m);
	for (uint64_t i = 1; i <= 2; i++) {
		perf_made_record(&m, PERF_RECORD_SAMPLE, U);
		perf_made_u64(&m, 5);
		perf_made_u64(&m, 0x10);
		perf_made_u32(&m, 1);
		perf_made_u32(&m, 1);
		perf_made_u64(&m, 20);
		perf_made_u64(&m, 2);
		perf_made_u64(&m, 1000 * i);
		perf_made_u64(&m, 5);
		perf_made_u64(&m, 7);
		perf_made_u64(&m, 6);
		perf_made_end(&m);
	}
	expect_made(&m, "a group", false,
		    "cpu-clock: 2 *unknown*@[unknown] u | samples 2 ||"
		    " page-faults: 1 *unknown*@[unknown] u | samples 1");
}

TEST(an_event_that_never_samples_is_no_event)
{
	struct made_event event = clock_event;
	struct perf_made m;

	perf_made_begin(&m, false, false);
	event.config = PERF_COUNT_SW_DUMMY;
	event.sample_type |= PERF_SAMPLE_IDENTIFIER;
	event.ids[0] = 9;
	perf_made_event(&m, &event);
	event.config = 0;
	event.ids[0] = 8;
	perf_made_event(&m, &event);
	perf_made_data(&m);
	perf_made_record(&m, PERF_RECORD_SAMPLE, U);
	perf_made_u64(&m, 8);
	perf_made_u64(&m, 0x10);
	perf_made_tail(&m, 1, 1, 20);
	expect_made(&m, "dummy", false,
		    "cpu-clock: 1 *unknown*@[unknown] u | samples 1");
}

static void build_id(struct perf_made *m, unsigned mode, const char *path)
{
	perf_made_record(m, 67, mode);
	perf_made_u32(m, -1);
	for (unsigned i = 0; i < 6; i++)
		perf_made_u32(m, i < 2 ? (m->big ? 0xabcdef01 : 0x01efcdab) :
					 0);
	perf_made_text(m, path);
	perf_made_end(m);
}

TEST(features_tell_release_build_ids_and_names)
{
	for (int form = 0; form < 4; form++) {
		struct read_options opts = { 0 };
		struct perf_made m;
		struct sampled t;

		begin(&m, form & 1, form & 2);
		perf_made_map(&m, K, -1, 0, 0xffffffff81000000, 0x1000000,
			      0xffffffff81000000, "[kernel.kallsyms]_stext");
		perf_made_map(&m, U, 1, 10, 0x1000, 0x1000, 0, "/bin/kernel");
		one_sample(&m);
		if (m.pipe) {
			build_id(&m, K, "[kernel.kallsyms]");
			build_id(&m, U, "/bin/kernel");
		} else {
			perf_made_feature(&m, 2);
			build_id(&m, K, "[kernel.kallsyms]");
			build_id(&m, U, "/bin/kernel");
			perf_made_feature_end(&m);
		}
		perf_made_feature(&m, 4);
		perf_made_string(&m, "6.1.0-test");
		perf_made_feature_end(&m);
		perf_made_feature(&m, 12);
		perf_made_u32(&m, 1);
		perf_made_u32(&m, PERF_ATTR_SIZE_VER5);
		perf_made_attr(&m, &m.events[0]);
		perf_made_u32(&m, 0);
		perf_made_string(&m, "cpu-clock:ppp");
		perf_made_feature_end(&m);
		EXPECT_OK(sampled_read(&t, &reader_perf, perf_made_file(&m),
				       &opts), t.err);
		EXPECT_TEXT(t.prof.release, "6.1.0-test");
		EXPECT_TEXT(t.prof.build_id, "abcdef01abcdef01");
		EXPECT_TEXT(t.prof.events[0].name, "cpu-clock:ppp");
		const struct object *o = t.prof.samples->objects;
		EXPECT_U64("objects", t.prof.samples->nr_objects, 2);
		EXPECT_TEXT(o[0].ref_symbol, "_stext");
		EXPECT_U64("where", o[0].ref_addr, 0xffffffff81000000);
		EXPECT_SPAN("image", names_text(&t.prof.names, o[0].image),
			    SPAN("vmlinux"));
		// A program of the kernel's name is none.
		EXPECT_SPAN("image", names_text(&t.prof.names, o[1].image),
			    SPAN("/bin/kernel"));
		EXPECT_TEXT(o[1].build_id, "abcdef01abcdef01");
		EXPECT_TRUE("no notes", !t.prof.notes.first);
		sampled_close(&t);
		free(m.bytes);
	}
}

TEST(maps_have_build_ids_of_their_own)
{
	struct read_options opts = { 0 };
	struct perf_made m;
	struct sampled t;

	begin(&m, false, false);
	perf_made_record(&m, PERF_RECORD_MMAP2,
			 U | PERF_RECORD_MISC_MMAP_BUILD_ID);
	perf_made_u32(&m, 1);
	perf_made_u32(&m, 1);
	perf_made_u64(&m, 0x1000);
	perf_made_u64(&m, 0x1000);
	perf_made_u64(&m, 0);
	perf_made_u32(&m, 4);
	perf_made_u32(&m, 0x04030201);
	perf_made_u64(&m, 0);
	perf_made_u64(&m, 0);
	perf_made_u64(&m, 0);
	perf_made_text(&m, "/bin/a");
	perf_made_tail(&m, 1, 1, 10);
	perf_made_sample(&m, U, 1, 1, 20, 0x1000);
	EXPECT_OK(sampled_read(&t, &reader_perf, perf_made_file(&m), &opts),
		  t.err);
	EXPECT_TEXT(t.prof.samples->objects[0].build_id, "01020304");
	EXPECT_TEXT(t.prof.samples->objects[0].path, "/bin/a");
	sampled_close(&t);
	free(m.bytes);
}

TEST(what_was_lost_is_told)
{
	struct perf_made m;

	begin(&m, false, false);
	one_sample(&m);
	perf_made_record(&m, PERF_RECORD_LOST, 0);
	perf_made_u64(&m, 1);
	perf_made_u64(&m, 3);
	perf_made_tail(&m, 0, 0, 60);
	perf_made_record(&m, PERF_RECORD_THROTTLE, 0);
	for (int i = 0; i < 3; i++)
		perf_made_u64(&m, 0);
	perf_made_tail(&m, 0, 0, 60);
	perf_made_record(&m, 4711, 0);
	perf_made_end(&m);
	expect_note(&m, "lost-samples",
		    "the kernel lost 3 records while recording, 75.0% of what"
		    " there was");
	expect_note(&m, "throttled",
		    "the kernel held the sampling back 1 time: it was too"
		    " fast, and what took longest has too few samples");
	expect_note(&m, "unknown-records",
		    "1 record of types that are not known, such as 4711,"
		    " passed over");
	free(m.bytes);
}

TEST(a_killed_recording_is_read_to_its_end)
{
	struct perf_made m;
	struct read_options opts = { 0 };
	struct sampled t;

	begin(&m, false, false);
	one_sample(&m);
	one_sample(&m);
	struct span file = perf_made_file(&m);
	perf_made_put(&m, 48, 0, 8);
	file.len -= 5;
	EXPECT_OK(sampled_read(&t, &reader_perf, file, &opts), t.err);
	EXPECT_U64("samples", t.prof.events[0].total, 1);
	EXPECT_TEXT(sampled_note(&t, "unfinished"),
		    "perf record was killed before it could complete the file;"
		    " all of its 1 sample are read");
	EXPECT_HAS(sampled_note(&t, "ends-early"), "within the record at byte");
	sampled_close(&t);
	free(m.bytes);
}

TEST(a_record_of_no_size_ends_the_file)
{
	struct perf_made m;

	begin(&m, false, false);
	one_sample(&m);
	perf_made_u64(&m, PERF_RECORD_SAMPLE);
	one_sample(&m);
	expect_note(&m, "ends-early",
		    "the record at byte 264 is damaged; what is before it is"
		    " read");
	expect_made(&m, "damaged", false,
		    "cpu-clock: 1 *unknown*@[unknown] u | samples 1");
}

/* Two samples in one zstd frame, put into records of PIECE bytes. */
static void packed_samples(struct perf_made *m, uint32_t type, size_t piece)
{
	struct perf_made inner = { .bytes = malloc(PERF_MADE_MAX) };
	char packed[512];

	one_sample(&inner);
	one_sample(&inner);
	size_t len = pack("zstd", (struct span){ inner.bytes, inner.len },
			  packed, sizeof(packed));
	for (size_t at = 0; at < len; at += piece) {
		size_t some = len - at < piece ? len - at : piece;

		perf_made_record(m, type, 0);
		if (type == 83)
			perf_made_u64(m, some);
		perf_made_bytes(m, packed + at, some);
		if (type == 83)
			perf_made_bytes(m, "\0\0\0\0\0\0\0", (8 - some % 8) % 8);
		perf_made_end(m);
	}
	free(inner.bytes);
}

TEST(packed_records_may_span_records)
{
	static const uint32_t types[] = { 81, 83 };

	for (size_t i = 0; i < 2; i++)
		for (size_t piece = 1; piece < 90; piece++) {
			struct perf_made m;

			begin(&m, false, piece & 1);
			packed_samples(&m, types[i], piece);
			one_sample(&m);
			expect_made(&m, "packed", true,
				    "cpu-clock: 3 *unknown*@[unknown] u |"
				    " samples 3");
		}
}

TEST(damaged_packed_records_end_the_file)
{
	struct perf_made m;

	begin(&m, false, false);
	one_sample(&m);
	size_t at = m.len;
	packed_samples(&m, 81, 1000);
	m.bytes[at + 8] ^= 1;
	one_sample(&m);
	expect_note(&m, "ends-early",
		    "the packed records at byte 264 are damaged; what is before"
		    " them is read");
	expect_made(&m, "damaged", false,
		    "cpu-clock: 1 *unknown*@[unknown] u | samples 1");
}

TEST(a_payload_behind_a_record_is_passed_over)
{
	struct perf_made m;

	begin(&m, false, true);
	perf_made_record(&m, 66, 0);
	perf_made_u32(&m, 16);
	perf_made_u32(&m, 0);
	perf_made_end(&m);
	perf_made_u64(&m, UINT64_MAX);
	perf_made_u64(&m, 0);
	one_sample(&m);
	perf_made_record(&m, 71, 0);
	perf_made_u64(&m, 8);
	for (int i = 0; i < 4; i++)
		perf_made_u64(&m, 0);
	perf_made_end(&m);
	perf_made_u64(&m, 0);
	one_sample(&m);
	expect_made(&m, "payloads", false,
		    "cpu-clock: 2 *unknown*@[unknown] u | samples 2");
}

TEST(what_cannot_be_read_is_told)
{
	static const struct {
		const char *what;
		struct span bytes;
		const char *error;
	} cases[] = {
		{ "a magic number", SPAN("PERFILE2"), "within its header" },
		{ "an old file", SPAN("PERFFILE\0\0\0\0\0\0\0\0\0"),
		  "of version 1 of perf.data" },
		{ "no header", SPAN("PERFILE2\x68\0\0\0\0\0\0\0"),
		  "within its header" },
		{ "an empty pipe", SPAN("PERFILE2\x10\0\0\0\0\0\0\0"),
		  "without a single sample" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct read_options opts = { 0 };
		struct sampled t;

		EXPECT_FAIL(sampled_read(&t, &reader_perf, cases[i].bytes,
					 &opts), t.err, ERR_FORMAT);
		EXPECT_HAS(t.err.text, cases[i].error);
		EXPECT_TRUE(cases[i].what, reader_perf.sniff(&t.in));
		sampled_close(&t);
	}
}

TEST(a_file_cut_anywhere_is_kept_or_refused_in_a_sentence)
{
	struct perf_made m;

	two_events(&m, false, false);
	struct span file = perf_made_file(&m);
	for (size_t len = 8; len <= file.len; len++) {
		struct read_options opts = { .chains = true };
		struct sampled t;
		const struct span cut = { file.ptr, len };

		if (sampled_read(&t, &reader_perf, cut, &opts) < 0)
			EXPECT_HAS(t.err.text, "file");
		sampled_close(&t);
	}
	free(m.bytes);
}

TEST_MAIN
