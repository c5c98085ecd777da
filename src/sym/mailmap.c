#include "mailmap.h"

#include "diffprof/textlines.h"

/* Take "Name <address>" off the front of LINE. */
static bool take_one(struct span *line, struct arena *arena,
		     struct mail_address *one)
{
	const char *close =
		line->len ? memchr(line->ptr, '>', line->len) : NULL;

	if (!close)
		return false;
	size_t len = (size_t)(close + 1 - line->ptr);
	struct span text = { line->ptr, len };

	*line = span_trim((struct span){ line->ptr + len, line->len - len });
	return mail_address_parse(text, arena, one);
}

static void read_line(struct mailmap *map, struct span line,
		      struct arena *arena)
{
	const char *remark = line.len ? memchr(line.ptr, '#', line.len) : NULL;
	struct mail_address now, old;

	if (remark)
		line.len = (size_t)(remark - line.ptr);
	line = span_trim(line);
	if (!take_one(&line, arena, &now))
		return;
	bool two = line.len;
	if (two && (!take_one(&line, arena, &old) || line.len))
		return;
	ARENA_ROOM(arena, map->line, map->nr, map->cap);
	map->line[map->nr++] = (struct mailmap_line){
		.old_name = two ? old.name : NULL,
		.old = two ? old.address : now.address,
		.name = now.name,
		.address = two ? now.address : NULL,
	};
}

void mailmap_read(struct mailmap *map, struct span text, struct arena *arena)
{
	struct textlines lines = textlines_begin(text);
	struct span line;

	*map = (struct mailmap){ 0 };
	while (textlines_next(&lines, &line))
		read_line(map, line, arena);
}

/* What the lines that are about WAS say; WITH_NAME: those that give both. */
static bool look_up(const struct mailmap *map, struct mail_address was,
		    bool with_name, struct mail_address *now)
{
	bool found = false;

	for (size_t i = 0; i < map->nr; i++) {
		const struct mailmap_line *line = &map->line[i];

		if (strcmp(line->old, was.address) != 0 ||
		    with_name != (line->old_name != NULL) ||
		    (with_name &&
		     (!was.name || strcmp(line->old_name, was.name) != 0)))
			continue;
		found = true;
		now->name = line->name ? line->name : now->name;
		now->address = line->address ? line->address : now->address;
	}
	return found;
}

struct mail_address mailmap_now(const struct mailmap *map,
				struct mail_address was)
{
	struct mail_address now = was;

	if (!look_up(map, was, true, &now))
		look_up(map, was, false, &now);
	return now;
}
