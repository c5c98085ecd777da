#include "opimage.h"

#include <sys/stat.h>

#define UNNAMED "[unknown]"
#define MODULES "/lib/modules/"

static struct span base_of(struct span path)
{
	const char *slash = memrchr(path.ptr, '/', path.len);
	size_t skip = slash ? (size_t)(slash + 1 - path.ptr) : 0;

	return (struct span){ path.ptr + skip, path.len - skip };
}

static bool is_core_kernel(struct profile *prof, struct span path)
{
	return path.len && span_is(names_text(&prof->names,
					      profile_image(prof, path)),
				   IMAGE_KERNEL);
}

/* /proc/modules names modules without a path, 2.4's daemon had one. */
static bool is_module(struct span path)
{
	return !memchr(path.ptr, '/', path.len) || span_ends(path, ".ko") ||
	       span_ends(path, ".o");
}

/* The bare name of a module, in the brackets by which profile_image() tells. */
static struct span module_name(struct span path, struct arena *arena)
{
	struct span base = base_of(path);

	if (span_ends(base, ".ko"))
		base.len -= 3;
	else if (span_ends(base, ".o"))
		base.len -= 2;
	return span_of(arena_printf(arena, "[%.*s]", (int)base.len, base.ptr));
}

/* .../lib/modules/2.6.5/... and vmlinux-2.6.5 name the release. */
static void note_release(struct profile *prof, const char *path)
{
	static const char *const before[] = { "/lib/modules/", "vmlinux-" };

	for (size_t i = 0; i < 2 && !prof->release; i++) {
		const char *from = strstr(path, before[i]);

		if (!from || !char_is_digit(from[strlen(before[i])]))
			continue;
		from += strlen(before[i]);
		prof->release = arena_strndup(&prof->arena, from,
					      strcspn(from, "/"));
	}
}

static void set_copy(struct opimages *images, struct object *o,
		     const struct opextra *extra)
{
	o->copy = extra->path;
	if (!extra->bytes.ptr)
		return;
	o->copy_bytes = extra->bytes;
	o->copy = arena_printf(&images->samples->prof->arena, "%s/%s",
			       images->samples->prof->path, extra->path);
}

/*
 * Where the image at PATH is.  An archive has a copy or there is none: the file
 * at that path on this machine is another.  On the machine that was sampled the
 * file itself is there, and its time tells whether it still is the same.
 */
static void find_file(struct opimages *images, struct object *o,
		      struct span path, const struct opfile *file)
{
	const struct opsession *session = &images->members->session;
	struct arena *arena = &images->samples->prof->arena;
	struct opextra extra;

	if (!path.len || path.ptr[0] != '/')
		return;
	o->path = arena_strndup(arena, path.ptr, path.len);
	if (!session->root)
		return;
	bool is_there =
		opmembers_extra(images->members,
				arena_printf(arena, "%s%s", session->root,
					     o->path + 1),
				&extra);
	bool is_same = is_there && (uint64_t)extra.mtime == file->mtime;

	// Files under /proc are made when they are looked at.
	if (is_there && !is_same && file->mtime &&
	    strncmp(o->path, "/proc/", 6) != 0 && !images->other_time++)
		images->first_other_time = extra.path;
	if (is_same || (is_there && session->is_archive))
		set_copy(images, o, &extra);
	else if (session->is_archive)
		o->path = NULL;
}

/* The copy of a module or kernel that has only a name. */
static void find_named(struct opimages *images, struct object *o,
		       struct span name)
{
	struct arena *arena = &images->samples->prof->arena;
	const char *path = opmembers_image(images->members, name, arena);
	struct opextra extra;

	if (path && opmembers_extra(images->members, path, &extra))
		set_copy(images, o, &extra);
}

static uint32_t kernel_object(struct opimages *images, struct span path,
			      const struct opfile *file)
{
	struct samples *s = images->samples;
	struct arena *arena = &s->prof->arena;
	bool core = is_core_kernel(s->prof, path) || !is_module(path);
	uint32_t i = samples_object(s, core ? OBJECT_KERNEL : OBJECT_MODULE);
	struct object *o = &s->objects[i];

	o->space = ADDRESS_TEXT;
	// Without an image there is no start of text: these are addresses.
	if (span_is(base_of(path), "no-vmlinux"))
		o->space = ADDRESS_VIRTUAL;
	o->image = profile_image(s->prof, core ? SPAN(IMAGE_KERNEL) :
					  module_name(path, arena));
	find_file(images, o, path, file);
	note_release(s->prof, arena_strndup(arena, path.ptr, path.len));
	if (!o->copy && o->space == ADDRESS_TEXT)
		find_named(images, o, base_of(path));
	if (o->copy)
		note_release(s->prof, o->copy);
	return i;
}

/* Xen's, which is told from the kernels it runs by its name alone. */
static bool is_hypervisor(struct span path)
{
	return span_starts(base_of(path), "xen-syms") ||
	       span_is(base_of(path), "no-xen");
}

static uint32_t hypervisor_object(struct opimages *images, struct span path,
				  const struct opfile *file)
{
	struct samples *s = images->samples;
	uint32_t i = samples_object(s, OBJECT_USER);
	struct object *o = &s->objects[i];

	o->space = ADDRESS_TEXT;
	o->image = names_intern(&s->prof->names, SPAN("[hypervisor]"));
	find_file(images, o, path, file);
	return i;
}

static uint32_t user_object(struct opimages *images, struct span path,
			    const struct opfile *file)
{
	struct samples *s = images->samples;
	uint32_t i = samples_object(s, OBJECT_USER);
	struct object *o = &s->objects[i];

	o->space = ADDRESS_FILE;
	o->image = profile_image(s->prof, path);
	find_file(images, o, path, file);
	return i;
}

/* "heap" and "[heap]" are one kind; no kind is a module's name. */
static struct span region_name(struct span kind, struct arena *arena)
{
	if (kind.len && kind.ptr[0] == '[')
		return kind;
	if (span_is(kind, "anon"))
		return SPAN("[anon]");
	return span_of(arena_printf(arena, "[anon:%.*s]", (int)kind.len,
				    kind.ptr));
}

/*
 * What a virtual machine said of its code lies beside the folder of the region,
 * as an image by process: "29664.jo".  Its symbols have the addresses at which
 * the code ran.
 */
static const char *find_made_code(const struct opmember *member,
				  struct arena *arena)
{
	struct span path = span_of(member->path);
	struct stat st;

	// Two parts of the region, and before them the event's folder.
	path.len -= base_of(path).len + 1;
	for (int i = 0; i < 2; i++) {
		const char *dot = memrchr(path.ptr, '.', path.len);

		if (!dot)
			return NULL;
		path.len = (size_t)(dot - path.ptr);
	}
	char *file = arena_printf(arena, "%.*s.jo", (int)path.len, path.ptr);
	return !stat(file, &st) && S_ISREG(st.st_mode) ? file : NULL;
}

static uint32_t made_code_object(struct opimages *images, struct span path)
{
	struct samples *s = images->samples;
	uint32_t i = samples_object(s, OBJECT_USER);
	struct object *o = &s->objects[i];

	o->space = ADDRESS_LINKED;
	o->image = names_intern(&s->prof->names, SPAN("[jit]"));
	o->copy = arena_strndup(&s->prof->arena, path.ptr, path.len);
	return i;
}

static uint32_t region_object(struct opimages *images, struct span kind)
{
	struct samples *s = images->samples;
	uint32_t i = samples_object(s, OBJECT_ANON);
	struct object *o = &s->objects[i];
	struct span name = region_name(kind, &s->prof->arena);

	o->space = ADDRESS_VIRTUAL;
	o->image = names_intern(&s->prof->names,
				span_of(arena_strndup(&s->prof->arena, name.ptr,
						      name.len)));
	return i;
}

/* What MEMBER's samples are in, and its path, or the kind of region. */
static enum opimage_kind kind_of(const struct opmember *member,
				 const struct opfile *file, struct arena *arena,
				 struct span *path)
{
	const struct opname *name = &member->name;
	const char *made;

	*path = name->anon;
	if (name->anon.len && !member->in_memory &&
	    (made = find_made_code(member, arena))) {
		*path = span_of(made);
		return OPIMAGE_MADE;
	}
	if (name->anon.len)
		return OPIMAGE_REGION;
	*path = name->image;
	if (!path->len)
		*path = file->is_kernel ? SPAN(IMAGE_KERNEL) : SPAN(UNNAMED);
	if (!file->is_kernel && (!name->image.len || path->ptr[0] == '/'))
		return name->image.len ? OPIMAGE_USER : OPIMAGE_REGION;
	return is_hypervisor(*path) ? OPIMAGE_HYPERVISOR : OPIMAGE_KERNEL;
}

static void make_object(struct opimages *images, struct opimage *image,
			struct span path, const struct opfile *file)
{
	image->mode = MODE_USER;
	switch (image->kind) {
	case OPIMAGE_USER:
		image->object = user_object(images, path, file);
		break;
	case OPIMAGE_KERNEL:
		image->object = kernel_object(images, path, file);
		image->mode = MODE_KERNEL;
		break;
	case OPIMAGE_HYPERVISOR:
		image->object = hypervisor_object(images, path, file);
		image->mode = MODE_HYPERVISOR;
		break;
	case OPIMAGE_REGION:
		image->object = region_object(images, path);
		break;
	case OPIMAGE_MADE:
		image->object = made_code_object(images, path);
		break;
	}
}

const struct opimage *opimages_of(struct opimages *images,
				  const struct opmember *member,
				  const struct opfile *file)
{
	struct profile *prof = images->samples->prof;
	struct span path;
	enum opimage_kind kind = kind_of(member, file, &prof->arena, &path);
	name_id id = names_intern(&prof->names, path);

	// Paths come sorted, so it is often the last one.
	for (size_t i = images->nr; i-- > 0;)
		if (images->image[i].path == id &&
		    images->image[i].kind == kind)
			return &images->image[i];
	ARENA_ROOM(&prof->arena, images->image, images->nr, images->cap);
	struct opimage *image = &images->image[images->nr++];
	*image = (struct opimage){ .kind = kind, .path = id };
	make_object(images, image, path, file);
	return image;
}

uint64_t opimage_address(const struct opimage *image,
			 const struct opmember *member,
			 const struct opfile *file, uint64_t key)
{
	if (image->kind != OPIMAGE_REGION && image->kind != OPIMAGE_MADE)
		return key;
	return key + (file->anon_start ? file->anon_start :
					 member->name.anon_start);
}

name_id opimages_comm(struct opimages *images, const struct opmember *member)
{
	struct profile *prof = images->samples->prof;
	struct span app = member->name.app;

	if (!app.len)
		return NAME_NONE;
	// Kernels of two releases are one, as an application too.
	if (is_core_kernel(prof, app))
		return names_intern(&prof->names, SPAN(IMAGE_KERNEL));
	return names_intern(&prof->names, base_of(app));
}
