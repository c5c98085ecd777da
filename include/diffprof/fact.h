/*
 * fact.h - what is known of how a profile came about
 *
 * Of the machine, the kernel and the command, by key: "cpus", "hz", "governor".
 * The keys are those of a recording's `meta', see diffprof-formats(5).
 */
#ifndef DIFFPROF_FACT_H
#define DIFFPROF_FACT_H

#include "diffprof/span.h"

struct fact {
	struct span key, value;
};

/* The value of the last fact of KEY, or an empty span whose ptr is NULL. */
struct span fact_find(const struct fact *facts, size_t nr, const char *key);

#endif
