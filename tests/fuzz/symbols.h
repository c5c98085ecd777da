/*
 * symbols.h - what must hold of any symbol table that was loaded
 */
#ifndef FUZZ_SYMBOLS_H
#define FUZZ_SYMBOLS_H

#include "fuzz.h"

#include "diffprof/whole.h"

static inline void fuzz_check_symtab(const struct symtab *st)
{
	FUZZ_REQUIRE("bounds", st->stext < st->etext);
	FUZZ_REQUIRE("symbols", st->nr > 0);
	for (size_t i = 0; i < st->nr; i++) {
		const struct symbol *sym = &st->symbols[i];
		const struct symbol *found;

		FUZZ_REQUIRE("inside the text",
			     sym->addr >= st->stext && sym->addr < st->etext);
		FUZZ_REQUIRE("in order",
			     !i || sym[-1].addr <= sym->addr);
		FUZZ_REQUIRE("a name", symtab_name(st, sym).len > 0);
		found = symtab_find(st, sym->addr);
		FUZZ_REQUIRE("found", found && found->addr == sym->addr);
		FUZZ_REQUIRE("the first one", found == st->symbols ||
			     found[-1].addr < sym->addr);
	}
	symtab_find(st, 0);
	symtab_find(st, UINT64_MAX);
}

static inline void fuzz_load(struct input *in)
{
	struct symtab st;
	struct error err = { 0 };

	if (symtab_load_input(in, &st, &err) == 0) {
		fuzz_check_symtab(&st);
		symtab_close(&st);
	} else {
		fuzz_check_error(&err);
	}
}

/* A whole table answers for any address, and only for what it holds. */
static inline void fuzz_check_whole(const struct symtab *st)
{
	uint64_t addr;

	for (size_t i = 0; i < st->nr; i++) {
		const struct symbol *sym = &st->symbols[i];

		FUZZ_REQUIRE("in order", !i || sym[-1].addr <= sym->addr);
		FUZZ_REQUIRE("a name", symtab_name(st, sym).len > 0);
		for (unsigned k = 0; k < 3; k++) {
			struct holder h;

			addr = sym->addr + (k == 2 ? sym->size : k) - 1;
			if (!whole_holder(st, addr, &h))
				continue;
			FUZZ_REQUIRE("holds it", h.first <= h.start &&
					 h.start <= addr && addr < h.end);
			FUZZ_REQUIRE("one of them", h.symbol >= st->symbols &&
					 h.symbol < st->symbols + st->nr &&
					 h.symbol->addr == h.first);
			whole_module(st, h.symbol);
		}
	}
	whole_find(st, "_text", &addr);
	whole_from_offset(st, 0x1000, &addr);
}

/* STUBS: what an ELF image calls, else all of its code. */
static inline void fuzz_load_whole(struct input *in, bool stubs)
{
	struct symtab st;
	struct error err = { 0 };

	if ((stubs ? whole_load_stubs : whole_load_input)(in, &st, &err) == 0) {
		fuzz_check_whole(&st);
		symtab_close(&st);
	} else {
		fuzz_check_error(&err);
	}
}

#endif
