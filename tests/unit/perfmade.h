/*
 * perfmade.h - perf.data files made in memory, in either byte order
 *
 *	struct perf_made m;
 *
 *	perf_made_begin(&m, big_endian);
 *	perf_made_event(&m, &(struct made_event){ .sample_type = ... });
 *	perf_made_data(&m);
 *	perf_made_record(&m, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER);
 *	perf_made_u64(&m, ip);
 *	perf_made_end(&m);
 *	... = perf_made_file(&m);
 *
 * Features may follow the last record.  With `pipe' the same comes as perf
 * writes it to a pipe.
 */
#ifndef PERFMADE_H
#define PERFMADE_H

#include <linux/perf_event.h>

#include "check.h"

#define MADE_IDS 3

struct made_event {
	uint32_t type;
	uint64_t config, period, sample_type, read_format, flags, branch_type;
	uint64_t ids[MADE_IDS];
};

struct perf_made {
	bool big, pipe;
	char *bytes;
	size_t len;
	size_t record;		/* where the current one begins */
	size_t data, data_end;
	struct made_event events[4];
	size_t nr_events;
	struct {
		unsigned bit;
		size_t at, len;
	} features[8];
	size_t nr_features;
};

#define PERF_MADE_MAX ((size_t)4 << 20)

static inline void perf_made_bytes(struct perf_made *m, const void *bytes,
				   size_t len)
{
	assert_true(len <= PERF_MADE_MAX - m->len);
	if (len)
		memcpy(m->bytes + m->len, bytes, len);
	m->len += len;
}

static inline void perf_made_number(struct perf_made *m, uint64_t value,
				    size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char byte = (char)(value >> 8 * (m->big ? size - 1 - i : i));

		perf_made_bytes(m, &byte, 1);
	}
}

static inline void perf_made_u16(struct perf_made *m, uint64_t value)
{
	perf_made_number(m, value, 2);
}

static inline void perf_made_u32(struct perf_made *m, uint64_t value)
{
	perf_made_number(m, value, 4);
}

static inline void perf_made_u64(struct perf_made *m, uint64_t value)
{
	perf_made_number(m, value, 8);
}

/* Change what has been written. */
static inline void perf_made_put(struct perf_made *m, size_t at, uint64_t value,
				 size_t size)
{
	size_t len = m->len;

	m->len = at;
	perf_made_number(m, value, size);
	m->len = len;
}

/* With its NUL, filled up to a multiple of eight. */
static inline void perf_made_text(struct perf_made *m, const char *text)
{
	size_t len = strlen(text) + 1;

	perf_made_bytes(m, text, len);
	perf_made_bytes(m, "\0\0\0\0\0\0\0", (8 - len % 8) % 8);
}

static inline void perf_made_begin(struct perf_made *m, bool big, bool pipe)
{
	*m = (struct perf_made){ .big = big, .pipe = pipe };
	m->bytes = malloc(PERF_MADE_MAX);
	assert_non_null(m->bytes);
	perf_made_bytes(m, big ? "2ELIFREP" : "PERFILE2", 8);
	perf_made_u64(m, pipe ? 16 : 104);
	for (size_t i = 2; !pipe && i < 13; i++)
		perf_made_u64(m, 0);
}

static inline void perf_made_event(struct perf_made *m,
				   const struct made_event *event)
{
	m->events[m->nr_events++] = *event;
}

/* Bit 0 of the flags is the other end of the word on big-endian machines. */
static inline uint64_t perf_made_flags(const struct perf_made *m,
				       uint64_t flags)
{
	uint64_t turned = 0;

	for (unsigned i = 0; i < 64; i++)
		turned |= (flags >> i & 1) << (63 - i);
	return m->big ? turned : flags;
}

static inline void perf_made_attr(struct perf_made *m,
				  const struct made_event *event)
{
	size_t at = m->len;

	perf_made_u32(m, event->type);
	perf_made_u32(m, PERF_ATTR_SIZE_VER5);
	perf_made_u64(m, event->config);
	perf_made_u64(m, event->period);
	perf_made_u64(m, event->sample_type);
	perf_made_u64(m, event->read_format);
	perf_made_u64(m, perf_made_flags(m, event->flags));
	while (m->len < at + PERF_ATTR_SIZE_VER5)
		perf_made_u64(m, m->len == at + 72 ? event->branch_type : 0);
}

static inline size_t perf_made_ids(struct perf_made *m,
				   const struct made_event *event)
{
	size_t nr = 0;

	for (; nr < MADE_IDS && event->ids[nr]; nr++)
		perf_made_u64(m, event->ids[nr]);
	return nr;
}

static inline void perf_made_record(struct perf_made *m, uint32_t type,
				    unsigned misc)
{
	m->record = m->len;
	perf_made_u32(m, type);
	perf_made_u16(m, misc);
	perf_made_u16(m, 0);
}

static inline void perf_made_end(struct perf_made *m)
{
	perf_made_put(m, m->record + 6, m->len - m->record, 2);
}

/* All events are there; records follow. */
static inline void perf_made_data(struct perf_made *m)
{
	const size_t each = PERF_ATTR_SIZE_VER5 + 16;
	size_t ids[4], nr_ids[4];

	if (m->pipe) {
		for (size_t i = 0; i < m->nr_events; i++) {
			perf_made_record(m, 64, 0);
			perf_made_attr(m, &m->events[i]);
			perf_made_ids(m, &m->events[i]);
			perf_made_end(m);
		}
		return;
	}
	for (size_t i = 0; i < m->nr_events; i++) {
		ids[i] = m->len;
		nr_ids[i] = perf_made_ids(m, &m->events[i]);
	}
	perf_made_put(m, 16, each, 8);
	perf_made_put(m, 24, m->len, 8);
	perf_made_put(m, 32, each * m->nr_events, 8);
	for (size_t i = 0; i < m->nr_events; i++) {
		perf_made_attr(m, &m->events[i]);
		perf_made_u64(m, ids[i]);
		perf_made_u64(m, 8 * nr_ids[i]);
	}
	m->data = m->len;
}

/* A feature begins; records are over, but in a pipe. */
static inline void perf_made_feature(struct perf_made *m, unsigned bit)
{
	if (m->pipe) {
		perf_made_record(m, 80, 0);
		perf_made_u64(m, bit);
		return;
	}
	if (!m->data_end)
		m->data_end = m->len;
	m->features[m->nr_features].bit = bit;
	m->features[m->nr_features++].at = m->len;
}

static inline void perf_made_feature_end(struct perf_made *m)
{
	if (m->pipe)
		perf_made_end(m);
	else
		m->features[m->nr_features - 1].len =
			m->len - m->features[m->nr_features - 1].at;
}

/* A length and a text. */
static inline void perf_made_string(struct perf_made *m, const char *text)
{
	perf_made_u32(m, (strlen(text) + 8) / 8 * 8);
	perf_made_text(m, text);
}

/* The whole file; the caller frees m->bytes.  Features go in order of bits. */
static inline struct span perf_made_file(struct perf_made *m)
{
	uint64_t map = 0;
	size_t end = m->data_end ? m->data_end : m->len, shift;

	if (m->pipe)
		return (struct span){ m->bytes, m->len };
	perf_made_put(m, 40, m->data, 8);
	perf_made_put(m, 48, end - m->data, 8);
	// The table stands between the data and the features.
	shift = 16 * m->nr_features;
	memmove(m->bytes + end + shift, m->bytes + end, m->len - end);
	for (size_t i = 0; i < m->nr_features; i++) {
		map |= (uint64_t)1 << m->features[i].bit;
		perf_made_put(m, end + 16 * i, m->features[i].at + shift, 8);
		perf_made_put(m, end + 16 * i + 8, m->features[i].len, 8);
	}
	m->len += shift;
	perf_made_put(m, 72, map, 8);
	return (struct span){ m->bytes, m->len };
}

/* ---- records, of events with IP, TID and TIME and sample_id_all ----------- */

#define MADE_TYPE (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME)
/* comm_exec and sample_id_all */
#define MADE_FLAGS (1u << 18 | 1u << 24)

/* The trailer, with the end of the record. */
static inline void perf_made_tail(struct perf_made *m, uint32_t pid,
				  uint32_t tid, uint64_t time)
{
	perf_made_u32(m, pid);
	perf_made_u32(m, tid);
	perf_made_u64(m, time);
	perf_made_end(m);
}

static inline void perf_made_sample(struct perf_made *m, unsigned mode,
				    uint32_t pid, uint32_t tid, uint64_t time,
				    uint64_t ip)
{
	perf_made_record(m, PERF_RECORD_SAMPLE, mode);
	perf_made_u64(m, ip);
	perf_made_tail(m, pid, tid, time);
}

static inline void perf_made_map(struct perf_made *m, unsigned mode,
				 uint32_t pid, uint64_t time, uint64_t start,
				 uint64_t len, uint64_t pgoff, const char *path)
{
	perf_made_record(m, PERF_RECORD_MMAP, mode);
	perf_made_u32(m, pid);
	perf_made_u32(m, pid);
	perf_made_u64(m, start);
	perf_made_u64(m, len);
	perf_made_u64(m, pgoff);
	perf_made_text(m, path);
	perf_made_tail(m, pid, pid, time);
}

static inline void perf_made_comm(struct perf_made *m, bool exec, uint32_t pid,
				  uint32_t tid, uint64_t time, const char *comm)
{
	perf_made_record(m, PERF_RECORD_COMM, exec ? 1u << 13 : 0);
	perf_made_u32(m, pid);
	perf_made_u32(m, tid);
	perf_made_text(m, comm);
	perf_made_tail(m, pid, tid, time);
}

static inline void perf_made_fork(struct perf_made *m, uint32_t pid,
				  uint32_t parent, uint64_t time)
{
	perf_made_record(m, PERF_RECORD_FORK, 0);
	perf_made_u32(m, pid);
	perf_made_u32(m, parent);
	perf_made_u32(m, pid);
	perf_made_u32(m, parent);
	perf_made_u64(m, time);
	perf_made_tail(m, pid, pid, time);
}

#endif
