/*
 * outbuf.h - the output, composed before any of it is written
 *
 * Outputs append to a buffer and nothing can fail there; main writes it in one
 * go at the end, so that trouble leaves nothing half printed.  Of very many rows
 * not all have to be in memory: what is certain may leave before.
 */
#ifndef DIFFPROF_OUTBUF_H
#define DIFFPROF_OUTBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diffprof/error.h"
#include "diffprof/span.h"

struct outbuf {
	char *data;	/* malloc'ed, not terminated */
	size_t len, cap;
	bool drains;	/* goes to standard output in the end */
	bool drained;	/* some has gone there */
	int reason;	/* errno of what could not be written so far */
};

void outbuf_bytes(struct outbuf *out, const char *data, size_t len);
void outbuf_text(struct outbuf *out, const char *text);
void outbuf_span(struct outbuf *out, struct span text);
void outbuf_char(struct outbuf *out, char c);
/* C TIMES times: padding. */
void outbuf_fill(struct outbuf *out, char c, size_t times);
void outbuf_printf(struct outbuf *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* At least SIZE more bytes at the returned place; outbuf_wrote() says how many. */
char *outbuf_room(struct outbuf *out, size_t size);
void outbuf_wrote(struct outbuf *out, size_t size);

/*
 * Nothing of what there is will be taken back, but for the last byte: if OUT
 * drains, and that is a megabyte or more, it is written.
 */
void outbuf_drain(struct outbuf *out);

/*
 * Write everything to standard output (PATH NULL) or to the file PATH, which
 * is then whole or as it was: a regular file is written beside itself and
 * renamed, with its mode kept; a device or pipe is written to directly.
 */
int outbuf_write(const struct outbuf *out, const char *path, struct error *err);

/*
 * What outbuf_write() to PATH would write to: *DIRECTORY is a descriptor of the
 * directory in which it makes a file, or *FILE one of the device or pipe; the
 * other, or both, stay as they are.
 */
void outbuf_place(const char *path, int *directory, int *file);

void outbuf_release(struct outbuf *out);

#endif
