/*
 * disasm.h - the instructions of a piece of code, as text
 *
 * By libopcodes of binutils, in the way that objdump prints them, but with one
 * blank behind the mnemonic, and with names for where they lead: "call kfree",
 * "jne +0x4c" for a place in the same part of a function, "mov jiffies(%rip),%rax".
 * The library is large and is loaded when it is needed.
 */
#ifndef DIFFPROF_DISASM_H
#define DIFFPROF_DISASM_H

#include "diffprof/elfcode.h"

struct instruction {
	uint64_t addr;
	uint32_t size; /* in bytes; what is no instruction has one, too */
	bool leads; /* to another place in the same part: TARGET */
	uint64_t target;
	const char *text; /* in the arena; ASCII */
	/* Without what a build changes: distances, addresses. */
	const char *shape;
};

/* Code that is longer than this is not taken apart. */
#define DISASM_MAX ((uint64_t)1 << 18)

struct disasm;

/*
 * A disassembler for CODE, which must outlive it; lives in ARENA.  NULL, and
 * *WHY a sentence without its end, if there is no library, or none that knows
 * the machine.
 */
struct disasm *disasm_open(struct elfcode *code, struct arena *arena,
			   const char **why);
void disasm_close(struct disasm *d);

/*
 * The instructions of PART, at most DISASM_MAX bytes of it, in ARENA.  What the
 * image has no bytes of has none.
 */
struct instruction *disasm_part(struct disasm *d, const struct code_part *part,
				struct arena *arena, size_t *nr);

#endif
