/*
 * mailmap.h - what people and their addresses are called now
 *
 *	Proper Name <proper@example.org>
 *	<proper@example.org> <old@example.org>
 *	Proper Name <proper@example.org> <old@example.org>
 *	Proper Name <proper@example.org> Old Name <old@example.org>
 *
 * As git has it; the last line about an address counts.
 */
#ifndef SYM_MAILMAP_H
#define SYM_MAILMAP_H

#include "diffprof/mailaddress.h"

struct mailmap_line {
	const char *old_name; /* NULL: any */
	const char *old; /* address */
	const char *name, *address; /* now; NULL: as they were */
};

struct mailmap {
	struct mailmap_line *line;
	size_t nr, cap;
};

/* In ARENA.  Lines that are none of these are passed over. */
void mailmap_read(struct mailmap *map, struct span text, struct arena *arena);

struct mail_address mailmap_now(const struct mailmap *map,
				struct mail_address was);

#endif
