#include "srcpath.h"

#include <string.h>

/* Cut the last part of BUF[0..LEN) off; false if it has none that can be. */
static bool cut_part(const char *buf, size_t *len)
{
	size_t from = *len;

	while (from && buf[from - 1] != '/')
		from--;
	if (from == *len || (*len - from == 2 && !memcmp(buf + from, "..", 2)))
		return false;
	*len = from > 1 ? from - 1 : from;
	return true;
}

/* Put the parts of PATH behind BUF[0..LEN), which is normal. */
static size_t add_parts(char *buf, size_t len, const char *path)
{
	while (*path) {
		size_t part = strcspn(path, "/");
		bool is_up = part == 2 && !memcmp(path, "..", 2);

		// Above the root is the root.
		if (part && !(part == 1 && *path == '.') &&
		    !(is_up &&
		      (cut_part(buf, &len) || (len == 1 && *buf == '/')))) {
			if (len && buf[len - 1] != '/')
				buf[len++] = '/';
			memcpy(buf + len, path, part);
			len += part;
		}
		path += part;
		path += strspn(path, "/");
	}
	return len;
}

const char *srcpath_join(struct arena *arena, const char *dir, const char *path)
{
	if (!dir || *path == '/')
		dir = "";
	char *buf = arena_alloc(arena, strlen(dir) + strlen(path) + 3);
	size_t len = 0;

	if (*dir == '/' || (!*dir && *path == '/'))
		buf[len++] = '/';
	len = add_parts(buf, len, dir);
	len = add_parts(buf, len, path);
	buf[len] = '\0';
	return buf;
}

const char *srcpath_below(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	if (!len)
		return *path && *path != '/' && strncmp(path, "../", 3) != 0 ?
			       path :
			       NULL;
	if (strncmp(path, dir, len) != 0)
		return NULL;
	if (dir[len - 1] == '/')
		return path[len] ? path + len : NULL;
	return path[len] == '/' && path[len + 1] ? path + len + 1 : NULL;
}

const char *srcpath_common(struct arena *arena, const char *a, const char *b)
{
	size_t len = 0;

	for (size_t i = 0;; i++) {
		bool a_ends = !a[i] || a[i] == '/';
		bool b_ends = !b[i] || b[i] == '/';

		if (a_ends && b_ends)
			len = i ? i : *a == '/' && *b == '/';
		if (a[i] != b[i] || !a[i])
			break;
	}
	return arena_strndup(arena, a, len);
}

const char *srcpath_root(struct arena *arena, const char *dir, const char *name)
{
	const char *root = srcpath_join(arena, NULL, dir);
	const char *end = name;

	if (*name == '/')
		return srcpath_below(srcpath_join(arena, NULL, name), root) ?
			       root :
			       NULL;
	while (!strncmp(end, "../", 3) || !strncmp(end, "./", 2))
		end += end[1] == '.' ? 3 : 2;
	return srcpath_join(arena, root,
			    arena_strndup(arena, name, (size_t)(end - name)));
}
