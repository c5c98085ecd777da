/*
 * tasks.h - independent pieces of work, side by side
 */
#ifndef DIFFPROF_TASKS_H
#define DIFFPROF_TASKS_H

#include <stddef.h>

/*
 * Call WORK(ARG, i) once for each i below NR, in threads when PARALLEL is set
 * and there is more than one processor.  Returns when all are done.  The calls
 * must not share anything they change.
 */
void tasks_run(size_t nr, int parallel, void (*work)(void *arg, size_t i),
	       void *arg);

#endif
