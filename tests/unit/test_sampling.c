/*
 * test_sampling.c - samples of this very system, where it allows that; and what
 * was there before any sample
 */
#include "../../src/record/sampling.h"

#include <sys/prctl.h>

#include "../../src/record/synthesis.h"

#include "check.h"

static void work_in_kernel(void)
{
	char path[] = "/proc/self/status";

	for (int i = 0; i < 3000; i++) {
		FILE *file = fopen(path, "r");
		char text[4096];

		if (file && fread(text, 1, sizeof(text), file))
			fclose(file);
	}
}

static bool open_or_skip(struct sampling *s, const struct sampling_options *o)
{
	struct error err;

	if (sampling_open(s, o, &err) == 0)
		return true;
	print_message("# %s\n", err.text);
	sampling_close(s);
	skip();
	return false;
}

TEST(the_kernel_is_sampled_run_by_run)
{
	const struct sampling_options opts = { .event = "cpu-clock",
					       .frequency = 4999 };
	struct sampling s;
	struct error err;

	if (!open_or_skip(&s, &opts))
		return;
	prctl(PR_SET_NAME, "worker bee");
	for (int run = 0; run < 2; run++) {
		struct outbuf text = { 0 };

		sampling_begin(&s);
		work_in_kernel();
		EXPECT_OK(sampling_take(&s, &err), err);
		work_in_kernel();
		EXPECT_OK(sampling_end(&s, &err), err);
		EXPECT_TRUE("samples", s.tally.samples > 10);
		tally_print(&s.tally, &text);
		EXPECT_TRUE("comm",
			    memmem(text.data, text.len, " worker bee\n", 12));
		EXPECT_TRUE("kernel", memmem(text.data, text.len, " k ", 3));
		EXPECT_TRUE("nothing else",
			    !memmem(text.data, text.len, " u ", 3));
		outbuf_release(&text);
	}
	sampling_close(&s);
}

TEST(programs_are_sampled_with_their_images)
{
	const struct sampling_options opts = { .event = "cpu-clock",
					       .user = true,
					       .chains = true };
	struct outbuf text = { 0 };
	struct sampling s;
	struct error err;

	if (!open_or_skip(&s, &opts))
		return;
	sampling_begin(&s);
	for (volatile int i = 0; i < 100000000; i++) {
		// in the program
	}
	EXPECT_OK(sampling_end(&s, &err), err);
	tally_print(&s.tally, &text);
	EXPECT_TRUE("image", memmem(text.data, text.len, "test_sampling\n", 14));
	EXPECT_TRUE("user", memmem(text.data, text.len, " u ", 3));
	outbuf_release(&text);
	sampling_close(&s);
}

TEST(threads_and_maps_are_there_before_any_record)
{
	struct outbuf out = { 0 };
	struct perf_event_header header;
	size_t comms = 0, maps = 0;

	synthesis_make(true, &out);
	for (size_t at = 0; at < out.len; at += header.size) {
		memcpy(&header, out.data + at, sizeof(header));
		EXPECT_TRUE("size", header.size >= 16 + SYNTHESIS_TRAILER &&
					    header.size % 8 == 0 &&
					    header.size <= out.len - at);
		comms += header.type == PERF_RECORD_COMM;
		maps += header.type == PERF_RECORD_MMAP;
	}
	EXPECT_TRUE("threads", comms > 0);
	EXPECT_TRUE("maps", maps > 0);
	EXPECT_TRUE("this one",
		    memmem(out.data, out.len, "/test_sampling", 15));
	outbuf_release(&out);
}

TEST_MAIN
