#include "pprofframes.h"

#include "diffprof/samples.h"

/* TEXT in lower case, if it is a hexadecimal number of whole bytes, or NULL. */
static const char *build_id(struct profile *prof, struct span text)
{
	char *id = arena_strndup(&prof->arena, text.ptr, text.len);

	for (size_t i = 0; i < text.len; i++) {
		if (id[i] >= 'A' && id[i] <= 'F')
			id[i] = (char)(id[i] | 0x20);
		if (!char_is_digit(id[i]) && (id[i] < 'a' || id[i] > 'f'))
			return NULL;
	}
	return text.len && text.len % 2 == 0 ? id : NULL;
}

/* Images of all mappings. */
static void name_images(struct pprof_frames *f)
{
	struct span kernel = SPAN(IMAGE_KERNEL);
	struct profile *prof = f->prof;

	f->places = arena_zalloc(f->p->arena,
				 f->p->nr_mappings * sizeof(*f->places));
	for (size_t i = 0; i < f->p->nr_mappings; i++) {
		const struct pprof_mapping *m = &f->p->mappings[i];
		struct place *place = &f->places[i];

		// Nothing is the kernel's name elsewhere; here it is not known.
		if (!m->file.len)
			continue;
		place->image = profile_image(prof, m->file);
		place->mode = (uint8_t)image_mode(m->file);
		place->build_id = build_id(prof, m->build_id);
		if (span_eq(names_text(&prof->names, place->image), kernel)) {
			place->kernel = true;
			prof->build_id = place->build_id;
		}
	}
}

/* What addresses in MAPPING, which has a file, belong to. */
static uint32_t object_of(struct pprof_frames *f, uint32_t mapping)
{
	const struct pprof_mapping *m = &f->p->mappings[mapping];
	struct place *place = &f->places[mapping];
	bool user = place->mode == MODE_USER;
	bool guest = place->mode == MODE_GUEST_KERNEL;
	struct object *object;

	if (place->object)
		return place->object - 1;
	uint32_t index = samples_object(f->prof->samples,
					user		       ? OBJECT_USER :
					place->kernel || guest ? OBJECT_KERNEL :
								 OBJECT_MODULE);
	object = &f->prof->samples->objects[index];
	object->image = place->image;
	object->guest = guest;
	object->path = arena_strndup(&f->prof->arena, m->file.ptr, m->file.len);
	object->build_id = place->build_id;
	if (object->kind == OBJECT_MODULE)
		object->start = m->start;
	// A writer that knew the image's own addresses has it begin at 0.
	if (user)
		object->space = m->start ? ADDRESS_FILE : ADDRESS_LINKED;
	place->object = index + 1;
	return index;
}

static const struct place nowhere;

static const struct place *place_of(const struct pprof_frames *f,
				    uint32_t mapping)
{
	return mapping == PPROF_NONE ? &nowhere : &f->places[mapping];
}

static uint32_t unknown_frame(struct pprof_frames *f, name_id image)
{
	return samples_frame_named(f->prof->samples,
				   names_intern(&f->prof->names,
						SPAN(SYMBOL_UNKNOWN)),
				   image, 0, 0);
}

/* The frame of a location that is only an address. */
static uint32_t frame_at(struct pprof_frames *f,
			 const struct pprof_location *at)
{
	const struct place *place = place_of(f, at->mapping);
	uint64_t addr = at->addr;

	if (!place->image || !addr)
		return unknown_frame(f, place->image);

	const struct pprof_mapping *m = &f->p->mappings[at->mapping];
	// A caller's address may be that behind the call, and so the limit.
	if (addr < m->start || (m->limit > m->start && addr > m->limit))
		return unknown_frame(f, place->image);

	uint32_t object = object_of(f, at->mapping);
	if (f->prof->samples->objects[object].space == ADDRESS_FILE)
		addr = addr - m->start + m->offset;
	return samples_frame_at(f->prof->samples, object, addr);
}

/* The frame of line I of AT, of which the last is not inlined. */
static uint32_t frame_of(struct pprof_frames *f,
			 const struct pprof_location *at, uint32_t i)
{
	const struct pprof_line *line = &f->p->lines[at->first_line + i];
	const struct pprof_function *function =
		&f->p->functions[line->function];

	return samples_frame_named(f->prof->samples,
				   names_intern(&f->prof->names,
						function->name),
				   place_of(f, at->mapping)->image, 0,
				   i + 1 < at->nr_lines ? FRAME_INLINED : 0);
}

/* The chain NODE with all functions of location INDEX called from it. */
static uint32_t add_location(struct pprof_frames *f, uint32_t node,
			     uint32_t index)
{
	const struct pprof_location *at = &f->p->locations[index];

	if (!at->nr_lines)
		return samples_node(f->prof->samples, node, frame_at(f, at));
	for (uint32_t i = at->nr_lines; i-- > 0;)
		node = samples_node(f->prof->samples, node, frame_of(f, at, i));
	return node;
}

/* The chain of all of LOCATION, of which much may be that of the one before. */
static uint32_t add_chain(struct pprof_frames *f, const uint32_t *location,
			  size_t nr)
{
	size_t same = 0;

	while (same < nr && same < f->nr_steps &&
	       f->steps[same].location == location[nr - 1 - same])
		same++;
	uint32_t node = same ? f->steps[same - 1].node : NODE_ROOT;
	for (f->nr_steps = same; f->nr_steps < nr;) {
		uint32_t outer = location[nr - 1 - f->nr_steps];

		node = add_location(f, node, outer);
		ARENA_ROOM(f->p->arena, f->steps, f->nr_steps, f->cap_steps);
		f->steps[f->nr_steps++] = (struct step){ outer, node };
	}
	return node;
}

/* Where a sample fell, and nothing of how it came there. */
static uint32_t add_leaf(struct pprof_frames *f, uint32_t location)
{
	const struct pprof_location *at = &f->p->locations[location];
	uint32_t *node = &f->leaf_of[location];

	if (!*node)
		*node = samples_node(f->prof->samples, NODE_ROOT,
				     at->nr_lines ? frame_of(f, at, 0) :
						    frame_at(f, at));
	return *node;
}

uint32_t pprof_node(struct pprof_frames *f, const uint32_t *location, size_t nr,
		    uint8_t *mode)
{
	*mode = MODE_UNKNOWN;
	if (!nr)
		return samples_node(f->prof->samples, NODE_ROOT,
				    unknown_frame(f, NAME_NONE));
	*mode = place_of(f, f->p->locations[location[0]].mapping)->mode;
	return f->prof->samples->keep_chains ? add_chain(f, location, nr) :
					       add_leaf(f, location[0]);
}

void pprof_frames_begin(struct pprof_frames *f, const struct pprof *p,
			struct profile *prof)
{
	*f = (struct pprof_frames){ .p = p, .prof = prof };
	name_images(f);
	f->leaf_of =
		arena_zalloc(p->arena, p->nr_locations * sizeof(*f->leaf_of));
}
