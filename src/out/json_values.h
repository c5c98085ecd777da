/*
 * json_values.h - what JSON is made of, and the parts that several outputs have
 */
#ifndef OUT_JSON_VALUES_H
#define OUT_JSON_VALUES_H

#include <jansson.h>

#include "diffprof/diff.h"
#include "diffprof/outbuf.h"

/* Before anything else of this. */
void json_begin(void);

/* Bytes that are no UTF-8 are shown as \x80. */
json_t *json_of_text(struct span text);
/* null for NULL, for a count that is not known, for what is not finite. */
json_t *json_of_string(const char *text);
json_t *json_of_count(uint64_t count);
json_t *json_of_real(double real);

/* Append VALUE, which is given back: ASCII alone. */
void json_write(struct outbuf *out, json_t *value);

/* Members, and what stands between them and the next. */
void json_write_side(struct outbuf *out, const char *name,
		     const struct side *side);
void json_write_method(struct outbuf *out, const struct diff *diff);
void json_write_notes(struct outbuf *out, const struct notes *notes);

#endif
