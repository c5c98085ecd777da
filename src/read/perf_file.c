#include "perf_file.h"

#include "perf_bytes.h"

/* Offsets in the header. */
enum {
	AT_SIZE = 8,
	AT_ATTR_SIZE = 16,
	AT_ATTRS = 24,
	AT_DATA = 40,
	AT_FEATURES = 72,
	HEADER_BYTES = 104,
	PIPE_HEADER_BYTES = 16,
	SECTION_BYTES = 16,
};

#define RECORD_HEADER sizeof(struct perf_event_header)

bool perf_file_sniff(struct span head)
{
	return head.len >= 8 && (!memcmp(head.ptr, "PERFILE2", 8) ||
				 !memcmp(head.ptr, "2ELIFREP", 8) ||
				 !memcmp(head.ptr, "PERFFILE", 8) ||
				 !memcmp(head.ptr, "ELIFFREP", 8));
}

/* LEN bytes at OFFSET, as far as the file has them. */
static struct span part(const struct perf_file *file, uint64_t offset,
			uint64_t len)
{
	if (offset >= file->bytes.len)
		return (struct span){ file->bytes.ptr, 0 };
	if (len > file->bytes.len - offset)
		len = file->bytes.len - offset;
	return (struct span){ file->bytes.ptr + offset, len };
}

/* The section whose place stands at P. */
static struct span section(const struct perf_file *file, const char *p,
			   bool *whole)
{
	uint64_t offset = perf_u64(p, file->swap);
	uint64_t size = perf_u64(p + 8, file->swap);
	struct span bytes = part(file, offset, size);

	*whole = bytes.len == size;
	return bytes;
}

/* Take LEN bytes off the front of LEFT. */
static bool take(struct span *left, uint64_t len, struct span *bytes)
{
	if (len > left->len)
		return false;
	*bytes = (struct span){ left->ptr, len };
	left->ptr += len;
	left->len -= len;
	return true;
}

static bool take_u32(struct span *left, bool swap, uint32_t *value)
{
	struct span bytes;

	if (!take(left, sizeof(*value), &bytes))
		return false;
	*value = perf_u32(bytes.ptr, swap);
	return true;
}

/* Up to the NUL that ends it, if there is one. */
static struct span text_in(struct span bytes)
{
	const char *end = bytes.len ? memchr(bytes.ptr, 0, bytes.len) : NULL;

	if (end)
		bytes.len = (size_t)(end - bytes.ptr);
	return bytes;
}

/* A length, and a text of so many bytes that a NUL ends. */
static bool take_text(struct span *left, bool swap, struct span *text)
{
	uint32_t len;

	if (!take_u32(left, swap, &len) || !take(left, len, text))
		return false;
	*text = text_in(*text);
	return true;
}

const char *perf_build_id_text(const char *bytes, size_t len,
			       struct arena *arena)
{
	static const char digits[] = "0123456789abcdef";

	if (!len)
		return NULL;
	char *text = arena_alloc(arena, 2 * len + 1), *p = text;
	for (size_t i = 0; i < len; i++) {
		*p++ = digits[(unsigned char)bytes[i] >> 4];
		*p++ = digits[(unsigned char)bytes[i] & 15];
	}
	*p = '\0';
	return text;
}

/* The size stands behind the bytes, if a flag says so. */
#define MISC_BUILD_ID_SIZE (1u << 15)
#define BUILD_ID_MAX 20

static void add_build_id(struct perf_file *file, const char *record,
			 uint16_t misc, uint16_t size)
{
	// Header, process, 20 bytes of build id, its size, padding; a path.
	const size_t at_id = RECORD_HEADER + 4, at_path = at_id + 24;
	size_t len = BUILD_ID_MAX;
	const char *id;

	// Shorter ones are filled up with zeros, where no size is given.
	if (size <= at_path)
		return;
	if (misc & MISC_BUILD_ID_SIZE &&
	    (unsigned char)record[at_id + BUILD_ID_MAX] < BUILD_ID_MAX)
		len = (unsigned char)record[at_id + BUILD_ID_MAX];
	else
		while (len && !memcmp(record + at_id + len - 4, "\0\0\0\0", 4))
			len -= 4;
	if (!(id = perf_build_id_text(record + at_id, len, file->arena)))
		return;
	struct span path =
		text_in((struct span){ record + at_path, size - at_path });
	ARENA_ROOM(file->arena, file->build_ids, file->nr_build_ids,
		   file->cap_build_ids);
	file->build_ids[file->nr_build_ids++] = (struct perf_build_id){
		.path = { arena_strndup(file->arena, path.ptr, path.len),
			  path.len },
		.mode = misc & PERF_RECORD_MISC_CPUMODE_MASK,
		.id = id,
	};
}

static void read_build_ids(struct perf_file *file, struct span table)
{
	struct span record;

	while (table.len >= RECORD_HEADER) {
		uint16_t size = perf_u16(table.ptr + 6, file->swap);

		if (size < RECORD_HEADER || !take(&table, size, &record)) {
			file->bad_features = true;
			return;
		}
		add_build_id(file, record.ptr,
			     perf_u16(record.ptr + 4, file->swap), size);
	}
}

/* Names and ids of all events, in the order of the attributes. */
static void read_event_desc(struct perf_file *file, struct span desc)
{
	struct perf_events *events = &file->events;
	struct span attr, name, ids;
	uint32_t nr, attr_size, nr_ids;

	if (!take_u32(&desc, file->swap, &nr) ||
	    !take_u32(&desc, file->swap, &attr_size)) {
		file->bad_features = true;
		return;
	}
	for (uint32_t i = 0; i < nr && i < events->nr; i++) {
		if (!take(&desc, attr_size, &attr) ||
		    !take_u32(&desc, file->swap, &nr_ids) ||
		    !take_text(&desc, file->swap, &name) ||
		    !take(&desc, (uint64_t)nr_ids * 8, &ids)) {
			file->bad_features = true;
			return;
		}
		if (!events->event[i].name.len)
			events->event[i].name = (struct span){
				arena_strndup(file->arena, name.ptr, name.len),
				name.len
			};
		for (uint32_t k = 0; k < nr_ids; k++)
			perf_events_id(events,
				       perf_u64(ids.ptr + (size_t)8 * k,
						file->swap),
				       i);
	}
}

static void read_feature(struct perf_file *file, unsigned feature,
			 struct span bytes)
{
	struct span text;

	switch (feature) {
	case PERF_FEATURE_BUILD_ID:
		read_build_ids(file, bytes);
		break;
	case PERF_FEATURE_OSRELEASE:
		if (!take_text(&bytes, file->swap, &text))
			file->bad_features = true;
		else if (text.len)
			file->release =
				arena_strndup(file->arena, text.ptr, text.len);
		break;
	case PERF_FEATURE_EVENT_DESC:
		read_event_desc(file, bytes);
		break;
	case PERF_FEATURE_STAT:
		file->stat = true;
		break;
	default:
		break;
	}
}

/* One (offset, size) for each feature that is set, behind the data. */
static void read_features(struct perf_file *file, uint64_t offset)
{
	const char *map = file->bytes.ptr + AT_FEATURES;
	uint64_t word[PERF_FEATURE_BITS / 64];
	bool whole;

	for (size_t i = 0; i < PERF_FEATURE_BITS / 64; i++)
		word[i] = perf_u64(map + 8 * i, file->swap);
	// On big-endian machines of 32 bits the map is of words of 32; there is
	// always a name of the host.
	if (file->big_endian && !(word[0] >> PERF_FEATURE_HOSTNAME & 1) &&
	    word[0] >> 32 >> PERF_FEATURE_HOSTNAME & 1)
		for (size_t i = 0; i < PERF_FEATURE_BITS / 64; i++)
			word[i] = word[i] << 32 | word[i] >> 32;
	for (unsigned i = 0; i < PERF_FEATURE_BITS; i++) {
		if (!(word[i / 64] >> i % 64 & 1))
			continue;
		struct span place = part(file, offset, SECTION_BYTES);

		if (place.len < SECTION_BYTES) {
			file->bad_features = true;
			return;
		}
		offset += SECTION_BYTES;
		struct span bytes = section(file, place.ptr, &whole);
		if (!whole)
			file->bad_features = true;
		else
			read_feature(file, i, bytes);
	}
}

static void read_ids(struct perf_file *file, struct span ids)
{
	for (; ids.len >= 8; ids.ptr += 8, ids.len -= 8)
		perf_events_id(&file->events, perf_u64(ids.ptr, file->swap),
			       (uint32_t)file->events.nr - 1);
}

static int read_attrs(struct perf_file *file, struct error *err)
{
	uint64_t each = perf_u64(file->bytes.ptr + AT_ATTR_SIZE, file->swap);
	bool whole;
	struct span attrs = section(file, file->bytes.ptr + AT_ATTRS, &whole);

	if (!whole)
		return fail(err, ERR_FORMAT,
			    "%s: the file ends before its event attributes",
			    file->path);
	if (each < PERF_ATTR_SIZE_MIN + SECTION_BYTES)
		return fail(
			err, ERR_FORMAT,
			"%s: byte %d: attributes of %llu bytes: not of perf",
			file->path, AT_ATTR_SIZE, (unsigned long long)each);
	for (; attrs.len >= each; attrs.ptr += each, attrs.len -= each) {
		struct span attr = { attrs.ptr, each - SECTION_BYTES };

		if (!perf_events_add(&file->events, attr, file->swap,
				     file->big_endian))
			return fail(err, ERR_FORMAT,
				    "%s: byte %zu: a damaged event attribute",
				    file->path,
				    (size_t)(attr.ptr - file->bytes.ptr));
		struct span ids = section(file, attr.ptr + attr.len, &whole);
		read_ids(file, ids);
	}
	if (!file->events.nr)
		return fail(err, ERR_FORMAT, "%s: a perf.data file of no event",
			    file->path);
	return 0;
}

static int open_seekable(struct perf_file *file, struct error *err)
{
	const char *p = file->bytes.ptr;

	if (file->bytes.len < HEADER_BYTES)
		return fail(err, ERR_FORMAT,
			    "%s: the file ends within its header", file->path);
	if (read_attrs(file, err) < 0)
		return -1;
	uint64_t offset = perf_u64(p + AT_DATA, file->swap);
	uint64_t size = perf_u64(p + AT_DATA + 8, file->swap);

	file->unfinished = !size;
	if (offset < HEADER_BYTES || offset > file->bytes.len)
		return fail(err, ERR_FORMAT,
			    "%s: the file ends before its data, which were to"
			    " begin at byte %llu",
			    file->path, (unsigned long long)offset);
	file->records.data = part(file, offset, size ? size : UINT64_MAX);
	file->records.offset = offset;
	if (file->unfinished)
		return 0;
	file->missing = size - file->records.data.len;
	if (file->missing)
		return 0;
	read_features(file, offset + size);
	return 0;
}

int perf_file_open(struct perf_file *file, const char *path, struct span bytes,
		   struct arena *arena, struct error *err)
{
	*file = (struct perf_file){
		.path = path,
		.bytes = bytes,
		.arena = arena,
		.events.arena = arena,
	};
	if (!perf_file_sniff(bytes))
		return fail(err, ERR_FORMAT,
			    "%s: not a perf.data: it does not begin with"
			    " PERFILE2",
			    path);
	if (bytes.len < PIPE_HEADER_BYTES)
		return fail(err, ERR_FORMAT,
			    "%s: the file ends within its header", path);
	if (bytes.ptr[0] == 'E' || !memcmp(bytes.ptr, "PERFF", 5))
		return fail(err, ERR_FORMAT,
			    "%s: of version 1 of perf.data, which is not read;"
			    " use what perf report -n prints of it",
			    path);
	file->big_endian = bytes.ptr[0] == '2';
	file->swap =
		file->big_endian == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
	file->pipe =
		perf_u64(bytes.ptr + AT_SIZE, file->swap) == PIPE_HEADER_BYTES;
	file->records.path = path;
	file->records.swap = file->swap;
	if (!file->pipe)
		return open_seekable(file, err);
	file->records.offset = PIPE_HEADER_BYTES;
	file->records.data = part(file, PIPE_HEADER_BYTES, UINT64_MAX);
	return 0;
}

static void take_attr(struct perf_file *file, struct span body)
{
	if (!perf_events_add(&file->events, body, file->swap, file->big_endian))
		return;
	uint32_t size = file->events.event[file->events.nr - 1].size;

	read_ids(file, (struct span){ body.ptr + size, body.len - size });
}

/* What perf calls an event whose name came too late for the attribute. */
static void take_update(struct perf_file *file, struct span body)
{
	enum {
		UPDATE_NAME = 2
	};
	const struct perf_id *id;

	if (body.len < 16 || perf_u64(body.ptr, file->swap) != UPDATE_NAME)
		return;
	struct span name =
		text_in((struct span){ body.ptr + 16, body.len - 16 });
	id = perf_events_find(&file->events,
			      perf_u64(body.ptr + 8, file->swap));
	if (id && name.len)
		file->events.event[id->event].name = (struct span){
			arena_strndup(file->arena, name.ptr, name.len), name.len
		};
}

bool perf_file_record(struct perf_file *file, const struct perf_record *record)
{
	struct span body = { record->data + RECORD_HEADER,
			     record->size - RECORD_HEADER };

	switch (record->type) {
	case PERF_HEADER_ATTR:
		take_attr(file, body);
		return true;
	case PERF_EVENT_UPDATE:
		take_update(file, body);
		return true;
	case PERF_HEADER_BUILD_ID:
		add_build_id(file, record->data, record->misc, record->size);
		return true;
	case PERF_HEADER_FEATURE:
		if (body.len >= 8) {
			uint64_t bit = perf_u64(body.ptr, file->swap);

			if (bit < PERF_FEATURE_BITS)
				read_feature(file, (unsigned)bit,
					     (struct span){ body.ptr + 8,
							    body.len - 8 });
		}
		return true;
	default:
		return false;
	}
}

void perf_file_close(struct perf_file *file)
{
	perf_records_release(&file->records);
}
