/*
 * header.h - what was compared and how it was normalised, in words
 */
#ifndef HEADER_H
#define HEADER_H

#include "diffprof/output.h"

/* How an output puts a text from strangers into a sentence. */
typedef void header_quote(struct outbuf *out, struct span text);

/*
 * The lines above a table of these views, each ended by END: two for a
 * comparison, one for a listing.  A comparison takes a line more for each side
 * where they do not fit into WIDTH columns (80 if that is 0), or are several,
 * and says how noise was found once there are verdicts.
 */
void header_print(struct outbuf *out, const struct view *views, size_t nr,
		  unsigned width, header_quote *quote, const char *end);

/* Only SIDE, called NAME (NULL: not at all), in a line of its own. */
void header_print_side(struct outbuf *out, const char *name,
		       const struct side *side, unsigned width,
		       header_quote *quote, const char *end);

/* Only how it was normalised and how noise was found. */
void header_print_how(struct outbuf *out, const struct view *views, size_t nr,
		      unsigned width, header_quote *quote, const char *end);

#endif
