/*
 * symtab.h - the symbols of one kernel's text, by address
 *
 * A loader (System.map, kallsyms or nm text; the symbol table of an ELF image)
 * adds symbols in any order, then symtab_seal() sorts them once; after that the
 * table is read-only and may be shared between threads.  Addresses are virtual
 * addresses in bytes as the source has them: those of a running kernel
 * (kallsyms) may be moved by KASLR, which does not matter as long as all are
 * taken relative to _stext.
 *
 * Only symbols between _stext and _etext are kept: nothing else can own a tick
 * of /proc/profile.  Names stay in the source's bytes and are cut out only when
 * somebody asks, since a profile hits a few thousand of some 45,000.
 */
#ifndef DIFFPROF_SYMTAB_H
#define DIFFPROF_SYMTAB_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/input.h"
#include "diffprof/notes.h"

enum symbol_binding {
	BIND_GLOBAL,
	BIND_WEAK,
	BIND_LOCAL,
	BIND_END, /* no code: what stands before it ends (whole.h) */
};

#define SYMBOL_SIZE_MAX (((uint32_t)1 << 29) - 1)

/* 16 bytes: a kernel has some 45,000, and all of them are looked at. */
struct symbol {
	uint64_t addr;			/* of the first byte */
	uint32_t name;			/* offset of the name in symtab.text */
	uint32_t size : 29;		/* in bytes; 0 if the source has none */
	uint32_t binding : 2;		/* enum symbol_binding */
	uint32_t of_module : 1;		/* kallsyms names it behind: whole.h */
};

/* Code without a break: an executable section, functions side by side. */
struct code_region {
	uint64_t addr, end;
};

/* Bytes of an image that are loaded to be executed. */
struct code_segment {
	uint64_t offset, size, addr;
};

enum byte_order { ORDER_UNKNOWN, ORDER_LITTLE, ORDER_BIG };

struct symtab {
	const char *path;	/* of the file it came from */
	const char *release;	/* of the kernel; NULL if not known */
	const char *build_id;	/* lower-case hexadecimal; NULL if not known */
	enum byte_order order;	/* of the kernel, if the source tells */
	bool has_sizes;		/* ELF or nm -S */
	uint64_t stext, etext;
	bool has_stext, has_etext;

	struct input in;
	const char *text;	/* the bytes that names are offsets into */
	size_t text_size;
	bool by_line;		/* names end at a blank or line end, not at NUL */
	struct arena arena;
	struct symbol *symbols;
	size_t nr, cap;
	bool sorted;		/* so far */
	/*
	 * Made by symtab_seal() where there are sizes: the greatest end of any
	 * symbol up to this one, so that the rest of a function behind a label
	 * inside it is known to be code.  NULL otherwise.
	 */
	uint64_t *reach;

	/* Of a whole table: see whole.h. */
	bool whole;
	bool only_dynamic; /* an ELF image that has lost its .symtab */
	bool is_relocatable; /* ET_REL: a module */
	bool has_text_start;
	uint64_t text_start; /* of .text */
	uint64_t text_end, data_end; /* of a kernel: _etext, _edata; or 0 */
	struct code_region *regions; /* ascending */
	size_t nr_regions, cap_regions;
	struct code_segment *segments;
	size_t nr_segments, cap_segments;
	const char *debuglink; /* the name of its debug file, or NULL */
	struct span packed; /* a packed image with more symbols, or nothing */
};

/*
 * Load and seal the table in PATH, whatever its kind.  Fails with ERR_SYMBOLS,
 * saying what is wrong: a stub, a kallsyms of zeros (and which sysctl hides the
 * addresses), no _stext or _etext, no symbols; with ERR_FORMAT when it is
 * neither ELF nor such text.  On failure nothing is to be closed.
 */
int symtab_load(const char *path, struct symtab *st, struct error *err);

/* The same for an open input, which the table then owns. */
int symtab_load_input(struct input *in, struct symtab *st, struct error *err);

/* Is this a symbol table rather than a profile?  By its contents. */
bool symtab_sniff(struct input *in);

/* Room for NR symbols in one piece, before the first is added. */
void symtab_reserve(struct symtab *st, size_t nr);
void symtab_add(struct symtab *st, const struct symbol *sym);
/* Sort by address and check the bounds; for loaders. */
int symtab_seal(struct symtab *st, struct error *err);
/* The parts of sealing that whole.h shares: sort; fill in `reach`. */
void symtab_sort(struct symtab *st);
void symtab_fill_reach(struct symtab *st);

struct span symtab_name(const struct symtab *st, const struct symbol *sym);

/* The first symbol at the greatest address up to ADDR, or NULL.  O(log n). */
const struct symbol *symtab_find(const struct symtab *st, uint64_t addr);

void symtab_close(struct symtab *st);

/* The loaders: sysmap.c, elf.c. */
bool sysmap_sniff(struct input *in);
int sysmap_load(struct symtab *st, struct error *err);
bool elf_sniff(struct input *in);
int elf_load(struct symtab *st, struct error *err);
/* Build id and release of the ELF image IN, symbols or not, to ST. */
void elf_notes(struct input *in, struct symtab *st);

#endif
