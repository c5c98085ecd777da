/*
 * lines.c - where the addresses of an image are
 *
 *	lines [-c] IMAGE <ADDRESSES
 *
 * Prints, for each hexadecimal address of standard input, in ascending order:
 *
 *	0xADDRESS
 *	FUNCTION FILE:LINE
 *	...
 *
 * the innermost function first; "??" is what DWARF does not say.  -c: with the
 * cache.  For comparing with eu-addr2line, in time (bench/dwarf) and in what it
 * says (tests/check-dwarf).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diffprof/linecache.h"
#include "diffprof/srcline.h"

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void print_place(const struct source_function *f, const char *file,
			uint32_t line)
{
	printf("%s %s:%u\n", f->name ? f->name : "??", file ? file : "??",
	       line);
}

int main(int argc, char **argv)
{
	struct source_lines lines;
	struct arena arena = { 0 };
	struct input in;
	struct error err;
	uint64_t *addrs = NULL;
	size_t nr = 0, cap = 0;
	char text[64];

	if (argc == 3 && !strcmp(argv[1], "-c")) {
		linecache_use();
		argv++;
		argc--;
	}
	while (fgets(text, sizeof(text), stdin)) {
		ARENA_ROOM(&arena, addrs, nr, cap);
		addrs[nr++] = strtoull(text, NULL, 16);
	}
	qsort(addrs, nr, sizeof(*addrs), by_number);
	if (argc != 2 || input_open(argv[1], &in, &err) < 0 ||
	    srcline_find(&in, addrs, nr, &lines, &arena, &err) < 0) {
		fprintf(stderr, "lines: %s\n", argc == 2 ? err.text : "usage");
		return 2;
	}
	for (size_t i = 0; i < nr; i++) {
		const struct source_spot *spot = &lines.spots[lines.at[i]];
		const struct source_function *f =
			&lines.functions[spot->function];

		printf("0x%016llx\n", (unsigned long long)addrs[i]);
		print_place(f, spot->file, spot->line);
		for (; f->caller; f = &lines.functions[f->caller])
			print_place(&lines.functions[f->caller], f->call_file,
				    f->call_line);
	}
	arena_release(&arena);
	input_close(&in);
	return 0;
}
