/*
 * opreport_xml.h - what opreport --xml says, before it is rows
 *
 * opreport_xml.c takes the elements out of the text; opreport_counts.c knows
 * what they add up to, and makes rows of them once symbols have names, to which
 * opreport_details.c adds what there is by address.
 */
#ifndef READ_OPREPORT_XML_H
#define READ_OPREPORT_XML_H

#include "diffprof/profile.h"

/* An event as it was set up; a class, and so an event of the profile, has one. */
struct opx_setup {
	struct span id, name;
	uint64_t mask, count;
	bool has_mask;
};

/* Which samples a count is of. */
struct opx_class {
	struct span name;
	uint16_t event; /* index into profile.events */
	int32_t cpu;
};

/* One symbol's count in one class. */
struct opx_record {
	uint64_t symbol; /* its id */
	uint64_t count;
	name_id image, comm;
	uint32_t class;
	uint8_t mode;
};

struct opx_symbol {
	uint64_t id, addr, size;
	struct span name;
};

/* Details [LO, HI] of a symbol are those of IMAGE. */
struct opx_range {
	uint64_t symbol, lo, hi;
	name_id image;
};

/* Samples of a symbol at one address, by its id in the symbol's table. */
struct opx_detail {
	uint64_t symbol, id, addr, count;
	uint16_t event;
};

/* What a container's counts in one class come to. */
struct opx_sums {
	uint64_t stated; /* its own count */
	uint64_t listed; /* of its symbols */
	uint64_t inner; /* of the modules in it */
	uint64_t last, smallest; /* of its symbols' counts */
	bool rises; /* they are in no falling order */
};

/* A binary or module, while it is open. */
struct opx_container {
	name_id image, comm;
	uint8_t mode;
	size_t nr_symbols;
	struct opx_sums *sums; /* by class */
};

/* What is missing in all containers, by class. */
struct opx_missing {
	uint64_t count, unseen_max;
};

/* What the command line had opreport leave out. */
enum opx_hidden {
	OPX_NOTHING,
	OPX_SMALL, /* symbols below a threshold */
	OPX_CHOSEN, /* symbols by name */
};

#define OPX_CONTAINERS 2 /* a module in a binary */
#define OPX_CLASSES_MAX 1024
/* The symbol of what has none. */
#define OPX_NO_SYMBOL UINT64_MAX

struct opx {
	struct profile *prof;
	struct arena scratch;
	struct opx_setup *setups;
	size_t nr_setups, cap_setups;
	struct opx_class *classes;
	size_t nr_classes, cap_classes;
	struct opx_record *records;
	size_t nr_records, cap_records;
	struct opx_symbol *symbols;
	size_t nr_symbols, cap_symbols;
	struct opx_range *ranges;
	size_t nr_ranges, cap_ranges;
	struct opx_detail *details;
	size_t nr_details, cap_details;
	struct opx_container container[OPX_CONTAINERS];
	size_t nr_containers;
	uint64_t nr_images; /* containers so far */
	enum opx_hidden hidden;
	struct opx_missing *missing; /* by class; NULL before the first */
	double interrupts; /* a second, of a timer; 0 if not known */
	bool timer;
};

/* The class called NAME, "" where there are none; NULL if it is not known. */
struct opx_class *opx_class(struct opx *x, struct span name);
/* A new class of event EVENT (an id of a setup, or "") with MASK (or ""). */
int opx_add_class(struct opx *x, struct span name, struct span event,
		  struct span mask, int32_t cpu, struct error *err);

/* IMAGE, which belongs to application APP, or to itself if that is "". */
int opx_open(struct opx *x, struct span image, struct span app,
	     struct error *err);
/* COUNT is stated for the open container as a whole, or for symbol ID of it. */
int opx_state(struct opx *x, uint32_t class, uint64_t count, struct error *err);
int opx_count(struct opx *x, uint64_t id, uint32_t class, uint64_t count,
	      struct error *err);
int opx_close(struct opx *x, struct error *err);

/*
 * The open container has details [LO, HI] of symbol ID; DETAIL is one of a class
 * that is known.  What is wrong with any of them is not told: nothing is counted
 * by them.
 */
void opx_range(struct opx *x, uint64_t id, uint64_t lo, uint64_t hi);
void opx_detail(struct opx *x, const struct opx_detail *detail);
/* Add to the profile those whose symbol and range there are; sorts ranges. */
void opx_add_details(struct opx *x);

/* The symbol of an id, or NULL, once they are sorted. */
const struct opx_symbol *opx_symbol(const struct opx *x, uint64_t id);

/* Nothing more comes; TEXT_LINE is where it was cut off, or 0. */
int opx_rows(struct opx *x, size_t cut_line, struct error *err);

#endif
