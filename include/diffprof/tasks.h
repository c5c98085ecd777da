/*
 * tasks.h - independent pieces of work, side by side or behind the scene
 */
#ifndef DIFFPROF_TASKS_H
#define DIFFPROF_TASKS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Call WORK(ARG, i) once for each i below NR, in threads when PARALLEL is set
 * and there is more than one processor.  Returns when all are done.  The calls
 * must not share anything they change, but between the following two.
 */
void tasks_run(size_t nr, int parallel, void (*work)(void *arg, size_t i),
	       void *arg);

/* From here to there only one call is at a time, of all there are. */
void tasks_one_by_one(void);
void tasks_side_by_side(void);

/* One call in a thread of its own, while this one goes on. */
struct background;

/*
 * Call WORK(ARG) in the background.  The thread takes no signals.  Where there is
 * no thread to be had, it is done when this returns.
 */
struct background *background_begin(void (*work)(void *arg), void *arg);
/* Has the call returned? */
bool background_is_done(const struct background *job);
/* Readable once the call has returned: for poll(); -1 where it has already. */
int background_fd(const struct background *job);
/* Wait until it has, and give back JOB. */
void background_end(struct background *job);

#endif
