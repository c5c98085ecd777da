/*
 * oprofile.c - a sample file, any bytes, and any path; an `abi' file; a tar
 *
 * The bytes are read as a file alone, which the reader must know or refuse, and
 * as descriptions of a session and of a path.
 */
#include "fuzz.h"

#include "diffprof/reader.h"
#include "diffprof/samples.h"
#include "diffprof/tar.h"

#include "../../src/read/opfile.h"
#include "../../src/read/opname.h"

static uint64_t sum_of(const struct opfile *file)
{
	uint64_t sum = 0;

	FUZZ_REQUIRE("nodes", file->nr <= file->bytes.len / file->layout.node);
	for (uint32_t i = 0; i < file->nr; i++)
		sum += opfile_node(file, i).count;
	return sum;
}

static void read_file(const uint8_t *data, size_t size)
{
	struct read_options opts = { .comm = true, .cpu = true };
	struct opfile file = { 0 };
	struct profile prof;
	struct input in;
	struct error err = { 0 };
	uint64_t sum = 0, totals = 0;

	input_from_memory(&in, "fuzz", (const char *)data, size);
	reader_oprofile.sniff(&in);
	bool is_tar = tar_sniff(in.head) && !opfile_sniff(in.head);
	bool is_one = opfile_open((struct span){ (const char *)data, size },
				  NULL, "fuzz", &file, &err) == 0;
	profile_init(&prof, in.path, reader_oprofile.name);
	if (reader_oprofile.read(&in, &opts, &prof, &err) == 0) {
		FUZZ_REQUIRE("a sample file", is_one || is_tar);
		for (size_t i = 0; i < prof.samples->nr_samples; i++)
			sum += prof.samples->samples[i].count;
		for (size_t i = 0; i < prof.nr_events; i++)
			totals += prof.events[i].total;
		FUZZ_REQUIRE("totals", sum == totals);
		FUZZ_REQUIRE("the sum", is_tar || sum == sum_of(&file));
	} else {
		FUZZ_REQUIRE("refused", !is_one);
		fuzz_check_error(&err);
	}
	profile_release(&prof);
	input_close(&in);
}

/* The bytes up to the first newline are a path; what is behind them, an abi. */
static void read_names(const uint8_t *data, size_t size)
{
	struct span text = { (const char *)data, size };
	const char *end = size ? memchr(data, '\n', size) : NULL;
	struct arena arena = { 0 };
	struct opname name;
	struct opabi abi;
	struct opfile file;
	struct error err = { 0 };

	if (end) {
		text.len = (size_t)(end - text.ptr);
		struct span rest = { end + 1, size - text.len - 1 };

		if (opabi_parse(rest, &abi) &&
		    opfile_open((struct span){ (const char *)data, size }, &abi,
				"fuzz", &file, &err) == 0)
			sum_of(&file);
	}
	if (opname_parse(text, &arena, &name)) {
		FUZZ_REQUIRE("an application", name.app.len);
		FUZZ_REQUIRE("an image", name.image.len);
		FUZZ_REQUIRE("an event", name.event.len || name.flat);
		FUZZ_REQUIRE("a start", name.start < text.len);
	}
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_file(data, size);
	read_names(data, size);
	return 0;
}
