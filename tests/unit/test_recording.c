/* test_recording.c - what diffprof record writes */
#include "diffprof/recording.h"

#include "diffprof/pack.h"
#include "diffprof/times.h"

#include "recmade.h"

#define SYMBOLS                                                                \
	"ffffffff81000000 T _stext\n"                                          \
	"ffffffff81000100 T one\n"                                             \
	"ffffffff81000200 T two\n"                                             \
	"ffffffff81000300 T _etext\n"

#define COUNTS                                                                 \
	"comm 1 make\n"                                                        \
	"comm 2 kworker/0:1 a b\n"                                             \
	"image 1 00ff /usr/bin/make\n"                                         \
	"image 2 - [anon]\n"                                                   \
	"5 500 k 0 1 ffffffff81000104 ffffffff81000204 1+10\n"                 \
	"2 200 u 1 1 1+20\n"                                                   \
	"1 100 u - - 2+\n"                                                     \
	"4 400 k 1 2 ffffffff81000204\n"

static const char *const two_runs[] = {
	"meta",
	RECORDING_META "release: 6.1.0-57-amd64\nbuild id: abcd\n"
		       "event: cpu-clock\nweight: ns\nfrequency: 997\n"
		       "cpus: 2\ncommand: make -j2: all\n",
	"symbols",
	SYMBOLS,
	"1/times",
	"elapsed: 12.5\nuser: 0.000001\nsystem: 3\nexit: 0\n",
	"1/counts",
	COUNTS,
	"2/times",
	"elapsed: 13\nexit: 2\nlost: 17\n",
	"2/counts",
	"comm 1 make\n9 9 k 0 1 ffffffff81000204\n",
	NULL,
};

TEST(a_run_is_a_profile)
{
	struct outbuf tar = recording_made(two_runs);
	struct sampled t;

	EXPECT_OK(recording_read_run(&t, &tar, 1), t.err);
	EXPECT_U64("runs", t.prof.input_runs, 2);
	EXPECT_TEXT(t.prof.release, "6.1.0-57-amd64");
	EXPECT_TEXT(t.prof.build_id, "abcd");
	EXPECT_U64("events", t.prof.nr_events, 1);
	EXPECT_TEXT(t.prof.events[0].name, "cpu-clock");
	EXPECT_TEXT(t.prof.events[0].weight_unit, "ns");
	EXPECT_U64("rate", t.prof.events[0].rate, 997);
	EXPECT_U64("samples", t.prof.events[0].total, 12);
	EXPECT_U64("entries", t.prof.samples->nr_samples, 4);
	EXPECT_U64("weight", t.prof.samples->samples[0].weight, 500);
	EXPECT_TEXT(t.prof.samples->objects[0].ref_symbol, "_stext");
	EXPECT_U64("reference", t.prof.samples->objects[0].ref_addr,
		   0xffffffff81000000);
	EXPECT_SPAN("symbols", t.prof.symbols, SPAN(SYMBOLS));
	sampled_close(&t);

	EXPECT_OK(recording_read_run(&t, &tar, 2), t.err);
	EXPECT_U64("samples", t.prof.events[0].total, 9);
	EXPECT_TEXT(sampled_note(&t, "run-failed"), "run 2 ended with 2");
	EXPECT_HAS(sampled_note(&t, "lost-samples"), "lost 17 samples");
	sampled_close(&t);
	outbuf_release(&tar);
}

TEST(chains_have_the_leaf_first)
{
	struct outbuf tar = recording_made(two_runs);
	struct sampled t;

	EXPECT_OK(recording_read_run(&t, &tar, 1), t.err);
	const struct samples *s = t.prof.samples;
	uint32_t node = s->samples[0].key.node;
	const struct frame *leaf = &s->frames[samples_leaf(s, node)];

	EXPECT_U64("leaf", leaf->addr, 0xffffffff81000104);
	node = samples_parent(s, samples_parent(s, node));
	const struct frame *outermost = &s->frames[samples_leaf(s, node)];
	EXPECT_U64("outermost", outermost->addr, 0x10);
	EXPECT_TEXT(s->objects[outermost->object].path, "/usr/bin/make");
	EXPECT_TEXT(s->objects[outermost->object].build_id, "00ff");
	EXPECT_U64("end", samples_parent(s, node), NODE_ROOT);
	EXPECT_SPAN("comm", names_text(&t.prof.names, s->samples[3].key.comm),
		    SPAN("kworker/0:1 a b"));
	EXPECT_U64("no CPU", (uint32_t)s->samples[2].key.cpu,
		   (uint32_t)CPU_NONE);
	sampled_close(&t);
	outbuf_release(&tar);
}

TEST(times_are_exact)
{
	struct outbuf tar = recording_made(two_runs);
	struct sampled t;

	EXPECT_OK(recording_read_run(&t, &tar, 1), t.err);
	EXPECT_U64("elapsed", t.prof.times->of[TIME_ELAPSED].sum, 12500000);
	EXPECT_U64("user", t.prof.times->of[TIME_USER].sum, 1);
	EXPECT_U64("squares", t.prof.times->of[TIME_SYSTEM].squares,
		   9000000000000);
	EXPECT_U64("none", t.prof.times->of[TIME_CPU].runs, 0);
	sampled_close(&t);
	outbuf_release(&tar);
}

TEST(facts_keep_what_is_behind_the_first_colon)
{
	struct outbuf tar = recording_made(two_runs);
	struct sampled t;

	EXPECT_OK(recording_read_run(&t, &tar, 1), t.err);
	EXPECT_SPAN("command",
		    fact_find(t.prof.facts, t.prof.nr_facts, "command"),
		    SPAN("make -j2: all"));
	EXPECT_TRUE("none", !fact_find(t.prof.facts, t.prof.nr_facts, "x").ptr);
	sampled_close(&t);
	outbuf_release(&tar);
}

TEST(a_dump_is_a_histogram_in_its_own_byte_order)
{
	static const char dump[] = "\0\0\0\004\0\0\0\011\0\0\0\0";
	struct outbuf tar = { 0 }, packed = { 0 };
	struct sampled t;
	struct error err;

	EXPECT_OK(pack_zstd((struct span){ dump, 12 }, &packed, &err), err);
	ustar_put(&tar, "1/profile.zst",
		  (struct span){ packed.data, packed.len }, 0);
	ustar_put(&tar, "meta", SPAN(RECORDING_META "hz: 250\n"), 0);
	ustar_end(&tar);
	EXPECT_OK(recording_read_run(&t, &tar, 1), t.err);
	EXPECT_U64("counters", t.prof.histogram->words, 2);
	EXPECT_U64("slots", t.prof.histogram->nr, 1);
	EXPECT_U64("rate", t.prof.event->rate, 250);
	sampled_close(&t);
	outbuf_release(&tar);
	outbuf_release(&packed);
}

static const struct {
	const char *what, *files[8], *error;
} refused[] = {
	{ "no meta", { "1/counts", "" }, "t.prof: not a recording" },
	{ "a meta of somebody else", { "meta", "hello: 1\n" },
	  "t.prof: not a recording" },
	{ "from the future",
	  { "meta", "diffprof recording: 2\n", "1/counts", "" },
	  "t.prof: a recording of version 2" },
	{ "no run", { "meta", RECORDING_META },
	  "t.prof: a recording without a run that is whole" },
	{ "the first run is missing",
	  { "meta", RECORDING_META, "2/counts", "" },
	  "t.prof: a recording without a run that is whole" },
	{ "a line that is nothing",
	  { "meta", RECORDING_META, "1/counts", "comm 1 a\nhello\n" },
	  "t.prof: 1/counts:2: neither a command, an image, nor samples:"
	  " \"hello\"" },
	{ "a command without its number",
	  { "meta", RECORDING_META, "1/counts", "comm 2 a\n" },
	  "t.prof: 1/counts:1: neither" },
	{ "a command that nobody named",
	  { "meta", RECORDING_META, "1/counts", "1 0 k 0 1 ff\n" },
	  "t.prof: 1/counts:1: neither" },
	{ "an image that nobody named",
	  { "meta", RECORDING_META, "1/counts", "1 0 k 0 - 1+ff\n" },
	  "t.prof: 1/counts:1: neither" },
	{ "a mode that is none",
	  { "meta", RECORDING_META, "1/counts", "1 0 x 0 - ff\n" },
	  "t.prof: 1/counts:1: neither" },
	{ "no place",
	  { "meta", RECORDING_META, "1/counts", "1 0 k 0 -\n" },
	  "t.prof: 1/counts:1: neither" },
	{ "counts over 63 bits",
	  { "meta", RECORDING_META, "1/counts",
	    "9223372036854775807 0 k 0 - ff\n1 0 k 0 - fe\n" },
	  "t.prof: the counts add up to more than 63 bits hold" },
};

TEST(what_is_not_right_is_refused)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		struct outbuf tar = recording_made(refused[i].files);
		struct profile prof;
		struct input in;
		struct error err;
		const struct read_options opts = { .chains = true };

		input_from_memory(&in, "t.prof", tar.data, tar.len);
		profile_init(&prof, in.path, "recording");
		EXPECT_TRUE(refused[i].what,
			    reader_recording.read(&in, &opts, &prof, &err) < 0);
		EXPECT_HAS(err.text, refused[i].error);
		profile_release(&prof);
		outbuf_release(&tar);
	}
}

TEST(a_recording_cut_anywhere_has_its_whole_runs)
{
	struct outbuf whole = recording_made(two_runs);

	for (size_t len = 0; len < whole.len; len++) {
		struct outbuf tar = { 0 };
		struct sampled t;

		outbuf_bytes(&tar, whole.data, len);
		if (recording_read_run(&t, &tar, 1) == 0)
			EXPECT_TRUE("runs", t.prof.input_runs == 1 ||
						    t.prof.input_runs == 2);
		sampled_close(&t);
		outbuf_release(&tar);
	}
	outbuf_release(&whole);
}

static const struct {
	const char *what;
	struct span text;
	const char *cell;
} cells[] = {
	{ "a name", { "schedule", 8 }, "schedule" },
	{ "nothing", { "", 0 }, "-" },
	{ "a dash", { "-", 1 }, "\\x2d" },
	{ "more than a dash", { "-f", 2 }, "-f" },
	{ "a tab, a line end, a backslash, a NUL", { "a\tb\n\\\0", 6 },
	  "a\\x09b\\x0a\\x5c\\x00" },
	{ "UTF-8", { "f\xc3\xbcr", 4 }, "f\xc3\xbcr" },
};

TEST(cells_come_back)
{
	for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++) {
		struct arena arena = { 0 };
		struct outbuf out = { 0 };

		recording_put_cell(&out, cells[i].text);
		struct span made = { out.data, out.len };
		EXPECT_SPAN(cells[i].what, made, span_of(cells[i].cell));
		EXPECT_SPAN(cells[i].what, recording_cell(made, &arena),
			    cells[i].text);
		outbuf_release(&out);
		arena_release(&arena);
	}
}

TEST(it_is_known_by_its_meta)
{
	struct outbuf tar = recording_made(two_runs);
	struct input in;

	input_from_memory(&in, "t", tar.data, tar.len);
	EXPECT_TRUE("is one", reader_recording.sniff(&in));
	EXPECT_TRUE("no archive of oprofile", !reader_oprofile.sniff(&in));
	tar.data[512] = 'D';
	EXPECT_TRUE("is none", !reader_recording.sniff(&in));
	outbuf_release(&tar);
}

TEST_MAIN
