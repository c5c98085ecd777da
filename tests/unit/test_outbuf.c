#include "diffprof/outbuf.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "check.h"

static struct span text_of(const struct outbuf *out)
{
	return (struct span){ out->data, out->len };
}

TEST(pieces_are_joined)
{
	struct outbuf out = { 0 };

	outbuf_text(&out, "a");
	outbuf_bytes(&out, "b\0c", 3);
	outbuf_span(&out, SPAN("d"));
	outbuf_char(&out, 'e');
	outbuf_fill(&out, '.', 3);
	outbuf_fill(&out, '!', 0);
	outbuf_printf(&out, "%10d|%s", -5, "x");
	outbuf_bytes(&out, NULL, 0);
	EXPECT_SPAN("text", text_of(&out), SPAN("ab\0cde...        -5|x"));
	outbuf_release(&out);
	EXPECT_U64("released", out.len, 0);
}

TEST(it_grows_by_any_amount)
{
	struct outbuf out = { 0 };
	size_t size = 100000;
	char *big = malloc(size + 1);

	memset(big, 'z', size);
	big[size] = '\0';
	for (int i = 0; i < 20000; i++)
		outbuf_char(&out, 'a');
	outbuf_printf(&out, "%s", big);
	outbuf_bytes(&out, big, size);
	outbuf_fill(&out, 'f', size);
	EXPECT_U64("length", out.len, 20000 + 3 * size);
	EXPECT_U64("first", out.data[0], 'a');
	EXPECT_U64("middle", out.data[20000 + size], 'z');
	EXPECT_U64("last", out.data[out.len - 1], 'f');
	free(big);
	outbuf_release(&out);
}

TEST(room_is_there_before_it_is_used)
{
	struct outbuf out = { 0 };
	char *room = outbuf_room(&out, 50000);

	memset(room, 'r', 50000);
	EXPECT_U64("not yet", out.len, 0);
	outbuf_wrote(&out, 7);
	EXPECT_SPAN("used", text_of(&out), SPAN("rrrrrrr"));
	outbuf_release(&out);
}

/* A directory that is empty again when a test is done with it. */
static char dir[] = "/tmp/diffprof-test-XXXXXX";

static const char *in_dir(const char *name)
{
	static char path[2][100];
	static int turn;

	if (strstr(dir, "XXXXXX"))
		EXPECT_TRUE("a directory", mkdtemp(dir) != NULL);
	turn = !turn;
	snprintf(path[turn], sizeof(path[turn]), "%s/%s", dir, name);
	return path[turn];
}

static const char *contents(const char *path)
{
	static char text[1000];
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	EXPECT_TRUE(path, n >= 0);
	close(fd);
	text[n] = '\0';
	return text;
}

static void put(const char *path, const char *text, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	EXPECT_TRUE(path, fd >= 0 && fchmod(fd, mode) == 0);
	EXPECT_U64(path, write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void expect_empty_dir(void)
{
	EXPECT_TRUE("nothing is left behind", rmdir(dir) == 0);
	memcpy(dir + strlen(dir) - 6, "XXXXXX", 6);
}

TEST(a_new_file_is_whole_and_obeys_the_umask)
{
	struct outbuf out = { 0 };
	struct error err;
	struct stat st;
	const char *path = in_dir("new");
	mode_t mask = umask(027);

	outbuf_text(&out, "hello\n");
	EXPECT_OK(outbuf_write(&out, path, &err), err);
	umask(mask);
	EXPECT_TEXT(contents(path), "hello\n");
	stat(path, &st);
	EXPECT_U64("mode", st.st_mode & 07777, 0640);
	unlink(path);
	expect_empty_dir();
	outbuf_release(&out);
}

TEST(an_old_file_keeps_its_mode)
{
	struct outbuf out = { 0 };
	struct error err;
	struct stat st;
	const char *path = in_dir("old");

	put(path, "something longer than the new text\n", 0604);
	outbuf_text(&out, "new\n");
	EXPECT_OK(outbuf_write(&out, path, &err), err);
	EXPECT_TEXT(contents(path), "new\n");
	stat(path, &st);
	EXPECT_U64("mode", st.st_mode & 07777, 0604);
	unlink(path);
	expect_empty_dir();
	outbuf_release(&out);
}

TEST(a_link_stays_a_link)
{
	struct outbuf out = { 0 };
	struct error err;
	struct stat st;
	const char *link = in_dir("link");

	put(in_dir("target"), "old\n", 0644);
	EXPECT_U64("symlink", symlink("target", link), 0);
	outbuf_text(&out, "new\n");
	EXPECT_OK(outbuf_write(&out, link, &err), err);
	lstat(link, &st);
	EXPECT_TRUE("still a link", S_ISLNK(st.st_mode));
	unlink(link);
	const char *target = in_dir("target");
	EXPECT_TEXT(contents(target), "new\n");
	unlink(target);
	expect_empty_dir();
	outbuf_release(&out);
}

TEST(nothing_to_write_is_an_empty_file)
{
	struct outbuf out = { 0 };
	struct error err;
	const char *path = in_dir("empty");

	EXPECT_OK(outbuf_write(&out, path, &err), err);
	EXPECT_TEXT(contents(path), "");
	unlink(path);
	expect_empty_dir();
}

TEST(what_cannot_be_written_is_a_sentence)
{
	struct outbuf out = { 0 };
	struct error err;

	outbuf_text(&out, "text");
	const char *path = in_dir("none/file");
	EXPECT_FAIL(outbuf_write(&out, path, &err), err, ERR_IO);
	EXPECT_HAS(err.text, path);
	EXPECT_HAS(err.text, "No such file or directory");
	EXPECT_FAIL(outbuf_write(&out, dir, &err), err, ERR_IO);
	EXPECT_FAIL(outbuf_write(&out, "/dev/full", &err), err, ERR_IO);
	EXPECT_TEXT(err.text, "/dev/full: No space left on device");
	expect_empty_dir();
	outbuf_release(&out);
}

TEST(a_device_is_written_to_and_stays)
{
	struct outbuf out = { 0 };
	struct error err;
	struct stat st;

	outbuf_text(&out, "text");
	EXPECT_OK(outbuf_write(&out, "/dev/null", &err), err);
	EXPECT_TRUE("a device", !stat("/dev/null", &st) && S_ISCHR(st.st_mode));
	outbuf_release(&out);
}

TEST_MAIN
