/*
 * owner.h - which symbol owns the bytes at an address
 *
 * An owner is the symbols at one address that can own bytes, with its code and
 * what follows up to the next owner: padding or a hole.
 */
#ifndef SYM_OWNER_H
#define SYM_OWNER_H

#include "diffprof/symtab.h"

struct owner {
	size_t first, end;	/* indexes of the symbols; none: before the first */
	uint64_t start;		/* of the code */
	uint64_t code_end;	/* = next where the source has no sizes */
	uint64_t next;		/* where the next owner starts */
};

/* The owner of ADDR, which lies between _stext and _etext.  O(log n). */
struct owner owner_at(const struct symtab *st, uint64_t addr);
/* The one behind OWNER; OWNER.next must lie before _etext. */
struct owner owner_behind(const struct symtab *st, const struct owner *owner);
/* The symbol that names it, by the rule of alias.h. */
const struct symbol *owner_name(const struct symtab *st,
				const struct owner *owner);

#endif
