#include "opsession.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "opname.h"

#define STANDARD_PLACE "var/lib/oprofile"
#define SAMPLES "samples"
#define CURRENT "current"

void opsessions_add(struct opsessions *sessions, struct span dir,
		    struct arena *arena)
{
	while (dir.len > 1 && dir.ptr[dir.len - 1] == '/')
		dir.len--;
	for (size_t i = sessions->nr; i-- > 0;)
		if (span_is(dir, sessions->dir[i]))
			return;
	ARENA_ROOM(arena, sessions->dir, sessions->nr, sessions->cap);
	sessions->dir[sessions->nr++] = arena_strndup(arena, dir.ptr, dir.len);
}

/* {root}, {kern}, or a file of the time before 0.6. */
static bool is_sample_entry(const struct dirent *entry)
{
	struct span name = span_of(entry->d_name);

	return opname_is_root(name) || (name.len && name.ptr[0] == '}' &&
					span_has(name, '#'));
}

static bool has_samples(const char *dir)
{
	DIR *d = opendir(dir);
	const struct dirent *entry;
	bool found = false;

	while (d && !found && (entry = readdir(d)))
		found = is_sample_entry(entry);
	if (d)
		closedir(d);
	return found;
}

static int is_other_entry(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && !is_sample_entry(entry);
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* The sessions in a directory `samples', or what plays its part. */
static void find_in(struct opsessions *sessions, const char *dir,
		    struct arena *arena)
{
	struct dirent **entries;
	int nr = scandir(dir, &entries, is_other_entry, by_bytes);

	if (has_samples(dir))
		opsessions_add(sessions, span_of(dir), arena);
	if (nr < 0)
		return;
	for (int i = 0; i < nr; i++) {
		const char *sub = arena_printf(arena, "%s/%s", dir,
					       entries[i]->d_name);

		// opendir() of a file fails, and of a FIFO as well.
		if (has_samples(sub))
			opsessions_add(sessions, span_of(sub), arena);
		free(entries[i]);
	}
	free(entries);
}

void opsessions_find(struct opsessions *sessions, const char *path,
		     struct arena *arena)
{
	static const char *const places[] = {
		SAMPLES, STANDARD_PLACE "/" SAMPLES,
	};
	struct span dir = span_of(path);

	while (dir.len > 1 && dir.ptr[dir.len - 1] == '/')
		dir.len--;
	path = arena_strndup(arena, dir.ptr, dir.len);
	if (has_samples(path)) {
		opsessions_add(sessions, dir, arena);
		return;
	}
	// Other directories of sessions are one run each.
	if (has_samples(arena_printf(arena, "%s/" CURRENT, path))) {
		find_in(sessions, path, arena);
		return;
	}
	for (size_t i = 0; i < sizeof(places) / sizeof(*places) &&
			   !sessions->nr; i++)
		find_in(sessions,
			arena_printf(arena, "%s%s%s", path,
				     span_is(dir, "/") ? "" : "/", places[i]),
			arena);
}

static struct span last_component(struct span path)
{
	const char *slash = path.len ? memrchr(path.ptr, '/', path.len) : NULL;
	size_t skip = slash ? (size_t)(slash + 1 - path.ptr) : 0;

	return (struct span){ path.ptr + skip, path.len - skip };
}

/* Take the last component off PATH, and the slash before it. */
static void drop_last(struct span *path)
{
	path->len -= last_component(*path).len;
	if (path->len > 1)
		path->len--;
}

/* The directory that has `abi' and `samples'; empty if there is no such. */
static struct span session_of(struct span samples)
{
	if (!span_is(last_component(samples), SAMPLES))
		drop_last(&samples);
	if (!span_is(last_component(samples), SAMPLES))
		return SPAN("");
	drop_last(&samples);
	return samples;
}

static void find_root(struct opsession *session, struct arena *arena)
{
	struct span dir = session_of(span_of(session->samples));

	session->abi = arena_printf(arena, "%.*s%sabi", (int)dir.len, dir.ptr,
				    dir.len ? "/" : "");
	session->root = "/";
	if (!span_ends(dir, STANDARD_PLACE))
		return;
	dir.len -= strlen(STANDARD_PLACE);
	if (dir.len && dir.ptr[dir.len - 1] != '/')
		return;
	session->root = arena_strndup(arena, dir.ptr, dir.len);
	session->is_archive = !span_is(dir, "/");
}

static bool is_current(struct span dir)
{
	struct span name = last_component(dir);

	return span_is(name, CURRENT) || span_is(name, SAMPLES);
}

int opsessions_choose(const struct opsessions *sessions, const char *path,
		      struct arena *arena, struct opsession *session,
		      struct error *err)
{
	const char *chosen = sessions->nr == 1 ? sessions->dir[0] : NULL;
	const char *others = NULL;
	size_t currents = 0;

	if (!sessions->nr)
		return fail(err, ERR_FORMAT, "%s: no oprofile session: neither"
			    " {root} nor {kern} is in it, in samples/current"
			    " or in " STANDARD_PLACE "/samples/current", path);
	for (size_t i = 0; i < sessions->nr; i++)
		if (is_current(span_of(sessions->dir[i])) && !currents++)
			chosen = sessions->dir[i];
	// Of several archives in one tar, each has its own.
	if (currents > 1)
		chosen = NULL;
	for (size_t i = 0; i < sessions->nr; i++) {
		struct span name = span_of(sessions->dir[i]);

		if (currents <= 1)
			name = last_component(name);
		if (!chosen || !span_is(span_of(chosen), sessions->dir[i]))
			others = arena_printf(arena, "%s%s%.*s",
					      others ? others : "",
					      others ? ", " : "",
					      (int)name.len, name.ptr);
	}
	if (!chosen)
		return fail(err, ERR_FORMAT,
			    "%s: several sessions, and %s"
			    " named " CURRENT "; give the directory of one: %s",
			    path, currents ? "more than one is" : "none is",
			    others);
	*session = (struct opsession){ .samples = chosen, .others = others };
	find_root(session, arena);
	return 0;
}
