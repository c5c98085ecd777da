/*
 * checksum.h - a number that bytes have, the same in every run
 *
 * It tells damage and difference, not malice: whoever wants to can make bytes of
 * any number.
 */
#ifndef DIFFPROF_CHECKSUM_H
#define DIFFPROF_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Of LEN bytes; with the checksum of others as SEED, of those and these. */
uint64_t checksum(uint64_t seed, const void *bytes, size_t len);

#endif
