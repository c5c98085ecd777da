#include "diffprof/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t checksum(uint64_t seed, const void *bytes, size_t len)
{
	return XXH3_64bits_withSeed(bytes, len, seed);
}
