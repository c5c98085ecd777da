#include "synthesis.h"

#include <dirent.h>
#include <linux/perf_event.h>
#include <stdio.h>

#include "diffprof/input.h"
#include "diffprof/textlines.h"

static void put_u32(struct outbuf *out, uint32_t value)
{
	outbuf_bytes(out, (const char *)&value, sizeof(value));
}

static void put_u64(struct outbuf *out, uint64_t value)
{
	outbuf_bytes(out, (const char *)&value, sizeof(value));
}

static size_t begin(struct outbuf *out, uint32_t type, uint16_t misc)
{
	const struct perf_event_header header = { .type = type, .misc = misc };
	size_t start = out->len;

	outbuf_bytes(out, (const char *)&header, sizeof(header));
	return start;
}

/* A text and NULs up to 8 bytes, and what stands behind all records. */
static void end(struct outbuf *out, size_t start, struct span text)
{
	outbuf_span(out, text);
	outbuf_char(out, '\0');
	outbuf_fill(out, '\0', -(out->len - start) & 7);
	outbuf_fill(out, '\0', SYNTHESIS_TRAILER);
	uint16_t size = (uint16_t)(out->len - start);
	memcpy(out->data + start + offsetof(struct perf_event_header, size),
	       &size, sizeof(size));
}

/* All of a file of /proc, into TEXT; false if it is gone. */
static bool read_file(const char *path, struct outbuf *text)
{
	FILE *file = fopen(path, "re");
	size_t got;

	text->len = 0;
	if (!file)
		return false;
	while ((got = fread(outbuf_room(text, 4096), 1, 4096, file)) > 0)
		outbuf_wrote(text, got);
	fclose(file);
	return text->len;
}

static void put_comm(uint32_t pid, uint32_t tid, struct outbuf *text,
		     struct outbuf *out)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%u/task/%u/comm", pid, tid);
	if (!read_file(path, text))
		return;
	struct span comm = { text->data, text->len };
	if (comm.ptr[comm.len - 1] == '\n')
		comm.len--;
	size_t start = begin(out, PERF_RECORD_COMM, 0);
	put_u32(out, pid);
	put_u32(out, tid);
	end(out, start, comm);
}

/* "start-end perms offset dev inode path" */
static void put_map(uint32_t pid, struct span line, struct outbuf *out)
{
	struct span range, perms, offset, skipped, first, last;
	uint64_t from, to, at;

	if (!span_word(&line, &range) || !span_word(&line, &perms) ||
	    !span_word(&line, &offset) || !span_word(&line, &skipped) ||
	    !span_word(&line, &skipped) || perms.len < 3 ||
	    perms.ptr[2] != 'x')
		return;
	const char *dash = memchr(range.ptr, '-', range.len);
	if (!dash)
		return;
	first = (struct span){ range.ptr, (size_t)(dash - range.ptr) };
	last = (struct span){ dash + 1, range.len - first.len - 1 };
	struct span name = span_trim(line);
	if (!span_hex(first, &from) || !span_hex(last, &to) ||
	    !span_hex(offset, &at) || name.len > 4096)
		return;
	size_t start = begin(out, PERF_RECORD_MMAP, PERF_RECORD_MISC_USER);
	put_u32(out, pid);
	put_u32(out, pid);
	put_u64(out, from);
	put_u64(out, to - from);
	put_u64(out, at);
	end(out, start, name.len ? name : SPAN("//anon"));
}

static void put_maps(uint32_t pid, struct outbuf *text, struct outbuf *out)
{
	struct textlines lines;
	struct span line;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	if (!read_file(path, text))
		return;
	lines = textlines_begin((struct span){ text->data, text->len });
	while (textlines_next(&lines, &line))
		put_map(pid, line, out);
}

static bool number_of(const struct dirent *entry, uint32_t *number)
{
	uint64_t value;

	if (span_count(span_of(entry->d_name), &value) != NUMBER_OK ||
	    value > UINT32_MAX)
		return false;
	*number = (uint32_t)value;
	return true;
}

static void put_threads(uint32_t pid, struct outbuf *text, struct outbuf *out)
{
	struct dirent *entry;
	char path[64];
	uint32_t tid;

	snprintf(path, sizeof(path), "/proc/%u/task", pid);
	DIR *dir = opendir(path);
	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (number_of(entry, &tid))
			put_comm(pid, tid, text, out);
	closedir(dir);
}

void synthesis_make(bool maps, struct outbuf *out)
{
	struct outbuf text = { 0 };
	struct dirent *entry;
	uint32_t pid;

	DIR *dir = opendir("/proc");
	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		if (!number_of(entry, &pid))
			continue;
		put_threads(pid, &text, out);
		if (maps)
			put_maps(pid, &text, out);
	}
	closedir(dir);
	outbuf_release(&text);
}
