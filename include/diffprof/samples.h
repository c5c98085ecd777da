/*
 * samples.h - samples by call chain, before they are rows
 *
 * Formats that record single samples (perf.data, perf script, folded stacks,
 * pprof, oprofile's files) fill this in; resolve() names what has an address;
 * profile_select() makes rows of it, one for each function the samples fell in.
 *
 * A frame is one place in a call chain: a symbol the input names, or an address
 * in an object.  Frames are interned, and a chain is a node of a prefix tree
 * with the outermost caller next to the root, so memory grows with distinct
 * chains, not with samples.  Samples that agree in chain, event, command, CPU
 * and mode are one entry with a count.
 *
 * Everything lives in the profile's arena.  Names given are interned in the
 * profile's names and must live as long as it does.
 */
#ifndef DIFFPROF_SAMPLES_H
#define DIFFPROF_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/profile.h"

struct read_options;

/* What an address in an object counts from. */
enum address_space {
	ADDRESS_VIRTUAL,	/* where it ran: kernels and modules as loaded */
	ADDRESS_FILE,		/* bytes from the start of the file: user images */
	ADDRESS_TEXT,		/* bytes from the start of .text: oprofile's kernel */
	ADDRESS_LINKED,		/* as in the image's own symbol table */
};

enum object_kind {
	OBJECT_KERNEL,
	OBJECT_MODULE,
	OBJECT_USER,		/* a program or library */
	OBJECT_NAMED,		/* no file: only `symbols` can name it (BPF) */
	OBJECT_ANON,		/* nothing can name it: heap, JIT without a map */
};

/* A symbol that the recording itself gives. */
struct object_symbol {
	uint64_t addr, size;
	name_id name;
};

/* What addresses belong to.  Find or fill it in before adding frames to it. */
struct object {
	enum object_kind kind;
	enum address_space space;
	bool guest;		/* of a guest: never that of the host */
	name_id image;		/* how rows name it: see profile_image() */
	const char *path;	/* the file on the recording machine, or NULL */
	const char *copy;	/* a copy that came with the recording, or NULL */
	struct span copy_bytes; /* of a copy that is in no file of its own */
	const char *build_id;	/* lower-case hexadecimal, or NULL */
	/* where a module was loaded, a kernel's bytes from its ref_symbol; or 0 */
	uint64_t start, size;
	/*
	 * A symbol of the kernel and where it ran, for the distance KASLR has
	 * put between the two; NULL if not known.
	 */
	const char *ref_symbol;
	uint64_t ref_addr;
	struct object_symbol *symbols;	/* in any order */
	size_t nr_symbols, cap_symbols;
	struct image_files files; /* that resolve() was asked to find */
};

#define OBJECT_NONE UINT32_MAX
#define FRAME_NONE UINT32_MAX
#define PLACE_NONE UINT64_MAX
#define NODE_ROOT 0u		/* the empty chain */

enum {
	FRAME_INLINED = 1,
	FRAME_OFFSET = 2, /* `addr` is 1 + how far it is into its symbol */
};

struct frame {
	uint64_t addr;		/* in the object's space; 0 if named and unknown */
	uint32_t object;	/* OBJECT_NONE: the input names it */
	name_id symbol;		/* NAME_NONE until resolve() has named it */
	name_id image;
	uint32_t size : 30;	/* of the symbol, in bytes; 0 if not known */
	uint32_t flags : 2;
	uint64_t start;		/* of the symbol; 0 if not known */
};

#define FRAME_SIZE_MAX (((uint32_t)1 << 30) - 1)

struct stack_node {
	uint32_t parent;	/* towards the outermost caller */
	uint32_t frame;		/* FRAME_NONE for the root */
};

/* Other names of what resolve() has named, to pair rows by. */
struct sample_aliases {
	name_id symbol, image;
	uint32_t list; /* index into profile.aliases */
};

/* Whose samples: what must agree for two to be one entry. */
struct sample_key {
	uint32_t node;		/* the chain; its frame is the leaf */
	name_id comm;		/* NAME_NONE if not known */
	int32_t cpu;		/* CPU_NONE if not known */
	uint16_t event;		/* index into profile.events */
	uint8_t mode;		/* enum sample_mode */
};

struct sample {
	struct sample_key key;
	uint64_t count;		/* samples */
	uint64_t weight;	/* what they stand for, in event.weight_unit */
};

/* A hash table of indexes + 1: see samples.c. */
struct sample_table {
	uint32_t *slot;
	size_t mask;
};

struct samples {
	struct profile *prof;
	/*
	 * False: only leaves are entered.  Then there are no nodes, and a chain
	 * is its leaf: see samples_leaf().
	 */
	bool keep_chains;
	bool keep_comm, keep_cpu;	/* false: forgotten by samples_add() */
	bool keep_places; /* offsets into symbols that the input has */

	struct object *objects;
	size_t nr_objects, cap_objects;

	struct sample_aliases *aliases;
	size_t nr_aliases, cap_aliases;

	/* By frame: index into the profile's sources; NULL: not asked for. */
	uint32_t *frame_source;

	/*
	 * By frame: its address in its object's files; PLACE_NONE where it has
	 * none.  NULL: not asked for.
	 */
	uint64_t *frame_place;

	/* These are malloc'ed: they grow large, and in turn. */
	struct frame *frames;
	size_t nr_frames, cap_frames;
	struct stack_node *nodes;	/* a parent comes before its children */
	size_t nr_nodes, cap_nodes;
	struct sample *samples;
	size_t nr_samples, cap_samples;
	struct sample_table frame_table, node_table, sample_table;
};

/*
 * Give PROF samples, to be filled in, instead of those it may have; OPTS say
 * what is worth keeping.
 */
struct samples *samples_begin(struct profile *prof,
			      const struct read_options *opts);

/* Give back what is not in the profile's arena. */
void samples_release(struct samples *s);

/* A new object, cleared but for its kind; nothing is looked up. */
uint32_t samples_object(struct samples *s, enum object_kind kind);
struct object_symbol *samples_object_symbol(struct samples *s, uint32_t object);

/* A frame the input names.  ADDR is what else it says, or 0. */
uint32_t samples_frame_named(struct samples *s, name_id symbol, name_id image,
			     uint64_t addr, unsigned flags);
/* A frame to be named later. */
uint32_t samples_frame_at(struct samples *s, uint32_t object, uint64_t addr);
/*
 * The same without a search, for readers with a table of what they have seen: a
 * place that is entered twice costs memory and nothing else.
 */
uint32_t samples_frame_append(struct samples *s, uint32_t object,
			      uint64_t addr);

/* The chain PARENT with FRAME called from it.  NODE_ROOT begins one. */
uint32_t samples_node(struct samples *s, uint32_t parent, uint32_t frame);

/* The frame that NODE ends with, FRAME_NONE of the root; and what called it. */
static inline uint32_t samples_leaf(const struct samples *s, uint32_t node)
{
	if (s->keep_chains)
		return s->nodes[node].frame;
	return node == NODE_ROOT ? FRAME_NONE : node - 1;
}

static inline uint32_t samples_parent(const struct samples *s, uint32_t node)
{
	return s->keep_chains ? s->nodes[node].parent : NODE_ROOT;
}

/*
 * Count COUNT samples that stand for WEIGHT in all.  *INDEX, if INDEX is not
 * NULL, is the entry they went to, which samples_again() takes for more of the
 * same without a search.  Fails with ERR_LIMIT when a sum passes COUNT_MAX.
 */
int samples_add(struct samples *s, const struct sample_key *key, uint64_t count,
		uint64_t weight, uint32_t *index, struct error *err);
int samples_again(struct samples *s, uint32_t index, uint64_t count,
		  uint64_t weight, struct error *err);
/* The same as samples_add() of an entry that is not looked for. */
int samples_append(struct samples *s, const struct sample_key *key,
		   uint64_t count, uint64_t weight, uint32_t *index,
		   struct error *err);

/* Room for NR more frames and samples in one piece, if that is all there are. */
void samples_reserve(struct samples *s, size_t nr);

/* The sentence of those that fail with ERR_LIMIT, which returns -1. */
int samples_too_many(const struct samples *s, struct error *err);

#endif
