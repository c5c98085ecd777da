/*
 * annotate_find.c - the row that a function's name is of
 */
#include "diffprof/annotate.h"

#include <stdio.h>

#include "diffprof/fold.h"

/* How a symbol is named: SYMBOL, or SYMBOL [IMAGE]. */
struct wanted {
	struct span symbol, image; /* of no bytes: any */
};

static struct wanted parse(const char *text)
{
	struct wanted w = { .symbol = span_of(text) };
	const char *image = strstr(text, " [");

	if (!image || text[strlen(text) - 1] != ']')
		return w;
	w.symbol.len = (size_t)(image - text);
	w.image = span_of(image + 2);
	w.image.len--;
	return w;
}

/* Is it NAME, or NAME with the file behind that tells it from others? */
static bool is_name(struct span text, struct span name)
{
	return span_eq(text, name) || (text.len > name.len + 3 && name.len &&
				       !memcmp(text.ptr, name.ptr, name.len) &&
				       !memcmp(text.ptr + name.len, " (", 2) &&
				       text.ptr[text.len - 1] == ')');
}

static bool is_image(struct span image, struct span wanted)
{
	const char *slash =
		image.len ? memrchr(image.ptr, '/', image.len) : NULL;

	if (!wanted.len || span_eq(image, wanted))
		return true;
	if (!slash)
		return false;
	image.len -= (size_t)(slash + 1 - image.ptr);
	image.ptr = slash + 1;
	return span_eq(image, wanted);
}

static bool has_part(const struct diff *diff, const struct diff_row *row,
		     struct span name)
{
	const name_id *part = row->parts ? diff->parts + row->parts : NULL;

	for (; part && *part; part++)
		if (span_eq(names_text(diff->names, *part), name))
			return true;
	return false;
}

static bool is_row(const struct diff *diff, const struct diff_row *row,
		   const struct wanted *w)
{
	return is_image(names_text(diff->names, row->image), w->image) &&
	       (is_name(names_text(diff->names, row->symbol), w->symbol) ||
		is_name(names_text(diff->names, row->renamed_from),
			w->symbol) ||
		has_part(diff, row, w->symbol));
}

/* What a run calls the symbol that goes by NAME as well; or nothing. */
static struct span find_alias(const struct diff *diff, struct span name)
{
	for (size_t i = 0; i < diff->stride; i++) {
		const struct profile *prof = diff_run(diff, i);

		for (size_t k = 0; prof->aliases && k < prof->nr; k++) {
			const struct profile_row *row = &prof->rows[k];
			const name_id *alias = prof->aliases + row->aliases;

			for (; row->aliases && *alias; alias++)
				if (span_eq(names_text(&prof->names, *alias),
					    name))
					return fold(names_text(&prof->names,
							       row->symbol),
						    false);
		}
	}
	return (struct span){ NULL, 0 };
}

static size_t find_rows(const struct diff *diff, const struct wanted *w,
			const struct diff_row **first, char *list, size_t size)
{
	size_t nr = 0, len = 0;

	*list = '\0';
	for (size_t i = 0; i < diff->nr; i++) {
		const struct diff_row *row = &diff->rows[i];
		struct span symbol = names_text(diff->names, row->symbol);
		struct span image = names_text(diff->names, row->image);

		if (!is_row(diff, row, w))
			continue;
		if (!nr++)
			*first = row;
		if (len < size)
			len += (size_t)snprintf(list + len, size - len,
						"%s%.*s [%.*s]",
						len ? ", " : "",
						(int)symbol.len, symbol.ptr,
						(int)image.len, image.ptr);
	}
	return nr;
}

/* A function whose name has NAME in it, and most ticks of these. */
static const struct diff_row *find_like(const struct diff *diff,
					struct span name)
{
	const struct diff_row *best = NULL;

	for (size_t i = 0; i < diff->nr; i++) {
		const struct diff_row *row = &diff->rows[i];
		struct span symbol = names_text(diff->names, row->symbol);

		if (name.len && symbol.len &&
		    memmem(symbol.ptr, symbol.len, name.ptr, name.len) &&
		    (!best || row->base + row->test > best->base + best->test))
			best = row;
	}
	return best;
}

int annotate_find(const struct diff *diff, const char *symbol,
		  const struct diff_row **row, struct error *err)
{
	struct wanted w = parse(symbol);
	char list[512];
	size_t nr = find_rows(diff, &w, row, list, sizeof(list));

	if (!w.symbol.len)
		return fail(err, ERR_USAGE, "a function has no empty name");
	if (!nr) {
		struct span other = find_alias(diff, w.symbol);
		const struct wanted alias = { other, w.image };

		if (other.len)
			nr = find_rows(diff, &alias, row, list, sizeof(list));
	}
	if (nr == 1)
		return 0;
	if (nr)
		return fail(err, ERR_USAGE,
			    "%s: several functions are called so: %s", symbol,
			    list);
	const struct diff_row *like = find_like(diff, w.symbol);
	struct span name = like ? names_text(diff->names, like->symbol) :
				  (struct span){ NULL, 0 };

	return fail(err, ERR_USAGE,
		    "%s: no function of this name has ticks on either side%s"
		    "%.*s",
		    symbol, like ? "; one has that is called " : "",
		    (int)name.len, name.ptr ? name.ptr : "");
}
