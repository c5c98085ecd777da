#include "diffprof/outbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diffprof/arena.h"

char *outbuf_room(struct outbuf *out, size_t size)
{
	if (size > out->cap - out->len) {
		size_t cap = out->cap ? 2 * out->cap : 8192;

		while (cap - out->len < size)
			cap *= 2;
		// Ends the program, as arenas do, when there is no memory.
		out->data = mem_resize(out->data, cap);
		out->cap = cap;
	}
	return out->data + out->len;
}

void outbuf_wrote(struct outbuf *out, size_t size)
{
	out->len += size;
}

void outbuf_bytes(struct outbuf *out, const char *data, size_t len)
{
	if (!len)
		return;
	memcpy(outbuf_room(out, len), data, len);
	out->len += len;
}

void outbuf_text(struct outbuf *out, const char *text)
{
	outbuf_bytes(out, text, strlen(text));
}

void outbuf_span(struct outbuf *out, struct span text)
{
	outbuf_bytes(out, text.ptr, text.len);
}

void outbuf_char(struct outbuf *out, char c)
{
	*outbuf_room(out, 1) = c;
	out->len++;
}

void outbuf_fill(struct outbuf *out, char c, size_t times)
{
	memset(outbuf_room(out, times + 1), c, times);
	out->len += times;
}

void outbuf_printf(struct outbuf *out, const char *fmt, ...)
{
	va_list args, again;
	char *room = outbuf_room(out, 128);

	va_start(args, fmt);
	va_copy(again, args);
	int len = vsnprintf(room, out->cap - out->len, fmt, args);
	va_end(args);
	if (len > 0 && (size_t)len >= out->cap - out->len) {
		room = outbuf_room(out, (size_t)len + 1);
		vsnprintf(room, (size_t)len + 1, fmt, again);
	}
	va_end(again);
	if (len > 0)
		out->len += (size_t)len;
}

static int write_bytes(int fd, const char *data, size_t len)
{
	for (size_t done = 0; done < len;) {
		ssize_t n = write(fd, data + done, len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		done += (size_t)n;
	}
	return 0;
}

static int write_all(int fd, const struct outbuf *out)
{
	return write_bytes(fd, out->data, out->len);
}

#define DRAINED ((size_t)1 << 20)

void outbuf_drain(struct outbuf *out)
{
	if (!out->drains || out->len <= DRAINED)
		return;
	out->drained = true;
	if (!out->reason &&
	    write_bytes(STDOUT_FILENO, out->data, out->len - 1) < 0)
		out->reason = errno;
	out->data[0] = out->data[out->len - 1];
	out->len = 1;
}

/* Write FD and close it: a full disk may show only then. */
static int write_and_close(int fd, const struct outbuf *out)
{
	int failed = write_all(fd, out);
	int reason = errno;

	if (close(fd) < 0 && !failed)
		return -1;
	errno = reason;
	return failed;
}

/* Write beside TARGET, then rename: readers see the old file or the new one. */
static int replace(const struct outbuf *out, const char *target, mode_t mode,
		   struct error *err)
{
	char *temporary = NULL;

	const char *slash = strrchr(target, '/');
	if (asprintf(&temporary, "%.*s.diffprof-XXXXXX",
		     slash ? (int)(slash + 1 - target) : 0, target) < 0)
		return fail_errno(err, "%s", target);

	int fd = mkostemp(temporary, O_CLOEXEC);
	int failed = -1;
	if (fd >= 0) {
		failed = fchmod(fd, mode);
		if (failed)
			close(fd);
		else
			failed = write_and_close(fd, out);
		if (!failed)
			failed = rename(temporary, target);
	}
	if (failed) {
		fail_errno(err, "%s", target);
		if (fd >= 0)
			unlink(temporary);
	}
	free(temporary);
	return failed;
}

#define LINKS_MAX 40 /* as the kernel has it */

/*
 * What PATH leads to behind its links, which need not exist; malloc'ed.  NULL
 * with errno set if the links go round in a circle.
 */
static char *follow(const char *path)
{
	char *at = strdup(path);

	for (int links = 0; at && links < LINKS_MAX; links++) {
		char target[PATH_MAX], *slash = strrchr(at, '/'), *next;
		ssize_t len = readlink(at, target, sizeof(target) - 1);

		if (len < 0) // no link
			return at;
		target[len] = '\0';
		if (target[0] == '/' || !slash)
			next = strdup(target);
		else if (asprintf(&next, "%.*s/%s", (int)(slash - at), at,
				  target) < 0)
			next = NULL;
		free(at);
		at = next;
	}
	free(at);
	errno = ELOOP;
	return NULL;
}

int outbuf_write(const struct outbuf *out, const char *path, struct error *err)
{
	struct stat st;

	if (!path) {
		errno = out->reason;
		if (out->reason || write_all(STDOUT_FILENO, out) < 0)
			return fail_errno(err, "standard output");
		return 0;
	}

	bool exists = stat(path, &st) == 0;
	struct stat open_one;
	// /dev/stdout and /dev/fd/1: not the file that standard output goes to
	// is meant, but what comes next in it.
	if (exists && !fstat(STDOUT_FILENO, &open_one) &&
	    open_one.st_dev == st.st_dev && open_one.st_ino == st.st_ino)
		return outbuf_write(out, NULL, err);
	if (exists && !S_ISREG(st.st_mode)) {
		int fd = open(path, O_WRONLY | O_CLOEXEC);

		if (fd < 0 || write_and_close(fd, out) < 0)
			return fail_errno(err, "%s", path);
		return 0;
	}
	if (exists && access(path, W_OK) < 0)
		return fail_errno(err, "%s", path);

	mode_t mask = umask(0);
	umask(mask);

	// What a link points to is replaced, not the link.
	char *target = follow(path);
	if (!target)
		return fail_errno(err, "%s", path);
	int failed = replace(out, target,
			     exists ? st.st_mode & 07777 : 0666 & ~mask, err);
	free(target);
	return failed;
}

void outbuf_place(const char *path, int *directory, int *file)
{
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
		*file = open(path, O_PATH | O_CLOEXEC);
		return;
	}
	char *target = follow(path);
	char *slash = target ? strrchr(target, '/') : NULL;
	if (slash)
		slash[1] = '\0';
	if (target)
		*directory = open(slash ? target : ".",
				  O_PATH | O_DIRECTORY | O_CLOEXEC);
	free(target);
}

void outbuf_release(struct outbuf *out)
{
	free(out->data);
	*out = (struct outbuf){ 0 };
}
