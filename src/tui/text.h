/*
 * text.h - a text to read: lines, of which the frame shows some
 */
#ifndef TEXT_H
#define TEXT_H

#include "diffprof/arena.h"
#include "diffprof/frame.h"

#include "pattern.h"

struct text_line {
	struct span text;
	unsigned style;
	size_t indent; /* less 1, of what does not fit and is wrapped; 0: cut */
	size_t at; /* of the lines as they are wrapped, the first of this */
};

struct text {
	struct arena arena; /* of the lines */
	struct text_line *lines;
	size_t nr, cap;
	size_t top; /* the first that is shown, as they are wrapped */
	size_t shown, height; /* of the last frame: all, and room */
	size_t match; /* the line that was found last; SIZE_MAX: none */
};

void text_clear(struct text *text);
void text_add(struct text *text, unsigned style, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* A sentence, wrapped to the frame, with INDENT blanks from its second line on. */
void text_add_words(struct text *text, unsigned style, size_t indent,
		    struct span words);

/* Go by LINES; to the first line; to the last one. */
void text_scroll(struct text *text, long lines);
/* To the next match behind (STEP 1) or before (-1) the last one; is there one? */
bool text_search(struct text *text, const struct pattern *pattern, int step);

/* Take off REST what fits into WIDTH columns, up to a blank if there is one. */
struct span text_part(const struct frame *frame, struct span *rest, int width);

/* In HEIGHT rows from ROW on; matches are painted. */
void text_draw(struct text *text, struct frame *frame, int row, int height,
	       const struct pattern *pattern);

#endif
