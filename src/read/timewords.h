/*
 * timewords.h - times in the words of one line, as shells and kernbench have it
 */
#ifndef READ_TIMEWORDS_H
#define READ_TIMEWORDS_H

#include "diffprof/span.h"
#include "diffprof/times.h"

struct time_found {
	enum time_kind kind;
	double value;
	double sd; /* of a mean; NAN if not told */
	bool mean; /* of all runs */
};

/* Seconds: 45.71, 0:45.71, 1:02:03, 8m45.505s; also 1485%. */
bool time_parse(struct span text, double *value);

/*
 * What LINE, without blanks around it, tells; 0 if nothing:
 *
 *	make  5.12s user 1.41s system 52% cpu 12.331 total	zsh
 *	5.120u 1.410s 0:12.33 52.9%	0+0k 0+0io 0pf+0w	tcsh
 *	12.33 real         5.12 user         1.41 sys		BSD, ksh
 *	Elapsed: 12.33s User: 5.12s System: 1.41s CPU: 52.8%
 *	Elapsed Time 12.33 (0.102)				kernbench
 *	12.330000000 seconds time elapsed			perf stat
 */
size_t time_words(struct span line, struct time_found found[TIME_KINDS]);

#endif
