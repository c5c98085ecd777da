/*
 * tree.h - a directory that takes the place of the system's root
 */
#ifndef TREE_H
#define TREE_H

#include <sys/stat.h>

#include "check.h"

struct tree {
	char root[64];
};

static inline void tree_begin(struct tree *tree)
{
	strcpy(tree->root, "/tmp/diffprof-tree.XXXXXX");
	EXPECT_TRUE("a directory", mkdtemp(tree->root) != NULL);
}

/* BYTES in the file PATH, which begins with a slash, and in its directories. */
static inline void tree_put(const struct tree *tree, const char *path,
			    struct span bytes)
{
	char name[512];

	snprintf(name, sizeof(name), "%s%s", tree->root, path);
	for (char *p = name + strlen(tree->root) + 1; (p = strchr(p, '/'));
	     p++) {
		*p = '\0';
		mkdir(name, 0755);
		*p = '/';
	}
	FILE *file = fopen(name, "w");
	EXPECT_TRUE(name, file != NULL);
	fwrite(bytes.ptr, 1, bytes.len, file);
	fclose(file);
}

static inline void tree_end(const struct tree *tree)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", tree->root);
	EXPECT_U64("removed", system(command), 0);
}

#endif
