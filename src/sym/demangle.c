#include "diffprof/demangle.h"

#include <libiberty/demangle.h>
#include <stdlib.h>

/* True names stay far below; the demangler's time grows with the text. */
#define MANGLED_MAX 4096

struct span demangle(struct span name, struct arena *arena)
{
	if (name.len < 3 || name.len > MANGLED_MAX ||
	    !(span_starts(name, "_Z") || span_starts(name, "_R")))
		return name;

	// ".isra.0" would come out as "[clone .isra.0]", "@plt" spoil it.
	size_t len = 0;
	while (len < name.len && name.ptr[len] != '.' && name.ptr[len] != '@')
		len++;
	char *mangled = arena_strndup(arena, name.ptr, len);
	char *plain = cplus_demangle(mangled, DMGL_AUTO);
	if (!plain)
		return name;

	char *text = arena_printf(arena, "%s%.*s", plain, (int)(name.len - len),
				  name.ptr + len);
	free(plain);
	return span_of(text);
}
