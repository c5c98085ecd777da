/*
 * readopreport.h - opreport text in memory, read and told in one line
 */
#ifndef READOPREPORT_H
#define READOPREPORT_H

#include "diffprof/reader.h"

#include "check.h"

struct text {
	struct input in;
	struct profile prof;
	struct error err;
};

static inline int text_read(struct text *t, struct span bytes, unsigned section)
{
	struct read_options opts = { .section = section };

	input_from_memory(&t->in, "mail", bytes.ptr, bytes.len);
	profile_init(&t->prof, t->in.path, "opreport");
	return reader_opreport.read(&t->in, &opts, &t->prof, &t->err);
}

static inline void text_close(struct text *t)
{
	profile_release(&t->prof);
	input_close(&t->in);
}

static inline const char *text_note(const struct text *t, const char *code)
{
	for (const struct note *n = t->prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return NULL;
}

/* "5 memcpy@libc.so(bash)#1": count, symbol, image, application, CPU. */
static inline char *row_told(struct profile *prof, size_t i, char *told)
{
	const struct profile_row *row = &prof->rows[i];
	const struct facet *facet = &prof->facets[i];
	struct span name = names_text(&prof->names, row->symbol);
	struct span image = names_text(&prof->names, row->image);
	struct span comm = names_text(&prof->names, facet->comm);
	bool kernel = !image.len || span_is(image, IMAGE_KERNEL);
	struct arena *arena = &prof->arena;

	told = arena_printf(arena, "%s%llu %.*s%s%.*s", told,
			    (unsigned long long)row->count, (int)name.len,
			    name.ptr, kernel ? "" : "@",
			    kernel ? 0 : (int)image.len, image.ptr);
	if (comm.len)
		told = arena_printf(arena, "%s(%.*s)", told, (int)comm.len,
				    comm.ptr);
	if (facet->cpu != CPU_NONE)
		told = arena_printf(arena, "%s#%d", told, facet->cpu);
	return told;
}

/*
 * "CYCLES/0x00/100000: 5 a, 3 b@ext4; total 8, unseen 2 || ...": for each event
 * its rows, and what is known of all its samples.
 */
static inline char *text_told(struct text *t)
{
	struct profile *prof = &t->prof;
	struct arena *arena = &prof->arena;
	char *told = arena_strdup(arena, "");

	for (size_t e = 0; e < prof->nr_events; e++) {
		const struct event *event = &prof->events[e];
		const char *comma = "";

		told = arena_printf(arena, "%s%s%s", told, e ? " || " : "",
				    event->name);
		if (event->mask)
			told = arena_printf(arena, "%s/%s", told, event->mask);
		if (event->rate_kind != RATE_UNKNOWN)
			told = arena_printf(arena, "%s/%.0f%s", told,
					    event->rate,
					    event->rate_kind == RATE_FREQUENCY ?
						    " Hz" :
						    "");
		if (*event->name)
			told = arena_printf(arena, "%s: ", told);
		for (size_t i = 0; i < prof->nr; i++) {
			if (prof->facets[i].event != e)
				continue;
			told = arena_printf(arena, "%s%s", told, comma);
			told = row_told(prof, i, told);
			comma = ", ";
		}
		told = event->has_total ?
			       arena_printf(arena, "%s; total %llu", told,
					    (unsigned long long)event->total) :
			       arena_printf(arena, "%s; no total", told);
		if (event->cut)
			told = arena_printf(arena, "%s, unseen %llu", told,
					    (unsigned long long)
						    event->unseen_max);
	}
	return told;
}

/* Read BYTES, which WHAT tells about, and expect TOLD. */
static inline void expect_told(const char *what, struct span bytes,
			       const char *told)
{
	struct text t;
	char got[4096], want[4096];

	if (text_read(&t, bytes, 0) < 0)
		snprintf(got, sizeof(got), "%s: error: %s", what, t.err.text);
	else
		snprintf(got, sizeof(got), "%s: %s", what, text_told(&t));
	text_close(&t);
	snprintf(want, sizeof(want), "%s: %s", what, told);
	EXPECT_TEXT(got, want);
}

#endif
