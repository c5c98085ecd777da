/*
 * ascii.h - texts for mail that everybody can read
 */
#ifndef OUT_ASCII_H
#define OUT_ASCII_H

#include "diffprof/outbuf.h"

/*
 * Append TEXT in ASCII: letters without their accents, quotes, dashes and arrows
 * as people typed them before they had others; the bytes of all else as \xe4.
 */
void ascii_text(struct outbuf *out, struct span text);

/*
 * The same of a name, which must stay what it is: everything but ASCII is shown
 * as its bytes.
 */
void ascii_name(struct outbuf *out, struct span text);

/*
 * Append TEXT, which is ASCII, in lines of up to WIDTH columns: broken at blanks,
 * words that are longer anywhere.  Lines but the first are indented by INDENT.
 */
void ascii_flow(struct outbuf *out, struct span text, size_t width,
		size_t indent);

#endif
