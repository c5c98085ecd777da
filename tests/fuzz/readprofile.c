/*
 * readprofile.c - text of readprofile(8): any bytes, whole or one section
 */
#include "fuzz.h"

#include "diffprof/reader.h"

static void read_section(const uint8_t *data, size_t size, unsigned section)
{
	struct read_options opts = { .section = section };
	struct profile prof;
	struct input in;
	struct error err = { 0 };

	input_from_memory(&in, "fuzz", (const char *)data, size);
	reader_readprofile.sniff(&in);
	profile_init(&prof, in.path, reader_readprofile.name);
	if (reader_readprofile.read(&in, &opts, &prof, &err) == 0) {
		fuzz_check_sum(&prof);
		fuzz_check_details(&prof);
	} else {
		fuzz_check_error(&err);
	}
	profile_release(&prof);
	input_close(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (unsigned section = 0; section < 3; section++)
		read_section(data, size, section);
	return 0;
}
