/*
 * recording.c - a recording: any bytes, and any files
 *
 * The bytes are read as a tar; then as the files of one, "path\n" and their text
 * each, with form feeds between them: whoever changes a tar breaks its sums.
 */
#include "samples.h"

#include "diffprof/recording.h"
#include "diffprof/sums.h"
#include "diffprof/times.h"
#include "diffprof/ustar.h"

static void check_times(const struct times_sum *times)
{
	for (int i = 0; times && i <= TIME_CPU; i++)
		FUZZ_REQUIRE("times", times->of[i].sum <= WIDE_MAX &&
					      times->of[i].squares <= WIDE_MAX);
}

static struct outbuf merge_of(const struct profile *prof, bool *fits)
{
	struct outbuf file = { 0 };
	struct sums sums;
	struct error err = { 0 };

	sums_init(&sums);
	*fits = sums_add(&sums, prof, &err) == 0;
	if (*fits)
		FUZZ_REQUIRE("printed", sums_print(&sums, &file, &err) == 0);
	else
		fuzz_check_error(&err);
	sums_release(&sums);
	return file;
}

/* What is merged can be merged again, and is the same. */
static void check_merge(const struct profile *prof)
{
	struct read_options opts = { .run = 1 };
	struct outbuf first, second;
	struct profile again;
	struct input in;
	struct error err = { 0 };
	bool fits;

	first = merge_of(prof, &fits);
	if (!fits)
		return;
	input_from_memory(&in, "merged", first.data, first.len);
	profile_init(&again, in.path, reader_recording.name);
	FUZZ_REQUIRE("read", reader_recording.read(&in, &opts, &again, &err) ==
				     0);
	second = merge_of(&again, &fits);
	FUZZ_REQUIRE("merged again", fits);
	FUZZ_REQUIRE("the same bytes", first.len == second.len &&
		     !memcmp(first.data, second.data, first.len));
	profile_release(&again);
	outbuf_release(&first);
	outbuf_release(&second);
}

static void read_run(struct input *in, unsigned run, unsigned *runs)
{
	const struct read_options opts = { .chains = run & 1,
					   .comm = true,
					   .cpu = true,
					   .run = run };
	struct profile prof;
	struct error err = { 0 };

	profile_init(&prof, in->path, reader_recording.name);
	if (reader_recording.read(in, &opts, &prof, &err) == 0) {
		FUZZ_REQUIRE("something", prof.histogram || prof.samples ||
						  prof.nr_events);
		*runs = prof.input_runs;
		if (prof.samples)
			FUZZ_REQUIRE("the sum", fuzz_check_samples(&prof) ==
							prof.events[0].total);
		check_times(prof.times);
		if (!prof.histogram)
			check_merge(&prof);
	} else {
		fuzz_check_error(&err);
	}
	profile_release(&prof);
}

static void read_tar(const char *data, size_t size)
{
	struct input in;
	unsigned runs = 0;

	input_from_memory(&in, "fuzz", data, size);
	reader_recording.sniff(&in);
	read_run(&in, 1, &runs);
	for (unsigned run = 2; run <= runs && run < 5; run++)
		read_run(&in, run, &runs);
	input_close(&in);
}

static void read_files(struct span text)
{
	struct outbuf tar = { 0 };

	while (text.len) {
		const char *end = memchr(text.ptr, '\f', text.len);
		struct span file = { text.ptr, end ? (size_t)(end - text.ptr) :
						     text.len };
		const char *line = memchr(file.ptr, '\n', file.len);
		char path[USTAR_PATH_MAX + 1] = "";

		text.ptr += file.len + (end != NULL);
		text.len -= file.len + (end != NULL);
		if (!line)
			continue;
		size_t len = (size_t)(line - file.ptr);
		memcpy(path, file.ptr, len < USTAR_PATH_MAX ? len :
							      USTAR_PATH_MAX);
		ustar_put(&tar, path,
			  (struct span){ line + 1, file.len - len - 1 }, 0);
	}
	ustar_end(&tar);
	read_tar(tar.data, tar.len);
	outbuf_release(&tar);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_tar((const char *)data, size);
	read_files((struct span){ (const char *)data, size });
	return 0;
}
