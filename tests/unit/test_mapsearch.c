#include "diffprof/mapsearch.h"

#include <sys/stat.h>

#include "check.h"

/*
 * Searches below a directory of their own, with a profile of 0x1000 bytes of
 * text in steps of 4 and maps of a few lines.
 */
#define RUNNING "6.1.0-57-amd64"

static const char fitting[] = "00010000 T _stext\n00010000 T start\n"
			      "00010800 T middle\n00011000 T _etext\n";
static const char other[] = "00010000 T _stext\n00010000 T start\n"
			    "00010800 T middle\n00011004 T _etext\n";
/* The last 2 bytes are too few for a step. */
static const char uneven[] = "00010000 T _stext\n00010000 T start\n"
			     "00010800 T middle\n00011002 T _etext\n";
static const char zeroed[] = "0000000000000000 T _stext\n"
			     "0000000000000000 T start\n"
			     "0000000000000000 T _etext\n";
static const char stub[] = "ffffffffffffffff B The real System.map is in the"
			   " linux-image-" RUNNING "-dbg package\n";

static char root[64];
static enum note_level last_level;	/* of the note that a search added */

static void make_root(void)
{
	strcpy(root, "/tmp/test_mapsearch.XXXXXX");
	assert_non_null(mkdtemp(root));
}

static void remove_root(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", root);
	assert_int_equal(system(command), 0);
}

/* NAME, below the root, with the directories it is in. */
static void put(const char *name, const char *text)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	for (char *p = path + strlen(root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(path, 0755);
		*p = '/';
	}

	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* Search for the symbols of PATH; FOUND gets the file, below the root. */
static int search(const char *path, const char *release, char *found,
		  char *note, struct error *err)
{
	struct slot slot = { .index = 3, .count = 1 };
	struct histogram hist = { .step_word = 4, .words = 0x400, .low = 1,
				  .slot = &slot, .nr = 1, .cap = 1 };
	struct profile prof;
	struct symtab st;

	profile_init(&prof, path, "proc");
	prof.histogram = &hist;
	prof.release = release;
	*found = *note = '\0';

	int failed = mapsearch_in(root, RUNNING, &prof, &st, err);
	if (!failed) {
		size_t len = strlen(root);

		strcpy(found, !strncmp(st.path, root, len) ? st.path + len + 1 :
							     st.path);
		if (prof.notes.first) {
			strcpy(note, prof.notes.first->text);
			last_level = prof.notes.first->level;
		}
		EXPECT_U64("symbols", st.nr, 3);
		symtab_close(&st);
	}
	profile_release(&prof);
	return failed;
}

static const struct {
	const char *what;
	struct {
		const char *name, *text;
	} files[6];
	const char *profile, *release;
	const char *found;	/* below the root; NULL for an error */
	const char *part;	/* of the error */
} cases[] = {
	{ "a map of the profile's stem",
	  { { "d/base.map", fitting }, { "d/System.map", fitting } },
	  "d/base.profile", NULL, "d/base.map", NULL },
	{ "the longer ending of the stem's",
	  { { "d/base.System.map", fitting }, { "d/base.kallsyms", fitting } },
	  "d/base.profile", NULL, "d/base.System.map", NULL },
	{ "kallsyms of the stem",
	  { { "d/base.kallsyms", fitting }, { "d/System.map", fitting } },
	  "d/base.prof", NULL, "d/base.kallsyms", NULL },
	{ "the stem of a packed profile",
	  { { "d/base.map", fitting } },
	  "d/base.profile.xz", NULL, "d/base.map", NULL },
	{ "a stem with dots",
	  { { "d/6.1-a.map", fitting } },
	  "d/6.1-a.profile", NULL, "d/6.1-a.map", NULL },
	{ "a profile without an ending",
	  { { "d/run6.1.map", fitting } },
	  "d/run6.1", NULL, "d/run6.1.map", NULL },
	{ "another profile's map is not looked for",
	  { { "d/test.map", fitting } },
	  "d/base.profile", NULL, NULL, "it needs" },
	{ "System.map beside it",
	  { { "d/System.map", fitting }, { "d/kallsyms", fitting } },
	  "d/profile", NULL, "d/System.map", NULL },
	{ "then kallsyms",
	  { { "d/kallsyms.txt", fitting }, { "d/vmlinux", fitting } },
	  "d/profile", NULL, "d/kallsyms.txt", NULL },
	{ "the first in byte order that fits",
	  { { "d/System.map-1", other }, { "d/System.map-3", fitting },
	    { "d/System.map-2", fitting } },
	  "d/profile", NULL, "d/System.map-2", NULL },
	{ "what does not fit is passed over",
	  { { "d/base.map", other }, { "d/System.map", stub },
	    { "d/kallsyms", zeroed }, { "d/vmlinux", "\177ELF" },
	    { "boot/System.map-" RUNNING, fitting } },
	  "d/base.profile", NULL, "boot/System.map-" RUNNING, NULL },
	{ "beside comes before the system",
	  { { "d/System.map", fitting },
	    { "boot/System.map-" RUNNING, fitting } },
	  "d/profile", NULL, "d/System.map", NULL },
	{ "the stub in /boot, the map among the debugging files",
	  { { "boot/System.map-" RUNNING, stub },
	    { "usr/lib/debug/boot/System.map-" RUNNING, fitting } },
	  "d/profile", NULL, "usr/lib/debug/boot/System.map-" RUNNING, NULL },
	{ "below /lib/modules",
	  { { "lib/modules/" RUNNING "/System.map", fitting } },
	  "d/profile", NULL, "lib/modules/" RUNNING "/System.map", NULL },
	{ "where the kernel was built",
	  { { "lib/modules/" RUNNING "/build/System.map", fitting } },
	  "d/profile", NULL, "lib/modules/" RUNNING "/build/System.map",
	  NULL },
	{ "the profile's own release first",
	  { { "boot/System.map-5.10.0", fitting },
	    { "boot/System.map-" RUNNING, fitting } },
	  "d/profile", "5.10.0", "boot/System.map-5.10.0", NULL },
	{ "a release that is a path is none",
	  { { "boot/System.map-/../../x", fitting }, { "x", fitting } },
	  "d/profile", "/../../x", NULL, "it needs" },
	{ "no other release's",
	  { { "boot/System.map-5.10.0", fitting } },
	  "d/profile", NULL, NULL, "it needs" },
	{ "at last kallsyms of the running kernel",
	  { { "proc/kallsyms", fitting } },
	  "d/profile", NULL, "proc/kallsyms", NULL },
	{ "hidden addresses",
	  { { "proc/kallsyms", zeroed } },
	  "d/profile", NULL, NULL, "kernel.kptr_restrict" },
	{ "the map of another kernel beside it",
	  { { "d/System.map", other } },
	  "d/profile", NULL, NULL, "d/System.map" },
};

TEST(the_first_file_that_fits_is_taken)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char path[512], found[512], note[512];
		struct error err = { 0 };

		make_root();
		put("d/nothing", "");
		for (size_t k = 0; k < 6 && cases[i].files[k].name; k++)
			put(cases[i].files[k].name, cases[i].files[k].text);
		snprintf(path, sizeof(path), "%s/%s", root, cases[i].profile);

		int failed = search(path, cases[i].release, found, note, &err);
		remove_root();
		EXPECT_SPAN(cases[i].what, span_of(found),
			    span_of(cases[i].found));
		if (cases[i].found) {
			EXPECT_HAS(note, cases[i].found);
			continue;
		}
		EXPECT_U64(cases[i].what, failed, -1);
		EXPECT_U64(cases[i].what, err.kind, ERR_SYMBOLS);
		EXPECT_HAS(err.text, path);
		EXPECT_HAS(err.text, cases[i].part);
	}
}

TEST(the_error_names_the_step_and_the_options)
{
	char found[512], note[512];
	struct error err;

	make_root();
	// That of another kernel is not worth a word.
	put("proc/kallsyms", other);
	EXPECT_U64("status", search("base.prof", NULL, found, note, &err), -1);
	remove_root();
	EXPECT_TEXT(err.text,
		    "base.prof: raw /proc/profile of 4-byte steps; it needs the"
		    " kernel's System.map (-m) or vmlinux (-k)");
}

TEST(standard_input_and_the_kernels_own_profile_have_no_neighbours)
{
	static const char *const paths[] = { "-", "/proc/profile" };

	for (size_t i = 0; i < 2; i++) {
		char found[512], note[512];
		struct error err;

		make_root();
		put("boot/System.map-" RUNNING, fitting);
		put("System.map", fitting);
		assert_int_equal(chdir(root), 0);
		EXPECT_OK(search(paths[i], NULL, found, note, &err), err);
		EXPECT_TEXT(found, "boot/System.map-" RUNNING);
		// A path without a directory does have them.
		EXPECT_OK(search("profile", NULL, found, note, &err), err);
		EXPECT_TEXT(found, "System.map");
		assert_int_equal(chdir("/"), 0);
		remove_root();
	}
}

TEST(a_guess_that_could_be_wrong_is_a_doubt)
{
	static const struct {
		const char *what, *profile, *release, *file, *text;
		enum note_level level;
	} levels[] = {
		{ "put beside it", "d/profile", NULL, "d/System.map", fitting,
		  NOTE_INFO },
		{ "the release is known", "d/profile", "5.10.0",
		  "boot/System.map-5.10.0", fitting, NOTE_INFO },
		{ "the running kernel's, of whole pages", "d/profile", NULL,
		  "boot/System.map-" RUNNING, fitting, NOTE_DOUBT },
		{ "the running kernel's, to the byte", "d/profile", NULL,
		  "boot/System.map-" RUNNING, uneven, NOTE_INFO },
		{ "the running kernel's kallsyms", "d/profile", NULL,
		  "proc/kallsyms", fitting, NOTE_DOUBT },
	};

	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		char path[512], found[512], note[512];
		struct error err;

		make_root();
		put(levels[i].file, levels[i].text);
		snprintf(path, sizeof(path), "%s/%s", root, levels[i].profile);
		EXPECT_OK(search(path, levels[i].release, found, note, &err),
			  err);
		remove_root();
		EXPECT_U64(levels[i].what, last_level, levels[i].level);
	}
}

TEST(a_pipe_beside_the_profile_is_not_opened)
{
	char path[512], found[512], note[512];
	struct error err;

	make_root();
	put("d/System.map-2", fitting);
	snprintf(path, sizeof(path), "%s/d/System.map", root);
	assert_int_equal(mkfifo(path, 0600), 0);
	snprintf(path, sizeof(path), "%s/d/profile", root);
	EXPECT_OK(search(path, NULL, found, note, &err), err);
	EXPECT_TEXT(found, "d/System.map-2");
	remove_root();
}

TEST_MAIN
