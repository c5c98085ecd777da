/*
 * resolve_places.c - where samples fell in the images, for who opens them later
 *
 * An object keeps the path of an image with its instructions, and that of one
 * with its lines, which may be its debug file; a frame keeps its address in
 * these.
 */
#include "diffprof/elfcode.h"
#include "diffprof/numbered.h"
#include "resolving.h"

void resolving_places_begin(struct resolving *r)
{
	struct samples *s = r->samples;

	s->frame_place =
		arena_alloc(&r->prof->arena,
			    (s->nr_frames + 1) * sizeof(*s->frame_place));
	for (size_t i = 0; i < s->nr_frames; i++)
		s->frame_place[i] = PLACE_NONE;
}

static struct image_file file_of(struct resolving *r, const struct task *task,
				 const struct symtab *st)
{
	struct image_file file = {
		.path = arena_strdup(&r->prof->arena, st->path),
	};

	if (resolving_has_bytes(task, st->path))
		file.bytes = task->object->copy_bytes;
	return file;
}

void resolving_places(struct resolving *r, struct task *task,
		      const struct symtab *st, struct shift shift)
{
	struct samples *s = r->samples;
	struct object *object = &s->objects[task->object - s->objects];
	struct code_offer offer = elfcode_offers(&st->in);
	struct numbered *items;
	size_t nr;

	if (!(offer.code && !task->has_code) &&
	    !(offer.lines && !object->files.lines.path))
		return;
	items = resolving_placed(r, task, shift, &nr);
	for (size_t i = 0; i < nr; i++)
		s->frame_place[items[i].index] = items[i].number;
	if (offer.code && !task->has_code)
		object->files.code = file_of(r, task, st);
	if (offer.lines && !object->files.lines.path)
		object->files.lines = file_of(r, task, st);
	task->has_code |= offer.code;
	// Who wants the lines as well finds that out himself.
	if (!r->sources->lines)
		task->has_lines |= offer.lines;
}
