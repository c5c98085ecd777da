#include "diffprof/input.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "pack.h"

static char path[] = "/tmp/diffprof-test-XXXXXX";

/* The path of a file that holds TEXT, until the next call. */
static const char *file_of(struct span text)
{
	strcpy(path + strlen(path) - 6, "XXXXXX");
	int fd = mkstemp(path);

	EXPECT_TRUE("a file", fd >= 0);
	EXPECT_U64("written", write(fd, text.ptr, text.len), text.len);
	close(fd);
	return path;
}

static char *numbered(size_t len)
{
	char *text = malloc(len);

	for (size_t i = 0; i < len; i++)
		text[i] = (char)(i * 31 + (i >> 8));
	return text;
}

TEST(a_small_file_is_all_head)
{
	struct input in;
	struct span data;
	struct error err;

	EXPECT_OK(input_open(file_of(SPAN("5 a\n")), &in, &err), err);
	EXPECT_TEXT(in.path, path);
	EXPECT_U64("size", in.size, 4);
	EXPECT_SPAN("head", in.head, SPAN("5 a\n"));
	EXPECT_TRUE("packing", !in.packing && !in.cut_short);
	EXPECT_OK(input_data(&in, &data, &err), err);
	EXPECT_SPAN("data", data, SPAN("5 a\n"));
	input_close(&in);
	unlink(path);
}

TEST(a_large_file_is_read_in_parts_or_mapped)
{
	size_t size = 1000003, got;
	char *text = numbered(size), *part = malloc(size);
	struct input in;
	struct span data;
	struct error err;

	EXPECT_OK(input_open(file_of((struct span){ text, size }), &in, &err),
		  err);
	EXPECT_U64("size", in.size, size);
	EXPECT_SPAN("head", in.head,
		    ((struct span){ text, INPUT_HEAD_SIZE }));
	// The same before and after it is mapped.
	for (int mapped = 0; mapped < 2; mapped++) {
		EXPECT_OK(input_read(&in, 70001, part, 5000, &got, &err), err);
		EXPECT_U64("part", got, 5000);
		EXPECT_TRUE("part", !memcmp(part, text + 70001, 5000));
		EXPECT_OK(input_read(&in, size - 10, part, 5000, &got, &err),
			  err);
		EXPECT_U64("end", got, 10);
		EXPECT_OK(input_read(&in, size, part, 5000, &got, &err), err);
		EXPECT_U64("at the end", got, 0);
		EXPECT_OK(input_read(&in, size + 99, part, 5000, &got, &err),
			  err);
		EXPECT_U64("behind it", got, 0);
		EXPECT_OK(input_data(&in, &data, &err), err);
		EXPECT_SPAN("data", data, ((struct span){ text, size }));
	}
	EXPECT_SPAN("head still", in.head,
		    ((struct span){ text, INPUT_HEAD_SIZE }));
	input_close(&in);
	unlink(path);
	free(text);
	free(part);
}

TEST(a_packed_file_is_what_it_contains)
{
	static const char *const packings[] = PACKINGS;
	size_t size = 300000, cap = 2 * size;
	char *text = numbered(size), *packed = malloc(cap);
	struct input in;
	struct span data;
	struct error err;

	for (size_t i = 0; i < 4; i++) {
		size_t len = pack(packings[i], (struct span){ text, size },
				  packed, cap);

		EXPECT_OK(input_open(file_of((struct span){ packed, len }), &in,
				     &err), err);
		unlink(path);
		EXPECT_TEXT(in.packing, packings[i]);
		EXPECT_TRUE("whole", !in.cut_short);
		EXPECT_U64("size", in.size, size);
		EXPECT_SPAN("head", in.head,
			    ((struct span){ text, INPUT_HEAD_SIZE }));
		EXPECT_OK(input_data(&in, &data, &err), err);
		EXPECT_SPAN("data", data, ((struct span){ text, size }));
		input_close(&in);

		EXPECT_OK(input_open(file_of((struct span){ packed,
							    len * 3 / 4 }),
				     &in, &err), err);
		unlink(path);
		EXPECT_TRUE("cut short", in.cut_short != NULL);
		EXPECT_TRUE("something is left", in.size && in.size < size);
		input_close(&in);
	}
	free(text);
	free(packed);
}

TEST(packed_within_packed_is_not_unpacked_twice)
{
	char once[200], twice[300];
	struct input in;
	struct error err;
	size_t len = pack("gzip", SPAN("5 a\n"), once, sizeof(once));
	size_t len2 = pack("xz", (struct span){ once, len }, twice,
			   sizeof(twice));

	EXPECT_OK(input_open(file_of((struct span){ twice, len2 }), &in, &err),
		  err);
	EXPECT_SPAN("head", in.head, ((struct span){ once, len }));
	input_close(&in);
	unlink(path);
}

TEST(what_holds_nothing_is_an_error)
{
	char packed[200];
	struct input in;
	struct error err;
	size_t len = pack("gzip", SPAN(""), packed, sizeof(packed));

	EXPECT_FAIL(input_open(file_of(SPAN("")), &in, &err), err, ERR_FORMAT);
	EXPECT_HAS(err.text, path);
	EXPECT_HAS(err.text, "empty");
	unlink(path);
	EXPECT_FAIL(input_open("/dev/null", &in, &err), err, ERR_FORMAT);
	EXPECT_FAIL(input_open(file_of((struct span){ packed, len }), &in,
			       &err), err, ERR_FORMAT);
	EXPECT_HAS(err.text, path);
	unlink(path);
	// A gzip header and not one whole byte behind it.
	EXPECT_FAIL(input_open(file_of((struct span){ packed, 10 }), &in, &err),
		    err, ERR_FORMAT);
	EXPECT_HAS(err.text, "end early");
	unlink(path);
}

TEST(what_cannot_be_opened_is_an_error)
{
	struct input in;
	struct error err;

	EXPECT_FAIL(input_open("/nowhere/base.prof", &in, &err), err, ERR_IO);
	EXPECT_TEXT(err.text, "/nowhere/base.prof: No such file or directory");
	EXPECT_FAIL(input_open("/tmp", &in, &err), err, ERR_IO);
	EXPECT_TEXT(err.text, "/tmp: is a directory");
	input_close(&in);
}

TEST(files_that_claim_to_be_empty_are_read)
{
	struct input in;
	struct span data;
	struct error err;

	EXPECT_OK(input_open("/proc/self/status", &in, &err), err);
	EXPECT_OK(input_data(&in, &data, &err), err);
	EXPECT_TRUE("its first line", span_starts(data, "Name:"));
	input_close(&in);
}

/* Run input_open("-") with FD as standard input. */
static int open_stdin(int fd, struct input *in, struct error *err)
{
	int saved = dup(0);

	dup2(fd, 0);
	int status = input_open("-", in, err);
	dup2(saved, 0);
	close(saved);
	close(fd);
	return status;
}

TEST(a_dash_is_standard_input)
{
	struct input in;
	struct error err;
	int ends[2];

	EXPECT_U64("pipe", pipe(ends), 0);
	EXPECT_U64("written", write(ends[1], "5 a\n", 4), 4);
	close(ends[1]);
	EXPECT_OK(open_stdin(ends[0], &in, &err), err);
	EXPECT_SPAN("a pipe", in.head, SPAN("5 a\n"));
	input_close(&in);

	int fd = open(file_of(SPAN("5 a\n7 b\n")), O_RDONLY);
	EXPECT_OK(open_stdin(fd, &in, &err), err);
	EXPECT_SPAN("a file", in.head, SPAN("5 a\n7 b\n"));
	input_close(&in);

	fd = open(path, O_RDONLY);
	lseek(fd, 4, SEEK_SET);
	EXPECT_OK(open_stdin(fd, &in, &err), err);
	EXPECT_SPAN("from where it stands", in.head, SPAN("7 b\n"));
	input_close(&in);
	unlink(path);
}

TEST(no_descriptor_stays_open)
{
	struct input in;
	struct span data;
	struct error err;
	char packed[200];
	size_t size = 200000;
	char *text = numbered(size);
	size_t len = pack("zstd", SPAN("5 a\n"), packed, sizeof(packed));
	int before = dup(0);

	close(before);
	for (int mapped = 0; mapped < 2; mapped++) {
		EXPECT_OK(input_open(file_of((struct span){ text, size }), &in,
				     &err), err);
		if (mapped)
			EXPECT_OK(input_data(&in, &data, &err), err);
		input_close(&in);
		input_close(&in);
		unlink(path);
	}
	EXPECT_OK(input_open(file_of((struct span){ packed, len }), &in, &err),
		  err);
	input_close(&in);
	unlink(path);
	EXPECT_FAIL(input_open(file_of(SPAN("")), &in, &err), err, ERR_FORMAT);
	unlink(path);
	EXPECT_FAIL(input_open("/tmp", &in, &err), err, ERR_IO);
	int after = dup(0);
	close(after);
	EXPECT_U64("next descriptor", after, before);
	free(text);
}

TEST(memory_is_borrowed)
{
	static const char text[] = "5 a\n7 b\n";
	char part[4];
	struct input in;
	struct span data;
	struct error err;
	size_t got;

	input_from_memory(&in, "m", text, sizeof(text) - 1);
	EXPECT_SPAN("head", in.head, SPAN("5 a\n7 b\n"));
	EXPECT_OK(input_data(&in, &data, &err), err);
	EXPECT_TRUE("no copy", data.ptr == text);
	EXPECT_OK(input_read(&in, 4, part, 4, &got, &err), err);
	EXPECT_SPAN("part", ((struct span){ part, got }), SPAN("7 b\n"));
	input_close(&in);
	EXPECT_TEXT(text, "5 a\n7 b\n");
}

TEST(bytes_that_were_passed_can_still_be_read)
{
	char name[] = "/tmp/diffprof-test-XXXXXX", block[4096];
	int fd = mkstemp(name);
	struct input in;
	struct span data;
	struct error err;

	memset(block, 'x', sizeof(block));
	for (int i = 0; i < 64; i++)
		assert_int_equal(write(fd, block, sizeof(block)),
				 sizeof(block));
	EXPECT_OK(input_open(name, &in, &err), err);
	EXPECT_OK(input_data(&in, &data, &err), err);
	input_passed(&in, data.ptr + 1, data.len - 1);
	for (size_t i = 0; i < data.len; i += 1000)
		EXPECT_U64("byte", data.ptr[i], 'x');
	input_close(&in);
	// In memory nothing is given back, or it would be lost.
	input_from_memory(&in, "memory", block, sizeof(block));
	EXPECT_OK(input_data(&in, &data, &err), err);
	input_passed(&in, data.ptr, data.len);
	EXPECT_U64("byte", data.ptr[100], 'x');
	input_close(&in);
	close(fd);
	unlink(name);
}

TEST(what_nobody_named_is_a_regular_file)
{
	char name[] = "/tmp/diffprof-test-XXXXXX";
	struct input in;
	struct error err;

	EXPECT_OK(input_open_as(file_of(SPAN("5 a\n")), INPUT_FOUND, &in, &err),
		  err);
	EXPECT_U64("size", in.size, 4);
	input_close(&in);
	unlink(path);
	EXPECT_TRUE("a directory", mkdtemp(name));
	rmdir(name);
	assert_int_equal(mkfifo(name, 0600), 0);
	// This would wait for a writer.
	EXPECT_FAIL(input_open_as(name, INPUT_FOUND, &in, &err), err, ERR_IO);
	unlink(name);
	EXPECT_FAIL(input_open_as("/dev/zero", INPUT_FOUND, &in, &err), err,
		    ERR_IO);
	// /proc/kmsg looks like this one, and waits.
	EXPECT_FAIL(input_open_as("/proc/self/status", INPUT_FOUND, &in, &err),
		    err, ERR_FORMAT);
}

TEST(inputs_are_remembered_but_not_what_was_looked_at)
{
	// A file that is there for long: numbers of others are used again.
	const char *name = "/proc/self/exe";
	struct input in;
	struct error err;
	struct stat st;

	assert_int_equal(stat(name, &st), 0);
	EXPECT_OK(input_open_as(name, INPUT_LOOK, &in, &err), err);
	input_close(&in);
	EXPECT_TRUE("looked at", !input_was_opened(&st));
	EXPECT_OK(input_open(name, &in, &err), err);
	input_close(&in);
	EXPECT_TRUE("opened", input_was_opened(&st));
}

TEST_MAIN
