/*
 * Recordings of a sample or two in the images of testdata/elf/lines, and what
 * the sources say of them; test_srcline.c knows the places.
 */
#include "diffprof/reader.h"
#include "diffprof/resolve.h"
#include "diffprof/select.h"

#include "check.h"

static struct profile prof;
static struct samples *samples;
static struct symbol_sources sources;
static struct error err;
static uint32_t object;

static void begin(enum object_kind kind, const char *image)
{
	struct read_options opts = { 0 };

	profile_init(&prof, "d/some.data", "perf");
	profile_event(&prof, SPAN("cpu-clock"), NULL);
	samples = samples_begin(&prof, &opts);
	sources = (struct symbol_sources){ .root = "", .lines = true };
	object = samples_object(samples, kind);
	samples->objects[object].space = ADDRESS_LINKED;
	samples->objects[object].image = profile_image(&prof, span_of(image));
}

/* COUNT samples of ADDR. */
static uint32_t hit(uint64_t addr, uint64_t count)
{
	struct sample_key key = { .cpu = CPU_NONE };
	uint32_t frame = samples_frame_at(samples, object, addr);

	key.node = samples_node(samples, NODE_ROOT, frame);
	EXPECT_OK(samples_add(samples, &key, count, 0, NULL, &err), err);
	return frame;
}

/* "file:line", with " (function)" where it is inlined, of FRAME. */
static const char *source_of(uint32_t frame)
{
	const struct source *s = &prof.sources[samples->frame_source[frame]];
	struct span file = names_text(&prof.names, s->file);
	struct span inlined = names_text(&prof.names, s->inlined);

	return arena_printf(&prof.arena, "%.*s:%u%s%.*s%s", (int)file.len,
			    file.ptr, s->line, inlined.len ? " (" : "",
			    (int)inlined.len, inlined.ptr,
			    inlined.len ? ")" : "");
}

TEST(a_program_is_found_at_its_path)
{
	begin(OBJECT_USER, "/bin/lines");
	samples->objects[object].copy = "testdata/elf/lines/clang.xz";
	uint32_t inner = hit(0x401001, 3), other = hit(0x401010, 2);
	uint32_t behind = hit(0x409000, 1);

	EXPECT_OK(resolve(&prof, &sources, &err), err);
	EXPECT_TEXT(source_of(inner), "include/inner.h:4 (inner)");
	EXPECT_TEXT(source_of(other), "src/main.c:20");
	EXPECT_U64("nobody", samples->frame_source[behind], 0);
	profile_release(&prof);
}

TEST(a_module_is_laid_out_as_its_symbols_are)
{
	begin(OBJECT_MODULE, "[lines]");
	samples->objects[object].copy = "testdata/elf/lines/s390x.ko.xz";
	uint32_t inner = hit(4, 1), other = hit(0x20, 1);

	EXPECT_OK(resolve(&prof, &sources, &err), err);
	EXPECT_TEXT(source_of(inner), "include/inner.h:4 (inner)");
	EXPECT_TEXT(source_of(other), "src/main.c:20");
	profile_release(&prof);
}

TEST(nothing_with_dwarf_is_an_error_that_says_what_to_install)
{
	begin(OBJECT_MODULE, "[small_module]");
	samples->objects[object].copy = "testdata/elf/small-module.ko.xz";
	hit(2, 1);
	EXPECT_FAIL(resolve(&prof, &sources, &err), err, ERR_SYMBOLS);
	EXPECT_HAS(err.text, "testdata/elf/small-module.ko.xz: no DWARF");
	EXPECT_HAS(err.text, "install its debug package");
	profile_release(&prof);
}

TEST(an_image_without_dwarf_beside_one_that_has_it_is_a_note)
{
	begin(OBJECT_USER, "/bin/lines");
	samples->objects[object].copy = "testdata/elf/lines/clang.xz";
	hit(0x401001, 3);
	object = samples_object(samples, OBJECT_USER);
	samples->objects[object].space = ADDRESS_LINKED;
	samples->objects[object].image = profile_image(&prof, SPAN("/b/x"));
	hit(0x1000, 1);
	EXPECT_OK(resolve(&prof, &sources, &err), err);

	const struct note *note = prof.notes.first;
	while (note && strcmp(note->code, "no-lines") != 0)
		note = note->next;
	EXPECT_TRUE("a note", note);
	EXPECT_HAS(note->text, "1 samples (25.0%) of /b/x have no source line");
	profile_release(&prof);
}

TEST(without_being_asked_nothing_is_looked_for)
{
	begin(OBJECT_USER, "/bin/lines");
	samples->objects[object].copy = "testdata/elf/lines/clang.xz";
	sources.lines = false;
	hit(0x401001, 3);
	EXPECT_OK(resolve(&prof, &sources, &err), err);
	EXPECT_TRUE("no lines", !samples->frame_source && !prof.nr_sources);
	profile_release(&prof);
}

/* For annotate: where in the image, and in which file that is. */
TEST(places_are_those_of_the_image)
{
	begin(OBJECT_MODULE, "[lines]");
	sources.lines = false;
	sources.places = true;
	samples->objects[object].copy = "testdata/elf/lines/s390x.ko.xz";
	samples->objects[object].space = ADDRESS_VIRTUAL;
	samples->objects[object].start = 0x3ff80001000;
	uint32_t inner = hit(0x3ff80001004, 1);

	EXPECT_OK(resolve(&prof, &sources, &err), err);
	const struct image_files *files = &samples->objects[object].files;

	EXPECT_U64("in the file", samples->frame_place[inner], 4);
	EXPECT_TEXT(files->code.path, "testdata/elf/lines/s390x.ko.xz");
	EXPECT_TEXT(files->lines.path, "testdata/elf/lines/s390x.ko.xz");
	EXPECT_TRUE("no DWARF was read", !prof.nr_sources);
	profile_release(&prof);
}

TEST(places_do_not_depend_on_where_kaslr_put_the_kernel)
{
	const uint64_t moved = 0x3a000000;
	struct symtab vmlinux;

	EXPECT_OK(symtab_load("testdata/elf/lines/kernel.xz", &vmlinux, &err),
		  err);
	begin(OBJECT_KERNEL, "[kernel.kallsyms]");
	sources.lines = false;
	sources.places = true;
	sources.vmlinux = &vmlinux;
	samples->objects[object].space = ADDRESS_VIRTUAL;
	samples->objects[object].ref_symbol = "_stext";
	samples->objects[object].ref_addr = vmlinux.stext + moved;
	uint32_t inside = hit(vmlinux.stext + 9 + moved, 1);
	uint32_t outside = hit(0x1234, 1);

	EXPECT_OK(resolve(&prof, &sources, &err), err);
	EXPECT_U64("as it was linked", samples->frame_place[inside],
		   vmlinux.stext + 9);
	EXPECT_U64("elsewhere, too", samples->frame_place[outside],
		   0x1234 - moved);
	EXPECT_TEXT(samples->objects[object].files.lines.path,
		    "testdata/elf/lines/kernel.xz");
	profile_release(&prof);
	symtab_close(&vmlinux);
}

static const struct {
	const char *what, *rows;
	enum group_key by[3];
	size_t nr_by;
	unsigned depth;
} groups[] = {
	{ "file",
	  "include/inner.h 3, src/main.c 2, [unknown] 1",
	  { GROUP_FILE },
	  1,
	  0 },
	{ "dir", "include 3, src 2, [unknown] 1", { GROUP_DIR }, 1, 0 },
	{ "dir:1", "include 3, src 2, [unknown] 1", { GROUP_DIR }, 1, 1 },
	{ "line",
	  "include/inner.h:4 3, src/main.c:20 2, [unknown] 1",
	  { GROUP_LINE },
	  1,
	  0 },
	{ "inline", "inner 3, other 2, *unknown* 1", { GROUP_INLINE }, 1, 0 },
	{ "symbol,inline",
	  "mark_inner: inner 3, other: other 2,"
	  " *unknown*: *unknown* 1",
	  { GROUP_SYMBOL, GROUP_INLINE },
	  2,
	  0 },
	{ "file,symbol",
	  "include/inner.h: mark_inner 3, src/main.c: other 2,"
	  " [unknown]: *unknown* 1",
	  { GROUP_FILE, GROUP_SYMBOL },
	  2,
	  0 },
};

TEST(samples_are_grouped_by_what_the_sources_say)
{
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		struct selection sel = { .nr_by = groups[i].nr_by,
					 .dir_depth = groups[i].depth };
		const char *text = NULL;

		memcpy(sel.by, groups[i].by, sizeof(groups[i].by));
		begin(OBJECT_USER, "/bin/lines");
		samples->objects[object].copy = "testdata/elf/lines/clang.xz";
		hit(0x401001, 3);
		hit(0x401010, 2);
		hit(0x409000, 1);
		EXPECT_OK(resolve(&prof, &sources, &err), err);
		EXPECT_OK(profile_select(&prof, &sel, &err), err);
		for (size_t k = 0; k < prof.nr; k++) {
			struct span key =
				names_text(&prof.names, prof.rows[k].symbol);

			text = arena_printf(&prof.arena, "%s%s%.*s %llu",
					    text ? text : "", text ? ", " : "",
					    (int)key.len, key.ptr,
					    (unsigned long long)prof.rows[k]
						    .count);
		}
		if (strcmp(text, groups[i].rows) != 0)
			check_failed(__FILE__, __LINE__, "%s: %s, not %s",
				     groups[i].what, text, groups[i].rows);
		profile_release(&prof);
	}
}

TEST_MAIN
