/* test_reportline.c - lines of perf report: reportline.c, reportheading.c */
#include "../../src/read/reportline.h"

#include "diffprof/arena.h"

#include "check.h"

/* "overhead samples comm": the columns, with the character between them. */
static char *heading_told(struct arena *arena, const char *line)
{
	static const char *const names[REPORT_COLUMNS] = {
		[REPORT_OVERHEAD] = "overhead", [REPORT_CHILDREN] = "children",
		[REPORT_SELF] = "self",		[REPORT_PART] = "part",
		[REPORT_SAMPLES] = "samples",	[REPORT_PERIOD] = "period",
		[REPORT_COMM] = "comm",		[REPORT_PID_COMM] = "pid",
		[REPORT_DSO] = "dso",		[REPORT_SYMBOL] = "symbol",
		[REPORT_CPU] = "cpu",		[REPORT_OTHER] = "other",
	};
	struct report_heading h;
	char *told = arena_strdup(arena, "");

	if (!report_heading(span_of(line), &h))
		return arena_strdup(arena, "none");
	for (unsigned i = 0; i < h.nr; i++)
		told = arena_printf(arena, "%s%s%s", told, i ? " " : "",
				    names[h.column[i]]);
	if (h.separator)
		told = arena_printf(arena, "%s by %c", told, h.separator);
	return h.baseline ? arena_strdup(arena, "baseline") : told;
}

static const struct {
	const char *line, *told;
} headings[] = {
	{ "Overhead  Command  Shared Object  Symbol",
	  "overhead comm dso symbol" },
	{ "Overhead          Command  Shared Object  Symbol   ",
	  "overhead comm dso symbol" },
	{ "Children      Self       Samples  CPU  Symbol",
	  "children self samples cpu symbol" },
	{ "Overhead       sys       usr  guest sys  Pid:Command  Symbol",
	  "overhead part part part pid symbol" },
	{ "Overhead  Symbol  Source:Line", "overhead symbol other" },
	{ "      Samples  Command  Overhead", "samples comm overhead" },
	{ "Overhead,     Samples,Command,Shared Object ,Symbol",
	  "overhead samples comm dso symbol by ," },
	{ "Overhead|Symbol", "overhead symbol by |" },
	{ "Overhead  Source Shared Object  Source Symbol  Target Symbol",
	  "overhead dso symbol other" },
	{ "Baseline  Delta Abs  Shared Object  Symbol", "baseline" },
	{ "Overhead", "none" },
	{ "Command  Symbol", "none" },
	{ "........  ...............", "none" },
	{ "Overhead of system calls", "none" },
	{ "", "none" },
};

TEST(headings_name_the_columns)
{
	struct arena arena = { 0 };

	for (size_t i = 0; i < sizeof(headings) / sizeof(*headings); i++)
		EXPECT_TEXT(arena_printf(&arena, "%s: %s", headings[i].line,
					 heading_told(&arena,
						      headings[i].line)),
			    arena_printf(&arena, "%s: %s", headings[i].line,
					 headings[i].told));
	arena_release(&arena);
}

static const struct {
	const char *what, *line, *told;
} rows[] = {
	{ "plain", "18.58%  dd  [kernel.kallsyms]  [k] do_syscall_64",
	  "1858 - dd|[kernel.kallsyms]|do_syscall_64" },
	{ "samples", "100.00%  7  dd  libc  [.] f(int) const",
	  "10000 7 dd|libc|f(int) const" },
	{ "no command", "5.00%  [kernel]  [k] f", "500 - |[kernel]|f" },
	{ "no object", "5.00%  [k] f", "500 - ||f" },
	{ "blanks in the command", "5.00%  my app (v2)  libc  [.] f",
	  "500 - my app (v2)|libc|f" },
	{ "blanks in the object", "5.00%  x  a b (deleted)  [.] f",
	  "500 - x|a b (deleted)|f" },
	{ "one blank everywhere", "5.00% x libc [.] f", "500 - x|libc|f" },
	{ "one decimal", "5.1%  [k] f", "510 - ||f" },
	{ "a decimal comma", "5,12%  [k] f", "none" },
	{ "three decimals", "5.126%  [k] f", "513 - ||f" },
	{ "verbose", "5.00%  x  /opt/w   0x1568             B [.] f<a, b>",
	  "500 - x|/opt/w|f<a, b>" },
	{ "a chain", "--99.44%-- f", "none" },
	{ "a folded chain", "99.44% f;g", "none" },
	{ "a change", "5.00%  +1.00%  libc  [.] f", "none" },
	{ "more than all", "105.00%  libc  [.] f", "none" },
	{ "another letter", "5.00%  libc  [x] f", "none" },
	{ "of the first perf top", "12345.00 - 20.1% : copy_page",
	  "2010 12345 ||copy_page" },
	{ "with an address and a module",
	  "81.00 -  5.7% - ffffffff8021cee0 : nf_iterate\t[nf_conntrack]",
	  "570 81 |[nf_conntrack]|nf_iterate" },
	{ "of the next", "12345.00 20.1% f(int, char)   libc-2.11.so",
	  "2010 12345 |libc-2.11.so|f(int, char)" },
	{ "the longest name", "120.00  0.2% memcpy /lib64/libc-2.11.so",
	  "20 120 |/lib64/libc-2.11.so|memcpy" },
	{ "a weight", "120.50  0.2% memcpy libc", "none" },
	{ "marked in one place", "120.00 - 0.2% memcpy", "none" },
	{ "no symbol", "120.00 - 0.2% :", "none" },
	{ "nothing", "", "none" },
};

TEST(rows_are_known_without_a_heading)
{
	struct arena arena = { 0 };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct report_row row;
		const char *told = "none";

		if (report_row(span_of(rows[i].line), NULL, 1, &row))
			told = arena_printf(
				&arena, "%llu %s %.*s|%.*s|%.*s",
				(unsigned long long)row.percent.of[0],
				row.samples.has ?
					arena_printf(&arena, "%llu",
						     (unsigned long long)row
							     .samples.of[0]) :
					"-",
				(int)row.comm.len, row.comm.ptr,
				(int)row.dso.len, row.dso.ptr,
				(int)row.symbol.len, row.symbol.ptr);
		EXPECT_TEXT(arena_printf(&arena, "%s: %s", rows[i].what, told),
			    arena_printf(&arena, "%s: %s", rows[i].what,
					 rows[i].told));
	}
	arena_release(&arena);
}

TEST(a_wrapped_heading_goes_on)
{
	struct report_heading h;

	EXPECT_TRUE("heading",
		    report_heading(SPAN("Overhead  Command  Shared Object"),
				   &h));
	EXPECT_TRUE("goes on", report_heading_goes_on(SPAN("Symbol"), &h));
	EXPECT_U64("columns", h.nr, 4);
	EXPECT_TRUE("not twice", !report_heading_goes_on(SPAN("Symbol"), &h));
	EXPECT_TRUE("prose", !report_heading_goes_on(SPAN("and so on"), &h));
	EXPECT_U64("columns", h.nr, 4);
}

TEST_MAIN
