/*
 * plain.h - a text as it was before mail, a page or a terminal had it
 *
 * Listings are saved from archives on the web, from mailboxes, by script(1) and
 * from other systems.  What these do to a text is undone once, for all readers:
 * UTF-16 with a byte order mark becomes UTF-8; the lines of quoted-printable are
 * put together; tags of HTML go, and what is written for some characters
 * ("&lt;") is those; the colours of a terminal go; no-break and other wide
 * spaces are spaces, and a minus sign is '-'.
 */
#ifndef DIFFPROF_PLAIN_H
#define DIFFPROF_PLAIN_H

#include "diffprof/input.h"

/*
 * Whether something has to be undone is seen from the head of IN, which is all
 * of a small text; what is no text, XML or over PLAIN_MAX bytes is left as it is.
 * *WHAT says what was undone ("HTML"), or is NULL; the bytes are IN's then.
 */
int plain_text(struct input *in, const char **what, struct error *err);

#define PLAIN_MAX ((size_t)64 << 20)

#endif
