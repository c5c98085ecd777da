/* test_tally.c - what was sampled is written, and read again as it was */
#include "../../src/record/tally.h"

#include "recmade.h"

/* Samples of a run, twice: what a tally is made of. */
static const char *const made[] = {
	"meta",
	RECORDING_META "event: cpu-clock\nweight: ns\n",
	"1/counts",
	"comm 1 make\n"
	"comm 2 odd\\x0aname\n"
	"image 1 00ff /usr/bin/make\n"
	"image 2 - [anon]\n"
	"5 500 k 0 1 ffffffff81000104 ffffffff81000204 1+10\n"
	"2 200 u 1 2 1+20\n"
	"1 100 u - - 2+\n"
	"1 100 g 0 - 2+\n",
	NULL,
};

static struct outbuf counts_of(const struct outbuf *tar, unsigned times)
{
	struct outbuf text = { 0 };
	struct tally tally;

	tally_init(&tally);
	for (unsigned i = 0; i < times; i++) {
		struct sampled t;

		EXPECT_OK(recording_read_run(&t, tar, 1), t.err);
		tally_add(&tally, &t.prof);
		sampled_close(&t);
	}
	tally_print(&tally, &text);
	tally_release(&tally);
	return text;
}

static bool has(const struct outbuf *text, const char *line)
{
	return memmem(text->data, text->len, line, strlen(line)) != NULL;
}

TEST(it_is_written_as_it_was_read)
{
	struct outbuf tar = recording_made(made), again = { 0 };
	struct outbuf first = counts_of(&tar, 1), second;

	EXPECT_TRUE("chain", has(&first,
				 "5 500 k 0 1 ffffffff81000104 ffffffff81000204"
				 " 1+10\n"));
	EXPECT_TRUE("build id", has(&first, "image 1 00ff /usr/bin/make\n"));
	EXPECT_TRUE("no offset", has(&first, "1 100 g 0 - 2+\n"));
	EXPECT_TRUE("name", has(&first, "comm 2 odd\\x0aname\n"));
	ustar_put(&again, "meta",
		  span_of(RECORDING_META "event: cpu-clock\nweight: ns\n"), 0);
	ustar_put(&again, "1/counts", (struct span){ first.data, first.len },
		  0);
	ustar_end(&again);
	second = counts_of(&again, 1);
	// Images are numbered as they come.
	EXPECT_U64("as long", second.len, first.len);
	outbuf_release(&tar);
	outbuf_release(&again);
	outbuf_release(&first);
	outbuf_release(&second);
}

TEST(pieces_add_up)
{
	struct outbuf tar = recording_made(made);
	struct outbuf text = counts_of(&tar, 3);

	EXPECT_TRUE("three times", has(&text, "15 1500 k 0 1 "));
	outbuf_release(&tar);
	outbuf_release(&text);
}

TEST_MAIN
