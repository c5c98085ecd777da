/*
 * detail.h - what is told of a row that is open
 */
#ifndef DETAIL_H
#define DETAIL_H

#include "browsing.h"

/* In words: the verdict of a row, and what happened to it; in ARENA. */
const char *tell_verdict(const struct diff *diff, const struct diff_row *row,
			 struct arena *arena);
const char *tell_story(const struct diff *diff, const struct diff_row *row,
		       struct arena *arena);

/* Source lines or instructions; callers and callees. */
void lines_make(struct browser *b);
void calls_make(struct browser *b);

#endif
