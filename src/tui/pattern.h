/*
 * pattern.h - what one types to find names by
 *
 * An extended regular expression, or the text as it stands where that is none
 * (or one that could take for ever).  Without capital letters it does not mind
 * case.
 */
#ifndef PATTERN_H
#define PATTERN_H

#include <regex.h>
#include <stdbool.h>

#include "diffprof/span.h"

#define PATTERN_MAX 200 /* bytes */

struct pattern {
	char text[PATTERN_MAX + 4];
	size_t len; /* 0: no pattern, nothing matches */
	bool any_case;
	bool is_regex;
	regex_t regex; /* if it is one */
};

void pattern_set(struct pattern *pattern, struct span text);
void pattern_clear(struct pattern *pattern);

/* Does it match in TEXT?  *MATCH, unless NULL, is the part that does. */
bool pattern_find(const struct pattern *pattern, struct span text,
		  struct span *match);

#endif
