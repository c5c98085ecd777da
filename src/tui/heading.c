/*
 * heading.c - the lines above and below what is walked about in
 */
#include "browsing.h"

#include <stdio.h>

/* How sides were made comparable, in words. */
static void tell_normalisation(const struct diff *diff, char *text, size_t size)
{
	static const char *const words[] = {
		[NORMALIZE_NONE] = "not normalised",
		[NORMALIZE_TOTAL] = "equal totals",
		[NORMALIZE_BUSY] = "equal busy totals",
		[NORMALIZE_FACTOR] = "as asked",
		[NORMALIZE_WORK] = "equal work",
		[NORMALIZE_ROBUST] = "equal unchanged rows",
	};

	if (diff->stated)
		snprintf(text, size, "a finished comparison");
	else if (diff->norm.how == NORMALIZE_NONE && diff->norm.factor == 1)
		snprintf(text, size, "%s", words[diff->norm.how]);
	else
		snprintf(text, size, "%s: test x %.4g", words[diff->norm.how],
			 (double)diff->norm.factor);
}

static void put_count(char *text, size_t size, const struct side *side)
{
	const char *unit = side->nr_runs ? side->runs[0]->unit : NULL;

	*text = '\0';
	if (side->listed == COUNT_UNKNOWN || side->total == COUNT_UNKNOWN)
		return;
	snprintf(text, size, " (%llu %s%s", (unsigned long long)side->total,
		 unit ? unit : "ticks", side->measured > 1 ? "" : ")");
	if (side->measured > 1)
		snprintf(text + strlen(text), size - strlen(text),
			 " in %llu runs)", (unsigned long long)side->measured);
}

/*
 * "6.1.0 (12 ticks) -> 6.2 (34 ticks)": as much of it as there is room for in
 * WIDTH columns.  Both labels are cut alike.
 */
static void put_sides(struct frame *frame, int row, int width,
		      const struct diff *diff, unsigned style)
{
	struct span base = span_of(diff->base.label);
	struct span test = span_of(diff->test.label);
	char base_count[64], test_count[64];
	int labels = frame_width(frame, base) + frame_width(frame, test) + 4;
	int at = 0, most = (width - 4) / 2;

	put_count(base_count, sizeof(base_count), &diff->base);
	put_count(test_count, sizeof(test_count), &diff->test);
	if (labels + (int)strlen(base_count) + (int)strlen(test_count) >
	    width)
		*base_count = *test_count = '\0';
	if (labels <= width)
		most = width;
	// A short label leaves its room to the other.
	int spare = most - frame_width(frame, test);
	at += frame_put_cut(frame, row, at, most + (spare > 0 ? spare : 0),
			    base, style);
	at += frame_put(frame, row, at, width - at, span_of(base_count), style);
	at += frame_put(frame, row, at, width - at, SPAN(" -> "), style);
	at += frame_put_cut(frame, row, at, width - at, test, style);
	frame_put(frame, row, at, width - at, span_of(test_count), style);
}

void title_draw(struct browser *b, struct frame *frame, int row)
{
	const struct view *view = &b->list.view;
	const unsigned style = STYLE_REVERSE | STYLE_BOLD;
	char text[200];

	frame_fill(frame, row, 0, frame->columns, ' ', style);
	if (!view->diff) {
		const struct side *side = &view->listing->side;

		put_count(text, sizeof(text), side);
		int at = frame_put_cut(frame, row, 0, frame->columns,
				       span_of(side->label), style);
		frame_put(frame, row, at, frame->columns - at, span_of(text),
			  style);
		return;
	}
	tell_normalisation(view->diff, text, sizeof(text));
	int right = frame->columns - (int)strlen(text);
	if (right < frame->columns / 2) {
		// Only how it was done still fits, in a word.
		snprintf(text, sizeof(text), "%s",
			 view->diff->norm.factor == 1 ? "" : "norm.");
		right = frame->columns - (int)strlen(text);
	}
	put_sides(frame, row, right - (*text ? 2 : 0), view->diff, style);
	frame_put(frame, row, right, frame->columns - right, span_of(text),
		  style);
}

/* A clause of the line of state, if there is room for all of it. */
static void clause(struct frame *frame, int row, int *at, unsigned style,
		   const char *text)
{
	int wide = frame_width(frame, span_of(text));

	if (*at + wide + 2 > frame->columns)
		return;
	if (*at)
		*at += frame_put(frame, row, *at, 2, SPAN("; "), COLOR_QUIET);
	*at += frame_put(frame, row, *at, wide, span_of(text), style);
}

static size_t count_doubts(const struct notes *notes)
{
	size_t nr = 0;

	for (const struct note *n = notes ? notes->first : NULL; n; n = n->next)
		nr += n->level != NOTE_INFO;
	return nr;
}

/* What is shown of it, and in which order. */
void state_draw(struct browser *b, struct frame *frame, int row)
{
	const struct list *list = &b->list;
	size_t shown = list->nr_rows + list->nr_uncertain;
	size_t all = list->view.diff ? list->view.diff->nr :
				       list->view.listing->nr;
	size_t doubts = count_doubts(b->data.notes);
	char text[PATTERN_MAX + 100];
	int at = 0;

	if (b->filter.len) {
		snprintf(text, sizeof(text), "filter: %s", b->filter.text);
		clause(frame, row, &at, COLOR_MATCH, text);
	}
	if (shown == all)
		snprintf(text, sizeof(text), "%zu row%s", all,
			 all == 1 ? "" : "s");
	else
		snprintf(text, sizeof(text), "%zu of %zu rows", shown, all);
	if (list->nr_marked)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 ", %zu marked", list->nr_marked);
	clause(frame, row, &at, 0, text);
	snprintf(text, sizeof(text), "by %s%s", order_of(list)->name,
		 list->reversed ? ", reversed" : "");
	clause(frame, row, &at, 0, text);
	if (b->data.nr_views > 1) {
		snprintf(text, sizeof(text), "test %zu of %zu", list->at + 1,
			 b->data.nr_views);
		clause(frame, row, &at, 0, text);
	}
	if (b->data.nr_events && b->data.event < b->data.nr_events &&
	    *b->data.events[b->data.event]) {
		snprintf(text, sizeof(text), "event %.80s",
			 b->data.events[b->data.event]);
		clause(frame, row, &at, 0, text);
	}
	if (b->data.group) {
		snprintf(text, sizeof(text), "rows are by %s", b->data.group);
		clause(frame, row, &at, 0, text);
	}
	if (list->hide_noise)
		clause(frame, row, &at, 0, "noise hidden");
	clause(frame, row, &at, 0,
	       b->data.idle_left_out ? "idle left out" : "idle shown");
	if (doubts) {
		snprintf(text, sizeof(text), "%zu note%s (!)", doubts,
			 doubts == 1 ? "" : "s");
		clause(frame, row, &at, COLOR_ALARM, text);
	}
}

/* Of these the way out and the way to all others; or all but these. */
static int put_some_keys(struct frame *frame, int row, int at, int end,
			 unsigned mode, bool last)
{
	for (const struct binding *k = bindings; k->request || k->names; k++) {
		bool is_last = k->request == REQ_QUIT || k->request == REQ_HELP;

		if (!k->brief || !(k->modes & mode) || is_last != last ||
		    (mode == MODE_LIST && k->request == REQ_BACK))
			continue;
		int wide = (int)strlen(k->brief);
		if (at + wide <= end)
			at += frame_put(frame, row, at, wide,
					span_of(k->brief), COLOR_QUIET) +
			      1;
	}
	return at;
}

/* As many keys as fit, from the table. */
static void put_keys(struct browser *b, struct frame *frame, int row)
{
	const int last = (int)strlen("?:help q:quit");
	unsigned mode = browser_mode(b);
	int at = put_some_keys(frame, row, 0, frame->columns - last - 1, mode,
			       false);

	put_some_keys(frame, row, at, frame->columns, mode, true);
}

static const char *busy_word(const struct browser *b)
{
	return b->work.kind == WORK_LOOK ? "looking deeper" :
	       b->work.kind == WORK_SORT ? "sorting" :
					   "reading";
}

static void put_prompt(struct browser *b, struct frame *frame, int row)
{
	const struct prompt *p = &b->prompt;
	int at = frame_put(frame, row, 0, frame->columns - 1,
			   span_of(prompt_label(b)), STYLE_BOLD);
	struct span typed = { p->text, p->len };
	int room = frame->columns - at - 1;

	if (room < 8 && at > 8) {
		at = 0;
		room = frame->columns - 1;
		frame_fill(frame, row, 0, frame->columns, ' ', 0);
	}
	// Of what is too long, its end is seen.
	while (typed.len && frame_width(frame, typed) > room)
		do {
			typed.ptr++;
			typed.len--;
		} while (typed.len &&
			 ((unsigned char)*typed.ptr & 0xc0) == 0x80);
	at += frame_put(frame, row, at, room, typed, 0);
	frame->cursor_row = row;
	frame->cursor_column = at;
	if (*b->status)
		frame_put(frame, row, at + 2, frame->columns - at - 2,
			  span_of(b->status), b->alarm ? COLOR_ALARM : 0);
}

/* A sentence that takes more than the line takes some above it. */
static void put_status(struct browser *b, struct frame *frame, int row)
{
	struct span lines[8], rest = span_of(b->status);
	int nr = 0;

	while (rest.len && nr < 8 && nr <= row)
		lines[nr++] = text_part(frame, &rest, frame->columns);
	for (int i = 0; i < nr; i++) {
		frame_fill(frame, row - nr + 1 + i, 0, frame->columns, ' ', 0);
		frame_put(frame, row - nr + 1 + i, 0, frame->columns, lines[i],
			  (b->alarm ? COLOR_ALARM : 0) | STYLE_BOLD);
	}
}

void bottom_draw(struct browser *b, struct frame *frame, int row)
{
	static const char wheel[] = "|/-\\";

	frame_fill(frame, row, 0, frame->columns, ' ', 0);
	if (b->prompt.kind != PROMPT_NONE)
		put_prompt(b, frame, row);
	else if (work_is_wanted(b))
		frame_printf(frame, row, 0, STYLE_BOLD,
			     "%s ... %c%s", busy_word(b),
			     wheel[b->work.ticks / 4 % 4],
			     b->work.kind == WORK_SORT ? "" :
							 "  Esc stops it");
	else if (*b->status)
		put_status(b, frame, row);
	else
		put_keys(b, frame, row);
}
