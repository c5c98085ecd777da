#include "diffprof/resolve.h"

#include <sys/stat.h>

#include "diffprof/reader.h"
#include "diffprof/select.h"

#include "check.h"

/*
 * Each test has a system of its own below a directory, with the genuine images
 * of testdata/ in it, and a recording of a few frames.
 */
#define BURN_ID "7366889186c6636f502489ec00f69ddac802dcaa"
#define SHAPES_ID "b1f4e659dbd2c2fbad6704a6ca5219c1aa422853"
#define KERNEL_ID "48dc540c8b76393804ca8088dbfa7d42911a9444"
#define TEXT_ADDR 0xffffffff81000000u
#define READ_ZERO 0xffffffff81d33df7u

static struct world {
	char root[64];
	struct profile prof;
	struct samples *samples;
	uint32_t object, frame;
	struct symbol_sources sources;
	struct error err;
} w;

static const char *below(const char *name)
{
	static char path[2][512];
	static unsigned turn;
	char *at = path[turn++ % 2];

	snprintf(at, sizeof(path[0]), "%s/%s", w.root, name);
	return at;
}

static void begin(void)
{
	static char profile[128];
	struct read_options opts = { 0 };

	w = (struct world){ .root = "/tmp/test_resolve.XXXXXX" };
	assert_non_null(mkdtemp(w.root));
	setenv("HOME", "/home/user", 1);
	snprintf(profile, sizeof(profile), "%s/d/some.data", w.root);
	profile_init(&w.prof, profile, "perf");
	profile_event(&w.prof, SPAN("cpu-clock"), NULL);
	w.samples = samples_begin(&w.prof, &opts);
	w.sources.root = w.root;
}

static void end(void)
{
	char command[128];

	profile_release(&w.prof);
	snprintf(command, sizeof(command), "rm -rf '%s'", w.root);
	assert_int_equal(system(command), 0);
}

/* Open NAME below the root for writing, with the directories it is in. */
static FILE *create(const char *name)
{
	char path[512];

	strcpy(path, below(name));
	for (char *p = path + strlen(w.root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(path, 0755);
		*p = '/';
	}
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	return file;
}

static void put(const char *name, const void *data, size_t size)
{
	FILE *file = create(name);

	assert_int_equal(fwrite(data, 1, size, file), size);
	fclose(file);
}

/* A file of testdata, unpacked. */
static void put_real(const char *name, const char *from)
{
	struct input in;
	struct span data;

	EXPECT_OK(input_open(from, &in, &w.err), w.err);
	EXPECT_OK(input_data(&in, &data, &w.err), w.err);
	put(name, data.ptr, data.len);
	input_close(&in);
}

static struct object *object(enum object_kind kind, enum address_space space,
			     const char *image)
{
	w.object = samples_object(w.samples, kind);

	struct object *o = &w.samples->objects[w.object];
	o->space = space;
	o->image = profile_image(&w.prof, span_of(image));
	return o;
}

static struct object *kernel(void)
{
	struct object *o =
		object(OBJECT_KERNEL, ADDRESS_VIRTUAL, "[kernel.kallsyms]");

	o->ref_symbol = "_text";
	o->ref_addr = TEXT_ADDR;
	o->size = 0x1209988;
	o->build_id = KERNEL_ID;
	return o;
}

/* COUNT samples of ADDR in the object made last. */
static uint32_t hit(uint64_t addr, uint64_t count)
{
	struct sample_key key = { .cpu = CPU_NONE };

	w.frame = samples_frame_at(w.samples, w.object, addr);
	key.node = samples_node(w.samples, NODE_ROOT, w.frame);
	EXPECT_OK(samples_add(w.samples, &key, count, 0, NULL, &w.err), w.err);
	return w.frame;
}

static void names_are_found(void)
{
	uint64_t before = w.prof.events[0].listed;

	EXPECT_OK(resolve(&w.prof, &w.sources, &w.err), w.err);
	EXPECT_U64("samples", w.prof.events[0].listed, before);
	for (size_t i = 0; i < w.samples->nr_frames; i++)
		EXPECT_TRUE("named", w.samples->frames[i].symbol != NAME_NONE);
}

#define EXPECT_FRAME(frame_, symbol_, image_)                                  \
	do {                                                                   \
		const struct frame *f_ = &w.samples->frames[frame_];           \
		EXPECT_SPAN("symbol", names_text(&w.prof.names, f_->symbol),   \
			    span_of(symbol_));                                 \
		EXPECT_SPAN("image", names_text(&w.prof.names, f_->image),     \
			    span_of(image_));                                  \
	} while (0)

static const char *note(const char *code)
{
	for (const struct note *n = w.prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return "";
}

#define KALLSYMS "testdata/perf/kallsyms.xz"
#define BURN "testdata/perf/burn.xz"

static const struct {
	const char *what, *name;
	const char *build_id, *release;
	bool notes, found;
} kernels[] = {
	{ "beside it", "d/kallsyms", KERNEL_ID, NULL, false, true },
	{ "of the same stem", "d/some.kallsyms", NULL, NULL, false, true },
	{ "perf's cache",
	  "home/user/.debug/[kernel.kallsyms]/" KERNEL_ID "/kallsyms",
	  KERNEL_ID, NULL, false, true },
	{ "perf's cache by build id",
	  "home/user/.debug/.build-id/48/dc540c8b76393804ca8088dbfa7d42911a9444"
	  "/kallsyms",
	  KERNEL_ID, NULL, false, true },
	{ "perf's cache of another build",
	  "home/user/.debug/[kernel.kallsyms]/" BURN_ID "/kallsyms", KERNEL_ID,
	  NULL, false, false },
	{ "the release's", "boot/System.map-6.18.0", NULL, "6.18.0", false,
	  true },
	{ "another release's", "boot/System.map-6.18.1", NULL, "6.18.0", false,
	  false },
	{ "the running kernel's", "proc/kallsyms", KERNEL_ID, NULL, true,
	  true },
	{ "another running kernel's", "proc/kallsyms", BURN_ID, NULL, true,
	  false },
	{ "a running kernel that says nothing", "proc/kallsyms", KERNEL_ID,
	  NULL, false, false },
};

/* As the kernel shows it: another note first. */
static void put_notes(void)
{
	static const unsigned char notes[] = {
		6,    0,    0,	  0,	1,    0,    0,	  0,	0,    1,
		0,    0,    'L',  'i',	'n',  'u',  'x',  0,	0,    0,
		0,    0,    0,	  0,	4,    0,    0,	  0,	20,   0,
		0,    0,    3,	  0,	0,    0,    'G',  'N',	'U',  0,
		0x48, 0xdc, 0x54, 0x0c, 0x8b, 0x76, 0x39, 0x38, 0x04, 0xca,
		0x80, 0x88, 0xdb, 0xfa, 0x7d, 0x42, 0x91, 0x1a, 0x94, 0x44,
	};

	put("sys/kernel/notes", notes, sizeof(notes));
}

TEST(a_kernel_is_found_by_what_is_known_of_it)
{
	for (size_t i = 0; i < sizeof(kernels) / sizeof(*kernels); i++) {
		begin();
		put_real(kernels[i].name, KALLSYMS);
		if (kernels[i].notes)
			put_notes();
		w.prof.release = kernels[i].release;
		struct object *o = kernel();
		o->build_id = kernels[i].build_id;
		hit(READ_ZERO, 3);
		names_are_found();
		print_message("# %s\n", kernels[i].what);
		EXPECT_FRAME(w.frame,
			     kernels[i].found ? "read_zero" : SYMBOL_UNKNOWN,
			     "vmlinux");
		EXPECT_HAS(note("symbols-found"),
			   kernels[i].found ? kernels[i].name : "");
		EXPECT_HAS(note("no-symbols"),
			   kernels[i].found ? "" : "3 samples (100.0%) of");
		end();
	}
}

TEST(kernel_frames_get_start_and_size)
{
	begin();
	put_real("d/kallsyms", KALLSYMS);
	kernel();
	hit(READ_ZERO, 1);
	names_are_found();
	EXPECT_U64("start", w.samples->frames[w.frame].start, READ_ZERO - 0x77);
	EXPECT_TRUE("size", w.samples->frames[w.frame].size > 0x77);
	end();
}

TEST(kaslr_is_undone_by_the_reference_symbol)
{
	begin();
	put_real("d/kallsyms", KALLSYMS);
	kernel()->ref_addr += 0x1e00000;
	uint32_t hit_one = hit(READ_ZERO + 0x1e00000, 1);
	uint32_t behind = hit(READ_ZERO + 0x1e00000 + 0x8000000, 1);
	names_are_found();
	EXPECT_FRAME(hit_one, "read_zero", "vmlinux");
	EXPECT_FRAME(behind, SYMBOL_UNKNOWN, "vmlinux");
	end();
}

TEST(a_distance_of_half_a_page_is_another_kernel)
{
	begin();
	put_real("d/kallsyms", KALLSYMS);
	kernel()->ref_addr += 0x800;
	hit(READ_ZERO, 1);
	names_are_found();
	EXPECT_FRAME(w.frame, SYMBOL_UNKNOWN, "vmlinux");
	end();
}

TEST(kallsyms_name_modules_and_do_not_reach_beyond_them)
{
	static const char map[] = "ffffffff81000000 T _text\n"
				  "ffffffff81000100 T last\n"
				  "ffffffff81000200 T _etext\n"
				  "ffffffff81000300 D data\n"
				  "ffffffffc0000000 t start\t[one]\n"
				  "ffffffffc0000010 d state\t[one]\n"
				  "ffffffffc0002000 t start\t[two]\n";
	begin();
	put("d/kallsyms", map, sizeof(map) - 1);
	kernel()->size = 0;
	uint32_t last = hit(0xffffffff810001ffu, 1);
	uint32_t behind = hit(0xffffffff81000200u, 1);
	uint32_t one = hit(0xffffffffc000000fu, 1);
	uint32_t data = hit(0xffffffffc0000010u, 1);
	uint32_t two = hit(0xffffffffc0002001u, 1);
	uint32_t far = hit(0xffffffffc0012001u, 1);
	names_are_found();
	EXPECT_FRAME(last, "last", "vmlinux");
	EXPECT_FRAME(behind, SYMBOL_UNKNOWN, "vmlinux");
	EXPECT_FRAME(one, "start", "one");
	EXPECT_FRAME(data, SYMBOL_UNKNOWN, "vmlinux");
	EXPECT_FRAME(two, "start", "two");
	EXPECT_FRAME(far, SYMBOL_UNKNOWN, "vmlinux");
	end();
}

TEST(rows_know_the_other_names_of_an_address)
{
	static const char map[] = "ffffffff81000000 T _text\n"
				  "ffffffff81000100 T memcpy\n"
				  "ffffffff81000100 T __pi_memcpy\n"
				  "ffffffff81000100 t $x\n"
				  "ffffffff81000200 T alone\n"
				  "ffffffff81000300 T _etext\n";
	const struct selection sel = { 0 };

	begin();
	put("d/kallsyms", map, sizeof(map) - 1);
	kernel()->size = 0;
	hit(0xffffffff81000204u, 1);
	hit(0xffffffff81000104u, 1);
	hit(0xffffffff81000108u, 1);
	names_are_found();
	EXPECT_OK(profile_select(&w.prof, &sel, &w.err), w.err);
	EXPECT_U64("rows", w.prof.nr, 2);
	EXPECT_U64("alone", w.prof.rows[0].aliases, 0);
	const name_id *other = w.prof.aliases + w.prof.rows[1].aliases;
	EXPECT_SPAN("other name", names_text(&w.prof.names, other[0]),
		    SPAN("__pi_memcpy"));
	EXPECT_U64("no more", other[1], NAME_NONE);
	end();
}

TEST(modules_of_another_boot_are_anywhere)
{
	static const char map[] = "ffffffff81000000 T _text\n"
				  "ffffffff81000200 T _etext\n"
				  "ffffffffc0000000 t start\t[one]\n";
	begin();
	put("d/kallsyms", map, sizeof(map) - 1);
	struct object *o = kernel();
	o->size = 0;
	o->ref_addr += 0x1000000;
	uint32_t core = hit(0xffffffff82000000u, 1);
	uint32_t module = hit(0xffffffffc1000000u, 1);
	names_are_found();
	EXPECT_FRAME(core, "_text", "vmlinux");
	EXPECT_FRAME(module, SYMBOL_UNKNOWN, "vmlinux");
	end();
}

TEST(hidden_addresses_say_which_sysctl)
{
	static const char map[] = "0000000000000000 T _text\n"
				  "0000000000000000 T schedule\n";
	begin();
	put("proc/kallsyms", map, sizeof(map) - 1);
	put_notes();
	kernel();
	hit(READ_ZERO, 1);
	names_are_found();
	EXPECT_HAS(note("no-symbols"), "kernel.kptr_restrict=0");
	end();
}

TEST(a_map_that_was_named_must_fit)
{
	struct symtab map;

	begin();
	EXPECT_OK(symtab_load(KALLSYMS, &map, &w.err), w.err);
	w.sources.map = &map;
	struct object *o = kernel();
	hit(READ_ZERO, 1);
	names_are_found();
	EXPECT_FRAME(w.frame, "read_zero", "vmlinux");

	o->size = 0x1000000;	// before _etext
	hit(READ_ZERO + 1, 1);
	EXPECT_FAIL(resolve(&w.prof, &w.sources, &w.err), w.err, ERR_SYMBOLS);
	EXPECT_HAS(w.err.text, "text of 18913672 bytes");

	o->size = 0x4000000;	// up to the first module, for all it says
	EXPECT_OK(resolve(&w.prof, &w.sources, &w.err), w.err);
	hit(READ_ZERO + 2, 1);
	o->ref_symbol = "_start_of_nothing";
	EXPECT_FAIL(resolve(&w.prof, &w.sources, &w.err), w.err, ERR_SYMBOLS);
	EXPECT_HAS(w.err.text, "no _start_of_nothing");
	symtab_close(&map);
	end();
}

TEST(a_map_of_another_size_is_passed_over)
{
	static const char map[] = "ffffffff81000000 T _text\n"
				  "ffffffff81d33000 T other\n"
				  "ffffffff81f00000 T _etext\n"
				  "ffffffff83000000 D _edata\n";
	begin();
	put("d/System.map", map, sizeof(map) - 1);
	kernel();
	hit(READ_ZERO, 1);
	names_are_found();
	EXPECT_FRAME(w.frame, SYMBOL_UNKNOWN, "vmlinux");
	EXPECT_HAS(note("no-symbols"), "d/System.map is of another kernel");
	end();
}

TEST(text_of_oprofile_counts_from_its_start)
{
	struct symtab map;

	begin();
	EXPECT_OK(symtab_load(KALLSYMS, &map, &w.err), w.err);
	w.sources.map = &map;
	object(OBJECT_KERNEL, ADDRESS_TEXT, "vmlinux");
	hit(READ_ZERO - TEXT_ADDR, 1);
	names_are_found();
	EXPECT_FRAME(w.frame, "read_zero", "vmlinux");
	symtab_close(&map);
	end();
}

TEST(a_guest_gets_nothing_of_the_host)
{
	begin();
	put_real("d/kallsyms", KALLSYMS);
	put_real("boot/System.map-6.18.0", KALLSYMS);
	w.prof.release = "6.18.0";
	struct object *o = kernel();
	o->guest = true;
	o->build_id = NULL;
	o->image = profile_image(&w.prof, SPAN("[guest.kernel.kallsyms]"));
	hit(READ_ZERO, 1);
	names_are_found();
	EXPECT_FRAME(w.frame, SYMBOL_UNKNOWN, IMAGE_GUEST_KERNEL);
	end();
}

static const struct {
	const char *what, *name, *build_id;
	const char *symbol;
} burns[] = {
	{ "at its path", "tmp/burn/burn", BURN_ID, "hot_half" },
	{ "no build id known", "tmp/burn/burn", NULL, "hot_half" },
	{ "another build", "tmp/burn/burn", KERNEL_ID, SYMBOL_UNKNOWN },
	{ "beside the recording", "d/burn", BURN_ID, "hot_half" },
	{ "beside it, no build id known", "d/burn", NULL, "hot_half" },
	{ "beside it, another build", "d/burn", KERNEL_ID, SYMBOL_UNKNOWN },
	{ "perf's cache",
	  "home/user/.debug/.build-id/73/66889186c6636f502489ec00f69ddac802dcaa"
	  "/elf",
	  BURN_ID, "hot_half" },
	{ "only a debug file",
	  "usr/lib/debug/.build-id/73/66889186c6636f502489ec00f69ddac802dcaa"
	  ".debug",
	  BURN_ID, "hot_half" },
};

TEST(a_program_is_taken_if_it_is_what_was_recorded)
{
	for (size_t i = 0; i < sizeof(burns) / sizeof(*burns); i++) {
		begin();
		put_real(burns[i].name, BURN);
		struct object *o =
			object(OBJECT_USER, ADDRESS_FILE, "/tmp/burn/burn");
		o->path = "/tmp/burn/burn";
		o->build_id = burns[i].build_id;
		hit(0x1346, 5);
		print_message("# %s\n", burns[i].what);
		names_are_found();
		EXPECT_FRAME(w.frame, burns[i].symbol, "/tmp/burn/burn");
		EXPECT_HAS(note("image-by-path"), burns[i].build_id ? "" :
					  "does not say which build");
		if (!strcmp(burns[i].what, "another build"))
			EXPECT_HAS(note("no-symbols"),
				   "another build (" BURN_ID
				   ", recorded was " KERNEL_ID ")");
		end();
	}
}

TEST(a_copy_in_the_recording_is_trusted)
{
	begin();
	put_real("copy", BURN);
	struct object *o = object(OBJECT_USER, ADDRESS_LINKED, "/bin/burn");
	o->copy = below("copy");
	hit(0x1346, 5);
	names_are_found();
	EXPECT_FRAME(w.frame, "hot_half", "/bin/burn");
	end();
}

TEST(a_stripped_program_has_its_names_in_a_debug_file)
{
	static const char *const places[] = {
		"bin/shapes.debug",
		"bin/.debug/shapes.debug",
		"usr/lib/debug/bin/shapes.debug",
		("usr/lib/debug/.build-id/b1/"
		 "f4e659dbd2c2fbad6704a6ca5219c1aa422853.debug"),
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		begin();
		put_real("bin/shapes", "testdata/elf/shapes.xz");
		put_real(places[i], "testdata/elf/shapes.debug.xz");
		struct object *o =
			object(OBJECT_USER, ADDRESS_FILE, "/bin/shapes");
		o->path = "/bin/shapes";
		uint32_t local = hit(0x1130, 1), push = hit(0x1179, 1);
		uint32_t gap = hit(0x1028, 1);
		names_are_found();
		EXPECT_FRAME(local, "shapes::only_local", "/bin/shapes");
		EXPECT_FRAME(push, "shapes::list<int>::push", "/bin/shapes");
		EXPECT_FRAME(gap, SYMBOL_UNKNOWN, "/bin/shapes");
		end();
	}
}

TEST(a_stripped_program_without_one_says_so)
{
	begin();
	put_real("bin/shapes", "testdata/elf/shapes.xz");
	struct object *o = object(OBJECT_USER, ADDRESS_FILE, "/bin/shapes");
	o->path = "/bin/shapes";
	o->build_id = SHAPES_ID;
	hit(0x1130, 1);
	names_are_found();
	EXPECT_HAS(note("no-symbols"), "/bin/shapes was stripped");
	end();
}

TEST(a_module_is_laid_out_from_where_it_was_loaded)
{
	static const char *const trees[] = {
		"lib/modules/6.1.0/kernel/fs/small-module.ko",
		"lib/modules/6.1.0/updates/small-module.ko.xz",
		"tree/small-module.ko",
	};

	for (size_t i = 0; i < sizeof(trees) / sizeof(*trees); i++) {
		begin();
		put_real(trees[i], "testdata/elf/small-module.ko.xz");
		w.prof.release = "6.1.0";
		w.sources.modules = i == 2 ? below("tree") : NULL;
		struct object *o = object(OBJECT_MODULE, ADDRESS_VIRTUAL,
					  "[small_module]");
		o->start = 0xffffffffc0100000u;
		uint32_t text = hit(0xffffffffc0100002u, 1);
		uint32_t cold = hit(0xffffffffc0100011u, 1);
		uint32_t behind = hit(0xffffffffc0101000u, 1);
		names_are_found();
		EXPECT_FRAME(text, "in_text", "small_module");
		EXPECT_FRAME(cold, "in_unlikely", "small_module");
		EXPECT_FRAME(behind, SYMBOL_UNKNOWN, "small_module");
		end();
	}
}

TEST(a_module_of_this_boot_is_in_kallsyms)
{
	static const char map[] = "ffffffff81000000 T _text\n"
				  "ffffffff81000200 T _etext\n"
				  "ffffffffc0000010 t start\t[one]\n";
	static const struct {
		uint64_t start;
		const char *symbol;
	} loaded[] = { { 0xffffffffc0000000u, "start" },
		       { 0xffffffffbfff0000u, SYMBOL_UNKNOWN } };

	for (size_t i = 0; i < 2; i++) {
		begin();
		put("d/kallsyms", map, sizeof(map) - 1);
		struct object *o =
			object(OBJECT_MODULE, ADDRESS_VIRTUAL, "[one]");
		o->start = loaded[i].start;
		uint32_t frame = hit(0xffffffffc0000018u, 1);
		kernel()->size = 0;
		hit(0xffffffff81000000u, 1);
		names_are_found();
		EXPECT_FRAME(frame, loaded[i].symbol, "one");
		end();
	}
}

TEST(what_the_recording_names_itself_comes_first)
{
	begin();
	uint32_t o = samples_object(w.samples, OBJECT_NAMED);

	w.object = o;
	w.samples->objects[o].image = profile_image(&w.prof, SPAN("bpf_prog"));
	*samples_object_symbol(w.samples, o) = (struct object_symbol){
		0x2000, 0x10, names_intern(&w.prof.names, SPAN("second"))
	};
	*samples_object_symbol(w.samples, o) = (struct object_symbol){
		0x1000, 0x10, names_intern(&w.prof.names, SPAN("first"))
	};
	uint32_t a = hit(0x100f, 1), b = hit(0x1010, 1), c = hit(0x2000, 1);
	names_are_found();
	EXPECT_FRAME(a, "first", "bpf_prog");
	EXPECT_FRAME(b, SYMBOL_UNKNOWN, "bpf_prog");
	EXPECT_FRAME(c, "second", "bpf_prog");
	end();
}

TEST(heaps_are_unknown_without_a_note)
{
	begin();
	object(OBJECT_ANON, ADDRESS_VIRTUAL, "[heap]");
	hit(0x1000, 1);
	names_are_found();
	EXPECT_FRAME(w.frame, SYMBOL_UNKNOWN, "[heap]");
	EXPECT_TRUE("no note", !w.prof.notes.first);
	end();
}

TEST(without_samples_there_is_nothing_to_do)
{
	begin();
	w.prof.samples = NULL;
	EXPECT_OK(resolve(&w.prof, &w.sources, &w.err), w.err);
	end();
}

TEST_MAIN
