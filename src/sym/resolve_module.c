/*
 * resolve_module.c - the symbols of modules, as loaded
 *
 * kallsyms has them at their addresses, but of one boot only: it is of use if
 * the module lies where it was recorded.  Else the .ko, which has no addresses,
 * is laid out as the kernel does (elfwhole.c) from where its text began: what
 * perf has as the start of a module, also on s390, which puts tables before it.
 */
#include <errno.h>
#include <fts.h>

#include "mapfiles.h"
#include "resolving.h"

#define PAGE 4096u

/* More than any distribution ships. */
#define MODULES_MAX 100000

/* "ext4" of ext4.ko.xz, "snd_hda_intel" of snd-hda-intel.ko; or NULL. */
static const char *module_name(struct arena *arena, const char *file)
{
	const char *end = strstr(file, ".ko");

	if (!end || end == file || (end[3] && end[3] != '.'))
		return NULL;
	char *name = arena_strndup(arena, file, (size_t)(end - file));
	for (char *p = name; *p; p++)
		if (*p == '-')
			*p = '_';
	return name;
}

static int by_path(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void list_modules(struct resolving *r, const char *tree)
{
	char *paths[] = { arena_strdup(&r->scratch, tree), NULL };
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_COMFOLLOW,
			     by_path);
	FTSENT *entry;

	while (walk && r->nr_modules < MODULES_MAX &&
	       (entry = fts_read(walk))) {
		if (entry->fts_info != FTS_F)
			continue;
		const char *name = module_name(&r->scratch, entry->fts_name);
		if (!name)
			continue;
		ARENA_ROOM(&r->scratch, r->modules, r->nr_modules,
			   r->cap_modules);
		r->modules[r->nr_modules++] = (struct module_file){
			name, arena_strdup(&r->scratch, entry->fts_path)
		};
	}
	if (walk)
		fts_close(walk);
}

/* The tree that was named, else that of the release. */
static void list_all(struct resolving *r)
{
	const char *release = r->prof->release;

	if (r->modules_listed)
		return;
	r->modules_listed = true;
	if (r->sources->modules)
		list_modules(r, r->sources->modules);
	if (!release || strchr(release, '/') || *release == '.')
		return;
	list_modules(r, resolving_say(r, "%s/usr/lib/debug/lib/modules/%s",
				      r->root, release));
	list_modules(r,
		     resolving_say(r, "%s/lib/modules/%s", r->root, release));
}

/* By kallsyms, if it has this module where it was recorded. */
static void name_by_kallsyms(struct resolving *r, struct task *task,
			     struct span image)
{
	const struct symtab *st = &r->kernel;
	const struct object *object = task->object;
	uint64_t first = 0;
	bool is_there = false;

	if (!r->has_kernel || !st->by_line || r->kernel_add || object->guest ||
	    object->space != ADDRESS_VIRTUAL)
		return;
	for (size_t i = 0; i < st->nr && !is_there; i++) {
		is_there = span_eq(whole_module(st, &st->symbols[i]), image);
		first = st->symbols[i].addr;
	}
	if (!is_there)
		return;
	if (object->start &&
	    (first < object->start || first - object->start >= PAGE))
		return;
	resolving_name(r, task, st, (struct shift){ 0 }, image);
	task->used = resolving_say(r, "%s", st->path);
}

/* Where in the laid-out module an address of the object is. */
static bool find_shift(const struct object *object, const struct symtab *st,
		       struct shift *shift)
{
	*shift = (struct shift){ 0 };
	switch (object->space) {
	case ADDRESS_VIRTUAL:
		shift->add = -object->start;
		return object->start != 0;
	case ADDRESS_TEXT:
		shift->add = st->text_start;
		return true;
	default:
		return true;
	}
}

static bool name_by_file(struct resolving *r, struct task *task,
			 const char *path)
{
	const char *wanted = task->object->build_id;
	struct shift shift;
	struct symtab st;
	struct error err;

	if (!resolving_wants(r, task) ||
	    (!resolving_has_bytes(task, path) && !mapfiles_is_image(path)) ||
	    resolving_load(task, path, &st, &err) < 0)
		return false;
	if (!build_id_may_be(st.build_id, wanted))
		task->reason = resolving_say(
			r, "%s is another build (%s, recorded was %s)", path,
			st.build_id, wanted);
	bool fits = build_id_may_be(st.build_id, wanted) && st.nr &&
		    st.is_relocatable && find_shift(task->object, &st, &shift);
	if (fits) {
		resolving_name(r, task, &st, shift, (struct span){ NULL, 0 });
		resolving_lines(r, task, &st, shift);
		task->used = resolving_say(r, "%s", path);
	}
	symtab_close(&st);
	return fits;
}

static bool name_by_tree(struct resolving *r, struct task *task,
			 struct span image)
{
	bool found = false;

	list_all(r);
	for (size_t i = 0; i < r->nr_modules; i++)
		if (span_is(image, r->modules[i].name) &&
		    name_by_file(r, task, r->modules[i].path)) {
			found = true;
			if (!resolving_wants(r, task))
				break;
		}
	return found;
}

void resolve_module(struct resolving *r, struct task *task)
{
	const struct object *object = task->object;
	struct span image = names_text(&r->prof->names, object->image);

	if (object->copy && name_by_file(r, task, object->copy) &&
	    !resolving_wants(r, task))
		return;
	if (r->sources->modules && !object->guest &&
	    name_by_tree(r, task, image))
		return;
	name_by_kallsyms(r, task, image);
	if (!resolving_wants(r, task) || object->guest)
		return;

	const char *id = build_id_path(&r->scratch, object->build_id);
	if (id && name_by_file(r, task,
			       resolving_say(r, "%s/.debug/.build-id/%s/elf",
					     r->home, id)))
		return;
	if (!name_by_tree(r, task, image) && object->path &&
	    *object->path == '/')
		name_by_file(r, task,
			     resolving_say(r, "%s%s", r->root, object->path));
	if (!resolving_wants(r, task))
		return;

	const char *path = resolving_fetch(r, object->build_id);
	if (path)
		name_by_file(r, task, path);
}
