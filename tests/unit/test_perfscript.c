/* test_perfscript.c - output of perf script: perfscript.c, scriptchains.c */
#include "readsamples.h"

#define K "([kernel.kallsyms])\n"
#define HEAD "dd 12 1.000001:    7 cycles: \n"

static const struct {
	const char *what, *text, *leaves, *chains;
} cases[] = {
	{ "a chain, the function first",
	  HEAD "\tffffffff816b6292 rw+0x52 " K "\tffffffff816b92b8 vfs+0x7 " K
	       "\t           f8350 write+0x10 (/lib/libc.so)\n\n",
	  "cycles: 1 rw@vmlinux k | samples 1",
	  "cycles: 1 write@/lib/libc.so;vfs@vmlinux;rw@vmlinux k | samples 1" },
	{ "the same function, elsewhere",
	  HEAD "\tffffffff816b6292 rw+0x52 " K "\n" HEAD
	       "\tffffffff816b6295 rw+0x55 " K "\n",
	  "cycles: 2 rw@vmlinux k | samples 2", NULL },
	{ "no chains",
	  "dd 12 1.000001: 7 cycles:  ffffffff816b6292 rw+0x52 " K
	  "dd 12 1.000002: 7 cycles:             1346 f+0x1 (/bin/b)\n",
	  "cycles: 1 rw@vmlinux k, 1 f@/bin/b u | samples 2", NULL },
	{ "two events",
	  "dd 12 1.000001: 7 cycles:u:            1346 f+0x1 (/bin/b)\n"
	  "dd 12 1.000002: 7 faults:              1346 f+0x1 (/bin/b)\n"
	  "dd 12 1.000003: 7 cycles:u:            1346 f+0x1 (/bin/b)\n",
	  "cycles:u: 2 f@/bin/b u | samples 2 ||"
	  " faults: 1 f@/bin/b u | samples 1",
	  NULL },
	{ "unknown, of an image",
	  HEAD "\t            e107 [unknown] (/usr/bin/dash)\n"
	       "\t               0 [unknown] ([unknown])\n\n",
	  "cycles: 1 *unknown*@/usr/bin/dash u | samples 1",
	  "cycles: 1 *unknown*@[unknown];*unknown*@/usr/bin/dash u | samples"
	  " 1" },
	{ "a module", HEAD "\tffffffffc0016292 get+0x52 ([ext4])\n\n",
	  "cycles: 1 get@ext4 k | samples 1", NULL },
	{ "a guest's kernel",
	  HEAD "\tffffffff81016292 get+0x52 ([guest.kernel.kallsyms])\n\n",
	  "cycles: 1 get@[guest.kernel] g | samples 1", NULL },
	{ "a program of the kernel's",
	  HEAD "\tffffffffc0016292 bpf_prog_1_f+0x52 (bpf_prog_1_f)\n\n",
	  "cycles: 1 bpf_prog_1_f@bpf_prog_1_f k | samples 1", NULL },
	{ "inlined: what is around it counts",
	  HEAD "\t 1346 in1+0x1 (inlined)\n\t 1346 f+0x1 (/bin/b)\n"
	       "\t 2346 in2+0x1 (inlined)\n\t 2346 main+0x1 (/bin/b)\n\n",
	  "cycles: 1 f@/bin/b u | samples 1",
	  "cycles: 1 main@/bin/b;in2(inlined)@/bin/b;f@/bin/b u | samples 1" },
	{ "a branch, counted where it came from",
	  "main 32 1 branches: ffff800010c46670 a+0x68 " /* one line */
	  "([kernel.kallsyms]) => ffff800010c4eaec b+0x3cc " K,
	  "branches: 1 a@vmlinux k | samples 1", NULL },
	{ "-F ip,sym,dso with chains",
	  "\n\t            1346 hot (/b)\n\t            1550 main (/b)\n\n"
	  "\n\t            1346 hot (/b)\n\n",
	  "2 hot@/b u | samples 2",
	  "1 main@/b;hot@/b u, 1 hot@/b u | samples 2" },
	{ "-F comm,ip,sym",
	  "my burn \n\tffffffff81000346 hot\n\t            1550 main\n\n",
	  "1 hot@vmlinux k | samples 1", "1 main;hot@vmlinux k | samples 1" },
	{ "-F event,ip,sym",
	  "cpu-clock: \n\tffffffff81000346 hot\n\t            1550 main\n\n",
	  "cpu-clock: 1 hot@vmlinux k | samples 1",
	  "cpu-clock: 1 main;hot@vmlinux k | samples 1" },
	{ "-F ip,sym",
	  "     5646ce1f4346 [unknown]\n ffffffff81d33df7 read_zero\n",
	  "1 *unknown*, 1 read_zero@vmlinux k | samples 2", NULL },
	{ "-F pid,ip,sym", "   17      564611114346 hot\n", "1 hot | samples 1",
	  NULL },
	{ "-F time,ip,sym", "11349.730525:      564611114346 hot\n",
	  "1 hot | samples 1", NULL },
	{ "-F comm,event,ip,sym,dso",
	  "            burn cpu-clock:      5646ce1f4346 hot (/tmp/b)\n",
	  "cpu-clock: 1 hot@/tmp/b u | samples 1", NULL },
	{ "-F +srcline",
	  HEAD "\t 1346 f+0x1 (/bin/b)\n  b.c:12\n\t 2346 main+0x1 (/bin/b)\n"
	       "  b.c:90\n\n",
	  "cycles: 1 f@/bin/b u | samples 1",
	  "cycles: 1 main@/bin/b;f@/bin/b u | samples 1" },
	{ "-F +addr",
	  "dd 12 1.000001: 7 cycles:       7f001122\n\t 1346 f+0x1 (/bin/b)\n\n",
	  "cycles: 1 f@/bin/b u | samples 1", NULL },
	{ "a tracepoint with a chain",
	  "b 88 [000] 1.3: sched:sched_switch: prev_comm=b ==> next_comm=c\n"
	  "\tffffffff821f8b58 __schedule+0x618 " K "\n",
	  "sched:sched_switch: 1 __schedule@vmlinux k | samples 1", NULL },
	{ "a tracepoint without a place",
	  "b 88 [000] 1.3: sched:sched_switch: prev_comm=b ==> next_comm=c\n",
	  "sched:sched_switch: 1 *unknown* | samples 1", NULL },
	{ "a chain of nothing", HEAD "\n", "cycles: 1 *unknown* | samples 1",
	  NULL },
	{ "records are no samples",
	  "perf 0 0.000000: PERF_RECORD_COMM: perf-exec:20/20\n"
	  "dd 12 1.000001: 7 cycles:            1346 f+0x1 (/bin/b)\n",
	  "cycles: 1 f@/bin/b u | samples 1", NULL },
	{ "CRLF",
	  "dd 12 1.000001: 7 cycles: \r\n\tffffffff816b6292 rw+0x52 ([k])\r\n"
	  "\t            1346 f+0x1 (/bin/b)\r\n\r\n",
	  "cycles: 1 rw@k k | samples 1",
	  "cycles: 1 f@/bin/b;rw@k k | samples 1" },
	{ "quoted",
	  "> dd 12 1.000001: 7 cycles: \n> \tffffffff816b6292 rw+0x52 ([k])\n"
	  ">             1346 f+0x1 (/bin/b)\n>\n> dd 12 1.000001: 7 cycles:\n"
	  "> \tffffffff816b6292 rw+0x52 ([k])\n",
	  "cycles: 2 rw@k k | samples 2",
	  "cycles: 1 f@/bin/b;rw@k k, 1 rw@k k | samples 2" },
	{ "prose around",
	  "Hello,\nsee this trace:\n\n" HEAD "\t 1346 f+0x1 (/bin/b)\n\n"
	  "Regards,\n A\n",
	  "cycles: 1 f@/bin/b u | samples 1", NULL },
	{ "cut within a frame",
	  HEAD "\t 1346 f+0x1 (/bin/b)\n\n" HEAD "\t 2346 g+0x1 (/bi",
	  "cycles: 1 f@/bin/b u | samples 1", NULL },
	{ "cut behind a head", HEAD "\t 1346 f+0x1 (/bin/b)\n\n" HEAD,
	  "cycles: 1 f@/bin/b u | samples 1", NULL },
	{ "nothing", "hello world\n", "error: file: no sample of perf script",
	  NULL },
	{ "too much in all",
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n"
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n"
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n"
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n"
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n"
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n"
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n"
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n"
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n"
	  "a 1 1.1: 999999999999999999 c: 12 f (/b)\n",
	  "error: file: the counts add up to more than 63 bits hold", NULL },
};

TEST(samples_are_read)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct span text = span_of(cases[i].text);

		expect_sampled(&reader_perf_script, cases[i].what, text, false,
			       cases[i].leaves);
		expect_sampled(&reader_perf_script, cases[i].what, text, true,
			       cases[i].chains ? cases[i].chains :
						 cases[i].leaves);
	}
}

static int read_text(struct sampled *t, const char *text,
		     const struct read_options *opts)
{
	return sampled_read(t, &reader_perf_script, span_of(text), opts);
}

static const struct {
	const char *what, *text, *code, *note;
} noted[] = {
	{ "skipped", "Hello\n" HEAD "\t 1346 f+0x1 (/bin/b)\n\n", "skipped",
	  "1 line is no part of a sample and was skipped" },
	{ "nothing skipped", "# ========\n" HEAD "\t 1346 f+0x1 (/bin/b)\n\n",
	  "skipped", NULL },
	{ "cut", HEAD "\t 1346 f+0x1 (/bin/b)\n\n" HEAD "\t 2346 g+0x1 (/bi",
	  "ends-early",
	  "line 4: the last sample is not whole and was left out" },
	{ "no end of line", HEAD "\t 1346 f+0x1 (/bin/b)", "ends-early", NULL },
	{ "lost",
	  HEAD "\t 1346 f+0x1 (/bin/b)\n\n"
	       "dd 12 1.000001: PERF_RECORD_LOST lost 12\n"
	       "dd 12 1.000001: PERF_RECORD_LOST lost 30\n",
	  "lost-samples", "42 samples were lost while recording" },
	{ "throttled",
	  HEAD "\t 1346 f+0x1 (/bin/b)\n\n"
	       "dd 12 1.000001: PERF_RECORD_THROTTLE\n"
	       "dd 12 1.000001: PERF_RECORD_UNTHROTTLE\n",
	  "throttled", "sampling was throttled 1 time while recording" },
	{ "nowhere", HEAD "\n", "no-place",
	  "1 sample was printed without a place; it is *unknown*" },
};

TEST(doubts_are_noted)
{
	const struct read_options opts = { 0 };

	for (size_t i = 0; i < sizeof(noted) / sizeof(*noted); i++) {
		struct sampled t;

		EXPECT_OK(read_text(&t, noted[i].text, &opts), t.err);
		const char *note = sampled_note(&t, noted[i].code);

		if (noted[i].note)
			EXPECT_TEXT(note, noted[i].note);
		else
			EXPECT_TRUE(noted[i].what, !note);
		sampled_close(&t);
	}
}

TEST(periods_are_weights_and_a_rate)
{
	const struct read_options opts = { 0 };
	struct sampled t;

	EXPECT_OK(read_text(&t,
			    "a 1 1.1: 500 c: 12 f (/b)\n"
			    "a 1 1.2: 500 c: 12 f (/b)\n",
			    &opts),
		  t.err);
	EXPECT_TEXT(t.prof.events[0].weight_unit, "period");
	EXPECT_U64("weight", t.prof.samples->samples[0].weight, 1000);
	EXPECT_U64("kind", t.prof.events[0].rate_kind, RATE_PERIOD);
	EXPECT_TRUE("rate", t.prof.events[0].rate == 500);
	sampled_close(&t);

	EXPECT_OK(read_text(&t,
			    "a 1 1.1: 500 c: 12 f (/b)\n"
			    "a 1 1.2: 501 c: 12 f (/b)\n",
			    &opts),
		  t.err);
	EXPECT_U64("kind", t.prof.events[0].rate_kind, RATE_UNKNOWN);
	sampled_close(&t);

	EXPECT_OK(read_text(&t, "a 1 1.1: c: 12 f (/b)\n", &opts), t.err);
	EXPECT_TRUE("no weight", !t.prof.events[0].weight_unit);
	sampled_close(&t);
}

TEST(remarks_tell_release_and_rate)
{
	const struct read_options opts = { 0 };
	struct sampled t;

	EXPECT_OK(read_text(&t,
			    "# ========\n# os release : 6.1.0-18-amd64\n"
			    "# event : name = c, , id = { 5 }, type = 1, size ="
			    " 128, { sample_period, sample_freq } = 997,"
			    " disabled = 1, freq = 1, sample_id_all = 1\n"
			    "# event : name = d, , id = { 6 }, type = 1, size ="
			    " 128, { sample_period, sample_freq } = 4000,"
			    " disabled = 1\n"
			    "# ========\n#\n"
			    "a 1 1.1: 500 c: 12 f (/b)\n"
			    "a 1 1.2: 4000 d: 12 f (/b)\n",
			    &opts),
		  t.err);
	EXPECT_TEXT(t.prof.release, "6.1.0-18-amd64");
	EXPECT_U64("c", t.prof.events[0].rate_kind, RATE_FREQUENCY);
	EXPECT_TRUE("c's rate", t.prof.events[0].rate == 997);
	EXPECT_U64("d", t.prof.events[1].rate_kind, RATE_PERIOD);
	EXPECT_TRUE("d's rate", t.prof.events[1].rate == 4000);
	sampled_close(&t);
}

TEST(commands_and_cpus_are_kept_when_wanted)
{
	const char *text = "a b 1 [000] 1.1: 500 c: 12 f (/b)\n"
			   "x 1 [001] 1.2: 500 c: 12 f (/b)\n"
			   "a b 1 [000] 1.3: 500 c: 12 f (/b)\n";
	struct read_options opts = { .comm = true, .cpu = true };
	struct sampled t;

	EXPECT_OK(read_text(&t, text, &opts), t.err);
	EXPECT_U64("entries", t.prof.samples->nr_samples, 2);
	const struct sample *s = t.prof.samples->samples;
	EXPECT_U64("count", s[0].count, 2);
	EXPECT_SPAN("comm", names_text(&t.prof.names, s[0].key.comm),
		    SPAN("a b"));
	EXPECT_U64("cpu", (uint64_t)s[1].key.cpu, 1);
	sampled_close(&t);

	opts = (struct read_options){ 0 };
	EXPECT_OK(read_text(&t, text, &opts), t.err);
	EXPECT_U64("entries", t.prof.samples->nr_samples, 1);
	sampled_close(&t);
}

TEST(packed_data_that_ends_early_loses_its_last_sample)
{
	const struct read_options opts = { .chains = true };
	const char *text = HEAD "\t 1346 f+0x1 (/bin/b)\n\n" HEAD
				"\t 2346 g+0x1 (/bin/b)\n\t 23";
	struct sampled t;

	input_from_memory(&t.in, "file", text, strlen(text));
	t.in.cut_short = "gzip: it ends early";
	profile_init(&t.prof, "file", "perf-script");
	EXPECT_OK(reader_perf_script.read(&t.in, &opts, &t.prof, &t.err),
		  t.err);
	EXPECT_TEXT(sampled_told(&t), "cycles: 1 f@/bin/b u | samples 1");
	sampled_close(&t);
}

static const struct {
	const char *what, *text;
	bool is;
} sniffed[] = {
	{ "a chain", HEAD "\tffffffff816b6292 rw+0x52 " K "\n", true },
	{ "no chains", "a 1 1.1: 500 c: 12 f (/b)\n", true },
	{ "prose first", "Hello\n\n> a 1 1.1: 500 c: 12 f (/b)\n", true },
	{ "no TAB", "a 1 1.1: 500 c:\n   1346 f+0x1 (/b)\n", true },
	{ "-F ip,sym with chains", "\n\t            1346 hot\n", true },
	{ "-F ip,sym",
	  "     5646ce1f4346 [unknown]\n ffffffff81d33df7 read_zero\n", true },
	{ "-F comm,ip,sym",
	  "    burn      5646ce1f4346 hot\n    burn  ffffffff81d33df7 rz\n",
	  true },
	{ "tracepoints", "b 88 [000] 1.3: sched:sched_switch: prev_comm=b\n",
	  true },
	{ "only commands", "burn    20 11350.828043: \n", false },
	{ "readprofile(8)", "   542 schedule 5.6458\n    17 *unknown*\n",
	  false },
	{ "readprofile -v",
	  "ffffffff81000000 schedule                       542 5.6458\n"
	  "ffffffff81000100 unschedule                     542 5.6458\n",
	  false },
	{ "a map", "ffffffff81000000 T _stext\nffffffff81000000 T _text\n",
	  false },
	{ "perf report",
	  "# Overhead  Command  Shared Object  Symbol\n"
	  "    18.58%  dd       [kernel.kallsyms]     [k] do_syscall_64\n",
	  false },
	{ "folded stacks", "a;b 5\na;c 3\n", false },
	{ "an oops", " [<ffffffff8100abcd>] schedule+0x12/0x34\n", false },
	{ "nothing", "\n", false },
};

TEST(only_such_texts_are_taken_for_them)
{
	for (size_t i = 0; i < sizeof(sniffed) / sizeof(*sniffed); i++) {
		struct input in;

		input_from_memory(&in, "file", sniffed[i].text,
				  strlen(sniffed[i].text));
		EXPECT_U64(sniffed[i].what, reader_perf_script.sniff(&in),
			   sniffed[i].is);
		input_close(&in);
	}
}

TEST_MAIN
