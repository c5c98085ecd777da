/*
 * running.h - which kernel is running
 *
 * ROOT is where the system's files are: "" for this one.  Each is NULL if the
 * system does not say.
 */
#ifndef DIFFPROF_RUNNING_H
#define DIFFPROF_RUNNING_H

#include "diffprof/arena.h"

const char *running_build_id(struct arena *arena, const char *root);
const char *running_release(struct arena *arena, const char *root);

#endif
