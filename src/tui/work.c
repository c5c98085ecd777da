/*
 * work.c - what takes long, in the background
 */
#include "browsing.h"

#include <stdio.h>

static void run(void *arg)
{
	struct work *work = arg;
	void *context = work->door->context;

	if (work->kind == WORK_SORT)
		list_sort_view(&work->sorted, &work->arena, &work->sorted_view);
	else if (work->kind == WORK_LOAD)
		work->failed = work->door->load(context, &work->ask,
						&work->data, &work->err);
	else
		work->failed = work->door->look(context, work->of, work->view,
						work->row, &work->arena,
						&work->depth, &work->err);
}

static void begin(struct browser *b, int kind)
{
	b->work = (struct work){
		.kind = kind,
		.door = &b->door,
		.ask = b->ask,
		.of = &b->data,
		.view = b->list.at,
		.row = b->open_row,
		.sorted = b->list,
	};
	b->work.job = background_begin(run, &b->work);
}

/* One at a time: what is not wanted any more is waited for first. */
static void begin_or_wait(struct browser *b, int kind)
{
	// An order is not forgotten, and soon there.
	if (b->work.kind == WORK_SORT && kind != WORK_SORT)
		work_end(b);
	if (b->work.kind == WORK_NONE) {
		begin(b, kind);
		return;
	}
	b->work.unwanted = true;
	b->queued = kind;
}

void work_load(struct browser *b)
{
	begin_or_wait(b, WORK_LOAD);
}

void work_look(struct browser *b)
{
	if (!b->door.look || !b->open_row)
		return;
	b->ask = b->had;
	begin_or_wait(b, WORK_LOOK);
}

void work_sort(struct browser *b)
{
	const struct view *view = &b->list.view;

	if (view->nr <= list_at_once && b->work.kind == WORK_NONE) {
		list_sort(&b->list, &b->filter);
		return;
	}
	// What was to be loaded comes in this order.
	if (b->work.kind == WORK_LOAD && !b->work.unwanted)
		return;
	begin_or_wait(b, WORK_SORT);
}

void work_forget(struct browser *b)
{
	b->work.unwanted = true;
	b->queued = WORK_NONE;
	b->ask = b->had;
}

/* What nobody waits for. */
static void drop(struct browser *b)
{
	struct work *work = &b->work;

	if (work->kind == WORK_LOAD && !work->failed)
		b->door.release(b->door.context, &work->data);
	arena_release(&work->arena);
	*work = (struct work){ .kind = WORK_NONE };
}

static void take_order(struct browser *b)
{
	list_sort_take(&b->list, &b->work.arena, &b->work.sorted_view,
		       &b->filter);
}

void work_end(struct browser *b)
{
	b->queued = WORK_NONE;
	if (b->work.kind == WORK_NONE)
		return;
	background_end(b->work.job);
	if (b->work.kind == WORK_SORT && !b->work.unwanted)
		take_order(b);
	drop(b);
}

/* The data are here: the list goes on where it was. */
static void take_data(struct browser *b)
{
	struct list before = b->list;
	struct browser_data old = b->data;
	size_t at = before.at < b->work.data.nr_views ? before.at : 0;

	b->status[0] = '\0';
	b->had = b->work.ask;
	b->tried_group = b->had.group;
	b->tried_event = b->had.event;
	b->data = b->work.data;
	// What was open is of the old ones.
	b->open_row = NULL;
	b->depth = (struct browser_depth){ .flame = NULL };
	if (b->page == PAGE_DETAIL)
		b->page = PAGE_LIST;
	if (b->under == PAGE_DETAIL)
		b->under = PAGE_LIST;
	b->list.data = NULL;
	b->list.arena = (struct arena){ 0 };
	b->list.marked = NULL;
	if (!order_is_known(&before, b->list.choose.sort))
		b->list.choose.sort = SORT_DELTA;
	list_open(&b->list, &b->data, at, false, &b->filter);
	b->seek.left = 0;
	list_follow(&b->list, &before);
	before.data = &old;
	list_release(&before);
	b->door.release(b->door.context, &old);
}

static void take_depth(struct browser *b)
{
	arena_release(&b->depth_arena);
	b->depth_arena = b->work.arena;
	b->work.arena = (struct arena){ 0 };
	b->depth = b->work.depth;
	b->has_depth = true;
	detail_make(b);
}

static void take_failure(struct browser *b)
{
	if (b->work.kind == WORK_LOAD) {
		b->ask = b->had;
		browser_say(b, true, "%s", b->work.err.text);
		return;
	}
	snprintf(b->depth_error, sizeof(b->depth_error), "%s",
		 b->work.err.text);
	b->has_depth = true;
	detail_make(b);
}

bool work_is_wanted(const struct browser *b)
{
	return b->work.kind != WORK_NONE && (!b->work.unwanted || b->queued);
}

bool browser_has_steps(const struct browser *b)
{
	return list_is_filtering(&b->list) || b->seek.left;
}

int browser_fd(const struct browser *b)
{
	return b->work.kind != WORK_NONE ? background_fd(b->work.job) : -1;
}

/* What was begun is done. */
static void take(struct browser *b)
{
	bool unsorted = b->work.failed && b->work.kind == WORK_LOAD;

	if (b->work.failed)
		take_failure(b);
	else if (b->work.kind == WORK_LOAD)
		take_data(b);
	else if (b->work.kind == WORK_SORT)
		take_order(b);
	else
		take_depth(b);
	if (b->work.failed)
		drop(b);
	b->work = (struct work){ .kind = WORK_NONE };
	// The order was left to the data that did not come.
	if (unsorted)
		work_sort(b);
}

bool browser_is_busy(const struct browser *b)
{
	return b->work.kind != WORK_NONE || browser_has_steps(b);
}

/* A bit of what is done here, between keys. */
static bool step_here(struct browser *b, bool wait)
{
	bool changed = browser_has_steps(b);

	do {
		if (list_is_filtering(&b->list)) {
			list_filter_step(&b->list, &b->filter);
			list_go(&b->list, b->list.cursor);
		} else if (b->seek.left) {
			browser_seek_step(b);
		}
	} while (wait && browser_has_steps(b));
	return changed;
}

bool browser_step(struct browser *b, bool wait)
{
	bool stepped = step_here(b, wait);
	bool changed = stepped || work_is_wanted(b);

	while (b->work.kind != WORK_NONE) {
		int queued = b->queued;

		b->work.ticks++;
		if (!wait && !background_is_done(b->work.job))
			return changed;
		background_end(b->work.job);
		if (!b->work.unwanted) {
			take(b);
			break;
		}
		drop(b);
		b->queued = WORK_NONE;
		if (queued && (queued != WORK_LOOK || b->open_row))
			begin(b, queued);
	}
	return changed;
}
