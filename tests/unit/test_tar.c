#include "diffprof/tar.h"

#include "diffprof/outbuf.h"

#include "check.h"

/* A header of POSIX's ustar, and BYTES behind it. */
static void put(struct outbuf *tar, const char *path, char type,
		struct span bytes)
{
	char head[512] = { 0 };
	unsigned sum = 8 * ' ';

	snprintf(head, 100, "%s", path);
	snprintf(head + 100, 8, "0000644");
	snprintf(head + 124, 12, "%011zo", bytes.len);
	snprintf(head + 136, 12, "%011o", 1066000000);
	head[156] = type;
	memcpy(head + 257,
	       "ustar\0"
	       "00",
	       8);
	for (size_t i = 0; i < sizeof(head); i++)
		sum += (unsigned char)head[i];
	snprintf(head + 148, 8, "%06o", sum);
	outbuf_bytes(tar, head, sizeof(head));
	outbuf_span(tar, bytes);
	while (tar->len % 512)
		outbuf_char(tar, '\0');
}

static void finish(struct outbuf *tar)
{
	outbuf_fill(tar, '\0', 1024);
}

struct made {
	struct outbuf bytes;
	struct arena arena;
	struct tar tar;
	struct error err;
};

static int list(struct made *m)
{
	return tar_list((struct span){ m->bytes.data, m->bytes.len }, "t.tar",
			&m->arena, &m->tar, &m->err);
}

static void release(struct made *m)
{
	outbuf_release(&m->bytes);
	arena_release(&m->arena);
}

TEST(files_are_spans_of_the_tar)
{
	struct made m = { 0 };

	put(&m.bytes, "./a", '5', SPAN(""));
	put(&m.bytes, "./a/one", '0', SPAN("first"));
	put(&m.bytes, "two", '0', SPAN(""));
	put(&m.bytes, "link", '2', SPAN(""));
	put(&m.bytes, ".//three", '0', SPAN("third"));
	finish(&m.bytes);
	EXPECT_TRUE("sniff", tar_sniff((struct span){ m.bytes.data, 512 }));
	EXPECT_OK(list(&m), m.err);
	EXPECT_U64("files", m.tar.nr, 3);
	EXPECT_TEXT(m.tar.file[0].path, "a/one");
	EXPECT_SPAN("one", m.tar.file[0].bytes, SPAN("first"));
	EXPECT_U64("time", m.tar.file[0].mtime, 1066000000);
	EXPECT_TRUE("no copy", m.tar.file[0].bytes.ptr > m.bytes.data &&
				       m.tar.file[0].bytes.ptr <
					       m.bytes.data + m.bytes.len);
	EXPECT_TEXT(m.tar.file[1].path, "two");
	EXPECT_U64("two", m.tar.file[1].bytes.len, 0);
	EXPECT_TEXT(m.tar.file[2].path, "three");
	EXPECT_TRUE("whole", !m.tar.cut_short);
	release(&m);
}

TEST(the_last_file_of_a_path_is_found)
{
	struct made m = { 0 };

	put(&m.bytes, "a", '0', SPAN("old"));
	put(&m.bytes, "a", '0', SPAN("new"));
	finish(&m.bytes);
	EXPECT_OK(list(&m), m.err);
	EXPECT_SPAN("a", tar_find(&m.tar, SPAN("a"))->bytes, SPAN("new"));
	EXPECT_TRUE("b", !tar_find(&m.tar, SPAN("b")));
	release(&m);
}

TEST(long_paths_are_whole)
{
	struct made m = { 0 };

	put(&m.bytes, "pax", 'x', SPAN("30 path={root}/a/{dep}/{root}\n"));
	put(&m.bytes, "short", '0', SPAN("x"));
	finish(&m.bytes);
	EXPECT_OK(list(&m), m.err);
	EXPECT_U64("files", m.tar.nr, 1);
	EXPECT_TEXT(m.tar.file[0].path, "{root}/a/{dep}/{root}");
	release(&m);
}

TEST(a_tar_cut_anywhere_has_what_is_whole)
{
	struct made m = { 0 };

	put(&m.bytes, "a", '0', SPAN("first"));
	put(&m.bytes, "b", '0', SPAN("second"));
	finish(&m.bytes);
	for (size_t len = 512; len < m.bytes.len; len++) {
		char *copy = malloc(len + 1);

		memcpy(copy, m.bytes.data, len);
		EXPECT_OK(tar_list((struct span){ copy, len }, "cut.tar",
				   &m.arena, &m.tar, &m.err),
			  m.err);
		EXPECT_TRUE("files", m.tar.nr <= 2);
		if (len >= 512 + 5)
			EXPECT_SPAN("a", m.tar.file[0].bytes, SPAN("first"));
		else if (m.tar.nr)
			EXPECT_U64("a", m.tar.file[0].bytes.len,
				   len < 512 ? 0 : len - 512);
		if (len > 512 && len < 1024)
			EXPECT_TRUE("said", m.tar.cut_short);
		free(copy);
	}
	release(&m);
}

TEST(a_sparse_file_of_any_size_is_not_made)
{
	struct made m = { 0 };
	char map[515] = "2\n0\n3\n999999999999\n0\n";

	memcpy(map + 512, "abc", 3);
	put(&m.bytes, "pax", 'x',
	    SPAN("22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n"
		 "24 GNU.sparse.name=bomb\n"
		 "36 GNU.sparse.realsize=999999999999\n"));
	put(&m.bytes, "bomb", '0', (struct span){ map, sizeof(map) });
	finish(&m.bytes);
	EXPECT_FAIL(list(&m), m.err, ERR_LIMIT);
	EXPECT_HAS(m.err.text, "t.tar: bomb: sparse files of over 256 MiB");
	release(&m);
}

TEST(other_bytes_are_no_tar)
{
	char zeros[1024] = { 0 };

	EXPECT_TRUE("empty", !tar_sniff(SPAN("")));
	EXPECT_TRUE("text", !tar_sniff(SPAN("hello\n")));
	EXPECT_TRUE("zeros", !tar_sniff((struct span){ zeros, sizeof(zeros) }));
}

TEST_MAIN
