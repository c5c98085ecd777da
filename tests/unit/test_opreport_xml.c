/* test_opreport_xml.c - opreport --xml: opreport_xml.c, opreport_counts.c, xml.c */
#include "diffprof/reader.h"

#include "check.h"

struct text {
	struct input in;
	struct profile prof;
	struct error err;
};

static int read_xml(struct text *t, const char *xml)
{
	const struct read_options opts = { 0 };

	input_from_memory(&t->in, "file", xml, strlen(xml));
	profile_init(&t->prof, "file", "opreport-xml");
	return reader_opreport_xml.read(&t->in, &opts, &t->prof, &t->err);
}

static void close_xml(struct text *t)
{
	profile_release(&t->prof);
	input_close(&t->in);
}

static const char *note(const struct text *t, const char *code)
{
	for (const struct note *n = t->prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return NULL;
}

/*
 * "E 0x00 100000: 5 main@/bin/a(a), 3 f@/bin/a(a) cpu 1 | 8": each event with
 * its mask and rate, its rows, and its total; of a cut one also "unseen 2".
 */
static const char *told(struct text *t)
{
	struct profile *prof = &t->prof;
	struct arena *arena = &prof->arena;
	char *text = arena_strdup(arena, "");

	for (size_t e = 0; e < prof->nr_events; e++) {
		const struct event *event = &prof->events[e];
		const char *sep = "";

		text = arena_printf(arena, "%s%s%s %s %.0f: ", text,
				    e ? " || " : "", event->name,
				    event->mask ? event->mask : "-",
				    event->rate);
		for (size_t i = 0; i < prof->nr; i++) {
			const struct profile_row *row = &prof->rows[i];
			const struct facet *f = &prof->facets[i];
			const struct names *names = &prof->names;
			struct span name = names_text(names, row->symbol);
			struct span image = names_text(names, row->image);
			struct span comm = names_text(names, f->comm);

			if (f->event != e)
				continue;
			text = arena_printf(arena, "%s%s%llu %.*s@%.*s(%.*s)",
					    text, sep,
					    (unsigned long long)row->count,
					    (int)name.len, name.ptr,
					    (int)image.len, image.ptr,
					    (int)comm.len, comm.ptr);
			if (f->cpu >= 0)
				text = arena_printf(arena, "%s cpu %d", text,
						    f->cpu);
			sep = ", ";
		}
		text = arena_printf(arena, "%s | %llu%s", text,
				    (unsigned long long)event->total,
				    event->has_total ? "" : " at least");
		if (event->cut && event->unseen_max == COUNT_UNKNOWN) {
			text = arena_printf(arena, "%s, unseen any", text);
			continue;
		}
		if (event->cut)
			text = arena_printf(
				arena, "%s, unseen %llu", text,
				(unsigned long long)event->unseen_max);
	}
	return text;
}

#define BEGIN "<?xml version=\"1.0\" ?>\n<profile  schemaversion=\"3.1\"\n mhz=\"1\">\n"
#define SETUP "<setup>\n<eventsetup  id=\"0\" eventname=\"E\" unitmask=\"0\"" \
	      " setupcount=\"100\"/>\n</setup>\n"
#define TABLE                                                                  \
	"<symboltable><symboldata  id=\"1\" name=\"f\" startingaddr=\"10\"/>\n" \
	"<symboldata id=\"0\" name=\"ns::g&lt;int&gt;(int &amp;)\""            \
	" startingaddr=\"c0\" codelength=\"32\"/></symboltable>\n"
#define END TABLE "</profile>\n"
#define COUNT(n) "<count>\n" n "</count>\n"
#define SYMBOL(id, n) "<symbol  idref=\"" id "\">\n" COUNT(n) "</symbol>\n"

static const struct {
	const char *what, *xml, *told;
} cases[] = {
	{ "a binary",
	  BEGIN SETUP "<binary name=\"/bin/a\">\n" COUNT("8") SYMBOL("0", "5")
	  SYMBOL("1", "3") "</binary>" END,
	  "E 0x00 100: 5 ns::g<int>(int &)@/bin/a(a), 3 f@/bin/a(a) | 8" },
	{ "a module, which is not in the binary's count",
	  BEGIN SETUP "<binary name=\"/bin/a\">" COUNT("5") SYMBOL("0", "5")
	  "<module name=\"/lib/l.so\">" COUNT("3") SYMBOL("1", "3")
	  "</module></binary>" END,
	  "E 0x00 100: 5 ns::g<int>(int &)@/bin/a(a), 3 f@/lib/l.so(a) | 8" },
	{ "a module, which is in the binary's count",
	  BEGIN SETUP "<binary name=\"/bin/a\">" COUNT("8") SYMBOL("0", "5")
	  "<module name=\"/lib/l.so\">" COUNT("3") SYMBOL("1", "3")
	  "</module></binary>" END,
	  "E 0x00 100: 5 ns::g<int>(int &)@/bin/a(a), 3 f@/lib/l.so(a) | 8" },
	{ "a summary",
	  BEGIN SETUP "<binary name=\"/bin/a\">" COUNT("5")
	  "<module name=\"vmlinux-2.6\">" COUNT("3") "</module></binary>" END,
	  "E 0x00 100: 3 *unknown*@vmlinux(a), 2 *unknown*@/bin/a(a) | 5" },
	{ "symbols that are not shown",
	  BEGIN SETUP "<binary name=\"/bin/a\">" COUNT("20") SYMBOL("0", "5")
	  SYMBOL("1", "3") "</binary>" END,
	  "E 0x00 100: 5 ns::g<int>(int &)@/bin/a(a), 3 f@/bin/a(a) | 20,"
	  " unseen 3" },
	{ "symbols that are not shown, of an unsorted listing",
	  BEGIN SETUP "<binary name=\"/bin/a\">" COUNT("20") SYMBOL("1", "3")
	  SYMBOL("0", "5") "</binary>" END,
	  "E 0x00 100: 3 f@/bin/a(a), 5 ns::g<int>(int &)@/bin/a(a) | 20,"
	  " unseen 12" },
	{ "symbols that opreport was told to leave out",
	  "<profile schemaversion=\"3.1\" title=\"opreport -X -l -t 5 x \">"
	  "<binary name=\"/bin/a\">" COUNT("8") SYMBOL("0", "5")
	  SYMBOL("1", "3") "</binary><binary name=\"/bin/b\">" COUNT("4")
	  SYMBOL("1", "4") "</binary>" END,
	  " - 0: 5 ns::g<int>(int &)@/bin/a(a), 3 f@/bin/a(a), 4 f@/bin/b(b) |"
	  " 12 at least, unseen 6" },
	{ "symbols that opreport was told to leave out by name",
	  "<profile schemaversion=\"3.1\" title=\"opreport -X -e main -t 2\">"
	  "<binary name=\"/bin/a\">" COUNT("3") SYMBOL("1", "3") "</binary>"
	  END, " - 0: 3 f@/bin/a(a) | 3 at least, unseen any" },
	{ "classes of events",
	  BEGIN "<setup><eventsetup id=\"0\" eventname=\"E\" unitmask=\"0\""
	  " setupcount=\"100\"/><eventsetup id=\"1\" eventname=\"F\""
	  " unitmask=\"1\" setupcount=\"200\"/></setup><classes>"
	  "<class name=\"c0\" event=\"0\" mask=\"0\"/>"
	  "<class name=\"c1\" event=\"1\" mask=\"1\"/>"
	  "<class name=\"c2\" event=\"1\" mask=\"15\"/></classes>"
	  "<binary name=\"/bin/a\"><count class=\"c0\">1</count>"
	  "<symbol idref=\"1\"><count class=\"c0\">1</count>"
	  "<count class=\"c1\">2</count><count class=\"c2\">3</count></symbol>"
	  "</binary>" END,
	  "E 0x00 100: 1 f@/bin/a(a) | 1 || F 0x01 200: 2 f@/bin/a(a) | 2 ||"
	  " F 0x0f 200: 3 f@/bin/a(a) | 3" },
	{ "classes of CPUs, in threads",
	  BEGIN SETUP "<classes><class name=\"c0\" cpu=\"0\"/>"
	  "<class name=\"c1\" cpu=\"1\"/></classes>"
	  "<process pid=\"7\" name=\"/bin/a b\"><count class=\"c0\">5</count>"
	  "<thread tid=\"8\"><count class=\"c0\">5</count>"
	  "<module name=\"/bin/a b\"><count class=\"c0\">5</count>"
	  "<symbol idref=\"1\"><count class=\"c0\">5</count>"
	  "<count class=\"c1\">2</count></symbol></module></thread></process>"
	  END,
	  "E 0x00 100: 5 f@/bin/a b(a b) cpu 0, 2 f@/bin/a b(a b) cpu 1 | 7" },
	{ "calls are no samples",
	  BEGIN SETUP "<binary name=\"/bin/a\">" COUNT("5")
	  "<symbol idref=\"1\"><callers><module name=\"x\">" COUNT("4")
	  SYMBOL("0", "4") "</module></callers><callees>"
	  "<symbol idref=\"1\" self=\"true\">" COUNT("5") "</symbol></callees>"
	  COUNT("5") "</symbol></binary>" END,
	  "E 0x00 100: 5 f@/bin/a(a) | 5" },
	{ "details are the same samples",
	  BEGIN SETUP "<binary name=\"/bin/a\">" COUNT("5") SYMBOL("1", "5")
	  "</binary>" TABLE "<detailtable><symboldetails id=\"1\"><detaildata"
	  " id=\"0\" vmaoffset=\"12\"><count class=\"\">5</count></detaildata>"
	  "</symboldetails></detailtable></profile>",
	  "E 0x00 100: 5 f@/bin/a(a) | 5" },
	{ "the timer",
	  BEGIN "<setup><timersetup rtcinterrupts=\"1024\"/></setup>"
	  "<binary name=\"/bin/a\">" COUNT("5") SYMBOL("1", "5") "</binary>" END,
	  "TIMER - 1024: 5 f@/bin/a(a) | 5" },
	{ "no setup", BEGIN "<binary name=\"a\">" SYMBOL("1", "5") "</binary>"
	  END, " - 0: 5 f@a(a) | 5" },
	{ "warnings in front, and mail behind",
	  "warning: x could not be found.\n" BEGIN "<binary name=\"a\">"
	  SYMBOL("1", "5") "</binary>" END "-- \nme & you\n",
	  " - 0: 5 f@a(a) | 5" },
	{ "cut behind all that counts",
	  BEGIN "<binary name=\"a\">" SYMBOL("1", "5") "</binary>" TABLE
	  "<detailtable><sym", " - 0: 5 f@a(a) | 5" },
	{ "cut within the names",
	  BEGIN "<binary name=\"a\">" SYMBOL("1", "5") SYMBOL("7", "3")
	  "</binary><symboltable><symboldata id=\"1\" name=\"f\"/>\n<symb",
	  " - 0: 5 f@a(a), 3 *unknown*@a(a) | 8" },
	{ "cut before the names",
	  BEGIN "<binary name=\"a\">\n" SYMBOL("1", "5"),
	  "error: file:9: it ends here, before the table of symbols: no"
	  " function has a name" },
	{ "a symbol that is not in the table",
	  BEGIN "<binary name=\"a\">" SYMBOL("7", "5") "</binary>" END,
	  "error: file: its table of symbols has no symbol 7" },
	{ "a symbol twice",
	  BEGIN "<binary name=\"a\">" SYMBOL("1", "5") "</binary><symboltable>"
	  "<symboldata id=\"1\" name=\"f\"/><symboldata id=\"1\" name=\"g\"/>"
	  "</symboltable></profile>",
	  "error: file: two symbols have the id 1" },
	{ "no number", BEGIN "<binary name=\"a\">\n" SYMBOL("1", "x"),
	  "error: file:7: count \"x\" is no number" },
	{ "too big", BEGIN "<binary name=\"a\">\n"
	  SYMBOL("1", "9223372036854775808"),
	  "error: file:7: count \"9223372036854775808\" does not fit in 63"
	  " bits" },
	{ "too much", BEGIN "<binary name=\"a\">\n"
	  SYMBOL("1", "9223372036854775807") SYMBOL("0", "1"),
	  "error: file: the counts add up to more than 63 bits hold" },
	{ "a class that is not listed", BEGIN "<binary name=\"a\">\n"
	  "<symbol idref=\"1\"><count class=\"c9\">5</count></symbol>",
	  "error: file:5: a count of class \"c9\", which is not among its"
	  " classes" },
	{ "an event that was not set up",
	  BEGIN "<classes><class name=\"c0\" event=\"4\"/></classes>",
	  "error: file: a class of event \"4\", which was not set up" },
	{ "a symbol of nothing", BEGIN SYMBOL("1", "5"),
	  "error: file:4: a symbol that is in no binary or module" },
	{ "a module in a module in a binary",
	  BEGIN "<binary name=\"a\"><module name=\"b\"><module name=\"c\">",
	  "error: file: a module in a module" },
	{ "no XML", BEGIN "<binary name=a>",
	  "error: file:4: not well-formed (invalid token)" },
	{ "not closed", BEGIN "<binary name=\"a\"></profile>",
	  "error: file:4: mismatched tag" },
	{ "a document type",
	  "<?xml version=\"1.0\"?>\n<!DOCTYPE profile [<!ENTITY a \"b\">]>\n"
	  "<profile/>",
	  "error: file:2: it declares a document type, which such a file does"
	  " not" },
	{ "nothing", BEGIN "</profile>",
	  "error: file: XML without a count of opreport's" },
	{ "something else", "hello", "error: file: no XML of opreport" },
};

TEST(xml_is_read)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char got[2048], want[2048];
		struct text t;

		if (read_xml(&t, cases[i].xml) < 0)
			snprintf(got, sizeof(got), "%s: error: %s",
				 cases[i].what, t.err.text);
		else
			snprintf(got, sizeof(got), "%s: %s", cases[i].what,
				 told(&t));
		close_xml(&t);
		snprintf(want, sizeof(want), "%s: %s", cases[i].what,
			 cases[i].told);
		EXPECT_TEXT(got, want);
	}
}

TEST(rows_have_what_the_table_knows)
{
	struct text t;

	EXPECT_OK(read_xml(&t, BEGIN "<binary name=\"a\">" SYMBOL("0", "5")
			   "</binary>" END), t.err);
	EXPECT_U64("address", t.prof.rows[0].addr, 0xc0);
	EXPECT_U64("size", (uint64_t)t.prof.rows[0].size, 32);
	EXPECT_U64("mode", t.prof.facets[0].mode, MODE_USER);
	close_xml(&t);
}

TEST(doubts_are_noted)
{
	struct text t;

	EXPECT_OK(read_xml(&t, "a\nb\n" BEGIN "<binary name=\"a\">"
			   COUNT("9") SYMBOL("0", "5") SYMBOL("7", "3")
			   "</binary>" TABLE), t.err);
	EXPECT_TEXT(note(&t, "skipped"),
		    "2 lines are in front of the XML and were skipped");
	EXPECT_TEXT(note(&t, "ends-early"),
		    "ends early, at line 18; what is whole of it was read, and"
		    " 3 samples have lost the names of their functions");
	EXPECT_TEXT(note(&t, "cut-listing"),
		    "shows 8 of 9 samples of its event: a symbol it does not"
		    " show has up to 1");
	close_xml(&t);
}

TEST(elements_can_be_nested_too_deep)
{
	char xml[2048] = BEGIN;
	struct text t;

	for (unsigned i = 0; i < 100; i++)
		strcat(xml, "<x>");
	EXPECT_FAIL(read_xml(&t, xml), t.err, ERR_FORMAT);
	EXPECT_HAS(t.err.text, "over 64 elements");
	close_xml(&t);
}

TEST(only_opreports_xml_is_taken_for_it)
{
	static const struct {
		const char *text;
		bool is;
	} texts[] = {
		{ BEGIN, true },
		{ "warning: x\n" BEGIN, true },
		{ "<profile><a/></profile>", false },
		{ "<?xml version=\"1.0\"?><html/>", false },
		{ "a;b 5\n", false },
	};
	struct input in;

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		input_from_memory(&in, "file", texts[i].text,
				  strlen(texts[i].text));
		EXPECT_U64(texts[i].text, reader_opreport_xml.sniff(&in),
			   texts[i].is);
		input_close(&in);
	}
}

TEST_MAIN
