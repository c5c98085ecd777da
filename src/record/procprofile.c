#include "procprofile.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool procprofile_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

static int cannot_open(const char *path, struct error *err)
{
	if (errno == ENOENT)
		return fail(err, ERR_IO,
			    "there is no %s: boot the kernel with profile=2"
			    " (it needs CONFIG_PROFILING), or take samples"
			    " with --sampler=perf",
			    path);
	if (errno == EACCES || errno == EPERM)
		return fail(err, ERR_IO, "%s: only root may read it", path);
	return fail_errno(err, "%s", path);
}

static int read_all(const char *path, struct outbuf *out, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got;

	if (fd < 0)
		return cannot_open(path, err);
	do {
		got = read(fd, outbuf_room(out, 1 << 20), 1 << 20);
		if (got > 0)
			outbuf_wrote(out, (size_t)got);
	} while (got > 0 || (got < 0 && errno == EINTR));
	if (got < 0)
		fail_errno(err, "%s", path);
	close(fd);
	if (!got && (out->len < 8 || out->len % 4))
		return fail(err, ERR_IO, "%s: %zu bytes are no counters", path,
			    out->len);
	return got < 0 ? -1 : 0;
}

int procprofile_begin(struct procprofile *p, const char *path,
		      struct error *err)
{
	p->path = path;
	p->before.len = 0;
	return read_all(path, &p->before, err);
}

int procprofile_end(struct procprofile *p, struct outbuf *out,
		    struct error *err)
{
	size_t start = out->len;

	if (read_all(p->path, out, err) < 0)
		return -1;
	if (out->len - start != p->before.len)
		return fail(err, ERR_IO, "%s: has another size than before",
			    p->path);
	// The first word is the step.  Counters may go round.
	for (size_t i = 4; i < p->before.len; i += 4) {
		uint32_t before, after;

		memcpy(&before, p->before.data + i, 4);
		memcpy(&after, out->data + start + i, 4);
		after -= before;
		memcpy(out->data + start + i, &after, 4);
	}
	return 0;
}

void procprofile_release(struct procprofile *p)
{
	outbuf_release(&p->before);
}
