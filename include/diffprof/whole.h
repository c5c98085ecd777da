/*
 * whole.h - all code of an image by address, and who holds an address
 *
 * symtab.h keeps only what /proc/profile can count.  Samples fall anywhere: into
 * init code, modules, programs and libraries.  A whole table has the code of all
 * executable sections of an ELF image, or all text of a map, modules of kallsyms
 * included.  It is a struct symtab with `whole` set, whose stext and etext are
 * the bounds of what it has; geometry.h and attribute.h do not take it.
 *
 * An address belongs to a symbol only if the symbol's bytes hold it: up to its
 * size, or, where the source has no sizes, up to the next symbol of any kind in
 * the same section.  Labels inside a function begin what is behind them, as they
 * do in raw profiles.
 *
 * Addresses are the source's own.  A module (ET_REL) has none yet: it is laid
 * out as the kernel does, the executable sections but .init* one behind the
 * other from 0.
 */
#ifndef DIFFPROF_WHOLE_H
#define DIFFPROF_WHOLE_H

#include "diffprof/symtab.h"

/*
 * Load all of PATH, whatever its kind.  An ELF image without symbols is no
 * error: it still has its build id and its segments.  Fails as symtab_load()
 * does, but for the bounds of the text.
 */
int whole_load(const char *path, struct symtab *st, struct error *err);
/* The same for an open input, which the table then owns. */
int whole_load_input(struct input *in, struct symtab *st, struct error *err);

/*
 * The stubs through which the linked image IN calls others, as name@plt.  None
 * is no error.
 */
int whole_load_stubs(struct input *in, struct symtab *st, struct error *err);

struct holder {
	const struct symbol *symbol;	/* that names it, by the rule of alias.h */
	uint64_t start, end;	/* of the bytes around ADDR that it holds */
	uint64_t first;		/* of the symbol; start, or before it */
};

/* Who holds ADDR?  False if nobody does.  O(log n) */
bool whole_holder(const struct symtab *st, uint64_t addr,
		  struct holder *holder);

/* The module that kallsyms names behind SYM; empty for the kernel's own. */
struct span whole_module(const struct symtab *st, const struct symbol *sym);

/* The address of the first symbol called NAME. */
bool whole_find(const struct symtab *st, const char *name, uint64_t *addr);

/* The address of the byte at OFFSET of the ELF image, where code is loaded. */
bool whole_from_offset(const struct symtab *st, uint64_t offset,
		       uint64_t *addr);

/* Sort and find the bounds; for the loaders of symtab.h. */
int whole_seal(struct symtab *st, struct error *err);
/* The loaders of ELF images: elfwhole.c, elfstubs.c. */
int elfwhole_load(struct symtab *st, struct error *err);
int elfstubs_load(struct symtab *st, struct error *err);

#endif
