/* test_ustar.c - plain tars are written, and gone through */
#include "diffprof/ustar.h"

#include "check.h"

static struct span bytes_of(const struct outbuf *tar)
{
	return (struct span){ tar->data, tar->len };
}

static struct outbuf two_files(void)
{
	struct outbuf tar = { 0 };

	ustar_put(&tar, "meta", SPAN("one\n"), 1066000000);
	ustar_put(&tar, "1/counts", SPAN(""), 0);
	ustar_end(&tar);
	return tar;
}

TEST(what_is_written_is_read)
{
	struct outbuf tar = two_files();
	struct span rest = bytes_of(&tar);
	struct ustar_file file;
	const char *why;

	EXPECT_U64("whole blocks", tar.len, 5 * 512);
	EXPECT_TRUE("first", ustar_next(&rest, &file, &why));
	EXPECT_SPAN("path", file.path, SPAN("meta"));
	EXPECT_SPAN("bytes", file.bytes, SPAN("one\n"));
	EXPECT_TRUE("second", ustar_next(&rest, &file, &why));
	EXPECT_SPAN("path", file.path, SPAN("1/counts"));
	EXPECT_U64("bytes", file.bytes.len, 0);
	EXPECT_TRUE("end", !ustar_next(&rest, &file, &why) && !why);
	outbuf_release(&tar);
}

TEST(the_same_files_give_the_same_bytes)
{
	struct outbuf a = two_files(), b = two_files();

	EXPECT_SPAN("tar", bytes_of(&a), bytes_of(&b));
	outbuf_release(&a);
	outbuf_release(&b);
}

/* What other tars put there: "./", directories, headers of their own. */
TEST(only_regular_files_count)
{
	struct outbuf tar = two_files();
	struct ustar_file file;
	struct span rest;
	const char *why;

	// The first becomes a directory; the sum of the header goes with it.
	tar.data[156] = '5';
	unsigned long sum = strtoul(tar.data + 148, NULL, 8);
	snprintf(tar.data + 148, 7, "%06lo", sum + '5' - '0');
	rest = bytes_of(&tar);
	EXPECT_TRUE("one", ustar_next(&rest, &file, &why));
	EXPECT_SPAN("path", file.path, SPAN("1/counts"));
	outbuf_release(&tar);

	tar = (struct outbuf){ 0 };
	ustar_put(&tar, "././meta", SPAN("x"), 0);
	rest = bytes_of(&tar);
	EXPECT_TRUE("one", ustar_next(&rest, &file, &why));
	EXPECT_SPAN("path", file.path, SPAN("meta"));
	outbuf_release(&tar);
}

TEST(a_tar_cut_anywhere_gives_whole_files_only)
{
	struct outbuf tar = two_files();

	for (size_t len = 0; len < tar.len; len++) {
		char *copy = malloc(len + 1);
		struct span rest = { copy, len };
		struct ustar_file file;
		const char *why;
		size_t files = 0;

		memcpy(copy, tar.data, len);
		while (ustar_next(&rest, &file, &why))
			files++;
		EXPECT_U64("files", files,
			   len >= 3 * 512 ? 2 :
			   len >= 516	  ? 1 :
					    0);
		EXPECT_TRUE("said why", why || len >= 4 * 512);
		free(copy);
	}
	outbuf_release(&tar);
}

TEST(a_damaged_header_ends_it)
{
	struct outbuf tar = two_files();
	struct span rest = bytes_of(&tar);
	struct ustar_file file;
	const char *why;

	tar.data[130] = '9';
	EXPECT_TRUE("none", !ustar_next(&rest, &file, &why));
	EXPECT_TEXT(why, "the tar is damaged");
	outbuf_release(&tar);
}

TEST_MAIN
