/*
 * header.h - what was compared and how it was normalised, in words
 */
#ifndef HEADER_H
#define HEADER_H

#include "diffprof/output.h"

/* How an output puts a text from strangers into a sentence. */
typedef void header_quote(struct outbuf *out, struct span text);

/*
 * The sentences above a table of these views, each ended by END: two for a
 * comparison (one more for each further test, and one for each side where they
 * do not fit into WIDTH columns, which 0 does not limit), one for a listing.
 * When there are verdicts, another for each test says how noise was found.
 */
void header_print(struct outbuf *out, const struct view *views, size_t nr,
		  unsigned width, header_quote *quote, const char *end);

#endif
