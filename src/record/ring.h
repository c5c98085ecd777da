/*
 * ring.h - samplers: one ring buffer for each CPU, which the kernel fills
 *
 * The records are those of perf_event_open(2).
 */
#ifndef RECORD_RING_H
#define RECORD_RING_H

#include <linux/perf_event.h>

#include "diffprof/arena.h"
#include "diffprof/outbuf.h"

struct ring {
	int fd, cpu;
	struct perf_event_mmap_page *page; /* the data follow it */
	size_t size; /* of the data, a power of two */
};

struct rings {
	struct ring *ring;
	size_t nr, cap;
	struct arena arena;
};

/*
 * Open ATTR, disabled, on each CPU that is on line; ATTR is changed to what the
 * kernel takes: less precise, or without build ids.  *REASON is the errno of
 * what was refused.  Returns -1 if it was; then nothing is open.
 */
int rings_open(struct rings *rings, struct perf_event_attr *attr, int *reason);
void rings_enable(const struct rings *rings, bool enable);
/* Take all records there are now off RING, appending them to OUT. */
void ring_drain(struct ring *ring, struct outbuf *out);
void rings_close(struct rings *rings);

#endif
