/*
 * opreport.h - tables of opreport text, on their way to a profile
 *
 * opreport_lines.c reads lines; opreport_head.c knows what stands above a
 * table, opreport_columns.c takes a row apart, opreport_names.c its names, and
 * opreport_old.c the rows of the tools before opreport; opreport_parts.c finds
 * the rows that are parts of others, opreport_total.c how many samples there
 * were, and opreport_rows.c makes the profile.
 */
#ifndef READ_OPREPORT_H
#define READ_OPREPORT_H

#include "diffprof/profile.h"
#include "diffprof/reader.h"

/* More columns of samples than any machine has CPUs for. */
#define OP_CLASSES_MAX 4096

enum op_name {
	OP_IMAGE,
	OP_APP,
	OP_SYMBOL,
	OP_NAMES,
};

#define OP_KNOWN_MAX 8

/* The columns of a table, from the left. */
struct op_layout {
	bool vma;
	unsigned classes;	/* columns of samples: events, CPUs, ... */
	bool cumulated;		/* a second count beside each */
	bool percent;
	bool second_percent;	/* cumulated, or op_time's of the application */
	bool line;		/* source file and line */
	bool diff;		/* of two profiles: not ours */
	bool summary;		/* by image: there are no symbols */
	unsigned nr_names;
	uint8_t name[OP_NAMES];	/* enum op_name, in their order */
	uint8_t width[OP_NAMES];	/* their columns; the last has none */
	struct span known[OP_KNOWN_MAX]; /* some that have blanks */
	unsigned nr_known;
};

/* A count and the percentage beside it: DIGITS of 10^-DECIMALS. */
struct op_cell {
	uint64_t count;
	uint64_t digits;
	uint8_t decimals;
	bool percent;
};

enum op_class_kind {
	OP_CLASS_CPU,
	OP_CLASS_THREADS,	/* a thread or thread group: not told apart */
	OP_CLASS_MASK,
};

struct op_class {
	enum op_class_kind kind;
	struct span text;	/* the number, or the unit mask */
};

struct op_event {
	struct span name, mask;	/* empty where not known */
	uint64_t count;		/* 0 if not known */
};

/* What is known of the columns, from the lines above them. */
struct op_heading {
	struct op_event *event;
	size_t nr_events, cap_events;
	struct op_class *class;
	size_t nr_classes, cap_classes;
};

struct op_table {
	struct op_layout layout;
	struct op_heading heading;
	bool guessed;		/* there was no header */
};

/* Samples of a row at one address: with -d. */
struct op_detail {
	uint64_t addr;
	size_t cell; /* the first of its cells */
};

struct op_row {
	struct span name[OP_NAMES];	/* by enum op_name; empty: not known */
	uint64_t addr;
	size_t cell;		/* the first of its cells */
	size_t detail, nr_details; /* its own in op_text.detail */
	uint32_t table;
	uint32_t lineno;	/* saturates */
	uint16_t start, end;	/* columns of its first number */
	bool named;		/* false: numbers, and no name */
	bool gap;		/* something else stands between it and the last */
	bool block;		/* a line of dashes stands in front */
	bool below;		/* a heading of its own stands in front, and ... */
	bool part;		/* ... it is part of a row above it */
};

struct op_text {
	const char *path;
	struct arena arena;	/* all that follows is in it */
	struct op_row *row;
	size_t nr, cap;
	struct op_cell *cell;
	size_t nr_cells, cap_cells;
	struct op_detail *detail;
	size_t nr_details, cap_details;
	struct op_table *table;
	size_t nr_tables, cap_tables;
	size_t skipped;		/* lines that are nothing of a table */
	size_t differential;	/* headers of tables of two profiles */
	bool gaps;		/* some row stands behind one */
	bool parts;		/* some row may be part of another */
};

/* ---- lines of TEXT (opreport_lines.c) ------------------------------------ */

/* With FIND, only until it is sure that there is a table. */
int op_text_read(struct op_text *text, struct span bytes, bool find,
		 struct error *err);

/* ---- above a table (opreport_head.c) ------------------------------------- */

/*
 * The columns that LINE, a header, names.  MORE: all of its words are those of
 * a header, but it may be only a part of one.
 */
bool op_layout_parse(struct span line, struct op_layout *layout, bool *more);

/* "samples|      %|", the header of a summary, for how many classes. */
unsigned op_summary_classes(struct span line);

/*
 * A line that says what was counted.  WANTS_MORE: it does not end here.
 */
bool op_heading_line(struct arena *arena, struct op_heading *heading,
		     struct span line, bool *wants_more);
/* Is this the first line of all, "CPU: ..."? */
bool op_heading_begins(struct span line);
/* A warning that was meant for the terminal. */
bool op_is_warning(struct span line);
/* The line between two blocks of -c, or below a summary's header. */
bool op_is_dashes(struct span line);
/* The names of a summary's classes, if nothing else tells: "CYCLES:1000|". */
void op_heading_of_summary(struct arena *arena, struct op_heading *heading,
			   struct span line);

/* ---- one row (opreport_columns.c, opreport_names.c) ---------------------- */

enum op_found {
	OP_NOTHING,
	OP_NUMBERS,	/* only the first columns, as far as the line goes */
	OP_ROW,
	OP_TOO_BIG,	/* a count over 63 bits; rest is its digits */
};

/*
 * Take the numbers of LINE as LAYOUT has them: CELL has room for its classes,
 * and *REST is what stands behind.
 */
enum op_found op_take_numbers(const struct op_layout *layout, struct span line,
			      uint64_t *addr, struct op_cell *cell,
			      struct span *rest);

/* What LAYOUT must be for LINE to be a row of it, if any can be. */
bool op_layout_guess(struct span line, bool indented, struct op_layout *layout);

/* Have they the same columns? */
bool op_same_columns(const struct op_layout *a, const struct op_layout *b);

/* A percentage: "35.9379", "4.8e-04", "0". */
bool op_take_percent(struct span word, struct op_cell *cell);

/* Part REST into the names of LAYOUT; false if there are too few. */
bool op_take_names(const struct op_layout *layout, struct span rest,
		   struct span name[OP_NAMES]);

/*
 * May LINE go on behind a row that ends in SYMBOL and has all its columns?
 */
bool op_symbol_goes_on(struct span symbol, struct span line);

/* Has BYTES what HTML writes for "<" and the like? */
bool op_has_entities(struct span bytes);
/* TEXT with what HTML writes for some characters put right. */
struct span op_unescape(struct arena *arena, struct span text);

/* LINE with blanks for its no-break spaces. */
struct span op_plain_blanks(struct arena *arena, struct span line);

/* The names of ROW, from REST; unescaped into HTML if that is not NULL. */
void op_name_row(struct op_layout *layout, struct arena *html, struct span rest,
		 struct op_row *row);

/* Columns of the blanks that stand before AT, in a line from START. */
uint16_t op_columns_before(const char *start, const char *at);

/* "main[0x080483d0]: 15.4904% (1352 samples)", "/lib/libc.so 19 32.7586%" */
bool op_take_old(struct span line, struct op_row *row, struct op_cell *cell,
		 struct op_layout *layout);

/* ---- all rows ------------------------------------------------------------ */

/*
 * Mark the rows that are parts of others, and keep those that are details.
 * Returns how many are marked (opreport_parts.c).
 */
size_t op_find_parts(struct op_text *text);

/* How many samples there can be in all, going by the percentages. */
struct op_range {
	uint64_t low, high;
	double percent;		/* of all that was taken */
	bool known;
	bool odd;		/* they do not agree */
};

void op_range_init(struct op_range *range);
void op_range_take(struct op_range *range, const struct op_cell *cell);
/* Once all are taken, LISTED samples. */
void op_range_settle(struct op_range *range, uint64_t listed);
/* SUM, which begins as { .known = true }, and RANGE, of other samples. */
void op_range_add(struct op_range *sum, const struct op_range *range);

/*
 * Set what is known of all samples of EVENT, one of PROF's; NR rows are
 * there, and the last has SMALLEST if the table is sorted by this event, else 0
 * (opreport_total.c).
 */
void op_judge_total(struct profile *prof, struct event *event,
		    const struct op_range *range, uint64_t smallest, size_t nr);

/* Make PROF of the table that OPTS want (opreport_rows.c). */
int op_make_profile(struct op_text *text, const struct read_options *opts,
		    struct profile *prof, struct error *err);

#endif
