/*
 * elfcode.h - an ELF image opened for its code: bytes, functions, references
 *
 * Addresses are the image's own; those of a module are as whole.h lays it out.
 */
#ifndef DIFFPROF_ELFCODE_H
#define DIFFPROF_ELFCODE_H

#include "diffprof/profile.h"
#include "diffprof/symtab.h"

/* What an image has, besides symbols. */
struct code_offer {
	bool code; /* bytes of instructions: not only where they were */
	bool lines; /* DWARF's lines */
};

/* Nothing if IN, whose bytes are at hand, is no ELF image. */
struct code_offer elfcode_offers(const struct input *in);

/* A function, or a part of one that has a symbol of its own. */
struct code_part {
	struct span name; /* as the image has it */
	uint64_t addr, size;
};

/* Bytes of a module that are filled in when it is linked to something. */
struct code_reference {
	uint64_t addr;
	struct span name; /* of what; empty: it has no name */
};

struct code_section {
	uint64_t addr;
	struct span bytes;
};

/* A variable, or another thing that is no code. */
struct code_datum {
	struct span name;
	uint64_t addr, size;
};

struct elfcode {
	struct symtab symtab; /* whole.h */
	unsigned machine, flags; /* of the ELF header: e_machine, e_flags */
	bool is_64, is_big;
	struct arena arena; /* of what follows */
	struct code_section *sections; /* in no order */
	size_t nr_sections, cap_sections;
	struct code_reference *references; /* by address */
	size_t nr_references, cap_references;
	struct code_datum *data; /* by address, once elfcode_load_data() was */
	size_t nr_data, cap_data;
};

/*
 * Open the image in FILE.  Fails as whole_load(), and with ERR_FORMAT if it is
 * not ELF.  On failure nothing is to be closed.
 */
int elfcode_open(const struct image_file *file, struct elfcode *code,
		 struct error *err);
void elfcode_close(struct elfcode *code);

/* The bytes in [ADDR, END), as far as the image has them. */
struct span elfcode_bytes(const struct elfcode *code, uint64_t addr,
			  uint64_t end);

/* The function whose bytes include ADDR; false if none does. */
bool elfcode_part_at(const struct elfcode *code, uint64_t addr,
		     struct code_part *part);

/* Find the names of data, for elfcode_datum_at(); of modules there are none. */
void elfcode_load_data(struct elfcode *code);
/* What of these includes ADDR, or NULL. */
const struct code_datum *elfcode_datum_at(const struct elfcode *code,
					  uint64_t addr);

/* The first reference in [ADDR, END), or NULL. */
const struct code_reference *elfcode_reference(const struct elfcode *code,
					       uint64_t addr, uint64_t end);

#endif
