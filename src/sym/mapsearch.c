#include "diffprof/mapsearch.h"

#include <assert.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "diffprof/debuginfod.h"
#include "diffprof/geometry.h"
#include "diffprof/srcline.h"
#include "mapfiles.h"

struct search {
	struct profile *prof;
	struct symtab *st;
	bool guess; /* the running kernel's files come now */
	const char *misfit; /* the first neighbour of another kernel */
	struct error beside; /* what was wrong with symbols beside it */
	struct error hidden; /* what was wrong with the kernel's kallsyms */
};

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
	if (!mapfiles_is_regular(path) || symtab_load(path, s->st, err) < 0)
		return NOTHING;
	if (geometry_find(prof->histogram, prof->path, s->st, &geo, err) < 0) {
		symtab_close(s->st);
		return MISFIT;
	}
	add_note(s, path);
	return FIT;
}

static bool fits_beside(void *arg, const char *path)
{
	struct search *s = arg;
	struct error err;
	enum verdict verdict = consider(s, path, &err);

	if (verdict == MISFIT && !s->misfit)
		s->misfit = path;
	if (verdict == NOTHING && err.kind == ERR_SYMBOLS &&
	    s->beside.kind == ERR_NONE)
		s->beside = err;
	return verdict == FIT;
}

static bool fits_release(void *arg, const char *path)
{
	struct error err;

	return consider(arg, path, &err) == FIT;
}

static bool find_release(struct search *s, const char *root,
			 const char *release)
{
	return mapfiles_of_release(root, release, &s->prof->arena, fits_release,
				   s);
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

	assert(prof->histogram);
	if (mapfiles_beside(prof->path, &prof->arena, fits_beside, &s))
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

/* ---- images with DWARF --------------------------------------------------- */

struct debug_search {
	const struct symtab *map;
	struct symtab *image;
};

bool mapsearch_has_lines(const struct symtab *image)
{
	struct arena arena = { 0 };
	struct source_lines lines;
	struct input in;
	struct error err;

	if (!image->in.data)
		return false;
	input_from_memory(&in, image->path, image->in.data, image->in.size);
	bool has = srcline_find(&in, NULL, 0, &lines, &arena, &err) == 0;

	arena_release(&arena);
	return has;
}

static bool fits_debug(void *arg, const char *path)
{
	const struct debug_search *s = arg;
	struct symtab *image = s->image;
	struct error err;

	if (!mapfiles_is_regular(path) || symtab_load(path, image, &err) < 0)
		return false;
	if (!image->by_line && image->in.data &&
	    (!image->build_id || !s->map->build_id ||
	     !strcmp(image->build_id, s->map->build_id)) &&
	    image->etext - image->stext == s->map->etext - s->map->stext &&
	    mapsearch_has_lines(image))
		return true;
	symtab_close(image);
	return false;
}

bool mapsearch_debug(const char *root, const char *running,
		     struct profile *prof, const struct symtab *map,
		     struct symtab *image)
{
	struct debug_search s = { .map = map, .image = image };
	const char *releases[] = { prof->release, map->release, running };

	if (mapfiles_beside(prof->path, &prof->arena, fits_debug, &s))
		return true;
	for (size_t i = 0; i < 3; i++)
		if (mapfiles_of_release(root, releases[i], &prof->arena,
					fits_debug, &s))
			return true;

	const char *ids[] = { prof->build_id, map->build_id };
	for (size_t i = 0; i < 2; i++) {
		const char *path = debuginfod_find(ids[i], &prof->arena, NULL);

		if (path && fits_debug(&s, path))
			return true;
	}
	return false;
}
