/*
 * ask.c - whom files of a kernel's source tree concern, to be compared with what
 * the tree's own scripts/get_maintainer.pl says
 *
 *	ask TREE yes|no FILE...		yes: look for K: into the files
 *
 * Prints FILE, the depth of the pattern and the address, with tabs between.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "diffprof/maintainers.h"

/* As perl has it, which takes no byte over 127 for a letter. */
static void print_address(const struct maintainer *m)
{
	bool quotes = false;

	for (const char *p = m->name; p && *p; p++)
		quotes |= !isalnum((unsigned char)*p) && !strchr("_ -", *p);
	if (!m->name) {
		printf("%s\n", m->address);
		return;
	}
	fputs(quotes ? "\"" : "", stdout);
	for (const char *p = m->name; *p; p++)
		printf("%s%c", *p == '"' ? "\\" : "", *p);
	printf("%s <%s>\n", quotes ? "\"" : "", m->address);
}

int main(int argc, char **argv)
{
	struct arena arena = { 0 };
	struct maintainers *tree;
	struct error err;

	if (argc < 3 || maintainers_open(argv[1], &tree, &arena, &err) < 0) {
		fprintf(stderr, "ask: %s\n",
			argc < 3 ? "ask TREE yes|no FILE..." : err.text);
		return 2;
	}
	for (int i = 3; i < argc; i++) {
		const struct maintainer *found;
		size_t nr = maintainers_of(tree, argv[i],
					   !strcmp(argv[2], "yes"), &found,
					   &arena);

		for (size_t k = 0; k < nr; k++) {
			// People come before lists, what K: says behind both.
			printf("%s\t%d\t", argv[i],
			       (found[k].role == ROLE_LIST ? 0 : 1000) +
				       (found[k].by_content ?
						-100 :
						found[k].depth));
			print_address(&found[k]);
		}
	}
	maintainers_close(tree);
	arena_release(&arena);
	return 0;
}
