#include "grid.h"

#include <assert.h>

#include "diffprof/escape.h"

static const char *const escapes[] = {
	[PAINT_NONE] = "",
	[PAINT_MORE] = "\033[31m",
	[PAINT_LESS] = "\033[32m",
	[PAINT_BOLD] = "\033[1m",
};

void grid_init(struct grid *grid, size_t nr_columns, bool color,
	       struct arena *arena)
{
	*grid = (struct grid){
		.arena = arena,
		.color = color,
		.nr_columns = nr_columns,
		.from_left =
			arena_zalloc(arena,
				     nr_columns * sizeof(*grid->from_left)),
		.width = arena_zalloc(arena, nr_columns * sizeof(*grid->width)),
	};
}

void grid_begin_cell(struct grid *grid)
{
	ARENA_ROOM(grid->arena, grid->cells, grid->nr, grid->cap);
	grid->cells[grid->nr].at = grid->text.len;
}

void grid_end_cell(struct grid *grid, enum paint paint)
{
	struct grid_cell *cell = &grid->cells[grid->nr];
	size_t *width = &grid->width[grid->nr % grid->nr_columns];

	cell->len = (uint32_t)(grid->text.len - cell->at);
	cell->width = 0x1fffffff & (uint32_t)escape_width((struct span){
					   grid->text.data + cell->at,
					   cell->len });
	cell->paint = paint;
	if (cell->width > *width)
		*width = cell->width;
	grid->nr++;
}

void grid_align(struct grid *const *parts, size_t nr)
{
	for (size_t i = 0; i < parts[0]->nr_columns; i++) {
		size_t width = 0;

		for (size_t k = 0; k < nr; k++)
			if (parts[k]->width[i] > width)
				width = parts[k]->width[i];
		for (size_t k = 0; k < nr; k++)
			parts[k]->width[i] = width;
	}
}

size_t grid_width(const struct grid *grid, size_t nr)
{
	size_t width = 0;

	for (size_t i = 0; i < nr; i++)
		width += grid->width[i] + GRID_GAP;
	return width;
}

void grid_cut(struct outbuf *out, struct span text, size_t width)
{
	static const char mark[] = "..";
	size_t used = 0, len = 0;

	if (width == SIZE_MAX || escape_width(text) <= width) {
		outbuf_span(out, text);
		return;
	}
	if (width < strlen(mark))
		return;
	while (len < text.len) {
		unsigned code;
		size_t n = escape_utf8(text.ptr + len, text.len - len, &code);
		struct span one = { text.ptr + len, n ? n : 1 };

		used += escape_width(one);
		if (used > width - strlen(mark))
			break;
		len += one.len;
	}
	outbuf_bytes(out, text.ptr, len);
	outbuf_text(out, mark);
}

static void print_cell(const struct grid *grid, const struct grid_cell *cell,
		       size_t column, struct outbuf *out)
{
	bool last = column + 1 == grid->nr_columns;
	bool painted = grid->color && cell->paint != PAINT_NONE;
	size_t max = last && grid->last_max && cell->width > grid->last_max ?
			     grid->last_max :
			     SIZE_MAX;
	size_t pad = last && grid->from_left[column] ?
			     0 :
			     grid->width[column] - cell->width;

	if (!grid->from_left[column])
		outbuf_fill(out, ' ', pad);
	if (painted)
		outbuf_text(out, escapes[cell->paint]);
	grid_cut(out, (struct span){ grid->text.data + cell->at, cell->len },
		 max);
	if (painted)
		outbuf_text(out, "\033[0m");
	if (grid->from_left[column])
		outbuf_fill(out, ' ', pad);
	if (!last)
		outbuf_fill(out, ' ', GRID_GAP);
}

void grid_print(const struct grid *grid, size_t from, size_t end,
		struct outbuf *out)
{
	assert(grid->nr % grid->nr_columns == 0);
	for (size_t row = from; row < end; row++) {
		const struct grid_cell *cells =
			grid->cells + row * grid->nr_columns;

		for (size_t i = 0; i < grid->nr_columns; i++)
			print_cell(grid, &cells[i], i, out);
		outbuf_char(out, '\n');
	}
}

void grid_release(struct grid *grid)
{
	outbuf_release(&grid->text);
}
