/*
 * proc.c - raw /proc/profile dumps: any bytes, with a map made to fit
 *
 * The map's text is as long as the dump says; its symbols follow from a hash of
 * the dump: some overlap, some share an address, some leave holes.  Whatever
 * they are, the rows' sum is the sum of the slots.
 */
#include "symbols.h"

#include "diffprof/attribute.h"
#include "diffprof/outbuf.h"
#include "diffprof/reader.h"

#define STEXT 0xffffffff81000000u
#define SYMBOLS_MAX 200

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static uint32_t hash(const uint8_t *data, size_t size)
{
	uint32_t value = 2166136261u;

	for (size_t i = 0; i < size; i++)
		value = (value ^ data[i]) * 16777619u;
	return value;
}

static void make_map(struct outbuf *map, uint64_t words, uint32_t step,
		     uint32_t seed)
{
	uint64_t text = words * step + (step ? next_random(&seed) % step : 0);
	unsigned nr = next_random(&seed) % SYMBOLS_MAX;
	uint64_t addr = STEXT;
	bool sizes = seed & 1;

	outbuf_printf(map, "%016llx T _stext\n", (unsigned long long)addr);
	for (unsigned i = 0; i < nr && addr - STEXT < text; i++) {
		uint64_t room = 2 * (text / (nr + 1)) + 1;

		outbuf_printf(map, "%016llx ", (unsigned long long)addr);
		if (sizes)
			outbuf_printf(map, "%016llx ",
				      (unsigned long long)(next_random(&seed) %
							   (2 * room)));
		outbuf_printf(map, "%c f%u\n", "Ttw"[next_random(&seed) % 3],
			      next_random(&seed) % (nr + 1));
		if (next_random(&seed) % 8)
			addr += next_random(&seed) % room;
	}
	outbuf_printf(map, "%016llx T _etext\n",
		      (unsigned long long)(STEXT + text));
}

static uint64_t swapped_sum(const struct histogram *hist)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < hist->nr; i++)
		sum += __builtin_bswap32(hist->slot[i].count);
	return sum;
}

static uint64_t plain_sum(const struct histogram *hist)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < hist->nr; i++)
		sum += hist->slot[i].count;
	return sum;
}

static void check_histogram(const struct histogram *hist, size_t size)
{
	FUZZ_REQUIRE("words", hist->words == size / 4 - 1);
	for (size_t i = 0; i < hist->nr; i++) {
		FUZZ_REQUIRE("hit", hist->slot[i].count);
		FUZZ_REQUIRE("inside", hist->slot[i].index < hist->words);
		FUZZ_REQUIRE("ascending", !i || hist->slot[i - 1].index <
			     hist->slot[i].index);
	}
}

/* One dump, with one way to give its ticks to the symbols. */
static void run(const uint8_t *data, size_t size,
		int (*way)(struct profile *prof, const struct symtab *st,
			   struct error *err))
{
	struct read_options opts = { 0 };
	struct outbuf map = { 0 };
	struct error err = { 0 };
	struct profile prof;
	struct symtab st;
	struct input in, map_in;

	input_from_memory(&in, "fuzz", (const char *)data, size);
	reader_proc.sniff(&in);
	profile_init(&prof, in.path, reader_proc.name);
	if (reader_proc.read(&in, &opts, &prof, &err) < 0) {
		fuzz_check_error(&err);
		goto out;
	}
	FUZZ_REQUIRE("a histogram", prof.histogram && !prof.nr);
	check_histogram(prof.histogram, size);

	uint64_t plain = plain_sum(prof.histogram);
	uint64_t swapped = swapped_sum(prof.histogram);
	uint32_t step = geometry_step_hint(prof.histogram);
	make_map(&map, prof.histogram->words, step ? step : 16,
		 hash(data, size));
	input_from_memory(&map_in, "map", map.data, map.len);
	if (symtab_load_input(&map_in, &st, &err) < 0) {
		fuzz_check_error(&err);
		goto out;
	}
	if (way(&prof, &st, &err) == 0) {
		fuzz_check_sum(&prof);
		FUZZ_REQUIRE("slots and rows", prof.listed == plain ||
			     prof.listed == swapped);
		FUZZ_REQUIRE("total", prof.total == prof.listed);
	} else {
		fuzz_check_error(&err);
	}
	symtab_close(&st);
out:
	outbuf_release(&map);
	profile_release(&prof);
	input_close(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	run(data, size, attribute);
	run(data, size, attribute_as_readprofile);
	return 0;
}
