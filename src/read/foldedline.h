/*
 * foldedline.h - what one line of folded stacks is
 */
#ifndef READ_FOLDEDLINE_H
#define READ_FOLDEDLINE_H

#include <stdint.h>

#include "diffprof/span.h"

#define FOLDED_COUNTS 2

enum folded_kind {
	FOLDED_ROW,
	FOLDED_REMARK, /* or nothing but blanks */
	FOLDED_NEGATIVE, /* a row but for its count */
	FOLDED_TOO_BIG,
	FOLDED_OTHER,
};

/* VALUE in units of 10^-SCALE; zeros at the end of decimals are left out. */
struct folded_count {
	uint64_t value;
	unsigned scale;
};

struct folded_line {
	enum folded_kind kind;
	struct span stack; /* at least one byte */
	struct folded_count count[FOLDED_COUNTS];
	struct span word; /* the count that is none */
};

/* Take LINE apart, which has one count or TWO; returns its kind. */
enum folded_kind foldedline_parse(struct span line, bool two,
				  struct folded_line *row);

/* Have the first lines of TEXT two counts, all of them? */
bool foldedline_has_two(struct span text);

/* Is there a line of TEXT that has one count and not two? */
bool foldedline_has_one(struct span text);

/* A name without what was put behind it. */
struct folded_frame {
	struct span symbol;
	bool kernel, inlined;
};

struct folded_frame foldedline_frame(struct span text);

enum folded_looks {
	FOLDED_LOOKS_NOT,
	FOLDED_LOOKS_OPEN, /* not a whole line that tells */
	FOLDED_LOOKS_BARE, /* rows, but not a ';' in them */
	FOLDED_LOOKS,
};

/* What TEXT looks like; its last line counts if it is WHOLE. */
enum folded_looks foldedline_looks(struct span text, bool whole);

#endif
