/*
 * times.h - how long the runs of a job took, from what people keep
 *
 * A file holds one run or several, in one of these forms, which may be mixed:
 *
 *	real	8m45.505s		bash's time and time -p: three lines a run
 *	user	4m1.2s
 *	sys	0m34.55s
 *
 *	564.96user 113.92system 0:45.71elapsed 1485%CPU		GNU time
 *	Elapsed (wall clock) time (h:mm:ss or m:ss): 0:45.71	GNU time -v
 *
 *	Elapsed  System    User	 CPU		a table: a line a run
 *	  45.71  113.92  564.96  1485
 *
 *	          Throughput    Std. Dev			means, and how far the
 *	   2.5.30     100.0%         0.8%			runs lie from them
 *
 * A table names its columns (elapsed or real, system or sys, user, cpu,
 * throughput); its lines may begin with whose times they are: "base", "test", or
 * the label of a side, as in the tables that this program prints.  "Std. Dev" or
 * "sd" behind one of them is its deviation, so that a line is all runs of a side;
 * of how many, "runs" or "n" may say.
 */
#ifndef DIFFPROF_TIMES_H
#define DIFFPROF_TIMES_H

#include <stdbool.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/span.h"
#include "diffprof/wide.h"

enum time_kind {
	TIME_ELAPSED,		/* seconds, as system and user */
	TIME_SYSTEM,
	TIME_USER,
	TIME_CPU,		/* percent of one processor */
	TIME_THROUGHPUT,	/* work in any unit: more is better */
	TIME_KINDS,
};

/* Headings, as the threads have them. */
extern const char *const time_names[];

/* The runs of one side: single ones, or only what they come to. */
struct times {
	struct time_series {
		double *value;
		size_t nr, cap;
		bool has_mean;		/* where there are no single ones */
		double mean, sd, runs;	/* NAN: not said */
	} of[TIME_KINDS];
};

/*
 * What the runs of a recording come to, whole: in millionths of seconds, or of a
 * percent of a processor.
 */
struct times_sum {
	struct timed {
		uint64_t runs;
		wide sum, squares;
	} of[TIME_CPU + 1];
};

/* One side to read times of. */
struct times_side {
	const char *label;
	struct times *times;
};

/*
 * Add what TEXT (of the file PATH) says to the NR sides, base first.  When there
 * are several, each line of it must name its side; with two the second is also
 * called "test".  Fails with ERR_FORMAT when no line is a time, when a side is
 * missing, or has two means.
 */
int times_read(const char *path, struct span text,
	       const struct times_side *sides, size_t nr, struct arena *arena,
	       struct error *err);

#endif
