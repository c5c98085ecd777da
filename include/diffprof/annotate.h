/*
 * annotate.h - where in a function its ticks fell, in both kernels
 *
 * A row of a comparison taken apart: by source line, and by instruction.  What
 * stands side by side is what the function is in base and in test; lines are
 * aligned by their text where both texts are at hand and by how far they are
 * below the head of their function where not, instructions by their source
 * lines and by how alike they are.
 *
 * Counts are sums over the runs of a side, as in the row, in units of 10^-scale
 * ticks: where the addresses of a profile are steps of several instructions, a
 * step's ticks are spread over its bytes, which makes fractions.  The counts of
 * all lines and the rest add up to those of the row, exactly, and so do the
 * counts of all instructions and their rest.
 *
 * It takes profiles that were loaded with `places`, which keeps their addresses
 * (placing.h).  Images are opened, and DWARF is read, only here.  Everything
 * lives in the arena that it was made in, and names are spans of it.
 */
#ifndef DIFFPROF_ANNOTATE_H
#define DIFFPROF_ANNOTATE_H

#include "diffprof/diff.h"

#define ANNOTATE_NONE UINT32_MAX

/* One side, or none of it: then the reason is a sentence without its end. */
struct annotated_side {
	const char *image; /* path of what instructions are from; NULL */
	const char *lines_image; /* of what has the lines; NULL */
	const char *no_lines; /* why lines are not known; NULL: they are */
	const char *no_instructions; /* likewise */
	uint64_t count; /* of the row */
	/* What has no place among the lines, or among the instructions. */
	uint64_t lines_rest, instructions_rest;
};

/*
 * A function of which there are lines: the one that was asked for, which comes
 * first, and those inlined into it, the hottest first.
 */
struct annotated_function {
	const char *name; /* base's, if only base has it; never NULL */
	const char *base_file, *test_file; /* NULL: not on that side */
	bool inlined;
	uint32_t first, nr; /* its lines */
	uint64_t base, test; /* the sum of these */
};

struct annotated_line {
	uint32_t function; /* index into functions */
	uint32_t base_line, test_line; /* 0: not on that side */
	struct span base_text, test_text; /* ptr is NULL where not known */
	uint64_t base, test;
	bool base_code, test_code; /* are there instructions of it? */
};

struct annotated_instruction {
	uint64_t addr; /* as the image has it */
	const char *symbol; /* that it is part of: a clone, or .cold */
	uint32_t offset; /* from that, in bytes */
	uint32_t size; /* in bytes */
	const char *text; /* "mov    %rax,0x10(%rsp)" */
	const char *file; /* NULL if its line is not known */
	uint32_t line; /* 0 */
	const char *inlined; /* function that it was inlined from, or NULL */
	uint64_t count;
};

enum instruction_match {
	INSTRUCTION_SAME, /* but for where it leads */
	INSTRUCTION_CHANGED,
	INSTRUCTION_BASE_ONLY,
	INSTRUCTION_TEST_ONLY,
};

/* Side by side, as indexes; one may be ANNOTATE_NONE. */
struct annotated_pair {
	uint32_t base, test;
	enum instruction_match match;
};

struct annotation {
	const struct diff *diff;
	const struct diff_row *row;
	const char *name; /* test's, as the row has it */
	const char *base_name; /* base's, if it has another; or NULL */
	const char *image;
	unsigned scale; /* counts are in units of 10^-scale ticks */
	struct annotated_side base, test;

	struct annotated_function *functions;
	uint32_t nr_functions;
	struct annotated_line *lines;
	uint32_t nr_lines;
	bool texts; /* some line has its text */

	struct annotated_instruction *base_instructions, *test_instructions;
	uint32_t nr_base_instructions, nr_test_instructions;
	struct annotated_pair *pairs;
	uint32_t nr_pairs;

	struct notes notes; /* how ticks were placed */
};

struct annotate_options {
	const char *base_source, *test_source; /* source trees, or NULL */
	bool instructions; /* these are wanted too, which takes time */
};

/*
 * Take ROW of DIFF apart.  Where one side cannot be, its counts stand in the
 * rest, and it says why.  Fails with ERR_SYMBOLS if neither side can, saying
 * what to give; with ERR_USAGE if neither profile has addresses.
 */
int annotate(const struct diff *diff, const struct diff_row *row,
	     const struct annotate_options *opts, struct arena *arena,
	     struct annotation *ann, struct error *err);

/*
 * The row that SYMBOL names: as it is printed, "symbol" or "symbol [module]", by
 * either side's name, a clone's or another name of the same address.  Fails with
 * ERR_USAGE if there is none, or several, listing them.
 */
int annotate_find(const struct diff *diff, const char *symbol,
		  const struct diff_row **row, struct error *err);

/* What a count is multiplied by to be ticks. */
static inline double annotate_unit(const struct annotation *ann)
{
	double unit = 1;

	for (unsigned i = 0; i < ann->scale; i++)
		unit /= 10;
	return unit;
}

/* Ticks of a run, normalised as those of rows are. */
double annotate_base_mean(const struct annotation *ann, uint64_t base);
double annotate_test_mean(const struct annotation *ann, uint64_t test);
static inline double annotate_delta(const struct annotation *ann, uint64_t base,
				    uint64_t test)
{
	return annotate_test_mean(ann, test) - annotate_base_mean(ann, base);
}

#endif
