/*
 * perf.c - perf.data: any bytes, leaves and chains say the same
 */
#include "fuzz.h"
#include "samples.h"

#include "diffprof/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t leaves = 0, chains = 0;
	struct input in;

	input_from_memory(&in, "fuzz", (const char *)data, size);
	bool ours = reader_perf.sniff(&in);
	input_close(&in);
	if (!ours)
		return 0;
	// Weights add up by entry: their sums may be too large for one of them.
	if (fuzz_samples(&reader_perf, data, size, false, &leaves) &&
	    fuzz_samples(&reader_perf, data, size, true, &chains))
		FUZZ_REQUIRE("the same sum", leaves == chains);
	return 0;
}
