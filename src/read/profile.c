#include "diffprof/profile.h"

#include "diffprof/samples.h"

void profile_init(struct profile *prof, const char *path, const char *format)
{
	*prof = (struct profile){ .path = path,
				  .format = format,
				  .unit = "ticks",
				  .runs = 1 };
	names_init(&prof->names, &prof->arena);
	notes_init(&prof->notes, &prof->arena);
}

void profile_release(struct profile *prof)
{
	if (prof->samples)
		samples_release(prof->samples);
	arena_release(&prof->arena);
	*prof = (struct profile){ 0 };
}

int profile_add(struct profile *prof, struct span symbol, name_id image,
		uint64_t count, struct profile_row **row, struct error *err)
{
	if (count > COUNT_MAX - prof->listed)
		return fail(err, ERR_LIMIT,
			    "%s: the counts add up to more than 63 bits hold",
			    prof->path);
	ARENA_ROOM(&prof->arena, prof->rows, prof->nr, prof->cap);
	*row = &prof->rows[prof->nr++];
	**row = (struct profile_row){
		.symbol = names_intern(&prof->names, symbol),
		.image = image,
		.count = count,
	};
	prof->listed += count;
	return 0;
}

int profile_add_facet(struct profile *prof, struct span symbol, name_id image,
		      uint64_t count, const struct facet *facet,
		      struct error *err)
{
	struct event *event = &prof->events[facet->event];
	struct profile_row *row;

	if (profile_add(prof, symbol, image, count, &row, err) < 0)
		return -1;
	// No more rows than counts: the sum of all events holds that of each.
	event->listed += count;
	if (prof->cap_facets < prof->cap) {
		prof->facets =
			arena_grow(&prof->arena, prof->facets,
				   prof->cap_facets * sizeof(*prof->facets),
				   prof->cap * sizeof(*prof->facets));
		prof->cap_facets = prof->cap;
	}
	prof->facets[prof->nr - 1] = *facet;
	return 0;
}

void profile_add_detail(struct profile *prof, const struct detail *detail)
{
	if (!detail->count || detail->count > COUNT_MAX - prof->detailed)
		return;
	ARENA_ROOM(&prof->arena, prof->details, prof->nr_details,
		   prof->cap_details);
	prof->details[prof->nr_details++] = *detail;
	prof->detailed += detail->count;
}

unsigned profile_event(struct profile *prof, struct span name, const char *mask)
{
	ARENA_ROOM(&prof->arena, prof->events, prof->nr_events,
		   prof->cap_events);
	prof->events[prof->nr_events] = (struct event){
		.name = arena_strndup(&prof->arena, name.ptr, name.len),
		.mask = mask ? arena_strdup(&prof->arena, mask) : NULL,
		.unit = "samples",
	};
	return (unsigned)prof->nr_events++;
}

const char *event_period_unit(const struct event *event)
{
	static const char *const clocks[] = { "cpu-clock", "task-clock" };

	for (size_t i = 0; i < sizeof(clocks) / sizeof(*clocks); i++) {
		size_t len = strlen(clocks[i]);

		// Behind the name stand modifiers: ":u", "/period=1000/".
		if (!strncmp(event->name, clocks[i], len) &&
		    strchr(":/", event->name[len]))
			return "ns";
	}
	return "period";
}

static struct span base_name(struct span path)
{
	const char *slash = memrchr(path.ptr, '/', path.len);
	size_t skip = slash ? (size_t)(slash + 1 - path.ptr) : 0;

	return (struct span){ path.ptr + skip, path.len - skip };
}

/* The core kernel under the names that tools give it. */
static bool is_kernel(struct span image)
{
	static const char *const names[] = {
		"",	    "vmlinux",	  "vmlinuz",  "kernel",
		"kallsyms", "no-vmlinux", "[kernel]", "bzImage",
	};
	struct span base = base_name(image);

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (span_is(base, names[i]))
			return base.len || !image.len;
	return span_starts(base, "vmlinux-") || span_starts(base, "vmlinuz-") ||
	       span_starts(image, "[kernel.");
}

/* The kernel of a guest: perf's [guest.kernel.kallsyms] and the like. */
static bool is_guest_kernel(struct span image)
{
	return span_starts(image, "[guest.kernel");
}

/* What a tool puts in brackets and is no module. */
static bool is_bracketed_user(struct span image)
{
	static const char *const names[] = {
		"[unknown]", "[vdso]",	"[vdso32]",  "[vsyscall]",
		"[heap]",    "[stack]", "[uprobes]", "[anon",
		"[stack:",   "[jit]",	"[guest.",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (span_starts(image, names[i]))
			return true;
	return false;
}

/* The bare name of a module written as [name] or as .../name.ko.xz, if so. */
static bool is_module(struct span image, struct span *name)
{
	static const char *const packed[] = { ".gz", ".xz", ".zst", ".bz2" };
	const char *slash;

	*name = image;
	if (image.len > 2 && image.ptr[0] == '[' &&
	    image.ptr[image.len - 1] == ']') {
		*name = (struct span){ image.ptr + 1, image.len - 2 };
		return !is_bracketed_user(image);
	}
	for (size_t i = 0; i < sizeof(packed) / sizeof(*packed); i++)
		if (span_ends(*name, packed[i])) {
			name->len -= strlen(packed[i]);
			break;
		}
	if (!span_ends(*name, ".ko") && !span_ends(*name, ".ko.debug"))
		return false;
	if ((slash = memrchr(name->ptr, '/', name->len)))
		*name = (struct span){
			slash + 1, (size_t)(name->ptr + name->len - slash - 1)
		};
	name->len -= span_ends(*name, ".ko") ? 3 : strlen(".ko.debug");
	return name->len > 0;
}

enum sample_mode image_mode(struct span text)
{
	struct span name;

	if (is_guest_kernel(text))
		return MODE_GUEST_KERNEL;
	if (is_kernel(text) || is_module(text, &name))
		return MODE_KERNEL;
	return MODE_USER;
}

name_id profile_image(struct profile *prof, struct span text)
{
	struct span module;

	if (is_kernel(text))
		return names_intern(&prof->names, SPAN(IMAGE_KERNEL));
	if (is_guest_kernel(text))
		return names_intern(&prof->names, SPAN(IMAGE_GUEST_KERNEL));
	if (!is_module(text, &module))
		return names_intern(&prof->names, text);
	if (!memchr(module.ptr, '-', module.len))
		return names_intern(&prof->names, module);

	// The kernel takes both in file names, and knows only the underscore.
	char *name = arena_strndup(&prof->arena, module.ptr, module.len);
	for (size_t i = 0; i < module.len; i++)
		if (name[i] == '-')
			name[i] = '_';
	return names_intern(&prof->names, (struct span){ name, module.len });
}

uint32_t profile_alias(struct profile *prof, name_id name)
{
	if (!prof->aliases) {
		prof->cap_aliases = 16;
		prof->aliases =
			arena_alloc(&prof->arena,
				    prof->cap_aliases * sizeof(*prof->aliases));
		prof->aliases[prof->nr_aliases++] = NAME_NONE;
	}
	ARENA_ROOM(&prof->arena, prof->aliases, prof->nr_aliases,
		   prof->cap_aliases);
	prof->aliases[prof->nr_aliases++] = name;
	return (uint32_t)prof->nr_aliases - 1;
}
