#include "diffprof/output.h"

#include <strings.h>

#include "diffprof/annotated.h"

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
	&output_classic, &output_table, &output_markdown, &output_mail, &output_csv,
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

/* What stands behind the last dot of a file's name; NULL: nothing. */
static const char *suffix_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	return dot && dot != name && dot[1] ? dot + 1 : NULL;
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
	const char *suffix = suffix_of(path);

	for (const struct output *const *o = outputs; suffix && *o; o++)
		if (is_listed((*o)->suffixes, suffix))
			return *o;
	return NULL;
}

const struct annotated_output *annotated_by_suffix(const char *path)
{
	const char *suffix = suffix_of(path);

	for (size_t i = 0; suffix && annotated_outputs[i]; i++)
		if (is_listed(annotated_outputs[i]->suffixes, suffix))
			return annotated_outputs[i];
	return NULL;
}
