#include "diffprof/browser.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "browsing.h"

void browser_say(struct browser *b, bool alarm, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(b->status, sizeof(b->status), fmt, args);
	va_end(args);
	b->alarm = alarm;
}

struct browser *browser_new(const struct browser_door *door,
			    const struct browser_data *data,
			    const struct view_options *choose)
{
	struct browser *b = mem_zeroed(sizeof(*b));

	b->door = *door;
	b->data = *data;
	b->ask.event = b->had.event = b->tried_event = SIZE_MAX;
	b->list.choose = *choose;
	b->list.data = &b->data;
	if (!order_is_known(&b->list, choose->sort))
		b->list.choose.sort = SORT_DELTA;
	list_open(&b->list, &b->data, 0, b->list.choose.sort == choose->sort,
		  &b->filter);
	return b;
}

void browser_free(struct browser *b)
{
	work_end(b);
	list_release(&b->list);
	b->door.release(b->door.context, &b->data);
	text_clear(&b->text);
	text_clear(&b->detail);
	text_clear(&b->letter);
	pattern_clear(&b->search);
	pattern_clear(&b->filter);
	arena_release(&b->depth_arena);
	outbuf_release(&b->mail);
	free(b);
}

unsigned browser_mode(const struct browser *b)
{
	if (b->prompt.kind != PROMPT_NONE)
		return MODE_PROMPT;
	switch (b->page) {
	case PAGE_LIST:
		return MODE_LIST;
	case PAGE_DETAIL:
		return MODE_DETAIL;
	case PAGE_MAIL:
		return MODE_MAIL;
	default:
		return MODE_TEXT;
	}
}

/* ---- what moves --------------------------------------------------------- */

static struct text *text_of(struct browser *b)
{
	switch (b->page) {
	case PAGE_LIST:
		return NULL;
	case PAGE_DETAIL:
		return &b->detail;
	case PAGE_MAIL:
		return &b->letter;
	default:
		return &b->text;
	}
}

static void move(struct browser *b, long by)
{
	struct text *text = text_of(b);

	if (text)
		text_scroll(text, by);
	else
		list_move(&b->list, by);
}

static long page_height(const struct browser *b)
{
	int height = b->page == PAGE_LIST   ? b->screen.list_height :
		     b->page == PAGE_DETAIL ? (int)b->detail.height :
		     b->page == PAGE_MAIL   ? (int)b->letter.height :
					      (int)b->text.height;

	// The line that was last is the first of the next page.
	return height > 2 ? height - 1 : 1;
}

/* The rows that are seen are other ones then, as far as there are any. */
static void turn(struct browser *b, int pages)
{
	long by = pages * page_height(b);

	if (b->page == PAGE_LIST)
		list_turn(&b->list, by);
	else
		move(b, by);
}

void browser_seek(struct browser *b, int step, bool here)
{
	list_seek(&b->list, &b->seek, step, here);
	browser_seek_step(b);
}

bool browser_seek_step(struct browser *b)
{
	enum seeking how = list_seek_step(&b->list, &b->seek, &b->search);

	if (how == SEEK_NOTHING)
		browser_say(b, true, "not found");
	if (b->screen.list_height > 0)
		list_keep_in_sight(&b->list, (size_t)b->screen.list_height);
	return how == SEEK_GOES_ON;
}

static void search_again(struct browser *b, int step)
{
	struct text *text = text_of(b);

	if (!b->search.len)
		browser_say(b, true, "nothing was searched for: / does");
	else if (!text)
		browser_seek(b, step, false);
	else if (!text_search(text, &b->search, step))
		browser_say(b, true, "not found");
}

/* ---- the list ----------------------------------------------------------- */

/* The same rows from the other end. */
static void sort_reverse(struct browser *b)
{
	struct list *list = &b->list;

	list->reversed = !list->reversed;
	list->nr_rows = list->nr_uncertain = list->cursor = list->top = 0;
	list_filter(list, &b->filter);
}

static void sort_by(struct browser *b, enum sort_key key)
{
	struct list *list = &b->list;

	if (!order_is_known(list, key))
		return;
	if (list->choose.sort == key) {
		sort_reverse(b);
		return;
	}
	list->choose.sort = key;
	list->reversed = false;
	work_sort(b);
}

static void sort_next(struct browser *b)
{
	order_next(&b->list);
	b->list.reversed = false;
	work_sort(b);
}

/* The order goes with the measure, if it did before. */
static void set_measure(struct browser *b, enum measure measure)
{
	static const enum sort_key keys[MEASURES] = {
		[MEASURE_DELTA] = SORT_DELTA,
		[MEASURE_PERCENT] = SORT_PERCENT,
		[MEASURE_SHARE] = SORT_SHARE,
	};
	struct list *list = &b->list;
	bool goes = list->view.diff &&
		    list->choose.sort == keys[list->measure];

	list->measure = measure;
	if (goes && order_is_known(list, keys[measure])) {
		list->choose.sort = keys[measure];
		work_sort(b);
	}
}

static void next_measure(struct browser *b)
{
	struct list *list = &b->list;
	const struct diff *diff = list->view.diff;
	bool can = diff && !diff->stated;

	switch (list->measure) {
	case MEASURE_DELTA:
		if (b->ask.normalise) {
			b->ask.normalise = false;
			work_load(b);
			browser_say(b, false, "as it was asked for");
			break;
		}
		set_measure(b, MEASURE_PERCENT);
		break;
	case MEASURE_PERCENT:
		set_measure(b, can ? MEASURE_SHARE : MEASURE_DELTA);
		break;
	default:
		if (can && diff->norm.how == NORMALIZE_NONE) {
			b->ask.normalise = true;
			work_load(b);
		}
		set_measure(b, MEASURE_DELTA);
	}
}

static void next_group(struct browser *b)
{
	static const char *const names[] = {
		[GROUPED_BY_SYMBOL] = "symbol",
		[GROUPED_BY_FILE] = "file",
		[GROUPED_BY_DIR] = "directory",
		[GROUPED_BY_IMAGE] = "image",
	};

	b->tried_group++;
	if (b->tried_group == BROWSER_GROUPS)
		b->tried_group = GROUPED_BY_SYMBOL;
	// Rows are by symbol unless something else was asked for.
	else if (b->tried_group == GROUPED_BY_SYMBOL && !b->data.group)
		b->tried_group++;
	b->ask.group = b->tried_group;
	work_load(b);
	browser_say(b, false, "by %s ...", names[b->ask.group]);
}

static void next_event(struct browser *b)
{
	size_t at = b->tried_event == SIZE_MAX ? b->data.event : b->tried_event;

	if (b->data.nr_events < 2) {
		browser_say(b, true, "there is no other event");
		return;
	}
	b->tried_event = (at + 1) % b->data.nr_events;
	b->ask.event = b->tried_event;
	work_load(b);
}

static void next_test(struct browser *b)
{
	struct list before;

	if (b->data.nr_views < 2) {
		browser_say(b, true, "there is only one test");
		return;
	}
	work_end(b);
	before = b->list;
	b->seek.left = 0;
	b->page = PAGE_LIST;
	b->open_row = NULL;
	b->list.marked = NULL;
	b->list.arena = (struct arena){ 0 };
	list_open(&b->list, &b->data, (before.at + 1) % b->data.nr_views,
		  false, &b->filter);
	list_follow(&b->list, &before);
	list_release(&before);
}

static void toggle_noise(struct browser *b)
{
	const struct diff *diff = b->list.view.diff;

	if (!diff || !diff->significance) {
		browser_say(b, true, "nothing is known of noise here");
		return;
	}
	b->list.hide_noise = !b->list.hide_noise;
	list_filter(&b->list, &b->filter);
	if (b->list.hide_noise)
		browser_say(b, false, "%zu row%s of noise hidden",
			    b->list.nr_noise,
			    b->list.nr_noise == 1 ? "" : "s");
	else
		browser_say(b, false, "noise is shown again");
}

static void clear_filter(struct browser *b)
{
	if (!b->filter.len)
		browser_say(b, false, "there is no filter");
	pattern_clear(&b->filter);
	list_filter(&b->list, &b->filter);
}

/* ---- pages -------------------------------------------------------------- */

static void open_row(struct browser *b)
{
	b->open_row = list_row(&b->list);
	if (!b->open_row)
		return;
	b->has_depth = !b->door.look;
	b->depth = (struct browser_depth){ .flame = NULL };
	b->depth_error[0] = '\0';
	b->page = PAGE_DETAIL;
	text_clear(&b->detail);
	detail_make(b);
	work_look(b);
}

static void open_help(struct browser *b, enum page page)
{
	if (b->page == page)
		return;
	if (b->page == PAGE_LIST || b->page == PAGE_DETAIL ||
	    b->page == PAGE_MAIL)
		b->under = b->page;
	text_clear(&b->text);
	if (page == PAGE_HELP)
		help_make(&b->text);
	else
		notes_make(&b->text, b->data.notes);
	b->page = page;
}

/* Esc: what is nearest ends first. */
static void back(struct browser *b)
{
	if (work_is_wanted(b) && b->work.kind != WORK_SORT) {
		bool look = b->work.kind == WORK_LOOK && !b->queued;

		work_forget(b);
		browser_say(b, false, "stopped");
		if (!look)
			return;
		snprintf(b->depth_error, sizeof(b->depth_error), "stopped");
		b->has_depth = true;
		if (b->page == PAGE_DETAIL)
			detail_make(b);
	} else if (b->page == PAGE_HELP || b->page == PAGE_NOTES) {
		b->page = b->under;
	} else if (b->page != PAGE_LIST) {
		b->page = PAGE_LIST;
	} else if (b->search.len) {
		pattern_clear(&b->search);
	}
}

static void click(struct browser *b, const struct input_event *event)
{
	const struct screen *screen = &b->screen;

	if (b->page != PAGE_LIST)
		return;
	if (event->row == screen->heading_row) {
		for (size_t i = 0; i < screen->nr_headings; i++)
			if (event->column >= screen->headings[i].from &&
			    event->column < screen->headings[i].to &&
			    screen->headings[i].sorts)
				sort_by(b, screen->headings[i].key);
		return;
	}
	int line = event->row - screen->list_row;
	if (line < 0 || line >= screen->list_height)
		return;
	size_t item = b->list.top + (size_t)line;
	if (item >= list_items(&b->list) || !list_item(&b->list, item))
		return;
	list_go(&b->list, item);
	if (event->twice)
		open_row(b);
}

static void toggle_asm(struct browser *b)
{
	if (!b->depth.nr_instructions) {
		browser_say(b, true, "there are no instructions to show: %s",
			    b->depth.why_no_lines ? b->depth.why_no_lines :
						    "nothing is known of them");
		return;
	}
	b->show_asm = !b->show_asm;
	detail_make(b);
}

static enum browser_wish quit(struct browser *b)
{
	if (b->page != PAGE_LIST && b->page != PAGE_DETAIL) {
		back(b);
		return WISH_NOTHING;
	}
	return WISH_QUIT;
}

static void mark(struct browser *b)
{
	list_mark(&b->list);
	list_move(&b->list, 1);
}

static void toggle_idle(struct browser *b)
{
	b->ask.flip_idle = !b->ask.flip_idle;
	work_load(b);
}

static enum browser_wish handle(struct browser *b,
				const struct input_event *event)
{
	switch (event->request) {
	case REQ_UP:
		move(b, -1);
		break;
	case REQ_DOWN:
		move(b, 1);
		break;
	case REQ_PAGE_UP:
		turn(b, -1);
		break;
	case REQ_PAGE_DOWN:
		turn(b, 1);
		break;
	case REQ_WHEEL_UP:
		move(b, -3);
		break;
	case REQ_WHEEL_DOWN:
		move(b, 3);
		break;
	case REQ_FIRST:
		move(b, -(LONG_MAX / 2));
		break;
	case REQ_LAST:
		move(b, LONG_MAX / 2);
		break;
	case REQ_OPEN:
		open_row(b);
		break;
	case REQ_BACK:
		back(b);
		break;
	case REQ_SEARCH:
		prompt_open(b, PROMPT_SEARCH, "");
		break;
	case REQ_SEARCH_NEXT:
		search_again(b, 1);
		break;
	case REQ_SEARCH_PREVIOUS:
		search_again(b, -1);
		break;
	case REQ_FILTER:
		prompt_open(b, PROMPT_FILTER, b->filter.text);
		break;
	case REQ_FILTER_CLEAR:
		clear_filter(b);
		break;
	case REQ_SORT_NEXT:
		sort_next(b);
		break;
	case REQ_SORT_REVERSE:
		sort_reverse(b);
		break;
	case REQ_MEASURE:
		next_measure(b);
		break;
	case REQ_NOISE:
		toggle_noise(b);
		break;
	case REQ_IDLE:
		toggle_idle(b);
		break;
	case REQ_GROUP:
		next_group(b);
		break;
	case REQ_EVENT:
		next_event(b);
		break;
	case REQ_TEST:
		next_test(b);
		break;
	case REQ_ASM:
		toggle_asm(b);
		break;
	case REQ_MARK:
		mark(b);
		break;
	case REQ_UNMARK:
		list_unmark(&b->list);
		break;
	case REQ_WRITE:
		prompt_open(b, PROMPT_WRITE, b->file);
		break;
	case REQ_MAIL:
		if (b->page == PAGE_MAIL)
			prompt_open(b, PROMPT_MAIL, b->to);
		else
			take_compose(b);
		break;
	case REQ_NOTES:
		open_help(b, PAGE_NOTES);
		break;
	case REQ_HELP:
		open_help(b, PAGE_HELP);
		break;
	case REQ_CLICK:
		click(b, event);
		break;
	case REQ_REDRAW:
		return WISH_REDRAW;
	case REQ_QUIT:
		return quit(b);
	default:
		break;
	}
	return WISH_NOTHING;
}

enum browser_wish browser_handle(struct browser *b,
				 const struct input_event *event)
{
	if (event->request == REQ_NONE)
		return WISH_NOTHING;
	b->status[0] = '\0';
	b->seek.left = 0;
	if (b->prompt.kind != PROMPT_NONE)
		return prompt_handle(b, event);
	enum browser_wish wish = handle(b, event);

	// Several keys may come before anything is drawn.
	if (b->screen.list_height > 0)
		list_keep_in_sight(&b->list, (size_t)b->screen.list_height);
	return wish;
}
