#include "diffprof/release.h"

/* Take a number of up to MAX digits, without zeros in front, off TEXT. */
static bool take_number(struct span *text, size_t max, unsigned *value)
{
	size_t len = 0;

	*value = 0;
	while (len < text->len && char_is_digit(text->ptr[len])) {
		if (len == max)
			return false;
		*value = 10 * *value + (unsigned)(text->ptr[len++] - '0');
	}
	if (!len || (len > 1 && text->ptr[0] == '0'))
		return false;
	text->ptr += len;
	text->len -= len;
	return true;
}

static bool take_dot(struct span *text)
{
	if (text->len < 2 || text->ptr[0] != '.' ||
	    !char_is_digit(text->ptr[1]))
		return false;
	text->ptr++;
	text->len--;
	return true;
}

/*
 * Take the numbers off the front of TEXT, up to four as in 2.6.32.71.  Two
 * digits of major version and three of what follows are more than Linux has
 * needed; they tell releases from dates (2004.06, 12.06.2004).
 */
static bool take_version(struct span *text, unsigned *major, unsigned *minor)
{
	unsigned more;

	if (!take_number(text, 2, major) || !take_dot(text) ||
	    !take_number(text, 3, minor))
		return false;
	for (int i = 0; i < 2 && take_dot(text); i++)
		if (!take_number(text, 3, &more))
			return false;
	return true;
}

static bool is_release_char(char c)
{
	return char_is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || memchr("-+._~", c, 5);
}

bool release_is(struct span text)
{
	unsigned major, minor;

	// struct utsname has room for 64 characters.
	if (text.len > 64 || !take_version(&text, &major, &minor))
		return false;
	// -57-amd64, +deb12-cloud-amd64, _1, ~rc3, .el9; nothing ends so.
	if (text.len == 1 || (text.len && !memchr("-+._~", text.ptr[0], 5)))
		return text.len == 1 && text.ptr[0] == '+';
	for (size_t i = 0; i < text.len; i++)
		if (!is_release_char(text.ptr[i]))
			return false;
	return true;
}

bool release_at_least(const char *release, unsigned major, unsigned minor)
{
	struct span text = span_of(release);
	unsigned has_major, has_minor;

	if (!take_version(&text, &has_major, &has_minor))
		return false;
	return has_major > major ||
	       (has_major == major && has_minor >= minor);
}

/* What a file of symbols is called before its release, and after it. */
static const char *const stems[] = {
	"System.map-", "System.map.", "System.map_", "vmlinux-", "vmlinux.",
	"vmlinuz-",    "kallsyms-",   "kallsyms.",   "Module.symvers-",
};
static const char *const endings[] = {
	".gz", ".xz", ".zst", ".bz2", ".debug", ".syms", ".txt",
};

#define NR(table) (sizeof(table) / sizeof(*(table)))

static bool take_prefix(struct span *text, const char *prefix)
{
	if (!span_starts(*text, prefix))
		return false;
	text->ptr += strlen(prefix);
	text->len -= strlen(prefix);
	return true;
}

static struct span without_ending(struct span name)
{
	for (size_t i = 0; i < NR(endings);) {
		if (span_ends(name, endings[i])) {
			name.len -= strlen(endings[i]);
			i = 0;
		} else {
			i++;
		}
	}
	return name;
}

static struct span release_in_file(struct span name)
{
	name = without_ending(name);
	for (size_t i = 0; i < NR(stems); i++) {
		struct span rest = name;

		if (take_prefix(&rest, stems[i]) && release_is(rest))
			return rest;
	}
	return (struct span){ NULL, 0 };
}

/* 6.1.0-57-amd64, linux-6.1.57, linux-headers-6.1.0-57-amd64 */
static struct span release_in_directory(struct span name)
{
	static const char *const prefixes[] = { "", "linux-",
						"linux-headers-" };

	for (size_t i = 0; i < NR(prefixes); i++) {
		struct span rest = name;

		if (take_prefix(&rest, prefixes[i]) && release_is(rest))
			return rest;
	}
	return (struct span){ NULL, 0 };
}

/* Take the last component off PATH; "" in front of a leading slash. */
static struct span take_last(struct span *path)
{
	while (path->len && path->ptr[path->len - 1] == '/')
		path->len--;

	size_t start = path->len;
	while (start && path->ptr[start - 1] != '/')
		start--;

	struct span last = { path->ptr + start, path->len - start };
	path->len = start;
	return last;
}

const char *release_from_path(const char *path, struct arena *arena)
{
	struct span rest = span_of(path);
	struct span found = release_in_file(take_last(&rest));

	// Two levels, for lib/modules/RELEASE/build/System.map.
	for (int level = 0; !found.len && level < 2; level++)
		found = release_in_directory(take_last(&rest));
	return found.len ? arena_strndup(arena, found.ptr, found.len) : NULL;
}
