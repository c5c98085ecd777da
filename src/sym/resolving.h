/*
 * resolving.h - what the parts of resolve.c share
 *
 * A task is one object of a profile and its frames without a name, by address.
 * The parts find tables of symbols for it, surest first, and give each to
 * resolving_name(), which names the frames that still have no name.
 */
#ifndef SYM_RESOLVING_H
#define SYM_RESOLVING_H

#include "diffprof/resolve.h"
#include "diffprof/running.h"
#include "diffprof/whole.h"

/* How an address of an object becomes one of a table. */
struct shift {
	uint64_t add; /* modulo 2^64 */
	const struct symtab *offsets; /* first from file offset, by this */
};

struct task {
	const struct object *object;
	uint32_t *frames; /* indexes */
	size_t nr, unnamed;
	const char *used; /* a file with symbols, or NULL */
	const char *reason; /* why there are no symbols, or NULL */
	bool has_lines;
	bool has_code; /* the same of instructions, where places are wanted */
	const char *no_lines; /* an image of it without DWARF, or NULL */
};

struct module_file {
	const char *name, *path; /* as kallsyms has it: no "-" */
};

struct resolving {
	struct profile *prof;
	struct samples *samples;
	const struct symbol_sources *sources;
	const char *root, *home;
	bool *is_leaf; /* by frame: samples fell there; NULL: no lines wanted */
	struct arena scratch;
	struct task *tasks; /* by object */

	/* The kernel's symbols, if found, which may name modules as well. */
	struct symtab kernel;
	bool has_kernel;
	uint64_t kernel_add;

	/* The files of modules there are, once somebody asked. */
	struct module_file *modules;
	size_t nr_modules, cap_modules;
	bool modules_listed;
};

/*
 * Name frames of TASK by ST.  MODULE, if it is not empty, is the only module
 * of ST's that counts.
 */
void resolving_name(struct resolving *r, struct task *task,
		    const struct symtab *st, struct shift shift,
		    struct span module);
static inline bool resolving_wants_lines(const struct resolving *r,
					 const struct task *task)
{
	return r->is_leaf &&
	       (!task->has_lines || (r->sources->places && !task->has_code));
}

/* Is there something left for another file of TASK's to tell? */
static inline bool resolving_wants(const struct resolving *r,
				   const struct task *task)
{
	return task->unnamed || resolving_wants_lines(r, task);
}

/*
 * Where the frames of TASK are in the sources, by the DWARF of ST, unless that
 * is known or not wanted; resolve_lines.c.
 */
void resolving_lines(struct resolving *r, struct task *task,
		     const struct symtab *st, struct shift shift);
void resolving_lines_begin(struct resolving *r);
/* The leaves of TASK by where they are in a table. */
struct numbered;
struct numbered *resolving_placed(struct resolving *r, const struct task *task,
				  struct shift shift, size_t *nr);
/*
 * Keep where the frames of TASK are in ST, and that it has their code or their
 * lines, if it has and that is wanted; resolve_places.c.
 */
void resolving_places_begin(struct resolving *r);
void resolving_places(struct resolving *r, struct task *task,
		      const struct symtab *st, struct shift shift);
/* Say which images had none; fails if all had none. */
int resolving_lines_end(struct resolving *r, struct error *err);

/* Where an address is in the table that SHIFT leads to; false: nowhere. */
bool resolving_shifted(struct shift shift, uint64_t *addr);
/* A sentence that lives as long as the work. */
const char *resolving_say(struct resolving *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Is PATH the name of TASK's copy, which is in no file of its own? */
static inline bool resolving_has_bytes(const struct task *task,
				       const char *path)
{
	return task->object->copy_bytes.ptr && path == task->object->copy;
}

/* All of the table in the file PATH, or in those bytes. */
int resolving_load(const struct task *task, const char *path, struct symtab *st,
		   struct error *err);

/* Fails only when what the user named does not fit. */
int resolve_kernel(struct resolving *r, struct task *task, struct error *err);
void resolve_module(struct resolving *r, struct task *task);
void resolve_user(struct resolving *r, struct task *task);

/*
 * Build ids are equal up to zeros at the end, which perf fills short ones with.
 * True as well if one of the two is not known.
 */
bool build_id_may_be(const char *a, const char *b);
/* The debug file with BUILD_ID as servers have it, or NULL; see debuginfod.h. */
const char *resolving_fetch(struct resolving *r, const char *build_id);
/* "xx/yyy": how paths name a build id; NULL if it is none. */
const char *build_id_path(struct arena *arena, const char *build_id);

#endif
