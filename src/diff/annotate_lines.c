/*
 * annotate_lines.c - the lines of a function on one side
 */
#include "annotate_lines.h"

#include <stdlib.h>

/* Text between the first and the last line of a group is shown, up to this. */
#define TEXT_LINES_MAX 20000

/* ---- what is where ------------------------------------------------------- */

static const struct elfcode *
image_with_lines(const struct annotating_side *side)
{
	return side->has_lines_code ? &side->lines_code : &side->code;
}

static bool read_dwarf(struct annotating *a, struct annotating_side *side,
		       const uint64_t *addrs, struct error *err)
{
	const struct elfcode *image = image_with_lines(side);
	struct input in;

	input_from_memory(&in, image->symtab.path, image->symtab.in.data,
			  image->symtab.in.size);
	return srcline_find(&in, addrs, side->nr_bytes, &side->lines,
			    &a->scratch, err) == 0;
}

void annotating_find_lines(struct annotating *a, struct annotating_side *side)
{
	uint64_t *addrs =
		arena_alloc(&a->scratch, (side->nr_bytes + 1) * sizeof(*addrs));
	struct error err;

	for (size_t i = 0; i < side->nr_parts; i++)
		for (uint64_t k = 0; k < side->parts[i].part.size; k++)
			addrs[side->parts[i].base + k] =
				side->parts[i].part.addr + k;
	if (!read_dwarf(a, side, addrs, &err)) {
		side->out->no_lines = arena_strdup(a->arena, err.text);
		return;
	}
	side->has_lines = true;
	if (side->lines.elsewhere)
		notes_add(&a->ann->notes, NOTE_DOUBT, "functions-elsewhere",
			  image_with_lines(side)->symtab.path,
			  "functions of it are in %s, which was not read:"
			  " lines inlined from there may be taken for the"
			  " function's own",
			  side->lines.elsewhere);
}

const struct source_spot *annotating_spot(const struct annotating_side *side,
					  size_t byte)
{
	static const struct source_spot none;

	return side->has_lines ? &side->lines.spots[side->lines.at[byte]] :
				 &none;
}

const char *annotating_inlined(const struct annotating_side *side,
			       const struct source_spot *spot)
{
	const struct source_function *f =
		&side->lines.functions[spot->function];

	if (!side->has_lines || !f->caller)
		return NULL;
	return f->name ? f->name : "[nameless]";
}

/* ---- one side ------------------------------------------------------------ */

static void new_group(struct annotating *a, struct side_lines *s,
		      const char *inlined, const struct source_spot *spot)
{
	ARENA_ROOM(&a->scratch, s->groups, s->nr_groups, s->cap_groups);
	s->groups[s->nr_groups] = (struct group){
		.inlined = inlined,
		.file = spot->file,
		.first = spot->line,
		.last = spot->line,
	};
	s->nr_groups++;
}

static uint32_t group_of(struct annotating *a, struct side_lines *s,
			 const struct source_spot *spot)
{
	const struct source_function *f =
		&s->side->lines.functions[spot->function];
	const char *inlined = annotating_inlined(s->side, spot);
	uint32_t i = 0;

	while (i < s->nr_groups &&
	       (!same_text(s->groups[i].inlined, inlined) ||
		strcmp(s->groups[i].file, spot->file) != 0))
		i++;
	if (i == s->nr_groups)
		new_group(a, s, inlined, spot);
	struct group *group = &s->groups[i];

	if (spot->line < group->first)
		group->first = spot->line;
	if (spot->line > group->last)
		group->last = spot->line;
	if (!group->head && same_text(f->decl_file, spot->file))
		group->head = f->decl_line;
	return i;
}

static int by_line(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

static uint32_t find_line(const struct side_lines *s, uint32_t group,
			  uint32_t line)
{
	const struct line key = { .group = group, .line = line };
	const struct line *found =
		bsearch(&key, s->lines, s->nr, sizeof(*s->lines), by_line);

	return found ? (uint32_t)(found - s->lines) : ANNOTATE_NONE;
}

/* Lines that have code, each once. */
static void enter_lines(struct annotating *a, struct side_lines *s)
{
	const struct source_spot *last = NULL;
	size_t kept = 0;

	for (size_t i = 0; i < s->side->nr_bytes; i++) {
		const struct source_spot *spot = annotating_spot(s->side, i);

		if (spot == last || !spot->file || !spot->line)
			continue;
		last = spot;
		uint32_t group = group_of(a, s, spot);

		ARENA_ROOM(&a->scratch, s->lines, s->nr, s->cap);
		s->lines[s->nr++] = (struct line){ .group = group,
						   .line = spot->line,
						   .code = true };
	}
	if (s->nr)
		qsort(s->lines, s->nr, sizeof(*s->lines), by_line);
	for (size_t i = 0; i < s->nr; i++)
		if (!kept || by_line(&s->lines[kept - 1], &s->lines[i]) != 0) {
			s->lines[kept] = s->lines[i];
			s->lines[kept].item = (uint32_t)kept;
			kept++;
		}
	s->nr = kept;
}

static void count_lines(struct annotating *a, struct side_lines *s)
{
	struct annotating_side *side = s->side;
	uint32_t *item_of = arena_alloc(&a->scratch, (side->nr_bytes + 1) *
							     sizeof(*item_of));
	uint64_t *counts =
		arena_alloc(&a->scratch, (s->nr + 1) * sizeof(*counts));
	const struct source_spot *last = NULL;
	uint32_t item = ANNOTATE_NONE;

	for (size_t i = 0; i < side->nr_bytes; i++) {
		const struct source_spot *spot = annotating_spot(side, i);

		if (spot != last)
			item = spot->file && spot->line ?
				       find_line(s, group_of(a, s, spot),
						 spot->line) :
				       ANNOTATE_NONE;
		last = spot;
		item_of[i] = item;
	}
	annotating_count(a, side, item_of, s->nr, counts);
	for (size_t i = 0; i < s->nr; i++)
		s->lines[i].count = counts[i];
	side->out->lines_rest = counts[s->nr];
	side->item_of = item_of;
	side->row_of =
		arena_alloc(&a->scratch, (s->nr + 1) * sizeof(*side->row_of));
}

/* With texts, what stands between lines with code is there as well. */
static void add_texts(struct annotating *a, struct side_lines *s)
{
	struct line *with = NULL;
	size_t nr = 0, cap = 0, k = 0;

	for (uint32_t g = 0; g < s->nr_groups; g++) {
		const struct group *group = &s->groups[g];
		uint32_t first = group->head && group->head < group->first ?
					 group->head :
					 group->first;
		bool all = group->last - first < TEXT_LINES_MAX;

		for (uint32_t line = first; line <= group->last && line;
		     line++) {
			bool code = k < s->nr && s->lines[k].group == g &&
				    s->lines[k].line == line;
			struct span text;

			if (!code && !all)
				continue;
			text = sourcetext_line(&s->texts, group->file, line);
			if (!code && !text.ptr)
				continue;
			ARENA_ROOM(&a->scratch, with, nr, cap);
			with[nr] = code ? s->lines[k++] :
					  (struct line){ .group = g,
							 .line = line };
			if (text.ptr)
				with[nr].text =
					(struct span){ arena_strndup(a->arena,
								     text.ptr,
								     text.len),
						       text.len };
			s->has_texts |= text.ptr != NULL;
			nr++;
		}
	}
	s->lines = with;
	s->nr = nr;
}

void side_lines_make(struct annotating *a, struct side_lines *s,
		     struct annotating_side *side, const char *tree)
{
	*s = (struct side_lines){ .side = side };
	if (!side->has_lines) {
		uint64_t rest;

		annotating_count(a, side,
				 memset(arena_alloc(&a->scratch,
						    4 * side->nr_bytes + 4),
					0xff, 4 * side->nr_bytes + 4),
				 0, &rest);
		side->out->lines_rest = rest;
		return;
	}
	enter_lines(a, s);
	count_lines(a, s);
	sourcetext_init(&s->texts, tree, side->lines.root, &a->scratch);
	add_texts(a, s);
	sourcetext_close(&s->texts);
	s->first_of = arena_zalloc(&a->scratch,
				   (s->nr_groups + 1) * sizeof(*s->first_of));
	for (size_t i = 0, g = 0; g <= s->nr_groups; g++) {
		while (i < s->nr && s->lines[i].group < g)
			i++;
		s->first_of[g] = (uint32_t)i;
	}
	for (size_t g = 0; g < s->nr_groups; g++)
		if (!s->groups[g].head)
			s->groups[g].head = s->groups[g].first;
}
