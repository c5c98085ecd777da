/*
 * annotated.h - the forms in which an annotation is printed
 *
 * One file each: annotated_text.c, annotated_html.c, annotated_csv.c and
 * json_annotated.c.
 */
#ifndef DIFFPROF_ANNOTATED_H
#define DIFFPROF_ANNOTATED_H

#include "diffprof/annotate.h"
#include "diffprof/outbuf.h"

/* More lines around those with ticks than there are: all of them. */
#define ANNOTATED_ALL UINT32_MAX

struct annotated_options {
	bool instructions; /* else lines */
	bool color;
	unsigned width; /* of text, in columns; 0: 80 */
	uint32_t context; /* so many lines around those with ticks */
};

struct annotated_output {
	const char *name; /* what --format takes */
	const char *suffixes; /* of -o, comma-separated */
	/* Append the NR annotations: one function, several tests. */
	void (*print)(const struct annotation *anns, size_t nr,
		      const struct annotated_options *opts, struct outbuf *out);
};

extern const struct annotated_output annotated_classic, annotated_csv,
	annotated_json, annotated_html;
extern const struct annotated_output *const annotated_outputs[]; /* to NULL */

/* By the suffix of a file name; NULL if it tells nothing. */
const struct annotated_output *annotated_by_suffix(const char *path);

/* ---- what the outputs ask ------------------------------------------------- */

/* What a line or instruction, or the rest, has on both sides. */
struct annotated_cells {
	bool has_base, has_test; /* else nobody knows: null */
	double base, test; /* means of a run, normalised */
	double base_share, test_share; /* of the function */
};

struct annotated_cells annotated_cells(const struct annotation *ann,
				       bool instructions, uint64_t base,
				       uint64_t test);
static inline double annotated_delta(const struct annotated_cells *c)
{
	return c->test - c->base;
}

/* Decimal places that means are worth in text: 0 or 1. */
unsigned annotated_decimals(const struct annotation *ann);

/*
 * Which lines, or pairs of instructions, are shown: those with ticks and CONTEXT
 * around them, of the same function.  In ARENA.
 */
bool *annotated_lines_shown(const struct annotation *ann, uint32_t context,
			    struct arena *arena);
bool *annotated_pairs_shown(const struct annotation *ann, uint32_t context,
			    struct arena *arena);

/* Where a pair is in the sources: test's instruction, or else base's. */
const struct annotated_instruction *
annotated_pair_place(const struct annotation *ann,
		     const struct annotated_pair *pair);
const struct annotated_instruction *
annotated_base(const struct annotation *ann, const struct annotated_pair *pair);
const struct annotated_instruction *
annotated_test(const struct annotation *ann, const struct annotated_pair *pair);

#endif
