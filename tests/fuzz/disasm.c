/*
 * disasm.c - the code of an ELF image: any bytes behind the magic
 */
#include "fuzz.h"

#include "diffprof/disasm.h"

/* So many functions are taken apart, and so many bytes of each. */
#define PARTS_MAX 50
#define BYTES_MAX 2000

static void check_part(struct disasm *d, struct code_part *part,
		       struct arena *arena)
{
	uint64_t next = part->addr;
	size_t nr;

	if (part->size > BYTES_MAX)
		part->size = BYTES_MAX;
	const struct instruction *list = disasm_part(d, part, arena, &nr);

	for (size_t i = 0; i < nr; i++) {
		FUZZ_REQUIRE("one behind the other", list[i].addr == next);
		FUZZ_REQUIRE("bytes", list[i].size);
		FUZZ_REQUIRE("texts", list[i].text && list[i].shape);
		for (const char *p = list[i].text; *p; p++)
			FUZZ_REQUIRE("plain", *p >= ' ' && *p < 0x7f);
		next += list[i].size;
	}
	FUZZ_REQUIRE("no more", next - part->addr <= part->size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct elfcode code;
	struct disasm *d;
	struct error err;
	const char *why;
	char *image;

	if (size < 4)
		return 0;
	image = malloc(size);
	if (!image)
		abort();
	memcpy(image, data, size);
	memcpy(image, "\177ELF", 4);
	const struct image_file file = { "fuzz", { image, size } };

	if (elfcode_open(&file, &code, &err) < 0) {
		fuzz_check_error(&err);
		free(image);
		return 0;
	}
	elfcode_offers(&code.symtab.in);
	d = disasm_open(&code, &arena, &why);
	for (size_t i = 0; d && i < code.symtab.nr && i < PARTS_MAX; i++) {
		struct code_part part;

		if (elfcode_part_at(&code, code.symtab.symbols[i].addr, &part))
			check_part(d, &part, &arena);
	}
	disasm_close(d);
	elfcode_close(&code);
	arena_release(&arena);
	free(image);
	return 0;
}
