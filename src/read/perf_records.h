/*
 * perf_records.h - the records of a perf.data file, one after the other
 *
 * Records are given in the order of the file.  Those that perf packed are
 * unpacked the first time they are passed over, into one piece of memory, and
 * found there the next time.  What a record says of its own size is checked;
 * what its fields say is not.
 */
#ifndef PERF_RECORDS_H
#define PERF_RECORDS_H

#include <linux/perf_event.h>

#include "diffprof/input.h"
#include "diffprof/outbuf.h"
#include "diffprof/span.h"
#include "perf_bytes.h"

/* Records of perf itself: the kernel knows none of these. */
enum {
	PERF_HEADER_ATTR = 64,
	PERF_HEADER_TRACING_DATA = 66,
	PERF_HEADER_BUILD_ID = 67,
	PERF_FINISHED_ROUND = 68,
	PERF_AUXTRACE = 71,
	PERF_STAT = 76,
	PERF_EVENT_UPDATE = 78,
	PERF_HEADER_FEATURE = 80,
	PERF_COMPRESSED = 81,
	PERF_COMPRESSED2 = 83,
	PERF_TYPES_END = 88, /* above all that are known */
};

/* Of the kernel, in no header that Debian 12 has. */
enum {
	PERF_CALLCHAIN_DEFERRED = 22,
	PERF_KERNEL_TYPES_END
};

struct perf_record {
	const char *data; /* with its header of 8 bytes */
	uint32_t type;
	uint16_t misc, size;
	uint64_t place; /* for perf_record_at() */
};

enum perf_stop {
	PERF_STOP_END, /* where it should */
	PERF_STOP_CUT, /* within a record */
	PERF_STOP_SIZE, /* at a record of an impossible size */
	PERF_STOP_PACKED, /* at packed data that are damaged */
	PERF_STOP_FAILED, /* with an error */
};

struct perf_records {
	struct span data; /* from the first record on */
	const char *path; /* for sentences, and */
	uint64_t offset; /* where data is in the file */
	bool swap;
	const struct input *in; /* that data are of, or NULL */
	size_t at; /* in data */
	/* Where records of another file begin, which were packed apart. */
	size_t *joints;
	size_t nr_joints, cap_joints, next_joint;
	size_t passed; /* what is before it takes no memory any more */
	enum perf_stop stop;

	struct unpack_stream *zstd;
	bool damaged; /* no more can be unpacked */
	struct outbuf unpacked;
	size_t unpacked_at;
	/* By packed record: how much of `unpacked` there is when it has been read. */
	size_t *ends;
	size_t nr_ends, cap_ends, next_end;
	bool inside; /* give records from `unpacked` */
	size_t plain_end; /* in data: up to here there is nothing to see to */
};

/* From the first record. */
void perf_records_rewind(struct perf_records *records);

/*
 * The next record.  False at the end, and records->stop says which; ERR is
 * filled in when that is PERF_STOP_FAILED: what is packed passes the limit.
 */
static inline bool perf_records_next(struct perf_records *records,
				     struct perf_record *record,
				     struct error *err);

/* A record that was given before. */
void perf_records_get(const struct perf_records *records, uint64_t place,
		      struct perf_record *record);

void perf_records_release(struct perf_records *records);

/* The same, of any record. */
bool perf_records_next_any(struct perf_records *records,
			   struct perf_record *record, struct error *err);

/* Nearly all are of the kernel, and one behind the other. */
static inline bool perf_records_next(struct perf_records *records,
				     struct perf_record *record,
				     struct error *err)
{
	size_t at = records->at;
	const char *p = records->data.ptr + at;

	if (records->plain_end > at && records->plain_end - at >= 8) {
		uint32_t type = perf_u32(p, records->swap);
		uint16_t size = perf_u16(p + 6, records->swap);

		if (type < PERF_HEADER_ATTR && size >= 8 &&
		    size <= records->plain_end - at) {
			*record = (struct perf_record){
				.data = p,
				.type = type,
				.misc = perf_u16(p + 4, records->swap),
				.size = size,
				.place = (uint64_t)at << 1,
			};
			records->at = at + size;
			return true;
		}
	}
	return perf_records_next_any(records, record, err);
}

#endif
