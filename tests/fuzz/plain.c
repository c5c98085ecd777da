/*
 * plain.c - any bytes as a text that mail or a page has changed
 *
 * What is undone is in the bytes that are left; they are the input's.
 */
#include "fuzz.h"

#include <string.h>

#include "diffprof/plain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in;
	struct span text;
	const char *what;
	struct error err;

	if (!size)
		return 0;
	input_from_memory(&in, "fuzz", (const char *)data, size);
	if (plain_text(&in, &what, &err) < 0 ||
	    input_data(&in, &text, &err) < 0)
		FUZZ_REQUIRE("an input in memory can be read", false);
	if (!what) {
		FUZZ_REQUIRE("as it was", text.len == size);
		FUZZ_REQUIRE("as it was",
			     !size || text.ptr == (const char *)data);
	} else {
		FUZZ_REQUIRE("no longer", text.len <= size * 3 / 2);
	}
	FUZZ_REQUIRE("the head is of it",
		     in.head.ptr == text.ptr && in.head.len <= text.len);
	input_close(&in);
	return 0;
}
