/*
 * inlines.c - into which functions of an image others are inlined
 *
 *	inlines IMAGE NAME...
 *
 * Prints a line each: the name, and the functions its code is in.
 */
#include <stdio.h>

#include "diffprof/inlines.h"

int main(int argc, char **argv)
{
	struct inlines inlines;
	struct arena arena = { 0 };
	struct input in;
	struct error err;
	size_t nr = argc > 2 ? (size_t)argc - 2 : 0;
	struct span *names = arena_alloc(&arena, (nr + 1) * sizeof(*names));

	for (size_t i = 0; i < nr; i++)
		names[i] = span_of(argv[i + 2]);
	if (!nr || input_open(argv[1], &in, &err) < 0 ||
	    inlines_find(&in, names, nr, &inlines, &arena, &err) < 0) {
		fprintf(stderr, "inlines: %s\n", nr ? err.text : "usage");
		return 2;
	}
	for (size_t i = 0; i < nr; i++) {
		printf("%s%s:", argv[i + 2],
		       inlines.is_known[i] ? "" : " (unknown)");
		for (size_t k = 0; k < inlines.nr_into[i]; k++)
			printf(" %.*s", (int)inlines.into[i][k].function.len,
			       inlines.into[i][k].function.ptr);
		puts("");
	}
	input_close(&in);
	arena_release(&arena);
	return 0;
}
