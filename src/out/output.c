#include "diffprof/output.h"

#include <strings.h>

bool output_shows_always(const struct output_options *opts)
{
	(void)opts;
	return true;
}

bool output_shows_never(const struct output_options *opts)
{
	(void)opts;
	return false;
}

bool output_shows_columns(const struct output_options *opts)
{
	const struct column **columns;
	struct arena scratch = { 0 };
	struct error unused;
	bool shown = !opts->columns;

	if (!shown && !columns_parse(diff_columns, opts->columns, &scratch,
				     &columns, &unused))
		for (; *columns; columns++)
			shown |= (*columns)->flags & COLUMN_TESTED;
	arena_release(&scratch);
	return shown;
}

/* In the order of --help. */
const struct output *const outputs[] = {
	&output_classic, &output_table, &output_markdown, &output_csv,
	&output_json,	 &output_html,	&output_svg,	  &output_folded,
	NULL,
};

const struct output *output_find(const char *name)
{
	for (const struct output *const *o = outputs; *o; o++)
		if (!strcmp((*o)->name, name))
			return *o;
	return NULL;
}

/* Is SUFFIX one of the comma-separated LIST?  Capitals do not matter. */
static bool is_listed(const char *list, const char *suffix)
{
	size_t len = strlen(suffix);

	for (const char *one = list; one;) {
		const char *comma = strchr(one, ',');
		size_t one_len = comma ? (size_t)(comma - one) : strlen(one);

		if (one_len == len && !strncasecmp(one, suffix, len))
			return true;
		one = comma ? comma + 1 : NULL;
	}
	return false;
}

const struct output *output_by_suffix(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	if (!dot || dot == name || !dot[1])
		return NULL;
	for (const struct output *const *o = outputs; *o; o++)
		if (is_listed((*o)->suffixes, dot + 1))
			return *o;
	return NULL;
}
