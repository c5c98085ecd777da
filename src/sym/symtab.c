#include "diffprof/symtab.h"

#include <stdlib.h>

#include "diffprof/bootimage.h"
#include "diffprof/release.h"
#include "diffprof/whole.h"
#include "foreign.h"

struct span symtab_name(const struct symtab *st, const struct symbol *sym)
{
	const char *name = st->text + sym->name;
	size_t left = st->text_size - sym->name, len = 0;

	if (!st->by_line) {
		const char *nul = memchr(name, '\0', left);

		return (struct span){ name, nul ? (size_t)(nul - name) : left };
	}
	// As textlines has it: other control characters are part of the name.
	while (len < left && name[len] != '\n' && !char_is_blank(name[len]))
		len++;
	if (len && name[len - 1] == '\r' && (len == left || name[len] == '\n'))
		len--;
	return (struct span){ name, len };
}

void symtab_reserve(struct symtab *st, size_t nr)
{
	st->symbols = arena_alloc(&st->arena, nr * sizeof(*st->symbols));
	st->cap = nr;
}

void symtab_add(struct symtab *st, const struct symbol *sym)
{
	if (st->nr && sym->addr < st->symbols[st->nr - 1].addr)
		st->sorted = false;
	ARENA_ROOM(&st->arena, st->symbols, st->nr, st->cap);
	st->symbols[st->nr++] = *sym;
}

/* Of one address, in the order of the source. */
static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

void symtab_sort(struct symtab *st)
{
	if (!st->sorted)
		qsort(st->symbols, st->nr, sizeof(*st->symbols), by_address);
	st->sorted = true;
}

/* The first symbol at ADDR or behind it. */
static size_t lower_bound(const struct symtab *st, uint64_t addr)
{
	size_t low = 0, high = st->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (st->symbols[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void symtab_fill_reach(struct symtab *st)
{
	uint64_t reach = 0;

	st->reach = arena_alloc(&st->arena, st->nr * sizeof(*st->reach));
	for (size_t i = 0; i < st->nr; i++) {
		uint64_t end = st->symbols[i].addr + st->symbols[i].size;

		if (end > reach)
			reach = end;
		st->reach[i] = reach;
	}
}

int symtab_seal(struct symtab *st, struct error *err)
{
	if (!st->has_stext)
		return fail(err, ERR_SYMBOLS,
			    "%s: has no _stext, where the kernel's text begins;"
			    " it is not the whole map of a kernel", st->path);
	if (!st->has_etext)
		return fail(err, ERR_SYMBOLS,
			    "%s: has no _etext, where the kernel's text ends;"
			    " does the file end early?", st->path);
	if (st->etext <= st->stext)
		return fail(err, ERR_SYMBOLS,
			    "%s: _etext does not lie behind _stext", st->path);
	symtab_sort(st);

	size_t first = lower_bound(st, st->stext);
	size_t end = lower_bound(st, st->etext);
	if (first == end)
		return fail(err, ERR_SYMBOLS,
			    "%s: has no symbol between _stext and _etext",
			    st->path);
	st->symbols += first;
	st->nr = end - first;
	if (st->has_sizes)
		symtab_fill_reach(st);
	return 0;
}

const struct symbol *symtab_find(const struct symtab *st, uint64_t addr)
{
	if (addr < st->stext || addr >= st->etext)
		return NULL;

	size_t i = lower_bound(st, addr);
	if (i == st->nr || st->symbols[i].addr > addr) {
		if (i == 0)
			return NULL;
		i = lower_bound(st, st->symbols[i - 1].addr);
	}
	return &st->symbols[i];
}

bool symtab_sniff(struct input *in)
{
	return elf_sniff(in) || sysmap_sniff(in) || bootimage_sniff(in->head) ||
	       foreign_sniff(in);
}

/* The kernel in the boot image ST->in takes its place; it has no symbols. */
static int boot_load(struct symtab *st, struct error *err)
{
	struct bootimage boot;
	struct input kernel;
	int failed;

	if (bootimage_open(&st->in, &boot, err) < 0 ||
	    bootimage_unpack(&st->in, &boot, &kernel, err) < 0)
		return -1;
	input_close(&st->in);
	st->in = kernel;
	failed = st->whole ? elfwhole_load(st, err) : elf_load(st, err);
	if (failed && err->kind == ERR_SYMBOLS)
		return fail(err, ERR_SYMBOLS,
			    "%s: the kernel in a boot image has no symbols;"
			    " give its System.map with -m, or the vmlinux of"
			    " its debug package",
			    st->path);
	return failed;
}

static int load(struct input *in, bool whole, struct symtab *st,
		struct error *err)
{
	*st = (struct symtab){ .path = in->path,
			       .sorted = true,
			       .in = *in,
			       .whole = whole };
	in = &st->in;

	int failed;
	if (elf_sniff(in))
		failed = whole ? elfwhole_load(st, err) : elf_load(st, err);
	else if (sysmap_sniff(in))
		failed = sysmap_load(st, err);
	else if (bootimage_sniff(in->head))
		failed = boot_load(st, err);
	else if (foreign_sniff(in))
		failed = foreign_load(st, err);
	else
		failed = fail(err, ERR_FORMAT,
			      "%s: neither a map of symbols (System.map, kallsyms,"
			      " nm) nor an image of a kernel (ELF, or what libbfd"
			      " reads)", st->path);
	if (!failed && !st->release)
		st->release = release_from_path(st->path, &st->arena);
	if (failed)
		symtab_close(st);
	return failed;
}

int symtab_load_input(struct input *in, struct symtab *st, struct error *err)
{
	return load(in, false, st, err);
}

int whole_load_input(struct input *in, struct symtab *st, struct error *err)
{
	return load(in, true, st, err);
}

int whole_load_stubs(struct input *in, struct symtab *st, struct error *err)
{
	*st = (struct symtab){
		.path = in->path, .sorted = true, .in = *in, .whole = true,
	};

	int failed = elfstubs_load(st, err);
	if (failed)
		symtab_close(st);
	return failed;
}

int symtab_load(const char *path, struct symtab *st, struct error *err)
{
	struct input in;

	if (input_open(path, &in, err) < 0)
		return -1;
	return symtab_load_input(&in, st, err);
}

int whole_load(const char *path, struct symtab *st, struct error *err)
{
	struct input in;

	if (input_open(path, &in, err) < 0)
		return -1;
	return whole_load_input(&in, st, err);
}

void symtab_close(struct symtab *st)
{
	input_close(&st->in);
	arena_release(&st->arena);
	*st = (struct symtab){ 0 };
}
