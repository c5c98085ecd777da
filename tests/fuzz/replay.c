/*
 * replay.c - one fuzz target over kept files, without libFuzzer
 *
 * Each file is given whole, cut short at many places, and with bytes changed,
 * the same ones each time.  Prints TAP; trouble ends the program.
 */
#include "fuzz.h"

#include <string.h>

#define CUTS 64
#define CHANGES 128

/* In memory of its own, so that a sanitizer sees where it ends. */
static void give(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static void vary(uint8_t *data, size_t size)
{
	uint32_t state = (uint32_t)size;

	for (size_t i = 0; i < CUTS; i++)
		give(data, size * i / CUTS);
	for (size_t i = 0; size && i < CHANGES; i++) {
		uint8_t *at = data + next_random(&state) % size;
		uint8_t old = *at;

		*at = (uint8_t)next_random(&state);
		give(data, size);
		*at = old;
	}
}

static uint8_t *load(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	size_t cap = (size_t)1 << 20;
	uint8_t *data = malloc(cap);

	if (!file || !data)
		return NULL;
	*size = fread(data, 1, cap, file);
	fclose(file);
	return data;
}

int main(int argc, char **argv)
{
	printf("1..%d\n", argc - 1);
	for (int i = 1; i < argc; i++) {
		size_t size;
		uint8_t *data = load(argv[i], &size);

		if (!data) {
			printf("not ok %d - %s\n", i, argv[i]);
			return 1;
		}
		give(data, size);
		vary(data, size);
		free(data);
		printf("ok %d - %s\n", i, argv[i]);
		fflush(stdout);
	}
	return 0;
}
