/*
 * changes.h - the rows of differential listings, on their way to a profile
 *
 * differential.c reads lines and finds the listing that is wanted; for each
 * kind of listing there is a dialect that knows its lines: changes_classic.c,
 * changes_perf.c, changes_lkp.c, changes_opreport.c.  A text is a list of
 * tables, one for each listing in it.
 */
#ifndef READ_CHANGES_H
#define READ_CHANGES_H

#include "diffprof/profile.h"

struct line {
	struct span raw; /* as it stands in the file */
	struct span text; /* without quote marks and blanks around it */
	size_t lineno;
};

struct dialect;

/* One differential listing of a text.  Its arrays are in tables.scratch. */
struct table {
	const struct dialect *dialect;
	size_t lineno; /* of its first row */
	struct event *events;
	size_t nr_events, cap_events;
	struct change *changes;
	size_t nr, cap;
	const char *base_label, *test_label;
	bool cut; /* it has a mark where rows were left out */
	bool sure; /* no prose looks like that */
};

enum gap {
	GAP_NONE,
	GAP_BLANK, /* an empty line, or prose */
	GAP_MARK, /* "...", "[ delta < 200: skipped ]" */
};

/* The columns that a header names, for those dialects that have one. */
#define COLUMNS_MAX 24

struct heading {
	struct span name;
	unsigned kind; /* the dialect's; 0: not known */
	size_t start, end; /* in bytes, from where the raw line begins */
};

struct headings {
	struct heading heading[COLUMNS_MAX];
	size_t nr;
};

struct tables {
	struct profile *prof; /* owns names and texts */
	struct arena scratch;
	struct table *table;
	size_t nr, cap; /* the last is the one that is open */
	enum gap gap; /* since the last row */
	bool mark_ahead; /* a GAP_MARK that is not behind a row */
	bool command; /* a command or a header stands there */
	const char *base_label, *test_label; /* of the next table, or NULL */
	size_t skipped; /* lines that are nothing */

	struct {
		struct span half; /* a row without its name */
		long double last; /* delta of the last symbol */
		bool falling, total;
		size_t nr; /* symbols */
	} classic;
	struct {
		struct headings columns; /* none: no header yet */
		struct span event; /* of the last "Event" line */
		struct span half, half_raw; /* a row that goes on */
		unsigned first_event;
		char separator; /* of -t, or 0 */
	} perf;
	struct {
		struct headings columns;
		struct span event[COLUMNS_MAX]; /* as the head has them */
		const char *mask[COLUMNS_MAX];
		double rate[COLUMNS_MAX];
		size_t nr_events;
	} opreport;
	struct {
		struct span commits; /* the line in front of the dashes */
	} lkp;
};

enum taken {
	NOT_MINE,
	TAKEN,
	TAKE_FAILED,
};

struct dialect {
	const char *what; /* prints such listings */
	enum taken (*take)(struct tables *t, const struct line *line,
			   struct error *err);
	/* All rows are there: settle what depends on others; or NULL. */
	void (*finish)(struct table *table);
};

extern const struct dialect dialect_classic, dialect_perf, dialect_lkp,
	dialect_opreport;

/* ---- what dialects use --------------------------------------------------- */

/* The open table, which is one of DIALECT. */
static inline struct table *tables_open(const struct tables *t,
					const struct dialect *dialect)
{
	struct table *table = t->nr ? &t->table[t->nr - 1] : NULL;

	return table && table->dialect == dialect ? table : NULL;
}

/* Begin a table of DIALECT with the labels that were read. */
struct table *tables_begin(struct tables *t, const struct dialect *dialect);

/* So many events are in one table; a header cannot name more. */
#define EVENTS_MAX 64

/* A new event of TABLE, which must have fewer than EVENTS_MAX. */
unsigned table_event(struct tables *t, struct table *table, struct span name,
		     const char *unit);

/* Add a row.  The table's first is at LINENO. */
void table_add(struct tables *t, struct table *table,
	       const struct change *change, size_t lineno);

/* A change of nothing, in event EVENT. */
struct change change_of(unsigned event);

/*
 * A number: digits with an optional sign, one decimal point or comma, and an
 * exponent; at most 63 bits of digits.  DECIMALS are those behind the point.
 */
bool amount_of(struct span text, long double *value, unsigned *decimals);

/* The event shows as many decimals as its numbers have. */
void event_decimals(struct event *event, unsigned decimals);

/*
 * Find the headings of LINE among KNOWN, of which the first that fits is taken
 * and which an empty one ends; a word that is none of them is of kind 0.
 */
struct known_heading {
	const char *name;
	unsigned kind;
};
void headings_find(struct headings *headings, const struct line *line,
		   const struct known_heading *known);

/* The next field of REST: up to two blanks or a tab. */
bool next_field(struct span *rest, struct span *field);

/*
 * The labels that a command line with two operands, or with a brace for both,
 * gives; false if LINE is no such command.
 */
bool labels_of_command(struct tables *t, struct span line);

#endif
