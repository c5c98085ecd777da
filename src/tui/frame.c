#include "diffprof/frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "diffprof/arena.h"
#include "diffprof/escape.h"

static int within(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}

void frame_begin(struct frame *frame, int rows, int columns)
{
	frame->rows = within(rows, 1, FRAME_MAX);
	frame->columns = within(columns, 1, FRAME_MAX);
	frame->cursor_row = -1;
	frame->cursor_column = 0;

	size_t nr = (size_t)frame->rows * (size_t)frame->columns;
	if (nr > frame->cap) {
		frame->cells =
			mem_resize(frame->cells, nr * sizeof(*frame->cells));
		frame->cap = nr;
	}
	for (size_t i = 0; i < nr; i++)
		frame->cells[i] = (struct frame_cell){ .text = " ",
						       .len = 1,
						       .wide = 1 };
}

void frame_release(struct frame *frame)
{
	free(frame->cells);
	*frame = (struct frame){ .ascii = frame->ascii };
}

static struct frame_cell *cell_at(const struct frame *frame, int row,
				  int column)
{
	if (row < 0 || row >= frame->rows || column < 0 ||
	    column >= frame->columns)
		return NULL;
	return &frame->cells[(size_t)row * (size_t)frame->columns +
			     (size_t)column];
}

static void set_cell(struct frame *frame, int row, int column, char c,
		     unsigned style)
{
	struct frame_cell *cell = cell_at(frame, row, column);

	if (cell)
		*cell = (struct frame_cell){ .text = { c },
					     .len = 1,
					     .wide = 1,
					     .style = (uint8_t)style };
}

/* What stands here is replaced: a half of a wide character takes the other. */
static void free_cell(struct frame *frame, int row, int column)
{
	const struct frame_cell *cell = cell_at(frame, row, column);

	if (cell && cell->wide == 0)
		set_cell(frame, row, column - 1, ' ', cell->style);
	else if (cell && cell->wide == 2)
		set_cell(frame, row, column + 1, ' ', cell->style);
}

/* PIECE combines with what stands before COLUMN, as far as there is room. */
static void combine(struct frame *frame, int row, int column,
		    const struct escape_piece *piece)
{
	struct frame_cell *cell = cell_at(frame, row, column - 1);

	if (cell && cell->wide == 0)
		cell = cell_at(frame, row, column - 2);
	if (!cell || cell->len + piece->len > (int)sizeof(cell->text))
		return;
	memcpy(cell->text + cell->len, piece->text, piece->len);
	cell->len = (uint8_t)((cell->len + piece->len) & 15);
}

/* PIECE is one character; it may be wide, or be \x1b. */
static void put_piece(struct frame *frame, int row, int column,
		      const struct escape_piece *piece, unsigned style)
{
	// The four characters of an escape each have a cell.
	if (piece->width == piece->len) {
		for (int i = 0; i < piece->len; i++) {
			free_cell(frame, row, column + i);
			set_cell(frame, row, column + i, piece->text[i], style);
		}
		return;
	}
	for (int i = 0; i < piece->width; i++) {
		free_cell(frame, row, column + i);
		set_cell(frame, row, column + i, ' ', style);
	}
	struct frame_cell *cell = cell_at(frame, row, column);
	struct frame_cell *right = cell_at(frame, row, column + 1);
	// Half a wide character cannot be shown.
	if (!cell || (piece->width == 2 && !right))
		return;
	memcpy(cell->text, piece->text, piece->len);
	cell->len = piece->len & 15;
	cell->wide = piece->width & 3;
	if (piece->width == 2)
		*right = (struct frame_cell){ .style = (uint8_t)style };
}

/* *REST is what did not fit any more. */
static int put(struct frame *frame, int row, int column, int width,
	       struct span *rest, unsigned style)
{
	int used = 0;

	while (rest->len) {
		struct escape_piece piece = escape_first(*rest, frame->ascii);

		if (used + piece.width > width)
			break;
		if (!piece.width) {
			if (used)
				combine(frame, row, column + used, &piece);
		} else {
			put_piece(frame, row, column + used, &piece, style);
		}
		used += piece.width;
		rest->ptr += piece.taken;
		rest->len -= piece.taken;
	}
	return used;
}

int frame_put(struct frame *frame, int row, int column, int width,
	      struct span text, unsigned style)
{
	return put(frame, row, column, width, &text, style);
}

int frame_put_cut(struct frame *frame, int row, int column, int width,
		  struct span text, unsigned style)
{
	struct span rest = text;
	int used = put(frame, row, column, width, &rest, style);

	if (!rest.len)
		return used;
	if (width < 4) {
		frame_fill(frame, row, column, width, '.', style);
		return width > 0 ? width : 0;
	}
	frame_fill(frame, row, column, width, ' ', style);
	used = frame_put(frame, row, column, width - 2, text, style);
	frame_fill(frame, row, column + used, 2, '.', style);
	return used + 2;
}

void frame_put_right(struct frame *frame, int row, int column, int width,
		     struct span text, unsigned style)
{
	int wanted = frame_width(frame, text);

	if (wanted > width)
		frame_put_cut(frame, row, column, width, text, style);
	else
		frame_put(frame, row, column + width - wanted, wanted, text,
			  style);
}

int frame_printf(struct frame *frame, int row, int column, unsigned style,
		 const char *fmt, ...)
{
	char text[2048];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return frame_put(frame, row, column, frame->columns - column,
			 span_of(text), style);
}

void frame_fill(struct frame *frame, int row, int column, int width, char c,
		unsigned style)
{
	for (int i = 0; i < width; i++) {
		free_cell(frame, row, column + i);
		set_cell(frame, row, column + i, c, style);
	}
}

void frame_paint(struct frame *frame, int row, int column, int width,
		 unsigned style, bool color)
{
	for (int i = 0; i < width; i++) {
		struct frame_cell *cell = cell_at(frame, row, column + i);

		if (!cell)
			continue;
		if (color)
			cell->style &= (uint8_t)~STYLE_COLORS;
		cell->style |= (uint8_t)style;
	}
}

int frame_width(const struct frame *frame, struct span text)
{
	int width = 0;

	while (text.len) {
		struct escape_piece piece = escape_first(text, frame->ascii);

		width += piece.width;
		text.ptr += piece.taken;
		text.len -= piece.taken;
	}
	return width;
}

void frame_text(const struct frame *frame, struct outbuf *out)
{
	for (int row = 0; row < frame->rows; row++) {
		for (int column = 0; column < frame->columns; column++) {
			const struct frame_cell *cell =
				cell_at(frame, row, column);

			outbuf_bytes(out, cell->text, cell->len);
		}
		while (out->len && out->data[out->len - 1] == ' ')
			out->len--;
		outbuf_char(out, '\n');
	}
}
