/*
 * list_draw.c - the rows as they are seen
 */
#include "browsing.h"

#include <math.h>
#include <stdio.h>

#include "diffprof/cells.h"
#include "diffprof/significance.h"

/* What stands in a line, from the left; in frames of at least FROM columns. */
static const struct place {
	const char *column;	/* of the view's set, or one of those below */
	const char *means;	/* instead of it, where runs or sides are scaled */
	int from;
	unsigned measure;	/* shown whatever the width when it is this: bit */
} diff_places[] = {
	{ "base", "base_mean", 96, 0 },
	{ "test", "test_mean", 96, 0 },
	{ "delta", NULL, 64, 1u << MEASURE_DELTA },
	{ "percent", NULL, 48, 1u << MEASURE_PERCENT },
	{ "base_share", NULL, 92, 0 },
	{ "test_share", NULL, 92, 0 },
	{ "share", NULL, 128, 1u << MEASURE_SHARE },
	{ "bar", NULL, 56, 0 },
	{ "ci", NULL, 112, 0 },
	{ "q", NULL, 120, 0 },
	{ "mark", NULL, 40, 0 },
	{ .column = NULL },
}, listing_places[] = {
	{ "count", NULL, 0, 0 },
	{ "share", NULL, 30, 0 },
	{ "load", NULL, 60, 0 },
	{ "address", NULL, 100, 0 },
	{ "bar", NULL, 46, 0 },
	{ .column = NULL },
};

#define PLACES_MAX 16
#define NAME_LEAST 12

struct drawn {
	const char *name;
	const struct column *column;	/* NULL: the bar, or the change of share */
	bool bar;
	const char *heading;
	enum sort_key key;
	bool sorts;
	int at, width;
};

struct drawing {
	struct browser *b;
	struct frame *frame;
	struct drawn drawn[PLACES_MAX];
	size_t nr;
	int name_at;
	struct arena scratch;
	struct outbuf text;
};

/* The text of a cell; it stands until the next one. */
static struct span cell_of(struct drawing *d, const struct drawn *column,
			   const void *row)
{
	const struct list *list = &d->b->list;

	d->text.len = 0;
	if (column->column) {
		cells_text(&d->text, &list->view, column->column, row,
			   &d->scratch);
	} else {
		double change = list_measure(list, row, MEASURE_SHARE);

		if (isnan(change))
			outbuf_char(&d->text, '-');
		else
			outbuf_printf(&d->text, "%+.2f",
				      fabs(change) < 0.005 ? 0.0 : change);
	}
	return (struct span){ d->text.data, d->text.len };
}

static bool is_scaled(const struct browser *b)
{
	const struct diff *diff = b->list.view.diff;

	return diff->base.measured > 1 || diff->test.measured > 1 ||
	       diff->norm.factor != 1;
}

/* Does the view know anything for this column? */
static bool is_known(const struct browser *b, const char *column)
{
	const struct diff *diff = b->list.view.diff;

	if (!diff)
		return true;
	if (!strcmp(column, "mark") || !strcmp(column, "ci") ||
	    !strcmp(column, "q"))
		return diff->significance && !diff->stated;
	return !diff->stated || strncmp(column, "share", 5) != 0;
}

static void set_order(const struct list *list, struct drawn *drawn)
{
	const struct order *order = list->view.diff ? diff_orders :
						      listing_orders;

	for (; order->name; order++) {
		bool means = !strncmp(drawn->name, order->column,
				      strlen(order->column)) &&
			     !strcmp(drawn->name + strlen(order->column),
				     "_mean");

		if (!means && strcmp(order->column, drawn->name) != 0)
			continue;
		// Of two, magnitude is not what a heading means.
		if (!drawn->sorts || order->key == list->choose.sort)
			drawn->key = order->key;
		drawn->sorts = order_is_known(list, drawn->key);
	}
}

static void choose_columns(struct drawing *d)
{
	struct browser *b = d->b;
	const struct list *list = &b->list;
	const struct place *place = list->view.diff ? diff_places :
						      listing_places;

	for (; place->column; place++) {
		const char *name = place->column;

		if ((d->frame->columns < place->from &&
		     !(place->measure >> list->measure & 1)) ||
		    !is_known(b, name))
			continue;
		if (list->view.diff && place->means && is_scaled(b))
			name = place->means;
		struct drawn *drawn = &d->drawn[d->nr++];
		*drawn = (struct drawn){
			.name = name,
			.bar = !strcmp(name, "bar"),
			.column = column_find(list->view.set, span_of(name)),
		};
		if (drawn->bar || (list->view.diff && !strcmp(name, "share")))
			drawn->column = NULL;
		drawn->heading = drawn->bar	? "" :
				 drawn->column	? drawn->column->heading :
						  "share+-";
		set_order(list, drawn);
	}
}

static int wider(struct drawing *d, const struct drawn *drawn, const void *row,
		 int width)
{
	int own = row ? frame_width(d->frame, cell_of(d, drawn, row)) : 0;

	return own > width ? own : width;
}

static int width_of(struct drawing *d, const struct drawn *drawn)
{
	const struct list *list = &d->b->list;
	int width = frame_width(d->frame, span_of(drawn->heading));

	if (drawn->bar)
		return d->frame->columns >= 140 ? 21 :
		       d->frame->columns >= 92	? 13 :
						  9;
	// With an arrow behind it.
	if (drawn->sorts && drawn->key == list->choose.sort)
		width += d->frame->ascii ? 2 : 1;
	width = wider(d, drawn, list->view.total, width);
	width = wider(d, drawn, list->widest_delta, width);
	width = wider(d, drawn, list->widest_percent, width);
	width = wider(d, drawn, list->widest_base, width);
	width = wider(d, drawn, list->widest_test, width);
	for (int i = 0; i < d->b->screen.list_height; i++)
		width = wider(d, drawn,
			      list_item(list, list->top + (size_t)i), width);
	return width;
}

/* Places for all columns but those that leave no room for a name. */
static void lay_out(struct drawing *d)
{
	int at = d->frame->columns < 20 ? 0 : 2;	/* behind the marks */
	int gap = d->frame->columns < 40 ? 1 : 2;
	int least = d->frame->columns < 40 ? NAME_LEAST / 2 : NAME_LEAST;
	size_t kept = 0;

	choose_columns(d);
	for (size_t i = 0; i < d->nr; i++) {
		int width = width_of(d, &d->drawn[i]);

		if (at + width + gap + least > d->frame->columns)
			continue;
		d->drawn[kept] = d->drawn[i];
		d->drawn[kept].at = at;
		d->drawn[kept++].width = width;
		at += width + gap;
	}
	d->nr = kept;
	d->name_at = at;
}

static void heading_draw(struct drawing *d, int row)
{
	struct browser *b = d->b;
	struct list *list = &b->list;
	struct screen *screen = &b->screen;
	bool ascii = d->frame->ascii;
	char down = list->reversed ? '^' : 'v';

	screen->heading_row = row;
	screen->nr_headings = 0;
	frame_fill(d->frame, row, 0, d->frame->columns, ' ', STYLE_UNDERLINE);
	for (size_t i = 0; i <= d->nr; i++) {
		struct drawn name = {
			.name = "key",
			.heading = list->view.set->heading,
			.at = d->name_at,
			.width = d->frame->columns - d->name_at,
		};
		const struct drawn *c = i < d->nr ? &d->drawn[i] : &name;
		char text[64];

		if (i == d->nr) {
			if (b->data.group)
				name.heading = b->data.group;
			set_order(list, &name);
		}
		bool sorted = c->sorts && c->key == list->choose.sort;
		const char *arrow = !sorted ? "" :
				    ascii   ? (down == 'v' ? " v" : " ^") :
					      (down == 'v' ? "\u2193" :
							     "\u2191");
		snprintf(text, sizeof(text), "%s%s", c->heading, arrow);
		unsigned style = STYLE_UNDERLINE | (sorted ? STYLE_BOLD : 0);
		if (i == d->nr || (c->column && c->column->flags & COLUMN_TEXT))
			frame_put_cut(d->frame, row, c->at, c->width,
				      span_of(text), style);
		else
			frame_put_right(d->frame, row, c->at, c->width,
					span_of(text), style);
		screen->headings[screen->nr_headings++] = (struct heading){
			c->at, c->at + c->width, c->key, c->sorts
		};
	}
}

/* How long the bar is: a share of the longest, at least a bit of it. */
static int bar_length(const struct drawing *d, double value, int room)
{
	double most = d->b->list.most[d->b->list.measure];
	double part = most > 0 ? fabs(value) / most : 0;
	int length = (int)lround(part * room);

	if (isnan(value) || value == 0)
		return 0;
	return length > room ? room : length < 1 && part > 0.02 ? 1 : length;
}

/* Left or right of zero. */
static void bar_draw(struct drawing *d, const struct drawn *c, int row,
		     const void *of, unsigned color)
{
	const struct list *list = &d->b->list;
	double value = list_measure(list, of, list->measure);
	bool one_sided = !list->view.diff;
	int half = one_sided ? c->width - 1 : c->width / 2;
	int zero = one_sided ? c->at : c->at + half;
	int length = bar_length(d, value, half);
	bool full = !d->frame->ascii;

	frame_put(d->frame, row, zero, 1,
		  d->frame->ascii ? SPAN("|") : SPAN("\u2502"), COLOR_QUIET);
	for (int i = 1; i <= length; i++)
		frame_put(d->frame, row, value < 0 ? zero - i : zero + i, 1,
			  full	      ? SPAN("\u2588") :
			  value < 0 ? SPAN("-") :
				      SPAN("+"),
			  color);
}

static unsigned color_of(const struct drawing *d, const void *row)
{
	const struct list *list = &d->b->list;
	const struct finding *finding =
		list->view.diff ? significance_of(list->view.diff, row) : NULL;
	double delta = list_measure(list, row, MEASURE_DELTA);

	if (!list->view.diff)
		return COLOR_PLAIN;
	if (finding && finding->verdict == VERDICT_NOISE)
		return COLOR_QUIET;
	return delta > 0 ? COLOR_MORE : delta < 0 ? COLOR_LESS : COLOR_PLAIN;
}

/* Of the name, what was searched for or filtered by. */
static void paint_matches(struct drawing *d, int row, struct span name)
{
	const struct pattern *pattern = d->b->search.len ? &d->b->search :
							   &d->b->filter;
	struct span match, rest = name;

	while (rest.len && pattern_find(pattern, rest, &match) && match.len) {
		size_t before = (size_t)(match.ptr - name.ptr);
		int from = frame_width(d->frame,
				       (struct span){ name.ptr, before });
		int room = d->frame->columns - d->name_at - from;
		int wide = frame_width(d->frame, match);

		frame_paint(d->frame, row, d->name_at + from,
			    wide < room ? wide : room,
			    COLOR_MATCH | STYLE_BOLD | STYLE_UNDERLINE, true);
		rest.len = name.len - before - match.len;
		rest.ptr = match.ptr + match.len;
	}
}

static void row_draw(struct drawing *d, int row, const void *of)
{
	struct list *list = &d->b->list;
	unsigned color = color_of(d, of);
	bool total = of == list->view.total;

	for (size_t i = 0; i < d->nr; i++) {
		const struct drawn *c = &d->drawn[i];

		if (c->bar) {
			// The total is no part of what the bar compares.
			if (!total)
				bar_draw(d, c, row, of, color);
			continue;
		}
		bool changes = !c->column ||
			       c->column->flags & COLUMN_CHANGE ||
			       !strcmp(c->name, "mark");
		unsigned style = changes ? color : COLOR_PLAIN;

		if (c->column && c->column->flags & COLUMN_TEXT)
			frame_put_cut(d->frame, row, c->at, c->width,
				      cell_of(d, c, of), style);
		else
			frame_put_right(d->frame, row, c->at, c->width,
					cell_of(d, c, of), style);
	}
	struct span name = list_key(list, of, &d->scratch);
	frame_put_cut(d->frame, row, d->name_at,
		      d->frame->columns - d->name_at, name,
		      color == COLOR_QUIET ? COLOR_QUIET : COLOR_PLAIN);
	if (total) {
		frame_paint(d->frame, row, 0, d->frame->columns, STYLE_BOLD,
			    false);
		return;
	}
	paint_matches(d, row, name);
	if (d->name_at && list->marked[list_index(list, of)])
		frame_put(d->frame, row, 0, 1, SPAN("*"), STYLE_BOLD);
}

static void line_between(struct drawing *d, int row)
{
	int at = frame_put_cut(d->frame, row, 0, d->frame->columns,
			       SPAN("-- "), COLOR_QUIET);

	at += frame_put_cut(d->frame, row, at, d->frame->columns - at,
			    SPAN("uncertain: a cut listing does not show them"),
			    COLOR_QUIET) +
	      1;
	frame_fill(d->frame, row, at, d->frame->columns - at, '-',
		   COLOR_QUIET);
}

static void nothing_draw(struct drawing *d, int row)
{
	const struct browser *b = d->b;

	frame_put_cut(d->frame, row, 0, d->frame->columns,
		      b->filter.len	   ? SPAN("No row matches; F shows all.") :
		      b->list.hide_noise ? SPAN("All is noise; z shows it.") :
					     SPAN("There are no rows."),
		      COLOR_ALARM);
}

void list_draw(struct browser *b, struct frame *frame, int row, int height)
{
	struct drawing d = { .b = b, .frame = frame };
	struct list *list = &b->list;
	bool heading = height >= 2, total = height >= 4 && list->view.total;
	int lines = height - heading - total;
	int at = row + heading + total;

	b->screen.list_row = at;
	b->screen.list_height = lines > 0 ? lines : 0;
	b->screen.heading_row = -1;
	list_keep_in_sight(list, (size_t)b->screen.list_height);
	lay_out(&d);
	if (heading)
		heading_draw(&d, row);
	if (total)
		row_draw(&d, row + 1, list->view.total);
	if (!list_items(list) && lines > 0)
		nothing_draw(&d, at);
	for (int i = 0; i < lines; i++) {
		size_t item = list->top + (size_t)i;
		const void *of = list_item(list, item);

		if (item >= list_items(list))
			break;
		if (of)
			row_draw(&d, at + i, of);
		else
			line_between(&d, at + i);
		if (item == list->cursor)
			frame_paint(frame, at + i, 0, frame->columns,
				    STYLE_REVERSE, false);
	}
	outbuf_release(&d.text);
	arena_release(&d.scratch);
}
