/*
 * idle.h - symbols in which a processor waits for work
 *
 * The list covers the idle loops and idle instructions of all architectures
 * from 2.4 on.  Names are compared with clone suffixes folded.
 */
#ifndef DIFFPROF_IDLE_H
#define DIFFPROF_IDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/span.h"

bool idle_is(struct span symbol);

/*
 * May a name be idle that begins with the four bytes of START, as names.h has
 * them?  Nearly all are not, which can so be told without looking at the name.
 */
bool idle_begins(uint32_t start);

#endif
