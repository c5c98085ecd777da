/*
 * pprof.h - the tables of a profile.proto: what its samples refer to
 *
 * Locations, functions and mappings have ids that their writer chose, and texts
 * are numbers in a table of strings; all of them may stand behind the samples.
 * pprof_scan() looks at everything but the samples, and checks that whatever is
 * referred to is there, so that nobody has to ask later.
 *
 * Texts and messages are the input's bytes; tables live in the arena given.
 */
#ifndef READ_PPROF_H
#define READ_PPROF_H

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/span.h"

/* The fields of the messages: numbers of profile.proto. */
enum {
	PPROF_SAMPLE_TYPE = 1,
	PPROF_SAMPLE = 2,
	PPROF_MAPPING = 3,
	PPROF_LOCATION = 4,
	PPROF_FUNCTION = 5,
	PPROF_STRING = 6,
	PPROF_DROP_FRAMES = 7,
	PPROF_KEEP_FRAMES = 8,
	PPROF_TIME = 9,
	PPROF_DURATION = 10,
	PPROF_PERIOD_TYPE = 11,
	PPROF_PERIOD = 12,
	PPROF_COMMENT = 13,
	PPROF_DEFAULT_TYPE = 14,
	PPROF_DOC_URL = 15,
};
enum {
	SAMPLE_LOCATION = 1,
	SAMPLE_VALUE = 2,
	SAMPLE_LABEL = 3
};

/* Indexes into the tables, where nothing is. */
#define PPROF_NONE UINT32_MAX

/* What is counted, and in what. */
struct pprof_type {
	struct span type, unit;
};

struct pprof_function {
	struct span name;
};

struct pprof_mapping {
	uint64_t start, limit, offset;
	struct span file, build_id;
};

struct pprof_line {
	uint32_t function;
};

/* A place in a chain; of several lines, each is inlined into the next. */
struct pprof_location {
	uint64_t addr;
	uint32_t mapping; /* or PPROF_NONE */
	uint32_t first_line, nr_lines;
};

/* From ids to indexes. */
struct pprof_ids {
	uint64_t *id; /* by index, until it is sealed; then sorted */
	uint32_t *index; /* NULL: id N is index N - 1 */
	size_t nr, cap;
};

struct pprof {
	const char *path;
	struct span data;
	struct arena *arena;

	struct pprof_type *types;
	size_t nr_types, cap_types;
	struct pprof_function *functions;
	size_t nr_functions, cap_functions;
	struct pprof_mapping *mappings;
	size_t nr_mappings, cap_mappings;
	struct pprof_location *locations;
	size_t nr_locations, cap_locations;
	struct pprof_line *lines;
	size_t nr_lines, cap_lines;
	struct span *strings;
	size_t nr_strings, cap_strings;
	struct pprof_ids function_ids, mapping_ids, location_ids;

	struct pprof_type period_type;
	uint64_t period; /* 0 if not known */
	size_t nr_samples;
};

/* Fill in P, whose path, data and arena are set. */
int pprof_scan(struct pprof *p, struct error *err);

/* The index of ID, or PPROF_NONE. */
uint32_t pprof_find(const struct pprof_ids *ids, uint64_t id);

/* The text of number INDEX. */
int pprof_string(const struct pprof *p, uint64_t index, struct span *text,
		 struct error *err);

/*
 * The numbers of MESSAGE with the field numbers below NR, into VALUE; those that
 * are not there are 0.  Other fields are passed over.
 */
int pprof_numbers(const struct pprof *p, struct span message, uint64_t *value,
		  size_t nr, struct error *err);

/* Fail: what is at AT in the data is wrong. */
int pprof_bad(const struct pprof *p, const char *at, const char *what,
	      struct error *err);

#endif
