/*
 * annotating.h - what the parts of annotate.c share
 *
 * Of each side: which ticks each run has of the function, and where; the image
 * and the parts of the function in it; and, byte by byte of these parts, ticks
 * and lines.  annotate_ticks.c finds the first, annotate_parts.c the second;
 * annotate_lines.c and annotate_code.c make items of the bytes and align them.
 */
#ifndef DIFF_ANNOTATING_H
#define DIFF_ANNOTATING_H

#include "diffprof/annotate.h"
#include "diffprof/disasm.h"
#include "diffprof/placing.h"
#include "diffprof/srcline.h"

typedef unsigned __int128 uint128;

/* Ticks on their way to whole ones: in units of 2^-40. */
#define UNIT_BITS 40

/* Ticks whose place is told by the distance from a symbol. */
struct named_place {
	name_id symbol; /* of the run's names */
	uint64_t offset, count;
};

struct run_ticks {
	const struct profile *prof;
	uint64_t count; /* of the row in this run */
	/* Are the places all there is, but for rounding?  Else some are lost. */
	bool exact;
	bool has_addresses; /* some tick of the function has one */
	struct image_files files;
	struct place *places; /* in FILES */
	size_t nr, cap;
	struct named_place *named; /* places, once the image is there */
	size_t nr_named, cap_named;
	name_id *
		names; /* of the function in this run: raw, ended by NAME_NONE */
};

/* A part of the function; its bytes are [base, base + part.size) of all. */
struct annotated_part {
	struct code_part part;
	size_t base;
};

struct annotating_side {
	const struct side *side;
	bool is_test;
	struct annotated_side *out;
	struct run_ticks *runs; /* side->nr_runs */
	const char *wanted; /* the function's name on this side, folded */

	struct elfcode code, lines_code;
	bool has_code, has_lines_code;
	const struct elfcode *symbols; /* one of the two; NULL: no image */
	struct annotated_part *parts; /* by address */
	size_t nr_parts, cap_parts;
	size_t nr_bytes; /* of all parts */
	uint128 **units; /* by run: of each byte */
	uint128 *placed; /* by run: of all of them */

	struct source_lines lines;
	bool has_lines;
	uint32_t *item_of; /* by byte: its line among those with code */
	uint32_t *row_of; /* by such a line: index into annotation.lines */
	struct instruction **instructions; /* by part */
	size_t *nr_instructions;
};

struct annotating {
	const struct diff *diff;
	const struct diff_row *row;
	const struct annotate_options *opts;
	struct annotation *ann;
	struct arena *arena; /* of the result */
	struct arena scratch;
	struct annotating_side base, test;
};

/* annotate_ticks.c: fill in the runs. */
void annotating_ticks(struct annotating *a);

/*
 * annotate_parts.c: open the images, find the parts of the function and put the
 * ticks on their bytes.
 */
void annotating_parts(struct annotating *a, struct annotating_side *side);
/* The index of ADDR among all bytes, or SIZE_MAX. */
size_t annotating_byte(const struct annotating_side *side, uint64_t addr);

/*
 * The ticks of NR items, in units of 10^-scale, summed over the runs into COUNTS
 * (NR, and one for what is in none).  ITEM_OF: by byte, an item or ANNOTATE_NONE.
 */
void annotating_count(struct annotating *a, const struct annotating_side *side,
		      const uint32_t *item_of, size_t nr, uint64_t *counts);

/* annotate_lines.c */
void annotating_find_lines(struct annotating *a, struct annotating_side *side);
void annotating_lines(struct annotating *a);
/* The spot of a byte; the empty one where lines are not known. */
const struct source_spot *annotating_spot(const struct annotating_side *side,
					  size_t byte);
/* The function that SPOT was inlined from, or NULL. */
const char *annotating_inlined(const struct annotating_side *side,
			       const struct source_spot *spot);

/* annotate_code.c */
void annotating_instructions(struct annotating *a);

#endif
