/*
 * inlines.c - a unit that inlines none of the names is only passed over
 *
 * What is inlined has an abstract entry at the top of its unit, or in another,
 * that has the name; the copies refer to it by its offset.
 */
#include "diffprof/inlines.h"

#include <stdlib.h>

#include "diffprof/names.h"
#include "diffprof/tasks.h"
#include "dw.h"
#include "elfimage.h"

#define DEPTH_MAX 256
#define ORIGINS_MAX 16
#define JOBS 16

/* A copy of a function that was asked for. */
struct copy {
	uint32_t name; /* index of what was asked */
	struct span function;
	uint64_t addr;
};

struct job {
	struct dw dw;
	const struct names *names; /* those asked for: id is index + 1 */
	size_t first, end; /* units */
	struct arena arena, scratch;
	bool *is_known, *has_code; /* by name */
	struct copy *copies;
	size_t nr, cap;

	/* Of the unit that is walked: abstract entries, ascending. */
	struct abstract {
		uint64_t offset;
		uint32_t name;
	} * abstract;
	size_t nr_abstract, cap_abstract;
};

/* The function with code of its own that is walked. */
struct outer {
	struct span name;
	uint64_t addr;
};

/* The name of ENTRY, of itself or of what it is an instance of; or NULL. */
static const char *name_of(struct dw_entry entry, struct dw_attrs attrs)
{
	const char *name = NULL;

	for (unsigned i = 0; i < ORIGINS_MAX; i++) {
		struct dw_entry origin;
		struct dw_attrs its;
		const char *linkage =
			dw_value_text(entry.unit, &attrs.linkage_name);

		if (linkage)
			return linkage;
		if (!name)
			name = dw_value_text(entry.unit, &attrs.name);
		if (!dw_entry_origin(&entry, &attrs, &origin, &its))
			return name;
		entry = origin;
		attrs = its;
	}
	return name;
}

/* Which of the names asked for this is, + 1; 0: none. */
static uint32_t asked(const struct job *job, const char *name)
{
	return name ? names_find(job->names, span_of(name)) : 0;
}

static uint32_t abstract_at(const struct job *job, uint64_t offset)
{
	size_t low = 0, high = job->nr_abstract;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (job->abstract[mid].offset < offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low < job->nr_abstract && job->abstract[low].offset == offset ?
		       job->abstract[low].name :
		       0;
}

/* Which name ENTRY is a copy of, + 1. */
static uint32_t copy_of(const struct job *job, const struct dw_entry *entry,
			const struct dw_attrs *attrs)
{
	const struct dw_unit *unit = entry->unit;

	if (!attrs->origin_alt && attrs->origin >= unit->first &&
	    attrs->origin < unit->end)
		return abstract_at(job, attrs->origin);
	return asked(job, name_of(*entry, *attrs));
}

static void add_copy(struct job *job, uint32_t name, const struct outer *outer)
{
	ARENA_ROOM(&job->arena, job->copies, job->nr, job->cap);
	job->copies[job->nr++] = (struct copy){
		.name = name - 1,
		.function = outer->name,
		.addr = outer->addr,
	};
}

static bool has_code(const struct dw_attrs *attrs)
{
	return attrs->has_ranges || (attrs->has_low && attrs->has_high);
}

/* The siblings from AT on, in OUTER; what is behind the last, 0 if it is lost. */
static uint64_t walk(struct job *job, struct dw_unit *unit, uint64_t at,
		     const struct outer *outer, unsigned depth)
{
	struct dw_entry entry;
	struct dw_attrs attrs;

	while (at && dw_entry_at(unit, at, &entry)) {
		unsigned tag;
		uint32_t name;

		if (!entry.abbrev)
			return entry.attrs;
		tag = entry.abbrev->tag;
		if ((tag != DW_TAG_inlined_subroutine &&
		     tag != DW_TAG_lexical_block) ||
		    depth == DEPTH_MAX) {
			at = dw_entry_behind(&entry);
			continue;
		}
		if (!dw_entry_attrs(&entry, &attrs))
			return 0;
		name = tag == DW_TAG_inlined_subroutine ?
			       copy_of(job, &entry, &attrs) :
			       0;
		if (name)
			add_copy(job, name, outer);
		at = entry.abbrev->children ?
			     walk(job, unit, attrs.next, outer, depth + 1) :
			     attrs.next;
	}
	return 0;
}

/* Call EACH with the functions at the top of UNIT and in its namespaces. */
static uint64_t each_function(struct job *job, struct dw_unit *unit,
			      uint64_t at, unsigned depth,
			      uint64_t (*each)(struct job *job,
					       const struct dw_entry *entry,
					       const struct dw_attrs *attrs))
{
	struct dw_entry entry;
	struct dw_attrs attrs;

	while (at && dw_entry_at(unit, at, &entry)) {
		if (!entry.abbrev)
			return entry.attrs;
		switch (entry.abbrev->tag) {
		case DW_TAG_subprogram:
			if (!dw_entry_attrs(&entry, &attrs))
				return 0;
			at = each(job, &entry, &attrs);
			break;
		case DW_TAG_namespace:
		case DW_TAG_structure_type:
		case DW_TAG_class_type:
			if (entry.abbrev->children && depth < DEPTH_MAX &&
			    dw_entry_attrs(&entry, &attrs)) {
				at = each_function(job, unit, attrs.next,
						   depth + 1, each);
				break;
			}
			// fallthrough
		default:
			at = dw_entry_behind(&entry);
		}
	}
	return 0;
}

/* What is asked for and may be inlined. */
static uint64_t note_abstract(struct job *job, const struct dw_entry *entry,
			      const struct dw_attrs *attrs)
{
	uint32_t name = attrs->declaration && !attrs->origin ?
				0 :
				asked(job, name_of(*entry, *attrs));

	if (!name)
		return dw_entry_behind(entry);
	job->is_known[name - 1] = true;
	// The instances refer to the entry, whatever that completes itself.
	if (has_code(attrs)) {
		job->has_code[name - 1] = true;
	} else {
		ARENA_ROOM(&job->scratch, job->abstract, job->nr_abstract,
			   job->cap_abstract);
		job->abstract[job->nr_abstract++] = (struct abstract){
			.offset = entry->offset,
			.name = name,
		};
	}
	return dw_entry_behind(entry);
}

static uint64_t look_into(struct job *job, const struct dw_entry *entry,
			  const struct dw_attrs *attrs)
{
	const char *name;
	struct outer outer;
	size_t before = job->nr;

	if (!has_code(attrs) || !entry->abbrev->children)
		return dw_entry_behind(entry);
	outer = (struct outer){ .addr = attrs->has_low ? attrs->low : 0 };
	uint64_t next = walk(job, entry->unit, attrs->next, &outer, 0);
	if (job->nr > before) {
		name = name_of(*entry, *attrs);
		outer.name = span_of(name ? name : "");
		for (size_t i = before; i < job->nr; i++)
			job->copies[i].function = outer.name;
	}
	return next;
}

/* Where none of the names is, copies of them can only be of other units. */
static void look_at(struct job *job, struct dw_unit *unit)
{
	struct dw_entry root;
	struct dw_attrs attrs;

	if (!dw_unit_open(unit) || !dw_entry_at(unit, unit->first, &root) ||
	    !root.abbrev || !root.abbrev->children ||
	    !dw_entry_attrs(&root, &attrs))
		return;
	job->nr_abstract = 0;
	each_function(job, unit, attrs.next, 0, note_abstract);
	if (job->nr_abstract || unit->abbrevs->refers_out)
		each_function(job, unit, attrs.next, 0, look_into);
}

static void run_job(void *arg, size_t i)
{
	struct job *job = (struct job *)arg + i;

	for (size_t u = job->first; u < job->end; u++) {
		look_at(job, &job->dw.units[u]);
		dw_forget(&job->dw);
	}
	dw_close(&job->dw);
}

/* ---- answers ------------------------------------------------------------- */

static int by_name_and_place(const void *a, const void *b)
{
	const struct copy *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return span_cmp(x->function, y->function);
}

/* One answer for all copies in one function. */
static void answer(struct inlines *inlines, struct copy *copies, size_t nr,
		   struct arena *arena)
{
	qsort(copies, nr, sizeof(*copies), by_name_and_place);
	for (size_t i = 0, end; i < nr; i = end) {
		uint32_t name = copies[i].name;
		struct inlined_into *into;
		size_t found = 0;

		for (end = i; end < nr && copies[end].name == name;)
			end++;
		into = arena_alloc(arena, (end - i) * sizeof(*into));
		for (size_t k = i; k < end; k++) {
			if (k > i && copies[k].addr == copies[k - 1].addr &&
			    !span_cmp(copies[k].function,
					  copies[k - 1].function)) {
				into[found - 1].copies++;
				continue;
			}
			struct span function = copies[k].function;

			into[found++] = (struct inlined_into){
				.function = { arena_strndup(arena, function.ptr,
							    function.len),
					      function.len },
				.addr = copies[k].addr,
				.copies = 1,
			};
		}
		inlines->into[name] = into;
		inlines->nr_into[name] = found;
	}
}

static void ask(struct dw *dw, const struct names *names, size_t nr,
		struct inlines *inlines, struct arena *arena,
		struct arena *scratch)
{
	struct job *jobs = arena_zalloc(scratch, JOBS * sizeof(*jobs));
	struct copy *all = NULL;
	size_t nr_all = 0;

	for (size_t i = 0; i < JOBS; i++) {
		jobs[i].names = names;
		jobs[i].first = dw->nr_units * i / JOBS;
		jobs[i].end = dw->nr_units * (i + 1) / JOBS;
		jobs[i].is_known = arena_zalloc(scratch, nr + 1);
		jobs[i].has_code = arena_zalloc(scratch, nr + 1);
		dw_share(&jobs[i].dw, dw, &jobs[i].scratch);
	}
	tasks_run(JOBS, true, run_job, jobs);
	for (size_t i = 0; i < JOBS; i++)
		nr_all += jobs[i].nr;
	all = arena_alloc(scratch, (nr_all + 1) * sizeof(*all));
	nr_all = 0;
	for (size_t i = 0; i < JOBS; i++) {
		if (jobs[i].nr)
			memcpy(all + nr_all, jobs[i].copies,
			       jobs[i].nr * sizeof(*all));
		nr_all += jobs[i].nr;
		for (size_t k = 0; k < nr; k++) {
			inlines->is_known[k] |= jobs[i].is_known[k];
			inlines->has_code[k] |= jobs[i].has_code[k];
		}
		arena_release(&jobs[i].scratch);
	}
	answer(inlines, all, nr_all, arena);
	for (size_t i = 0; i < JOBS; i++)
		arena_release(&jobs[i].arena);
}

int inlines_find(struct input *in, const struct span *names, size_t nr,
		 struct inlines *inlines, struct arena *arena,
		 struct error *err)
{
	struct elfimage img = { .path = in->path };
	struct arena scratch = { 0 };
	struct names asked_for;
	struct dw dw;
	int status = -1;

	*inlines = (struct inlines){
		.into = arena_zalloc(arena, (nr + 1) * sizeof(*inlines->into)),
		.nr_into = arena_zalloc(arena,
					(nr + 1) * sizeof(*inlines->nr_into)),
		.is_known = arena_zalloc(arena, nr + 1),
		.has_code = arena_zalloc(arena, nr + 1),
	};
	names_init(&asked_for, &scratch);
	for (size_t i = 0; i < nr; i++)
		names_intern(&asked_for, names[i]);
	if (elfimage_open(&img, in, err) == 0) {
		bool big = img.header.e_ident[EI_DATA] == ELFDATA2MSB;

		if (img.header.e_type != ET_REL &&
		    dw_open(&dw, img.elf, big, &scratch)) {
			dw_open_shared(&dw, img.elf, big, in->path, &scratch);
			ask(&dw, &asked_for, nr, inlines, arena, &scratch);
			dw_close(&dw);
			status = 0;
		} else {
			fail(err, ERR_SYMBOLS,
			     "%s: no DWARF, which tells what is inlined where",
			     in->path);
		}
	}
	elf_end(img.elf);
	arena_release(&scratch);
	return status;
}
