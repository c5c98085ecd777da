/*
 * perfevent.h - what perf_event_open(2) is asked for
 */
#ifndef RECORD_PERFEVENT_H
#define RECORD_PERFEVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>

#include "diffprof/error.h"

/*
 * Fill in type and config of ATTR for the event NAME: one of the kernel's own
 * ("cycles", "cpu-clock", "page-faults"), "rNNN" in hexadecimal digits, or a
 * tracepoint ("sched:sched_switch").  Fails with ERR_USAGE, listing the names,
 * and with ERR_IO when tracepoints cannot be looked up.
 */
int perfevent_find(const char *name, struct perf_event_attr *attr,
		   struct error *err);

/* Is it a clock, which is sampled by time whatever the processor can do? */
bool perfevent_is_clock(const struct perf_event_attr *attr);

/*
 * What stands in the way of ATTR when the kernel refused it with REASON, an
 * errno, and what to do about it.  ERR_IO.
 */
int perfevent_refused(const char *name, int reason, struct error *err);

#endif
