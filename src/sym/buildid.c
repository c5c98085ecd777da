#include "diffprof/debuginfod.h"
#include "resolving.h"

bool build_id_may_be(const char *a, const char *b)
{
	if (!a || !b)
		return true;
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return !a[strspn(a, "0")] && !b[strspn(b, "0")];
}

const char *build_id_path(struct arena *arena, const char *build_id)
{
	if (!build_id || strlen(build_id) < 4 ||
	    build_id[strspn(build_id, "0123456789abcdef")])
		return NULL;
	return arena_printf(arena, "%.2s/%s", build_id, build_id + 2);
}

const char *resolving_fetch(struct resolving *r, const char *build_id)
{
	const char *why, *path;

	if (!build_id_path(&r->scratch, build_id))
		return NULL;
	path = debuginfod_find(build_id, &r->scratch, &why);
	if (why)
		notes_add(&r->prof->notes, NOTE_DOUBT, "debuginfod",
			  r->prof->path, "%s", why);
	else if (path)
		notes_add(&r->prof->notes, NOTE_INFO, "debug-fetched",
			  r->prof->path, "%s came from a server of"
			  " DEBUGINFOD_URLS", path);
	return path;
}
