/*
 * folded.c - folded stacks: any bytes, leaves and chains say the same
 */
#include "fuzz.h"
#include "samples.h"

#include "diffprof/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t leaves, chains;
	bool read = fuzz_samples(&reader_folded, data, size, false, &leaves);

	FUZZ_REQUIRE("both or none", read == fuzz_samples(&reader_folded, data,
							  size, true, &chains));
	FUZZ_REQUIRE("the same sum", !read || leaves == chains);
	// One of two counts a line, where all have two.
	for (unsigned side = 1; side <= 2; side++)
		FUZZ_REQUIRE("one side as well",
			     fuzz_samples_of(&reader_folded, data, size,
					     &(struct read_options){
						     .side = side },
					     &leaves) == read);
	return 0;
}
