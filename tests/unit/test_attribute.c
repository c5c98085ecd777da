/*
 * test_attribute.c - who gets the ticks of a step: attribute.c, owner.c
 *
 * Cases worked out by hand; test_attribute_random.c does it for any map.
 */
#include "diffprof/attribute.h"

#include "check.h"

struct kernel {
	struct symtab st;
	struct profile prof;
	struct error err;
	struct histogram hist;
	struct slot slot[8];
};

#define SLOTS_MAX 8

struct tick {
	uint32_t index, count;
};

/* Load MAP, and lay TICKS (until a count of 0) into steps of STEP bytes. */
static void begin(struct kernel *k, const char *map, uint32_t step,
		  const struct tick *ticks)
{
	struct input in;

	*k = (struct kernel){ 0 };
	input_from_memory(&in, "map", map, strlen(map));
	EXPECT_OK(symtab_load_input(&in, &k->st, &k->err), k->err);
	profile_init(&k->prof, "dump", "proc");
	k->hist = (struct histogram){
		.step_word = step,
		.words = (k->st.etext - k->st.stext) / step,
		.slot = k->slot,
	};
	for (; k->hist.nr < SLOTS_MAX && ticks[k->hist.nr].count; k->hist.nr++)
		k->slot[k->hist.nr] = (struct slot){
			ticks[k->hist.nr].index, ticks[k->hist.nr].count,
		};
	k->prof.histogram = &k->hist;
}

static void end(struct kernel *k)
{
	symtab_close(&k->st);
	profile_release(&k->prof);
}

/* "5 a, 3 b", in the order of rows. */
static const char *told(struct kernel *k)
{
	struct profile *prof = &k->prof;
	char *text = arena_strdup(&prof->arena, "");
	uint64_t sum = 0;

	for (size_t i = 0; i < prof->nr; i++) {
		struct span name =
			names_text(&prof->names, prof->rows[i].symbol);

		text = arena_printf(&prof->arena, "%s%s%llu %.*s", text,
				    i ? ", " : "",
				    (unsigned long long)prof->rows[i].count,
				    (int)name.len, name.ptr);
		sum += prof->rows[i].count;
	}
	EXPECT_U64("listed", prof->listed, sum);
	return text;
}

static const char *note(const struct kernel *k, const char *code)
{
	for (const struct note *n = k->prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return NULL;
}

#define TICKS(...) { __VA_ARGS__, { 0, 0 } }

/* alpha of 0x40 bytes, beta of 0x30, gamma of 0x12, to _etext. */
#define MAP                                                                    \
	"1000 T _stext\n"                                                      \
	"1000 T alpha\n"                                                       \
	"1040 T beta\n"                                                        \
	"1070 t gamma\n"                                                       \
	"1082 T _etext\n"

/* nm -S: alpha has 0x30 bytes of code, beta 0x10, far from what follows. */
#define SIZED                                                                  \
	"1000 T _stext\n"                                                      \
	"1000 0000000000000030 T alpha\n"                                      \
	"1040 0000000000000010 T beta\n"                                       \
	"1100 0000000000000080 T gamma\n"                                      \
	"1200 T _etext\n"

static const struct {
	const char *what, *map;
	uint32_t step;
	struct tick ticks[SLOTS_MAX];
	const char *rows, *readprofile;
} cases[] = {
	{ "a step inside one function", MAP, 4, TICKS({ 1, 5 }),
	  "5 alpha", "5 alpha, 0 *unknown*" },
	{ "its first and last steps", MAP, 4,
	  TICKS({ 16, 2 }, { 27, 3 }), "5 beta",
	  "2 beta, 3 gamma, 0 *unknown*" },
	{ "the last step of alpha is not beta's", MAP, 4, TICKS({ 15, 1 }),
	  "1 alpha", "1 beta, 0 *unknown*" },
	{ "the last counter is of no symbol", MAP, 2, TICKS({ 64, 7 }),
	  "7 *unknown*", "7 *unknown*" },

	{ "coarse steps", MAP, 0x20, TICKS({ 0, 1 }, { 2, 9 }),
	  "1 alpha, 9 beta", "1 alpha, 9 gamma, 0 *unknown*" },

	/* steps that several functions share */
	{ "a step of three", "1000 T _stext\n1000 T a\n1020 T b\n1030 T c\n"
	  "1038 T d\n1060 T _etext\n", 0x20, TICKS({ 1, 8 }),
	  "4 b, 2 c, 2 d", NULL },
	{ "largest remainder first", "1000 T _stext\n1000 T a\n1020 T b\n"
	  "1030 T c\n1038 T d\n1060 T _etext\n", 0x20, TICKS({ 1, 1 }),
	  "1 b", NULL },
	{ "remainders alike: by address",
	  "1000 T _stext\n1000 T a\n1020 T b\n1030 T c\n1060 T _etext\n", 0x20,
	  TICKS({ 1, 3 }), "2 b, 1 c", NULL },
	{ "fractions of several steps are added before they are rounded",
	  "1000 T _stext\n1000 T a\n1010 T b\n1030 T c\n1080 T _etext\n", 0x20,
	  TICKS({ 0, 1 }, { 1, 1 }), "1 a, 1 b", NULL },

	/* padding and holes, where sizes are known */
	{ "in the code", SIZED, 0x10, TICKS({ 2, 5 }, { 4, 3 }),
	  "5 alpha, 3 beta", NULL },
	{ "padding is of the function before it", SIZED, 0x10, TICKS({ 3, 5 }),
	  "5 alpha", NULL },
	{ "padding has no share", SIZED, 0x20, TICKS({ 1, 6 }), "6 alpha", NULL },
	{ "a hole is nobody's", SIZED, 0x10, TICKS({ 8, 6 }), "6 *unknown*",
	  NULL },
	{ "a hole has its share", SIZED, 0x20, TICKS({ 2, 6 }),
	  "3 beta, 3 *unknown*", NULL },
	{ "code before and behind a hole", SIZED, 0x10,
	  TICKS({ 4, 1 }, { 5, 2 }, { 15, 3 }, { 16, 4 }),
	  "1 beta, 4 gamma, 5 *unknown*", NULL },

	/* what may own ticks */
	{ "nothing before the first symbol",
	  "1000 T _stext_is_not_here\n1000 T _stext\n1000 T __crc_x\n"
	  "1020 T a\n1040 T b\n1060 T _etext\n", 0x10, TICKS({ 2, 5 }), "5 a",
	  NULL },
	{ "mapping symbols own none",
	  "1000 T _stext\n1000 T a\n1010 t $d\n1018 t $x\n1020 T b\n"
	  "1060 T _etext\n", 8, TICKS({ 2, 5 }, { 3, 6 }), "11 a", NULL },
	{ "of aliases the best has the row",
	  "1000 T _stext\n1000 t __sys_a\n1000 T sys_a\n1000 W a\n1020 T b\n"
	  "1060 T _etext\n", 8, TICKS({ 0, 5 }), "5 sys_a", NULL },
};

TEST(a_slot_belongs_to_who_has_its_addresses)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct kernel k;
		char got[300], want[300];

		begin(&k, cases[i].map, cases[i].step, cases[i].ticks);
		EXPECT_OK(attribute(&k.prof, &k.st, &k.err), k.err);
		snprintf(got, sizeof(got), "%s: %s", cases[i].what, told(&k));
		snprintf(want, sizeof(want), "%s: %s", cases[i].what,
			 cases[i].rows);
		EXPECT_TEXT(got, want);
		EXPECT_U64("total", k.prof.total, k.prof.listed);
		EXPECT_TRUE("done with", !k.prof.histogram);
		end(&k);
	}
}

TEST(readprofile_gives_the_last_slot_to_the_next_symbol)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct kernel k;

		if (!cases[i].readprofile)
			continue;
		begin(&k, cases[i].map, cases[i].step, cases[i].ticks);
		EXPECT_OK(attribute_as_readprofile(&k.prof, &k.st, &k.err),
			  k.err);
		EXPECT_TEXT(told(&k), cases[i].readprofile);
		EXPECT_U64("total", k.prof.total, k.prof.listed);
		end(&k);
	}
}

TEST(the_last_counter_is_text_from_6_11_on)
{
	static const struct {
		const char *release, *rows;
	} releases[] = {
		{ NULL, "7 *unknown*" },
		{ "2.6.32", "7 *unknown*" },
		{ "6.10.14", "7 *unknown*" },
		{ "6.11.0", "7 gamma" },
		{ "6.12.48-amd64", "7 gamma" },
	};

	for (size_t i = 0; i < sizeof(releases) / sizeof(*releases); i++) {
		static const struct tick last[] = TICKS({ 31, 7 });
		struct kernel k;

		begin(&k, MAP, 4, last);
		k.st.release = releases[i].release;
		EXPECT_OK(attribute(&k.prof, &k.st, &k.err), k.err);
		EXPECT_TEXT(told(&k), releases[i].rows);
		EXPECT_U64("note", note(&k, "outside-text") != NULL, i < 3);
		if (i < 3)
			EXPECT_HAS(note(&k, "outside-text"),
				   "7 ticks of the last counter are *unknown*:"
				   " modules, init code, or gamma");
		if (releases[i].release)
			EXPECT_TEXT(k.prof.release, releases[i].release);
		end(&k);
	}
}

TEST(a_map_of_another_kernel_is_an_error)
{
	static const struct tick some[] = TICKS({ 1, 7 });
	struct kernel k;

	begin(&k, MAP, 4, some);
	k.hist.words += 5;
	EXPECT_FAIL(attribute(&k.prof, &k.st, &k.err), k.err, ERR_SYMBOLS);
	EXPECT_HAS(k.err.text, "the symbols of another kernel");
	end(&k);
}

TEST(many_straddling_ticks_are_noted_with_what_would_tell)
{
	static const struct tick some[] = TICKS({ 0, 90 }, { 1, 10 });
	struct kernel k;

	begin(&k, "1000 T _stext\n1000 T a\n1030 T b\n1080 T _etext\n", 0x20,
	      some);
	EXPECT_OK(attribute(&k.prof, &k.st, &k.err), k.err);
	EXPECT_TEXT(note(&k, "straddling"),
		    "10 of 100 ticks fell into steps of 32 bytes that several"
		    " functions share, and were split by size; profile=4 would"
		    " tell them apart");
	end(&k);
}

TEST(counters_of_big_endian_kernels_are_swapped)
{
	static const struct tick some[] =
		TICKS({ 1, 0x05000000 }, { 16, 0x00010000 });
	struct kernel k;

	begin(&k, MAP, 4, some);
	k.hist.step_word = __builtin_bswap32(4);
	k.hist.high = 2;
	EXPECT_OK(attribute(&k.prof, &k.st, &k.err), k.err);
	EXPECT_TEXT(told(&k), "5 alpha, 256 beta");
	end(&k);
}

TEST(counters_of_eight_bytes_are_read)
{
	// Word 1 is the upper half of the step; then each counter has two.
	static const struct tick some[] = TICKS({ 3, 5 }, { 33, 6 });
	static const struct tick large[] = TICKS({ 4, 5 });
	struct kernel k;

	begin(&k, MAP, 4, some);
	k.hist.words = 2 * 32 + 1;
	EXPECT_OK(attribute(&k.prof, &k.st, &k.err), k.err);
	EXPECT_TEXT(told(&k), "5 alpha, 6 beta");
	end(&k);

	begin(&k, MAP, 4, large);
	k.hist.words = 2 * 32 + 1;
	EXPECT_FAIL(attribute(&k.prof, &k.st, &k.err), k.err, ERR_LIMIT);
	EXPECT_HAS(k.err.text, "a count over 32 bits");
	end(&k);
}

TEST(a_step_that_followed_is_told)
{
	static const struct tick some[] = TICKS({ 1, 5 << 24 });
	struct kernel k;

	begin(&k, MAP, 4, some);
	k.hist.step_word = 0;
	k.hist.high = 1;
	EXPECT_OK(attribute(&k.prof, &k.st, &k.err), k.err);
	EXPECT_TEXT(told(&k), "5 alpha");
	EXPECT_HAS(note(&k, "step-derived"), "the step of 4 bytes follows");
	end(&k);
}

TEST(rows_know_their_place_and_their_other_names)
{
	static const struct tick some[] = TICKS({ 0, 5 }, { 4, 1 });
	struct kernel k;

	begin(&k, "1000 T _stext\n1000 t __a\n1000 T a\n1020 T b\n"
	      "1060 T _etext\n", 8, some);
	EXPECT_OK(attribute(&k.prof, &k.st, &k.err), k.err);
	const struct profile_row *row = &k.prof.rows[0];
	const name_id *alias = k.prof.aliases + row->aliases;

	EXPECT_U64("address", row->addr, 0x1000);
	EXPECT_TRUE("size", row->size == 0x20);
	EXPECT_SPAN("alias", names_text(&k.prof.names, *alias), SPAN("__a"));
	EXPECT_U64("no more", alias[1], NAME_NONE);
	EXPECT_U64("none", k.prof.aliases[k.prof.rows[1].aliases], NAME_NONE);
	EXPECT_TRUE("text", k.prof.text_size == 0x60);
	end(&k);
}

TEST(the_largest_counters_there_are)
{
	static const struct tick some[] =
		TICKS({ 0, UINT32_MAX }, { 1, UINT32_MAX }, { 2, UINT32_MAX });
	struct kernel k;

	begin(&k, "1000 T _stext\n1000 T a\n1003 T b\n100b T c\n1020 T d\n"
	      "1080 T _etext\n", 0x10, some);
	EXPECT_OK(attribute(&k.prof, &k.st, &k.err), k.err);
	EXPECT_U64("total", k.prof.total, 3ull * UINT32_MAX);
	EXPECT_U64("listed", k.prof.listed, 3ull * UINT32_MAX);
	end(&k);
}

TEST_MAIN
