/*
 * test_perfreport.c - perf report --stdio: perfreport.c, reportsections.c,
 * reportcounts.c
 */
#include "diffprof/reader.h"

#include "check.h"

#define SAMPLES                                                                \
	"# Samples: 10  of event 'cycles'\n# Event count (approx.): 1000\n#\n"
#define HEAD "# Overhead  Samples  Command  Shared Object  Symbol\n# ...\n#\n"
#define SHARES "# Overhead  Command  Shared Object  Symbol\n# ...\n#\n"

struct report {
	struct input in;
	struct profile prof;
	struct error err;
};

static int report_read(struct report *t, const char *text, unsigned section)
{
	const struct read_options opts = { .section = section };

	input_from_memory(&t->in, "file", text, strlen(text));
	profile_init(&t->prof, "file", "perf-report");
	return reader_perf_report.read(&t->in, &opts, &t->prof, &t->err);
}

static void report_close(struct report *t)
{
	profile_release(&t->prof);
	input_close(&t->in);
}

static const char *report_note(const struct report *t, const char *code)
{
	for (const struct note *n = t->prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return NULL;
}

/* "3 f@vmlinux k dd w9": count, symbol, image, mode, command, weight. */
static char *row_told(struct report *t, size_t i)
{
	static const char modes[][3] = { "", " k", " u", " h", " g", " G" };
	struct profile *prof = &t->prof;
	const struct facet *facet = &prof->facets[i];
	struct span name = names_text(&prof->names, prof->rows[i].symbol);
	struct span image = names_text(&prof->names, prof->rows[i].image);
	struct span comm = names_text(&prof->names, facet->comm);
	char *told = arena_printf(&prof->arena, "%llu %.*s%s%.*s%s%s%.*s",
				  (unsigned long long)prof->rows[i].count,
				  (int)name.len, name.ptr, image.len ? "@" : "",
				  (int)image.len, image.ptr, modes[facet->mode],
				  comm.len ? " " : "", (int)comm.len, comm.ptr);

	if (facet->weight)
		told = arena_printf(&prof->arena, "%s w%llu", told,
				    (unsigned long long)facet->weight);
	return facet->cpu == CPU_NONE ?
		       told :
		       arena_printf(&prof->arena, "%s c%d", told, facet->cpu);
}

/* "cycles: 3 f, 2 g | samples 5 of 10, unseen 2" for each event. */
static char *report_told(struct report *t)
{
	struct profile *prof = &t->prof;
	struct arena *arena = &prof->arena;
	char *told = arena_strdup(arena, "");

	for (size_t e = 0; e < prof->nr_events; e++) {
		const struct event *event = &prof->events[e];
		const char *sep = "";

		told = arena_printf(arena, "%s%s%s%s", told, e ? " || " : "",
				    event->name, event->name[0] ? ": " : "");
		for (size_t i = 0; i < prof->nr; i++) {
			if (prof->facets[i].event != e)
				continue;
			told = arena_printf(arena, "%s%s%s", told, sep,
					    row_told(t, i));
			sep = ", ";
		}
		told = arena_printf(arena, "%s | %s", told, event->unit);
		if (event->scale)
			told = arena_printf(arena, "%s.%u", told, event->scale);
		told = arena_printf(arena, "%s %llu", told,
				    (unsigned long long)event->listed);
		if (!event->has_total)
			told = arena_printf(arena, "%s of ?", told);
		else if (event->total != event->listed)
			told = arena_printf(arena, "%s of %llu", told,
					    (unsigned long long)event->total);
		if (event->cut && event->unseen_max == COUNT_UNKNOWN)
			told = arena_printf(arena, "%s, unseen any", told);
		else if (event->cut)
			told = arena_printf(arena, "%s, unseen %llu", told,
					    (unsigned long long)
						    event->unseen_max);
	}
	return told;
}

static const struct {
	const char *what, *text, *told;
} cases[] = {
	{ "samples",
	  SAMPLES HEAD
	  "    60.00%        6  dd       [kernel.kallsyms]  [k] f  \n"
	  "    40.00%        4  my app   libc.so            [.] g(int, long) const\n",
	  "cycles: 6 f@vmlinux k dd, 4 g(int, long) const@libc.so u my app |"
	  " samples 10" },
	{ "cut by a limit",
	  SAMPLES HEAD
	  "    60.00%  6  dd  [m]  [k] f\n    20.00%  2  dd  [m]  [k] g\n",
	  "cycles: 6 f@m k dd, 2 g@m k dd | samples 8 of 10, unseen 2" },
	{ "K is no number, but the shares tell that all is there",
	  "# Samples: 1K of event 'cycles'\n" HEAD
	  "    60.00%  700  dd  [m]  [k] f\n    40.00%  500  dd  [m]  [k] g\n",
	  "cycles: 700 f@m k dd, 500 g@m k dd | samples 1200" },
	{ "K, and the shares tell that it is cut",
	  "# Samples: 1K of event 'cycles'\n" HEAD
	  "    60.00%  700  dd  [m]  [k] f\n    20.00%  300  dd  [m]  [k] g\n",
	  "cycles: 700 f@m k dd, 300 g@m k dd | samples 1000 of ?, unseen 300" },
	{ "periods are weights",
	  SAMPLES "# Overhead  Period  Samples  Pid:Command  Symbol\n"
		  "    100.00%  1000  10   12:my app (v2)  [.] f<a, b>\n",
	  "cycles: 10 f<a, b> u my app (v2) w1000 | samples 10" },
	{ "periods only",
	  SAMPLES "# Period  Symbol\n   600  [k] f\n   400  [.] g\n",
	  "cycles: 600 f@vmlinux k, 400 g u | period 1000" },
	{ "shares of the event count",
	  SAMPLES SHARES
	  "    60.00%  dd  [m]  [k] f\n    39.99%  dd  [m]  [k] g\n",
	  "cycles: 600 f@m k dd, 400 g@m k dd | period 1000" },
	{ "shares of the event count, cut",
	  SAMPLES SHARES
	  "    60.00%  dd  [m]  [k] f\n    20.00%  dd  [m]  [k] g\n",
	  "cycles: 600 f@m k dd, 200 g@m k dd | period 800 of 1000, unseen 200" },
	{ "2010: an event count without a name",
	  "# Samples: 1000\n#\n" SHARES
	  "    60.00%  dd  [kernel]  [k] 0xffffffff8112fc0c\n"
	  "    40.00%  dd  /lib/libc.so  [.] g\n",
	  "600 0xffffffff8112fc0c@vmlinux k dd, 400 g@/lib/libc.so u dd | period"
	  " 1000" },
	{ "2011: the number of events",
	  "# Events: 1K cycles\n#\n" SHARES "    60.00%  dd  [kernel]  [k] f\n",
	  "cycles: 6000 f@vmlinux k dd | percent.2 6000 of 10000, unseen 4000" },
	{ "no number at all",
	  SHARES
	  "    60.50%  dd  [kernel]  [k] f\n    39.5%  a b  [kernel]  [k] g\n",
	  "6050 f@vmlinux k dd, 3950 g@vmlinux k a b | percent.2 10000" },
	{ "no heading",
	  "    60.50%  dd  [kernel]  [k] f\n    39.49%  a b  [kernel]  [k] g\n",
	  "6050 f@vmlinux k dd, 3949 g@vmlinux k a b | percent.2 9999 of 10000" },
	{ "no heading, samples",
	  "  60.50%   6  dd  [kernel]  [k] f\n  39.50%   4  dd  [kernel]  [k] g\n",
	  "6 f@vmlinux k dd, 4 g@vmlinux k dd | samples 10" },
	{ "no heading, children and self",
	  "  60.50%   50.00%  [kernel]  [k] f\n  50.00%  50.00%  [kernel]  [k] g\n",
	  "5000 f@vmlinux k, 5000 g@vmlinux k | percent.2 10000" },
	{ "what it calls is not counted",
	  SAMPLES "# Children      Self  Samples  Symbol\n"
		  "    99.00%     0.00%        0  [.] main\n"
		  "            |\n            ---main\n"
		  "               |--83.38%--f\n"
		  "    90.00%    90.00%        9  [.] f\n"
		  "    10.00%    10.00%        1  [.] g\n",
	  "cycles: 9 f u, 1 g u | samples 10" },
	{ "call chains",
	  SAMPLES HEAD
	  "    60.00%   6  dd  [m]  [k] f\n            |\n"
	  "            --- f\n               |\n"
	  "               |--99.44%-- shrink\n               |          vfs\n"
	  "                --0.56%-- [...]\n\n"
	  "    40.00%   4  dd  [m]  [k] g\n            40.00%\n"
	  "                0x55f728a60346\n40.00% g;main\n",
	  "cycles: 6 f@m k dd, 4 g@m k dd | samples 10" },
	{ "verbose",
	  SAMPLES HEAD
	  "    60.00%   6  dd  [kernel.kallsyms]  0xffffffff815d31bd k [k] f\n"
	  "    40.00%   4  dd  /opt/w             0x1568             B [.] g(int)\n",
	  "cycles: 6 f@vmlinux k dd, 4 g(int)@/opt/w u dd | samples 10" },
	{ "no symbol stays an address",
	  SAMPLES HEAD "   100.00%   10  dd  dd  [.] 0x0000000000005b7f\n",
	  "cycles: 10 0x0000000000005b7f@dd u dd | samples 10" },
	{ "guests and the hypervisor",
	  SAMPLES "# Samples  Symbol\n 4  [g] f\n 3  [u] g\n 3  [H] h\n",
	  "cycles: 4 f g, 3 g G, 3 h h | samples 10" },
	{ "-t,",
	  SAMPLES "# Overhead,     Samples,Command,Shared Object ,Symbol   \n"
		  " 60.00% , 6          ,dd     ,[kernel]      ,[k] f\n"
		  " 40.00% , 4          ,my  app,libc          ,[.] g<a, b>\n",
	  "cycles: 6 f@vmlinux k dd, 4 g<a, b>@libc u my  app | samples 10" },
	{ "-t TAB",
	  SAMPLES "# Overhead\tSamples\tSymbol\n 60.00% \t6 \t[k] f\n"
		  " 40.00% \t4 \t[.] g\n",
	  "cycles: 6 f@vmlinux k, 4 g u | samples 10" },
	{ "any order",
	  SAMPLES "#  Samples  Command  Overhead  Symbol   Shared Object\n"
		  "         6  dd         60.00%  [k] f    [kernel]\n"
		  "         4  my app     40.00%  [.] g(a)  libc\n",
	  "cycles: 6 f@vmlinux k dd, 4 g(a)@libc u my app | samples 10" },
	{ "parts of the overhead",
	  SAMPLES "# Overhead       sys       usr  Samples  Symbol\n"
		  "   100.00%   100.00%     0.00%       10  [k] f\n",
	  "cycles: 10 f@vmlinux k | samples 10" },
	{ "by CPU",
	  SAMPLES "# Overhead  Samples  CPU  Symbol\n"
		  "   100.00%       10  001  [k] f\n",
	  "cycles: 10 f@vmlinux k c1 | samples 10" },
	{ "by command",
	  SAMPLES "# Overhead  Samples  Command\n   100.00%  10  my app\n",
	  "cycles: 10 my app my app | samples 10" },
	{ "by object",
	  SAMPLES
	  "# Overhead  Samples  Shared Object\n   100.00%  10  [kernel.kallsyms]\n",
	  "cycles: 10 @vmlinux k | samples 10" },
	{ "several events",
	  SAMPLES HEAD "   100.00%   10  dd  [m]  [k] f\n\n\n"
		       "# Samples: 3  of event 'faults'\n" HEAD
		       "   100.00%   3  dd  [m]  [k] g\n",
	  "cycles: 10 f@m k dd | samples 10 || faults: 3 g@m k dd | samples 3" },
	{ "a group",
	  "# Samples: 9  of events 'anon group { a, b }'\n"
	  "#         Overhead          Samples  Symbol\n"
	  "    60.00%   0.00%      6        0  [k] f\n"
	  "    40.00%  100.00%     4        3  [k] g\n",
	  "a: 6 f@vmlinux k, 4 g@vmlinux k | samples 10 || b: 3 g@vmlinux k |"
	  " samples 3" },
	{ "quoted, wrapped",
	  "> # Samples: 10  of event 'cycles'\n"
	  "> # Overhead  Samples  Command  Shared Object\n"
	  "> # Symbol\n> # ........  ......\n> ..........\n> #\n"
	  ">     60.00%   6  dd  [kernel]  [k]\n> f\n"
	  ">     40.00%   4  dd  [kernel]\n> [k] g\n>\n",
	  "cycles: 6 f@vmlinux k dd, 4 g@vmlinux k dd | samples 10" },
	{ "squeezed",
	  SAMPLES HEAD
	  "60.00% 6 dd [kernel] [k] f\n40.00% 4 my app libc [.] g\n",
	  "cycles: 6 f@vmlinux k dd, 4 g@libc u my app | samples 10" },
	{ "CRLF",
	  "# Samples: 10  of event 'c'\r\n# Samples  Symbol\r\n 10  [k] f\r\n",
	  "c: 10 f@vmlinux k | samples 10" },
	{ "perf top",
	  "   PerfTop:    1234 irqs/sec  kernel:50.0%\n-----\n\n"
	  "    60.00%  [kernel]  [k] f\n    40.00%  libc.so   [.] g\n",
	  "6000 f@vmlinux k, 4000 g@libc.so u | percent.2 10000" },
	{ "perf top of 2009",
	  "---------\n   PerfTop:   15022 irqs/sec  kernel:97.1%\n-----\n\n"
	  "             samples    pcnt   kernel function\n"
	  "             _______   _____   _______________\n\n"
	  "               60.00 - 60.0% : f\n"
	  "               40.00 - 40.0% : g\t[m]\n",
	  "60 f@vmlinux k, 40 g@m k | samples 100" },
	{ "perf top of 2011",
	  "> samples  pcnt function  DSO\n> _______ _____ ________  _____\n>\n"
	  ">   60.00 60.0% f         [kernel.kallsyms]\n"
	  ">   30.00 30.0% g         /lib64/libc-2.11.so\n",
	  "60 f@vmlinux k, 30 g@/lib64/libc-2.11.so u"
	  " | samples 90 of ?, unseen 30" },
	{ "out of a terminal",
	  "Samples: 1K of event 'cycles:P', 4000 Hz, Event count (approx.): 1000\n"
	  "Overhead  Command  Shared Object  Symbol\n"
	  "+   60.00%  dd  [kernel]  [k] f          \xe2\x97\x86\n"
	  "-   40.00%  dd  libc.so   [.] g          \xe2\x96\x92\n",
	  "cycles:P: 600 f@vmlinux k dd, 400 g@libc.so u dd | period 1000" },
	{ "the same twice",
	  SAMPLES HEAD
	  "   100.00%   10  dd  [m]  [k] f\n\nYou wrote:\n" SAMPLES HEAD
	  "   100.00%   10  dd  [m]  [k] f\n",
	  "cycles: 10 f@m k dd | samples 10" },
	{ "two reports",
	  SAMPLES HEAD
	  "   100.00%   10  dd  [m]  [k] f\n\nafter:\n" SAMPLES HEAD
	  "   100.00%   10  dd  [m]  [k] g\n",
	  "error: file: holds 2 listings; choose with --section, or"
	  " --base-section and --test-section: 1 at line 7 (1 rows), 2 at line"
	  " 16 (1 rows)" },
	{ "two without a heading",
	  "a:\n  60.00%  [m]  [k] f\n  40.00%  [m]  [k] g\nb:\n"
	  "  50.00%  [m]  [k] f\n",
	  "error: file: holds 2 listings; choose with --section, or"
	  " --base-section and --test-section: 1 at line 2 (2 rows), 2 at line 5"
	  " (1 rows)" },
	{ "perf diff is no report",
	  "# Baseline  Delta Abs  Shared Object  Symbol\n"
	  "    60.00%    +1.00%  [kernel]  [k] f\n    40.00%    [kernel]  [k] g\n",
	  "error: file: no row of perf report" },
	{ "more than all", SHARES "   160.50%  dd  [kernel]  [k] f\n",
	  "error: file: no row of perf report" },
	{ "too much",
	  "# Samples  Symbol\n 9223372036854775807  [k] f\n 1  [k] g\n",
	  "error: file: the counts add up to more than 63 bits hold" },
	{ "nothing", "hello world\n", "error: file: no row of perf report" },
};

TEST(reports_are_read)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct report t;
		char got[2048], want[2048];

		snprintf(want, sizeof(want), "%s: %s", cases[i].what,
			 cases[i].told);
		if (report_read(&t, cases[i].text, 0) < 0)
			snprintf(got, sizeof(got), "%s: error: %s",
				 cases[i].what, t.err.text);
		else
			snprintf(got, sizeof(got), "%s: %s", cases[i].what,
				 report_told(&t));
		report_close(&t);
		EXPECT_TEXT(got, want);
	}
}

TEST(one_report_of_several_can_be_chosen)
{
	struct report t;

	EXPECT_OK(report_read(&t,
			      SAMPLES HEAD "   100.00%   10  dd  [m]  [k] f\n\n"
					   "after:\n" SAMPLES HEAD
					   "   100.00%   10  dd  [m]  [k] g\n",
			      2),
		  t.err);
	EXPECT_TEXT(report_told(&t), "cycles: 10 g@m k dd | samples 10");
	report_close(&t);
	EXPECT_FAIL(report_read(&t, SHARES " 60.00%  dd  [m]  [k] f\n", 2),
		    t.err, ERR_USAGE);
	report_close(&t);
}

static const struct {
	const char *what, *text, *code, *note;
} noted[] = {
	{ "skipped", "Hello\n" SAMPLES HEAD "  100.00%  10  dd  [m]  [k] f\n",
	  "skipped", "1 line is no row of a report and was skipped" },
	{ "chains are not skipped",
	  SAMPLES HEAD "  100.00%  10  dd  [m]  [k] f\n            |\n"
		       "            ---f\n               main\n[...]\n",
	  "skipped", NULL },
	{ "cut", SAMPLES HEAD "  60.00%  6  dd  [m]  [k] f\n", "cut-listing",
	  "shows 6 of 10: a symbol it does not show has up to 4" },
	{ "derived", SAMPLES SHARES "  100.00%  dd  [m]  [k] f\n",
	  "from-percentages",
	  "has percentages and no counts: counts are these of the event count,"
	  " right to 0.005% of it" },
	{ "shares", SHARES "  100.00%  dd  [m]  [k] f\n", "from-percentages",
	  "has percentages and no counts; they are what is compared" },
	{ "lost",
	  "# Total Lost Samples: 563\n" SAMPLES HEAD
	  "  100.00%  10  dd  [m]  [k] f\n",
	  "lost-samples", "563 samples were lost while recording" },
};

TEST(doubts_are_noted)
{
	for (size_t i = 0; i < sizeof(noted) / sizeof(*noted); i++) {
		struct report t;

		EXPECT_OK(report_read(&t, noted[i].text, 0), t.err);
		const char *note = report_note(&t, noted[i].code);

		if (noted[i].note)
			EXPECT_TEXT(note, noted[i].note);
		else
			EXPECT_TRUE(noted[i].what, !note);
		report_close(&t);
	}
}

TEST(remarks_tell_release_and_rate)
{
	struct report t;

	EXPECT_OK(
		report_read(&t,
			    "# ========\n# os release : 6.1.0-18-amd64\n"
			    "# event : name = cycles, , id = { 5 }, type = 1,"
			    " { sample_period, sample_freq } = 997, freq = 1\n"
			    "# ========\n" SAMPLES HEAD
			    "  100.00%  10  dd  [m]  [k] f\n",
			    0),
		t.err);
	EXPECT_TEXT(t.prof.release, "6.1.0-18-amd64");
	EXPECT_U64("kind", t.prof.events[0].rate_kind, RATE_FREQUENCY);
	EXPECT_TRUE("rate", t.prof.events[0].rate == 997);
	report_close(&t);
}

static const struct {
	const char *what, *text;
	bool is;
} sniffed[] = {
	{ "a report", SAMPLES HEAD "  100.00%  10  dd  [m]  [k] f\n", true },
	{ "rows", "  60.50%  dd  [kernel]  [k] f\n", true },
	{ "in a mail", "Hello\n\n> 60.50%  dd  [kernel]  [k] f\n", true },
	{ "a heading alone", SAMPLES HEAD, false },
	{ "perf diff",
	  "# Baseline  Delta Abs  Shared Object  Symbol\n"
	  "    60.00%    +1.00%  [kernel]  [k] f\n",
	  false },
	{ "perf diff's rows", "    60.00%    +1.00%  [kernel]  [k] f\n",
	  false },
	{ "perf annotate",
	  " Percent |      Source code & Disassembly of vmlinux for cycles\n"
	  "    5.21 :   ffffffff8100abcd:       mov    %rax,%rbx\n",
	  false },
	{ "perf stat",
	  "        12,345      branch-misses  #    0.50% of all branches\n",
	  false },
	{ "readprofile(8)", "   542 schedule 5.6458\n    17 *unknown*\n",
	  false },
	{ "opreport",
	  "samples  %        symbol name\n319      44.7405  hot_a\n", false },
	{ "perf script",
	  "dd 12 1.000001: 7 cycles: \n\tffffffff816b6292 rw+0x52 ([k])\n\n",
	  false },
	{ "nothing", "\n", false },
};

TEST(only_such_texts_are_taken_for_them)
{
	for (size_t i = 0; i < sizeof(sniffed) / sizeof(*sniffed); i++) {
		struct input in;

		input_from_memory(&in, "file", sniffed[i].text,
				  strlen(sniffed[i].text));
		EXPECT_U64(sniffed[i].what, reader_perf_report.sniff(&in),
			   sniffed[i].is);
		input_close(&in);
	}
}

TEST_MAIN
