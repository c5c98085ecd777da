#include "perf_records.h"

#include <stdlib.h>

#include "diffprof/arena.h"
#include "diffprof/input.h"
#include "diffprof/unpack.h"
#include "perf_bytes.h"

#define HEADER_SIZE sizeof(struct perf_event_header)

void perf_records_rewind(struct perf_records *r)
{
	r->at = r->passed = 0;
	r->unpacked_at = 0;
	r->next_end = 0;
	r->next_joint = 0;
	r->inside = false;
	r->plain_end = 0;
	r->stop = PERF_STOP_END;
}

/* The record at P, of which LEFT bytes are there; false if it is not whole. */
static bool take(const struct perf_records *r, const char *p, size_t left,
		 struct perf_record *record)
{
	if (left < HEADER_SIZE)
		return false;
	*record = (struct perf_record){
		.data = p,
		.type = perf_u32(p, r->swap),
		.misc = perf_u16(p + 4, r->swap),
		.size = perf_u16(p + 6, r->swap),
	};
	return record->size >= HEADER_SIZE && record->size <= left;
}

/* Bytes behind a record that belong to it, and that its size does not count. */
static uint64_t payload(const struct perf_records *r,
			const struct perf_record *record)
{
	if (record->type == PERF_AUXTRACE && record->size >= HEADER_SIZE + 8)
		return perf_u64(record->data + HEADER_SIZE, r->swap);
	if (record->type == PERF_HEADER_TRACING_DATA &&
	    record->size >= HEADER_SIZE + 4)
		return perf_u32(record->data + HEADER_SIZE, r->swap);
	return 0;
}

static bool is_packed(const struct perf_record *record)
{
	return record->type == PERF_COMPRESSED ||
	       record->type == PERF_COMPRESSED2;
}

/* Unpack what RECORD holds behind what has been unpacked. */
static bool unpack_one(struct perf_records *r, const struct perf_record *record)
{
	struct span packed = { record->data + HEADER_SIZE,
			       record->size - HEADER_SIZE };

	// The newer one is padded, and says how much of it is data.
	if (record->type == PERF_COMPRESSED2) {
		uint64_t size;

		if (packed.len < 8)
			return false;
		size = perf_u64(packed.ptr, r->swap);
		packed = (struct span){ packed.ptr + 8, packed.len - 8 };
		if (size > packed.len)
			return false;
		packed.len = size;
	}
	if (!r->zstd && !(r->zstd = unpack_stream_open()))
		return false;
	if (!unpack_stream_feed(r->zstd, packed, INPUT_UNPACKED_MAX,
				&r->unpacked))
		return false;
	if (r->nr_ends == r->cap_ends) {
		r->cap_ends = r->cap_ends ? 2 * r->cap_ends : 64;
		r->ends = mem_resize(r->ends, r->cap_ends * sizeof(*r->ends));
	}
	r->ends[r->nr_ends++] = r->unpacked.len;
	return true;
}

/*
 * The next record that was packed, up to what the last packed record completed;
 * the rest of one that it cuts is in the next.
 */
static bool next_unpacked(struct perf_records *r, struct perf_record *record)
{
	size_t end = r->ends[r->next_end - 1];

	if (take(r, r->unpacked.data + r->unpacked_at, end - r->unpacked_at,
		 record)) {
		record->place = (uint64_t)r->unpacked_at << 1 | 1;
		r->unpacked_at += record->size;
		return true;
	}
	r->inside = false;
	return false;
}

static bool stop(struct perf_records *r, enum perf_stop why)
{
	r->stop = why;
	return false;
}

/* Memory for the file is given back in pieces of this size. */
#define PASSED_BYTES ((size_t)4 << 20)

static void pass_over(struct perf_records *r)
{
	if (r->in)
		input_passed(r->in, r->data.ptr + r->passed, r->at - r->passed);
	r->passed = r->at;
}

/* Where the records end that R is in; goes on to the next of joined files. */
static size_t end_here(struct perf_records *r)
{
	while (r->next_joint < r->nr_joints &&
	       r->at == r->joints[r->next_joint]) {
		r->next_joint++;
		unpack_stream_close(r->zstd);
		r->zstd = NULL;
		if (r->next_end)
			r->unpacked_at = r->ends[r->next_end - 1];
	}
	return r->next_joint < r->nr_joints ? r->joints[r->next_joint] :
					      r->data.len;
}

bool perf_records_next_any(struct perf_records *r, struct perf_record *record,
			   struct error *err)
{
	r->plain_end = 0;
	for (;;) {
		if (r->inside && next_unpacked(r, record))
			return true;
		if (r->at - r->passed >= PASSED_BYTES)
			pass_over(r);
		size_t left = end_here(r) - r->at;
		const char *p = r->data.ptr + r->at;

		if (!left)
			return stop(r, r->unpacked_at < r->unpacked.len ?
					       PERF_STOP_PACKED :
					       PERF_STOP_END);
		if (!take(r, p, left, record))
			return stop(r,
				    left < HEADER_SIZE || record->size > left ?
					    PERF_STOP_CUT :
					    PERF_STOP_SIZE);
		record->place = (uint64_t)r->at << 1;
		if (!is_packed(record)) {
			uint64_t more = payload(r, record);

			r->at += record->size;
			left -= record->size;
			// What is cut off here is no record.
			r->at += more < left ? more : left;
			left -= more < left ? more : left;
			r->plain_end =
				r->at +
				(left < PASSED_BYTES ? left : PASSED_BYTES);
			return true;
		}
		if (r->next_end == r->nr_ends &&
		    (r->damaged || !unpack_one(r, record))) {
			r->damaged = true;
			if (r->unpacked.len < INPUT_UNPACKED_MAX)
				return stop(r, PERF_STOP_PACKED);
			r->stop = PERF_STOP_FAILED;
			fail(err, ERR_LIMIT,
			     "%s: its records unpack to over %zu MiB", r->path,
			     INPUT_UNPACKED_MAX >> 20);
			return false;
		}
		r->at += record->size;
		r->next_end++;
		r->inside = true;
	}
}

void perf_records_get(const struct perf_records *r, uint64_t place,
		      struct perf_record *record)
{
	const char *base = place & 1 ? r->unpacked.data : r->data.ptr;
	size_t len = place & 1 ? r->unpacked.len : r->data.len;

	take(r, base + (place >> 1), len - (place >> 1), record);
	record->place = place;
}

void perf_records_release(struct perf_records *r)
{
	unpack_stream_close(r->zstd);
	outbuf_release(&r->unpacked);
	free(r->ends);
}
