#include "perf_side.h"

#include <stdlib.h>

#include "perf_bytes.h"

void perf_side_init(struct perf_side *side, struct perf_file *file,
		    struct samples *samples, struct arena *arena)
{
	*side = (struct perf_side){ .file = file, .arena = arena };
	perf_tasks_init(&side->tasks, arena);
	perf_objects_init(&side->objects, samples);
}

/* Up to here a record must have its fields; a text may follow. */
static const uint8_t fixed_size[] = {
	[PERF_RECORD_MMAP] = 40,    [PERF_RECORD_MMAP2] = 72,
	[PERF_RECORD_COMM] = 16,    [PERF_RECORD_FORK] = 32,
	[PERF_RECORD_KSYMBOL] = 24,
};

bool perf_side_collect(struct perf_side *side, const struct perf_record *record,
		       uint64_t number)
{
	const struct perf_events *events = &side->file->events;
	uint64_t time = number;

	if (record->type >= sizeof(fixed_size) || !fixed_size[record->type] ||
	    record->size < fixed_size[record->type])
		return false;
	if (events->timed) {
		uint8_t tail = events->event[0].at.tail_time;

		time = record->size >= 8 + tail ?
			       perf_u64(record->data + record->size - tail,
					side->file->swap) :
			       0;
		// Of perf itself: how things were before.
		if (time == UINT64_MAX)
			time = 0;
	}
	ARENA_ROOM(side->arena, side->record, side->nr, side->cap);
	side->record[side->nr] = (struct perf_side_record){
		.time = time,
		.place = record->place,
		.number = (uint32_t)side->nr,
	};
	side->nr++;
	return true;
}

static int compare_times(const void *a, const void *b)
{
	const struct perf_side_record *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

/* The text from OFFSET on, which a NUL ends. */
static struct span text_at(const struct perf_record *record, size_t offset)
{
	const char *p = record->data + offset;
	size_t left = record->size - offset;
	const char *end = left ? memchr(p, 0, left) : NULL;

	return (struct span){ p, end ? (size_t)(end - p) : left };
}

static void apply_map(struct perf_side *side, const struct perf_record *record,
		      uint64_t time)
{
	const char *p = record->data;
	bool swap = side->file->swap;
	bool second = record->type == PERF_RECORD_MMAP2;
	unsigned mode = record->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	struct perf_mapping mapping = {
		.start = perf_u64(p + 16, swap),
		.len = perf_u64(p + 24, swap),
		.pgoff = perf_u64(p + 32, swap),
		.path = text_at(record, second ? 72 : 40),
		.guest = mode == PERF_RECORD_MISC_GUEST_KERNEL ||
			 mode == PERF_RECORD_MISC_GUEST_USER,
	};
	struct perf_map map = { .start = mapping.start, .from = time };

	map.end = mapping.start + mapping.len;
	// To the end of all addresses.
	if (map.end < map.start)
		map.end = UINT64_MAX;
	if (second && record->misc & PERF_RECORD_MISC_MMAP_BUILD_ID &&
	    (unsigned char)p[40] <= 20)
		mapping.build_id =
			perf_build_id_text(p + 44, (unsigned char)p[40],
					   side->file->arena);
	if (mode == PERF_RECORD_MISC_KERNEL ||
	    mode == PERF_RECORD_MISC_GUEST_KERNEL) {
		perf_objects_kernel(&side->objects, &mapping, &map);
		perf_spaces_map(&side->tasks.spaces,
				mapping.guest ? side->tasks.guest_kernel :
						side->tasks.kernel,
				&map);
	} else if (!mapping.guest) {
		perf_objects_user(&side->objects, &mapping, &map);
		perf_tasks_map(&side->tasks, perf_u32(p + 8, swap), &map);
	}
}

static void apply_ksymbol(struct perf_side *side,
			  const struct perf_record *record, uint64_t time)
{
	const char *p = record->data;
	bool swap = side->file->swap;
	struct perf_tasks *tasks = &side->tasks;
	const struct perf_mapping mapping = {
		.start = perf_u64(p + 8, swap),
		.len = perf_u32(p + 16, swap),
		.path = text_at(record, 24),
	};
	struct perf_map map = {
		.start = mapping.start,
		.end = mapping.start + mapping.len,
		.from = time,
		.object = PERF_OBJECT_GONE,
	};
	unsigned type = perf_u16(p + 20, swap);

	if (map.end <= map.start || !mapping.path.len)
		return;
	if (!(perf_u16(p + 22, swap) & PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER))
		perf_objects_ksymbol(&side->objects, &mapping,
				     type == PERF_RECORD_KSYMBOL_TYPE_BPF,
				     &map);
	perf_spaces_map(&tasks->spaces, tasks->kernel, &map);
}

static void apply_comm(struct perf_side *side, const struct perf_record *record,
		       uint64_t time)
{
	struct profile *prof = side->objects.s->prof;
	struct span comm = text_at(record, 16);
	name_id id = names_find(&prof->names, comm);
	bool swap = side->file->swap;

	if (id == NAME_NONE && comm.len) {
		comm.ptr = arena_strndup(&prof->arena, comm.ptr, comm.len);
		id = names_intern(&prof->names, comm);
	}
	perf_tasks_comm(&side->tasks, time, perf_u32(record->data + 8, swap),
			perf_u32(record->data + 12, swap), id,
			record->misc & PERF_RECORD_MISC_COMM_EXEC);
}

static void apply_fork(struct perf_side *side, const struct perf_record *record,
		       uint64_t time)
{
	const char *p = record->data;
	bool swap = side->file->swap;

	// A fork that perf made up for what it found running copied nothing.
	perf_tasks_fork(&side->tasks, time, perf_u32(p + 8, swap),
			perf_u32(p + 16, swap), perf_u32(p + 12, swap),
			perf_u32(p + 20, swap),
			!(record->misc & PERF_RECORD_MISC_FORK_EXEC));
}

void perf_side_apply(struct perf_side *side)
{
	struct perf_record record;

	if (side->nr)
		qsort(side->record, side->nr, sizeof(*side->record),
		      compare_times);
	for (size_t i = 0; i < side->nr; i++) {
		uint64_t time = side->record[i].time;

		perf_records_get(&side->file->records, side->record[i].place,
				 &record);
		switch (record.type) {
		case PERF_RECORD_MMAP:
		case PERF_RECORD_MMAP2:
			apply_map(side, &record, time);
			break;
		case PERF_RECORD_COMM:
			apply_comm(side, &record, time);
			break;
		case PERF_RECORD_FORK:
			apply_fork(side, &record, time);
			break;
		default:
			apply_ksymbol(side, &record, time);
			break;
		}
	}
}
