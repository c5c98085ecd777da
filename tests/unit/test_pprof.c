/* test_pprof.c - profile.proto: pprof.c, pproftables.c, pprofframes.c, wire.c */
#include "readsamples.h"

#include "../../src/read/wire.h"

/* ---- profiles made of a few words ---------------------------------------- */

struct message {
	char data[4096];
	size_t len;
};

static void put_varint(struct message *m, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		m->data[m->len++] = (char)(value | 0x80);
	m->data[m->len++] = (char)value;
}

static void put_number(struct message *m, unsigned field, uint64_t value)
{
	put_varint(m, field << 3);
	put_varint(m, value);
}

static void put_bytes(struct message *m, unsigned field, struct span bytes)
{
	put_varint(m, field << 3 | 2);
	put_varint(m, bytes.len);
	memcpy(m->data + m->len, bytes.ptr, bytes.len);
	m->len += bytes.len;
}

/*
 * Fields of WORDS: "N=V" is a number, "N=V,V" numbers packed, "N=text" a text,
 * "N={", words and "}" a message, "N=" an empty text.
 */
static void put_words(struct message *m, struct span *words)
{
	struct span word;

	while (span_word(words, &word) && !span_is(word, "}")) {
		const char *equals = memchr(word.ptr, '=', word.len);
		struct span text = { equals + 1, (size_t)(word.ptr + word.len -
							  equals - 1) };
		struct span number = { word.ptr, (size_t)(equals - word.ptr) };
		struct message inner = { .len = 0 };
		uint64_t field, value;

		assert_int_equal(span_count(number, &field), NUMBER_OK);
		if (span_is(text, "{")) {
			put_words(&inner, words);
			put_bytes(m, (unsigned)field,
				  (struct span){ inner.data, inner.len });
		} else if (span_is(text, "-1")) {
			put_number(m, (unsigned)field, UINT64_MAX);
		} else if (span_count(text, &value) == NUMBER_OK) {
			put_number(m, (unsigned)field, value);
		} else if (text.len && memchr(text.ptr, ',', text.len)) {
			for (const char *p = text.ptr;
			     p < text.ptr + text.len; p++)
				put_varint(&inner, strtoul(p, (char **)&p, 10));
			put_bytes(m, (unsigned)field,
				  (struct span){ inner.data, inner.len });
		} else {
			put_bytes(m, (unsigned)field, text);
		}
	}
}

static struct span made(struct message *m, const char *words)
{
	struct span text = span_of(words);

	m->len = 0;
	put_words(m, &text);
	return (struct span){ m->data, m->len };
}

/* Strings 1 samples 2 count 3 cpu 4 nanoseconds 5 /bin/app 6 main 7 f 8 g */
#define STRINGS "6= 6=samples 6=count 6=cpu 6=nanoseconds 6=/bin/app 6=main " \
		"6=f 6=g "
#define COUNTS "1={ 1=1 2=2 } "
#define BOTH COUNTS "1={ 1=3 2=4 } "
#define FUNCTIONS "5={ 1=1 2=6 } 5={ 1=2 2=7 } 5={ 1=3 3=8 } "
#define MAPPING "3={ 1=1 2=4096 3=8192 4=256 5=5 } "
/* main calls f, and g is inlined into it; 3 and 4 are addresses. */
#define LOCATIONS \
	"4={ 1=1 2=1 3=4100 4={ 1=1 2=10 } } " \
	"4={ 1=2 2=1 3=4200 4={ 1=3 2=3 } 4={ 1=2 2=20 } } " \
	"4={ 1=3 2=1 3=4300 } 4={ 1=4 3=4400 } 4={ 1=5 2=1 3=9000 } "
#define TABLES FUNCTIONS MAPPING LOCATIONS STRINGS

static const struct {
	const char *what, *words, *leaves, *chains;
} cases[] = {
	{ "the function itself is first",
	  COUNTS "2={ 1=2,1 2=5 } " TABLES,
	  "samples: 5 g(inlined)@/bin/app u | samples 5",
	  "samples: 5 main@/bin/app;f@/bin/app;g(inlined)@/bin/app u |"
	  " samples 5" },
	{ "numbers that are not packed",
	  COUNTS "2={ 1=2 1=1 2=5 } 2={ 1=1 2=3 } " TABLES,
	  "samples: 5 g(inlined)@/bin/app u, 3 main@/bin/app u | samples 8",
	  "samples: 5 main@/bin/app;f@/bin/app;g(inlined)@/bin/app u, 3"
	  " main@/bin/app u | samples 8" },
	{ "tables in front", TABLES COUNTS "2={ 1=1 2=5 } ",
	  "samples: 5 main@/bin/app u | samples 5",
	  "samples: 5 main@/bin/app u | samples 5" },
	{ "a value of each type",
	  BOTH "2={ 1=1 2=1,10 } 2={ 1=1 2=0,7 } " TABLES,
	  "samples: 1 main@/bin/app u | samples 1 || cpu: 17 main@/bin/app u |"
	  " ns 17",
	  "samples: 1 main@/bin/app u | samples 1 || cpu: 17 main@/bin/app u |"
	  " ns 17" },
	{ "addresses, in bytes of the file",
	  COUNTS "2={ 1=3,1 2=5 } " TABLES,
	  "samples: 5 +1cc@0 u | samples 5",
	  "samples: 5 main@/bin/app;+1cc@0 u | samples 5" },
	{ "an address of nothing, and one behind its mapping",
	  COUNTS "2={ 1=4 2=5 } 2={ 1=5 2=1 } " TABLES,
	  "samples: 5 *unknown*, 1 *unknown*@/bin/app u | samples 6",
	  "samples: 5 *unknown*, 1 *unknown*@/bin/app u | samples 6" },
	{ "no location at all", COUNTS "2={ 2=5 } " TABLES,
	  "samples: 5 *unknown* | samples 5",
	  "samples: 5 *unknown* | samples 5" },
	{ "too few values", BOTH "2={ 1=1 2=5 } " TABLES,
	  "error: file: byte 14: a sample of fewer values than the profile has"
	  " types", NULL },
	{ "ids in any order, the kernel and a module",
	  "1={ } 2={ 1=700 2=5 } 2={ 1=9 2=2 } 3={ 1=30 5=1 } 3={ 1=2 5=2 } "
	  "4={ 1=700 2=30 3=1 4={ 1=5 } } 4={ 1=9 2=2 4={ 1=6 } } "
	  "5={ 1=6 2=4 } 5={ 1=5 2=3 } 6= 6=[kernel.kallsyms] 6=[e-x] 6=f 6=g",
	  "5 f@vmlinux k, 2 g@e_x k | unknown 7", NULL },
	{ "nothing counted", COUNTS TABLES, "samples:  | samples 0", NULL },
	{ "no types", TABLES,
	  "error: file: a profile.proto that does not say what its values are",
	  NULL },
	{ "too many values", COUNTS "2={ 1=1 2=5,6 } " TABLES,
	  "error: file: byte 14: a sample of more values than the profile has"
	  " types", NULL },
	{ "a difference", COUNTS "2={ 1=1 2=-1 } " TABLES,
	  "error: file: byte 10: a negative value: this is the difference of two"
	  " profiles, give those", NULL },
	{ "an unknown location", COUNTS "2={ 1=77 2=5 } " TABLES,
	  "error: file: byte 8: it refers to location 77, which it does not"
	  " have", NULL },
	{ "an unknown function", COUNTS "4={ 1=1 4={ 1=77 } } " STRINGS,
	  "error: file: byte 12: it refers to function 77, which it does not"
	  " have", NULL },
	{ "an unknown mapping", COUNTS "4={ 1=1 2=77 } " STRINGS,
	  "error: file: byte 8: it refers to mapping 77, which it does not have",
	  NULL },
	{ "an unknown string", COUNTS "5={ 1=1 2=77 } " STRINGS,
	  "error: file: it refers to string 77, but has only 9", NULL },
	{ "an id twice", COUNTS "5={ 1=1 2=6 } 5={ 1=1 2=7 } " STRINGS,
	  "error: file: two functions have the id 1", NULL },
	{ "an id of 0", COUNTS "5={ 2=6 } " STRINGS,
	  "error: file: byte 8: an id of 0", NULL },
	{ "no strings", COUNTS,
	  "error: file: the first string of a profile.proto is empty, but here"
	  " it is not", NULL },
	{ "the first string", COUNTS "6=x",
	  "error: file: the first string of a profile.proto is empty, but here"
	  " it is not", NULL },
	{ "too much", COUNTS "2={ 1=1 2=9223372036854775807 } 2={ 1=1 2=1 } "
	  TABLES, "error: file: the counts add up to more than 63 bits hold",
	  NULL },
};

TEST(profiles_are_read)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		static struct message m;
		struct span bytes = made(&m, cases[i].words);

		expect_sampled(&reader_pprof, cases[i].what, bytes, false,
			       cases[i].leaves);
		expect_sampled(&reader_pprof, cases[i].what, bytes, true,
			       cases[i].chains ? cases[i].chains :
						 cases[i].leaves);
	}
}

TEST(a_part_of_a_profile_is_an_error)
{
	const struct read_options opts = { 0 };
	static struct message m;
	struct span whole = made(&m, BOTH "2={ 1=2,1 2=1,10 } " TABLES
				 "11={ 1=3 2=4 } 12=10000000");
	size_t refused = 0;

	for (size_t len = 0; len < whole.len; len++) {
		struct sampled t;

		if (sampled_read(&t, &reader_pprof,
				 (struct span){ whole.ptr, len }, &opts) < 0)
			refused++;
		else
			EXPECT_U64("all", t.prof.events[0].total, 1);
		sampled_close(&t);
	}
	// Nothing refers to what stands behind the last string.
	EXPECT_TRUE("most are", refused + 8 > whole.len);
}

TEST(samples_have_a_rate_and_a_weight)
{
	const struct read_options opts = { 0 };
	static struct message m;
	struct sampled t;

	EXPECT_OK(sampled_read(&t, &reader_pprof,
			       made(&m, BOTH "2={ 1=1 2=3,30 } " TABLES
				    "11={ 1=3 2=4 } 12=10000000"),
			       &opts), t.err);
	EXPECT_U64("kind", t.prof.events[0].rate_kind, RATE_FREQUENCY);
	EXPECT_U64("a second", (uint64_t)t.prof.events[0].rate, 100);
	EXPECT_TEXT(t.prof.events[0].weight_unit, "ns");
	EXPECT_U64("weight", t.prof.samples->samples[0].weight, 30);
	EXPECT_U64("kind", t.prof.events[1].rate_kind, RATE_UNKNOWN);
	sampled_close(&t);
}

TEST(labels_tell_threads_and_cpus)
{
	const struct read_options opts = { .comm = true, .cpu = true };
	static struct message m;
	struct sampled t;

	EXPECT_OK(sampled_read(&t, &reader_pprof,
			       made(&m, COUNTS
				    "2={ 1=1 2=3 3={ 1=9 2=10 } 3={ 1=11 3=5 } }"
				    " 2={ 1=1 2=4 3={ 1=6 2=10 } } "
				    TABLES "6=thread 6=worker 6=cpu"),
			       &opts), t.err);
	const struct sample *s = t.prof.samples->samples;
	EXPECT_U64("samples", t.prof.samples->nr_samples, 2);
	EXPECT_SPAN("comm", names_text(&t.prof.names, s[0].key.comm),
		    SPAN("worker"));
	EXPECT_U64("cpu", s[0].key.cpu, 5);
	EXPECT_U64("comm", s[1].key.comm, NAME_NONE);
	EXPECT_U64("cpu", s[1].key.cpu, CPU_NONE);
	sampled_close(&t);
}

TEST(addresses_are_in_objects)
{
	const struct read_options opts = { 0 };
	static struct message m;
	struct sampled t;

	EXPECT_OK(sampled_read(
			  &t, &reader_pprof,
			  made(&m, COUNTS "2={ 1=1 2=3 } 2={ 1=2 2=3 } "
			       "2={ 1=3 2=3 } 3={ 1=1 5=3 6=4 } "
			       "3={ 1=2 2=1000 3=2000 5=5 6=6 } 3={ 1=3 5=7 } "
			       "4={ 1=1 2=1 3=100 } 4={ 1=2 2=2 3=1100 } "
			       "4={ 1=3 2=3 3=300 } 6= 6=samples 6=count "
			       "6=[kernel.kallsyms] 6=ABcd 6=[ext4] 6=a/b "
			       "6=/bin/app"),
			  &opts), t.err);
	const struct object *o = t.prof.samples->objects;
	EXPECT_U64("objects", t.prof.samples->nr_objects, 3);
	EXPECT_U64("kernel", o[0].kind, OBJECT_KERNEL);
	EXPECT_U64("kernel", o[0].space, ADDRESS_VIRTUAL);
	EXPECT_TEXT(o[0].build_id, "abcd");
	EXPECT_TEXT(t.prof.build_id, "abcd");
	EXPECT_U64("module", o[1].kind, OBJECT_MODULE);
	EXPECT_U64("module", o[1].start, 1000);
	EXPECT_TRUE("no build id", !o[1].build_id);
	EXPECT_U64("user", o[2].kind, OBJECT_USER);
	EXPECT_U64("mapped at 0", o[2].space, ADDRESS_LINKED);
	EXPECT_TEXT(o[2].path, "/bin/app");
	sampled_close(&t);
}

static const struct {
	const char *what, *words;
	bool is;
} sniffed[] = {
	{ "a profile", COUNTS "2={ 1=1 2=5 } " TABLES, true },
	{ "of nothing", COUNTS STRINGS, true },
	{ "no strings", COUNTS, false },
	{ "no types", STRINGS, false },
	{ "another message", "1=5 2={ 1=1 }", false },
	{ "fields of others", COUNTS STRINGS "16=1", false },
};

TEST(only_profiles_are_taken_for_them)
{
	static struct message m;
	struct input in;

	for (size_t i = 0; i < sizeof(sniffed) / sizeof(*sniffed); i++) {
		struct span bytes = made(&m, sniffed[i].words);

		input_from_memory(&in, "file", bytes.ptr, bytes.len);
		EXPECT_U64(sniffed[i].what, reader_pprof.sniff(&in),
			   sniffed[i].is);
		input_close(&in);
	}
	input_from_memory(&in, "file", "\na;b 5\n", 7);
	EXPECT_TRUE("a text", !reader_pprof.sniff(&in));
}

TEST(fields_end_where_they_must)
{
	static const struct {
		const char *what;
		struct span bytes;
		size_t fields;
		bool whole;
	} messages[] = {
		{ "none", SPAN(""), 0, true },
		{ "all types", SPAN("\x08\x01\x11" "12345678" "\x1a\x02" "ab"
				    "\x25" "1234"), 4, true },
		{ "a group", SPAN("\x0b"), 0, false },
		{ "number 0", SPAN("\x02\x00"), 0, false },
		{ "cut in a varint", SPAN("\x08\x80"), 0, false },
		{ "eleven bytes", SPAN("\x08\xff\xff\xff\xff\xff\xff\xff\xff"
				       "\xff\xff\x01"), 0, false },
		{ "more than there is", SPAN("\x08\x01\x12\x05" "abc"), 1,
		  false },
		{ "much more", SPAN("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff"
				    "\x01"), 0, false },
		{ "cut in four bytes", SPAN("\x0d" "123"), 0, false },
	};

	for (size_t i = 0; i < sizeof(messages) / sizeof(*messages); i++) {
		struct wire wire = wire_begin(messages[i].bytes);
		struct wire_field field;
		size_t nr = 0;

		while (wire_next(&wire, &field))
			nr++;
		EXPECT_U64(messages[i].what, nr, messages[i].fields);
		EXPECT_U64(messages[i].what, wire.next == wire.end,
			   messages[i].whole);
	}
}

TEST_MAIN
