#include "perf_objects.h"

void perf_objects_init(struct perf_objects *objects, struct samples *s)
{
	*objects = (struct perf_objects){
		.s = s,
		.kernel = OBJECT_NONE,
		.guest_kernel = OBJECT_NONE,
	};
}

/* What makes two maps one object. */
static uint64_t object_hash(const struct object *o)
{
	const uint64_t words[] = {
		(uint64_t)o->image << 32 | (uint64_t)o->kind << 1 | o->guest,
		o->start,
		o->size,
	};

	return names_hash((struct span){ (const char *)words, sizeof(words) });
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_object(const struct object *a, const struct object *b)
{
	return a->image == b->image && a->kind == b->kind &&
	       a->guest == b->guest && a->start == b->start &&
	       a->size == b->size && same_text(a->build_id, b->build_id);
}

static void grow(struct perf_objects *objects)
{
	size_t slots = objects->slot ? 2 * (objects->mask + 1) : 256;

	objects->slot = arena_zalloc(&objects->s->prof->arena,
				     slots * sizeof(*objects->slot));
	objects->mask = slots - 1;
	for (size_t k = 0; k < objects->s->nr_objects; k++) {
		size_t i = object_hash(&objects->s->objects[k]) & objects->mask;

		while (objects->slot[i])
			i = (i + 1) & objects->mask;
		objects->slot[i] = (uint32_t)k + 1;
	}
}

/* The object like WANTED; *IS_NEW if it has just been made. */
static uint32_t enter(struct perf_objects *objects, const struct object *wanted,
		      bool *is_new)
{
	struct samples *s = objects->s;

	if (!objects->slot || 2 * s->nr_objects > objects->mask)
		grow(objects);
	size_t i = object_hash(wanted) & objects->mask;

	*is_new = false;
	for (; objects->slot[i]; i = (i + 1) & objects->mask)
		if (same_object(&s->objects[objects->slot[i] - 1], wanted))
			return objects->slot[i] - 1;
	*is_new = true;
	uint32_t made = samples_object(s, wanted->kind);
	s->objects[made] = *wanted;
	objects->slot[i] = made + 1;
	return made;
}

/* TEXT as a name; the bytes it comes from are soon gone. */
static name_id intern(struct profile *prof, struct span text)
{
	name_id id = names_find(&prof->names, text);

	if (id != NAME_NONE)
		return id;
	text.ptr = arena_strndup(&prof->arena, text.ptr, text.len);
	return names_intern(&prof->names, text);
}

/* The same as the image of a kernel or module. */
static name_id intern_image(struct profile *prof, struct span text)
{
	text.ptr = arena_strndup(&prof->arena, text.ptr, text.len);
	return profile_image(prof, text);
}

/* Memory that no file is behind, as one image. */
static bool is_anonymous(struct span path, struct span *image)
{
	static const struct {
		const char *start;
		struct span image;
	} kinds[] = {
		{ "//anon", { "[anon]", 6 } },
		{ "/anon_hugepage", { "[anon]", 6 } },
		{ "/dev/zero", { "[anon]", 6 } },
		{ "/SYSV", { "[anon]", 6 } },
		{ "[anon", { "[anon]", 6 } },
		{ "[heap]", { "[heap]", 6 } },
		{ "[stack", { "[stack]", 7 } },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (span_starts(path, kinds[i].start)) {
			*image = kinds[i].image;
			return true;
		}
	return !path.len;
}

void perf_objects_user(struct perf_objects *objects,
		       const struct perf_mapping *mapping, struct perf_map *map)
{
	struct profile *prof = objects->s->prof;
	struct span image = SPAN("[anon]");
	struct object o = { .kind = OBJECT_ANON, .guest = mapping->guest };
	bool is_new;

	if (is_anonymous(mapping->path, &image)) {
		o.image = names_intern(&prof->names, image);
	} else {
		o.kind = OBJECT_USER;
		o.space = ADDRESS_FILE;
		// Not profile_image(): a program may be called "kernel".
		o.image = intern(prof, mapping->path);
		o.build_id = mapping->build_id;
		map->shift = mapping->pgoff - mapping->start;
	}
	map->object = enter(objects, &o, &is_new);
	if (is_new && o.kind == OBJECT_USER)
		objects->s->objects[map->object].path =
			arena_strndup(&prof->arena, mapping->path.ptr,
				      mapping->path.len);
}

void perf_objects_kernel(struct perf_objects *objects,
			 const struct perf_mapping *mapping,
			 struct perf_map *map)
{
	struct profile *prof = objects->s->prof;
	struct span path = mapping->path;
	struct object o = {
		.kind = OBJECT_MODULE,
		.guest = mapping->guest,
		.build_id = mapping->build_id,
		.start = mapping->start,
		.size = mapping->len,
	};
	bool is_new;

	if (span_starts(path, "[kernel.") ||
	    span_starts(path, "[guest.kernel.")) {
		// A symbol behind the name ran at the page offset.
		const char *end = memchr(path.ptr, ']', path.len);
		struct span ref = SPAN("");

		if (end)
			ref = (struct span){
				end + 1, (size_t)(path.ptr + path.len - end - 1)
			};
		o.kind = OBJECT_KERNEL;
		o.start = 0;
		if (ref.len && mapping->pgoff) {
			o.ref_symbol =
				arena_strndup(&prof->arena, ref.ptr, ref.len);
			o.ref_addr = mapping->pgoff;
		}
		path = SPAN("");
	} else if (path.len && path.ptr[0] == '/') {
		o.path = arena_strndup(&prof->arena, path.ptr, path.len);
	}
	o.image = mapping->guest && o.kind == OBJECT_KERNEL ?
			  names_intern(&prof->names, SPAN(IMAGE_GUEST_KERNEL)) :
			  intern_image(prof, path);
	map->object = enter(objects, &o, &is_new);
	if (o.kind != OBJECT_KERNEL)
		return;
	if (mapping->guest)
		objects->guest_kernel = map->object;
	else
		objects->kernel = map->object;
}

void perf_objects_ksymbol(struct perf_objects *objects,
			  const struct perf_mapping *mapping, bool bpf,
			  struct perf_map *map)
{
	struct profile *prof = objects->s->prof;
	// As /proc/kallsyms has them.
	struct span image = bpf ? SPAN("bpf") : SPAN("__builtin__kprobes");

	if (span_starts(mapping->path, "ftrace"))
		image = SPAN("__builtin__ftrace");
	// Another program may come to the same place, so none is looked for.
	map->object = samples_object(objects->s, OBJECT_NAMED);
	struct object *o = &objects->s->objects[map->object];
	o->image = names_intern(&prof->names, image);
	o->start = mapping->start;
	o->size = mapping->len;
	*samples_object_symbol(objects->s, map->object) =
		(struct object_symbol){ mapping->start, mapping->len,
					intern(prof, mapping->path) };
}

uint32_t perf_objects_any_kernel(struct perf_objects *objects, bool guest)
{
	uint32_t *known = guest ? &objects->guest_kernel : &objects->kernel;
	const struct perf_mapping mapping = {
		.path = SPAN("[kernel.kallsyms]"),
		.guest = guest,
	};
	struct perf_map map;

	if (*known == OBJECT_NONE)
		perf_objects_kernel(objects, &mapping, &map);
	return *known;
}

static bool is_of_guest(uint16_t mode)
{
	return mode == PERF_RECORD_MISC_GUEST_KERNEL ||
	       mode == PERF_RECORD_MISC_GUEST_USER;
}

static bool is_of_kernel(uint16_t mode)
{
	return mode == PERF_RECORD_MISC_KERNEL ||
	       mode == PERF_RECORD_MISC_GUEST_KERNEL;
}

/* The image that BUILD_ID is of. */
static name_id image_of(struct profile *prof,
			const struct perf_build_id *build_id)
{
	if (!is_of_kernel(build_id->mode))
		return names_find(&prof->names, build_id->path);
	return profile_image(prof, build_id->path);
}

void perf_objects_build_ids(struct perf_objects *objects,
			    const struct perf_file *file)
{
	struct profile *prof = objects->s->prof;
	uint32_t *by_image;
	size_t nr_names;

	// The paths are in the arena, and each may become a name.
	for (size_t i = 0; i < file->nr_build_ids; i++)
		image_of(prof, &file->build_ids[i]);
	nr_names = prof->names.nr;
	by_image = arena_zalloc(&prof->arena, nr_names * sizeof(*by_image));
	for (size_t i = file->nr_build_ids; i--;)
		by_image[image_of(prof, &file->build_ids[i])] = (uint32_t)i + 1;
	for (size_t i = 0; i < objects->s->nr_objects; i++) {
		struct object *o = &objects->s->objects[i];
		uint32_t found = by_image[o->image];
		const struct perf_build_id *b =
			found ? &file->build_ids[found - 1] : NULL;

		if (b && !o->build_id && is_of_guest(b->mode) == o->guest &&
		    is_of_kernel(b->mode) == (o->kind == OBJECT_KERNEL ||
					      o->kind == OBJECT_MODULE))
			o->build_id = b->id;
	}
	if (objects->kernel != OBJECT_NONE)
		prof->build_id = objects->s->objects[objects->kernel].build_id;
}
