/*
 * maintainers.h - whom a source file of the kernel concerns
 *
 * A kernel's source tree says so in MAINTAINERS, in sections as
 *
 *	MEMORY MANAGEMENT
 *	M:	Andrew Morton <akpm@linux-foundation.org>
 *	R:	Somebody Else <else@example.org>
 *	L:	linux-mm@kvack.org
 *	S:	Maintained
 *	F:	include/linux/mm.h
 *	F:	mm/
 *	X:	mm/somebody/
 *	N:	hugetlb
 *	K:	\bvm_area_struct\b
 *
 * F is of whom a file is, a directory with all below it if it ends in "/", and
 * "*" and "?" stand for any characters of one name; X takes out of the section
 * what F has put in; N is a regular expression of paths, K one of what is in the
 * file.  What people are called now, .mailmap beside it says.
 *
 * The answer is that of the tree's own scripts/get_maintainer.pl without git: in
 * the order of how much of the path a pattern tells, people before lists.  Of
 * sections that tell as much, the first in the file comes first.
 *
 * Whoever can write the file says who gets mail, but not more: an address that
 * could be anything else in a mail's head is left out, and names have no control
 * characters.
 */
#ifndef DIFFPROF_MAINTAINERS_H
#define DIFFPROF_MAINTAINERS_H

#include <stdbool.h>
#include <stddef.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/outbuf.h"

enum maintainer_role {
	ROLE_MAINTAINER, /* M: */
	ROLE_REVIEWER, /* R: */
	ROLE_LIST, /* L:, open to all, perhaps after a look at each mail */
};

struct maintainer {
	const char *name; /* valid UTF-8, not quoted; NULL: none, as of lists */
	const char *address; /* ASCII, of one "@" and no blanks */
	enum maintainer_role role;
	const char *section; /* its heading */
	const char *status; /* "Supported"; NULL if it does not say */
	/*
	 * How many parts of the path the pattern tells: 0 of N:, -1 of what
	 * matches whatever there is (THE REST).
	 */
	int depth;
	bool by_content; /* only K: matches, which may be by chance */
};

struct maintainers;

/*
 * Read those of the source tree TREE.  Everything lives in ARENA, until
 * maintainers_close().  Fails with ERR_IO when there is no such tree, with
 * ERR_FORMAT when MAINTAINERS has no sections.
 */
int maintainers_open(const char *tree, struct maintainers **maintainers,
		     struct arena *arena, struct error *err);
/* The same of texts, for tests: MAILMAP may be NULL.  TREE has the sources. */
int maintainers_of_text(const char *tree, struct span text, struct span mailmap,
			struct maintainers **maintainers, struct arena *arena,
			struct error *err);

/*
 * Those of the file PATH, relative to the tree or absolute below it, in ARENA;
 * none of a path that leads out of it.  CONTENT: look into the file for what K:
 * says, too; those come last.
 */
size_t maintainers_of(struct maintainers *maintainers, const char *path,
		      bool content, const struct maintainer **found,
		      struct arena *arena);

/*
 * The path of the one C or assembler file of the tree's kernel that is called
 * NAME; NULL if there is none or are several.
 */
const char *maintainers_find(struct maintainers *maintainers, const char *name);

/* Whom a row concerns. */
struct concern {
	const char *file; /* NULL: not known */
	const struct maintainer *who; /* as maintainers_of() has them, ... */
	size_t nr;
	/* ... and as people write them; whom everything concerns only alone. */
	const struct span *text;
	size_t nr_texts;
};

/* Of the file PATH, in ARENA. */
void maintainers_concern(struct maintainers *maintainers, const char *path,
			 struct concern *concern, struct arena *arena);

/* "Name <address>", or the address alone: not encoded, quoted where need be. */
void maintainer_put(struct outbuf *out, const struct maintainer *maintainer);

void maintainers_close(struct maintainers *maintainers);

#endif
