#include "diffprof/mapsearch.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "diffprof/geometry.h"
#include "diffprof/release.h"

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

struct search {
	struct profile *prof;
	struct symtab *st;
	bool guess; /* the running kernel's files come now */
	const char *misfit; /* the first neighbour of another kernel */
	struct error beside; /* what was wrong with symbols beside it */
	struct error hidden; /* what was wrong with the kernel's kallsyms */
};

static bool is_regular(const char *path)
{
	struct stat st;

	// A pipe would wait for somebody to write to it.
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* s390 and arm64 fill up their text to a page, so the length tells little. */
static bool is_weak_fit(const struct symtab *st)
{
	return (st->etext - st->stext) % 4096 == 0;
}

static void add_note(struct search *s, const char *path)
{
	struct profile *prof = s->prof;

	if (s->guess && is_weak_fit(s->st))
		notes_add(&prof->notes, NOTE_DOUBT, "symbols-guessed",
			  prof->path,
			  "symbols are those of %s, the running"
			  " kernel's: its text has as many pages as the"
			  " profile's, which does not say much; give -m or -k"
			  " to be sure",
			  path);
	else
		notes_add(&prof->notes, NOTE_INFO, "symbols-found", prof->path,
			  "symbols are those of %s, whose text is as long as"
			  " the profile's",
			  path);
}

enum verdict {
	NOTHING, /* no file, or none that can be used; ERR says why */
	MISFIT, /* symbols of another kernel */
	FIT, /* loaded into the search's table */
};

static enum verdict consider(struct search *s, const char *path,
			     struct error *err)
{
	struct profile *prof = s->prof;
	struct geometry geo;

	err->kind = ERR_NONE;
	if (!is_regular(path) || symtab_load(path, s->st, err) < 0)
		return NOTHING;
	if (geometry_find(prof->histogram, prof->path, s->st, &geo, err) < 0) {
		symtab_close(s->st);
		return MISFIT;
	}
	add_note(s, path);
	return FIT;
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

static bool fits_beside(struct search *s, const char *directory,
			const char *file)
{
	const char *path =
		arena_printf(&s->prof->arena, "%s%s", directory, file);
	struct error err;
	enum verdict verdict = consider(s, path, &err);

	if (verdict == MISFIT && !s->misfit)
		s->misfit = path;
	if (verdict == NOTHING && err.kind == ERR_SYMBOLS &&
	    s->beside.kind == ERR_NONE)
		s->beside = err;
	return verdict == FIT;
}

/* DIRECTORY is empty or ends with a slash, as it stands in the path. */
static bool find_beside(struct search *s, const char *directory,
			const char *file)
{
	struct listing list = { 0 };
	struct arena scratch = { 0 };
	bool found = false;

	list_directory(&list, *directory ? directory : ".", &scratch);
	for (size_t i = 0; i < NR(stem_endings) && !found; i++)
		for (size_t k = 0; k < list.nr && !found; k++)
			found = is_own_map(span_of(list.names[k]),
					   span_of(file), stem_endings[i]) &&
				fits_beside(s, directory, list.names[k]);
	for (size_t i = 0; i < NR(neighbours) && !found; i++)
		for (size_t k = 0; k < list.nr && !found; k++)
			found = span_starts(span_of(list.names[k]),
					    neighbours[i]) &&
				strcmp(list.names[k], file) != 0 &&
				fits_beside(s, directory, list.names[k]);
	arena_release(&scratch);
	return found;
}

static bool find_release(struct search *s, const char *root,
			 const char *release)
{
	struct error err;

	if (!release || !release_is(span_of(release)))
		return false;
	for (size_t i = 0; i < NR(system_files); i++) {
		for (size_t k = 0; k < NR(packings); k++) {
			const char *path =
				arena_printf(&s->prof->arena, "%s%s%s%s%s",
					     root, system_files[i].before,
					     release, system_files[i].after,
					     packings[k]);

			if (consider(s, path, &err) == FIT)
				return true;
		}
	}
	return false;
}

static bool try_kallsyms(struct search *s, const char *path)
{
	enum verdict verdict = consider(s, path, &s->hidden);

	if (verdict != NOTHING)
		s->hidden.kind = ERR_NONE;
	return verdict == FIT;
}

static int describe(const struct search *s, struct error *err)
{
	const struct profile *prof = s->prof;
	uint32_t step = geometry_step_hint(prof->histogram);
	char steps[40] = "";

	if (step)
		snprintf(steps, sizeof(steps), " of %u-byte steps", step);
	return fail(err, ERR_SYMBOLS,
		    "%s: raw /proc/profile%s; it needs the kernel's System.map"
		    " (-m) or vmlinux (-k)%s%s%s%s%s%s",
		    prof->path, steps, s->misfit ? "; it does not fit " : "",
		    s->misfit ? s->misfit : "",
		    s->beside.kind == ERR_SYMBOLS ? "; " : "",
		    s->beside.kind == ERR_SYMBOLS ? s->beside.text : "",
		    s->hidden.kind == ERR_SYMBOLS ? "; " : "",
		    s->hidden.kind == ERR_SYMBOLS ? s->hidden.text : "");
}

int mapsearch_in(const char *root, const char *running, struct profile *prof,
		 struct symtab *st, struct error *err)
{
	struct search s = { .prof = prof, .st = st };
	const char *slash = strrchr(prof->path, '/');
	const char *file = slash ? slash + 1 : prof->path;
	const char *directory = arena_strndup(&prof->arena, prof->path,
					      (size_t)(file - prof->path));

	assert(prof->histogram);
	// Beside /proc/profile is the running kernel's kallsyms: tried below.
	if (strcmp(prof->path, "-") && strcmp(directory, "/proc/") &&
	    find_beside(&s, directory, file))
		return 0;
	if (find_release(&s, root, prof->release))
		return 0;

	s.guess = strcmp(prof->path, "/proc/profile") != 0;
	const char *kallsyms =
		arena_printf(&prof->arena, "%s/proc/kallsyms", root);
	if (find_release(&s, root, running) || try_kallsyms(&s, kallsyms))
		return 0;
	return describe(&s, err);
}

int mapsearch(struct profile *prof, struct symtab *st, struct error *err)
{
	struct utsname system;

	return mapsearch_in("", uname(&system) == 0 ? system.release : NULL,
			    prof, st, err);
}
