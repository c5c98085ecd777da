/*
 * json_text.h - values of JSON as text, as jansson writes them
 *
 * For what there is much of: no tree is made first.
 */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include "diffprof/column.h"
#include "diffprof/outbuf.h"

/*
 * All ASCII: other characters, and those that act on a terminal, are \uXXXX;
 * bytes that are no UTF-8 are shown as \\x80.
 */
void json_put_text(struct outbuf *out, struct span text);

/* What a double keeps of it; null of what is not finite. */
void json_put_real(struct outbuf *out, double real);

/* Null of one that is not known. */
void json_put_count(struct outbuf *out, uint64_t count);

void json_put_cell(struct outbuf *out, const struct cell *cell);

#endif
