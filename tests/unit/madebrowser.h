/*
 * madebrowser.h - browsers of what made.h makes, driven by requests
 *
 *	struct browsed b;
 *
 *	browsed_begin(&b, SPAN("10 a 20 b"), SPAN("15 a 18 b"));
 *	ask(&b, REQ_DOWN);
 *	type(&b, "ext4");
 *	EXPECT_HAS(seen(&b), "...");
 *	browsed_end(&b);
 *
 * The door is one of paper: it notes what it was asked for, and gives the same
 * data again.
 */
#ifndef MADEBROWSER_H
#define MADEBROWSER_H

#include "diffprof/browser.h"
#include "diffprof/keys.h"
#include "diffprof/significance.h"

#include "made.h"

struct browsed {
	struct made m;
	struct notes notes;
	struct browser_door door;
	struct browser *browser;
	struct frame frame;
	int rows, columns;
	enum browser_wish wish;
	struct outbuf out;

	/* What the door was asked for, and is to answer. */
	struct browser_ask asked;
	unsigned loads, looks, releases;
	const char *refuse;	/* why loading fails, or looking */
	const char *const *events;
	size_t nr_events;
	struct browser_depth depth;
	char path[100];
	bool exists;	/* such a file does */
	struct outbuf taken;	/* the names that were written or mailed */
};

static bool browsed_requests[REQUESTS];

static inline void browsed_data(struct browsed *b, struct browser_data *data)
{
	*data = (struct browser_data){
		.views = b->m.views,
		.nr_views = b->m.nr_views,
		.notes = &b->notes,
		.events = b->events,
		.nr_events = b->nr_events,
		.event = b->asked.event < b->nr_events ? b->asked.event : 0,
		.idle_left_out = b->asked.flip_idle,
		.group = b->asked.group == GROUPED_BY_IMAGE ? "image" : NULL,
		.own = b,
	};
}

static inline int browsed_load(void *context, const struct browser_ask *ask,
			       struct browser_data *data, struct error *err)
{
	struct browsed *b = context;

	b->loads++;
	b->asked = *ask;
	if (b->refuse)
		return fail(err, ERR_USAGE, "%s", b->refuse);
	browsed_data(b, data);
	return 0;
}

static inline void browsed_release(void *context, struct browser_data *data)
{
	struct browsed *b = context;

	b->releases++;
	data->own = NULL;
}

static inline int browsed_look(void *context, const struct browser_data *data,
			       size_t at, const void *row, struct arena *arena,
			       struct browser_depth *depth, struct error *err)
{
	struct browsed *b = context;

	(void)data;
	(void)at;
	(void)row;
	(void)arena;
	b->looks++;
	if (b->refuse)
		return fail(err, ERR_USAGE, "%s", b->refuse);
	*depth = b->depth;
	return 0;
}

static inline void browsed_take(struct browsed *b, const struct view *views,
				size_t nr)
{
	b->taken.len = 0;
	for (size_t v = 0; v < nr; v++)
		for (size_t i = 0; i < views[v].nr + views[v].nr_uncertain;
		     i++) {
			const void *row = i < views[v].nr ?
						  views[v].rows[i] :
						  views[v].uncertain
							  [i - views[v].nr];
			struct cell key = views[v].set->get(
				views[v].source, row, &b->m.arena);

			outbuf_printf(&b->taken, "%s%.*s",
				      b->taken.len ? " " : "",
				      (int)key.text.len, key.text.ptr);
		}
	outbuf_char(&b->taken, '\0');
	b->taken.len--;
}

static inline int browsed_write(void *context, const struct browser_data *data,
				const struct view *views, size_t nr,
				const char *path, bool overwrite, bool *exists,
				struct error *err)
{
	struct browsed *b = context;

	(void)data;
	*exists = b->exists;
	if (b->exists && !overwrite)
		return fail(err, ERR_USAGE, "%s: exists", path);
	if (b->refuse)
		return fail(err, ERR_IO, "%s", b->refuse);
	snprintf(b->path, sizeof(b->path), "%s", path);
	browsed_take(b, views, nr);
	return 0;
}

static inline int browsed_compose(void *context, const struct view *views,
				  size_t nr, struct outbuf *text, char *subject,
				  size_t size, struct error *err)
{
	struct browsed *b = context;

	if (b->refuse)
		return fail(err, ERR_IO, "%s", b->refuse);
	browsed_take(b, views, nr);
	outbuf_printf(text, "Here are\n%s\n", b->taken.data);
	snprintf(subject, size, "what changed");
	return 0;
}

/* What made.h has compared or listed, to be seen in 24 rows of 80 columns. */
static inline void browsed_open(struct browsed *b)
{
	struct browser_data data;

	b->rows = 24;
	b->columns = 80;
	b->asked.event = SIZE_MAX;
	b->door = (struct browser_door){
		.context = b,
		.load = browsed_load,
		.release = browsed_release,
		.look = browsed_look,
		.write = browsed_write,
		.compose = browsed_compose,
	};
	if (!b->notes.arena)
		notes_init(&b->notes, &b->m.arena);
	browsed_data(b, &data);
	b->browser = browser_new(&b->door, &data, &b->m.choose);
}

static inline void browsed_begin(struct browsed *b, struct span base,
				 struct span test)
{
	*b = (struct browsed){ .rows = 0 };
	made_begin(&b->m);
	made_pair(&b->m, base, test);
	significance_find(&b->m.diffs[0],
			  &(struct significance_options){ .fdr = 0.05 },
			  &b->m.arena);
	browsed_open(b);
}

static inline void browsed_end(struct browsed *b)
{
	browser_free(b->browser);
	frame_release(&b->frame);
	outbuf_release(&b->out);
	outbuf_release(&b->taken);
	made_end(&b->m);
}

static inline void ask_with(struct browsed *b, struct input_event event)
{
	browsed_requests[event.request] = true;
	b->wish = browser_handle(b->browser, &event);
}

static inline void ask(struct browsed *b, enum request request)
{
	ask_with(b, (struct input_event){ .request = request });
}

static inline void type(struct browsed *b, const char *text)
{
	for (; *text; text++)
		ask_with(b, (struct input_event){
				    .request = REQ_TYPE,
				    .code = (unsigned char)*text });
}

/* Until nothing is done in the background any more. */
static inline void settle(struct browsed *b)
{
	while (browser_is_busy(b->browser))
		browser_step(b->browser, true);
}

static inline const char *seen(struct browsed *b)
{
	frame_begin(&b->frame, b->rows, b->columns);
	browser_draw(b->browser, &b->frame);
	b->out.len = 0;
	frame_text(&b->frame, &b->out);
	outbuf_char(&b->out, '\0');
	return b->out.data;
}

/* Line NR of what is seen, from 0; negative: from the end. */
static inline const char *seen_line(struct browsed *b, int nr)
{
	char *line = (char *)seen(b);
	int rows = b->frame.rows;

	for (int i = nr < 0 ? rows + nr : nr; i > 0; i--)
		line = strchr(line, '\n') + 1;
	*strchr(line, '\n') = '\0';
	return line;
}

/* The line under the cursor, without marks and numbers. */
static inline const char *seen_at(struct browsed *b)
{
	static char name[1000];

	seen(b);
	*name = '\0';
	for (int row = 0; row < b->frame.rows; row++) {
		const struct frame_cell *cell =
			&b->frame.cells[(size_t)row * (size_t)b->frame.columns];
		size_t len = 0;

		// The title is reversed as well, and bold.
		unsigned style = cell[b->frame.columns - 1].style;
		if (!(style & STYLE_REVERSE) || style & STYLE_BOLD)
			continue;
		for (int i = 0; i < b->frame.columns; i++) {
			memcpy(name + len, cell[i].text, cell[i].len);
			len += cell[i].len;
		}
		while (len && name[len - 1] == ' ')
			len--;
		name[len] = '\0';
	}
	char *blank = strrchr(name, ' ');
	return blank ? blank + 1 : name;
}

#endif
