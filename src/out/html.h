/*
 * html.h - the parts of the report: see html.c
 *
 * Each appends its part of the section of one view.  IDs of elements begin with
 * "c" and the number of the section, from 1.
 */
#ifndef HTML_H
#define HTML_H

#include "diffprof/flame.h"
#include "diffprof/output.h"

struct html_section {
	const struct view *view;
	const struct column **columns;	/* the key first; ended by NULL */
	const struct output_options *opts;
	unsigned number;
	struct outbuf *out;
	const struct flame *flame;	/* NULL: there are no call chains */
	struct arena arena, scratch;
};

/* What was compared, how, the times, and the notes. */
void html_sides(struct html_section *s);
void html_times(struct html_section *s);
void html_notes(struct html_section *s);

/* The rows, which need no script to be read; those that are uncertain apart. */
void html_rows(struct html_section *s);

/*
 * What the script shows of a row when it is opened, by the order of the rows in
 * the tables, and the call chains: as JSON in an element of its own.
 */
void html_data(struct html_section *s);

/* The lines of ROW, as members of its object in that. */
void html_lines(struct html_section *s, const struct diff_row *row);

/* Append TEXT as contents. */
void html_text(struct outbuf *out, const char *text);

#endif
