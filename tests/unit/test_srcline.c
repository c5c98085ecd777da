#include "diffprof/srcline.h"

#include <sys/stat.h>

#include "diffprof/whole.h"

#include "check.h"

/*
 * Images of testdata/elf/lines: labels there mark places, so what is to be found
 * does not depend on the compiler.  Some are kept, the others are made here if
 * their compiler is there.
 */
static struct arena arena;
static char directory[] = "/tmp/test_srcline.XXXXXX";

/* "function file:line < caller file:line < ..." of a spot. */
static const char *chain_of(const struct source_lines *lines, size_t at)
{
	const struct source_spot *spot = &lines->spots[lines->at[at]];
	const struct source_function *f = &lines->functions[spot->function];
	const char *text =
		arena_printf(&arena, "%s %s:%u", f->name ? f->name : "-",
			     spot->file ? spot->file : "-", spot->line);

	for (; f->caller; f = &lines->functions[f->caller])
		text = arena_printf(&arena, "%s < %s %s:%u", text,
				    lines->functions[f->caller].name,
				    f->call_file, f->call_line);
	return text;
}

static const struct {
	const char *label, *chain;
} places[] = {
	{ "mark_outer", "outer src/main.c:12" },
	{ "mark_inner", "inner include/inner.h:4 < middle src/main.c:6 <"
			" outer src/main.c:13" },
	{ "mark_after", "outer src/main.c:14" },
	{ "mark_other", "other src/main.c:20" },
};
#define NR_PLACES (sizeof(places) / sizeof(*places))

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Where the labels are, by number, and an address that nothing holds. */
static void find_labels(const char *path, uint64_t *of, uint64_t *addrs)
{
	struct symtab st;
	struct error err;

	EXPECT_OK(whole_load(path, &st, &err), err);
	for (size_t i = 0; i < NR_PLACES; i++) {
		EXPECT_TRUE(places[i].label,
			    whole_find(&st, places[i].label, &of[i]));
		addrs[i] = of[i];
	}
	symtab_close(&st);
	addrs[NR_PLACES] = UINT64_MAX;
	qsort(addrs, NR_PLACES + 1, sizeof(*addrs), by_number);
}

static void check_image(const char *what, const char *path, const char *symbols)
{
	uint64_t of[NR_PLACES], addrs[NR_PLACES + 1];
	struct source_lines lines;
	struct input in;
	struct error err;

	find_labels(symbols, of, addrs);
	EXPECT_OK(input_open(path, &in, &err), err);
	EXPECT_OK(srcline_find(&in, addrs, NR_PLACES + 1, &lines, &arena, &err),
		  err);
	for (size_t i = 0; i < NR_PLACES; i++) {
		size_t at = 0;

		while (addrs[at] != of[i])
			at++;
		const char *chain = chain_of(&lines, at);
		if (strcmp(chain, places[i].chain) != 0)
			check_failed(__FILE__, __LINE__, "%s: %s is %s, not %s",
				     what, places[i].label, chain,
				     places[i].chain);
	}
	EXPECT_U64("nobody holds the last", lines.at[NR_PLACES], 0);
	input_close(&in);
}

__attribute__((format(printf, 1, 2))) static bool run(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	const char *command = arena_vprintf(&arena, fmt, args);
	va_end(args);
	return system(command) == 0;
}

static const char *in_directory(const char *name)
{
	static bool made;

	if (!made)
		EXPECT_TRUE("a directory", mkdtemp(directory));
	made = true;
	return arena_printf(&arena, "%s/%s", directory, name);
}

/* The sources, where the names of units are relative to a tree of their own. */
static void copy_sources(void)
{
	EXPECT_TRUE("sources",
		    run("cp -r testdata/elf/lines/. %s", in_directory("")) &&
			    run("mkdir -p %s", in_directory("build")));
}

#define NEEDED(compiler)                                                       \
	do {                                                                   \
		if (!run("command -v %s >/dev/null", compiler)) {              \
			print_message("there is no %s\n", compiler);           \
			skip();                                                \
		}                                                              \
	} while (0)

/* COMPILE, in DIRECTORY/build, with all versions of DWARF; all ways to link. */
static void check_compiler(const char *compiler, const char *more)
{
	static const struct {
		const char *what, *link;
	} ways[] = {
		{ "as it is", "" },
		{ "compressed", "-Wl,--compress-debug-sections=zlib" },
	};

	NEEDED(compiler);
	copy_sources();
	for (int version = 2; version <= 5; version++) {
		const char *what =
			arena_printf(&arena, "%s, DWARF %d", compiler, version);

		EXPECT_TRUE(what, run("cd %s && %s -O1 -gdwarf-%d %s -c -o o.o"
				      " -I../include ../src/main.c",
				      in_directory("build"), compiler, version,
				      more));
		check_image(what, in_directory("build/o.o"),
			    in_directory("build/o.o"));
		for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
			EXPECT_TRUE(what, run("cd %s && %s -nostdlib -o linked"
					      " -Wl,-e,outer %s o.o",
					      in_directory("build"), compiler,
					      ways[i].link));
			check_image(arena_printf(&arena, "%s, %s", what,
						 ways[i].what),
				    in_directory("build/linked"),
				    in_directory("build/linked"));
		}
	}
}

TEST(kept_images_of_other_machines_and_compilers)
{
	static const char *const kept[] = {
		"testdata/elf/lines/s390x.xz", "testdata/elf/lines/s390x.ko.xz",
		"testdata/elf/lines/i386.xz",  "testdata/elf/lines/i386.ko.xz",
		"testdata/elf/lines/clang.xz",
	};

	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
		check_image(kept[i], kept[i], kept[i]);
}

TEST(images_of_gcc)
{
	check_compiler("gcc", "");
}

TEST(images_of_gcc_with_offsets_of_64_bits)
{
	check_compiler("gcc", "-gdwarf64");
}

TEST(images_of_gcc_whose_objects_are_compressed)
{
	check_compiler("gcc", "-gz");
}

TEST(images_of_clang_which_lists_no_ranges)
{
	check_compiler("clang", "");
}

TEST(images_of_clang_with_ranges)
{
	check_compiler("clang", "-gdwarf-aranges");
}

TEST(a_debug_file_has_the_lines_of_the_stripped_image)
{
	struct source_lines lines;
	const uint64_t addr = 0;
	struct input in;
	struct error err;

	NEEDED("gcc");
	copy_sources();
	EXPECT_TRUE("made", run("cd %s && gcc -O1 -g -nostdlib -o linked"
				" -Wl,-e,outer -I../include ../src/main.c &&"
				" objcopy --only-keep-debug linked debug &&"
				" objcopy --strip-debug linked",
				in_directory("build")));
	check_image("debug file", in_directory("build/debug"),
		    in_directory("build/linked"));
	EXPECT_OK(input_open(in_directory("build/linked"), &in, &err), err);
	EXPECT_FAIL(srcline_find(&in, &addr, 1, &lines, &arena, &err), err,
		    ERR_SYMBOLS);
	EXPECT_HAS(err.text, "/build/linked: no DWARF");
	input_close(&in);
}

/* What LINES say of the first label of the image at PATH. */
static void find_first(const char *path, struct source_lines *lines)
{
	uint64_t of[NR_PLACES], addrs[NR_PLACES + 1];
	struct input in;
	struct error err;

	find_labels(path, of, addrs);
	EXPECT_OK(input_open(path, &in, &err), err);
	EXPECT_OK(srcline_find(&in, of, 1, lines, &arena, &err), err);
	input_close(&in);
}

TEST(what_dwz_made_two_images_share_is_read)
{
	struct source_lines lines;

	NEEDED("gcc");
	NEEDED("dwz");
	copy_sources();
	for (int version = 4; version <= 5; version++) {
		const char *what =
			arena_printf(&arena, "dwz, DWARF %d", version);

		EXPECT_TRUE(what, run("cd %s && for i in 1 2; do gcc -O1"
				      " -gdwarf-%d -nostdlib -o shared$i"
				      " -Wl,-e,outer -Wl,--build-id -DI=$i"
				      " -I../include ../src/main.c || exit 1;"
				      " done && dwz -m common shared1 shared2",
				      in_directory("build"), version));
		check_image(what, in_directory("build/shared1"),
			    in_directory("build/shared1"));
		find_first(in_directory("build/shared1"), &lines);
		EXPECT_TRUE("nothing is elsewhere", !lines.elsewhere);
		EXPECT_TRUE("moved",
			    run("mv %s %s", in_directory("build/common"),
				in_directory("build/other")));
		find_first(in_directory("build/shared1"), &lines);
		EXPECT_TEXT(lines.elsewhere, "common");
		EXPECT_U64("the line is known all the same",
			   lines.spots[lines.at[0]].line, 12);
	}
}

TEST(of_split_dwarf_the_lines_are_known)
{
	struct source_lines lines;

	NEEDED("gcc");
	copy_sources();
	for (int version = 4; version <= 5; version++) {
		EXPECT_TRUE("made",
			    run("cd %s && gcc -O1 -gdwarf-%d -gsplit-dwarf"
				" -nostdlib -o split -Wl,-e,outer -I../include"
				" ../src/main.c",
				in_directory("build"), version));
		find_first(in_directory("build/split"), &lines);
		EXPECT_U64("line", lines.spots[lines.at[0]].line, 12);
		EXPECT_TEXT(lines.spots[lines.at[0]].file, "src/main.c");
		EXPECT_U64("function", lines.spots[lines.at[0]].function, 0);
		EXPECT_HAS(lines.elsewhere, ".dwo");
	}
}

TEST(what_is_no_image_is_an_error)
{
	static const char text[] = "\177ELF and nothing else";
	struct source_lines lines;
	struct input in;
	struct error err;

	input_from_memory(&in, "x", text, sizeof(text));
	EXPECT_FAIL(srcline_find(&in, NULL, 0, &lines, &arena, &err), err,
		    ERR_FORMAT);
}

TEST(nothing_is_left_behind)
{
	EXPECT_TRUE("removed", run("rm -rf %s", directory));
}

TEST_MAIN
