/* test_scriptline.c - one line of perf script: scriptline.c */
#include "../../src/read/scriptline.h"

#include "diffprof/arena.h"
#include "diffprof/profile.h"

#include "check.h"

/* "comm|event|period|cpu|rest", "!" in front of a record; "" for none. */
static char *head_told(struct arena *arena, const char *line)
{
	struct script_head h;
	char cpu[16] = "", period[32] = "";

	if (!scriptline_head(span_of(line), &h))
		return arena_strdup(arena, "");
	if (h.cpu != CPU_NONE)
		snprintf(cpu, sizeof(cpu), "%d", h.cpu);
	if (h.has_period)
		snprintf(period, sizeof(period), "%llu",
			 (unsigned long long)h.period);
	return arena_printf(arena, "%s%.*s|%.*s|%s|%s|%.*s",
			    h.record ? "!" : "", (int)h.comm.len, h.comm.ptr,
			    (int)h.event.len, h.event.ptr, period, cpu,
			    (int)h.rest.len, h.rest.ptr);
}

static const struct {
	const char *what, *line, *told;
} heads[] = {
	{ "a chain follows", "dd 30202  1759.967881:    1003009 cpu-clock: ",
	  "dd|cpu-clock|1003009|| " },
	{ "the frame behind",
	  "            burn    17 11349.730525:    1003009 cpu-clock:   5646 f (b)",
	  "burn|cpu-clock|1003009||   5646 f (b)" },
	{ "process and thread, CPU",
	  "cc1 12/34 [003] 1.000002: 4 cycles:u: ", "cc1|cycles:u|4|3| " },
	{ "nanoseconds", "cc1 12 1.000002003: 4 cycles:", "cc1|cycles|4||" },
	{ "no period", "cc1 12 [000] 1.000002: cycles:", "cc1|cycles||0|" },
	{ "a tracepoint",
	  "burn 88 [000] 1.3: sched:sched_switch: prev_comm=a ==> next_comm=b",
	  "burn|sched:sched_switch||0| prev_comm=a ==> next_comm=b" },
	{ "blanks in the command",
	  "my app (v2) 12 1.5: 1 cycles: ", "my app (v2)|cycles|1|| " },
	{ "numbers in the command",
	  "foo 12 34 [000] 1.5: 1 cycles: ", "foo 12|cycles|1|0| " },
	{ "colons in the command", "kworker/0:1-ev: x 12 1.5: 1 cycles: ",
	  "kworker/0:1-ev: x|cycles|1|| " },
	{ "a command nobody knows",
	  ":1234 1234 1.5: 1 cycles: ", ":1234|cycles|1|| " },
	{ "no command", " 1234 1.5: 1 cycles: ", "|cycles|1|| " },
	{ "a process of no number",
	  "swapper -1/-1 [001] 1.5: 1 cycles: ", "swapper|cycles|1|1| " },
	{ "no time", "burn    56    1003009 cpu-clock:   55fe f (b)",
	  "burn|cpu-clock|1003009||   55fe f (b)" },
	{ "the mode, -F misc",
	  "burn 20 U 1.5: 1003009 cpu-clock: ", "burn|cpu-clock|1003009|| " },
	{ "no event", "burn 20 1.000005:      5646ce1f4346 hot",
	  "burn||||      5646ce1f4346 hot" },
	{ "no event, an address in decimal digits",
	  "burn 20 1.000005:      564611114346 hot",
	  "burn||||      564611114346 hot" },
	{ "an event with slashes", "b 41 1.5: 10 page-faults/period=10/: ",
	  "b|page-faults/period=10/|10|| " },
	{ "a raw event", "b 41 1.5: 10 raw 0x1a8: ", "b|raw 0x1a8|10|| " },
	{ "a record", "burn 20 1.5: PERF_RECORD_COMM exec: burn:20/20",
	  "!burn||||PERF_RECORD_COMM exec: burn:20/20" },
	{ "a lost record", "burn 20 1.5: PERF_RECORD_LOST lost 12",
	  "!burn||||PERF_RECORD_LOST lost 12" },
	{ "a period of 19 digits",
	  "b 41 1.000005: 1000000000000000000 cycles: ",
	  "b|||| 1000000000000000000 cycles: " },
	{ "a frame", "\t 1346 hot_half+0x1d (/tmp/burn/burn)", "" },
	{ "a row of readprofile(8)", "   542 schedule 5.6458", "" },
	{ "a row of readprofile -v", "c0105270 default_idle 607951 15198.7750",
	  "" },
	{ "a row of opreport", "319      44.7405  hot_a", "" },
	{ "a time of prose", "what perf script says on 3.10:", "" },
	{ "prose", "there are 12 of these: see below", "" },
	{ "a date", "On Tue, 12 Mar 2019 10:23:01 somebody wrote:", "" },
	{ "nothing", "", "" },
};

TEST(heads_are_told_from_other_lines)
{
	struct arena arena = { 0 };

	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		EXPECT_TEXT(arena_printf(&arena, "%s: %s", heads[i].what,
					 head_told(&arena, heads[i].line)),
			    arena_printf(&arena, "%s: %s", heads[i].what,
					 heads[i].told));
	arena_release(&arena);
}

/* "addr symbol (dso)", with "!" if it is sure and "i" if it is inlined. */
static char *frame_told(struct arena *arena, const char *text, bool behind)
{
	struct script_frame f;

	if (!(behind ? scriptline_inline_frame(span_of(text), &f) :
		       scriptline_frame(span_of(text), &f)))
		return arena_strdup(arena, "none");
	return arena_printf(arena, "%llx %.*s (%.*s)%s%s",
			    (unsigned long long)f.addr, (int)f.symbol.len,
			    f.symbol.ptr, (int)f.dso.len, f.dso.ptr,
			    f.sure ? "!" : "", f.inlined ? "i" : "");
}

static const struct {
	const char *what, *text, *told;
	bool behind;
} frames[] = {
	{ "as in a chain",
	  "\tffffffff816b6292 rw_verify_area+0x52 ([kernel.kallsyms])",
	  "ffffffff816b6292 rw_verify_area ([kernel.kallsyms])!", false },
	{ "unknown", "\t            e107 [unknown] (/usr/bin/dash)",
	  "e107  (/usr/bin/dash)!", false },
	{ "inlined", "\t   27304 __libc_start_main_impl+0x84 (inlined)",
	  "27304 __libc_start_main_impl ()!i", false },
	{ "no offset, no object", " 1346 hot_half", "1346 hot_half ()", false },
	{ "an offset only", " 1346 hot_half+0x1d", "1346 hot_half ()!", false },
	{ "an object only", " 1346 (/bin/x)", "1346  (/bin/x)!", false },
	{ "an address only", "\t            1346", "1346  ()", false },
	{ "C++", " 1 bool ns::f<a (*)(int)>(X const*) const+0x1f (/lib/l.so)",
	  "1 bool ns::f<a (*)(int)>(X const*) const (/lib/l.so)!", false },
	{ "C++ without object", " 1 operator()(int)", "1 operator()(int) ()",
	  false },
	{ "a deleted object", " 1 f+0x1 (/tmp/a b (deleted))",
	  "1 f (/tmp/a b (deleted))!", false },
	{ "a name that is hexadecimal", " 1 add (/bin/x)", "1 add (/bin/x)!",
	  true },
	{ "a branch", "  10c46670 a+0x68 ([k]) => 10c4eaec b+0x3cc ([k])",
	  "10c46670 a ([k])!", true },
	{ "a branch from nowhere", " 0 [unknown] ([unknown]) => 10 b ([k])",
	  "0  ([unknown])!", true },
	{ "data first", " 7fff00001234    5646ce f+0x1 (/bin/x)",
	  "5646ce f (/bin/x)!", true },
	{ "a branch stack behind", " 5646 f+0x1 (/bin/x) 0x4f/0x8/P/-/-/0",
	  "5646 f (/bin/x)!", true },
	{ "instructions behind", " 5646 f+0x1 (/bin/x) insn: 48 89",
	  "5646 f (/bin/x)!", true },
	{ "17 digits", " 11111111111111111 f", "none", false },
	{ "where the data were",
	  " ffff88812345 |OP LOAD|LVL L1 hit|LCK N/A  5646ce1f hot+0x1 (/b)",
	  "5646ce1f hot (/b)!", true },
	{ "a tracepoint", " prev_comm=burn prev_pid=1", "none", true },
	{ "a call tree", "|--99.44%-- shrink_inactive_list", "none", false },
	{ "a hole", " f => ", "f => ()", true },
	{ "nothing", "", "none", false },
};

TEST(frames_have_a_symbol_and_an_object)
{
	struct arena arena = { 0 };

	for (size_t i = 0; i < sizeof(frames) / sizeof(*frames); i++)
		EXPECT_TEXT(arena_printf(&arena, "%s: %s", frames[i].what,
					 frame_told(&arena, frames[i].text,
						    frames[i].behind)),
			    arena_printf(&arena, "%s: %s", frames[i].what,
					 frames[i].told));
	arena_release(&arena);
}

TEST(chains_stand_in_their_columns)
{
	EXPECT_TRUE("chain",
		    scriptline_is_chain(SPAN("\tffffffff816b6292 rw_verify")));
	EXPECT_TRUE("short address",
		    scriptline_is_chain(SPAN("\t            1346 hot (x)")));
	EXPECT_TRUE("address only",
		    scriptline_is_chain(SPAN("\t            1346")));
	EXPECT_TRUE("no TAB",
		    !scriptline_is_chain(SPAN(" ffffffff816b6292 rw_verify")));
	EXPECT_TRUE("another number",
		    !scriptline_is_chain(SPAN("\t             319 44.7405 f")));
	EXPECT_TRUE("bare",
		    scriptline_is_bare(SPAN(" ffffffff816b6292 rw_verify")));
	EXPECT_TRUE("a map",
		    !scriptline_is_bare(SPAN("ffffffff816b6292 T rw_verify")));
}

TEST_MAIN
