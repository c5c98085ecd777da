/* test_proc.c - the raw histogram of /proc/profile: proc.c */
#include "diffprof/reader.h"

#include "check.h"

static const struct read_options opts;

static int read_words(const void *words, size_t size, struct input *in,
		      struct profile *prof, struct error *err)
{
	input_from_memory(in, "dump", words, size);
	profile_init(prof, "dump", "proc");
	return reader_proc.read(in, &opts, prof, err);
}

TEST(counters_that_are_not_zero_are_kept)
{
	static const unsigned char dump[] = {
		4, 0, 0, 0,  0, 0, 0, 0,  7, 0, 0, 0,  0, 0, 0, 0,
		0, 0, 0, 9,
	};
	struct profile prof;
	struct input in;
	struct error err;

	EXPECT_OK(read_words(dump, sizeof(dump), &in, &prof, &err), err);
	const struct histogram *hist = prof.histogram;

	EXPECT_U64("step", hist->step_word, 4);
	EXPECT_U64("words", hist->words, 4);
	EXPECT_U64("slots", hist->nr, 2);
	EXPECT_U64("index", hist->slot[0].index, 1);
	EXPECT_U64("count", hist->slot[0].count, 7);
	EXPECT_U64("index", hist->slot[1].index, 3);
	EXPECT_U64("count", hist->slot[1].count, 0x09000000);
	EXPECT_U64("low", hist->low, 1);
	EXPECT_U64("high", hist->high, 1);
	EXPECT_U64("no rows yet", prof.nr, 0);
	profile_release(&prof);
	input_close(&in);
}

/* Blocks of zeros are passed over; what is at their edges must not be. */
TEST(no_counter_is_missed_wherever_it_is)
{
	enum { WORDS = 20000 };
	static uint32_t dump[WORDS + 1];

	for (size_t at = 0; at < WORDS; at += at < 400 ? 1 : 977) {
		struct profile prof;
		struct input in;
		struct error err;

		memset(dump, 0, sizeof(dump));
		((unsigned char *)dump)[0] = 2;
		dump[at + 1] = 0x01010101;
		EXPECT_OK(read_words(dump, sizeof(dump), &in, &prof, &err),
			  err);
		EXPECT_U64("slots", prof.histogram->nr, 1);
		EXPECT_U64("index", prof.histogram->slot[0].index, at);
		EXPECT_U64("words", prof.histogram->words, WORDS);
		profile_release(&prof);
		input_close(&in);
	}
}

static const struct {
	const char *what;
	unsigned char first[4];
	size_t size;
	bool is_dump;
	enum error_kind kind;	/* of reading it */
	const char *error;
} heads[] = {
	{ "step 4", { 4 }, 16, true, ERR_NONE, NULL },
	{ "step 1", { 1 }, 16, true, ERR_NONE, NULL },
	{ "step 2^20", { 0, 0, 16 }, 16, true, ERR_NONE, NULL },
	{ "step 0", { 0 }, 16, true, ERR_NONE, NULL },
	{ "step 4, big-endian", { 0, 0, 0, 4 }, 16, true, ERR_NONE, NULL },
	{ "step 2^20, big-endian", { 0, 16 }, 16, true, ERR_NONE, NULL },
	{ "step 3", { 3 }, 16, false, ERR_FORMAT, "is no power of two" },
	{ "text", { '5', ' ', 'a', ' ' }, 16, false, ERR_FORMAT,
	  "is no power of two" },
	{ "one counter", { 4 }, 8, true, ERR_NONE, NULL },
	{ "no counter", { 4 }, 4, false, ERR_FORMAT, "not whole words" },
	{ "half a word", { 4 }, 18, true, ERR_FORMAT,
	  "dump: 18 bytes are not whole words of 4" },
	{ "three bytes", { 4 }, 3, false, ERR_FORMAT, "not whole words" },
};

TEST(a_dump_is_known_by_its_step_and_its_length)
{
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		unsigned char dump[32] = { 0 };
		struct profile prof;
		struct input in;
		struct error err;

		memcpy(dump, heads[i].first, 4);
		dump[4] = 1;
		input_from_memory(&in, "dump", (char *)dump, heads[i].size);
		EXPECT_U64(heads[i].what, reader_proc.sniff(&in),
			   heads[i].is_dump);
		input_close(&in);
		if (heads[i].kind == ERR_NONE) {
			EXPECT_OK(read_words(dump, heads[i].size, &in, &prof,
					     &err), err);
		} else {
			EXPECT_FAIL(read_words(dump, heads[i].size, &in, &prof,
					       &err), err, heads[i].kind);
			EXPECT_HAS(err.text, heads[i].error);
		}
		profile_release(&prof);
		input_close(&in);
	}
}

TEST(a_dump_that_was_cut_is_an_error)
{
	static const unsigned char dump[16] = { 4 };
	struct profile prof;
	struct input in;
	struct error err;

	input_from_memory(&in, "dump", (const char *)dump, sizeof(dump));
	in.cut_short = "its gzip data ends early";
	profile_init(&prof, "dump", "proc");
	EXPECT_FAIL(reader_proc.read(&in, &opts, &prof, &err), err, ERR_FORMAT);
	EXPECT_TEXT(err.text,
		    "dump: its gzip data ends early; a raw dump must be whole");
	profile_release(&prof);
	input_close(&in);
}

TEST(more_text_than_any_kernel_has_is_an_error)
{
	static const unsigned char dump[16] = { 4 };
	struct profile prof;
	struct input in;
	struct error err;

	input_from_memory(&in, "dump", (const char *)dump, sizeof(dump));
	in.size = (size_t)3 << 30;
	profile_init(&prof, "dump", "proc");
	EXPECT_FAIL(reader_proc.read(&in, &opts, &prof, &err), err, ERR_LIMIT);
	EXPECT_TRUE("before anything is set aside for it", !prof.histogram);
	profile_release(&prof);
	in.size = sizeof(dump);
	input_close(&in);
}

TEST_MAIN
