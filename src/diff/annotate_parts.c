/*
 * annotate_parts.c - the bytes of a function in its image, and ticks on them
 */
#include <stdlib.h>

#include "annotating.h"
#include "diffprof/demangle.h"
#include "diffprof/fold.h"

/* More parts than any function has. */
#define PARTS_MAX 4096
/* Of all parts together. */
#define BYTES_MAX (4 * DISASM_MAX)

/* ---- the images of a side ------------------------------------------------ */

static bool same_path(const struct image_file *a, const struct image_file *b)
{
	return !a->path || !b->path || !strcmp(a->path, b->path);
}

static bool has_files(const struct run_ticks *run)
{
	return run->files.code.path || run->files.lines.path;
}

/* The run whose image is shown: the first that has one. */
static const struct run_ticks *leading_run(const struct annotating_side *side)
{
	const struct run_ticks *lead = NULL;

	for (size_t i = 0; i < side->side->nr_runs; i++) {
		const struct run_ticks *run = &side->runs[i];

		if (has_files(run) &&
		    (!lead || (!lead->files.code.path && run->files.code.path)))
			lead = run;
	}
	return lead;
}

static bool same_build(const struct annotating_side *side,
		       const struct image_file *file)
{
	const char *mine = side->symbols->symtab.build_id;
	struct elfcode other;
	struct error err;

	if (!mine || elfcode_open(file, &other, &err) < 0)
		return false;
	bool same =
		other.symtab.build_id && !strcmp(mine, other.symtab.build_id);

	elfcode_close(&other);
	return same;
}

/* Runs of another image cannot be shown in this one. */
static void check_runs(struct annotating *a, struct annotating_side *side,
		       const struct run_ticks *lead)
{
	for (size_t i = 0; i < side->side->nr_runs; i++) {
		struct run_ticks *run = &side->runs[i];
		const struct image_file *file = run->files.code.path ?
							&run->files.code :
							&run->files.lines;

		if (run == lead || !run->nr || !has_files(run) ||
		    (same_path(&run->files.code, &lead->files.code) &&
		     same_path(&run->files.lines, &lead->files.lines)) ||
		    same_build(side, file))
			continue;
		run->nr = 0;
		run->exact = false;
		notes_add(&a->ann->notes, NOTE_DOUBT, "other-image",
			  run->prof->path,
			  "its samples are of %s, which is another build than"
			  " %s: they are not placed",
			  file->path, side->symbols->symtab.path);
	}
}

static bool open_images(struct annotating *a, struct annotating_side *side)
{
	const struct run_ticks *lead = leading_run(side);
	struct error err;

	if (!lead)
		return false;
	if (lead->files.code.path &&
	    elfcode_open(&lead->files.code, &side->code, &err) == 0) {
		side->has_code = true;
		side->symbols = &side->code;
		side->out->image =
			arena_strdup(a->arena, lead->files.code.path);
	}
	if (!lead->files.lines.path) {
	} else if (side->has_code &&
		   same_path(&lead->files.code, &lead->files.lines)) {
		side->out->lines_image = side->out->image;
	} else if (elfcode_open(&lead->files.lines, &side->lines_code, &err) ==
		   0) {
		side->has_lines_code = true;
		if (!side->symbols)
			side->symbols = &side->lines_code;
		side->out->lines_image =
			arena_strdup(a->arena, lead->files.lines.path);
	}
	// A program that was stripped has its symbols in the debug file.
	if (side->has_code && side->has_lines_code &&
	    (!side->code.symtab.nr || side->code.symtab.only_dynamic))
		side->symbols = &side->lines_code;
	if (!side->symbols)
		return false;
	check_runs(a, side, lead);
	return true;
}

/* ---- the parts of the function ------------------------------------------- */

/* Is NAME what a run of SIDE calls the function? */
static bool is_called(const struct annotating_side *side, struct span name)
{
	for (size_t i = 0; i < side->side->nr_runs; i++) {
		const struct run_ticks *run = &side->runs[i];

		for (const name_id *id = run->names; id && *id; id++)
			if (span_eq(names_text(&run->prof->names, *id), name))
				return true;
	}
	return false;
}

static bool is_of_function(struct annotating *a,
			   const struct annotating_side *side, struct span name)
{
	struct span folded = fold(name, false);
	struct span shown = demangle(name, &a->scratch);

	return span_is(folded, side->wanted) || span_is(shown, side->wanted) ||
	       span_is(fold(shown, false), side->wanted) ||
	       is_called(side, name) || is_called(side, shown);
}

/* One of the names at an address will do. */
static bool is_wanted(struct annotating *a, const struct annotating_side *side,
		      uint64_t addr)
{
	const struct symtab *st = &side->symbols->symtab;
	const struct symbol *sym = symtab_find(st, addr);

	for (; sym && sym < st->symbols + st->nr && sym->addr == addr; sym++)
		if (is_of_function(a, side, symtab_name(st, sym)))
			return true;
	return false;
}

static bool has_part(const struct annotating_side *side, uint64_t addr)
{
	for (size_t i = 0; i < side->nr_parts; i++)
		if (side->parts[i].part.addr == addr)
			return true;
	return false;
}

static bool has_name(const struct annotating_side *side, struct span name)
{
	for (size_t i = 0; i < side->nr_parts; i++)
		if (span_eq(side->parts[i].part.name, name))
			return true;
	return false;
}

static void add_part(struct annotating *a, struct annotating_side *side,
		     const struct code_part *part)
{
	if (side->nr_parts >= PARTS_MAX || !part->size)
		return;
	ARENA_ROOM(&a->scratch, side->parts, side->nr_parts, side->cap_parts);
	side->parts[side->nr_parts++] =
		(struct annotated_part){ .part = *part };
}

/*
 * The first symbol of this name that has so many bytes: of static functions of
 * one name nobody said which it is.
 */
static void place_named(struct annotating *a,
			const struct annotating_side *side,
			struct run_ticks *run, const struct named_place *named)
{
	const struct symtab *st = &side->symbols->symtab;
	struct span name = names_text(&run->prof->names, named->symbol);
	struct code_part part;

	for (size_t i = 0; i < st->nr; i++) {
		uint64_t addr = st->symbols[i].addr;

		if (!span_eq(symtab_name(st, &st->symbols[i]), name) ||
		    !elfcode_part_at(side->symbols, addr, &part) ||
		    addr != part.addr || named->offset >= part.size)
			continue;
		ARENA_ROOM(&a->scratch, run->places, run->nr, run->cap);
		run->places[run->nr++] = (struct place){
			.from = addr + named->offset,
			.to = addr + named->offset + 1,
			.count = named->count,
			.share = 1,
			.of = 1,
		};
		return;
	}
}

static void place_all_named(struct annotating *a, struct annotating_side *side)
{
	for (size_t i = 0; i < side->side->nr_runs; i++) {
		struct run_ticks *run = &side->runs[i];

		for (size_t k = 0; k < run->nr_named; k++)
			place_named(a, side, run, &run->named[k]);
	}
}

/* Those that have ticks. */
static void find_hit_parts(struct annotating *a, struct annotating_side *side)
{
	struct code_part part = { .size = 0 };

	for (size_t i = 0; i < side->side->nr_runs; i++) {
		const struct run_ticks *run = &side->runs[i];

		for (size_t k = 0; k < run->nr; k++) {
			uint64_t addr = run->places[k].from;

			if (addr >= part.addr && addr - part.addr < part.size)
				continue;
			if (!elfcode_part_at(side->symbols, addr, &part)) {
				part.size = 0;
				continue;
			}
			if (!has_part(side, part.addr) &&
			    is_wanted(a, side, part.addr))
				add_part(a, side, &part);
		}
	}
}

/* Those that have none: clones, what was cold, all of it on the other side. */
static void find_other_parts(struct annotating *a, struct annotating_side *side)
{
	const struct symtab *st = &side->symbols->symtab;
	char first = side->wanted[0];

	for (size_t i = 0; i < st->nr; i++) {
		const struct symbol *sym = &st->symbols[i];
		struct span name = symtab_name(st, sym);
		struct code_part part;

		// Only C++ and Rust begin otherwise, and marks of clones.
		if (!name.len || (*name.ptr != first && *name.ptr != '_'))
			continue;
		// Static functions of one name: those without ticks are others.
		if (!is_of_function(a, side, name) || has_name(side, name) ||
		    has_part(side, sym->addr))
			continue;
		if (elfcode_part_at(side->symbols, sym->addr, &part) &&
		    part.addr == sym->addr)
			add_part(a, side, &part);
	}
}

static int by_addr(const void *a, const void *b)
{
	const struct annotated_part *x = a, *y = b;

	return (x->part.addr > y->part.addr) - (x->part.addr < y->part.addr);
}

static void lay_parts_out(struct annotating_side *side)
{
	size_t kept = 0;

	if (side->nr_parts)
		qsort(side->parts, side->nr_parts, sizeof(*side->parts),
		      by_addr);
	for (size_t i = 0; i < side->nr_parts; i++) {
		struct annotated_part *p = &side->parts[i];

		if (p->part.size > DISASM_MAX)
			p->part.size = DISASM_MAX;
		// Labels inside of a function: what is behind is theirs.
		if (i + 1 < side->nr_parts &&
		    p[1].part.addr - p->part.addr < p->part.size)
			p->part.size = p[1].part.addr - p->part.addr;
		if (!p->part.size || side->nr_bytes > BYTES_MAX)
			continue;
		p->base = side->nr_bytes;
		side->nr_bytes += p->part.size;
		side->parts[kept++] = *p;
	}
	side->nr_parts = kept;
}

/* ---- ticks on bytes ------------------------------------------------------ */

size_t annotating_byte(const struct annotating_side *side, uint64_t addr)
{
	size_t low = 0, high = side->nr_parts;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (side->parts[mid].part.addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return SIZE_MAX;
	const struct annotated_part *p = &side->parts[low - 1];

	return addr - p->part.addr < p->part.size ?
		       p->base + (addr - p->part.addr) :
		       SIZE_MAX;
}

/*
 * On those of its bytes that are the function's: a map has what is behind the
 * last as its code, too.
 */
static void put_place(struct annotating_side *side, size_t run,
		      const struct place *place)
{
	uint64_t len = place->to > place->from ? place->to - place->from : 1;
	uint128 all =
		((uint128)place->count << UNIT_BITS) / place->of * place->share;
	uint64_t nr = 0, put = 0;

	if (len > DISASM_MAX)
		len = DISASM_MAX;
	for (uint64_t i = 0; i < len; i++)
		nr += annotating_byte(side, place->from + i) != SIZE_MAX;
	if (!nr) {
		side->runs[run].exact = false;
		return;
	}
	for (uint64_t i = 0; i < len && put < nr; i++) {
		size_t byte = annotating_byte(side, place->from + i);

		if (byte != SIZE_MAX)
			side->units[run][byte] += all / nr + (put++ < all % nr);
	}
	side->placed[run] += all;
}

static void put_ticks(struct annotating *a, struct annotating_side *side)
{
	size_t runs = side->side->nr_runs;

	side->units = arena_alloc(&a->scratch, runs * sizeof(*side->units));
	side->placed = arena_zalloc(&a->scratch, runs * sizeof(*side->placed));
	for (size_t i = 0; i < runs; i++) {
		const struct run_ticks *run = &side->runs[i];

		side->units[i] =
			arena_zalloc(&a->scratch,
				     (side->nr_bytes + 1) * sizeof(uint128));
		for (size_t k = 0; k < run->nr; k++)
			put_place(side, i, &run->places[k]);
	}
}

void annotating_parts(struct annotating *a, struct annotating_side *side)
{
	if (open_images(a, side)) {
		place_all_named(a, side);
		find_hit_parts(a, side);
		find_other_parts(a, side);
		lay_parts_out(side);
	}
	put_ticks(a, side);
}

/* ---- from bytes to items ------------------------------------------------- */

/* VALUE of ALL, as a part of COUNT: floor(COUNT * VALUE / ALL), and the rest. */
static uint64_t part_of(uint64_t count, uint128 value, uint128 all,
			uint128 *rest)
{
	uint128 product = value * count;

	*rest = product % all;
	return (uint64_t)(product / all);
}

struct item_rest {
	uint128 rest;
	size_t item;
};

/* Largest first, then the earlier item. */
static int by_rest(const void *a, const void *b)
{
	const struct item_rest *x = a, *y = b;

	if (x->rest != y->rest)
		return x->rest > y->rest ? -1 : 1;
	return (x->item > y->item) - (x->item < y->item);
}

/* Add to COUNTS what the NR + 1 ITEMS, in units, have of the ticks of RUN. */
static void count_run(struct annotating *a, const struct annotating_side *side,
		      size_t run, uint128 *items, size_t nr, uint64_t *counts)
{
	uint128 whole = (uint128)side->runs[run].count << UNIT_BITS;
	uint128 all = side->placed[run];
	uint64_t count = side->runs[run].count, given = 0;
	struct item_rest *rests;

	for (unsigned i = 0; i < a->ann->scale; i++)
		count *= 10;
	// A raw dump's rows are rounded; of others the difference is lost, or
	// the listing contradicts itself.
	if (!side->runs[run].exact && all < whole) {
		items[nr] += whole - all;
		all = whole;
	}
	if (!all) {
		counts[nr] += count;
		return;
	}
	// Products of both have to fit.
	unsigned shift = 0;
	while ((all >> shift) >> (127 - (64 - __builtin_clzll(count | 1))))
		shift++;
	all = 0;
	for (size_t i = 0; i <= nr; i++)
		all += items[i] >> shift;
	if (!all) {
		counts[nr] += count;
		return;
	}
	rests = arena_alloc(&a->scratch, (nr + 1) * sizeof(*rests));
	for (size_t i = 0; i <= nr; i++) {
		uint64_t own =
			part_of(count, items[i] >> shift, all, &rests[i].rest);

		rests[i].item = i;
		counts[i] += own;
		given += own;
	}
	qsort(rests, nr + 1, sizeof(*rests), by_rest);
	for (size_t i = 0; given < count; i++, given++)
		counts[rests[i].item]++;
}

void annotating_count(struct annotating *a, const struct annotating_side *side,
		      const uint32_t *item_of, size_t nr, uint64_t *counts)
{
	uint128 *items = arena_alloc(&a->scratch, (nr + 1) * sizeof(*items));

	memset(counts, 0, (nr + 1) * sizeof(*counts));
	for (size_t run = 0; run < side->side->nr_runs; run++) {
		memset(items, 0, (nr + 1) * sizeof(*items));
		for (size_t i = 0; i < side->nr_bytes; i++) {
			uint32_t item = item_of[i];

			items[item == ANNOTATE_NONE ? nr : item] +=
				side->units[run][i];
		}
		count_run(a, side, run, items, nr, counts);
	}
}
