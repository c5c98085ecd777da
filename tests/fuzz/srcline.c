/*
 * srcline.c - lines and functions of an ELF image: any bytes behind the magic
 *
 * Of its addresses, and then of all of it: where the functions that were found are
 * inlined.
 */
#include "fuzz.h"

#include "diffprof/inlines.h"
#include "diffprof/srcline.h"
#include "diffprof/whole.h"

#define ADDRS_MAX 512

/* Where the image has symbols, and around; and where modules begin. */
static size_t choose(const char *image, size_t size, uint64_t *addrs)
{
	struct symtab st;
	struct input in;
	struct error err;
	size_t nr = 0;

	for (size_t i = 0; i < 16; i++)
		addrs[nr++] = 4 * i;
	input_from_memory(&in, "fuzz", image, size);
	if (whole_load_input(&in, &st, &err) < 0)
		return nr;
	for (size_t i = 0; i < st.nr && nr + 2 < ADDRS_MAX; i++) {
		if (st.symbols[i].addr < addrs[nr - 1])
			continue;
		addrs[nr++] = st.symbols[i].addr;
		if (st.symbols[i].addr + 3 > st.symbols[i].addr)
			addrs[nr++] = st.symbols[i].addr + 3;
	}
	symtab_close(&st);
	for (size_t i = 1; i < nr; i++)
		if (addrs[i] < addrs[i - 1])
			addrs[i] = addrs[i - 1];
	return nr;
}

static void check(const struct source_lines *lines, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		const struct source_spot *spot;
		uint32_t f;

		if (lines->at[i] >= lines->nr_spots)
			abort();
		spot = &lines->spots[lines->at[i]];
		if (spot->function >= lines->nr_functions)
			abort();
		// A caller comes before what is inlined into it.
		for (f = spot->function; f; f = lines->functions[f].caller)
			if (lines->functions[f].caller >= f)
				abort();
	}
}

#define NAMES_MAX 64

static bool is_listed(const struct span *names, size_t nr, struct span name)
{
	for (size_t i = 0; i < nr; i++)
		if (span_eq(names[i], name))
			return true;
	return false;
}

/* Whatever is inlined in one place at least is known. */
static void check_inlines(struct input *in, const struct source_lines *lines,
			  struct arena *arena)
{
	struct span names[NAMES_MAX];
	struct inlines inlines;
	struct error err;
	size_t nr = 0;

	for (size_t i = 1; i < lines->nr_functions && nr < NAMES_MAX; i++) {
		const char *name = lines->functions[i].name;

		if (name && !is_listed(names, nr, span_of(name)))
			names[nr++] = span_of(name);
	}
	if (inlines_find(in, names, nr, &inlines, arena, &err) < 0)
		return;
	for (size_t i = 0; i < nr; i++)
		for (size_t k = 0; k < inlines.nr_into[i]; k++)
			if (!inlines.into[i][k].copies)
				abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint64_t addrs[ADDRS_MAX];
	struct source_lines lines;
	struct arena arena = { 0 };
	struct input in;
	struct error err;

	if (size < 4)
		return 0;
	char *image = malloc(size);

	if (!image)
		abort();
	memcpy(image, data, size);
	memcpy(image, "\177ELF", 4);
	size_t nr = choose(image, size, addrs);
	input_from_memory(&in, "fuzz", image, size);
	if (srcline_find(&in, addrs, nr, &lines, &arena, &err) == 0)
		check(&lines, nr);
	else
		lines = (struct source_lines){ 0 };
	check_inlines(&in, &lines, &arena);
	arena_release(&arena);
	free(image);
	return 0;
}
