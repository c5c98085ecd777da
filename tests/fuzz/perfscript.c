/*
 * perfscript.c - output of perf script: any bytes, leaves and chains agree
 */
#include "fuzz.h"
#include "samples.h"

#include "diffprof/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t leaves, chains;
	bool read =
		fuzz_samples(&reader_perf_script, data, size, false, &leaves);

	// Weights of several chains, taken together, may pass 63 bits.
	if (fuzz_samples(&reader_perf_script, data, size, true, &chains) &&
	    read)
		FUZZ_REQUIRE("the same sum", leaves == chains);
	return 0;
}
