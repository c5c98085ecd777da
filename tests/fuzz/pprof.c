/*
 * pprof.c - profile.proto: any bytes, leaves and chains say the same
 */
#include "fuzz.h"
#include "samples.h"

#include "diffprof/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t leaves, chains;
	bool read = fuzz_samples(&reader_pprof, data, size, false, &leaves);

	FUZZ_REQUIRE("both or none", read == fuzz_samples(&reader_pprof, data,
							  size, true, &chains));
	FUZZ_REQUIRE("the same sum", !read || leaves == chains);
	// As one of two that were subtracted.
	for (unsigned side = 1; side <= 2; side++)
		fuzz_samples_of(&reader_pprof, data, size,
				&(struct read_options){ .side = side },
				&leaves);
	return 0;
}
