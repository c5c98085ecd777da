#include "mapfiles.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "diffprof/input.h"
#include "diffprof/release.h"
#include "diffprof/span.h"

/* Beside the profile: its stem with one of these behind, in this order; ... */
static const char *const stem_endings[] = {
	".map",
	".System.map",
	".kallsyms",
	".vmlinux",
};
/* ... then what begins with one of these. */
static const char *const neighbours[] = {
	"System.map",
	"kallsyms",
	"vmlinux",
};

/* With the release between the two; maps first, they are quicker to read. */
static const struct {
	const char *before, *after;
} system_files[] = {
	{ "/boot/System.map-", "" },
	{ "/boot/vmlinux-", "" },
	{ "/usr/lib/debug/boot/System.map-", "" },
	{ "/usr/lib/debug/boot/vmlinux-", "" },
	{ "/lib/modules/", "/System.map" },
	{ "/lib/modules/", "/vmlinux" },
	{ "/lib/modules/", "/build/System.map" },
	{ "/lib/modules/", "/build/vmlinux" },
	{ "/usr/lib/debug/lib/modules/", "/vmlinux" },
};

static const char *const packings[] = { "", ".gz", ".xz", ".zst", ".bz2" };

#define NR(table) (sizeof(table) / sizeof(*(table)))

bool mapfiles_is_regular(const char *path)
{
	struct stat st;

	// A pipe would wait for somebody to write to it.
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

struct listing {
	char **names;
	size_t nr, cap;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The entries of DIRECTORY in byte order, so that each run finds the same. */
static void list_directory(struct listing *list, const char *directory,
			   struct arena *arena)
{
	DIR *dir = opendir(directory);
	struct dirent *entry;

	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		ARENA_ROOM(arena, list->names, list->nr, list->cap);
		list->names[list->nr++] = arena_strdup(arena, entry->d_name);
	}
	closedir(dir);
	if (list->nr)
		qsort(list->names, list->nr, sizeof(*list->names), by_name);
}

static struct span without_packing(struct span name)
{
	for (size_t i = 1; i < NR(packings); i++) {
		if (span_ends(name, packings[i])) {
			name.len -= strlen(packings[i]);
			break;
		}
	}
	return name;
}

/* base for base1, auto for auto-r1: several runs have one kernel. */
static struct span without_number(struct span stem)
{
	size_t len = stem.len;

	while (len && char_is_digit(stem.ptr[len - 1]))
		len--;
	if (len == stem.len)
		return stem;
	if (len > 2 && stem.ptr[len - 1] == 'r' && stem.ptr[len - 2] == '-')
		len--;
	if (len > 1 && memchr("-_.", stem.ptr[len - 1], 3))
		len--;
	return (struct span){ stem.ptr, len };
}

/* Is NAME base.profile.map or base.map, packed or not, for base.profile.xz? */
static bool is_own_map(struct span name, struct span file, const char *ending)
{
	size_t len;

	name = without_packing(name);
	file = without_packing(file);
	if (!span_ends(name, ending))
		return false;
	name.len -= strlen(ending);
	if (span_eq(name, file))
		return true;
	for (len = file.len; len && file.ptr[len - 1] != '.'; len--)
		;
	if (len < 2)
		return false;
	file.len = len - 1;
	return span_eq(name, file) || span_eq(name, without_number(file));
}

bool mapfiles_is_image(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 &&
	       (uint64_t)st.st_size <= INPUT_UNPACKED_MAX;
}

static bool visit(const char *directory, const char *file, struct arena *arena,
		  mapfiles_visit *taken, void *arg)
{
	return taken(arg, arena_printf(arena, "%s%s", directory, file));
}

bool mapfiles_beside(const char *profile, struct arena *arena,
		     mapfiles_visit *taken, void *arg)
{
	const char *slash = strrchr(profile, '/');
	const char *file = slash ? slash + 1 : profile;
	const char *directory =
		arena_strndup(arena, profile, (size_t)(file - profile));
	struct listing list = { 0 };
	struct arena scratch = { 0 };
	bool found = false;

	// Beside /proc/profile is the running kernel's kallsyms.
	if (!strcmp(profile, "-") || !strcmp(directory, "/proc/"))
		return false;
	list_directory(&list, *directory ? directory : ".", &scratch);
	for (size_t i = 0; i < NR(stem_endings) && !found; i++)
		for (size_t k = 0; k < list.nr && !found; k++)
			found = is_own_map(span_of(list.names[k]),
					   span_of(file), stem_endings[i]) &&
				visit(directory, list.names[k], arena, taken,
				      arg);
	for (size_t i = 0; i < NR(neighbours) && !found; i++)
		for (size_t k = 0; k < list.nr && !found; k++)
			found = span_starts(span_of(list.names[k]),
					    neighbours[i]) &&
				strcmp(list.names[k], file) != 0 &&
				visit(directory, list.names[k], arena, taken,
				      arg);
	arena_release(&scratch);
	return found;
}

bool mapfiles_of_release(const char *root, const char *release,
			 struct arena *arena, mapfiles_visit *taken, void *arg)
{
	if (!release || !release_is(span_of(release)))
		return false;
	for (size_t i = 0; i < NR(system_files); i++) {
		for (size_t k = 0; k < NR(packings); k++) {
			const char *path =
				arena_printf(arena, "%s%s%s%s%s", root,
					     system_files[i].before, release,
					     system_files[i].after,
					     packings[k]);

			if (taken(arg, path))
				return true;
		}
	}
	return false;
}
