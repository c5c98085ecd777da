/* test_procprofile.c - the difference of two dumps */
#include "../../src/record/procprofile.h"

#include "check.h"

static const char *path_of(char *path)
{
	strcpy(path, "/tmp/procprofile-XXXXXX");
	int fd = mkstemp(path);

	EXPECT_TRUE("a file", fd >= 0);
	close(fd);
	return path;
}

static void put(const char *path, const uint32_t *words, size_t nr)
{
	FILE *file = fopen(path, "w");

	EXPECT_TRUE("a file", file != NULL);
	fwrite(words, sizeof(*words), nr, file);
	fclose(file);
}

TEST(counters_are_subtracted_also_when_they_went_round)
{
	const uint32_t before[] = { 4, 10, 0, 0xfffffffe };
	const uint32_t after[] = { 4, 17, 1, 3 };
	const uint32_t want[] = { 4, 7, 1, 5 };
	struct procprofile p = { 0 };
	struct outbuf out = { 0 };
	struct error err;
	char path[64];

	put(path_of(path), before, 4);
	EXPECT_TRUE("there", procprofile_exists(path));
	EXPECT_OK(procprofile_begin(&p, path, &err), err);
	put(path, after, 4);
	EXPECT_OK(procprofile_end(&p, &out, &err), err);
	struct span got = { out.data, out.len };
	struct span wanted = { (const char *)want, sizeof(want) };
	EXPECT_SPAN("difference", got, wanted);

	// Another run, from here on.
	EXPECT_OK(procprofile_begin(&p, path, &err), err);
	out.len = 0;
	EXPECT_OK(procprofile_end(&p, &out, &err), err);
	EXPECT_TRUE("nothing", !memcmp(out.data + 4, "\0\0\0\0", 4));
	put(path, after, 3);
	EXPECT_FAIL(procprofile_end(&p, &out, &err), err, ERR_IO);
	EXPECT_HAS(err.text, "another size");
	unlink(path);
	EXPECT_FAIL(procprofile_begin(&p, path, &err), err, ERR_IO);
	EXPECT_HAS(err.text, "boot the kernel with profile=2");
	EXPECT_TRUE("gone", !procprofile_exists(path));
	procprofile_release(&p);
	outbuf_release(&out);
}

TEST(what_is_no_dump_is_refused)
{
	struct procprofile p = { 0 };
	struct error err;
	char path[64];

	put(path_of(path), (const uint32_t[]){ 1 }, 1);
	EXPECT_FAIL(procprofile_begin(&p, path, &err), err, ERR_IO);
	EXPECT_HAS(err.text, "4 bytes are no counters");
	unlink(path);
	procprofile_release(&p);
}

TEST_MAIN
