/*
 * elfimage.h - an ELF image and its symbols, through libelf
 *
 * libelf does class and byte order, over the bytes of the input, which it does
 * not change: what has to be swapped it copies.  The names are not copied but
 * stay in the input.  Of the contents of other sections only the notes and the
 * names of debug files are looked at, so images without contents (objcopy
 * --only-keep-debug) do.
 */
#ifndef SYM_ELFIMAGE_H
#define SYM_ELFIMAGE_H

#include <gelf.h>
#include <libelf.h>

#include "diffprof/symtab.h"

struct elfimage {
	const char *path;
	struct span file;
	Elf *elf;
	GElf_Ehdr header;
	Elf_Data *symbols;
	Elf_Data *sections; /* numbers that do not fit; NULL if none */
	size_t nr; /* symbols; [0] is none */
	struct span names; /* the last byte is NUL */

	/* the section asked for last, since neighbours share it */
	size_t last_section;
	bool last_is_code;
};

/* Begin IMG, whose path is set, over IN; elf_end(IMG->elf) ends it. */
int elfimage_open(struct elfimage *img, struct input *in, struct error *err);
/* Has it .symtab, or at least .dynsym? */
bool elfimage_has_symbols(const struct elfimage *img, bool *only_dynamic);
/*
 * Open that table, whose names ST takes; fails with ERR_SYMBOLS if there is
 * none.
 */
int elfimage_open_symbols(struct elfimage *img, struct symtab *st,
			  struct error *err);

/* The bytes of a section as they are in the file; false if it has none. */
bool elfimage_bytes(const struct elfimage *img, const GElf_Shdr *section,
		    struct span *bytes);

/*
 * Symbol I, and the number of its section, SHN_UNDEF if it has none.  Fails
 * when its name or section lies outside of the file.
 */
int elfimage_symbol(const struct elfimage *img, size_t i, GElf_Sym *sym,
		    size_t *section, struct error *err);
const char *elfimage_name(const struct elfimage *img, const GElf_Sym *sym);
/* Does SYM, in SECTION, name code: of no type or a function, with a name? */
bool elfimage_is_code(struct elfimage *img, const GElf_Sym *sym,
		      size_t section);
/* Thumb and microMIPS functions have the lowest bit of their address set. */
uint64_t elfimage_code_addr(const struct elfimage *img, const GElf_Sym *sym);
enum symbol_binding elfimage_binding(const GElf_Sym *sym);

/* Add symbol I to ST; fails when its name is longer than any true one. */
int elfimage_add(const struct elfimage *img, struct symtab *st, size_t i,
		 const GElf_Sym *sym, uint64_t addr, struct error *err);

/*
 * Where the kernel puts a section of a module, behind those before it, which end
 * at *NEXT; false if that is not with the code that stays: see elfwhole.c.
 */
bool elfwhole_place(const GElf_Shdr *head, const char *name, uint64_t *next,
		    uint64_t *base);

/* Take build id and release from the notes, in sections or in segments. */
void elfimage_notes(const struct elfimage *img, struct symtab *st);

#endif
