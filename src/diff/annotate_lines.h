/*
 * annotate_lines.h - the lines of one side, on their way
 *
 * A group is what the lines of one function in one file are: those of the
 * function itself, and of each that was inlined.
 */
#ifndef DIFF_ANNOTATE_LINES_H
#define DIFF_ANNOTATE_LINES_H

#include "annotating.h"
#include "diffprof/sourcetext.h"

struct group {
	const char *inlined; /* NULL: the function itself */
	const char *file;
	uint32_t head; /* its line of declaration, or the first there is */
	uint32_t first, last; /* lines with code */
	uint32_t pair; /* index of the other side's + 1; 0: none */
};

/* One line of one side. */
struct line {
	uint32_t group, line;
	uint32_t item; /* of lines with code */
	struct span text;
	uint64_t count;
	bool code;
};

struct side_lines {
	struct annotating_side *side;
	struct sourcetext texts;
	struct group *groups;
	size_t nr_groups, cap_groups;
	struct line *lines; /* by group and number */
	size_t nr, cap;
	uint32_t *first_of; /* by group, and one more: its lines */
	bool has_texts;
};

/* Fill in S, the lines of SIDE with their ticks and texts. */
void side_lines_make(struct annotating *a, struct side_lines *s,
		     struct annotating_side *side, const char *tree);

static inline bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

#endif
