#include "timewords.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#define LENGTH(array) (sizeof(array) / sizeof(*(array)))

/* More is no time, and its square could not be added up. */
#define TIME_MAX 1e18

bool time_parse(struct span text, double *value)
{
	double all = 0, part;

	if (text.len &&
	    (text.ptr[text.len - 1] == 's' || text.ptr[text.len - 1] == '%'))
		text.len--;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c != ':' && c != 'm' && c != 'h')
			continue;
		if (!span_real((struct span){ text.ptr, i }, &part) ||
		    !(part >= 0))
			return false;
		all = (all + part) * 60;
		text.ptr += i + 1;
		text.len -= i + 1;
		i = (size_t)-1;
	}
	if (!span_real(text, &part) || !(part >= 0))
		return false;
	*value = all + part;
	return *value <= TIME_MAX;
}

static const struct phrase {
	const char *text;
	enum time_kind kind;
} quantities[] = {
	{ "elapsed", TIME_ELAPSED }, { "real", TIME_ELAPSED },
	{ "total", TIME_ELAPSED },   { "system", TIME_SYSTEM },
	{ "sys", TIME_SYSTEM },	     { "user", TIME_USER },
	{ "cpu", TIME_CPU },
};

/* Of kernbench, whose numbers are means of its runs. */
static const struct phrase means[] = {
	{ "Elapsed Time ", TIME_ELAPSED },
	{ "User Time ", TIME_USER },
	{ "System Time ", TIME_SYSTEM },
	{ "Percent CPU ", TIME_CPU },
};

/* Of perf stat. */
static const struct phrase seconds[] = {
	{ " seconds time elapsed", TIME_ELAPSED },
	{ " seconds user", TIME_USER },
	{ " seconds sys", TIME_SYSTEM },
};

static bool word_is(struct span word, const char *name)
{
	return word.len == strlen(name) &&
	       !strncasecmp(word.ptr, name, word.len);
}

static const struct phrase *find_quantity(struct span word)
{
	if (word.len && word.ptr[word.len - 1] == ':')
		word.len--;
	for (size_t i = 0; i < LENGTH(quantities); i++)
		if (word_is(word, quantities[i].text))
			return &quantities[i];
	return NULL;
}

/* VALUE or VALUE (SD), and nothing else. */
static bool take_mean(struct span line, struct time_found *found)
{
	struct span word, extra;

	found->mean = true;
	if (!span_word(&line, &word) || !time_parse(word, &found->value))
		return false;
	if (!span_word(&line, &word))
		return true;
	if (word.len < 3 || word.ptr[0] != '(' ||
	    word.ptr[word.len - 1] != ')' || span_word(&line, &extra))
		return false;
	word.ptr++;
	word.len -= 2;
	return time_parse(word, &found->sd);
}

static bool one_quantity(struct span line, struct time_found *found)
{
	*found = (struct time_found){ .sd = NAN };
	for (size_t i = 0; i < LENGTH(means); i++) {
		size_t len = strlen(means[i].text);

		if (!span_starts(line, means[i].text))
			continue;
		found->kind = means[i].kind;
		return take_mean((struct span){ line.ptr + len,
						line.len - len },
				 found);
	}
	for (size_t i = 0; i < LENGTH(seconds); i++) {
		if (!span_ends(line, seconds[i].text))
			continue;
		line.len -= strlen(seconds[i].text);
		found->kind = seconds[i].kind;
		return time_parse(line, &found->value);
	}
	return false;
}

/* "5.120u 1.410s 0:12.33 52.9%" */
static size_t tcsh_line(struct span line, struct time_found *found)
{
	static const struct {
		char last;
		enum time_kind kind;
	} of[] = {
		{ 'u', TIME_USER },
		{ 's', TIME_SYSTEM },
		{ 0, TIME_ELAPSED },
		{ '%', TIME_CPU },
	};
	struct span word;

	for (size_t i = 0; i < LENGTH(of); i++) {
		if (!span_word(&line, &word))
			return 0;
		if (of[i].last ? word.ptr[word.len - 1] != of[i].last :
				 !memchr(word.ptr, ':', word.len))
			return 0;
		word.len -= of[i].last != 0;
		found[i] = (struct time_found){ .kind = of[i].kind, .sd = NAN };
		if (!time_parse(word, &found[i].value))
			return 0;
	}
	return LENGTH(of);
}

static bool add_pair(enum time_kind kind, double value, bool *has,
		     struct time_found *found, size_t *nr)
{
	if (has[kind])
		return false;
	has[kind] = true;
	found[(*nr)++] = (struct time_found){ .kind = kind,
					      .value = value,
					      .sd = NAN };
	return true;
}

/*
 * Numbers and names in turn; whether the names stand behind their numbers the
 * first one tells.  One of elapsed, user and system each, or it is prose.
 */
static size_t pairs_line(struct span line, struct time_found *found)
{
	const struct phrase *name = NULL, *known;
	bool has[TIME_KINDS] = { false }, has_value = false;
	enum { NOT_YET, BEHIND, AHEAD } names = NOT_YET;
	struct span word;
	double value = 0;
	size_t nr = 0;

	while (span_word(&line, &word)) {
		known = find_quantity(word);
		if (known && names == NOT_YET)
			names = has_value ? BEHIND : AHEAD;
		if (known && names == BEHIND && has_value &&
		    !add_pair(known->kind, value, has, found, &nr))
			return 0;
		has_value = !known && time_parse(word, &value);
		if (name && has_value &&
		    !add_pair(name->kind, value, has, found, &nr))
			return 0;
		name = names == AHEAD ? known : NULL;
	}
	return has[TIME_ELAPSED] && has[TIME_USER] && has[TIME_SYSTEM] ? nr : 0;
}

size_t time_words(struct span line, struct time_found found[TIME_KINDS])
{
	size_t nr;

	if (one_quantity(line, found))
		return 1;
	nr = tcsh_line(line, found);
	return nr ? nr : pairs_line(line, found);
}
