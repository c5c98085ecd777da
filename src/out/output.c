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
	&output_classic, &output_table, &output_markdown, &output_mail,
	&output_csv,	 &output_json,	&output_html,	  &output_svg,
	&output_folded,	 &output_pprof, NULL,
};

const struct output *output_find(const char *name)
{
	for (const struct output *const *o = outputs; *o; o++)
		if (!strcmp((*o)->name, name))
			return *o;
	return NULL;
}

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Does NAME end in one of the comma-separated LIST?  Capitals do not matter. */
static bool is_listed(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (const char *one = list; one;) {
		const char *comma = strchr(one, ',');
		size_t one_len = comma ? (size_t)(comma - one) : strlen(one);

		if (len > one_len + 1 && name[len - one_len - 1] == '.' &&
		    !strncasecmp(one, name + len - one_len, one_len))
			return true;
		one = comma ? comma + 1 : NULL;
	}
	return false;
}

const struct output *output_by_suffix(const char *path)
{
	for (const struct output *const *o = outputs; *o; o++)
		if (is_listed((*o)->suffixes, name_of(path)))
			return *o;
	return NULL;
}

const struct annotated_output *annotated_by_suffix(const char *path)
{
	for (size_t i = 0; annotated_outputs[i]; i++)
		if (is_listed(annotated_outputs[i]->suffixes, name_of(path)))
			return annotated_outputs[i];
	return NULL;
}
