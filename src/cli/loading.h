/*
 * loading.h - inputs on their way to profiles: what the parts of load.c share
 */
#ifndef CLI_LOADING_H
#define CLI_LOADING_H

#include "diffprof/agree.h"
#include "diffprof/symtab.h"
#include "load.h"
#include "operands.h"

/* A map or image that was named, read once for all who name it. */
struct table {
	const char *path;
	struct symtab symtab;
	struct error err;
	int failed;
};

struct file {
	struct operand operand;
	size_t group; /* of operands */
	/* Another run of the input of this one, or NULL: the first of its own. */
	struct file *first;
	unsigned run; /* of that input, from 1 */
	const struct reader *reader;
	struct side_options opts;
	const struct loading *all;
	struct input in;
	struct profile *prof;
	struct table *map, *vmlinux; /* the tables that were named */
	struct symtab found; /* the one that was searched */
	struct symtab debug; /* an image with more than that: placing.h */
	bool had_histogram;
	bool wants_roster; /* the first of a side, with --find-renames */
	struct error err;
	int failed;
};

struct loading {
	struct file **files; /* by group, and in the order of the operands */
	size_t nr_files;
	struct table *tables;
	size_t nr_tables;

	bool as_readprofile, keep_clones;
	bool forgets; /* input_was_opened() does not learn of its files */
	bool lines; /* -g asks for what DWARF says */
	bool places; /* ticks by address are wanted later */
	bool comm, cpu, chains; /* what readers are to keep */
	const struct options *options;
	struct agree_options agree;
	struct selection *selections; /* by file */
};

/*
 * Open and read FILE, or read another run of what FIRST has opened; fails with
 * file->err.
 */
int loading_read(struct file *file);
/* Give what FILE has by address its symbols; fails with file->err. */
int loading_resolve(struct file *file);

#endif
