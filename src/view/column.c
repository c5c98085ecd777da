#include "diffprof/column.h"

#include <stdio.h>

const struct column *column_find(const struct column *set, struct span name)
{
	for (; set->name; set++)
		if (span_is(name, set->name))
			return set;
	return NULL;
}

static int no_such_column(const struct column *set, struct span name,
			  struct error *err)
{
	char known[640];
	size_t used = 0;

	for (; set->name; set++) {
		int n = snprintf(known + used, sizeof(known) - used, "%s%s",
				 used ? ", " : "", set->name);
		if (n < 0 || (size_t)n >= sizeof(known) - used)
			break;
		used += (size_t)n;
	}
	return fail(err, ERR_USAGE,
		    "--columns: no column \"%.*s\"; there are %s",
		    (int)(name.len < 80 ? name.len : 80), name.ptr, known);
}

int columns_parse(const struct column *set, const char *list,
		  struct arena *arena, const struct column ***columns,
		  struct error *err)
{
	struct span rest = span_of(list);
	size_t max = 2;

	for (size_t i = 0; i < rest.len; i++)
		max += rest.ptr[i] == ',';
	const struct column **found = arena_alloc(arena, max * sizeof(*found));

	for (size_t nr = 0;; nr++) {
		const char *comma =
			rest.len ? memchr(rest.ptr, ',', rest.len) : NULL;
		struct span name = rest;

		if (comma)
			name.len = (size_t)(comma - rest.ptr);
		name = span_trim(name);
		found[nr] = column_find(set, name);
		if (!found[nr])
			return no_such_column(set, name, err);
		if (!comma) {
			found[nr + 1] = NULL;
			break;
		}
		rest.len -= (size_t)(comma + 1 - rest.ptr);
		rest.ptr = comma + 1;
	}
	*columns = found;
	return 0;
}
