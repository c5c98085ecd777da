/*
 * perf_place.c - what an address was in when it was hit
 */
#include "perf_walking.h"

/* What an address in MODE is called: there is no map, so it has no name. */
static uint32_t nameless_frame(struct perf_walker *w, enum sample_mode mode)
{
	name_id image = w->unknown_image;

	if (mode == MODE_GUEST_USER)
		image = w->guest_user;
	else if (mode == MODE_HYPERVISOR)
		image = w->hypervisor;
	return samples_frame_named(w->r->s, w->unknown, image, 0, 0);
}

/* Without chains the table of leaves has met it already, or nearly. */
static uint32_t place(struct perf_walker *w, uint32_t object, uint64_t addr)
{
	return w->chains ? samples_frame_at(w->r->s, object, addr) :
			   samples_frame_append(w->r->s, object, addr);
}

static uint32_t mapped_frame(struct perf_walker *w, const struct perf_map *map,
			     uint64_t addr)
{
	const struct object *o = &w->r->s->objects[map->object];

	// All of it is one place: nobody can tell addresses in it apart.
	if (o->kind == OBJECT_ANON)
		return samples_frame_named(w->r->s, w->unknown, o->image, 0, 0);
	return place(w, map->object, addr + map->shift);
}

uint32_t perf_frame_of(struct perf_walker *w,
		       const struct perf_context *context,
		       enum sample_mode mode, uint64_t addr)
{
	struct perf_tasks *tasks = &w->r->side.tasks;
	const struct perf_map *map = NULL;
	bool host = mode == MODE_KERNEL;

	switch (mode) {
	case MODE_KERNEL:
	case MODE_GUEST_KERNEL:
		// Modules of guests are few, and do not come and go.
		map = perf_spaces_find(&tasks->spaces,
				       host ? tasks->kernel :
					      tasks->guest_kernel,
				       host ? context->nr_kernel_maps :
					      SIZE_MAX,
				       addr);
		// No record maps what is loaded while perf runs, but the
		// kernel's symbols may have it.
		if (!map)
			return place(w,
				     perf_objects_any_kernel(
					     &w->r->side.objects, !host),
				     addr);
		break;
	case MODE_USER:
		map = perf_spaces_find(&tasks->spaces, context->space,
				       context->nr_maps, addr);
		break;
	default:
		break;
	}
	return map ? mapped_frame(w, map, addr) : nameless_frame(w, mode);
}
