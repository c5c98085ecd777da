/*
 * reportline.h - the heading and the rows of perf report --stdio
 *
 *	# Overhead       Samples  Command  Shared Object      Symbol
 *	# ........  ............  .......  .................  .................
 *	#
 *	    30.91%           255  dd       [kernel.kallsyms]  [k] do_syscall_64
 *
 * Which columns there are, and in what order, is what -F and -s asked for; two
 * blanks part them, or with -t a character.  A group of events has a number of
 * each in every column of numbers.
 */
#ifndef READ_REPORTLINE_H
#define READ_REPORTLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/profile.h"

enum report_column {
	REPORT_OVERHEAD,
	REPORT_CHILDREN,
	REPORT_SELF,
	REPORT_PART, /* of the overhead: sys, usr, guest sys, ... */
	REPORT_SAMPLES,
	REPORT_PERIOD,
	REPORT_COMM,
	REPORT_PID_COMM,
	REPORT_DSO,
	REPORT_SYMBOL,
	REPORT_CPU,
	REPORT_OTHER,
	REPORT_COLUMNS,
};

#define REPORT_COLUMNS_MAX 24
#define REPORT_GROUP_MAX 16

struct report_heading {
	uint8_t column[REPORT_COLUMNS_MAX]; /* enum report_column */
	unsigned nr;
	char separator; /* 0: blanks */
	bool has[REPORT_COLUMNS];
	bool baseline; /* of perf diff: its rows are none */
};

/* Numbers of the events of a group; one if there is no group. */
struct report_numbers {
	bool has;
	uint64_t of[REPORT_GROUP_MAX];
};

struct report_row {
	struct report_numbers samples, period;
	struct report_numbers percent; /* own share, in hundredths */
	struct span comm, dso, symbol; /* empty: no such column */
	struct span other; /* the first column of another kind */
	int32_t cpu; /* CPU_NONE */
	uint8_t mode; /* enum sample_mode */
	bool wrapped; /* the symbol is in the next line */
};

/* The next cell of LINE: up to two blanks, or a TAB. */
struct span report_cell(struct span *line);
/* The next cell of LINE, up to SEPARATOR. */
struct span report_field(struct span *line, char separator);

/* Is LINE a heading?  Without its "#". */
bool report_heading(struct span line, struct report_heading *heading);

/* Is LINE, behind a heading, its last columns, which a mailer wrapped? */
bool report_heading_goes_on(struct span line, struct report_heading *heading);

/* "12.34%", in hundredths; more decimals are rounded. */
bool report_percent(struct span word, uint64_t *value);

/*
 * Is LINE a row below HEADING, of a group of NR_EVENTS?  With HEADING NULL, of
 * a report whose heading was left out: then it must have a symbol with a mark
 * such as [k], or be of perf top.
 */
bool report_row(struct span line, const struct report_heading *heading,
		unsigned nr_events, struct report_row *row);

/* Is LINE a row of perf top of 2009 to 2011, which has counts? */
bool report_top_row(struct span line, struct report_row *row);

/* Is LINE of what stands above those rows: a title, names of columns, a rule? */
bool report_is_top_head(struct span line);

/* "[k] name": the symbol and its mode, off TEXT; false if there is no mark. */
bool report_symbol(struct span text, struct span *symbol, uint8_t *mode);

/* Can LINE be the first part of a row: a share, two blanks, and more? */
bool report_is_half(struct span line);

/*
 * Is LINE, of the mail's line RAW, deep enough to be of a call chain?  With
 * -g folded chains are not deep: "99.44% a;b;c".
 */
bool report_is_chain(struct span raw, struct span line);

/* The dots below a heading, of which a mailer may have wrapped some. */
bool report_is_ruler(struct span line);

/*
 * LINE without what the terminal has around it: a sign for what can be unfolded
 * in front, a scroll bar behind.
 */
struct span report_unframed(struct span line);

#endif
