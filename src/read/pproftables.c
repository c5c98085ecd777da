/*
 * pproftables.c - the tables of a profile.proto
 *
 *	Profile    1 type* 2 sample* 3 mapping* 4 location* 5 function* 6 string*
 *	           9 time 10 duration 11 type of 12 period
 *	type       1 type 2 unit
 *	mapping    1 id 2 start 3 limit 4 offset 5 file 6 build id
 *	location   1 id 2 mapping 3 address 4 line*
 *	line       1 function 2 line 3 column
 *	function   1 id 2 name 3 the linker's name 4 file 5 first line
 *
 * Texts are numbers of strings, from 0, which is "".
 */
#include "pprof.h"

#include <stdlib.h>

#include "wire.h"

/* A compiler inlines some ten deep. */
#define LINES_MAX 4096

int pprof_bad(const struct pprof *p, const char *at, const char *what,
	      struct error *err)
{
	return fail(err, ERR_FORMAT, "%s: byte %zu: %s", p->path,
		    (size_t)(at - p->data.ptr), what);
}

int pprof_string(const struct pprof *p, uint64_t index, struct span *text,
		 struct error *err)
{
	if (index >= p->nr_strings)
		return fail(err, ERR_FORMAT,
			    "%s: it refers to string %llu, but has only %zu",
			    p->path, (unsigned long long)index, p->nr_strings);
	*text = p->strings[index];
	return 0;
}

int pprof_numbers(const struct pprof *p, struct span message, uint64_t *value,
		  size_t nr, struct error *err)
{
	struct wire wire = wire_begin(message);
	struct wire_field field;

	memset(value, 0, nr * sizeof(*value));
	while (wire_next(&wire, &field))
		if (field.number < nr && field.type == WIRE_VARINT)
			value[field.number] = field.value;
	if (wire.next != wire.end)
		return pprof_bad(p, wire.next, "no field of a profile.proto",
				 err);
	return 0;
}

/* ---- ids ----------------------------------------------------------------- */

static int add_id(struct pprof *p, struct pprof_ids *ids, uint64_t id,
		  const char *at, struct error *err)
{
	if (!id)
		return pprof_bad(p, at, "an id of 0", err);
	if (ids->nr == PPROF_NONE)
		return fail(err, ERR_LIMIT, "%s: over 2^32 ids", p->path);
	ARENA_ROOM(p->arena, ids->id, ids->nr, ids->cap);
	ids->id[ids->nr++] = id;
	return 0;
}

struct id_at {
	uint64_t id;
	uint32_t index;
};

static int by_id(const void *a, const void *b)
{
	const struct id_at *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/* All ids are there: make them quick to find. */
static int seal_ids(struct pprof *p, struct pprof_ids *ids, const char *what,
		    struct error *err)
{
	size_t i = 0;

	while (i < ids->nr && ids->id[i] == i + 1)
		i++;
	if (i == ids->nr)
		return 0;

	struct id_at *at = arena_alloc(p->arena, ids->nr * sizeof(*at));
	ids->index = arena_alloc(p->arena, ids->nr * sizeof(*ids->index));
	for (i = 0; i < ids->nr; i++)
		at[i] = (struct id_at){ ids->id[i], (uint32_t)i };
	qsort(at, ids->nr, sizeof(*at), by_id);
	for (i = 0; i < ids->nr; i++) {
		if (i && at[i].id == at[i - 1].id)
			return fail(err, ERR_FORMAT,
				    "%s: two %ss have the id %llu", p->path,
				    what, (unsigned long long)at[i].id);
		ids->id[i] = at[i].id;
		ids->index[i] = at[i].index;
	}
	return 0;
}

uint32_t pprof_find(const struct pprof_ids *ids, uint64_t id)
{
	size_t low = 0, high = ids->nr;

	if (!ids->index)
		return id - 1 < ids->nr ? (uint32_t)(id - 1) : PPROF_NONE;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ids->id[mid] == id)
			return ids->index[mid];
		if (ids->id[mid] < id)
			low = mid + 1;
		else
			high = mid;
	}
	return PPROF_NONE;
}

/* ---- what refers to strings, once all of them are there ------------------ */

static int take_type(struct pprof *p, struct span message,
		     struct pprof_type *type, struct error *err)
{
	uint64_t n[3];

	if (pprof_numbers(p, message, n, 3, err) < 0 ||
	    pprof_string(p, n[1], &type->type, err) < 0)
		return -1;
	return pprof_string(p, n[2], &type->unit, err);
}

static int take_function(struct pprof *p, struct span message,
			 struct error *err)
{
	struct pprof_function function;
	uint64_t n[4];

	if (pprof_numbers(p, message, n, 4, err) < 0 ||
	    // The second is what the linker calls it.
	    pprof_string(p, n[2] ? n[2] : n[3], &function.name, err) < 0)
		return -1;
	ARENA_ROOM(p->arena, p->functions, p->nr_functions, p->cap_functions);
	p->functions[p->nr_functions++] = function;
	return add_id(p, &p->function_ids, n[1], message.ptr, err);
}

static int take_mapping(struct pprof *p, struct span message, struct error *err)
{
	struct pprof_mapping mapping;
	uint64_t n[7];

	if (pprof_numbers(p, message, n, 7, err) < 0 ||
	    pprof_string(p, n[5], &mapping.file, err) < 0 ||
	    pprof_string(p, n[6], &mapping.build_id, err) < 0)
		return -1;
	mapping.start = n[2];
	mapping.limit = n[3];
	mapping.offset = n[4];
	ARENA_ROOM(p->arena, p->mappings, p->nr_mappings, p->cap_mappings);
	p->mappings[p->nr_mappings++] = mapping;
	return add_id(p, &p->mapping_ids, n[1], message.ptr, err);
}

/* ---- locations, once functions and mappings are there -------------------- */

static int take_line(struct pprof *p, struct span message, struct error *err)
{
	struct pprof_line line = { PPROF_NONE };
	uint64_t n[2];

	if (pprof_numbers(p, message, n, 2, err) < 0)
		return -1;
	// A line of no function is an address.
	if (!n[1])
		return 0;
	line.function = pprof_find(&p->function_ids, n[1]);
	if (line.function == PPROF_NONE)
		return fail(err, ERR_FORMAT,
			    "%s: byte %zu: it refers to function %llu, which"
			    " it does not have",
			    p->path, (size_t)(message.ptr - p->data.ptr),
			    (unsigned long long)n[1]);
	if (!p->functions[line.function].name.len)
		return 0;
	ARENA_ROOM(p->arena, p->lines, p->nr_lines, p->cap_lines);
	p->lines[p->nr_lines++] = line;
	return 0;
}

static int take_location(struct pprof *p, struct span message,
			 struct error *err)
{
	struct pprof_location location = {
		.mapping = PPROF_NONE,
		.first_line = (uint32_t)p->nr_lines,
	};
	struct wire wire = wire_begin(message);
	struct wire_field field;
	uint64_t n[4];

	if (pprof_numbers(p, message, n, 4, err) < 0)
		return -1;
	while (wire_next(&wire, &field))
		if (field.number == 4 && field.type == WIRE_BYTES &&
		    take_line(p, field.bytes, err) < 0)
			return -1;
	location.addr = n[3];
	location.nr_lines = (uint32_t)p->nr_lines - location.first_line;
	if (location.nr_lines > LINES_MAX)
		return pprof_bad(p, message.ptr,
				 "a location of more lines than"
				 " can be inlined",
				 err);
	if (n[2])
		location.mapping = pprof_find(&p->mapping_ids, n[2]);
	if (n[2] && location.mapping == PPROF_NONE)
		return fail(err, ERR_FORMAT,
			    "%s: byte %zu: it refers to mapping %llu, which it"
			    " does not have",
			    p->path, (size_t)(message.ptr - p->data.ptr),
			    (unsigned long long)n[2]);
	ARENA_ROOM(p->arena, p->locations, p->nr_locations, p->cap_locations);
	p->locations[p->nr_locations++] = location;
	return add_id(p, &p->location_ids, n[1], message.ptr, err);
}

/* ---- the profile --------------------------------------------------------- */

static int scan_strings(struct pprof *p, struct error *err)
{
	struct wire wire = wire_begin(p->data);
	struct wire_field field;

	while (wire_next(&wire, &field)) {
		if (field.number == PPROF_SAMPLE)
			p->nr_samples++;
		if (field.number != PPROF_STRING || field.type != WIRE_BYTES)
			continue;
		ARENA_ROOM(p->arena, p->strings, p->nr_strings, p->cap_strings);
		p->strings[p->nr_strings++] = field.bytes;
	}
	if (wire.next != wire.end)
		return pprof_bad(p, wire.next,
				 "no field of a profile.proto, or cut off in"
				 " it; a part of one cannot be used",
				 err);
	if (!p->nr_strings || p->strings[0].len)
		return fail(err, ERR_FORMAT,
			    "%s: the first string of a profile.proto is empty,"
			    " but here it is not",
			    p->path);
	return 0;
}

static int take_table(struct pprof *p, const struct wire_field *field,
		      struct error *err)
{
	switch (field->number) {
	case PPROF_SAMPLE_TYPE:
		ARENA_ROOM(p->arena, p->types, p->nr_types, p->cap_types);
		return take_type(p, field->bytes, &p->types[p->nr_types++],
				 err);
	case PPROF_PERIOD_TYPE:
		return take_type(p, field->bytes, &p->period_type, err);
	case PPROF_FUNCTION:
		return take_function(p, field->bytes, err);
	case PPROF_MAPPING:
		return take_mapping(p, field->bytes, err);
	}
	return 0;
}

static int scan_tables(struct pprof *p, struct error *err)
{
	struct wire wire = wire_begin(p->data);
	struct wire_field field;

	while (wire_next(&wire, &field)) {
		if (field.number == PPROF_PERIOD && field.type == WIRE_VARINT)
			p->period = field.value;
		if (field.type == WIRE_BYTES && take_table(p, &field, err) < 0)
			return -1;
	}
	if (seal_ids(p, &p->function_ids, "function", err) < 0)
		return -1;
	return seal_ids(p, &p->mapping_ids, "mapping", err);
}

static int scan_locations(struct pprof *p, struct error *err)
{
	struct wire wire = wire_begin(p->data);
	struct wire_field field;

	while (wire_next(&wire, &field))
		if (field.number == PPROF_LOCATION &&
		    field.type == WIRE_BYTES &&
		    take_location(p, field.bytes, err) < 0)
			return -1;
	return seal_ids(p, &p->location_ids, "location", err);
}

int pprof_scan(struct pprof *p, struct error *err)
{
	if (scan_strings(p, err) < 0 || scan_tables(p, err) < 0)
		return -1;
	return scan_locations(p, err);
}
