/*
 * textrows.h - the rows of a readprofile(8) text, before they are a profile
 *
 * readprofile.c reads lines, sections.c finds where one listing of a file ends
 * and the next begins, cut.c judges what a listing leaves out.
 */
#ifndef READ_TEXTROWS_H
#define READ_TEXTROWS_H

#include "diffprof/profile.h"
#include "diffprof/reader.h"

enum text_row_kind {
	ROW_SYMBOL,
	ROW_TOTAL,
	ROW_UNKNOWN,	/* *unknown* */
};

struct text_row {
	const char *name;
	uint32_t len;
	uint32_t lineno;	/* saturates */
	uint64_t count;
	uint64_t addr;		/* with -v; else 0 */
	double load;		/* ticks per byte; negative: none */
	struct span module;
	uint8_t kind;
	bool bins;		/* a sum of -b bins */
	bool gap;		/* something else stands between it and the last */
	bool command;		/* a readprofile command stands there */
};

struct text_rows {
	struct arena *arena;
	struct text_row *row;
	size_t nr, cap;
	size_t skipped;		/* lines that are neither rows nor blank */
	bool two_columns;	/* the listing has no loads at all */
};

/* One listing of a file: rows [first, end). */
struct section {
	size_t first, end;
};

/* Split ROWS; *SECTIONS is in their arena.  Returns how many there are. */
size_t sections_find(const struct text_rows *rows, struct section **sections);

enum sort_order {
	ORDER_COUNT_DOWN = 1,
	ORDER_COUNT_UP = 2,
	ORDER_LOAD_DOWN = 4,
	ORDER_LOAD_UP = 8,
	ORDER_ALL = 15,
};

/*
 * The orders of ORDER that still hold when ROW follows LAST (NULL: nothing):
 * a set of the above.
 */
unsigned order_with(unsigned order, const struct text_row *last,
		    const struct text_row *row);

/*
 * Set total, cut and unseen_max of PROF, which holds the rows of SECTION, and
 * note what is missing.
 */
int cut_judge(const struct text_rows *rows, const struct section *section,
	      struct profile *prof, struct error *err);

#endif
