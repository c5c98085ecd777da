/*
 * ties.h - the order that equal deltas had in the threads
 *
 * The script that made the listings of 2002 to 2006 sorted the keys of a hash
 * by delta, with a stable sort: equal deltas came out in the order in which
 * Perl 5.8 walked its hash, bucket by bucket.
 */
#ifndef DIFFPROF_TIES_H
#define DIFFPROF_TIES_H

#include <stddef.h>
#include <stdint.h>

#include "diffprof/span.h"

/*
 * Where Perl 5.8 would put NAME among the keys of a hash of NR_KEYS: its
 * bucket.  (Bob Jenkins' one-at-a-time hash with seed 0; 8 buckets, doubled
 * whenever there are more keys than buckets - 1.)
 */
uint32_t ties_perl58(struct span name, size_t nr_keys);

#endif
