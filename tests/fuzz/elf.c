/*
 * elf.c - the symbol table of an ELF image: any bytes behind the magic
 */
#include "symbols.h"

#include "../../src/diff/renames.h"
#include "diffprof/fold.h"
#include "diffprof/profile.h"
#include "diffprof/symfiles.h"

#include <string.h>

/* So many functions have samples. */
#define ROWS_MAX 500

/* A row that was renamed has its old name, folded, and a file behind. */
static void check_files(const struct symtab *st)
{
	struct profile prof, *profs[] = { &prof };
	struct error err;

	profile_init(&prof, "fuzz", "fuzz");
	name_id kernel = profile_image(&prof, SPAN(IMAGE_KERNEL));
	for (size_t i = 0; i < st->nr && i < ROWS_MAX; i++) {
		struct profile_row *row;

		profile_add(&prof, symtab_name(st, &st->symbols[i]), kernel, 1,
			    &row, &err);
		row->addr = st->symbols[i].addr;
	}
	symfiles_find(&prof, st, false);
	symfiles_tell_apart(profs, 1);
	for (size_t i = 0; i < prof.nr; i++) {
		struct span own = symtab_name(st, &st->symbols[i]);
		struct span name = names_text(&prof.names, prof.rows[i].symbol);
		struct span function = fold(own, false);

		FUZZ_REQUIRE("its name",
			     span_eq(name, own) ||
				     (name.len > function.len + 3 &&
				      !memcmp(name.ptr, function.ptr,
					      function.len)));
	}
	profile_release(&prof);
}

/* The functions are in order, and none of a kernel is gone from itself. */
static void check_roster(const struct symtab *st)
{
	struct arena arena = { 0 };
	struct roster *roster = roster_make(st, false, &arena);
	struct renames renames;

	for (size_t i = 0; i < roster->nr; i++)
		FUZZ_REQUIRE("in order",
			     !i || roster->functions[i - 1].addr <
					     roster->functions[i].addr);
	renames_find(roster, roster, 0, &arena, &renames);
	FUZZ_REQUIRE("none gone", !renames.gone && !renames.nr);
	arena_release(&arena);
}

static void fuzz_functions(struct input *in)
{
	struct symtab st;
	struct error err;

	if (symtab_load_input(in, &st, &err) < 0)
		return;
	check_roster(&st);
	check_files(&st);
	symtab_close(&st);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in;
	char *image;

	if (size < 4)
		return 0;
	image = malloc(size);
	if (!image)
		abort();
	memcpy(image, data, size);
	memcpy(image, "\177ELF", 4);
	input_from_memory(&in, "fuzz", image, size);
	fuzz_load(&in);
	input_from_memory(&in, "fuzz", image, size);
	fuzz_functions(&in);
	for (int stubs = 0; stubs < 2; stubs++) {
		input_from_memory(&in, "fuzz", image, size);
		fuzz_load_whole(&in, stubs);
	}
	free(image);
	return 0;
}
