#include "pattern.h"

/* Only these mean something else than they are. */
#define SPECIAL ".[]()*+?{}|^$\\"

/* What glibc would give all memory or time for. */
static bool is_dear(const char *text)
{
	size_t braces = 0;

	for (; *text; text++) {
		braces += *text == '{';
		if (*text == '\\' && text[1] && char_is_digit(*++text))
			return true;
	}
	return braces > 1;
}

void pattern_clear(struct pattern *pattern)
{
	if (pattern->is_regex)
		regfree(&pattern->regex);
	*pattern = (struct pattern){ .len = 0 };
}

void pattern_set(struct pattern *pattern, struct span text)
{
	pattern_clear(pattern);
	pattern->len = text.len < PATTERN_MAX ? text.len : PATTERN_MAX;
	memcpy(pattern->text, text.ptr, pattern->len);
	pattern->text[pattern->len] = '\0';
	pattern->any_case = true;
	for (size_t i = 0; i < pattern->len; i++)
		if (pattern->text[i] >= 'A' && pattern->text[i] <= 'Z')
			pattern->any_case = false;
	if (!strpbrk(pattern->text, SPECIAL) || is_dear(pattern->text))
		return;
	pattern->is_regex =
		!regcomp(&pattern->regex, pattern->text,
			 REG_EXTENDED | (pattern->any_case ? REG_ICASE : 0));
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool equal_here(const struct pattern *pattern, const char *at)
{
	for (size_t i = 0; i < pattern->len; i++)
		if (at[i] != pattern->text[i] &&
		    !(pattern->any_case && lower(at[i]) == pattern->text[i]))
			return false;
	return true;
}

bool pattern_find(const struct pattern *pattern, struct span text,
		  struct span *match)
{
	if (!pattern->len)
		return false;
	if (pattern->is_regex) {
		regmatch_t at = { .rm_so = 0, .rm_eo = (regoff_t)text.len };

		if (text.len > INT32_MAX ||
		    regexec(&pattern->regex, text.ptr, 1, &at, REG_STARTEND))
			return false;
		if (match)
			*match = (struct span){
				text.ptr + at.rm_so,
				(size_t)(at.rm_eo - at.rm_so)
			};
		return true;
	}
	for (size_t i = 0; i + pattern->len <= text.len; i++)
		if (equal_here(pattern, text.ptr + i)) {
			if (match)
				*match = (struct span){ text.ptr + i,
							pattern->len };
			return true;
		}
	return false;
}
