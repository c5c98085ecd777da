/* test_roster.c - all functions of a kernel: roster.c, elfroster.c */
#include "diffprof/roster.h"
#include "diffprof/whole.h"

#include "check.h"

static void load(struct span text, struct symtab *st)
{
	struct input in;
	struct error err;

	input_from_memory(&in, "map", text.ptr, text.len);
	EXPECT_OK(symtab_load_input(&in, st, &err), err);
}

static struct span name_of(const struct roster *roster, size_t i)
{
	return roster->names[roster->functions[i].first_name];
}

TEST(functions_come_in_the_order_of_their_addresses)
{
	static const struct {
		const char *name;
		uint64_t addr;
		uint32_t size, names;
		bool is_part;
	} wanted[] = {
		{ "c", 0x1000, 0x20, 1, false },
		{ "a", 0x1020, 0x10, 2, false },
		{ "b", 0x1030, 0x08, 1, true },
		{ "b", 0x1038, 0x08, 1, false },
		{ "d", 0x1040, 0x40, 1, true },
	};
	struct arena arena = { 0 };
	struct symtab st;

	load(SPAN("1000 T _stext\n"
		  "1020 t a_local\n"
		  "1000 T c\n"
		  "1020 T a\n"
		  "1030 t __pfx_b\n"
		  "1038 t b.isra.0\n"
		  "1040 t d.cold\n"
		  "1080 T _etext\n"),
	     &st);
	struct roster *roster = roster_make(&st, false, &arena);

	EXPECT_U64("functions", roster->nr, sizeof(wanted) / sizeof(*wanted));
	for (size_t i = 0; i < roster->nr; i++) {
		const struct roster_function *f = &roster->functions[i];

		EXPECT_SPAN("name", name_of(roster, i),
			    span_of(wanted[i].name));
		EXPECT_U64("addr", f->addr, wanted[i].addr);
		EXPECT_U64("size", f->size, wanted[i].size);
		EXPECT_U64("names", f->nr_names, wanted[i].names);
		EXPECT_U64("part", f->is_part, wanted[i].is_part);
		EXPECT_U64("file", f->file, 0);
		EXPECT_U64("code", f->code.len, 0);
	}
	EXPECT_U64("found", roster_find(roster, 0x1038), 3);
	EXPECT_U64("between", roster_find(roster, 0x1039), SIZE_MAX);
	EXPECT_U64("behind", roster_find(roster, 0x2000), SIZE_MAX);
	roster = roster_make(&st, true, &arena);
	EXPECT_SPAN("clones kept", name_of(roster, 3), SPAN("b.isra.0"));
	arena_release(&arena);
	symtab_close(&st);
}

/* Two that the roster of this very program is to have. */
static __attribute__((noinline)) int of_this_file(int n)
{
	__asm__ volatile("" ::: "memory");
	return n + 1;
}

static size_t find(const struct roster *roster, const char *name)
{
	for (size_t i = 0; i < roster->nr; i++)
		if (span_is(name_of(roster, i), name))
			return i;
	return SIZE_MAX;
}

TEST(an_image_has_files_and_bytes)
{
	struct arena arena = { 0 };
	struct symtab st;
	struct error err;

	EXPECT_U64("used", (uint64_t)of_this_file(1), 2);
	EXPECT_OK(whole_load("/proc/self/exe", &st, &err), err);
	struct roster *roster = roster_make(&st, false, &arena);
	size_t at = find(roster, "of_this_file");

	assert_true(at != SIZE_MAX);
	const struct roster_function *f = &roster->functions[at];
	EXPECT_SPAN("file", roster->files[f->file], SPAN("test_roster.c"));
	EXPECT_U64("size", f->code.len, f->size);
	EXPECT_TRUE("bytes",
		    f->size && !memcmp(f->code.ptr, (const void *)of_this_file,
				       f->size));

	// A global one is not told; it is of the files around it.
	at = find(roster, "roster_find");
	assert_true(at != SIZE_MAX);
	f = &roster->functions[at];
	EXPECT_TRUE("file",
		    !f->file || span_is(roster->files[f->file], "roster.c"));
	arena_release(&arena);
	symtab_close(&st);
}

TEST_MAIN
