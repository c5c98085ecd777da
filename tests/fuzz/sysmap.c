/*
 * sysmap.c - System.map, kallsyms and nm text: any bytes
 */
#include "symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in;

	input_from_memory(&in, "fuzz", (const char *)data, size);
	// Images are elf.c's.
	if (elf_sniff(&in)) {
		input_close(&in);
		return 0;
	}
	fuzz_load(&in);
	input_from_memory(&in, "fuzz", (const char *)data, size);
	fuzz_load_whole(&in, false);
	return 0;
}
