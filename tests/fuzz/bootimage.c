/*
 * bootimage.c - what is packed in a vmlinuz: any bytes with its magic
 */
#include "diffprof/bootimage.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define BOOT_FLAG 0x1fe
#define HEADER 0x202

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bootimage boot;
	struct input in, kernel;
	struct error err;
	char *image;

	if (size < HEADER + 4)
		return 0;
	image = malloc(size);
	if (!image)
		abort();
	memcpy(image, data, size);
	memcpy(image + BOOT_FLAG, "\x55\xaa", 2);
	memcpy(image + HEADER, "HdrS", 4);
	input_from_memory(&in, "fuzz", image, size);
	if (bootimage_sniff(in.head) &&
	    bootimage_open(&in, &boot, &err) == 0) {
		FUZZ_REQUIRE("inside",
			     boot.payload.ptr >= image &&
				     boot.payload.len <=
					     size - (size_t)(boot.payload.ptr -
							     image));
		FUZZ_REQUIRE("release", boot.release.len <= 128);
		if (bootimage_unpack(&in, &boot, &kernel, &err) == 0) {
			FUZZ_REQUIRE("ELF", kernel.size >= 4 &&
						    !memcmp(kernel.data,
							    "\177ELF", 4));
			input_close(&kernel);
		}
	}
	free(image);
	return 0;
}
