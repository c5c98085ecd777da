/*
 * escape.h - names come from strangers
 *
 * Symbol and file names may hold anything.  What goes to a terminal or into
 * mail keeps its printable ASCII and valid UTF-8; every other byte, control
 * characters (C0, DEL, C1) and line or direction marks among them, is shown as
 * \x1b.  A backslash stays as it is: this is for reading, not for decoding.
 */
#ifndef DIFFPROF_ESCAPE_H
#define DIFFPROF_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diffprof/outbuf.h"
#include "diffprof/span.h"

/* True when TEXT can be shown as it is; the common case, and quick. */
bool escape_is_plain(struct span text);

/*
 * The length in bytes of the valid UTF-8 character at TEXT[0..LEN), or 0 when
 * there is none.  *CODE is its code point.
 */
size_t escape_utf8(const char *text, size_t len, unsigned *code);

/* Append TEXT to OUT, escaped. */
void escape_text(struct outbuf *out, struct span text);

/* How many columns a terminal gives TEXT once escaped (wide characters: 2). */
size_t escape_width(struct span text);

/* A character, or a byte that is none, as it is shown. */
struct escape_piece {
	char text[4];	/* UTF-8, or \x1b; not terminated */
	uint8_t len;	/* of text */
	uint8_t width;	/* in columns; 0 of what combines with what stands before */
	uint8_t taken;	/* bytes of the text that it is made of */
};

/*
 * The first piece of TEXT, which has a byte at least.  ASCII: where nothing else
 * can be shown, all other bytes are escaped too.
 */
struct escape_piece escape_first(struct span text, bool ascii);

/* Write TEXT, escaped and cut if need be, as a C string into DST[SIZE]. */
void escape_into(char *dst, size_t size, const char *text);

#endif
