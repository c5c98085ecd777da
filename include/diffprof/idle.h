/*
 * idle.h - symbols in which a processor waits for work
 *
 * The list covers the idle loops and idle instructions of all architectures
 * from 2.4 on.  Names are compared with clone suffixes folded.
 */
#ifndef DIFFPROF_IDLE_H
#define DIFFPROF_IDLE_H

#include <stdbool.h>

#include "diffprof/span.h"

bool idle_is(struct span symbol);

#endif
