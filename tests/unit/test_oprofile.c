#include <fcntl.h>
#include <sys/stat.h>

#include "diffprof/reader.h"
#include "diffprof/samples.h"

#include "opmade.h"

static char top[] = "/tmp/test_oprofile.XXXXXX";

/* Make the folders of PATH, which is below `top', and the file. */
static void write_file(const char *path, struct span bytes)
{
	char whole[512];

	snprintf(whole, sizeof(whole), "%s/%s", top, path);
	for (char *p = whole + strlen(top) + 1; *p; p++)
		if (*p == '/') {
			*p = '\0';
			mkdir(whole, 0700);
			*p = '/';
		}
	int fd = open(whole, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	EXPECT_TRUE(path, fd >= 0);
	EXPECT_U64(path, write(fd, bytes.ptr, bytes.len), bytes.len);
	close(fd);
}

static void begin(void)
{
	strcpy(top + strlen(top) - 6, "XXXXXX");
	EXPECT_TRUE("a directory", mkdtemp(top));
}

static void end(void)
{
	char command[80];

	snprintf(command, sizeof(command), "rm -rf %s", top);
	EXPECT_U64("rm", system(command), 0);
}

/* A file with the nodes 0x10: COUNT, 0x20: 1. */
static void sample_file(const char *path, bool is_kernel, uint32_t count)
{
	struct opmade m = { .version = 0x13, .align = 8, .time = 8,
			    .is_kernel = is_kernel, .event = 0x79,
			    .count = 500, .mtime = 1066000000 };

	opmade_node(&m, 0x10, count);
	opmade_node(&m, 0x20, 1);
	write_file(path, opmade_bytes(&m));
	opmade_release(&m);
}

struct session {
	struct profile prof;
	struct input in;
	struct error err;
	char path[512];
};

static int session_read(struct session *s, const char *path)
{
	const struct read_options opts = { .comm = true, .cpu = true };
	struct stat st;

	snprintf(s->path, sizeof(s->path), "%s%s%s", top, *path ? "/" : "",
		 path);
	s->in = (struct input){ .path = s->path, .fd = -1 };
	profile_init(&s->prof, s->path, "oprofile");
	if (!stat(s->path, &st) && S_ISREG(st.st_mode))
		EXPECT_OK(input_open(s->path, &s->in, &s->err), s->err);
	return reader_oprofile.read(&s->in, &opts, &s->prof, &s->err);
}

static void session_close(struct session *s)
{
	profile_release(&s->prof);
	input_close(&s->in);
}

static void expect_read(struct session *s, const char *path)
{
	if (session_read(s, path) < 0)
		check_failed(__FILE__, __LINE__, "%s: %s", path, s->err.text);
}

static const char *note(const struct session *s, const char *code)
{
	for (const struct note *n = s->prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return NULL;
}

/*
 * "EVENT: COUNT IMAGE+ADDR COMM CPU, ...": the samples of each event, in the
 * order in which they came; k for the kernel's, m for a module's.
 */
static char *told(struct session *s)
{
	struct profile *prof = &s->prof;
	struct arena *arena = &prof->arena;
	const struct samples *all = prof->samples;
	char *text = arena_strdup(arena, "");

	for (size_t i = 0; i < all->nr_samples; i++) {
		const struct sample *sample = &all->samples[i];
		const struct frame *f =
			&all->frames[samples_leaf(all, sample->key.node)];
		const struct object *o = &all->objects[f->object];
		struct span image = names_text(&prof->names, o->image);
		struct span comm = names_text(&prof->names, sample->key.comm);

		text = arena_printf(arena, "%s%s%s %llu %c:%.*s+%llx %.*s %d",
				    text, i ? ", " : "",
				    prof->events[sample->key.event].name,
				    (unsigned long long)sample->count,
				    "kmuna"[o->kind], (int)image.len, image.ptr,
				    (unsigned long long)f->addr, (int)comm.len,
				    comm.ptr, sample->key.cpu);
	}
	return text;
}

#define LS "{root}/bin/ls/{dep}/"

TEST(images_are_programs_kernels_modules_and_regions)
{
	static const struct {
		const char *what, *path, *told;
		bool is_kernel;
	} cases[] = {
		{ "a program", LS "{root}/bin/ls/A.5.0.all.all.all",
		  "A 7 u:/bin/ls+10 ls -1, A 1 u:/bin/ls+20 ls -1", false },
		{ "a library", LS "{root}/lib/c.so/A.5.0.1.1.3",
		  "A 7 u:/lib/c.so+10 ls 3, A 1 u:/lib/c.so+20 ls 3", false },
		{ "a kernel", LS "{kern}/vmlinux/A.5.0.all.all.all",
		  "A 7 k:vmlinux+10 ls -1, A 1 k:vmlinux+20 ls -1", true },
		{ "a kernel by its path",
		  LS "{root}/boot/vmlinux-6.1.0-9/A.5.0.all.all.all",
		  "A 7 k:vmlinux+10 ls -1, A 1 k:vmlinux+20 ls -1", true },
		{ "a kernel of an odd name",
		  LS "{root}/boot/mine/A.5.0.all.all.all",
		  "A 7 k:vmlinux+10 ls -1, A 1 k:vmlinux+20 ls -1", true },
		{ "a program named as the kernel",
		  LS "{root}/boot/mine/A.5.0.all.all.all",
		  "A 7 u:/boot/mine+10 ls -1, A 1 u:/boot/mine+20 ls -1",
		  false },
		{ "a hypervisor",
		  LS "{root}/boot/xen-syms-4.1/A.5.0.all.all.all",
		  "A 7 u:[hypervisor]+10 ls -1, A 1 u:[hypervisor]+20 ls -1",
		  true },
		{ "no hypervisor's image", LS "{kern}/no-xen/A.5.0.all.all.all",
		  "A 7 u:[hypervisor]+10 ls -1, A 1 u:[hypervisor]+20 ls -1",
		  true },
		{ "a module for guests", LS "{kern}/xenfs/A.5.0.all.all.all",
		  "A 7 m:xenfs+10 ls -1, A 1 m:xenfs+20 ls -1", true },
		{ "a module", LS "{kern}/snd-hda/A.5.0.all.all.all",
		  "A 7 m:snd_hda+10 ls -1, A 1 m:snd_hda+20 ls -1", true },
		{ "a module of 2.4", "}lib}modules}2.4.20}ext3}ext3.o#0",
		  "event-0x79 7 m:ext3+10 ext3.o -1,"
		  " event-0x79 1 m:ext3+20 ext3.o -1",
		  true },
		{ "the kernel without applications",
		  "{kern}/vmlinux-2.6.5/{dep}/{kern}/vmlinux-2.6.5/T.0.0.all.all.0",
		  "T 7 k:vmlinux+10 vmlinux 0, T 1 k:vmlinux+20 vmlinux 0",
		  true },
		{ "a heap", LS "{anon:[heap]}/9.0x1000.0x2000/A.5.0.9.9.all",
		  "A 7 a:[heap]+1010 ls -1, A 1 a:[heap]+1020 ls -1", false },
		{ "a region", LS "{anon:anon}/9.0x1000.0x2000/A.5.0.9.9.all",
		  "A 7 a:[anon]+1010 ls -1, A 1 a:[anon]+1020 ls -1", false },
		{ "a region of another kind",
		  LS "{anon:jit}/9.0x1000.0x2000/A.5.0.9.9.all",
		  "A 7 a:[anon:jit]+1010 ls -1, A 1 a:[anon:jit]+1020 ls -1",
		  false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct session s;
		char want[200];

		begin();
		sample_file(cases[i].path, cases[i].is_kernel, 7);
		expect_read(&s, "");
		snprintf(want, sizeof(want), "%s: %s", cases[i].what,
			 cases[i].told);
		EXPECT_TEXT(arena_printf(&s.prof.arena, "%s: %s", cases[i].what,
					 told(&s)), want);
		session_close(&s);
		end();
	}
}

TEST(offsets_in_no_vmlinux_are_addresses)
{
	struct session s;

	begin();
	sample_file("{kern}/no-vmlinux/{dep}/{kern}/no-vmlinux/A.5.0.all.all.all",
		    true, 7);
	sample_file("{kern}/vmlinux/{dep}/{kern}/vmlinux/A.5.0.all.all.all",
		    true, 7);
	expect_read(&s, "");
	EXPECT_U64("objects", s.prof.samples->nr_objects, 2);
	EXPECT_U64("no image", s.prof.samples->objects[0].space,
		   ADDRESS_VIRTUAL);
	EXPECT_U64("an image", s.prof.samples->objects[1].space, ADDRESS_TEXT);
	session_close(&s);
	end();
}

TEST(files_of_one_image_add_up)
{
	struct session s;

	begin();
	sample_file(LS "{root}/bin/ls/A.5.0.1.1.0", false, 7);
	sample_file(LS "{root}/bin/ls/A.5.0.2.2.0", false, 4);
	sample_file(LS "{root}/bin/ls/A.5.0.2.2.1", false, 3);
	expect_read(&s, "");
	EXPECT_TEXT(told(&s), "A 11 u:/bin/ls+10 ls 0, A 2 u:/bin/ls+20 ls 0,"
			      " A 3 u:/bin/ls+10 ls 1, A 1 u:/bin/ls+20 ls 1");
	EXPECT_U64("objects", s.prof.samples->nr_objects, 1);
	EXPECT_U64("listed", s.prof.events[0].listed, 17);
	EXPECT_U64("total", s.prof.events[0].total, 17);
	EXPECT_TRUE("has it", s.prof.events[0].has_total);
	session_close(&s);
	end();
}

TEST(events_are_told_apart_by_name_count_and_mask)
{
	struct session s;
	char text[200] = "";

	begin();
	sample_file(LS "{root}/a/TIMER.0.0.all.all.all", false, 1);
	sample_file(LS "{root}/a/B.20000.15.all.all.all", false, 2);
	sample_file(LS "{root}/b/B.3000.15.all.all.all", false, 4);
	sample_file(LS "{root}/c/B.3000.1.all.all.all", false, 8);
	sample_file(LS "{root}/d/A.1.0.all.all.all", false, 16);
	expect_read(&s, "");
	for (size_t i = 0; i < s.prof.nr_events; i++) {
		const struct event *e = &s.prof.events[i];

		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "%s %s %s%.0f %llu; ", e->name, e->mask,
			 e->rate_kind == RATE_PERIOD ? "1/" : "", e->rate,
			 (unsigned long long)e->total);
	}
	EXPECT_TEXT(text, "A 0x00 1/1 17; B 0x01 1/3000 9; B 0x0f 1/3000 5;"
			  " B 0x0f 1/20000 3; TIMER 0x00 0 2; ");
	session_close(&s);
	end();
}

TEST(calls_are_not_samples)
{
	struct session s;

	begin();
	sample_file(LS "{root}/bin/ls/A.5.0.all.all.all", false, 7);
	sample_file(LS "{root}/bin/ls/{cg}/{root}/bin/ls/A.5.0.all.all.all",
		    false, 70);
	expect_read(&s, "");
	EXPECT_U64("listed", s.prof.events[0].listed, 8);
	EXPECT_HAS(note(&s, "call-graphs"), "passed over 1 file of call graphs:");
	session_close(&s);
	end();

	begin();
	sample_file(LS "{root}/bin/ls/{cg}/{root}/bin/ls/A.5.0.all.all.all",
		    false, 70);
	EXPECT_FAIL(session_read(&s, ""), s.err, ERR_FORMAT);
	EXPECT_HAS(s.err.text, ": only files of call graphs");
	session_close(&s);
	end();
}

TEST(sessions_are_found_at_every_depth)
{
	static const char *const file[] = {
		LS "{root}/bin/ls/A.5.0.all.all.all",
		"current/" LS "{root}/bin/ls/A.5.0.all.all.all",
		"samples/current/" LS "{root}/bin/ls/A.5.0.all.all.all",
		"samples/saved/" LS "{root}/bin/ls/A.5.0.all.all.all",
		"samples/}bin}ls#0",
		"}bin}ls#1",
		"var/lib/oprofile/samples/current/" LS
		"{root}/bin/ls/A.5.0.all.all.all",
	};

	for (size_t i = 0; i < sizeof(file) / sizeof(*file); i++) {
		struct session s;

		begin();
		sample_file(file[i], false, 7);
		EXPECT_TRUE(file[i], reader_oprofile.sniff_directory(top));
		expect_read(&s, "");
		EXPECT_HAS(told(&s), " 7 u:/bin/ls+10 ls -1");
		session_close(&s);
		end();
	}
}

TEST(other_directories_are_no_session)
{
	begin();
	EXPECT_TRUE("empty", !reader_oprofile.sniff_directory(top));
	write_file("notes", SPAN("hello\n"));
	write_file("current/notes", SPAN("hello\n"));
	write_file("samples/current/notes", SPAN("hello\n"));
	EXPECT_TRUE("other", !reader_oprofile.sniff_directory(top));
	// Two sessions beside each other are two runs.
	sample_file("run1/" LS "{root}/bin/ls/A.5.0.all.all.all", false, 7);
	EXPECT_TRUE("runs", !reader_oprofile.sniff_directory(top));
	end();
	EXPECT_TRUE("none", !reader_oprofile.sniff_directory("/nonexistent"));
}

TEST(current_is_chosen_and_others_are_named)
{
	struct session s;

	begin();
	sample_file("samples/current/" LS "{root}/bin/ls/A.5.0.all.all.all",
		    false, 7);
	sample_file("samples/before/" LS "{root}/bin/ls/A.5.0.all.all.all",
		    false, 70);
	sample_file("samples/older/" LS "{root}/bin/ls/A.5.0.all.all.all",
		    false, 700);
	expect_read(&s, "");
	EXPECT_U64("listed", s.prof.events[0].listed, 8);
	EXPECT_HAS(note(&s, "session-chosen"), "samples/current is read; there"
					       " are others: before, older");
	session_close(&s);

	expect_read(&s, "samples/before");
	EXPECT_U64("listed", s.prof.events[0].listed, 71);
	EXPECT_TRUE("no note", !note(&s, "session-chosen"));
	session_close(&s);
	end();
}

TEST(several_sessions_without_a_current_one_are_an_error)
{
	struct session s;

	begin();
	sample_file("samples/a/" LS "{root}/bin/ls/A.5.0.all.all.all", false,
		    7);
	sample_file("samples/b/" LS "{root}/bin/ls/A.5.0.all.all.all", false,
		    7);
	EXPECT_TRUE("sniffed", reader_oprofile.sniff_directory(top));
	EXPECT_FAIL(session_read(&s, ""), s.err, ERR_FORMAT);
	EXPECT_HAS(s.err.text, "give the directory of one: a, b");
	session_close(&s);
	end();
}

TEST(one_sample_file_is_a_profile)
{
	struct session s;
	const char *path = "s/current/" LS "{root}/bin/ls/A.5.0.all.all.all";

	begin();
	sample_file(path, false, 7);
	expect_read(&s, path);
	EXPECT_TEXT(told(&s),
		    "A 7 u:/bin/ls+10 ls -1, A 1 u:/bin/ls+20 ls -1");
	session_close(&s);

	sample_file("A.5.0.all.all.all", false, 7);
	expect_read(&s, "A.5.0.all.all.all");
	EXPECT_TEXT(told(&s), "A 7 a:[unknown]+10  -1, A 1 a:[unknown]+20  -1");
	EXPECT_HAS(note(&s, "image-unnamed"), "do not name an image");
	session_close(&s);

	sample_file("x", true, 7);
	expect_read(&s, "x");
	EXPECT_HAS(told(&s), "event-0x79 7 k:vmlinux+10  -1");
	EXPECT_U64("rate", s.prof.events[0].rate, 500);
	session_close(&s);
	end();
}

TEST(images_of_an_archive_are_its_copies)
{
	struct session s;

	begin();
	write_file("usr/lib/c.so", SPAN("c"));
	write_file("lib/modules/2.6.5-mm1/kernel/fs/snd-hda.ko", SPAN("m"));
	sample_file("var/lib/oprofile/samples/current/" LS
		    "{root}/usr/lib/c.so/A.5.0.all.all.all", false, 7);
	sample_file("var/lib/oprofile/samples/current/" LS
		    "{root}/usr/lib/none.so/A.5.0.all.all.all", false, 7);
	sample_file("var/lib/oprofile/samples/current/" LS
		    "{kern}/snd_hda/A.5.0.all.all.all", true, 7);
	expect_read(&s, "");

	const struct object *o = s.prof.samples->objects;
	EXPECT_U64("objects", s.prof.samples->nr_objects, 3);
	EXPECT_HAS(o[0].copy, "/snd-hda.ko");
	EXPECT_TRUE("a bare name", !o[0].path);
	EXPECT_HAS(o[1].copy, "/usr/lib/c.so");
	EXPECT_TEXT(o[1].path, "/usr/lib/c.so");
	EXPECT_TRUE("no copy", !o[2].copy);
	EXPECT_TRUE("nor is it this machine's", !o[2].path);
	EXPECT_TEXT(s.prof.release, "2.6.5-mm1");
	EXPECT_HAS(note(&s, "image-time"),
		   "the last modified time of 1 image (");
	session_close(&s);

	expect_read(&s, "var/lib/oprofile/samples/current");
	EXPECT_HAS(s.prof.samples->objects[1].copy, "/usr/lib/c.so");
	session_close(&s);
	end();
}

TEST(an_image_of_this_machine_is_the_sampled_one_while_its_time_is)
{
	struct timespec then[2] = { { .tv_sec = 1066000000 },
				    { .tv_sec = 1066000000 } };
	char image[64], path[200];
	struct session s;

	begin();
	write_file("c.so", SPAN("c"));
	snprintf(image, sizeof(image), "%s/c.so", top);
	snprintf(path, sizeof(path), LS "{root}%s/A.5.0.all.all.all", image);
	sample_file(path, false, 7);
	expect_read(&s, "");
	EXPECT_TEXT(s.prof.samples->objects[0].path, image);
	EXPECT_TRUE("another", !s.prof.samples->objects[0].copy);
	EXPECT_HAS(note(&s, "image-time"), "of 1 image (");
	EXPECT_U64("level", s.prof.notes.first->level, NOTE_DOUBT);
	session_close(&s);

	EXPECT_U64("touch", utimensat(AT_FDCWD, image, then, 0), 0);
	expect_read(&s, "");
	EXPECT_TEXT(s.prof.samples->objects[0].copy, image);
	EXPECT_TRUE("no note", !s.prof.notes.first);
	session_close(&s);
	end();
}

TEST(code_made_at_run_time_has_an_image_beside_its_regions)
{
	struct session s;

	begin();
	write_file(LS "{anon:anon}/9.jo", SPAN("code"));
	write_file(LS "{anon:anon}/9.dump", SPAN("code"));
	sample_file(LS "{anon:anon}/9.0x1000.0x2000/A.5.0.9.9.all", false, 7);
	sample_file(LS "{anon:anon}/9.0x8000.0x9000/A.5.0.9.9.all", false, 3);
	sample_file(LS "{anon:anon}/8.0x1000.0x2000/A.5.0.8.8.all", false, 5);
	expect_read(&s, "");
	EXPECT_TEXT(told(&s),
		    "A 5 a:[anon]+1010 ls -1, A 1 a:[anon]+1020 ls -1,"
		    " A 7 u:[jit]+1010 ls -1, A 1 u:[jit]+1020 ls -1,"
		    " A 3 u:[jit]+8010 ls -1, A 1 u:[jit]+8020 ls -1");
	EXPECT_U64("objects", s.prof.samples->nr_objects, 2);
	EXPECT_U64("space", s.prof.samples->objects[1].space, ADDRESS_LINKED);
	EXPECT_HAS(s.prof.samples->objects[1].copy, "/9.jo");
	session_close(&s);
	end();
}

TEST(the_kernels_release_is_in_its_name)
{
	static const char *const file[] = {
		LS "{root}/boot/vmlinux-2.6.5-mm1/A.5.0.all.all.all",
		"{kern}/vmlinux-2.6.5-mm1/{dep}/{kern}/vmlinux-2.6.5-mm1/"
		"A.5.0.all.all.all",
		LS "{root}/lib/modules/2.6.5-mm1/build/vmlinux/"
		   "A.5.0.all.all.all",
	};

	for (size_t i = 0; i < sizeof(file) / sizeof(*file); i++) {
		struct session s;

		begin();
		sample_file(file[i], true, 7);
		expect_read(&s, "");
		EXPECT_TEXT(s.prof.release, "2.6.5-mm1");
		session_close(&s);
		end();
	}
}

TEST(damage_is_noted_and_the_rest_is_read)
{
	struct opmade m = { .version = 0x10, .align = 4, .time = 4,
			    .big_endian = true };
	struct session s;

	begin();
	opmade_node(&m, 1, 5);
	opmade_node(&m, 2, 6);
	struct span bytes = opmade_bytes(&m);
	write_file(LS "{root}/a/A.5.0.all.all.all",
		   (struct span){ bytes.ptr, 64 + 32 + 2 * 16 + 3 });
	write_file(LS "{root}/b/A.5.0.all.all.all",
		   (struct span){ bytes.ptr, 60 });
	write_file(LS "{root}/c/A.5.0.all.all.all", SPAN(""));
	write_file(LS "{root}/d/A.5.0.all.all.all", SPAN("hello"));
	write_file(LS "{root}/e/oprofiled.log", SPAN("hello"));
	expect_read(&s, "");
	EXPECT_TEXT(told(&s), "A 5 u:/a+1 ls -1");
	EXPECT_HAS(note(&s, "ends-early"), "ends at byte 131 of 2656:"
					   " 1 of its 2 offsets are missing");
	size_t notes = 0;
	for (const struct note *n = s.prof.notes.first; n; n = n->next, notes++)
		EXPECT_U64("a doubt", n->level, NOTE_DOUBT);
	EXPECT_U64("notes", notes, 4);
	opmade_release(&m);
	session_close(&s);
	end();
}

TEST(a_session_without_a_whole_file_is_an_error)
{
	struct session s;

	begin();
	write_file(LS "{root}/c/A.5.0.all.all.all", SPAN("hello"));
	EXPECT_FAIL(session_read(&s, ""), s.err, ERR_FORMAT);
	EXPECT_HAS(s.err.text, "not a sample file of oprofile");
	session_close(&s);
	end();

	begin();
	EXPECT_FAIL(session_read(&s, ""), s.err, ERR_FORMAT);
	EXPECT_HAS(s.err.text, ": no oprofile session");
	session_close(&s);
	end();
}

TEST_MAIN
