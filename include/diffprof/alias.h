/*
 * alias.h - which of several symbols at one address gives it its name
 *
 * The rule does not depend on the order in the source, which differs between
 * System.map, kallsyms and vmlinux of one kernel: a symbol that is code before
 * a mere mark, global before weak before local, then fewest leading
 * underscores, then shortest, then byte order.
 */
#ifndef DIFFPROF_ALIAS_H
#define DIFFPROF_ALIAS_H

#include "diffprof/symtab.h"

enum alias_rank {
	ALIAS_CODE,
	ALIAS_MARK,	/* _stext, _text: names its bytes if nothing else does */
	ALIAS_NEVER,	/* $x, $d, __crc_*, .L*, section bounds: owns no byte */
};

enum alias_rank alias_rank(struct span name);

/* The better of two symbols at one address; neither may be ALIAS_NEVER. */
const struct symbol *alias_better(const struct symtab *st,
				  const struct symbol *a,
				  const struct symbol *b);

#endif
