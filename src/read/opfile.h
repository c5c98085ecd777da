/*
 * opfile.h - one sample file of oprofile's, as bytes
 *
 * A header, a descriptor, an array of nodes (an offset and how often it was
 * hit), and an index that only the writer needs; see opfile.c.  Versions 0x7
 * (2002) to 0x13 (today) are read, of 32- and 64-bit machines of either byte
 * order, whichever machine reads them.
 */
#ifndef READ_OPFILE_H
#define READ_OPFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/span.h"

/* Where things lie in a file, in bytes. */
struct oplayout {
	unsigned version;	/* 0: any */
	uint16_t header;	/* its size */
	uint8_t event, mask, count, is_kernel, is_kernel_size;
	uint8_t mtime, mtime_size;
	uint8_t anon_start;	/* 0: it has none */
	uint8_t node, key_size, key, value;
};

/* What a session's `abi' file tells of the machine that wrote the session. */
struct opabi {
	struct oplayout layout;
	bool big_endian;
};

struct opfile {
	struct span bytes;
	struct oplayout layout;
	unsigned version;
	bool big_endian;
	bool is_kernel;		/* offsets count from the start of .text */
	uint32_t event, mask, count;	/* the counter's, as the hardware has it */
	uint64_t mtime;		/* of the image, in seconds; 0 if not known */
	uint64_t anon_start;	/* of an anonymous region; 0 for others */
	uint32_t nr;		/* nodes that are whole */
	uint32_t lost;		/* nodes in use that are not there */
	uint64_t size;		/* that the file should have */
	bool damaged;		/* it has another size, or contradicts itself */
};

struct opnode {
	uint64_t key;
	uint32_t count;
};

/* Does HEAD begin as a sample file does? */
bool opfile_sniff(struct span head);

/*
 * ABI may be NULL; PATH is for the sentence.  A file that is cut short or
 * contradicts itself is opened as far as it is whole.  Fails with ERR_FORMAT
 * if it is none, of an unknown version, or has no whole descriptor.
 */
int opfile_open(struct span bytes, const struct opabi *abi, const char *path,
		struct opfile *file, struct error *err);

/* Node I, from 0 to nr - 1.  Keys may come more than once: the counts add. */
struct opnode opfile_node(const struct opfile *file, uint32_t i);

/* False if TEXT, an `abi' file, is incomplete or describes no such file. */
bool opabi_parse(struct span text, struct opabi *abi);

#endif
