/*
 * timetable.h - the table of times above a listing
 */
#ifndef TIMETABLE_H
#define TIMETABLE_H

#include "diffprof/output.h"

#include "header.h"

/* How the labels of sides stand in front of their lines. */
struct time_labels {
	size_t width; /* in columns */
	bool cut; /* longer ones are */
	header_quote *quote;
};

extern const struct time_labels time_labels_classic;

/* As in the threads: means, a line a side; throughput with base = 100 %. */
void timetable_classic(struct outbuf *out, const struct view *views, size_t nr,
		       const struct time_labels *as);

/*
 * For reading: a line a quantity, with deviations, limits, p and verdict, and a
 * second p by ranks where there are runs enough.
 */
void timetable_print(struct outbuf *out, const struct view *views, size_t nr);

/* The same as a table of Markdown, and an empty line; nothing without times. */
void timetable_markdown(struct outbuf *out, const struct view *view);

/* The same as a table of HTML, of a view that has times. */
void timetable_html(struct outbuf *out, const struct view *view);

#endif
