/*
 * scriptline.h - what one line of perf script's output is
 *
 * A line says whose sample it is (a head), or where in a call chain it was (a
 * frame); without call chains a head is followed by its frame in the same line.
 * Which columns a head has is up to perf script -F, and the command in front may
 * hold anything, so it is found from the columns behind it.
 */
#ifndef READ_SCRIPTLINE_H
#define READ_SCRIPTLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/span.h"

struct script_head {
	struct span comm; /* may be empty */
	struct span event; /* without the colon; empty if not printed */
	struct span rest; /* what stands behind */
	uint64_t period;
	int32_t cpu; /* CPU_NONE if not printed */
	bool has_pid, has_time, has_period;
	bool record; /* no sample: REST begins with PERF_RECORD_ */
};

struct script_frame {
	uint64_t addr;
	struct span symbol; /* without offset; empty if it has none */
	struct span dso; /* without parentheses; empty if not printed */
	uint64_t offset; /* into the symbol */
	bool has_offset;
	bool sure; /* an offset or an object makes it one */
	bool inlined; /* into the frame of the next line */
};

/*
 * Is LINE a head?  It has a time, or an event behind a process, or is one of
 * perf's own records.
 */
bool scriptline_head(struct span line, struct script_head *head);

/*
 * A line of few columns, as -F comm,ip,sym and the like print it: a command or
 * an event, or one of a process with a frame behind it.  Nearly any line of any
 * text could be one, so what follows has to tell.
 */
bool scriptline_short_head(struct span line, struct script_head *head);

/* Is TEXT a frame: an address, perhaps its symbol, perhaps the object? */
bool scriptline_frame(struct span text, struct script_frame *frame);

/*
 * The same behind a head, where a branch has its source in front of "=>", an
 * address of data may stand before, and branch stacks behind.
 */
bool scriptline_inline_frame(struct span text, struct script_frame *frame);

/* Is there, behind a head, an address in the 17 columns that perf gives it? */
bool scriptline_is_wide(struct span rest);

/* Does what stands behind a head tell a place?  Tracepoints have more there. */
bool scriptline_is_place(struct span rest);

/* Is it a frame in columns 2 to 17, as without a chain and without a head? */
bool scriptline_is_bare(struct span line);

/* Is it a frame in 16 columns behind a TAB, as in a chain? */
bool scriptline_is_chain(struct span line);

/* Are there samples in TEXT that nothing but perf script prints? */
bool scriptsniff(struct span text);

#endif
