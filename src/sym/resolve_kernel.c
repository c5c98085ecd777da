/*
 * resolve_kernel.c - which symbols are those of the kernel that was recorded
 *
 * A candidate of another build id or release is passed over, and so is one that
 * the recording's reference symbol would move by a part of a page.
 */
#include <stdio.h>

#include "mapfiles.h"
#include "resolving.h"

#define PAGE 4096u

struct search {
	struct resolving *r;
	struct task *task;
	const char *build_id, *release; /* of the kernel; NULL if not known */
	struct symtab *st;
	uint64_t add;
	const char *other; /* a candidate of another kernel */
	const char *other_id;
	bool for_lines; /* names are known: only DWARF counts */
	const char *hidden; /* why a kallsyms was of no use */
};

/* Where .text begins, which is what oprofile counts from. */
static bool text_start(const struct symtab *st, uint64_t *addr)
{
	if (st->has_text_start) {
		*addr = st->text_start;
		return true;
	}
	// With a map: i386 and x86-64 begin .text with _text.  Others put a
	// header before it, and their _text would be too early.
	return whole_find(st, "_text", addr) || whole_find(st, "_stext", addr);
}

/* The distance from the object's addresses to those of ST. */
static bool find_add(const struct object *object, const struct symtab *st,
		     uint64_t *add)
{
	uint64_t addr;

	*add = 0;
	switch (object->space) {
	case ADDRESS_TEXT:
		return text_start(st, add);
	case ADDRESS_VIRTUAL:
		if (!object->ref_symbol)
			return true;
		if (!whole_find(st, object->ref_symbol, &addr))
			return false;
		*add = addr - object->ref_addr;
		return *add % PAGE == 0;
	default:
		return true;
	}
}

static bool is_near(uint64_t size, uint64_t other)
{
	return (size > other ? size - other : other - size) <= PAGE;
}

/*
 * What perf says of a kernel's size reaches from the reference symbol to
 * _edata, or to _etext where it does not know that; some versions go on to the
 * first module.  So between the two, and before, is no true end.
 */
static bool size_fits(const struct object *object, const struct symtab *st,
		      uint64_t add)
{
	uint64_t start = object->ref_addr + add;

	if (!object->size || !object->ref_symbol || !st->text_end ||
	    is_near(object->size, st->text_end - start))
		return true;
	return object->size > st->text_end - start &&
	       (!st->data_end || object->size + PAGE > st->data_end - start);
}

/* The symbols are known, and those of S->st are of use if it has DWARF. */
static bool take_lines(struct search *s)
{
	resolving_lines(s->r, s->task, s->st, (struct shift){ .add = s->add });
	symtab_close(s->st);
	return !resolving_wants_lines(s->r, s->task);
}

static bool take(void *arg, const char *path)
{
	struct search *s = arg;
	struct symtab *st = s->st;
	struct error err;

	if (!resolving_has_bytes(s->task, path) && !mapfiles_is_regular(path))
		return false;
	if (resolving_load(s->task, path, st, &err) < 0) {
		if (err.kind == ERR_SYMBOLS && !s->hidden)
			s->hidden = resolving_say(s->r, "%s", err.text);
		return false;
	}
	bool is_other = !build_id_may_be(st->build_id, s->build_id) ||
			(st->release && s->release &&
			 strcmp(st->release, s->release) != 0);
	if (!is_other && st->nr && find_add(s->task->object, st, &s->add)) {
		if (size_fits(s->task->object, st, s->add))
			return !s->for_lines || take_lines(s);
		is_other = true;
	}
	if (is_other && !s->other) {
		s->other = resolving_say(s->r, "%s", path);
		if (st->build_id)
			s->other_id = resolving_say(s->r, "%s", st->build_id);
	}
	symtab_close(st);
	return false;
}

/* perf's build-id cache, and the debug files that go by build id. */
static bool find_build_id(struct search *s)
{
	static const char *const kinds[] = { "/elf", "/vmlinux", "/kallsyms",
					     "" };
	struct resolving *r = s->r;
	const char *id = build_id_path(&r->scratch, s->build_id);

	if (!id)
		return false;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (take(s, resolving_say(r, "%s/.debug/.build-id/%s%s",
					  r->home, id, kinds[i])))
			return true;
	return take(s, resolving_say(r, "%s/.debug/%s/%s/kallsyms", r->home,
				     s->task->object->guest ?
					     "[guest.kernel.kallsyms]" :
					     "[kernel.kallsyms]",
				     s->build_id)) ||
	       take(s, resolving_say(r, "%s/usr/lib/debug/.build-id/%s.debug",
				     r->root, id));
}

/* From servers, when nothing here has been of use. */
static bool fetch_build_id(struct search *s)
{
	const char *path = resolving_fetch(s->r, s->build_id);

	return path && take(s, path);
}

static bool is_running(const struct search *s)
{
	struct resolving *r = s->r;
	const char *mine = s->build_id ?
				   running_build_id(&r->scratch, r->root) :
				   running_release(&r->scratch, r->root);
	const char *theirs = s->build_id ? s->build_id : s->release;

	if (!mine || !theirs)
		return false;
	return s->build_id ? build_id_may_be(mine, theirs) :
			     !strcmp(mine, theirs);
}

static bool find(struct search *s)
{
	struct resolving *r = s->r;

	if (s->task->object->guest)
		return find_build_id(s) || fetch_build_id(s);
	if (s->task->object->copy && take(s, s->task->object->copy))
		return true;
	return mapfiles_beside(r->prof->path, &r->scratch, take, s) ||
	       find_build_id(s) ||
	       mapfiles_of_release(r->root, s->release, &r->scratch, take, s) ||
	       (is_running(s) &&
		take(s, resolving_say(r, "%s/proc/kallsyms", r->root))) ||
	       fetch_build_id(s);
}

/*
 * All of a table that the user named, from the bytes that were read for it.
 * Fails if it is that of another kernel.
 */
static int load_named(struct search *s, const struct symtab *named,
		      struct error *err)
{
	const struct object *object = s->task->object;
	struct symtab *st = s->st;
	struct input in;

	if (!build_id_may_be(named->build_id, s->build_id))
		return fail(err, ERR_SYMBOLS,
			    "%s: build id %s, but %s was recorded on a kernel"
			    " of build id %s",
			    named->path, named->build_id, s->r->prof->path,
			    s->build_id);
	if (named->in.data)
		input_from_memory(&in, named->path, named->in.data,
				  named->in.size);
	else if (input_open(named->path, &in, err) < 0)
		return -1;
	if (whole_load_input(&in, st, err) < 0)
		return -1;
	if (!find_add(object, st, &s->add))
		fail(err, ERR_SYMBOLS,
		     "%s: no %s where that of the kernel of %s could be (%#llx"
		     " less some pages); is it of another kernel?",
		     named->path,
		     object->space == ADDRESS_TEXT ? "_text" :
						     object->ref_symbol,
		     s->r->prof->path, (unsigned long long)object->ref_addr);
	else if (!size_fits(object, st, s->add))
		fail(err, ERR_SYMBOLS,
		     "%s: text of %llu bytes, but the kernel that %s was"
		     " recorded on has %llu; is it of another kernel?",
		     named->path,
		     (unsigned long long)(st->text_end - s->add -
					  object->ref_addr),
		     s->r->prof->path, (unsigned long long)object->size);
	else
		return 0;
	symtab_close(st);
	return -1;
}

/* Name what ST can, and keep ST for modules. */
static void use(struct search *s)
{
	struct resolving *r = s->r;
	struct task *task = s->task;

	resolving_name(r, task, s->st, (struct shift){ .add = s->add },
		       (struct span){ NULL, 0 });
	resolving_lines(r, task, s->st, (struct shift){ .add = s->add });
	if (!task->used) {
		task->used = resolving_say(r, "%s", s->st->path);
		notes_add(&r->prof->notes, NOTE_INFO, "symbols-found",
			  r->prof->path, "symbols of %.*s are those of %s",
			  (int)names_text(&r->prof->names, task->object->image)
				  .len,
			  names_text(&r->prof->names, task->object->image).ptr,
			  task->used);
	}
	if (r->has_kernel || task->object->guest) {
		symtab_close(s->st);
		return;
	}
	r->kernel = *s->st;
	r->kernel_add = s->add;
	r->has_kernel = true;
}

static void explain(struct search *s)
{
	if (s->other && s->other_id)
		s->task->reason = resolving_say(
			s->r, "%s is of another kernel (build id %s, not %s)",
			s->other, s->other_id,
			s->build_id ? s->build_id : "known");
	else if (s->other)
		s->task->reason = resolving_say(s->r, "%s is of another kernel",
						s->other);
	else if (s->hidden)
		s->task->reason = s->hidden;
	else if (s->task->object->guest)
		s->task->reason =
			"a guest's symbols are known by build id only";
	else
		s->task->reason = "give its vmlinux (-k) or System.map (-m)";
}

int resolve_kernel(struct resolving *r, struct task *task, struct error *err)
{
	const struct symbol_sources *src = r->sources;
	const struct object *object = task->object;
	struct symtab st = { 0 };
	struct search s = {
		.r = r,
		.task = task,
		.st = &st,
		.build_id = object->build_id,
		.release = object->guest ? NULL : r->prof->release,
	};

	if (!s.build_id && !object->guest)
		s.build_id = r->prof->build_id;
	if (!object->guest && (src->vmlinux || src->map)) {
		// The image knows sizes, so its names are the better ones.
		const struct symtab *named[] = { src->vmlinux, src->map };

		for (size_t i = 0; i < 2; i++) {
			if (!named[i])
				continue;
			if (load_named(&s, named[i], err) < 0)
				return -1;
			use(&s);
		}
	} else if (find(&s)) {
		use(&s);
	} else {
		explain(&s);
	}
	if (resolving_wants_lines(r, task)) {
		s.for_lines = true;
		find(&s);
	}
	return 0;
}
