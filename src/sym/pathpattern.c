#include "pathpattern.h"

/* Longer ones, and deeper, may be meant to take for ever. */
#define PATTERN_MAX 256
#define DEPTH_MAX 8

static size_t slashes(struct span text)
{
	size_t nr = 0;

	for (size_t i = 0; i < text.len; i++)
		nr += text.ptr[i] == '/';
	return nr;
}

/* Is C one of the set that begins at SET[0], behind "["?  *LEN is all of it. */
static bool in_set(struct span set, char c, size_t *len)
{
	size_t i = set.len && set.ptr[0] == '^';
	bool inverse = i, found = false;

	*len = 0;
	for (size_t first = i; i < set.len; i++) {
		char from = set.ptr[i], to = from;

		if (from == ']' && i > first) {
			*len = i + 1;
			return found != inverse;
		}
		if (i + 2 < set.len && set.ptr[i + 1] == '-' &&
		    set.ptr[i + 2] != ']') {
			to = set.ptr[i + 2];
			i += 2;
		}
		found |= c >= from && c <= to;
	}
	return false;
}

/* Does one C stand for what begins PATTERN, of which *LEN bytes are that? */
static bool takes(struct span pattern, char c, size_t *len)
{
	struct span set = { pattern.ptr + 1, pattern.len - 1 };
	size_t set_len;

	*len = 1;
	if (pattern.ptr[0] == '?')
		return true;
	if (pattern.ptr[0] != '[')
		return pattern.ptr[0] == c;
	bool found = in_set(set, c, &set_len);
	if (!set_len)
		return c == '[';
	*len = 1 + set_len;
	return found;
}

/* The last "*" takes one byte more until the rest fits. */
static bool begins(struct span pattern, struct span path)
{
	size_t p = 0, at = 0, star = SIZE_MAX, from = 0, len;

	while (p < pattern.len) {
		struct span rest = { pattern.ptr + p, pattern.len - p };

		if (pattern.ptr[p] == '*') {
			star = ++p;
			from = at;
		} else if (at < path.len && takes(rest, path.ptr[at], &len)) {
			p += len;
			at++;
		} else if (star != SIZE_MAX && from < path.len) {
			p = star;
			at = ++from;
		} else {
			return false;
		}
	}
	return true;
}

static bool is_plain(struct span pattern)
{
	for (size_t i = 0; i < pattern.len; i++)
		if (strchr("*?[.", pattern.ptr[i]))
			return false;
	return true;
}

bool pattern_holds(struct span pattern, struct span path)
{
	if (!pattern.len || !begins(pattern, path))
		return false;
	if (span_ends(pattern, "/") || slashes(pattern) == slashes(path))
		return true;
	return path.len > pattern.len && path.ptr[pattern.len] == '/' &&
	       is_plain(pattern);
}

int pattern_depth(struct span pattern)
{
	if (span_starts(pattern, "*"))
		return -1;
	return (int)slashes(pattern) + !span_ends(pattern, "/");
}

/* ---- expressions --------------------------------------------------------- */

struct translation {
	struct span from;
	size_t at;
	char to[2 * PATTERN_MAX + 1];
	size_t len;
	int flags;
	unsigned depth;
};

static void put(struct translation *t, const char *text)
{
	while (*text)
		t->to[t->len++] = *text++;
}

static bool translate_escape(struct translation *t)
{
	char c = t->from.ptr[++t->at];
	char same[] = { '\\', c, '\0' }, bare[] = { c, '\0' };

	if (strchr("bBwWsS", c) || strchr(".[]{}()*+?|^$\\", c))
		put(t, same);
	else if (c == 'd')
		put(t, "[0-9]");
	else if (strchr("/-_:#\"'@,<>=& ", c))
		put(t, bare);
	else
		return false;
	t->at++;
	return true;
}

/* "(?:", "(?i:" and "(?i)"; the last two hold for all of it, which is near. */
static bool translate_group(struct translation *t)
{
	struct span rest = { t->from.ptr + t->at, t->from.len - t->at };

	if (span_starts(rest, "(?i)")) {
		t->flags |= REG_ICASE;
		t->at += 4;
		return true;
	}
	if (++t->depth > DEPTH_MAX)
		return false;
	put(t, "(");
	if (span_starts(rest, "(?:")) {
		t->at += 3;
	} else if (span_starts(rest, "(?i:")) {
		t->flags |= REG_ICASE;
		t->at += 4;
	} else if (span_starts(rest, "(?")) {
		return false;
	} else {
		t->at++;
	}
	return true;
}

static bool translate_set(struct translation *t)
{
	size_t end = t->at + 1;

	while (end < t->from.len &&
	       (t->from.ptr[end] != ']' || end == t->at + 1 ||
		(end == t->at + 2 && t->from.ptr[t->at + 1] == '^'))) {
		// These mean something else there.
		if (strchr("\\[", t->from.ptr[end]))
			return false;
		end++;
	}
	if (end == t->from.len)
		return false;
	while (t->at <= end)
		t->to[t->len++] = t->from.ptr[t->at++];
	return true;
}

static bool translate_one(struct translation *t)
{
	char c = t->from.ptr[t->at];

	switch (c) {
	case '\\':
		return t->at + 1 < t->from.len && translate_escape(t);
	case '(':
		return translate_group(t);
	case '[':
		return translate_set(t);
	case '#':
	case '{':
		return false;
	case ')':
		if (!t->depth)
			return false;
		t->depth--;
		break;
	case '*':
	case '+':
	case '?':
		// "+?" is as little as possible, "++" never less.
		if (t->at && strchr("*+?", t->from.ptr[t->at - 1]))
			return false;
		break;
	default:
		break;
	}
	if (!char_is_blank(c))
		t->to[t->len++] = c;
	t->at++;
	return true;
}

bool pattern_compile(struct span perl, regex_t *regex)
{
	struct translation t = { .from = perl,
				 .flags = REG_EXTENDED | REG_NOSUB };

	if (!perl.len || perl.len > PATTERN_MAX ||
	    memchr(perl.ptr, '\0', perl.len))
		return false;
	while (t.at < t.from.len)
		if (!translate_one(&t))
			return false;
	t.to[t.len] = '\0';
	return !t.depth && !regcomp(regex, t.to, t.flags);
}
