#include "diffprof/ties.h"

static uint32_t one_at_a_time(struct span name)
{
	uint32_t hash = 0;

	for (size_t i = 0; i < name.len; i++) {
		hash += (unsigned char)name.ptr[i];
		hash += hash << 10;
		hash ^= hash >> 6;
	}
	hash += hash << 3;
	hash ^= hash >> 11;
	hash += hash << 15;
	return hash;
}

uint32_t ties_perl58(struct span name, size_t nr_keys)
{
	size_t buckets = 8;

	while (nr_keys > buckets - 1)
		buckets *= 2;
	return (uint32_t)(one_at_a_time(name) & (buckets - 1));
}
