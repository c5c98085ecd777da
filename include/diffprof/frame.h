/*
 * frame.h - what a terminal is to show, as characters
 *
 * The browser draws frames; term.h brings them to a terminal, and tests read
 * them.  Whatever is put into a frame is escaped, takes the columns that a
 * terminal gives it, and is cut at the edges: no place is out of bounds.
 *
 * A place is a row and a column from 0, at the top left.
 */
#ifndef DIFFPROF_FRAME_H
#define DIFFPROF_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/outbuf.h"
#include "diffprof/span.h"

/* What a piece of text means; term.h knows how it looks there. */
enum frame_color {
	COLOR_PLAIN,
	COLOR_MORE,	/* test has more */
	COLOR_LESS,
	COLOR_QUIET,	/* of little weight: noise */
	COLOR_MATCH,	/* what was searched for */
	COLOR_ALARM,	/* an error, a doubt */
	FRAME_COLORS,
};

/* A style is a color, and any of these. */
enum {
	STYLE_COLORS = 7,
	STYLE_BOLD = 8,
	STYLE_REVERSE = 16,
	STYLE_UNDERLINE = 32,
};

struct frame_cell {
	char text[14];	/* UTF-8: a character and what combines with it */
	uint8_t len : 4;
	uint8_t wide : 2;	/* columns it takes; 0: the right half of one */
	uint8_t style;
};

struct frame {
	int rows, columns;	/* at least 1 */
	bool ascii;	/* nothing else can be shown */
	int cursor_row, cursor_column;	/* where one types; row -1: nowhere */
	struct frame_cell *cells;	/* row by row; malloc'ed */
	size_t cap;
};

/* A size in which nothing is drawn any more is taken as this. */
#define FRAME_MAX 1000

/* Blank, in this size (1 to FRAME_MAX), without a cursor. */
void frame_begin(struct frame *frame, int rows, int columns);
void frame_release(struct frame *frame);

/*
 * Put TEXT at a place, in up to WIDTH columns; returns how many it took.  The
 * cells it takes lose what they had.
 */
int frame_put(struct frame *frame, int row, int column, int width,
	      struct span text, unsigned style);
/* The same; where TEXT does not fit, ".." stands at its end. */
int frame_put_cut(struct frame *frame, int row, int column, int width,
		  struct span text, unsigned style);
/* The same, so that it ends at the end of WIDTH columns. */
void frame_put_right(struct frame *frame, int row, int column, int width,
		     struct span text, unsigned style);
int frame_printf(struct frame *frame, int row, int column, unsigned style,
		 const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* C in WIDTH columns. */
void frame_fill(struct frame *frame, int row, int column, int width, char c,
		unsigned style);
/* Set (and with COLOR, replace the color by) STYLE, of WIDTH columns. */
void frame_paint(struct frame *frame, int row, int column, int width,
		 unsigned style, bool color);

/* How many columns TEXT takes. */
int frame_width(const struct frame *frame, struct span text);

/* Append the frame as text: a line for each row, no blanks at their ends. */
void frame_text(const struct frame *frame, struct outbuf *out);

#endif
