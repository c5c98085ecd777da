/* test_opreport.c - opreport text, and what mail makes of it: opreport*.c */
#include "readopreport.h"

#define COUNTED(event, mask, count)                                            \
	"Counted " event " events (some text) with a unit mask of " mask       \
	" (more text) count " count "\n"
#define CYCLES                                                                 \
	"CPU: Core 2, speed 2003 MHz (estimated)\n" COUNTED("CYCLES", "0x00",  \
							    "100000")
#define SYMBOLS "samples  %        symbol name\n"
#define APPS "samples  %        app name                 symbol name\n"
#define IMAGES                                                                 \
	"samples  %        image name               app name"                  \
	"                 symbol name\n"
#define TWICE "samples  %        samples  %        symbol name\n"
#define SUMMARY "CYCLES:100000|\n  samples|      %|\n------------------\n"
#define DASHES                                                                 \
	"-------------------------------------------------------------------"  \
	"------------\n"
#define PLAIN CYCLES SYMBOLS "600      60.0000  alpha\n400      40.0000  beta\n"
#define PLAIN_TOLD "CYCLES/0x00/100000: 600 alpha, 400 beta; total 1000"

static const struct {
	const char *what;
	struct span text;
	const char *told;
} cases[] = {
	/* columns */
	{ "samples and percentage", SPAN(PLAIN), PLAIN_TOLD },
	{ "an image and an application",
	  SPAN(CYCLES IMAGES "600      60.0000  libc-2.5.so              bash"
			     "                     memcpy\n"
			     "400      40.0000  ext4.ko                  ext4"
			     "                     ext4_write\n"),
	  "CYCLES/0x00/100000: 600 memcpy@libc-2.5.so(bash),"
	  " 400 ext4_write@ext4(ext4); total 1000" },
	{ "only the application: it is the image",
	  SPAN(APPS "600      60.0000  vmlinux-2.6.18           schedule\n"
		    "400      40.0000  /bin/bash                main\n"),
	  "600 schedule(vmlinux-2.6.18), 400 main@/bin/bash(bash);"
	  " total 1000" },
	{ "an address, cumulated columns, a line",
	  SPAN("vma      samples  cum. samples  %        cum. %     linenr info"
	       "                 symbol name\n"
	       "00001344 600      600           60.0000  60.0000    a.c:79"
	       "                      alpha\n"
	       "00001130 400      1000          40.0000  100.000"
	       "    (no location information)   beta\n"),
	  "600 alpha, 400 beta; total 1000" },
	{ "the image last, as oprofpp had it",
	  SPAN("vma      samples  %           symbol name             image\n"
	       "c0105340 600      60.0000     bool f(int, int)"
	       "        /boot/vmlinux\n"
	       "00000fec 400      40.0000     probe"
	       "                   /lib/modules/2.5/snd-hda.o\n"),
	  "600 bool f(int, int), 400 probe@/lib/modules/2.5/snd-hda.o;"
	  " total 1000" },
	{ "percentages of 0.4",
	  SPAN("vma      samples  %-age       symbol name\n"
	       "c0106ff4 16082491 45.1855     default_idle\n"
	       "c01dc038 1547434  4.34768     __copy_from_user_ll\n"),
	  "16082491 default_idle, 1547434 __copy_from_user_ll;"
	  " total 35592163, unseen 1547434" },

	/* events and classes */
	{ "two events",
	  SPAN(CYCLES COUNTED("MISSES", "0x0f", "500") TWICE
	       "600      60.0000  3        30.0000  alpha\n"
	       "400      40.0000  7        70.0000  beta\n"),
	  PLAIN_TOLD " || MISSES/0x0f/500: 3 alpha, 7 beta; total 10" },
	{ "two masks of one event",
	  SPAN(COUNTED("REF", "0x3f", "3000") COUNTED("REF", "0x200", "3000")
		       TWICE "6        60.0000  0              0  alpha\n"
			     "4        40.0000  7        100.000  beta\n"),
	  "REF/0x3f/3000: 6 alpha, 4 beta; total 10 ||"
	  " REF/0x200/3000: 0 alpha, 7 beta; total 7" },
	{ "two CPUs are one event",
	  SPAN(CYCLES "Samples on CPU 0\nSamples on CPU 3\n" TWICE
		      "6        60.0000  3        30.0000  alpha\n"
		      "4        40.0000  7        70.0000  beta\n"),
	  "CYCLES/0x00/100000: 6 alpha#0, 3 alpha#3, 4 beta#0, 7 beta#3;"
	  " total 20" },
	{ "two thread groups are one event",
	  SPAN(CYCLES "Processes with a thread group ID of 100\n"
		      "Processes with a thread group ID of 200\n" TWICE
		      "6        60.0000  3        30.0000  alpha\n"
		      "4        40.0000  7        70.0000  beta\n"),
	  "CYCLES/0x00/100000: 6 alpha, 3 alpha, 4 beta, 7 beta; total 20" },
	{ "classes that are unit masks",
	  SPAN(CYCLES "Samples matching a unit mask of 0x1\n"
		      "Samples matching a unit mask of 0x2\n" TWICE
		      "6        60.0000  3        30.0000  alpha\n"
		      "4        40.0000  7        70.0000  beta\n"),
	  "CYCLES/0x1/100000: 6 alpha, 4 beta; total 10 ||"
	  " CYCLES/0x2/100000: 3 alpha, 7 beta; total 10" },
	{ "the timer",
	  SPAN("CPU: CPU with timer interrupt, speed 0 MHz (estimated)\n"
	       "Profiling through timer interrupt\n" SYMBOLS
	       "600      60.0000  alpha\n400      40.0000  beta\n"),
	  "TIMER: 600 alpha, 400 beta; total 1000" },
	{ "the clock has a frequency",
	  SPAN(COUNTED("RTC_INTERRUPTS", "0x00", "1024") SYMBOLS
	       "10       100.000  alpha\n"),
	  "RTC_INTERRUPTS/0x00/1024 Hz: 10 alpha; total 10" },
	{ "the head of 0.4",
	  SPAN("Cpu type: P4 / Xeon\n"
	       "Cpu speed was (MHz estimation) : 2000\n"
	       "Counter 0 counted CYCLES events (x) with a unit mask of 0x00"
	       " (y) count 9000\n"
	       "vma      samples  %-age       symbol name\n"
	       "c0106ff4 10       100         alpha\n"),
	  "CYCLES/0x00/9000: 10 alpha; total 10" },

	/* rows that are parts of others */
	{ "details are in the row already",
	  SPAN("vma      samples  %        symbol name\n"
	       "00001344 600      60.0000  alpha\n"
	       "  00001344 350      58.3333\n  00001350 250      41.6667\n"
	       "00001130 400      40.0000  beta\n"
	       "  00001130 400      100.000\n"),
	  "600 alpha, 400 beta; total 1000" },
	{ "details with lines",
	  SPAN("vma      samples  %        linenr info"
	       "                 symbol name\n"
	       "00001344 600      60.0000  a.c:7"
	       "                       alpha\n"
	       "  00001344 350      58.3333  a.c:7\n"
	       "  00001350 250      41.6667  (no location information)\n"),
	  "600 alpha; total 1000, unseen 400" },
	{ "callers and callees",
	  SPAN(SYMBOLS DASHES "  5        50.0000  main\n"
			      "  5        50.0000  init\n"
			      "600      60.0000  alpha\n"
			      "  600      85.7143  alpha [self]\n"
			      "  100      14.2857  beta\n" DASHES
			      "400      40.0000  beta\n"
			      "  400      100.000  beta [self]\n" DASHES),
	  "600 alpha, 400 beta; total 1000" },
	{ "callers and callees without indentation",
	  SPAN(SYMBOLS DASHES "5        50.0000  main\n"
			      "600      60.0000  alpha\n"
			      "600      100.000  alpha [self]\n" DASHES
			      "400      40.0000  beta\n"
			      "400      100.000  beta [self]\n" DASHES),
	  "600 alpha, 400 beta; total 1000" },
	{ "dashes alone part nothing",
	  SPAN(SYMBOLS DASHES "600      60.0000  alpha\n"
			      "400      40.0000  beta\n"),
	  "600 alpha, 400 beta; total 1000" },
	{ "libraries of an application",
	  SPAN(SUMMARY "      600 60.0000 bash\n"
		       "\tCYCLES:100000|\n\t  samples|      %|\n"
		       "\t------------------\n"
		       "\t      450 75.0000 libc-2.5.so\n"
		       "\t      150 25.0000 bash\n"
		       "      400 40.0000 vmlinux\n"),
	  "CYCLES/100000: 600 @bash(bash), 400 (vmlinux); total 1000" },
	{ "libraries without a header",
	  SPAN("      600 60.0000 bash\n"
	       "\t      450 75.0000 libc-2.5.so\n"
	       "\t      150 25.0000 bash\n      400 40.0000 vmlinux\n"),
	  "600 @bash(bash), 400 (vmlinux); total 1000" },
	{ "libraries that lost their tabs",
	  SPAN(SUMMARY "600 60.0000 bash\n"
		       "CYCLES:100000|\nsamples|      %|\n"
		       "------------------\n"
		       "450 75.0000 libc-2.5.so\n150 25.0000 bash\n"
		       "400 40.0000 vmlinux\n"),
	  "CYCLES/100000: 600 @bash(bash), 400 (vmlinux); total 1000" },
	{ "tabs alone make no libraries",
	  SPAN(SUMMARY "\t600 60.0000 vmlinux\n\t\t300 30.0000 ext3\n"
		       "\t\t100 10.0000 bash\n"),
	  "CYCLES/100000: 600 (vmlinux), 300 @ext3(ext3), 100 @bash(bash);"
	  " total 1000" },
	{ "a summary of two classes",
	  SPAN("            cpu:0|            cpu:1|\n"
	       "  samples|      %|  samples|      %|\n"
	       "------------------------------------\n"
	       "      600 60.0000        30 30.0000 bash\n"
	       "      400 40.0000        70 70.0000 my app (deleted)\n"),
	  "600 @bash(bash)#0, 30 @bash(bash)#1,"
	  " 400 @my app (deleted)(my app (deleted))#0,"
	  " 70 @my app (deleted)(my app (deleted))#1; total 1100" },

	/* names */
	{ "names with blanks",
	  SPAN(IMAGES
	       "6        60.0000  anon (tgid:7 range:0xb577f000-0xb57ff000)"
	       " java                     (no symbols)\n"
	       "4        40.0000  [vdso] (tgid:4 range:0x7f-0x80) Xorg"
	       " (deleted)           bool ns::f<T>(X const*)\n"),
	  "6 (no symbols)@anon (tgid:7 range:0xb577f000-0xb57ff000)(java),"
	  " 4 bool ns::f<T>(X const*)@[vdso] (tgid:4 range:0x7f-0x80)"
	  "(Xorg (deleted)); total 10" },
	{ "an application with blanks",
	  SPAN(APPS "6        60.0000  my app (v2)              main\n"
		    "4        40.0000  bash                     main\n"),
	  "6 main@my app (v2)(my app (v2)), 4 main@bash(bash); total 10" },
	{ "names longer than their columns, with blanks, twice",
	  SPAN(IMAGES "6        60.0000  /home/somebody/bin/other app"
		      " /home/somebody/bin/other app main\n"
		      "4        40.0000  /usr/local/lib/libshared.so.1"
		      " /home/somebody/bin/burn work(int)\n"),
	  "6 main@/home/somebody/bin/other app(other app),"
	  " 4 work(int)@/usr/local/lib/libshared.so.1(burn); total 10" },
	{ "columns that were squeezed",
	  SPAN("samples % image name app name symbol name\n"
	       "6 60.0000 vmlinux Xorg (deleted) find_vma\n"
	       "4 40.0000 libc.so bash operator new(unsigned long)\n"),
	  "6 find_vma(Xorg (deleted)),"
	  " 4 operator new(unsigned long)@libc.so(bash); total 10" },
	{ "columns of tabs",
	  SPAN("samples\t%\timage name\tsymbol name\n"
	       "6\t60.0000\tvmlinux\tfind_vma\n"
	       "4\t40.0000\tmy lib\tint f(int)\n"),
	  "6 find_vma, 4 int f(int)@my lib; total 10" },
	{ "HTML",
	  SPAN(SYMBOLS "6        60.0000  f&lt;a&amp;&gt;(b)\n"
		       "4        40.0000  g&lt;b&gt;<br>\n"),
	  "6 f<a&>(b), 4 g<b>; total 10" },

	/* what mail does */
	{ "quoted, CRLF, a byte order mark",
	  SPAN("\xef\xbb\xbf> " SYMBOLS "> 6        60.0000  alpha\r\n"
	       "> 4        40.0000  beta\r\n"),
	  "6 alpha, 4 beta; total 10" },
	{ "no-break spaces",
	  SPAN(SYMBOLS "6\xc2\xa0\xc2\xa0 60.0000\xa0 alpha\n"
		       "4\xa0\xa0\xa0 40.0000\xa0 h\xc3\xa0\n"),
	  "6 alpha, 4 h\xc3\xa0; total 10" },
	{ "decimal commas",
	  SPAN(SYMBOLS "6        60,0000  alpha\n4        40,0000  beta\n"),
	  "6 alpha, 4 beta; total 10" },
	{ "a wrapped header",
	  SPAN(CYCLES COUNTED(
		  "MISSES", "0x0f",
		  "500") "samples  %        samples\n%        image name\n"
			 "app name                 symbol name\n"
			 "6        60.0000  3        30.0000  vmlinux"
			 "                  bash                     alpha\n"
			 "4        40.0000  7        70.0000  vmlinux"
			 "                  bash                     beta\n"),
	  "CYCLES/0x00/100000: 6 alpha(bash), 4 beta(bash); total 10 ||"
	  " MISSES/0x0f/500: 3 alpha(bash), 7 beta(bash); total 10" },
	{ "wrapped \"Counted\" lines",
	  SPAN("Counted A events (cache references seen by the bus\n"
	       "unit) with a unit mask of 0x3f (multiple flags) count 3000\n"
	       "Counted B events\n(cache) with a unit\nmask of 0x200 (x)"
	       " count\n4000\n" TWICE
	       "6        60.0000  10       100.000  alpha\n"
	       "4        40.0000  0              0  beta\n"),
	  "A/0x3f/3000: 6 alpha, 4 beta; total 10 ||"
	  " B/0x200/4000: 10 alpha, 0 beta; total 10" },
	{ "wrapped rows",
	  SPAN(IMAGES "6        60.0000\nvmlinux                  Xorg\n"
		      "(deleted)           find_vma\n"
		      "3        30.0000  libc.so (deleted)        Xorg\n"
		      "(deleted)           /lib/libc.so\n(deleted)\n"
		      "1        10.0000  vmlinux                  bash\n"
		      "(no\nsymbols)\n"),
	  "6 find_vma(Xorg (deleted)),"
	  " 3 /lib/libc.so (deleted)@libc.so (deleted)(Xorg (deleted)),"
	  " 1 (no symbols)(bash); total 10" },
	{ "numbers of a row, wrapped",
	  SPAN(COUNTED("A", "0x00", "9") COUNTED("B", "0x00", "9") TWICE
	       "6        60.0000\n3        30.0000  alpha\n"
	       "4        40.0000  7\n70.0000  beta\n"),
	  "A/0x00/9: 6 alpha, 4 beta; total 10 ||"
	  " B/0x00/9: 3 alpha, 7 beta; total 10" },
	{ "names of C++, wrapped",
	  SPAN(SYMBOLS "6        60.0000  bool\nns::kind_of<T>(X)\n"
		       "3        30.0000  f(int, char const*,\nunsigned long)\n"
		       "1        10.0000  std::map<int,\nX>::find(int)\n"),
	  "6 bool ns::kind_of<T>(X), 3 f(int, char const*, unsigned long),"
	  " 1 std::map<int, X>::find(int); total 10" },
	{ "brackets that do not open",
	  SPAN(SYMBOLS "6        60.0000  std::operator<< <char>(int)\n"
		       "this one is hot\n4        40.0000  X::operator->\n"
		       "so is this\n"),
	  "6 std::operator<< <char>(int), 4 X::operator->; total 10" },
	{ "remarks between rows",
	  SPAN(CYCLES SYMBOLS "600      60.0000  alpha\n\nwhy is this?\n\n"
			      "# => and this\n400      40.0000  beta\n"),
	  PLAIN_TOLD },
	{ "warnings between lines",
	  SPAN("warning: /no-vmlinux could not be found.\n" CYCLES
	       "warning: [vdso] (tgid:1 range:0x1-0x2) could not be found.\n" SYMBOLS
	       "600      60.0000  alpha\n"
	       "warning: /bin/x could not be read.\n"
	       "400      40.0000  beta\n"),
	  PLAIN_TOLD },
	{ "the same table twice", SPAN(PLAIN "\nAgain:\n" PLAIN), PLAIN_TOLD },
	{ "the same rows twice",
	  SPAN("6 60.0000  alpha\n4 40.0000  beta\n6 60.0000  alpha\n"
	       "4 40.0000  beta\n"),
	  "6 alpha, 4 beta; total 10" },
	{ "a summary and the symbols of it",
	  SPAN(CYCLES SUMMARY "     1000 100.000 vmlinux\n\n" PLAIN),
	  PLAIN_TOLD },
	{ "two tables",
	  SPAN(PLAIN "\n" CYCLES SYMBOLS "7        70.0000  alpha\n"
		     "3        30.0000  beta\n"),
	  "error: mail: holds 2 listings; choose with --section, or"
	  " --base-section and --test-section: 1 at line 4 (2 rows), 2 at line"
	  " 10 (2 rows)" },
	{ "a row in prose is no table",
	  SPAN(PLAIN "\nThis is it:\n\n12 34.5678 percent of it\n"),
	  PLAIN_TOLD },

	/* without a header */
	{ "no header",
	  SPAN("600      60.0000  alpha\n400      40.0000  beta\n"),
	  "600 alpha, 400 beta; total 1000" },
	{ "no header, two events and two names",
	  SPAN("6        60.0000  3        30.0000  libc.so"
	       "                  alpha\n"
	       "4        40.0000  7        70.0000  vmlinux"
	       "                  beta\n"),
	  "6 alpha@libc.so, 4 beta; total 10 || 3 alpha@libc.so, 7 beta;"
	  " total 10" },
	{ "no header, cumulated",
	  SPAN("600      600           60.0000  60.0000    alpha\n"
	       "400      1000          40.0000  100.000    beta\n"),
	  "600 alpha, 400 beta; total 1000" },
	{ "no header, addresses of digits",
	  SPAN("00001344 600      60.0000  alpha\n"
	       "00001350 400      40.0000  beta\n"),
	  "600 alpha, 400 beta; total 1000" },
	{ "no header, a summary",
	  SPAN("      600 60.0000 bash\n      400 40.0000 libc-2.5.so\n"),
	  "600 @bash(bash), 400 @libc-2.5.so(libc-2.5.so); total 1000" },

	/* the first tools */
	{ "oprofpp 0.1",
	  SPAN("main[0x080483d0]: 15.4904% (1352 samples)\n"
	       "Row::next(void) const[0x0813ac24]: 84.5096% (7376 samples)\n"),
	  "1352 main, 7376 Row::next(void) const; total 8728" },
	{ "op_time 0.1",
	  SPAN("/lib/libc-2.1.2.so 19 32.7586%\n/bin/a 39 67.2414%\n"),
	  "19 @/lib/libc-2.1.2.so(libc-2.1.2.so), 39 @/bin/a(a); total 58" },
	{ "op_time 0.5, with libraries",
	  SPAN("600       60.0000 0.0000 /usr/bin/oprofiled\n"
	       "  450       45.0000 75.0000 /lib/libc.so\n"
	       "  150       15.0000 25.0000 /usr/bin/oprofiled\n"
	       "400       40.0000 0.0000 /boot/vmlinux\n"),
	  "600 @/usr/bin/oprofiled(oprofiled), 400 (vmlinux); total 1000" },

	/* numbers */
	{ "small percentages",
	  SPAN(SUMMARY "   999992 99.9992 vmlinux\n        8 8.0e-04 bnx2\n"),
	  "CYCLES/100000: 999992 (vmlinux), 8 @bnx2(bnx2); total 1000000" },
	{ "cut: the total is what the percentages are of",
	  SPAN(SYMBOLS "6338     35.9379  get_tgid_list\n"
		       "1742      9.8775  pid_alive\n"
		       "55        0.3119  __might_sleep\n"),
	  "6338 get_tgid_list, 1742 pid_alive, 55 __might_sleep;"
	  " total 17636, unseen 55" },
	{ "cut, not sorted by count",
	  SPAN(SYMBOLS "55        0.3119  __might_sleep\n"
		       "6338     35.9379  get_tgid_list\n"
		       "1742      9.8775  pid_alive\n"),
	  "55 __might_sleep, 6338 get_tgid_list, 1742 pid_alive;"
	  " total 17636, unseen 9501" },
	{ "percentages that do not agree, but add up to all",
	  SPAN(SYMBOLS "6        70.0000  alpha\n4        30.0000  beta\n"),
	  "6 alpha, 4 beta; total 10" },
	{ "percentages that do not agree, of more",
	  SPAN(SYMBOLS "6        30.0000  alpha\n4        10.0000  beta\n"),
	  "6 alpha, 4 beta; total 25, unseen 4" },
	{ "no percentages, sorted",
	  SPAN("samples  symbol name\n6        alpha\n4        beta\n"),
	  "6 alpha, 4 beta; no total, unseen 4" },
	{ "no percentages, not sorted",
	  SPAN("samples  symbol name\n4        beta\n6        alpha\n"
	       "5        gamma\n"),
	  "4 beta, 6 alpha, 5 gamma; total 15" },
	{ "too big", SPAN(SYMBOLS "9223372036854775808 60.0000  alpha\n"),
	  "error: mail:2: count \"9223372036854775808\" does not fit in 63"
	  " bits" },
	{ "too much in all",
	  SPAN(SYMBOLS "9223372036854775807 60.0000  alpha\n"
		       "1 40.0000  beta\n"),
	  "error: mail: the counts add up to more than 63 bits hold" },
	{ "nothing", SPAN("hello world\n"),
	  "error: mail: no \"samples % symbol\" row" },
	{ "of two profiles",
	  SPAN("samples  %        diff %    symbol name\n"
	       "319      44.7405  +58.1592  hot_a\n"
	       "313      43.8990  -23.3838  hot_b\n"),
	  "error: mail: a listing of two profiles (\"diff %\"): read it with"
	  " --from=listing" },
};

TEST(texts_are_read)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_told(cases[i].what, cases[i].text, cases[i].told);
}

TEST(a_section_can_be_chosen)
{
	struct text t;

	EXPECT_OK(text_read(&t,
			    SPAN(PLAIN "\n" CYCLES SYMBOLS
				       "7        70.0000  alpha\n"
				       "3        30.0000  beta\n"),
			    2),
		  t.err);
	EXPECT_TEXT(text_told(&t),
		    "CYCLES/0x00/100000: 7 alpha, 3 beta; total 10");
	text_close(&t);
	EXPECT_FAIL(text_read(&t, SPAN(PLAIN), 2), t.err, ERR_USAGE);
	text_close(&t);
}

TEST(rows_know_mode_address_and_release)
{
	static const unsigned modes[] = { MODE_KERNEL, MODE_KERNEL, MODE_KERNEL,
					  MODE_USER };
	struct text t;

	EXPECT_OK(text_read(&t,
			    SPAN("vma      samples  %        image name"
				 "               symbol name\n"
				 "c0100000 4        40.0000  vmlinux-2.6.18-rc2"
				 "       schedule\n"
				 "00000010 3        30.0000  ext3.ko"
				 "                  ext3_write\n"
				 "00000000 2        20.0000  drm"
				 "                      /drm\n"
				 "00402760 1        10.0000  bash"
				 "                     main\n"),
			    0),
		  t.err);
	for (size_t i = 0; i < 4; i++)
		EXPECT_U64("mode", t.prof.facets[i].mode, modes[i]);
	EXPECT_U64("address", t.prof.rows[3].addr, 0x402760);
	EXPECT_TEXT(t.prof.release, "2.6.18-rc2");
	EXPECT_TEXT(t.prof.unit, "samples");
	text_close(&t);
}

TEST(doubts_are_noted)
{
	struct text t;

	EXPECT_OK(text_read(&t,
			    SPAN(CYCLES COUNTED("B", "0x00", "7") SYMBOLS
				 "6        60.0000  alpha\nhere it is\n"
				 "1        10.0000  beta\n"),
			    0),
		  t.err);
	EXPECT_TEXT(text_note(&t, "skipped"),
		    "1 line is no row of a listing and was skipped");
	EXPECT_TEXT(text_note(&t, "events-unclear"),
		    "says that 2 events were counted, but has 1 columns of"
		    " samples");
	EXPECT_TEXT(text_note(&t, "cut-listing"),
		    "shows 7 of 10 samples, going by its percentages: a symbol"
		    " it does not show has up to 1");
	text_close(&t);
}

static const struct {
	const char *what;
	struct span text;
	bool ours;
} sniffed[] = {
	{ "a header and a row", SPAN("Hello,\n" PLAIN), true },
	{ "a summary", SPAN(SUMMARY "      600 60.0000 bash\n"), true },
	{ "a header alone", SPAN(SYMBOLS), false },
	{ "two rows whose percentages agree",
	  SPAN("600      60.0000  alpha\n400      40.0000  beta\n"), true },
	{ "two rows whose percentages do not",
	  SPAN("600      60.0000  alpha\n400      90.0000  beta\n"), false },
	{ "one row", SPAN("600      60.0000  alpha\n"), false },
	{ "results of a benchmark",
	  SPAN("1 12.3 MB/s\n2 24.5 MB/s\n4 48.9 MB/s\n"), false },
	{ "readprofile",
	  SPAN("     5 alpha 0.0781\n    18 beta 0.3750\n    23 total 0.2\n"),
	  false },
	{ "a differential listing",
	  SPAN("     90918     0.0% _mmx_memcpy_nt\n"
	       "     57836     0.0% journal_put_journal_head\n"),
	  false },
	{ "of two profiles",
	  SPAN("samples  %        diff %    symbol name\n"
	       "319      44.7405  +58.1592  hot_a\n"
	       "313      43.8990  -23.3838  hot_b\n"),
	  false },
	{ "oprofpp 0.1",
	  SPAN("main[0x080483d0]: 15.4904% (1352 samples)\n"
	       "next[0x0813ac24]: 84.5096% (7376 samples)\n"),
	  true },
	{ "nothing", SPAN("\n"), false },
};

TEST(only_such_texts_are_taken)
{
	for (size_t i = 0; i < sizeof(sniffed) / sizeof(*sniffed); i++) {
		struct input in;

		input_from_memory(&in, "mail", sniffed[i].text.ptr,
				  sniffed[i].text.len);
		EXPECT_U64(sniffed[i].what, reader_opreport.sniff(&in),
			   sniffed[i].ours);
		input_close(&in);
	}
}

TEST_MAIN
