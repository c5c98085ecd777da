/*
 * mail_head.h - the head of a mail: RFC 5322, encoded by RFC 2047
 *
 * Lines end with LF, as what mails are handed to on this side of a server wants
 * it.  Whatever the texts hold, a line of the head ends only where this says so.
 */
#ifndef OUT_MAIL_HEAD_H
#define OUT_MAIL_HEAD_H

#include "diffprof/mailaddress.h"

/* "NAME: A <a@b>, C <c@d>", in lines of up to 76 columns; nothing if NR is 0. */
void mail_head_addresses(struct outbuf *out, const char *name,
			 const struct mail_address *addresses, size_t nr);

/* "NAME: TEXT"; blanks of any kind are one. */
void mail_head_text(struct outbuf *out, const char *name, struct span text);

#endif
