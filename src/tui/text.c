#include "text.h"

#include <stdarg.h>

void text_clear(struct text *text)
{
	arena_release(&text->arena);
	*text = (struct text){ .match = SIZE_MAX };
}

static struct text_line *add(struct text *text, struct span line,
			     unsigned style, size_t indent)
{
	ARENA_ROOM(&text->arena, text->lines, text->nr, text->cap);
	text->lines[text->nr] = (struct text_line){ line, style, indent, 0 };
	return &text->lines[text->nr++];
}

void text_add(struct text *text, unsigned style, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	const char *line = arena_vprintf(&text->arena, fmt, args);
	va_end(args);
	add(text, span_of(line), style, 0);
}

void text_add_words(struct text *text, unsigned style, size_t indent,
		    struct span words)
{
	const char *copy = arena_strndup(&text->arena, words.ptr, words.len);

	add(text, (struct span){ copy, words.len }, style, indent + 1);
}

void text_scroll(struct text *text, long lines)
{
	size_t most = text->shown > text->height ? text->shown - text->height :
						   0;

	if (lines < 0)
		text->top -= (size_t)-lines < text->top ? (size_t)-lines :
							  text->top;
	else if ((size_t)lines > most || text->top > most - (size_t)lines)
		text->top = most;
	else
		text->top += (size_t)lines;
}

struct span text_part(const struct frame *frame, struct span *rest, int width)
{
	struct span part = { rest->ptr, 0 };
	size_t blank = 0, next = 0;
	int used = 0;

	while (part.len < rest->len) {
		struct span here = { rest->ptr + part.len,
				     rest->len - part.len };
		size_t taken = 1;
		int wide = 1;

		if ((unsigned char)*here.ptr >= 0x80 || *here.ptr < ' ') {
			struct span one = { here.ptr,
					    here.len < 4 ? here.len : 4 };

			// The bytes of a character are not parted.
			while (taken < one.len &&
			       ((unsigned char)one.ptr[taken] & 0xc0) == 0x80)
				taken++;
			wide = frame_width(frame,
					   (struct span){ here.ptr, taken });
		}
		if (used + wide > width && part.len)
			break;
		if (*here.ptr == ' ' && used) {
			blank = part.len;
			next = part.len + 1;
		}
		used += wide;
		part.len += taken;
	}
	if (part.len < rest->len && rest->ptr[part.len] == ' ') {
		next = part.len + 1;
	} else if (part.len < rest->len && blank) {
		part.len = blank;
	} else {
		next = part.len;
	}
	rest->ptr += next;
	rest->len -= next;
	return part;
}

static void paint_match(struct frame *frame, int row, int column,
			struct span line, const struct pattern *pattern)
{
	struct span match, rest = line;

	while (pattern_find(pattern, rest, &match) && match.len) {
		int from = frame_width(
			frame, (struct span){ line.ptr, (size_t)(match.ptr -
								 line.ptr) });

		frame_paint(frame, row, column + from,
			    frame_width(frame, match),
			    COLOR_MATCH | STYLE_REVERSE, true);
		rest.len -= (size_t)(match.ptr + match.len - rest.ptr);
		rest.ptr = match.ptr + match.len;
	}
}

/* Where lines stand in the frame. */
struct drawing {
	struct frame *frame;
	int row, height;
	size_t top, at; /* of the first that is shown; of the next */
	const struct pattern *pattern;
};

static void draw_part(struct drawing *d, struct span part, int indent,
		      unsigned style)
{
	size_t at = d->at++;

	if (at < d->top || at >= d->top + (size_t)d->height)
		return;
	int row = d->row + (int)(at - d->top);
	frame_put_cut(d->frame, row, indent, d->frame->columns - indent, part,
		      style);
	paint_match(d->frame, row, indent, part, d->pattern);
}

static void draw_line(struct drawing *d, const struct text_line *line)
{
	struct span rest = line->text;
	int width = d->frame->columns;
	int indent = line->indent ? (int)line->indent - 1 : 0;

	// A line that is far away is not laid out: it is one, or as good as.
	if (!line->indent || width < 10) {
		draw_part(d, rest, 0, line->style);
		return;
	}
	if (indent > width / 2)
		indent = width / 2;
	draw_part(d, text_part(d->frame, &rest, width), 0, line->style);
	while (rest.len)
		draw_part(d, text_part(d->frame, &rest, width - indent), indent,
			  line->style);
}

void text_draw(struct text *text, struct frame *frame, int row, int height,
	       const struct pattern *pattern)
{
	struct drawing d = { .frame = frame,
			     .row = row,
			     .height = height,
			     .pattern = pattern };

	// How many there are tells how far one can go.
	d.height = 0;
	for (size_t i = 0; i < text->nr; i++) {
		text->lines[i].at = d.at;
		draw_line(&d, &text->lines[i]);
	}
	text->shown = d.at;
	text->height = height > 0 ? (size_t)height : 0;
	text_scroll(text, 0);

	d = (struct drawing){ .frame = frame,
			      .row = row,
			      .height = height > 0 ? height : 0,
			      .top = text->top,
			      .pattern = pattern };
	for (size_t i = 0; i < text->nr; i++)
		draw_line(&d, &text->lines[i]);
}

bool text_search(struct text *text, const struct pattern *pattern, int step)
{
	size_t at = text->match < text->nr ? text->match :
		    step > 0		   ? text->nr - 1 :
					     0;

	for (size_t i = 0; i < text->nr; i++) {
		at = (at + text->nr + (size_t)(ptrdiff_t)step) % text->nr;
		if (!pattern_find(pattern, text->lines[at].text, NULL))
			continue;
		text->match = at;
		size_t above = text->height / 3, line = text->lines[at].at;
		text->top = line > above ? line - above : 0;
		return true;
	}
	return false;
}
