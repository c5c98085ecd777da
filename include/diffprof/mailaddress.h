/*
 * mailaddress.h - "Name <someone@example.org>", from strangers
 *
 * An address is taken only if nothing else can be made of it wherever a mail's
 * head or a command has it: letters, digits and the marks that RFC 5322 allows
 * without quotes, one "@", a host behind it, no "-" in front.  A name keeps what
 * can be shown: it is valid UTF-8 without control characters.
 */
#ifndef DIFFPROF_MAILADDRESS_H
#define DIFFPROF_MAILADDRESS_H

#include <stdbool.h>

#include "diffprof/arena.h"
#include "diffprof/outbuf.h"
#include "diffprof/span.h"

struct mail_address {
	const char *name; /* not quoted; NULL if there is none */
	const char *address;
};

/* One address, copied into ARENA; false if TEXT has none that can be used. */
bool mail_address_parse(struct span text, struct arena *arena,
			struct mail_address *address);

/*
 * Addresses with commas between them, or one whose name has commas.  Returns how
 * many, 0 if one of them cannot be used.
 */
size_t mail_address_list(struct span text, struct arena *arena,
			 struct mail_address **list);

/* As it was, with quotes around a name that needs them: UTF-8, not encoded. */
void mail_address_put(struct outbuf *out, const struct mail_address *address);

/* Is this name to be quoted where it stands before an address? */
bool mail_name_needs_quotes(const char *name);

#endif
