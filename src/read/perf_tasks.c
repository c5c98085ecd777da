#include "perf_tasks.h"

static size_t slot_of(const struct perf_timelines *lines, uint32_t id)
{
	const struct span bytes = { (const char *)&id, sizeof(id) };
	size_t i = names_hash(bytes) & lines->mask;

	while (lines->slot[i] && lines->line[lines->slot[i] - 1].id != id)
		i = (i + 1) & lines->mask;
	return i;
}

static struct perf_timeline *line_find(const struct perf_timelines *lines,
				       uint32_t id)
{
	if (!lines->nr)
		return NULL;
	uint32_t found = lines->slot[slot_of(lines, id)];

	return found ? &lines->line[found - 1] : NULL;
}

static void grow(struct perf_timelines *lines, struct arena *arena)
{
	size_t slots = lines->slot ? 2 * (lines->mask + 1) : 256;

	lines->slot = arena_zalloc(arena, slots * sizeof(*lines->slot));
	lines->mask = slots - 1;
	for (size_t i = 0; i < lines->nr; i++)
		lines->slot[slot_of(lines, lines->line[i].id)] =
			(uint32_t)i + 1;
}

static struct perf_timeline *line_of(struct perf_timelines *lines, uint32_t id,
				     struct arena *arena)
{
	if (!lines->slot || 2 * lines->nr > lines->mask)
		grow(lines, arena);
	size_t i = slot_of(lines, id);

	if (!lines->slot[i]) {
		ARENA_ROOM(arena, lines->line, lines->nr, lines->cap);
		lines->line[lines->nr++] = (struct perf_timeline){ .id = id };
		lines->slot[i] = (uint32_t)lines->nr;
	}
	return &lines->line[lines->slot[i] - 1];
}

static void line_add(struct perf_timelines *lines, uint32_t id, uint64_t time,
		     uint32_t value, struct arena *arena)
{
	struct perf_timeline *line = line_of(lines, id, arena);

	ARENA_ROOM(arena, line->moments, line->nr, line->cap);
	line->moments[line->nr++] = (struct perf_moment){ time, value };
}

/* The last value so far. */
static uint32_t line_last(const struct perf_timelines *lines, uint32_t id,
			  uint32_t none)
{
	const struct perf_timeline *line = line_find(lines, id);

	return line ? line->moments[line->nr - 1].value : none;
}

void perf_tasks_init(struct perf_tasks *tasks, struct arena *arena)
{
	*tasks = (struct perf_tasks){ .arena = arena, .spaces.arena = arena };
	tasks->kernel = perf_spaces_add(&tasks->spaces, PERF_SPACE_NONE);
	tasks->guest_kernel = perf_spaces_add(&tasks->spaces, PERF_SPACE_NONE);
}

void perf_tasks_comm(struct perf_tasks *tasks, uint64_t time, uint32_t pid,
		     uint32_t tid, name_id comm, bool exec)
{
	line_add(&tasks->comms, tid, time, comm, tasks->arena);
	if (exec)
		line_add(&tasks->owners, pid, time,
			 perf_spaces_add(&tasks->spaces, PERF_SPACE_NONE),
			 tasks->arena);
}

void perf_tasks_fork(struct perf_tasks *tasks, uint64_t time, uint32_t pid,
		     uint32_t tid, uint32_t parent_pid, uint32_t parent_tid,
		     bool copy)
{
	name_id comm = line_last(&tasks->comms, parent_tid, NAME_NONE);

	if (comm != NAME_NONE || line_find(&tasks->comms, tid))
		line_add(&tasks->comms, tid, time, comm, tasks->arena);
	if (pid == parent_pid)
		return;
	uint32_t parent =
		line_last(&tasks->owners, parent_pid, PERF_SPACE_NONE);
	line_add(&tasks->owners, pid, time,
		 perf_spaces_add(&tasks->spaces,
				 copy ? parent : PERF_SPACE_NONE),
		 tasks->arena);
}

void perf_tasks_map(struct perf_tasks *tasks, uint32_t pid,
		    const struct perf_map *map)
{
	uint32_t space = line_last(&tasks->owners, pid, PERF_SPACE_NONE);

	if (space == PERF_SPACE_NONE) {
		space = perf_spaces_add(&tasks->spaces, PERF_SPACE_NONE);
		line_add(&tasks->owners, pid, 0, space, tasks->arena);
	}
	perf_spaces_map(&tasks->spaces, space, map);
}

/* What was at TIME, or NONE; narrows the time in which STATE stands. */
static uint32_t line_at(const struct perf_timelines *lines, uint32_t id,
			uint64_t time, uint32_t none, struct perf_state *state)
{
	const struct perf_timeline *line = line_find(lines, id);
	size_t low = 0, high = line ? line->nr : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (line->moments[middle].from <= time)
			low = middle + 1;
		else
			high = middle;
	}
	if (line && low < line->nr && line->moments[low].from < state->until)
		state->until = line->moments[low].from;
	if (!low)
		return none;
	if (line->moments[low - 1].from > state->from)
		state->from = line->moments[low - 1].from;
	return line->moments[low - 1].value;
}

void perf_tasks_at(const struct perf_tasks *tasks, uint32_t pid, uint32_t tid,
		   uint64_t time, struct perf_state *state)
{
	*state = (struct perf_state){
		.pid = pid,
		.tid = tid,
		.until = UINT64_MAX,
	};
	state->comm = line_at(&tasks->comms, tid, time, NAME_NONE, state);
	state->space =
		line_at(&tasks->owners, pid, time, PERF_SPACE_NONE, state);
	if (state->space == PERF_SPACE_NONE)
		return;
	const struct perf_space *space = &tasks->spaces.space[state->space];
	size_t nr = state->nr_maps = perf_space_nr_at(space, time);

	if (nr < space->nr && space->maps[nr].from < state->until)
		state->until = space->maps[nr].from;
	if (nr && space->maps[nr - 1].from > state->from)
		state->from = space->maps[nr - 1].from;
}
