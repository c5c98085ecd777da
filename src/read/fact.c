#include "diffprof/fact.h"

struct span fact_find(const struct fact *facts, size_t nr, const char *key)
{
	while (nr--)
		if (span_is(facts[nr].key, key))
			return facts[nr].value;
	return (struct span){ NULL, 0 };
}
