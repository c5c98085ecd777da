#include "opname.h"

#include "diffprof/profile.h"

#define MANGLED_SLASH '}'

bool opname_is_root(struct span component)
{
	return span_is(component, "{root}") || span_is(component, "{kern}") ||
	       span_starts(component, "{anon");
}

/* Take the first component off PATH, which goes on behind its slashes. */
static struct span take_component(struct span *path)
{
	const char *slash;
	struct span component;

	while (path->len && path->ptr[0] == '/') {
		path->ptr++;
		path->len--;
	}
	slash = memchr(path->ptr, '/', path->len);
	component = (struct span){ path->ptr, slash ? (size_t)(slash -
							       path->ptr) :
						      path->len };
	path->ptr += component.len;
	path->len -= component.len;
	return component;
}

/* Take the number or word behind the last dot off TEXT. */
static bool take_last(struct span *text, struct span *part)
{
	const char *dot = memrchr(text->ptr, '.', text->len);

	if (!dot)
		return false;
	*part = (struct span){ dot + 1,
			       (size_t)(text->ptr + text->len - dot - 1) };
	text->len = (size_t)(dot - text->ptr);
	return part->len > 0;
}

static bool parse_event(struct span text, struct opname *name)
{
	struct span cpu, tid, tgid, count;
	uint64_t number;

	if (!take_last(&text, &cpu) || !take_last(&text, &tid) ||
	    !take_last(&text, &tgid) || !take_last(&text, &name->mask) ||
	    !take_last(&text, &count) || !text.len)
		return false;
	name->event = text;
	// A count over 2^31 - 1 is written as a negative one.
	name->count = span_count(count, &number) == NUMBER_OK ? number : 0;
	name->cpu = span_count(cpu, &number) == NUMBER_OK &&
		    number <= INT32_MAX ? (int32_t)number : CPU_NONE;
	return true;
}

/* "29664.0x7f34.0x7f38": the process, and the region's first and last address. */
static bool parse_region(struct span text, struct opname *name)
{
	struct span end, start;
	uint64_t unused;

	return take_last(&text, &end) && take_last(&text, &start) && text.len &&
	       span_hex(end, &unused) && span_hex(start, &name->anon_start);
}

/*
 * Take "{root}/usr/bin/app" or "{kern}/vmlinux" off PATH, up to the component
 * STOP, or all of it.
 */
static bool take_image(struct span *path, const char *stop, struct span *root,
		       struct span *image, bool *stopped)
{
	*root = take_component(path);
	if (!opname_is_root(*root))
		return false;
	while (path->len > 1 && path->ptr[0] == '/' && path->ptr[1] == '/') {
		path->ptr++;
		path->len--;
	}
	*image = (struct span){ path->ptr, 0 };
	*stopped = false;
	while (path->len && !*stopped) {
		size_t len = (size_t)(path->ptr - image->ptr);

		*stopped = span_is(take_component(path), stop);
		image->len = *stopped ? len :
			     (size_t)(path->ptr - image->ptr);
	}
	while (image->len && image->ptr[image->len - 1] == '/')
		image->len--;
	if (span_is(*root, "{kern}") && image->len) {
		image->ptr++;
		image->len--;
	}
	return image->len > 0;
}

/* DIRECTORY is from the first {root} or {kern} on, without the event. */
static bool parse_directory(struct span directory, struct opname *name)
{
	struct span root, called;
	bool stopped;

	if (!take_image(&directory, "{dep}", &root, &name->app, &stopped) ||
	    !stopped ||
	    !take_image(&directory, "{cg}", &root, &name->image,
			&name->callgraph))
		return false;
	if (name->callgraph &&
	    !take_image(&directory, "{cg}", &called, &called, &stopped))
		return false;
	if (!span_starts(root, "{anon"))
		return true;
	name->anon = SPAN("anon");
	if (span_starts(root, "{anon:") && root.len > strlen("{anon:}"))
		name->anon = (struct span){ root.ptr + strlen("{anon:"),
					    root.len - strlen("{anon:}") };
	name->image.ptr++;
	name->image.len--;
	return parse_region(name->image, name);
}

/* TEXT with slashes where it has braces. */
static struct span unmangle(struct span text, struct arena *arena)
{
	char *path = arena_strndup(arena, text.ptr, text.len);

	for (size_t i = 0; i < text.len; i++)
		if (path[i] == MANGLED_SLASH)
			path[i] = '/';
	return (struct span){ path, text.len };
}

static bool parse_flat(struct span file, struct arena *arena,
		       struct opname *name)
{
	const char *hash = memrchr(file.ptr, '#', file.len), *two;
	uint64_t counter;

	if (!file.len || file.ptr[0] != MANGLED_SLASH || !hash ||
	    hash == file.ptr + 1)
		return false;
	struct span number = { hash + 1,
			       (size_t)(file.ptr + file.len - hash - 1) };
	if (span_count(number, &counter) != NUMBER_OK)
		return false;
	file.len = (size_t)(hash - file.ptr);
	// An application's library stands behind "}}", and has a "}" of its own.
	two = memmem(file.ptr + 1, file.len - 1, "}}}", 3);
	struct span app = { file.ptr, two ? (size_t)(two - file.ptr) :
					    file.len };
	name->app = unmangle(app, arena);
	name->image = name->app;
	if (two)
		name->image = unmangle((struct span){ two + 2, file.len -
						      app.len - 2 }, arena);
	name->flat = true;
	return true;
}

bool opname_parse(struct span path, struct arena *arena, struct opname *name)
{
	*name = (struct opname){ .start = path.len, .cpu = CPU_NONE };
	if (!path.len)
		return false;
	const char *slash = memrchr(path.ptr, '/', path.len);
	size_t dir = slash ? (size_t)(slash + 1 - path.ptr) : 0;
	struct span file = { path.ptr + dir, path.len - dir };
	struct span rest = path;

	while (rest.len) {
		struct span component = take_component(&rest);

		if (!opname_is_root(component))
			continue;
		name->start = (size_t)(component.ptr - path.ptr);
		if (name->start >= dir)
			break;
		return parse_event(file, name) &&
		       parse_directory((struct span){ component.ptr,
						      (size_t)(slash -
							       component.ptr) },
				       name);
	}
	// A name without its folders still tells the event.
	name->start = path.len;
	if (parse_flat(file, arena, name)) {
		name->start = dir;
		return true;
	}
	parse_event(file, name);
	return false;
}
