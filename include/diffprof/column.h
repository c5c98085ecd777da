/*
 * column.h - what a row has to show
 *
 * A column says what a row has to show; how a cell looks is the output's
 * business.  "No value" is a value of its own: `-` in text, null in JSON, empty
 * in CSV, last when sorted.  There is one table of columns for comparisons and
 * one for the listing of one profile; both work through the same types, so the
 * outputs need not know which of them they print.
 */
#ifndef DIFFPROF_COLUMN_H
#define DIFFPROF_COLUMN_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/span.h"

enum cell_kind {
	CELL_NONE,
	CELL_COUNT,	/* .count, a whole number of ticks */
	CELL_REAL,	/* .real */
	CELL_TEXT,	/* .text: from strangers, not yet escaped */
	CELL_LIST,	/* .list, .nr: several texts */
};

struct cell {
	enum cell_kind kind;
	union {
		uint64_t count;
		long double real;
		struct span text;
		struct {
			const struct span *list;
			size_t nr;
		};
	};
};

enum column_flag {
	COLUMN_TEXT = 1,	/* words, not numbers: set from the left */
	COLUMN_CHANGE = 2,	/* more is worse: the sign may be coloured */
	COLUMN_PERCENT = 4,	/* a share; tables show .real times 100 */
	COLUMN_BASE = 8,	/* the same whatever base is compared with */
	COLUMN_TESTED = 16,	/* nothing before significance_find() */
	COLUMN_AMOUNT = 32, /* in the unit that is counted */
	COLUMN_COMMAS = 64, /* of a list: ", " between, not a blank */
};

struct column {
	const char *name;	/* in JSON, CSV and --columns */
	const char *heading;	/* over a table */
	const char *help;
	const char *format;	/* printf format of .real in tables: %Lf */
	bool is_member;		/* of a JSON row */
	unsigned flags;		/* enum column_flag */
	/* SOURCE is the struct diff or struct listing that ROW is of. */
	struct cell (*get)(const void *source, const void *row,
			   struct arena *scratch);
};

/* Ended by a column without a name.  The first is the key. */
extern const struct column diff_columns[], listing_columns[];

const struct column *column_find(const struct column *set, struct span name);

/*
 * Turn a comma-separated list into an array in ARENA, ended by NULL.  Fails
 * with ERR_USAGE and the names there are.
 */
int columns_parse(const struct column *set, const char *list,
		  struct arena *arena, const struct column ***columns,
		  struct error *err);

#endif
