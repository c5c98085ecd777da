/*
 * textrows.h - the rows of a readprofile(8) text, on their way to a profile
 *
 * readprofile.c reads lines, rowline.c knows what one line is, prose.c what is
 * none, sections.c finds where one listing of a file ends and the next begins,
 * cut.c judges what a listing leaves out, textdetails.c keeps the bins.
 *
 * All rows of a text are put into the profile as they come; what only matters
 * until one listing has been chosen is kept beside them, in a struct text_row
 * of the same index.
 */
#ifndef READ_TEXTROWS_H
#define READ_TEXTROWS_H

#include "diffprof/profile.h"
#include "diffprof/reader.h"

enum text_row_kind {
	ROW_SYMBOL,
	ROW_TOTAL,
	ROW_UNKNOWN, /* *unknown* */
};

struct text_row {
	double load; /* ticks per byte; negative: none */
	uint32_t lineno; /* saturates */
	uint8_t kind;
	bool bins; /* a sum of -b bins */
	bool odd_load; /* without readprofile's four decimals */
	bool gap; /* something else stands between it and the last */
	bool command; /* a readprofile command stands there */
	uint32_t group; /* of details that are its own; 0: none */
};

/* Ticks of a row at one address: a bin of -b or -s. */
struct text_detail {
	uint64_t addr, count;
	uint32_t group;
};

struct text_rows {
	struct profile *prof; /* .rows[i] goes with row[i] */
	struct arena scratch; /* that row is in */
	struct text_row *row;
	size_t nr, cap;
	size_t skipped; /* lines that are neither rows nor blank */
	struct text_detail *detail; /* groups rise, as those of rows do */
	size_t nr_details, cap_details;
	uint32_t nr_groups;
	size_t nr_totals; /* at most so many are ROW_TOTAL */
	/*
	 * Some row but the first may stand behind a gap, or have no load or an
	 * odd one.  If not, as in nearly all files, nothing is looked for that
	 * needs any of these.
	 */
	bool odd;
};

/*
 * Does LINE run readprofile: at its beginning or behind a prompt, with options
 * or a pipe behind it?  In a sentence it is only spoken of.
 */
bool prose_is_command(struct span line);

/* Leave out the rows that are prose; where they stood is a gap. */
void prose_drop(struct text_rows *rows);

/* One listing of a file: rows [first, end). */
struct section {
	size_t first, end;
	uint64_t sum; /* of its symbols */
	bool has_total;
};

/*
 * Split ROWS; *SECTIONS is in the profile's arena.  Returns how many there are.
 */
size_t sections_find(const struct text_rows *rows, struct section **sections);

/* ---- bins (textdetails.c) ------------------------------------------------ */

/* The group of the next row, whose bins follow. */
uint32_t text_details_begin(struct text_rows *rows);
void text_details_add(struct text_rows *rows, uint32_t group, uint64_t addr,
		      uint64_t count);
/* Give the profile the bins of all rows that are left, but for totals. */
void text_details_keep(const struct text_rows *rows);

/* -------------------------------------------------------------------------- */

enum sort_order {
	ORDER_COUNT_DOWN = 1,
	ORDER_COUNT_UP = 2,
	ORDER_LOAD_DOWN = 4,
	ORDER_LOAD_UP = 8,
	ORDER_ALL = 15,
};

#define NO_ROW SIZE_MAX

/*
 * The orders of ORDER that still hold when row I follows row LAST (NO_ROW:
 * nothing): a set of the above.
 */
unsigned order_with(const struct text_rows *rows, unsigned order, size_t last,
		    size_t i);

/*
 * Set listed, total, cut and unseen_max of PROF from all of ROWS, which are
 * those of one listing, and note what is missing.  Fails with ERR_LIMIT when the
 * counts add up to more than COUNT_MAX.
 */
int cut_judge(const struct text_rows *rows, struct error *err);

#endif
