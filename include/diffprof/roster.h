/*
 * roster.h - the functions of a kernel, in the order of their addresses
 *
 * Profiles have the functions with ticks.  Whether a function is gone from a
 * kernel, and which of the new ones it may have become, only the kernel's own
 * symbols tell: every function there is, what it is called, what stands before
 * and behind it, its size, and its bytes where the source has them.
 *
 * A roster borrows from the symbol table it is made of, which must stay.
 */
#ifndef DIFFPROF_ROSTER_H
#define DIFFPROF_ROSTER_H

#include "diffprof/symtab.h"

/* Whose instructions it knows to read. */
enum roster_code {
	CODE_UNKNOWN,
	CODE_X86, /* x86-64 and i386 */
	CODE_ARM64,
};

struct roster_function {
	uint64_t addr; /* of the first byte */
	struct span code; /* its bytes; empty if the source has none */
	uint32_t size; /* in bytes; up to the next if not known */
	uint32_t first_name; /* index into roster.names: what it goes by */
	uint32_t nr_names; /* with its aliases */
	uint32_t file; /* index into roster.files; 0: not known */
	bool is_part; /* of a function that is elsewhere: .cold */
};

struct roster {
	struct roster_function *functions;
	size_t nr;
	struct span *names; /* folded, as those of profiles are */
	size_t nr_names, cap_names;
	/* Of source files, as compilers tell linkers: mostly no directories. */
	struct span *files; /* [0] is empty */
	size_t nr_files, cap_files;
	enum roster_code code;
};

/*
 * The functions of the kernel in ST, modules apart; KEEP_CLONES as fold() has
 * it.  Lives in ARENA.
 */
struct roster *roster_make(const struct symtab *st, bool keep_clones,
			   struct arena *arena);

/* The index of the function that begins at ADDR, or SIZE_MAX.  O(log n). */
size_t roster_find(const struct roster *roster, uint64_t addr);

#endif
