/*
 * symbols.h - what must hold of any symbol table that was loaded
 */
#ifndef FUZZ_SYMBOLS_H
#define FUZZ_SYMBOLS_H

#include "fuzz.h"

#include "diffprof/symtab.h"

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

#endif
