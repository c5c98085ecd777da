/*
 * kernelmap.h - the functions of a System.map, for made-up inputs
 */
#ifndef BENCH_KERNELMAP_H
#define BENCH_KERNELMAP_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function {
	uint64_t addr;	/* of its first byte, as linked */
	uint64_t size;	/* in bytes, up to the next symbol; not 0 */
	char *name;
};

struct kernelmap {
	struct function *functions;	/* by address */
	size_t nr;
	uint64_t text;			/* address of _text; 0 if not there */
};

static inline void trouble(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(2);
}

static inline void *need(void *p)
{
	if (!p)
		trouble("no memory left");
	return p;
}

/* System.map is sorted by address; of aliases the first is taken. */
static inline struct kernelmap kernelmap_read(const char *path)
{
	struct kernelmap map = { 0 };
	struct function *last = NULL;
	char line[512], name[400], type;
	unsigned long long addr;
	FILE *file = fopen(path, "r");

	if (!file)
		trouble(path);
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%llx %c %399s", &addr, &type, name) != 3)
			continue;
		if (last && addr > last->addr) {
			last->size = addr - last->addr;
			map.nr++;
			last = NULL;
		}
		if (strcmp(name, "_text") == 0)
			map.text = addr;
		if (strcmp(name, "_etext") == 0)
			break;
		if (last || !map.text || tolower(type) != 't')
			continue;
		map.functions = need(realloc(map.functions,
			(map.nr + 1) * sizeof(*map.functions)));
		last = &map.functions[map.nr];
		*last = (struct function){ addr, 0, need(strdup(name)) };
	}
	fclose(file);
	if (map.nr == 0)
		trouble("that is no System.map");
	return map;
}

#endif
