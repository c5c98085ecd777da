/* test_details.c - samples by address: opreport -d, readprofile -b and -s */
#include "diffprof/reader.h"

#include "check.h"

struct text {
	struct input in;
	struct profile prof;
	struct error err;
};

static void begin(struct text *t, const struct reader *reader)
{
	profile_init(&t->prof, t->in.path, reader->name);
}

static int read_all(struct text *t, const struct reader *reader)
{
	const struct read_options opts = { 0 };

	begin(t, reader);
	return reader->read(&t->in, &opts, &t->prof, &t->err);
}

static int read_bytes(struct text *t, const struct reader *reader,
		      struct span bytes)
{
	input_from_memory(&t->in, "file", bytes.ptr, bytes.len);
	return read_all(t, reader);
}

static void close_text(struct text *t)
{
	profile_release(&t->prof);
	input_close(&t->in);
}

/* "alpha@vmlinux 0x10:5 0x14:3, beta ...": in the order in which they come. */
static const char *told(struct text *t)
{
	struct profile *prof = &t->prof;
	struct arena *arena = &prof->arena;
	char *text = arena_strdup(arena, "");

	for (size_t i = 0; i < prof->nr_details; i++) {
		const struct detail *d = &prof->details[i];
		struct span name = names_text(&prof->names, d->symbol);
		struct span image = names_text(&prof->names, d->image);

		if (!i || d[-1].symbol != d->symbol ||
		    d[-1].image != d->image)
			text = arena_printf(arena, "%s%s%.*s%s%.*s", text,
					    i ? ", " : "", (int)name.len,
					    name.ptr, image.len ? "@" : "",
					    (int)image.len, image.ptr);
		text = arena_printf(arena, "%s 0x%llx:%llu", text,
				    (unsigned long long)d->addr,
				    (unsigned long long)d->count);
		if (d->event)
			text = arena_printf(arena, "%s#%u", text, d->event);
	}
	return text;
}

#define OPREPORT "vma      samples  %        symbol name\n"
#define TWO "vma      samples  %        samples  %        symbol name\n"
#define XML                                                                    \
	"<?xml version=\"1.0\"?><profile schemaversion=\"3.1\"><classes>"      \
	"<class name=\"c0\" event=\"\"/><class name=\"c1\" event=\"\""         \
	" mask=\"1\"/></classes>"
#define COUNT(class, n) "<count class=\"" class "\">\n" n "</count>"
#define SYMBOL(id, lo, hi, n)                                                  \
	"<symbol idref=\"" id "\" detaillo=\"" lo "\" detailhi=\"" hi "\">"    \
	COUNT("c0", n) "</symbol>"
#define NAMES                                                                  \
	"<symboltable><symboldata id=\"1\" name=\"f\"/>"                       \
	"<symboldata id=\"2\" name=\"g\"/></symboltable>"
#define DETAIL(id, addr, counts)                                               \
	"<detaildata id=\"" id "\" vmaoffset=\"" addr "\">" counts             \
	"</detaildata>"
#define DETAILS(id, details)                                                   \
	"<symboldetails id=\"" id "\">" details "</symboldetails>"
#define TABLE(details) "<detailtable>" details "</detailtable></profile>"
#define F_OF_TWO                                                               \
	XML "<binary name=\"a\">" SYMBOL("1", "0", "1", "5")                   \
	"</binary><binary name=\"b\">" SYMBOL("1", "2", "2", "3") "</binary>"

static const struct {
	const char *what;
	const struct reader *reader;
	struct span text;
	const char *told;
} cases[] = {
	{ "opreport -d", &reader_opreport,
	  SPAN(OPREPORT "00001344 600      60.0000  alpha\n"
			"  00001344 350      58.3333\n"
			"  00001350 250      41.6667\n"
			"00001130 400      40.0000  beta\n"
			"  00001130 400      100.000\n"),
	  "alpha 0x1344:350 0x1350:250, beta 0x1130:400" },
	{ "opreport -d of two events", &reader_opreport,
	  SPAN(TWO "00001344 600      60.0000  7  70  alpha\n"
		   "  00001344 600      100.000  0  0\n"
		   "  00001350 0        0        7  100.000\n"),
	  "alpha 0x1344:600 0x1350:7#1" },
	{ "opreport -d, before any symbol", &reader_opreport,
	  SPAN(OPREPORT "  00001344 350      58.3333\n"
			"00001130 400      40.0000  beta\n"
			"  00001130 400      100.000\n"),
	  "beta 0x1130:400" },
	{ "callees have no addresses", &reader_opreport,
	  SPAN("samples  %        symbol name\n"
	       "600      60.0000  alpha\n  600      100.000  beta\n"),
	  "" },
	{ "limits", &reader_opreport,
	  SPAN(OPREPORT "0000000000000000 9223372036854775807 100.0  alpha\n"
			"  ffffffffffffffff 9223372036854775807 100.000\n"),
	  "alpha 0xffffffffffffffff:9223372036854775807" },
	{ "more than 63 bits in another event", &reader_opreport,
	  SPAN(TWO "00001344 600      60.0000  7  70  alpha\n"
		   "  00001344 300  50.0000  9223372036854775000  0\n"
		   "  00001350 300  50.0000  9223372036854775000  100.000\n"),
	  "alpha 0x1344:300 0x1344:9223372036854775000#1 0x1350:300" },
	{ "XML of two images and classes", &reader_opreport_xml,
	  SPAN(F_OF_TWO NAMES TABLE(DETAILS(
		  "1", DETAIL("0", "10", COUNT("c0", "5"))
			       DETAIL("1", "14", COUNT("c0", "0")
						 COUNT("c1", "4"))
			       DETAIL("2", "18", COUNT("c0", "3"))))),
	  "f@a 0x10:5 0x14:4#1, f@b 0x18:3" },
	{ "XML without details' numbers", &reader_opreport_xml,
	  SPAN(F_OF_TWO NAMES TABLE("<symboldetails>" DETAIL(
		  "0", "10", COUNT("c0", "5")) "</symboldetails>")),
	  "" },
	{ "XML with details of no symbol, image, class, address, count",
	  &reader_opreport_xml,
	  SPAN(F_OF_TWO NAMES TABLE(
		  DETAIL("0", "10", COUNT("c0", "5"))
		  DETAILS("7", DETAIL("0", "10", COUNT("c0", "5")))
		  DETAILS("2", DETAIL("0", "10", COUNT("c0", "5")))
		  DETAILS("x", DETAIL("0", "10", COUNT("c0", "5")))
		  DETAILS("1", DETAIL("3", "10", COUNT("c0", "5"))
			  DETAIL("9223372036854775808", "1", COUNT("c0", "5"))
			  DETAIL("0", "10", COUNT("c7", "5"))
			  DETAIL("0", "x", COUNT("c0", "5"))
			  DETAIL("0", "10", COUNT("c0", "x"))
			  DETAIL("0", "10", COUNT("c0", "9223372036854775808"))
			  DETAIL("0", "ffffffffffffffff", COUNT("c0", "1"))))),
	  "f@a 0xffffffffffffffff:1" },
	{ "XML with details before symbols", &reader_opreport_xml,
	  SPAN(XML "<detailtable>"
	       DETAILS("1", DETAIL("0", "10", COUNT("c0", "5")))
	       "</detailtable><binary name=\"a\">"
	       SYMBOL("1", "0", "0", "5") "</binary>" NAMES "</profile>"),
	  "f@a 0x10:5" },
	{ "XML with a range that ends before it begins", &reader_opreport_xml,
	  SPAN(XML "<binary name=\"a\">" SYMBOL("1", "1", "0", "5")
	       "</binary>" NAMES TABLE(DETAILS(
		       "1", DETAIL("0", "10", COUNT("c0", "5"))))),
	  "" },
	{ "XML with more than 63 bits", &reader_opreport_xml,
	  SPAN(F_OF_TWO NAMES TABLE(DETAILS(
		  "1", DETAIL("0", "10", COUNT("c0", "9223372036854775807"))
			       DETAIL("1", "14", COUNT("c0", "1"))))),
	  "f@a 0x10:9223372036854775807" },
	{ "readprofile -b", &reader_readprofile,
	  SPAN("alpha:\n\tc0100000\t3\n\tc0100004\t2\n  total\t\t\t\t5\n"
	       "beta:\n\tc0100010\t4\n  total\t\t\t\t4\n"),
	  "alpha@vmlinux 0xc0100000:3 0xc0100004:2,"
	  " beta@vmlinux 0xc0100010:4" },
	{ "readprofile -b, cut before a total", &reader_readprofile,
	  SPAN("alpha:\n\tc0100000\t3\nbeta:\n\tc0100010\t4\n"),
	  "alpha@vmlinux 0xc0100000:3, beta@vmlinux 0xc0100010:4" },
	{ "readprofile -s", &reader_readprofile,
	  SPAN("     5 alpha                                    0.3125\n"
	       "\t0xc0100000\talpha+0\t3\n\t0xc0100004\talpha+0x4\t0\n"
	       "\t0xc0100008\talpha+0x8\t2\n"
	       "     4 beta                                     0.2500\n"
	       "\t0xc0100010\tbeta+0\t4\n"),
	  "alpha@vmlinux 0xc0100000:3 0xc0100008:2,"
	  " beta@vmlinux 0xc0100010:4" },
	{ "readprofile -s, of another symbol or none", &reader_readprofile,
	  SPAN("\t0xc0100000\talpha+0\t3\n"
	       "     5 alpha                                    0.3125\n"
	       "\t0xc0100000\talphabet+0\t3\n\t0xc0100000\tbeta+0\t3\n"
	       "\t0xc0100000\talpha+0\t9223372036854775808\n"
	       "\t0xc0100000\talpha+0\t9223372036854775807\n"
	       "\t0xc0100000\talpha+0\t1\n"),
	  "alpha@vmlinux 0xc0100000:9223372036854775807" },
};

TEST(details_are_kept_by_symbol)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char got[4096], want[4096];
		struct text t;

		if (read_bytes(&t, cases[i].reader, cases[i].text) < 0)
			snprintf(got, sizeof(got), "%s: error: %s",
				 cases[i].what, t.err.text);
		else
			snprintf(got, sizeof(got), "%s: %s", cases[i].what,
				 told(&t));
		close_text(&t);
		snprintf(want, sizeof(want), "%s: %s", cases[i].what,
			 cases[i].told);
		EXPECT_TEXT(got, want);
	}
}

TEST(details_are_those_of_the_section)
{
	static const char mail[] =
		"before:\n\n"
		"alpha:\n\tc0100000\t3\n  total\t\t\t\t3\n"
		"beta:\n\tc0100010\t4\n  total\t\t\t\t4\n"
		"\n$ readprofile -b\n\n"
		"alpha:\n\tc0100000\t7\n  total\t\t\t\t7\n"
		"beta:\n\tc0100010\t9\n  total\t\t\t\t9\n";
	const struct read_options opts = { .section = 2 };
	struct text t;

	input_from_memory(&t.in, "mail", mail, strlen(mail));
	begin(&t, &reader_readprofile);
	EXPECT_OK(reader_readprofile.read(&t.in, &opts, &t.prof, &t.err),
		  t.err);
	EXPECT_TEXT(told(&t), "alpha@vmlinux 0xc0100000:7,"
			      " beta@vmlinux 0xc0100010:9");
	close_text(&t);
}

/* ---- genuine listings ---------------------------------------------------- */

#define GENERATED "testdata/opreport/generated/"
#define CASE_51 "testdata/cases/51-raw-profile-pair-two-maps/"

static const struct {
	const char *path;
	const struct reader *reader;
	size_t without; /* rows: of no address, or cut */
} files[] = {
	{ GENERATED "apps.details.txt", &reader_opreport, 0 },
	{ GENERATED "apps.details-lines.txt", &reader_opreport, 0 },
	{ GENERATED "events.details.txt", &reader_opreport, 0 },
	{ GENERATED "odd.details.txt", &reader_opreport, 0 },
	{ GENERATED "one.details.txt", &reader_opreport, 0 },
	{ GENERATED "apps.details-xml.txt", &reader_opreport_xml, 0 },
	{ GENERATED "one.details-xml.txt", &reader_opreport_xml, 0 },
	{ "testdata/cases/37-opreport-xml-details/input.xml",
	  &reader_opreport_xml, 15 },
	{ CASE_51 "base.readprofile-b.txt", &reader_readprofile, 1 },
	{ CASE_51 "test.readprofile-b.txt", &reader_readprofile, 1 },
	{ "testdata/real/i386/base.readprofile-b", &reader_readprofile, 0 },
	{ "testdata/real/s390x/base.readprofile-b", &reader_readprofile, 0 },
};

static uint64_t sum_rows(const struct profile *prof, const struct detail *key)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < prof->nr; i++)
		if (prof->rows[i].symbol == key->symbol &&
		    prof->rows[i].image == key->image &&
		    (!prof->facets || prof->facets[i].event == key->event))
			sum += prof->rows[i].count;
	return sum;
}

static uint64_t sum_details(const struct profile *prof,
			    const struct detail *key)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < prof->nr_details; i++) {
		const struct detail *d = &prof->details[i];

		if (d->symbol == key->symbol && d->image == key->image &&
		    d->event == key->event)
			sum += d->count;
	}
	return sum;
}

TEST(details_add_up_to_the_rows)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		struct profile *prof;
		uint64_t shown = 0;
		size_t without = 0;
		struct text t;

		EXPECT_OK(input_open(files[i].path, &t.in, &t.err), t.err);
		EXPECT_OK(read_all(&t, files[i].reader), t.err);
		prof = &t.prof;
		EXPECT_TRUE(files[i].path, prof->nr_details >= 10);
		for (size_t k = 0; k < prof->nr; k++) {
			struct detail key = {
				.symbol = prof->rows[k].symbol,
				.image = prof->rows[k].image,
				.event = prof->facets ? prof->facets[k].event :
							0,
			};
			uint64_t sum = sum_details(prof, &key);

			if (sum) {
				shown += prof->rows[k].count;
				EXPECT_U64(files[i].path, sum,
					   sum_rows(prof, &key));
			} else if (prof->rows[k].count) {
				without++;
			}
		}
		EXPECT_U64(files[i].path, without, files[i].without);
		EXPECT_U64(files[i].path, prof->detailed, shown);
		close_text(&t);
	}
}

/* BYTES without the lines that begin with a blank. */
static struct span without_details(struct arena *arena, struct span bytes)
{
	char *text = arena_alloc(arena, bytes.len), *to = text;
	const char *p = bytes.ptr, *end = p + bytes.len;

	while (p < end) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		size_t len = nl ? (size_t)(nl + 1 - p) : (size_t)(end - p);

		if (*p != ' ')
			to = mempcpy(to, p, len);
		p += len;
	}
	return (struct span){ text, (size_t)(to - text) };
}

static size_t doubts(const struct profile *prof)
{
	size_t nr = 0;

	for (const struct note *n = prof->notes.first; n; n = n->next)
		nr += n->level == NOTE_DOUBT;
	return nr;
}

TEST(rows_are_the_same_without_details)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		struct text with, without;
		struct arena arena = { 0 };
		struct span bytes;

		if (files[i].reader != &reader_opreport)
			continue;
		EXPECT_OK(input_open(files[i].path, &with.in, &with.err),
			  with.err);
		EXPECT_OK(input_data(&with.in, &bytes, &with.err), with.err);
		EXPECT_OK(read_all(&with, files[i].reader), with.err);
		EXPECT_OK(read_bytes(&without, files[i].reader,
				     without_details(&arena, bytes)),
			  without.err);
		EXPECT_U64(files[i].path, without.prof.nr_details, 0);
		EXPECT_U64(files[i].path, with.prof.nr, without.prof.nr);
		EXPECT_U64(files[i].path, doubts(&with.prof),
			   doubts(&without.prof));
		for (size_t k = 0; k < with.prof.nr; k++) {
			const struct profile_row *a = &with.prof.rows[k];
			const struct profile_row *b = &without.prof.rows[k];

			EXPECT_U64(files[i].path, a->count, b->count);
			EXPECT_U64(files[i].path, a->addr, b->addr);
			EXPECT_TRUE(files[i].path,
				    span_eq(names_text(&with.prof.names,
						       a->symbol),
					    names_text(&without.prof.names,
						       b->symbol)));
		}
		for (size_t e = 0; e < with.prof.nr_events; e++)
			EXPECT_U64(files[i].path, with.prof.events[e].total,
				   without.prof.events[e].total);
		close_text(&with);
		close_text(&without);
		arena_release(&arena);
	}
}

/* -s prints the bins of a function's own bytes; -b those charged to it. */
TEST(bins_of_a_step_are_those_of_bins)
{
	struct text s, b;
	size_t found = 0;

	EXPECT_OK(input_open(CASE_51 "base.readprofile-s.txt", &s.in, &s.err),
		  s.err);
	EXPECT_OK(read_all(&s, &reader_readprofile), s.err);
	EXPECT_OK(input_open(CASE_51 "base.readprofile-b.txt", &b.in, &b.err),
		  b.err);
	EXPECT_OK(read_all(&b, &reader_readprofile), b.err);
	EXPECT_TRUE("details", s.prof.nr_details > 10);
	for (size_t i = 0; i < b.prof.nr_details; i++)
		for (size_t k = 0; k < s.prof.nr_details; k++)
			if (b.prof.details[i].addr == s.prof.details[k].addr) {
				EXPECT_U64("count", s.prof.details[k].count,
					   b.prof.details[i].count);
				found++;
			}
	EXPECT_U64("bins", found, s.prof.nr_details);
	close_text(&s);
	close_text(&b);
}

TEST_MAIN
