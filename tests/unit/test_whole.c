#include "diffprof/whole.h"

#include "check.h"

static struct symtab st;
static struct error err;

static void load(const char *text)
{
	struct input in;

	input_from_memory(&in, "map", text, strlen(text));
	EXPECT_OK(whole_load_input(&in, &st, &err), err);
}

/* "symbol+offset" of ADDR, or "-". */
static const char *at(uint64_t addr)
{
	static char text[256];
	struct holder h;

	if (!whole_holder(&st, addr, &h))
		return "-";
	struct span name = symtab_name(&st, h.symbol);
	struct span module = whole_module(&st, h.symbol);
	EXPECT_TRUE("holds it",
		    h.first <= h.start && h.start <= addr && addr < h.end);
	snprintf(text, sizeof(text), "%.*s+%llx%s%.*s", (int)name.len, name.ptr,
		 (unsigned long long)(addr - h.first), module.len ? " " : "",
		 (int)module.len, module.ptr);
	return text;
}

struct fact {
	const char *what;
	uint64_t addr;
	const char *symbol;
};

static void check(const struct fact *facts, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (strcmp(at(facts[i].addr), facts[i].symbol) != 0)
			check_failed(__FILE__, __LINE__,
				     "%s: %#llx is %s, not %s", facts[i].what,
				     (unsigned long long)facts[i].addr,
				     at(facts[i].addr), facts[i].symbol);
}

#define CHECK(facts) check(facts, sizeof(facts) / sizeof(*(facts)))

TEST(a_map_has_all_text_and_what_is_none_ends_it)
{
	static const struct fact facts[] = {
		{ "before everything", 0xfff, "-" },
		{ "a mark names what nothing else does", 0x1000, "_text+0" },
		{ "a function", 0x1010, "first+0" },
		{ "its last byte", 0x101f, "first+f" },
		{ "a better alias", 0x1020, "second+0" },
		{ "a bound is no function", 0x1030, "second+10" },
		{ "behind the text", 0x1040, "-" },
		{ "data", 0x1050, "-" },
		{ "init code", 0x2000, "setup+0" },
		{ "an absolute number ends nothing", 0x2008, "setup+8" },
		{ "behind init", 0x2010, "-" },
	};

	load("00001000 T _text\n00001010 T first\n00001020 t __second\n"
	     "00001020 T second\n00001030 T __sched_text_end\n"
	     "00001040 T _etext\n00001050 D data\n00002000 t setup\n"
	     "00002008 A number\n00002010 T _einittext\n");
	CHECK(facts);
	symtab_close(&st);
}

TEST(the_last_function_ends_with_a_page_or_the_next)
{
	static const struct fact facts[] = {
		{ "the last of the kernel", 0x1fff, "last+eff" },
		{ "another page", 0x2fff, "last+1eff" },
		{ "far behind", 0x3000, "-" },
		{ "of a module", 0xa000, "start+0 one" },
		{ "the next module begins", 0xb000, "start+0 two" },
		{ "the last of all", 0xcfff, "start+1fff two" },
		{ "behind everything", 0xd000, "-" },
		{ "the end of the world", UINT64_MAX, "-" },
	};

	load("00001000 T first\n00001100 T last\n0000a000 t start\t[one]\n"
	     "0000b000 t start\t[two]\r\n");
	CHECK(facts);
	symtab_close(&st);
}

TEST(sizes_leave_holes_and_functions_lie_in_one_another)
{
	static const struct fact facts[] = {
		{ "a function", 0x1000, "outer+0" },
		{ "one inside", 0x1010, "inner+0" },
		{ "its end", 0x101f, "inner+f" },
		{ "the outer one goes on", 0x1020, "outer+20" },
		{ "a label has what follows", 0x1080, "label+0" },
		{ "up to the end of its function", 0x10ff, "label+7f" },
		{ "a hole", 0x1100, "-" },
		{ "another", 0x1200, "alone+0" },
		{ "its end", 0x120f, "alone+f" },
		{ "padding", 0x1210, "-" },
	};

	load("00001000 00000100 T outer\n00001010 00000010 t inner\n"
	     "00001080 t label\n00001200 00000010 T alone\n"
	     "00001400 00000004 T more\n");
	CHECK(facts);
	symtab_close(&st);
}

TEST(modules_out_of_order_are_sorted)
{
	uint64_t addr;

	load("00005000 T _text\n00005100 T core\n00001000 t a\t[low]\n"
	     "00001800 t b\t[low]\n");
	EXPECT_TEXT(at(0x1801), "b+1 low");
	EXPECT_TEXT(at(0x5101), "core+1");
	EXPECT_TRUE("found", whole_find(&st, "core", &addr));
	EXPECT_U64("core", addr, 0x5100);
	EXPECT_TRUE("not found", !whole_find(&st, "cor", &addr));
	symtab_close(&st);
}

TEST(a_map_of_data_alone_is_an_error)
{
	struct input in;
	static const char text[] = "00001000 D data\n";

	input_from_memory(&in, "map", text, strlen(text));
	EXPECT_FAIL(whole_load_input(&in, &st, &err), err, ERR_SYMBOLS);
	EXPECT_HAS(err.text, "map: has no symbol of code");
}

TEST(sections_of_a_program_bound_its_labels)
{
	static const struct fact facts[] = {
		{ "_init has no size and its section's end", 0x1016,
		  "_init+16" },
		{ "between sections", 0x1017, "-" },
		{ "stubs have no symbol", 0x1030, "-" },
		{ "a function", 0x1346, "hot_half+1d" },
	};
	uint64_t addr;

	EXPECT_OK(whole_load("testdata/perf/burn.xz", &st, &err), err);
	CHECK(facts);
	EXPECT_TEXT(st.build_id, "7366889186c6636f502489ec00f69ddac802dcaa");
	EXPECT_TRUE("code is in a segment",
		    whole_from_offset(&st, 0x1346, &addr));
	EXPECT_U64("where", addr, 0x1346);
	EXPECT_TRUE("headers are not", !whole_from_offset(&st, 0x40, &addr));
	symtab_close(&st);
}

TEST(a_stripped_program_is_still_an_image)
{
	EXPECT_OK(whole_load("testdata/elf/shapes.xz", &st, &err), err);
	EXPECT_U64("symbols", st.nr, 0);
	EXPECT_TRUE("dynamic", st.only_dynamic);
	EXPECT_TEXT(st.debuglink, "shapes.debug");
	EXPECT_TEXT(st.build_id, "b1f4e659dbd2c2fbad6704a6ca5219c1aa422853");
	EXPECT_TEXT(at(0x1130), "-");
	symtab_close(&st);
}

TEST(a_module_is_laid_out_as_the_kernel_does)
{
	static const struct fact facts[] = {
		{ ".text is first", 0, "in_text+0" },
		{ "its last byte", 0xc, "in_text+c" },
		{ ".text.unlikely is next", 0xd, "in_unlikely+0" },
		{ ".init.text is elsewhere, .exit.text follows", 0x1d,
		  "cleanup_module+0" },
		{ "the end", 0x28, "-" },
	};

	EXPECT_OK(whole_load("testdata/elf/small-module.ko.xz", &st, &err),
		  err);
	CHECK(facts);
	EXPECT_TRUE("a module", st.is_relocatable);
	symtab_close(&st);
}

TEST(stubs_are_named_after_what_they_call)
{
	struct input in;

	EXPECT_OK(input_open("testdata/perf/burn.xz", &in, &err), err);
	struct span data;
	EXPECT_OK(input_data(&in, &data, &err), err);
	EXPECT_OK(whole_load_stubs(&in, &st, &err), err);
	EXPECT_TRUE("some", st.nr > 3);
	EXPECT_TEXT(at(0x1020), "-");
	EXPECT_HAS(at(0x1030), "@plt+0");
	EXPECT_HAS(at(0x103f), "@plt+f");
	symtab_close(&st);
}

TEST(a_vmlinux_keeps_its_init_code)
{
	struct symtab text;
	size_t outside = 0;
	static const char path[] =
		"testdata/real/kernels/6.1.0-57-cloud-amd64/vmlinux.syms.xz";

	EXPECT_OK(symtab_load(path, &text, &err), err);
	EXPECT_OK(whole_load(path, &st, &err), err);
	for (size_t i = 0; i < st.nr; i++)
		outside += st.symbols[i].addr >= text.etext;
	EXPECT_TRUE("init", outside > 1000);
	EXPECT_TRUE("text", st.nr - outside >= text.nr);
	EXPECT_TEXT(st.build_id, text.build_id);
	symtab_close(&text);
	symtab_close(&st);
}

TEST_MAIN
