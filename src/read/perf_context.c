/*
 * perf_context.c - what else two samples must agree in to be one entry
 */
#include "perf_walking.h"

void perf_contexts_init(struct perf_walker *w)
{
	struct perf_contexts *c = &w->contexts;

	// No time is in an empty interval.
	for (size_t i = 0; i < PERF_THREADS; i++)
		c->threads[i].state.from = 1;
	c->nobody.state.space = PERF_SPACE_NONE;
	c->kernel_from = 1;
}

static struct perf_thread *thread_at(struct perf_walker *w, uint32_t pid,
				     uint32_t tid, uint64_t time)
{
	struct perf_thread *thread = &w->contexts.threads[tid % PERF_THREADS];
	struct perf_state *state = &thread->state;

	if (state->tid != tid || state->pid != pid || time < state->from ||
	    time >= state->until) {
		perf_tasks_at(&w->r->side.tasks, pid, tid, time, state);
		thread->kernel.context = thread->other.context = 0;
	}
	return thread;
}

static __attribute__((noinline)) size_t look_at_kernel(struct perf_walker *w,
						       uint64_t time)
{
	const struct perf_tasks *tasks = &w->r->side.tasks;
	const struct perf_space *kernel = &tasks->spaces.space[tasks->kernel];
	struct perf_contexts *c = &w->contexts;
	size_t nr = perf_space_nr_at(kernel, time);

	c->kernel_from = nr ? kernel->maps[nr - 1].from : 0;
	c->kernel_until = nr < kernel->nr ? kernel->maps[nr].from : UINT64_MAX;
	return c->nr_kernel_maps = nr;
}

static size_t kernel_maps_at(struct perf_walker *w, uint64_t time)
{
	const struct perf_contexts *c = &w->contexts;

	return time >= c->kernel_from && time < c->kernel_until ?
		       c->nr_kernel_maps :
		       look_at_kernel(w, time);
}

/* The command of a thread that no record names, as perf has it. */
static name_id comm_of(struct perf_walker *w, const struct perf_state *state)
{
	struct profile *prof = w->r->prof;

	if (!w->r->s->keep_comm)
		return NAME_NONE;
	if (state->comm != NAME_NONE)
		return state->comm;
	if (!state->tid)
		return names_intern(&prof->names, SPAN("swapper"));
	return names_intern(&prof->names,
			    span_of(arena_printf(&prof->arena, ":%d",
						 (int)state->tid)));
}

static size_t slot_of(const struct perf_contexts *c,
		      const struct perf_context *context)
{
	const struct span bytes = { (const char *)context, sizeof(*context) };
	size_t i = names_hash(bytes) & c->mask;

	while (c->slot[i] && memcmp(&c->context[c->slot[i] - 1], context,
				    sizeof(*context)) != 0)
		i = (i + 1) & c->mask;
	return i;
}

static uint32_t intern(struct perf_walker *w,
		       const struct perf_context *context)
{
	struct perf_contexts *c = &w->contexts;
	struct arena *arena = &w->r->scratch;

	if (!c->slot || 2 * c->nr > c->mask) {
		c->mask = c->slot ? 2 * c->mask + 1 : 255;
		c->slot = arena_zalloc(arena,
				       (c->mask + 1) * sizeof(*c->slot));
		for (size_t k = 0; k < c->nr; k++)
			c->slot[slot_of(c, &c->context[k])] = (uint32_t)k + 1;
	}
	size_t i = slot_of(c, context);

	if (!c->slot[i]) {
		ARENA_ROOM(arena, c->context, c->nr, c->cap);
		c->context[c->nr++] = *context;
		c->slot[i] = (uint32_t)c->nr;
	}
	return c->slot[i] - 1;
}

/* For RECENT, which has all but its number. */
static __attribute__((noinline)) uint32_t
look_up(struct perf_walker *w, const struct perf_state *state,
	struct perf_recent *recent, bool user)
{
	const struct perf_context context = {
		.nr_maps = user ? state->nr_maps : 0,
		.nr_kernel_maps = recent->nr_kernel_maps,
		.space = user ? state->space : PERF_SPACE_NONE,
		.comm = comm_of(w, state),
		.cpu = recent->cpu,
		.event = recent->event,
		.mode = recent->mode,
	};

	recent->context = intern(w, &context) + 1;
	return recent->context - 1;
}

uint32_t perf_context_of(struct perf_walker *w,
			 const struct perf_sample *sample, uint64_t time,
			 enum sample_mode mode, uint16_t event)
{
	// Of a chain any part may be in either.
	bool kernel = w->chains || mode == MODE_KERNEL;
	bool user = w->chains || mode == MODE_USER;
	struct perf_thread *thread =
		user || w->r->s->keep_comm ?
			thread_at(w, sample->pid, sample->tid, time) :
			&w->contexts.nobody;
	struct perf_recent *recent = mode == MODE_KERNEL ? &thread->kernel :
							   &thread->other;
	uint64_t nr_kernel_maps = kernel ? kernel_maps_at(w, time) : 0;
	int32_t cpu = w->r->s->keep_cpu ? sample->cpu : CPU_NONE;

	if (recent->context && recent->event == event && recent->mode == mode &&
	    recent->cpu == cpu && recent->nr_kernel_maps == nr_kernel_maps)
		return recent->context - 1;
	*recent = (struct perf_recent){
		.nr_kernel_maps = nr_kernel_maps,
		.cpu = cpu,
		.event = event,
		.mode = (uint16_t)mode,
	};
	return look_up(w, &thread->state, recent, user);
}
