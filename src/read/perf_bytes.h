/*
 * perf_bytes.h - numbers of a perf.data file, in its byte order
 *
 * Records need not be aligned.  Whoever calls these has seen to it that the
 * bytes are there.
 */
#ifndef PERF_BYTES_H
#define PERF_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t perf_u16(const char *p, bool swap)
{
	uint16_t value;

	memcpy(&value, p, sizeof(value));
	return swap ? __builtin_bswap16(value) : value;
}

static inline uint32_t perf_u32(const char *p, bool swap)
{
	uint32_t value;

	memcpy(&value, p, sizeof(value));
	return swap ? __builtin_bswap32(value) : value;
}

static inline uint64_t perf_u64(const char *p, bool swap)
{
	uint64_t value;

	memcpy(&value, p, sizeof(value));
	return swap ? __builtin_bswap64(value) : value;
}

#endif
