/*
 * perfhead.h - what perf's texts say about the recording, in lines with "#"
 *
 *	# os release : 6.1.0-18-amd64
 *	# event : name = cycles, , id = { 5 }, type = 0, size = 128,
 *	  { sample_period, sample_freq } = 4000, ..., freq = 1, ...
 *
 * (an event is one line).  perf script and perf report print them with --header.
 */
#ifndef READ_PERFHEAD_H
#define READ_PERFHEAD_H

#include "diffprof/profile.h"

struct perf_head {
	struct arena *arena; /* of the profile */
	struct span release;
	struct perf_rate {
		struct span event;
		enum rate_kind kind;
		double rate;
	} *rate;
	size_t nr, cap;
};

/* Take what LINE, which begins with "#", says; false if it says nothing. */
bool perf_head_line(struct perf_head *head, struct span line);

/* Give PROF its release, and rates to those of its events that have none. */
void perf_head_apply(const struct perf_head *head, struct profile *prof);

#endif
