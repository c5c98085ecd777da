/*
 * grid.h - text in columns
 *
 * Cells are added row by row, then the rows are printed: numbers set from the
 * right, words from the left, two blanks between columns, none at line ends.
 * The last column is cut to the width asked for, with ".." where it was.
 */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>

#include "diffprof/arena.h"
#include "diffprof/outbuf.h"

#define GRID_GAP 2	/* blanks between columns */

enum paint { PAINT_NONE, PAINT_MORE, PAINT_LESS, PAINT_BOLD };

struct grid {
	struct arena *arena;
	bool color;
	size_t nr_columns;
	bool *from_left;	/* by column */
	size_t *width;		/* by column; the last one's is not used */
	size_t last_max;	/* width of the last column; 0: no limit */

	struct outbuf text;	/* of all cells, escaped */
	struct grid_cell {
		size_t at;		/* in text */
		uint32_t len;
		uint32_t width : 29;
		enum paint paint : 3;
	} *cells;
	size_t nr, cap;
};

void grid_init(struct grid *grid, size_t nr_columns, bool color,
	       struct arena *arena);

/* The text of the next cell is what is appended to grid->text between these. */
void grid_begin_cell(struct grid *grid);
void grid_end_cell(struct grid *grid, enum paint paint);

/* The NR PARTS have the same columns: make them as wide as all of them need. */
void grid_align(struct grid *const *parts, size_t nr);

/* Print the row numbers FROM up to END.  No more cells may be added then. */
void grid_print(const struct grid *grid, size_t from, size_t end,
		struct outbuf *out);

/* Columns up to column NR, the blanks behind each included. */
size_t grid_width(const struct grid *grid, size_t nr);

/* Append TEXT, which is escaped, cut to WIDTH columns. */
void grid_cut(struct outbuf *out, struct span text, size_t width);

void grid_release(struct grid *grid);

#endif
