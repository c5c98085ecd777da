/*
 * resolve_user.c - the symbols of programs and libraries
 *
 * A file is the recorded one if it says so by its build id; without build ids
 * the file at the recorded path is taken.  Distributions strip what they ship
 * down to .dynsym, and keep the rest in a debug file, found by the build id or
 * by the name in .gnu_debuglink.
 */
#include <stdlib.h>

#include "diffprof/unpack.h"
#include "mapfiles.h"
#include "resolving.h"

static const char *const packings[] = { "", ".gz", ".xz", ".zst", ".bz2" };

#define NR(table) (sizeof(table) / sizeof(*(table)))

/* Load PATH if it is what was recorded. */
static bool load_image(struct resolving *r, struct task *task, const char *path,
		       bool trusted, struct symtab *st)
{
	const char *wanted = task->object->build_id;
	struct error err;

	if ((!resolving_has_bytes(task, path) && !mapfiles_is_image(path)) ||
	    resolving_load(task, path, st, &err) < 0)
		return false;
	if (st->by_line) {
		symtab_close(st);
		return false;
	}
	if (trusted || !wanted ||
	    (st->build_id && build_id_may_be(st->build_id, wanted)))
		return true;
	if (!task->reason)
		task->reason = resolving_say(
			r, "%s is another build (%s, recorded was %s)", path,
			st->build_id ? st->build_id : "without a build id",
			wanted);
	symtab_close(st);
	return false;
}

static bool find_in_cache(struct resolving *r, struct task *task,
			  struct symtab *st)
{
	static const char *const kinds[] = { "/elf", "/vdso", "/debug", "" };
	const char *id = build_id_path(&r->scratch, task->object->build_id);

	for (size_t i = 0; id && i < NR(kinds); i++)
		if (load_image(r, task,
			       resolving_say(r, "%s/.debug/.build-id/%s%s",
					     r->home, id, kinds[i]),
			       false, st))
			return true;
	return false;
}

static void note_unsure(struct resolving *r, const struct task *task,
			const struct symtab *st)
{
	if (!task->object->build_id)
		notes_add(&r->prof->notes, NOTE_INFO, "image-by-path",
			  r->prof->path,
			  "the recording does not say which build of %s it saw;"
			  " %s was taken as it is now",
			  task->object->path, st->path);
}

static bool find_at_path(struct resolving *r, struct task *task,
			 struct symtab *st)
{
	const char *path = task->object->path;

	if (!path || *path != '/' ||
	    !load_image(r, task, resolving_say(r, "%s%s", r->root, path), false,
			st))
		return false;
	note_unsure(r, task, st);
	return true;
}

/* A recording may have been carried here together with its program. */
static bool find_beside(struct resolving *r, struct task *task,
			struct symtab *st)
{
	const char *path = task->object->path, *profile = r->prof->path;
	const char *name = path ? strrchr(path, '/') : NULL;
	const char *slash = strrchr(profile, '/');
	int len = slash ? (int)(slash + 1 - profile) : 0;

	if (!name || !name[1])
		return false;
	for (size_t i = 0; i < NR(packings); i++) {
		const char *file = resolving_say(r, "%.*s%s%s", len, profile,
						 name + 1, packings[i]);

		if (load_image(r, task, file, false, st)) {
			note_unsure(r, task, st);
			return true;
		}
	}
	return false;
}

/* A debug file at PATH, if it belongs to IMAGE and has more symbols. */
static bool load_debug(const char *path, const struct symtab *image,
		       struct symtab *st)
{
	struct error err;

	if (!mapfiles_is_image(path) || whole_load(path, st, &err) < 0)
		return false;
	if (st->nr && !st->by_line && !st->only_dynamic &&
	    build_id_may_be(st->build_id, image->build_id))
		return true;
	symtab_close(st);
	return false;
}

/* By the name in .gnu_debuglink: beside PATH, whose name begins behind SLASH. */
static bool find_linked(struct resolving *r, const char *path,
			const char *slash, const struct symtab *image,
			struct symtab *st)
{
	static const struct {
		const char *before, *between;
	} places[] = { { "", "/" },
		       { "", "/.debug/" },
		       { "/usr/lib/debug", "/" } };
	for (size_t i = 0; i < NR(places); i++)
		if (load_debug(resolving_say(r, "%s%s%.*s%s%s", r->root,
					     places[i].before,
					     (int)(slash - path), path,
					     places[i].between,
					     image->debuglink),
			       image, st))
			return true;
	return false;
}

static bool find_debug(struct resolving *r, const char *build_id,
		       const char *path, const struct symtab *image,
		       struct symtab *st)
{
	const char *id = build_id_path(&r->scratch, build_id);
	const char *slash = path ? strrchr(path, '/') : NULL;

	if (id && load_debug(resolving_say(r,
					   "%s/usr/lib/debug/.build-id/%s"
					   ".debug",
					   r->root, id),
			     image, st))
		return true;
	if (id && load_debug(resolving_say(r, "%s/.debug/.build-id/%s/debug",
					   r->home, id),
			     image, st))
		return true;
	if (image->debuglink && slash && *path == '/' &&
	    find_linked(r, path, slash, image, st))
		return true;
	path = resolving_fetch(r, build_id);
	return path && load_debug(path, image, st);
}

static void name_by(struct resolving *r, struct task *task,
		    const struct symtab *st, const struct symtab *image)
{
	struct shift shift = { 0 };

	if (task->object->space == ADDRESS_FILE)
		shift.offsets = image;
	else if (task->object->space == ADDRESS_TEXT)
		shift.add = image->text_start;
	resolving_lines(r, task, st, shift);
	if (!st->nr)
		return;
	resolving_name(r, task, st, shift, (struct span){ NULL, 0 });
	task->used = resolving_say(r, "%s", st->path);
}

/* Fedora packs the symbols that a strip takes away into the image itself. */
#define PACKED_MAX ((size_t)256 << 20)

static void name_by_packed(struct resolving *r, struct task *task,
			   const struct symtab *image)
{
	struct input in = { .path = image->path, .fd = -1 };
	const char *cut_short;
	struct symtab st;
	struct error err;
	char *data;

	if (!image->packed.len || !unpack_detect(image->packed) ||
	    unpack(image->packed, PACKED_MAX, image->path, &data, &in.size,
		   &cut_short, &err) < 0)
		return;
	input_from_memory(&in, image->path, data, in.size);
	if (whole_load_input(&in, &st, &err) == 0) {
		if (!st.by_line)
			name_by(r, task, &st, image);
		symtab_close(&st);
	}
	free(data);
}

static void name_by_stubs(struct resolving *r, struct task *task,
			  const struct symtab *image)
{
	struct input in;
	struct symtab st;
	struct error err;

	if (!image->in.data)
		return;
	input_from_memory(&in, image->path, image->in.data, image->in.size);
	if (whole_load_stubs(&in, &st, &err) < 0)
		return;

	// That it has stubs does not mean that it was not stripped.
	const char *used = task->used;
	name_by(r, task, &st, image);
	task->used = used;
	symtab_close(&st);
}

void resolve_user(struct resolving *r, struct task *task)
{
	const struct object *object = task->object;
	struct symtab image, debug;

	// A guest's paths are not the host's.
	bool found = (object->copy &&
		      load_image(r, task, object->copy, true, &image)) ||
		     find_in_cache(r, task, &image) ||
		     (!object->guest && (find_at_path(r, task, &image) ||
					 find_beside(r, task, &image)));

	if (!found) {
		const struct symtab none = { .build_id = object->build_id };

		if (!find_debug(r, object->build_id, NULL, &none, &debug))
			return;
		name_by(r, task, &debug, &debug);
		symtab_close(&debug);
		return;
	}
	if (!image.only_dynamic)
		name_by(r, task, &image, &image);
	if ((image.only_dynamic || resolving_wants_lines(r, task)) &&
	    find_debug(r, image.build_id, object->path, &image, &debug)) {
		name_by(r, task, &debug, &image);
		symtab_close(&debug);
	}
	if (task->unnamed)
		name_by(r, task, &image, &image);
	if (task->unnamed)
		name_by_packed(r, task, &image);
	if (task->unnamed)
		name_by_stubs(r, task, &image);
	if (!task->used)
		task->reason = resolving_say(r,
					     "%s was stripped, and no debug"
					     " file of it is there",
					     image.path);
	symtab_close(&image);
}
