/*
 * synthesis.h - records about what was there before any record was made
 */
#ifndef RECORD_SYNTHESIS_H
#define RECORD_SYNTHESIS_H

#include "diffprof/outbuf.h"

/*
 * Bytes behind each record, all 0: its process and thread, time, and CPU, as
 * sampling.c asks for.
 */
#define SYNTHESIS_TRAILER 24

/*
 * Append a record of each thread's name and, with MAPS, of each executable map of
 * each process that there is now, from what /proc says.  The time of all is 0.
 */
void synthesis_make(bool maps, struct outbuf *out);

#endif
