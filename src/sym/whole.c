#include "diffprof/whole.h"

#include <stdlib.h>

#include "diffprof/alias.h"
#include "owner.h"

struct span whole_module(const struct symtab *st, const struct symbol *sym)
{
	const struct span none = { NULL, 0 };
	struct span name, line, module;

	if (!sym->of_module)
		return none;
	name = symtab_name(st, sym);
	line.ptr = name.ptr + name.len;
	line.len = (size_t)(st->text + st->text_size - line.ptr);
	const char *end = memchr(line.ptr, '\n', line.len);
	if (end)
		line.len = (size_t)(end - line.ptr);
	module = span_trim(line);
	if (module.len && module.ptr[module.len - 1] == '\r')
		module.len--;
	if (module.len < 3 || module.ptr[0] != '[' ||
	    module.ptr[module.len - 1] != ']')
		return none;
	return (struct span){ module.ptr + 1, module.len - 2 };
}

static void add_region(struct symtab *st, uint64_t addr, uint64_t end)
{
	if (end <= addr)
		return;
	ARENA_ROOM(&st->arena, st->regions, st->nr_regions, st->cap_regions);
	st->regions[st->nr_regions++] = (struct code_region){ addr, end };
}

/*
 * Where a map names nothing behind the last function of a module, or of all,
 * that ends with its page or the one after, as perf has it as well.
 */
#define PAGE ((uint64_t)4096)

static uint64_t last_end(uint64_t start, uint64_t next)
{
	uint64_t end = (start | (PAGE - 1)) + 1 + PAGE;

	return end > start && end < next ? end : next;
}

/*
 * The regions of a map: from the first function to what is no function, or to
 * another module.  Symbols that are no code are dropped.
 */
static void find_regions(struct symtab *st)
{
	struct span module = { NULL, 0 };
	size_t kept = 0, end;
	uint64_t from = 0, last = 0;
	bool is_open = false;

	for (size_t i = 0; i < st->nr; i = end) {
		uint64_t addr = st->symbols[i].addr;
		size_t first = kept;
		bool ends = false;

		for (end = i; end < st->nr && st->symbols[end].addr == addr;
		     end++) {
			if (st->symbols[end].binding == BIND_END)
				ends = true;
			else
				st->symbols[kept++] = st->symbols[end];
		}
		if (is_open && ends) {
			add_region(st, from, addr);
			is_open = false;
		}
		if (first == kept)
			continue;

		struct span other = whole_module(st, &st->symbols[first]);
		if (is_open && !span_eq(other, module)) {
			add_region(st, from, last_end(last, addr));
			is_open = false;
		}
		if (!is_open)
			from = addr;
		is_open = true;
		module = other;
		last = addr;
	}
	if (is_open)
		add_region(st, from, last_end(last, UINT64_MAX));
	st->nr = kept;
}

static int by_start(const void *a, const void *b)
{
	const struct code_region *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

int whole_seal(struct symtab *st, struct error *err)
{
	symtab_sort(st);
	if (st->by_line)
		find_regions(st);
	else if (st->nr_regions)
		qsort(st->regions, st->nr_regions, sizeof(*st->regions),
		      by_start);
	if (st->by_line && !st->nr)
		return fail(err, ERR_SYMBOLS, "%s: has no symbol of code",
			    st->path);
	st->stext = st->nr_regions ? st->regions[0].addr : 0;
	st->etext = 0;
	for (size_t i = 0; i < st->nr_regions; i++)
		if (st->regions[i].end > st->etext)
			st->etext = st->regions[i].end;
	if (st->has_sizes && st->nr)
		symtab_fill_reach(st);
	return 0;
}

/* The last region that begins at ADDR or before, if it holds ADDR. */
static const struct code_region *region_at(const struct symtab *st,
					   uint64_t addr)
{
	size_t low = 0, high = st->nr_regions;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (st->regions[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low && addr < st->regions[low - 1].end ? &st->regions[low - 1] :
							NULL;
}

/* The greatest size of the owner's symbols. */
static uint64_t size_of(const struct symtab *st, const struct owner *owner)
{
	uint64_t size = 0;

	for (size_t i = owner->first; i < owner->end; i++)
		if (st->symbols[i].size > size)
			size = st->symbols[i].size;
	return size;
}

/* Functions do not lie in one another deeper than this. */
#define DEPTH_MAX 64

/*
 * ADDR lies behind a function of known size, which lies in another: find the
 * innermost that holds ADDR.
 */
static bool enclosing(const struct symtab *st, struct owner *owner,
		      uint64_t addr)
{
	size_t i = owner->first;

	for (size_t n = 0; n < DEPTH_MAX && i && st->reach[i - 1] > addr; n++) {
		size_t end = i;
		uint64_t start = st->symbols[--i].addr;

		while (i && st->symbols[i - 1].addr == start)
			i--;
		struct owner outer = { .first = i, .end = end, .start = start };
		if (size_of(st, &outer) > addr - start &&
		    owner_name(st, &outer)) {
			outer.next = owner->next;
			outer.code_end = start + size_of(st, &outer);
			*owner = outer;
			return true;
		}
	}
	return false;
}

bool whole_holder(const struct symtab *st, uint64_t addr, struct holder *holder)
{
	const struct code_region *region = st->nr ? region_at(st, addr) : NULL;

	if (!region)
		return false;

	struct owner owner = owner_at(st, addr);
	if (owner.first == owner.end || owner.start < region->addr)
		return false;
	uint64_t size = size_of(st, &owner), start = owner.start;
	if (size && addr - owner.start >= size) {
		start += size;
		if (!enclosing(st, &owner, addr) || owner.start < region->addr)
			return false;
	} else if (size) {
		owner.code_end = owner.start + size;
	}
	if (owner.code_end > owner.next)
		owner.code_end = owner.next;
	if (owner.code_end > region->end)
		owner.code_end = region->end;
	if (addr >= owner.code_end)
		return false;
	*holder = (struct holder){
		.symbol = owner_name(st, &owner),
		.start = start,
		.end = owner.code_end,
		.first = owner.start,
	};
	return true;
}

bool whole_find(const struct symtab *st, const char *name, uint64_t *addr)
{
	for (size_t i = 0; i < st->nr; i++)
		if (span_is(symtab_name(st, &st->symbols[i]), name)) {
			*addr = st->symbols[i].addr;
			return true;
		}
	return false;
}

bool whole_from_offset(const struct symtab *st, uint64_t offset, uint64_t *addr)
{
	for (size_t i = 0; i < st->nr_segments; i++) {
		const struct code_segment *seg = &st->segments[i];

		if (offset >= seg->offset && offset - seg->offset < seg->size) {
			*addr = seg->addr + (offset - seg->offset);
			return true;
		}
	}
	return false;
}
