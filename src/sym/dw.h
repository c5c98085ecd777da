/*
 * dw.h - DWARF, walked in the mapped file
 *
 * libdw makes an object of every line and looks every attribute up by name; a
 * kernel has some ten million of either, most of which nobody asks for.  This
 * passes over them where they lie.  Versions 2 to 5, 32 and 64 bits, either byte
 * order (DWARF Debugging Information Format, version 5, 2017; its sections are
 * meant where a number stands alone).
 *
 * Offsets count from the start of .debug_info.  Everything moves forward: what
 * refers backwards where it must not, or outside of its section or unit, ends
 * the walk there.  A struct dw and all of it belong to one thread; dw_share()
 * makes another of the same bytes.
 */
#ifndef SYM_DW_H
#define SYM_DW_H

#include <dwarf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "diffprof/arena.h"
#include "diffprof/span.h"

enum dw_section {
	DW_INFO,
	DW_ABBREV,
	DW_STR,
	DW_LINE_STR,
	DW_LINE,
	DW_RANGES,
	DW_RNGLISTS,
	DW_ADDR,
	DW_STR_OFFSETS,
	DW_ARANGES,
	DW_SECTIONS,
};

/* An attribute that abbreviations tell of (7.5.3). */
struct dw_spec {
	uint16_t name, form;
	int8_t size; /* in bytes; -1: it differs */
	bool known; /* struct dw_attrs has it */
	int32_t value; /* of DW_FORM_implicit_const; 0 if it is larger */
};

struct dw_abbrev {
	uint16_t tag; /* 0: there is no such abbreviation */
	bool children;
	bool has_sibling;
	uint32_t first, nr; /* of its specs */
	int32_t size; /* of all its attributes; -1: it differs */
	/* Of a DW_FORM_ref4, which it always is: where; -1: read them all. */
	int32_t sibling_at;
};

struct dw_abbrevs {
	uint64_t offset;
	uint8_t addr_size, offset_size, version; /* of units that size fits */
	struct dw_abbrev *by_code;
	uint64_t nr; /* codes are below */
	bool refers_out; /* origins may be in other units */
	struct dw_spec *specs;
	size_t nr_specs, cap_specs;
	struct dw_abbrevs *next;
};

struct dw_file {
	const char *dir, *name; /* dir: "" or relative to the unit's; or NULL */
};

struct dw_files {
	struct dw_file *file;
	size_t nr; /* numbers are below; without a name there is none */
};

struct dw_unit {
	struct dw *dw;
	uint64_t offset, first, end; /* of its header, its root; behind it */
	uint64_t abbrev;
	uint8_t version, addr_size, offset_size, type;
	bool opened, broken;
	const struct dw_abbrevs *abbrevs;
	const unsigned char *info; /* the start of .debug_info */
	/* What its root says, once it is opened. */
	uint16_t tag;
	const char *name, *dir;
	const char *split; /* the file that its functions are in; NULL: here */
	uint64_t low_pc, str_offsets, addrs, rnglists;
	bool has_lines;
	uint64_t lines;
	struct dw_files *files; /* NULL: not asked for */
};

#define DW_ABBREV_BUCKETS 256

struct dw {
	struct span section[DW_SECTIONS];
	bool swap; /* its byte order is not ours */
	struct dw *alt; /* what several images share; NULL if it is not there */
	const char *alt_name; /* of that file; NULL: there is none */
	struct dw_shared *shared; /* of who opened it */
	struct dw_unit *units; /* in the order of the section */
	size_t nr_units;
	struct dw_abbrevs *abbrevs[DW_ABBREV_BUCKETS]; /* by offset */
	uint64_t abbrev_bytes; /* that these were read from */
	uint64_t kept_bytes; /* and those that are still kept */
	uint64_t range_bytes, line_bytes; /* that were read */
	struct arena tables; /* abbreviations and files */
};

/*
 * The DWARF of ELF, whose byte order is BIG or not.  False if it has no units.
 * Compressed sections are unpacked by libelf.  The units live in ARENA.
 */
bool dw_open(struct dw *dw, Elf *elf, bool big, struct arena *arena);
/*
 * Open the file of other images' that ELF, of PATH, refers to, if there is one and
 * it is found; dw_close() closes it.
 */
void dw_open_shared(struct dw *dw, Elf *elf, bool big, const char *path,
		    struct arena *arena);
void dw_close_shared(struct dw *dw);
/* The same bytes and units for another thread, in its ARENA. */
void dw_share(struct dw *copy, const struct dw *dw, struct arena *arena);
void dw_close(struct dw *dw);

/*
 * Add BYTES to SPENT, which counts what is read of a section of SIZE.  False if
 * that is more than any compiler makes one read: everything refers to all of it.
 */
static inline bool dw_spend(uint64_t *spent, uint64_t bytes, uint64_t size)
{
	*spent += bytes;
	return *spent / 16 <= size + 4096;
}

/*
 * Give back what units have read of their abbreviations and files, if it has
 * become much.  All of them are closed then.
 */
void dw_forget(struct dw *dw);

/* The unit that holds OFFSET, or NULL. */
struct dw_unit *dw_unit_at(struct dw *dw, uint64_t offset);
/* Read what its root says; false if it cannot be walked. */
bool dw_unit_open(struct dw_unit *unit);

/* ---- bytes --------------------------------------------------------------- */

/* What is read behind the end is 0, and marks the whole as bad. */
struct dw_bytes {
	const unsigned char *at, *end;
	bool swap, bad;
};

struct dw_bytes dw_bytes_at(const struct dw *dw, enum dw_section section,
			    uint64_t offset);
uint64_t dw_number_any(struct dw_bytes *b, unsigned size);
uint64_t dw_uleb_long(struct dw_bytes *b);
int64_t dw_sleb(struct dw_bytes *b);
/* What ends in a NUL; NULL if it does not. */
const char *dw_string(struct dw_bytes *b);

static inline void dw_pass(struct dw_bytes *b, uint64_t size)
{
	if (size <= (uint64_t)(b->end - b->at)) {
		b->at += size;
	} else {
		b->bad = true;
		b->at = b->end;
	}
}

static inline uint64_t dw_number(struct dw_bytes *b, unsigned size)
{
	if (size == 4 && b->end - b->at >= 4) {
		uint32_t four;

		memcpy(&four, b->at, 4);
		b->at += 4;
		return b->swap ? __builtin_bswap32(four) : four;
	}
	return dw_number_any(b, size);
}

static inline uint64_t dw_uleb(struct dw_bytes *b)
{
	if (b->at < b->end && *b->at < 0x80)
		return *b->at++;
	return dw_uleb_long(b);
}

/* ---- forms --------------------------------------------------------------- */

enum dw_kind {
	DW_NOTHING, /* of no use here */
	DW_NUMBER, /* also a flag, and an offset into another section */
	DW_ADDRESS,
	DW_ADDRESS_INDEX,
	DW_TEXT, /* .text */
	DW_TEXT_STR, /* an offset into .debug_str */
	DW_TEXT_LINE_STR, /* .debug_line_str */
	DW_TEXT_ALT, /* .debug_str of the alternate file */
	DW_TEXT_INDEX,
	DW_ENTRY, /* an offset */
	DW_ENTRY_ALT,
	DW_RANGES_INDEX,
};

struct dw_value {
	enum dw_kind kind;
	uint64_t number;
	const char *text;
};

/* Its size in bytes in UNIT; -1 if it differs, -2 if nobody knows the form. */
int dw_form_size(unsigned form, unsigned addr_size, unsigned offset_size,
		 unsigned version);
struct dw_value dw_form_read(const struct dw_unit *unit, unsigned form,
			     uint64_t implicit, struct dw_bytes *b);
/* The same of a form whose SIZE is known, and not 0. */
struct dw_value dw_form_read_fixed(const struct dw_unit *unit, unsigned form,
				   unsigned size, struct dw_bytes *b);
/* The text or address that VALUE refers to; NULL, 0: it is none. */
const char *dw_value_text(const struct dw_unit *unit,
			  const struct dw_value *value);
uint64_t dw_value_addr(const struct dw_unit *unit,
		       const struct dw_value *value);

const struct dw_abbrevs *dw_abbrevs_of(const struct dw_unit *unit);

/* ---- entries ------------------------------------------------------------- */

struct dw_entry {
	struct dw_unit *unit;
	uint64_t offset;
	const struct dw_abbrev *abbrev; /* NULL: the end of the siblings */
	uint64_t attrs; /* where they begin */
};

/* What of its attributes anybody here looks at. */
struct dw_attrs {
	uint64_t next; /* behind them: its children, or what follows */
	uint64_t sibling; /* 0: not told */
	uint64_t origin; /* abstract, or what it specifies; 0: none */
	bool origin_alt; /* and that is in the alternate file */
	bool has_low, has_high, high_is_size, has_ranges, ranges_indexed;
	bool declaration;
	uint64_t low, high, ranges;
	struct dw_value name, linkage_name;
	uint32_t decl_file, decl_line, call_file, call_line; /* 0: none */
	uint8_t inlined; /* DW_INL_* */
	bool has_decl_file, has_call_file;
};

/* The entry at OFFSET of UNIT, which is open; false if there can be none. */
static inline bool dw_entry_at(struct dw_unit *unit, uint64_t offset,
			       struct dw_entry *entry)
{
	if (offset < unit->first || offset >= unit->end)
		return false;
	struct dw_bytes b = { .at = unit->info + offset,
			      .end = unit->info + unit->end };
	uint64_t code = dw_uleb(&b);

	entry->unit = unit;
	entry->offset = offset;
	entry->attrs = (uint64_t)(b.at - unit->info);
	entry->abbrev = NULL;
	if (!code)
		return !b.bad;
	if (code >= unit->abbrevs->nr)
		return false;
	entry->abbrev = &unit->abbrevs->by_code[code];
	return entry->abbrev->tag;
}

bool dw_entry_attrs(const struct dw_entry *entry, struct dw_attrs *attrs);
/*
 * Where ENTRY's next sibling is: behind its children, which are not looked at.
 * 0: that cannot be told.
 */
uint64_t dw_entry_behind(const struct dw_entry *entry);

/*
 * The entry that ATTRS are an instance of or complete, and its attributes;
 * false if there is none.
 */
bool dw_entry_origin(const struct dw_entry *entry, const struct dw_attrs *attrs,
		     struct dw_entry *origin, struct dw_attrs *its);

/* ---- addresses ----------------------------------------------------------- */

struct dw_ranges {
	const struct dw_unit *unit;
	struct dw_bytes list;
	uint64_t base;
	uint64_t start, end; /* of the only one */
	bool one, coded; /* coded: as of DWARF 5 */
};

void dw_ranges_begin(struct dw_ranges *ranges, const struct dw_unit *unit,
		     const struct dw_attrs *attrs);
bool dw_ranges_next(struct dw_ranges *ranges, uint64_t *start, uint64_t *end);

/* Call EACH with every range of .debug_aranges that can be read (6.1.2). */
void dw_aranges(const struct dw *dw,
		void (*each)(void *arg, uint64_t start, uint64_t size,
			     uint64_t unit),
		void *arg);

/* Where an address is in the line table. */
struct dw_spot {
	uint64_t addr;
	uint64_t row; /* where its row begins */
	uint32_t file, line;
	bool found;
};

/* Find the NR SPOTS, ascending by address, in the line table of UNIT (6.2). */
void dw_lines_find(struct dw_unit *unit, struct dw_spot *spots, size_t nr);
/* The files of that table; never NULL. */
const struct dw_files *dw_unit_files(struct dw_unit *unit);

#endif
