/*
 * readchanges.h - a finished comparison in memory, read and told in one line
 */
#ifndef READCHANGES_H
#define READCHANGES_H

#include <math.h>

#include "diffprof/reader.h"

#include "check.h"

struct changes {
	struct input in;
	struct profile prof;
	struct error err;
};

static inline int changes_read(struct changes *c, const char *text,
			       unsigned section)
{
	struct read_options opts = { .section = section };

	input_from_memory(&c->in, "mail", text, strlen(text));
	profile_init(&c->prof, c->in.path, "listing");
	return reader_listing.read(&c->in, &opts, &c->prof, &c->err);
}

static inline void changes_close(struct changes *c)
{
	profile_release(&c->prof);
	input_close(&c->in);
}

static inline const char *changes_number(struct arena *arena, long double value)
{
	if (isnan(value))
		return "-";
	return arena_printf(arena, value == rintl(value) ? "%.0Lf" : "%.10Lg",
			    value);
}

/* "12>37 +25 208.3% a@vmlinux": base, test, delta, percent; "-": not there. */
static inline char *changes_row(struct profile *prof, const struct change *row)
{
	static const char *const marks[] = { "", " new", " gone", " unsure" };
	struct arena *arena = &prof->arena;
	const char *sides = "", *comm = "", *from = "", *image = "";

	if (!isnan(row->base) || !isnan(row->test))
		sides = arena_printf(arena, "%s>%s ",
				     changes_number(arena, row->base),
				     changes_number(arena, row->test));
	if (row->comm)
		comm = arena_printf(arena, "%.*s: ",
				    (int)prof->names.name[row->comm].len,
				    prof->names.name[row->comm].ptr);
	if (row->renamed_from)
		from = arena_printf(arena, "%.*s=>",
				    (int)prof->names.name[row->renamed_from]
					    .len,
				    prof->names.name[row->renamed_from].ptr);
	if (row->image &&
	    !span_is(names_text(&prof->names, row->image), IMAGE_KERNEL))
		image = arena_printf(arena, "@%.*s",
				     (int)prof->names.name[row->image].len,
				     prof->names.name[row->image].ptr);
	return arena_printf(arena, "%s%s %s%% %s%s%.*s%s%s", sides,
			    changes_number(arena, row->delta),
			    changes_number(arena, row->percent), comm, from,
			    (int)prof->names.name[row->symbol].len,
			    prof->names.name[row->symbol].ptr ?
				    prof->names.name[row->symbol].ptr :
				    "",
			    image, marks[row->presence]);
}

/* The rows of each event, behind its name and unit if it has a name. */
static inline char *changes_told(struct profile *prof)
{
	struct arena *arena = &prof->arena;
	char *told = arena_strdup(arena, "");

	for (size_t e = 0; e < prof->nr_events; e++) {
		const struct event *event = &prof->events[e];
		const char *sep = "";

		if (strcmp(event->unit, "ticks") != 0)
			told = arena_printf(arena, "%s%s%s (%s.%u): ", told,
					    e ? " | " : "", event->name,
					    event->unit, event->scale);
		for (size_t i = 0; i < prof->nr_changes; i++) {
			if (prof->changes[i].event != e)
				continue;
			told = arena_printf(arena, "%s%s%s%s", told, sep,
					    prof->changes[i].is_total ?
						    "total: " :
						    "",
					    changes_row(prof,
							&prof->changes[i]));
			sep = ", ";
		}
	}
	return prof->cut ? arena_printf(arena, "%s ...", told) : told;
}

/* Read TEXT, which WHAT tells about, and expect TOLD, or an error with it. */
static inline void expect_changes(const char *what, const char *text,
				  const char *told)
{
	struct changes c;
	char got[4096], want[4096];

	snprintf(got, sizeof(got), "%s: %s", what,
		 changes_read(&c, text, 0) < 0 ? c.err.text :
						 changes_told(&c.prof));
	snprintf(want, sizeof(want), "%s: %s", what, told);
	changes_close(&c);
	EXPECT_TEXT(got, want);
}

static inline const char *changes_note(const struct changes *c,
				       const char *code)
{
	for (const struct note *n = c->prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return NULL;
}

#endif
