#include "diffprof/resolve.h"

#include <stdlib.h>

#include "diffprof/alias.h"
#include "diffprof/demangle.h"
#include "diffprof/numbered.h"
#include "diffprof/roster.h"
#include "diffprof/symfiles.h"
#include "resolving.h"

int resolving_load(const struct task *task, const char *path, struct symtab *st,
		   struct error *err)
{
	struct span bytes = task->object->copy_bytes;
	struct input in;

	if (!resolving_has_bytes(task, path))
		return whole_load(path, st, err);
	input_from_memory(&in, path, bytes.ptr, bytes.len);
	return whole_load_input(&in, st, err);
}

const char *resolving_say(struct resolving *r, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	const char *text = arena_vprintf(&r->scratch, fmt, args);
	va_end(args);
	return text;
}

/* NAME lies in a table that goes away. */
static name_id keep_name(struct profile *prof, struct span name)
{
	name_id id = names_find(&prof->names, name);

	if (id != NAME_NONE || !name.len)
		return id;
	name.ptr = arena_strndup(&prof->arena, name.ptr, name.len);
	return names_intern(&prof->names, name);
}

static name_id keep_symbol(struct resolving *r, const struct task *task,
			   struct span name)
{
	// As perf has it: a kernel's names stay what they are.
	if (task->object->kind == OBJECT_USER)
		name = demangle(name, &r->scratch);
	return keep_name(r->prof, name);
}

static name_id image_of(struct resolving *r, const struct task *task,
			struct span module)
{
	if (!module.len || task->object->guest ||
	    task->object->kind != OBJECT_KERNEL)
		return task->object->image;
	return keep_name(r->prof, module);
}

bool resolving_shifted(struct shift shift, uint64_t *addr)
{
	if (shift.offsets && !whole_from_offset(shift.offsets, *addr, addr))
		return false;
	*addr += shift.add;
	return true;
}

/* What the frames of one holder have in common. */
struct named {
	struct holder holder;
	name_id symbol, image;
	uint32_t size;
};

/* The other names at the address of what N names. */
static void keep_aliases(struct resolving *r, const struct task *task,
			 const struct symtab *st, const struct named *n)
{
	struct samples *s = r->samples;
	const struct symbol *last = st->symbols + st->nr;
	const struct symbol *sym = n->holder.symbol;
	uint64_t addr = sym->addr;
	uint32_t list = 0;

	while (sym > st->symbols && sym[-1].addr == addr)
		sym--;
	for (; sym < last && sym->addr == addr; sym++) {
		struct span name = symtab_name(st, sym);
		name_id id;

		if (sym == n->holder.symbol || alias_rank(name) != ALIAS_CODE)
			continue;
		id = keep_symbol(r, task, name);
		if (id == n->symbol)
			continue;
		uint32_t at = profile_alias(r->prof, id);
		if (!list)
			list = at;
	}
	if (!list)
		return;
	profile_alias(r->prof, NAME_NONE);
	ARENA_ROOM(&r->prof->arena, s->aliases, s->nr_aliases, s->cap_aliases);
	s->aliases[s->nr_aliases++] =
		(struct sample_aliases){ n->symbol, n->image, list };
}

static bool name_holder(struct resolving *r, const struct task *task,
			const struct symtab *st, bool moved, struct span module,
			struct named *n)
{
	struct span in = whole_module(st, n->holder.symbol);
	uint64_t size = n->holder.symbol->size;

	if (module.len && !span_eq(in, module))
		return false;
	// Another boot has the kernel elsewhere, and modules anywhere.
	if (in.len && moved)
		return false;
	if (!size)
		size = n->holder.end - n->holder.first;
	n->symbol = keep_symbol(r, task, symtab_name(st, n->holder.symbol));
	n->image = image_of(r, task, in);
	n->size = size < FRAME_SIZE_MAX ? (uint32_t)size : FRAME_SIZE_MAX;
	keep_aliases(r, task, st, n);
	return true;
}

/* So many frames ahead of the one that is named come into the cache. */
#define AHEAD 16

void resolving_name(struct resolving *r, struct task *task,
		    const struct symtab *st, struct shift shift,
		    struct span module)
{
	struct named n = { .symbol = NAME_NONE };

	for (size_t i = 0; i < task->nr && task->unnamed; i++) {
		struct frame *frame = &r->samples->frames[task->frames[i]];
		uint64_t addr = frame->addr;

		// By address they are all over memory.
		if (i + AHEAD < task->nr)
			__builtin_prefetch(&r->samples->frames
						    [task->frames[i + AHEAD]],
					   1);
		if (frame->symbol != NAME_NONE ||
		    !resolving_shifted(shift, &addr))
			continue;
		if (n.symbol == NAME_NONE || addr < n.holder.start ||
		    addr >= n.holder.end) {
			n.symbol = NAME_NONE;
			if (!whole_holder(st, addr, &n.holder) ||
			    !name_holder(r, task, st, shift.add != 0, module,
					 &n)) {
				n.symbol = NAME_NONE;
				continue;
			}
		}
		frame->symbol = n.symbol;
		frame->image = n.image;
		frame->start = n.holder.first;
		frame->size = n.size & FRAME_SIZE_MAX;
		task->unnamed--;
	}
}

static int by_addr(const void *a, const void *b)
{
	const struct object_symbol *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

/* By the symbols that the recording has itself. */
static void name_by_own(struct resolving *r, struct task *task)
{
	const struct object *object = task->object;
	size_t nr = object->nr_symbols, k = 0;
	struct object_symbol *own;

	if (!nr)
		return;
	task->used = r->prof->path;
	own = arena_alloc(&r->scratch, nr * sizeof(*own));
	memcpy(own, object->symbols, nr * sizeof(*own));
	qsort(own, nr, sizeof(*own), by_addr);
	for (size_t i = 0; i < task->nr; i++) {
		struct frame *frame = &r->samples->frames[task->frames[i]];

		while (k < nr && own[k].addr <= frame->addr)
			k++;
		if (!k)
			continue;
		const struct object_symbol *sym = &own[k - 1];
		uint64_t size = sym->size;
		if (!size && k < nr)
			size = own[k].addr - sym->addr;
		if (frame->addr - sym->addr >= size)
			continue;
		frame->symbol = sym->name;
		frame->image = object->image;
		frame->start = sym->addr;
		frame->size =
			size < FRAME_SIZE_MAX ? (uint32_t)size : FRAME_SIZE_MAX;
		task->unnamed--;
	}
}

static bool is_nameless(const struct frame *frame)
{
	return frame->object != OBJECT_NONE && frame->symbol == NAME_NONE;
}

/* A task for each object, with its frames that have no name, by address. */
static void make_tasks(struct resolving *r)
{
	const struct samples *s = r->samples;
	struct arena meanwhile = { 0 };
	struct numbered *order =
		arena_alloc(&meanwhile, (s->nr_frames + 1) * sizeof(*order));
	uint32_t *frames =
		arena_alloc(&r->scratch, (s->nr_frames + 1) * sizeof(*frames));
	size_t nr = 0;

	r->tasks = arena_zalloc(&r->scratch,
				(s->nr_objects + 1) * sizeof(*r->tasks));
	for (size_t i = 0; i < s->nr_objects; i++)
		r->tasks[i] = (struct task){ .object = &s->objects[i] };
	for (size_t i = 0; i < s->nr_frames; i++)
		if (is_nameless(&s->frames[i]))
			r->tasks[s->frames[i].object].nr++;
	// Each object's frames stand together, in its part of one array.
	for (size_t i = 0; i < s->nr_objects; i++) {
		struct task *task = &r->tasks[i];

		task->frames = frames + nr;
		nr += task->nr;
	}
	for (size_t i = 0; i < s->nr_frames; i++) {
		struct task *task;

		if (!is_nameless(&s->frames[i]))
			continue;
		task = &r->tasks[s->frames[i].object];
		order[task->frames - frames + task->unnamed++] =
			(struct numbered){ s->frames[i].addr, (uint32_t)i };
	}
	for (size_t i = 0; i < s->nr_objects; i++) {
		struct task *task = &r->tasks[i];
		struct numbered *own = order + (task->frames - frames);

		sort_numbered(own, task->nr, &meanwhile);
		for (size_t k = 0; k < task->nr; k++)
			task->frames[k] = own[k].index;
	}
	arena_release(&meanwhile);
}

static int run_task(struct resolving *r, struct task *task, struct error *err)
{
	name_by_own(r, task);
	if (!resolving_wants(r, task))
		return 0;
	switch (task->object->kind) {
	case OBJECT_KERNEL:
		return resolve_kernel(r, task, err);
	case OBJECT_MODULE:
		resolve_module(r, task);
		return 0;
	case OBJECT_USER:
		resolve_user(r, task);
		return 0;
	default:
		return 0;
	}
}

/* The kernels come first: their symbols may be those of modules. */
static int run_tasks(struct resolving *r, struct error *err)
{
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < r->samples->nr_objects; i++) {
			struct task *task = &r->tasks[i];
			bool is_kernel = task->object->kind == OBJECT_KERNEL;

			if (is_kernel == (pass == 0) && task->nr &&
			    run_task(r, task, err) < 0)
				return -1;
		}
	return 0;
}

static void name_the_rest(struct resolving *r)
{
	struct samples *s = r->samples;
	name_id unknown = names_intern(&r->prof->names, SPAN(SYMBOL_UNKNOWN));

	for (size_t i = 0; i < s->nr_frames; i++) {
		struct frame *frame = &s->frames[i];

		if (frame->object == OBJECT_NONE || frame->symbol != NAME_NONE)
			continue;
		frame->symbol = unknown;
		frame->image = s->objects[frame->object].image;
	}
}

/* Do nameless samples of this object matter to whoever reads the profile? */
static bool is_worth_a_note(const struct task *task, uint64_t nameless,
			    uint64_t all)
{
	return task->object->kind != OBJECT_ANON &&
	       task->object->kind != OBJECT_NAMED && nameless > all / 100;
}

static void note_nameless(struct resolving *r)
{
	const struct samples *s = r->samples;
	struct profile *prof = r->prof;
	uint64_t *nameless = arena_zalloc(&r->scratch, (s->nr_objects +
							1) * sizeof(*nameless));
	name_id unknown = names_find(&prof->names, SPAN(SYMBOL_UNKNOWN));
	const struct filters *filters = r->sources->filters;
	bool filtered = filters && filters_any(filters);
	uint64_t all = 0;

	for (size_t i = 0; i < s->nr_samples; i++) {
		uint32_t leaf = samples_leaf(s, s->samples[i].key.node);

		if (filtered && !filters_pass(filters, prof, &s->samples[i]))
			continue;
		all += s->samples[i].count;
		if (leaf != FRAME_NONE &&
		    s->frames[leaf].object != OBJECT_NONE &&
		    s->frames[leaf].symbol == unknown)
			nameless[s->frames[leaf].object] += s->samples[i].count;
	}
	for (size_t i = 0; i < s->nr_objects; i++) {
		const struct task *task = &r->tasks[i];
		struct span image =
			names_text(&prof->names, task->object->image);

		if (!is_worth_a_note(task, nameless[i], all))
			continue;
		notes_add(&prof->notes, NOTE_DOUBT, "no-symbols", prof->path,
			  "%llu samples (%.1f%%) of %.*s have no symbol: %s",
			  (unsigned long long)nameless[i],
			  100 * (double)nameless[i] / (double)all,
			  (int)image.len, image.ptr,
			  task->used   ? resolving_say(r,
						       "no symbol of %s holds"
							 " their addresses",
						       task->used) :
			  task->reason ? task->reason :
					 "no file with symbols was found");
	}
}

/* The roster borrows from the table, which lives as long as the profile. */
static void keep_kernel(struct resolving *r)
{
	struct profile *prof = r->prof;
	struct symtab *kernel = arena_alloc(&prof->arena, sizeof(*kernel));

	*kernel = r->kernel;
	kernel->path = arena_strdup(&prof->arena, kernel->path);
	kernel->in.path = kernel->path;
	prof->roster =
		roster_make(kernel, r->sources->keep_clones, &prof->arena);
}

int resolve(struct profile *prof, const struct symbol_sources *sources,
	    struct error *err)
{
	struct resolving r = {
		.prof = prof,
		.samples = prof->samples,
		.sources = sources,
		.root = sources->root ? sources->root : "",
	};
	const char *home = getenv("HOME");

	if (!prof->samples)
		return 0;
	r.home = resolving_say(&r, "%s%s", r.root, home ? home : "/root");
	make_tasks(&r);
	if (sources->lines || sources->places)
		resolving_lines_begin(&r);
	int failed = run_tasks(&r, err);
	if (!failed) {
		name_the_rest(&r);
		note_nameless(&r);
	}
	if (!failed && sources->lines)
		failed = resolving_lines_end(&r, err);
	if (r.has_kernel && sources->files && !failed)
		symfiles_find(prof, &r.kernel, sources->keep_clones);
	if (r.has_kernel && sources->roster && !failed)
		keep_kernel(&r);
	else if (r.has_kernel)
		symtab_close(&r.kernel);
	arena_release(&r.scratch);
	return failed;
}
