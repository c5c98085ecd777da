#include "ring.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "diffprof/input.h"

/* Of each CPU; halved until the kernel allows it. */
#define SIZE_MAX_BYTES ((size_t)1 << 20)
#define SIZE_MIN_BYTES ((size_t)32 << 10)

static int open_on(const struct perf_event_attr *attr, int cpu)
{
	return (int)syscall(SYS_perf_event_open, attr, -1, cpu, -1,
			    PERF_FLAG_FD_CLOEXEC);
}

/* Ask for less of what an older kernel or another processor does not have. */
static bool ask_for_less(struct perf_event_attr *attr, int reason)
{
	if (reason != EINVAL && reason != EOPNOTSUPP)
		return false;
	if (attr->precise_ip)
		attr->precise_ip--;
	else if (attr->build_id)
		attr->build_id = 0;
	else if (attr->ksymbol)
		attr->ksymbol = 0;
	else
		return false;
	return true;
}

static int open_first(struct perf_event_attr *attr, int cpu, int *reason)
{
	int fd;

	while ((fd = open_on(attr, cpu)) < 0) {
		*reason = errno;
		if (!ask_for_less(attr, *reason))
			return -1;
	}
	return fd;
}

static bool map(struct ring *ring, int *reason)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	for (size_t size = SIZE_MAX_BYTES; size >= SIZE_MIN_BYTES; size /= 2) {
		void *mem = mmap(NULL, page + size, PROT_READ | PROT_WRITE,
				 MAP_SHARED, ring->fd, 0);

		if (mem != MAP_FAILED) {
			ring->page = mem;
			ring->size = size;
			return true;
		}
	}
	*reason = errno;
	return false;
}

/* "0-3,8\n": the CPUs on line, into SET; false without such a list. */
static bool online(struct arena *arena, int **cpus, size_t *nr)
{
	struct span text, part;
	struct input in;
	struct error err;
	size_t cap = 0;

	*cpus = NULL;
	*nr = 0;
	if (input_open("/sys/devices/system/cpu/online", &in, &err) < 0)
		return false;
	if (input_data(&in, &text, &err) < 0)
		text.len = 0;
	while (text.len) {
		const char *end = memchr(text.ptr, ',', text.len), *dash;
		uint64_t first, last;

		part = (struct span){ text.ptr, end ? (size_t)(end - text.ptr) :
						      text.len };
		text.ptr += part.len + (end != NULL);
		text.len -= part.len + (end != NULL);
		while (part.len && part.ptr[part.len - 1] == '\n')
			part.len--;
		struct span high = part;
		if ((dash = memchr(part.ptr, '-', part.len))) {
			high.ptr = dash + 1;
			high.len = part.len - (size_t)(high.ptr - part.ptr);
			part.len = (size_t)(dash - part.ptr);
		}
		if (span_count(part, &first) != NUMBER_OK ||
		    span_count(high, &last) != NUMBER_OK || last > 65535)
			continue;
		for (; first <= last; first++) {
			ARENA_ROOM(arena, *cpus, *nr, cap);
			(*cpus)[(*nr)++] = (int)first;
		}
	}
	input_close(&in);
	return *nr;
}

int rings_open(struct rings *rings, struct perf_event_attr *attr, int *reason)
{
	int *cpus;
	size_t nr;

	*rings = (struct rings){ .nr = 0 };
	*reason = ENOENT;
	if (!online(&rings->arena, &cpus, &nr))
		return -1;
	for (size_t i = 0; i < nr; i++) {
		struct ring ring = { .cpu = cpus[i] };

		ring.fd = rings->nr ? open_on(attr, ring.cpu) :
				      open_first(attr, ring.cpu, reason);
		// It may have gone off line meanwhile.
		if (ring.fd < 0 && rings->nr && errno == ENODEV)
			continue;
		if (ring.fd < 0) {
			if (rings->nr)
				*reason = errno;
			rings_close(rings);
			return -1;
		}
		ARENA_ROOM(&rings->arena, rings->ring, rings->nr, rings->cap);
		rings->ring[rings->nr++] = ring;
		if (!map(&rings->ring[rings->nr - 1], reason)) {
			rings_close(rings);
			return -1;
		}
	}
	return 0;
}

void rings_enable(const struct rings *rings, bool enable)
{
	for (size_t i = 0; i < rings->nr; i++)
		ioctl(rings->ring[i].fd, enable ? PERF_EVENT_IOC_ENABLE :
						  PERF_EVENT_IOC_DISABLE, 0);
}

void ring_drain(struct ring *ring, struct outbuf *out)
{
	const char *data = (const char *)ring->page + sysconf(_SC_PAGESIZE);
	uint64_t tail = ring->page->data_tail;
	// What the kernel has written up to there is seen behind this.
	uint64_t head = __atomic_load_n(&ring->page->data_head,
					__ATOMIC_ACQUIRE);
	size_t from = tail & (ring->size - 1), len = head - tail;
	size_t first = len < ring->size - from ? len : ring->size - from;

	outbuf_bytes(out, data + from, first);
	outbuf_bytes(out, data, len - first);
	__atomic_store_n(&ring->page->data_tail, head, __ATOMIC_RELEASE);
}

void rings_close(struct rings *rings)
{
	for (size_t i = 0; i < rings->nr; i++) {
		struct ring *ring = &rings->ring[i];

		if (ring->page)
			munmap(ring->page, (size_t)sysconf(_SC_PAGESIZE) +
						   ring->size);
		close(ring->fd);
	}
	arena_release(&rings->arena);
	*rings = (struct rings){ .nr = 0 };
}
