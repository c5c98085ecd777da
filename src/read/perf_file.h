/*
 * perf_file.h - what a perf.data file says before and behind its records
 *
 * Written to a file, there is a header with the places of attributes and data,
 * and a table of features behind the data:
 *
 *	"PERFILE2"  size=104  attr_size  attrs  data  event_types  features[4]
 *
 * where attrs, data and event_types are an offset and a size, and big-endian
 * machines write the magic number backwards.  Written to a pipe, there is
 * "PERFILE2" and size=16, and the rest comes as records, which
 * perf_file_record() takes.
 */
#ifndef PERF_FILE_H
#define PERF_FILE_H

#include "diffprof/error.h"
#include "diffprof/names.h"
#include "perf_event.h"
#include "perf_records.h"

/* Bits of the features that are read. */
enum {
	PERF_FEATURE_BUILD_ID = 2,
	PERF_FEATURE_HOSTNAME = 3,
	PERF_FEATURE_OSRELEASE = 4,
	PERF_FEATURE_EVENT_DESC = 12,
	PERF_FEATURE_STAT = 19,
	PERF_FEATURE_BITS = 256,
};

/* A build id that the file gives for an image. */
struct perf_build_id {
	struct span path;
	uint16_t mode; /* PERF_RECORD_MISC_KERNEL and so on */
	const char *id; /* lower-case hexadecimal */
};

struct perf_file {
	const char *path;
	struct span bytes; /* all of it */
	struct arena *arena;
	bool swap, big_endian, pipe;
	bool unfinished; /* the header was never completed */
	bool stat; /* perf stat's: no samples */
	uint64_t missing; /* bytes the header promises and the file lacks */
	bool bad_features; /* their table or one of them is not there */
	struct perf_events events;
	struct perf_records records;
	const char *release; /* of the kernel, or NULL */
	struct perf_build_id *build_ids;
	size_t nr_build_ids, cap_build_ids;
};

bool perf_file_sniff(struct span head);

/*
 * Read all but the records.  BYTES and ARENA must live as long as FILE; strings
 * lie in the arena.  Fails with ERR_FORMAT when there is no way to the records.
 */
int perf_file_open(struct perf_file *file, const char *path, struct span bytes,
		   struct arena *arena, struct error *err);

/* Take what a record says that stands for a part of the header, if it is one. */
bool perf_file_record(struct perf_file *file, const struct perf_record *record);

/* The build id as hexadecimal; NULL if it has no bytes. */
const char *perf_build_id_text(const char *bytes, size_t len,
			       struct arena *arena);

void perf_file_close(struct perf_file *file);

#endif
