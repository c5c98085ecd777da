/*
 * elf.c - the symbol table of an ELF image: any bytes behind the magic
 */
#include "symbols.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in;
	char *image;

	if (size < 4)
		return 0;
	image = malloc(size);
	if (!image)
		abort();
	memcpy(image, data, size);
	memcpy(image, "\177ELF", 4);
	input_from_memory(&in, "fuzz", image, size);
	fuzz_load(&in);
	for (int stubs = 0; stubs < 2; stubs++) {
		input_from_memory(&in, "fuzz", image, size);
		fuzz_load_whole(&in, stubs);
	}
	free(image);
	return 0;
}
