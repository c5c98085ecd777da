#include "diffprof/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diffprof/unpack.h"

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void set_data(struct input *in, const char *data, size_t size)
{
	in->data = data;
	in->size = size;
	in->head = (struct span){ data, size < INPUT_HEAD_SIZE ? size :
				  INPUT_HEAD_SIZE };
}

void input_from_memory(struct input *in, const char *path, const char *data,
		       size_t size)
{
	*in = (struct input){ .path = path, .fd = -1 };
	set_data(in, data, size);
}

/* pread() of as much as there is, up to LEN. */
static int read_at(int fd, void *buf, size_t len, uint64_t offset, size_t *got)
{
	for (*got = 0; *got < len;) {
		ssize_t n = pread(fd, (char *)buf + *got, len - *got,
				  (off_t)(offset + *got));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		*got += (size_t)n;
	}
	return 0;
}

/* Pipes, and files under /proc: most of these claim to be empty. */
static int read_whole(int fd, struct input *in, struct error *err)
{
	size_t size = 0, cap = 0;
	char *data = NULL;

	for (;;) {
		if (size == cap) {
			cap = cap ? 2 * cap : INPUT_SMALL_SIZE;
			data = mem_resize(data, cap);
		}
		ssize_t n = read(fd, data + size, cap - size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			free(data);
			return fail_errno(err, "%s", in->path);
		}
		if (n == 0)
			break;
		size += (size_t)n;
		if (size > INPUT_UNPACKED_MAX) {
			free(data);
			return fail(err, ERR_LIMIT,
				    "%s: over %zu GiB from a pipe; give a file",
				    in->path, INPUT_UNPACKED_MAX >> 30);
		}
	}
	in->owned = data;
	set_data(in, data, size);
	return 0;
}

static int map_whole(struct input *in, struct error *err)
{
	void *map = mmap(NULL, in->size, PROT_READ, MAP_PRIVATE, in->fd, 0);

	if (map == MAP_FAILED)
		return fail_errno(err, "%s", in->path);
	in->data = map;
	in->mapped = true;
	close_fd(&in->fd);
	return 0;
}

static int unpack_input(struct input *in, struct error *err)
{
	struct span packed;
	struct input plain = { .path = in->path, .fd = -1,
			       .packing = in->packing };
	char *data;
	size_t size;

	if (input_data(in, &packed, err) < 0 ||
	    unpack(packed, INPUT_UNPACKED_MAX, in->path, &data, &size,
		   &plain.cut_short, err) < 0)
		return -1;
	if (!size && plain.cut_short) {
		free(data);
		return fail(err, ERR_FORMAT,
			    "%s: %s, and nothing whole is in it", in->path,
			    plain.cut_short);
	}
	plain.owned = data;
	set_data(&plain, data, size);
	input_close(in);
	*in = plain;
	return 0;
}

/* Every input so far, whichever thread opened it; the newest first. */
static struct opened {
	dev_t dev;
	ino_t ino;
	struct opened *next;
} * _Atomic opened;

static void remember(const struct stat *st)
{
	struct opened *file = mem_resize(NULL, sizeof(*file));

	*file = (struct opened){ st->st_dev, st->st_ino, atomic_load(&opened) };
	while (!atomic_compare_exchange_weak(&opened, &file->next, file)) {
		// file->next is now what another thread has put there.
	}
}

bool input_was_opened(const struct stat *st)
{
	for (const struct opened *file = opened; file; file = file->next)
		if (file->dev == st->st_dev && file->ino == st->st_ino)
			return true;
	return false;
}

static int open_plain(const char *path, unsigned how, struct input *in,
		      struct error *err)
{
	int flags = O_RDONLY | O_CLOEXEC;
	struct stat st;

	// Opening a FIFO waits as well.
	if (how & INPUT_FOUND)
		flags |= O_NONBLOCK;
	in->fd = !strcmp(path, "-") ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) :
				      open(path, flags);
	if (in->fd < 0 || fstat(in->fd, &st) < 0)
		return fail_errno(err, "%s", path);
	if (S_ISDIR(st.st_mode))
		return fail(err, ERR_IO, "%s: is a directory", path);
	if (how & INPUT_FOUND && !S_ISREG(st.st_mode))
		return fail(err, ERR_IO, "%s: not a regular file", path);
	// What is under /proc claims to be empty, and /proc/kmsg waits.
	if (how & INPUT_FOUND && !st.st_size)
		return 0;
	if (!(how & INPUT_LOOK))
		remember(&st);

	// What is on standard input may stand behind its first byte.
	bool from_start = strcmp(path, "-") != 0 ||
			  lseek(in->fd, 0, SEEK_CUR) == 0;
	if (!S_ISREG(st.st_mode) || st.st_size == 0 || !from_start)
		return read_whole(in->fd, in, err);

	in->size = (size_t)st.st_size;
	size_t want = in->size <= INPUT_SMALL_SIZE ? in->size : INPUT_HEAD_SIZE;
	in->owned = mem_resize(NULL, want);
	size_t got;
	if (read_at(in->fd, in->owned, want, 0, &got) < 0)
		return fail_errno(err, "%s", path);
	in->head = (struct span){ in->owned, got };
	// A small file is all there already.
	if (got == in->size || got < want) {
		set_data(in, in->owned, got);
		close_fd(&in->fd);
	}
	return 0;
}

int input_open_as(const char *path, unsigned how, struct input *in,
		  struct error *err)
{
	*in = (struct input){ .path = path, .fd = -1 };
	if (open_plain(path, how, in, err) < 0)
		goto failed;
	if (in->size == 0) {
		fail(err, ERR_FORMAT, "%s: the file is empty", path);
		goto failed;
	}
	in->packing = unpack_detect(in->head);
	if (in->packing && unpack_input(in, err) < 0)
		goto failed;
	if (in->size == 0) {
		fail(err, ERR_FORMAT, "%s: unpacks to nothing", path);
		goto failed;
	}
	return 0;
failed:
	input_close(in);
	return -1;
}

int input_open(const char *path, struct input *in, struct error *err)
{
	return input_open_as(path, 0, in, err);
}

int input_data(struct input *in, struct span *data, struct error *err)
{
	if (!in->data && map_whole(in, err) < 0)
		return -1;
	*data = (struct span){ in->data, in->size };
	return 0;
}

int input_read(struct input *in, uint64_t offset, void *buf, size_t len,
	       size_t *got, struct error *err)
{
	if (!in->data) {
		if (read_at(in->fd, buf, len, offset, got) < 0)
			return fail_errno(err, "%s", in->path);
		return 0;
	}
	if (offset > in->size)
		offset = in->size;
	*got = len < in->size - offset ? len : in->size - offset;
	memcpy(buf, in->data + offset, *got);
	return 0;
}

void input_passed(const struct input *in, const char *from, size_t len)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t start = ((uintptr_t)from + page - 1) & ~(page - 1);
	uintptr_t end = ((uintptr_t)from + len) & ~(page - 1);

	// Memory that is not of a file would be lost.
	if (in->mapped && end > start)
		madvise((void *)start, end - start, MADV_DONTNEED);
}

void input_close(struct input *in)
{
	if (in->mapped)
		munmap((void *)in->data, in->size);
	free(in->owned);
	close_fd(&in->fd);
	*in = (struct input){ .path = in->path, .fd = -1 };
}
