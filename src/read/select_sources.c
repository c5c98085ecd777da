/*
 * select_sources.c - keys that are made of what the sources say
 */
#include "selecting.h"

static struct span file_of(const struct selecting *s, const struct candidate *c)
{
	if (!c->source)
		return (struct span){ NULL, 0 };
	return names_text(&s->prof->names, c->source->file);
}

/* The first DEPTH parts of a directory, all if that is 0. */
static struct span dir_of(struct span file, unsigned depth)
{
	size_t end = 0;

	for (size_t i = 1; i < file.len; i++) {
		if (file.ptr[i] != '/')
			continue;
		end = i;
		if (depth && !--depth)
			break;
	}
	if (!end && file.len)
		return file.ptr[0] == '/' ? SPAN("/") : SPAN(".");
	return (struct span){ file.ptr, end };
}

static struct span line_of(const struct selecting *s, const struct candidate *c)
{
	struct span file = file_of(s, c);

	if (!file.len || !c->source->line)
		return file;
	return span_of(arena_printf(&s->prof->arena, "%.*s:%u", (int)file.len,
				    file.ptr, c->source->line));
}

struct span source_part(const struct selecting *s, const struct candidate *c,
			enum group_key key)
{
	struct span file = file_of(s, c);

	switch (key) {
	case GROUP_FILE:
		return file;
	case GROUP_DIR:
		return dir_of(file, s->sel->dir_depth);
	case GROUP_LINE:
		return line_of(s, c);
	default:
		return names_text(&s->prof->names,
				  c->source && c->source->inlined ?
					  c->source->inlined :
					  c->symbol);
	}
}

/* What a key with these parts says of the sources. */
static struct source_place place_of(const struct selecting *s,
				    const struct source *source)
{
	struct source_place place = { 0 };
	bool is_line = false, is_file = false, is_function = false;

	for (size_t i = 0; i < s->sel->nr_by; i++) {
		is_line |= s->sel->by[i] == GROUP_LINE;
		is_file |= s->sel->by[i] == GROUP_FILE;
		is_function |= s->sel->by[i] == GROUP_INLINE;
	}
	if (is_line)
		place = (struct source_place){ source->file, source->line };
	else if (is_file)
		place.file = source->file;
	else if (is_function)
		place = (struct source_place){ source->decl_file,
					       source->decl_line };
	return place;
}

void keep_place(const struct selecting *s, const struct candidate *c)
{
	struct profile *prof = s->prof;
	struct source_places *places = &prof->places;

	if (!s->sourced || !c->source)
		return;
	if (c->symbol >= places->nr) {
		size_t nr = 2 * ((size_t)c->symbol + 1);

		places->of = arena_grow(&prof->arena, places->of,
					places->nr * sizeof(*places->of),
					nr * sizeof(*places->of));
		memset(places->of + places->nr, 0,
		       (nr - places->nr) * sizeof(*places->of));
		places->nr = nr;
	}
	// Functions of one name are one row, of the first that comes.
	if (!places->of[c->symbol].file)
		places->of[c->symbol] = place_of(s, c->source);
}
