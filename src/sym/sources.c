#include "sources.h"

#define GET_LINES                                                              \
	"install its debug package (linux-image-...-dbg,"                      \
	" kernel-debuginfo, ...-dbgsym), or give the vmlinux as it was linked" \
	" with -k"

const char source_get_lines[] = GET_LINES;
const char source_no_lines[] =
	"no DWARF, which tells source lines (-g file, dir, line, inline); " GET_LINES;

static name_id intern(struct profile *prof, const char *text)
{
	return text ? names_intern(&prof->names, span_of(text)) : NAME_NONE;
}

uint32_t source_add_lines(struct profile *prof,
			  const struct source_lines *lines, const char *image)
{
	uint32_t first;

	if (lines->elsewhere)
		notes_add(&prof->notes, NOTE_DOUBT, "functions-elsewhere",
			  image,
			  "functions of it are in %s, which was not read, so"
			  " what is inlined there is taken for the function"
			  " that has the symbol",
			  lines->elsewhere);

	// Nothing is number 0, of the first as of all others.
	if (!prof->nr_sources) {
		ARENA_ROOM(&prof->arena, prof->sources, prof->nr_sources,
			   prof->cap_sources);
		prof->sources[prof->nr_sources++] = (struct source){ 0 };
	}
	first = (uint32_t)prof->nr_sources - 1;
	for (size_t i = 1; i < lines->nr_spots; i++) {
		const struct source_spot *spot = &lines->spots[i];
		const struct source_function *f =
			&lines->functions[spot->function];
		struct source source = {
			.file = intern(prof, spot->file),
			.line = spot->line,
			.decl_file = intern(prof, f->decl_file),
			.decl_line = f->decl_line,
		};

		if (f->caller)
			source.inlined = intern(prof, f->name);
		ARENA_ROOM(&prof->arena, prof->sources, prof->nr_sources,
			   prof->cap_sources);
		prof->sources[prof->nr_sources++] = source;
	}
	return first;
}
