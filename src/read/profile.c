#include "diffprof/profile.h"

void profile_init(struct profile *prof, const char *path, const char *format)
{
	*prof = (struct profile){ .path = path,
				  .format = format,
				  .unit = "ticks" };
	names_init(&prof->names, &prof->arena);
	notes_init(&prof->notes, &prof->arena);
}

void profile_release(struct profile *prof)
{
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

/* The core kernel under the names that tools give it. */
static bool is_kernel(struct span image)
{
	static const char *const names[] = {
		"vmlinux",	    "vmlinuz",	  "kernel",
		"kallsyms",	    "[kernel]",	  "[kernel.kallsyms]",
		"[kernel.vmlinux]", "no-vmlinux",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (span_is(image, names[i]))
			return true;
	return !image.len || span_starts(image, "vmlinux-") ||
	       span_starts(image, "vmlinuz-") ||
	       span_starts(image, "[kernel.kallsyms]");
}

name_id profile_image(struct profile *prof, struct span text)
{
	if (is_kernel(text))
		return names_intern(&prof->names, SPAN(IMAGE_KERNEL));

	if (text.len > 2 && text.ptr[0] == '[' && text.ptr[text.len - 1] == ']')
		text = (struct span){ text.ptr + 1, text.len - 2 };
	if (span_ends(text, ".ko"))
		text.len -= 3;
	if (!memchr(text.ptr, '-', text.len))
		return names_intern(&prof->names, text);

	// The kernel takes both in file names, and knows only the underscore.
	char *name = arena_strndup(&prof->arena, text.ptr, text.len);
	for (size_t i = 0; i < text.len; i++)
		if (name[i] == '-')
			name[i] = '_';
	return names_intern(&prof->names, (struct span){ name, text.len });
}
