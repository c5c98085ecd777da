/*
 * source_lines.c - spots and functions, each once and in an order of their own
 *
 * How they were found depends on which units were walked side by side, and on
 * what the cache knew already.  What is made of them must not: so those that are
 * alike become one, numbered by the first address that is there.
 */
#include "linecaching.h"

void source_lines_begin(struct source_lines *lines, struct arena *arena)
{
	ARENA_ROOM(arena, lines->spots, 0, lines->cap_spots);
	lines->spots[0] = (struct source_spot){ 0 };
	lines->nr_spots = 1;
	ARENA_ROOM(arena, lines->functions, 0, lines->cap_functions);
	lines->functions[0] = (struct source_function){ 0 };
	lines->nr_functions = 1;
}

struct settling {
	const struct source_lines *from;
	struct source_lines to;
	struct arena *arena, scratch;
	struct names texts;
	/* By number in FROM: the first that is like it. */
	uint32_t *like_spot, *like_function;
	/* By number in FROM: that in TO; 0 if it has none yet. */
	uint32_t *spot, *function;
	uint32_t *chain; /* functions, innermost first */
};

/* What makes two functions the same; names are ids of texts. */
struct function_key {
	uint32_t name, decl_file, decl_line, caller, call_file, call_line;
};

struct spot_key {
	uint32_t file, line, function;
};

static uint32_t text_id(struct settling *s, const char *text)
{
	return text ? names_intern(&s->texts, span_of(text)) : NAME_NONE;
}

/* Enter KEY, of NUMBER; the number of the first that was like it. */
static uint32_t first_like(struct settling *s, struct names *keys,
			   const void *key, size_t size, uint32_t *numbers,
			   uint32_t number)
{
	size_t nr = keys->nr;
	char *copy = arena_strndup(&s->scratch, key, size);
	name_id id = names_intern(keys, (struct span){ copy, size });

	if (id == nr)
		numbers[id] = number;
	return numbers[id];
}

static void find_alike(struct settling *s)
{
	const struct source_lines *from = s->from;
	struct names functions, spots;
	uint32_t *numbers =
		arena_alloc(&s->scratch, (from->nr_functions + from->nr_spots +
					  1) * sizeof(*numbers));

	names_init(&functions, &s->scratch);
	for (uint32_t i = 1; i < from->nr_functions; i++) {
		const struct source_function *f = &from->functions[i];
		const struct function_key key = {
			.name = text_id(s, f->name),
			.decl_file = text_id(s, f->decl_file),
			.decl_line = f->decl_line,
			.caller = s->like_function[f->caller],
			.call_file = text_id(s, f->call_file),
			.call_line = f->call_line,
		};

		s->like_function[i] = first_like(s, &functions, &key,
						 sizeof(key), numbers, i);
	}
	names_init(&spots, &s->scratch);
	for (uint32_t i = 1; i < from->nr_spots; i++) {
		const struct source_spot *spot = &from->spots[i];
		const struct spot_key key = {
			.file = text_id(s, spot->file),
			.line = spot->line,
			.function = s->like_function[spot->function],
		};

		s->like_spot[i] =
			first_like(s, &spots, &key, sizeof(key), numbers, i);
	}
}

/* The number of function F, which has one with its callers from now on. */
static uint32_t settle_function(struct settling *s, uint32_t f)
{
	struct source_lines *to = &s->to;
	size_t nr = 0;

	for (f = s->like_function[f]; f && !s->function[f];
	     f = s->like_function[s->from->functions[f].caller])
		s->chain[nr++] = f;
	uint32_t caller = f ? s->function[f] : 0;

	while (nr) {
		struct source_function function =
			s->from->functions[s->chain[--nr]];

		function.caller = caller;
		caller = (uint32_t)to->nr_functions;
		s->function[s->chain[nr]] = caller;
		ARENA_ROOM(s->arena, to->functions, to->nr_functions,
			   to->cap_functions);
		to->functions[to->nr_functions++] = function;
	}
	return caller;
}

static uint32_t settle_spot(struct settling *s, uint32_t at)
{
	uint32_t first = s->like_spot[at];

	if (!first || s->spot[first])
		return s->spot[first];
	struct source_spot spot = s->from->spots[first];

	spot.function = settle_function(s, spot.function);
	s->spot[first] = (uint32_t)s->to.nr_spots;
	ARENA_ROOM(s->arena, s->to.spots, s->to.nr_spots, s->to.cap_spots);
	s->to.spots[s->to.nr_spots++] = spot;
	return s->spot[first];
}

void source_lines_settle(struct source_lines *lines, size_t nr,
			 struct arena *arena)
{
	struct settling s = { .from = lines, .to = *lines, .arena = arena };
	size_t spots = lines->nr_spots, functions = lines->nr_functions;

	s.to.spots = NULL;
	s.to.functions = NULL;
	s.to.cap_spots = s.to.cap_functions = 0;
	source_lines_begin(&s.to, arena);
	names_init(&s.texts, &s.scratch);
	s.like_spot = arena_zalloc(&s.scratch, spots * 4);
	s.spot = arena_zalloc(&s.scratch, spots * 4);
	s.like_function = arena_zalloc(&s.scratch, functions * 4);
	s.function = arena_zalloc(&s.scratch, functions * 4);
	s.chain = arena_zalloc(&s.scratch, functions * 4);
	find_alike(&s);
	for (size_t i = 0; i < nr; i++)
		s.to.at[i] = settle_spot(&s, lines->at[i]);
	*lines = s.to;
	arena_release(&s.scratch);
}
