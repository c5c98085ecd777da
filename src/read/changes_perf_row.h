/*
 * changes_perf_row.h - one line of what perf diff prints
 */
#ifndef READ_CHANGES_PERF_ROW_H
#define READ_CHANGES_PERF_ROW_H

#include "changes.h"

enum perf_column {
	PERF_BASELINE = 1,
	PERF_BASE_PERIOD,
	PERF_DELTA,
	PERF_RATIO,
	PERF_WDIFF,
	PERF_PERIOD,
	PERF_FORMULA,
	PERF_SYMBOL, /* these and the unknown are names */
	PERF_OBJECT,
	PERF_COMM,
};

/* What a column of numbers says in a row. */
struct number {
	bool given;
	long double value;
	unsigned decimals;
};

struct perf_row {
	struct number number[COLUMNS_MAX]; /* by column */
	struct span name[COLUMNS_MAX];
	size_t nr; /* numbers */
	char level; /* what stands in front of a symbol, or 0 */
	bool whole; /* the symbol is there, if there is to be one */
};

/* Has the column names?  A symbol, an object, or what nobody knows. */
static inline bool perf_column_is_name(unsigned kind)
{
	return !kind || kind >= PERF_SYMBOL;
}

/*
 * Is TEXT, a part of RAW, a row of a table with such COLUMNS, or the first part
 * of one that was wrapped?  SEPARATOR stands between fields, unless it is 0.
 */
bool perf_row_parse(const struct headings *columns, char separator,
		    struct span raw, struct span text, struct perf_row *row);

#endif
