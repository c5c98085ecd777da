#include "diffprof/callers.h"

#include <math.h>
#include <stdlib.h>

/* What has been found of one function so far. */
struct finding {
	const struct flame *flame;
	struct call *calls;
	size_t nr, cap;
	uint32_t *of; /* by function: index + 1 in calls */
	struct arena *arena;
};

static struct call *call_of(struct finding *f, uint32_t function)
{
	if (!f->of[function]) {
		ARENA_ROOM(f->arena, f->calls, f->nr, f->cap);
		f->calls[f->nr++] = (struct call){ .function = function };
		f->of[function] = (uint32_t)f->nr;
	}
	return &f->calls[f->of[function] - 1];
}

static void begin(struct finding *f, const struct flame *flame,
		  struct arena *arena, struct arena *scratch)
{
	*f = (struct finding){
		.flame = flame,
		.of = arena_zalloc(scratch,
				   flame->nr_functions * sizeof(*f->of)),
		.arena = arena,
	};
}

/*
 * By place in FRAMES[0..NR), which are of one function: the first place whose
 * frame is not below this one.
 */
static size_t *skips(const struct flame *flame, const uint32_t *frames,
		     size_t nr, struct arena *scratch)
{
	size_t *skip = arena_alloc(scratch, (nr + 1) * sizeof(*skip));
	size_t *open = arena_alloc(scratch, (nr + 1) * sizeof(*open));
	size_t depth = 0;

	for (size_t i = 0; i < nr; i++) {
		while (depth &&
		       flame->frames[frames[open[depth - 1]]].next <= frames[i])
			skip[open[--depth]] = i;
		open[depth++] = i;
	}
	while (depth)
		skip[open[--depth]] = nr;
	return skip;
}

static void find_callers(struct finding *f, const uint32_t *frames, size_t nr,
			 struct callers *callers)
{
	uint32_t end = 0;
	struct call *call = NULL;

	for (size_t i = 0; i < nr; i++) {
		const struct flame_frame *frame = &f->flame->frames[frames[i]];

		// Not called from itself.
		if (!call || frames[i] >= end) {
			end = frame->next;
			call = call_of(f, f->flame->frames[frame->parent]
						  .function);
			call->through.base += frame->base;
			call->through.test += frame->test;
			callers->total.base += frame->base;
			callers->total.test += frame->test;
		}
		call->self.base += frame->base_self;
		call->self.test += frame->test_self;
		callers->self.base += frame->base_self;
		callers->self.test += frame->test_self;
	}
}

/* What frame PLACE called, without the chains that come back to its function. */
static void find_callees_of(struct finding *f, const uint32_t *frames,
			    size_t place, const size_t *skip)
{
	const struct flame_frame *all = f->flame->frames;
	const struct flame_frame *frame = &all[frames[place]];
	size_t inner = place + 1;

	for (uint32_t c = frames[place] + 1; c < frame->next; c = all[c].next) {
		uint64_t base = all[c].base, test = all[c].test;
		struct call *call;

		for (; inner < skip[place] && frames[inner] < all[c].next;
		     inner = skip[inner]) {
			base -= all[frames[inner]].base;
			test -= all[frames[inner]].test;
		}
		if (!base && !test)
			continue;
		call = call_of(f, all[c].function);
		call->through.base += base;
		call->through.test += test;
	}
}

static int by_change(const void *a, const void *b, void *of)
{
	const struct flame *flame = of;
	const struct call *x = a, *y = b;
	double dx, dy;
	int order;

	if (flame->both) {
		dx = fabs(flame_delta(flame, x->through.base, x->through.test));
		dy = fabs(flame_delta(flame, y->through.base, y->through.test));
	} else {
		dx = (double)x->through.base;
		dy = (double)y->through.base;
	}
	if (dx != dy)
		return dx > dy ? -1 : 1;
	const struct flame_function *fx = &flame->functions[x->function];
	const struct flame_function *fy = &flame->functions[y->function];
	order = span_cmp(names_text(flame->names, fx->symbol),
			 names_text(flame->names, fy->symbol));
	if (!order)
		order = span_cmp(names_text(flame->names, fx->image),
				 names_text(flame->names, fy->image));
	return order ? order :
		       (x->function > y->function) -
			       (x->function < y->function);
}

static void finish(struct finding *f, struct call **calls, size_t *nr)
{
	if (f->nr)
		qsort_r(f->calls, f->nr, sizeof(*f->calls), by_change,
			(void *)f->flame);
	*calls = f->calls;
	*nr = f->nr;
}

void callers_find(const struct flame *flame, uint32_t function,
		  struct arena *arena, struct callers *callers)
{
	const uint32_t *frames = flame->of_function + flame->first_of[function];
	size_t nr = flame->first_of[function + 1] - flame->first_of[function];
	struct arena scratch = { 0 };
	size_t *skip = skips(flame, frames, nr, &scratch);
	struct finding f;

	*callers = (struct callers){ 0 };
	begin(&f, flame, arena, &scratch);
	find_callers(&f, frames, nr, callers);
	finish(&f, &callers->callers, &callers->nr_callers);
	begin(&f, flame, arena, &scratch);
	for (size_t i = 0; i < nr; i++)
		find_callees_of(&f, frames, i, skip);
	finish(&f, &callers->callees, &callers->nr_callees);
	arena_release(&scratch);
}
