/*
 * draw.c - a frame of the state
 */
#include "browsing.h"

/* The line above a text. */
static void page_title(struct browser *b, struct frame *frame, int row)
{
	static const char *const titles[] = {
		[PAGE_LIST] = "",
		[PAGE_DETAIL] = "",
		[PAGE_HELP] = "Keys",
		[PAGE_NOTES] = "Notes",
		[PAGE_MAIL] = "A mail, not sent yet",
	};
	const unsigned style = STYLE_REVERSE | STYLE_BOLD;
	struct arena scratch = { 0 };
	struct span title = span_of(titles[b->page]);

	if (b->page == PAGE_DETAIL && b->open_row)
		title = list_key(&b->list, b->open_row, &scratch);
	frame_fill(frame, row, 0, frame->columns, ' ', style);
	frame_put_cut(frame, row, 0, frame->columns, title, style);
	arena_release(&scratch);
}

static struct text *text_of(struct browser *b)
{
	return b->page == PAGE_DETAIL ? &b->detail :
	       b->page == PAGE_MAIL   ? &b->letter :
					&b->text;
}

static void page_draw(struct browser *b, struct frame *frame, int rows)
{
	int row = 0;

	if (b->page != PAGE_LIST) {
		if (rows >= 3)
			page_title(b, frame, row++);
		text_draw(text_of(b), frame, row, rows - row, &b->search);
		return;
	}
	if (rows >= 3)
		title_draw(b, frame, row++);
	if (rows >= 8)
		state_draw(b, frame, row++);
	list_draw(b, frame, row, rows - row);
}

void browser_draw(struct browser *b, struct frame *frame)
{
	int rows = frame->rows;
	bool bottom = rows >= 3 || (rows == 2 && !b->prompt.kind) ||
		      b->prompt.kind;

	b->screen.columns = frame->columns;
	if (bottom)
		rows--;
	page_draw(b, frame, rows);
	if (bottom)
		bottom_draw(b, frame, rows);
}
