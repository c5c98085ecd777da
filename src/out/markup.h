/*
 * markup.h - texts from strangers in HTML, SVG and the data of a page
 *
 * All goes through escape_text() first, so nothing that acts on the text around
 * it is left; then what means something in markup is written as a reference.
 */
#ifndef MARKUP_H
#define MARKUP_H

#include "diffprof/outbuf.h"
#include "diffprof/span.h"

/* Append TEXT as contents or as the value of a quoted attribute. */
void markup_text(struct outbuf *out, struct span text);

/* The same in at most COLUMNS, with ".." at the end of what was cut. */
void markup_clipped(struct outbuf *out, struct span text, size_t columns);

/*
 * Append TEXT as a string of JSON, with its quotes: ASCII, and nothing in it
 * that could end a <script>.
 */
void markup_json(struct outbuf *out, struct span text);

/* 1234567 as 1,234,567, and a sign in front where asked for. */
void markup_number(struct outbuf *out, long double number, unsigned decimals,
		   bool sign);

#endif
