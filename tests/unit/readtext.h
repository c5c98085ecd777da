/*
 * readtext.h - a readprofile(8) text in memory, read and told in one line
 */
#ifndef READTEXT_H
#define READTEXT_H

#include "diffprof/outbuf.h"
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
	profile_init(&t->prof, t->in.path, "readprofile");
	return reader_readprofile.read(&t->in, &opts, &t->prof, &t->err);
}

static inline void text_close(struct text *t)
{
	profile_release(&t->prof);
	input_close(&t->in);
}

/*
 * "5 a, 3 b [ext4]; total 8": the rows, then what is known of all samples; of a
 * cut listing followed by "unseen" and the most that a symbol without a row has.
 */
static inline char *text_told(struct text *t)
{
	struct arena *arena = &t->prof.arena;
	struct profile *prof = &t->prof;
	char *told = arena_strdup(arena, "");

	for (size_t i = 0; i < prof->nr; i++) {
		struct span name =
			names_text(&prof->names, prof->rows[i].symbol);
		struct span image =
			names_text(&prof->names, prof->rows[i].image);
		bool module = image.len && !span_is(image, IMAGE_KERNEL);

		told = arena_printf(arena, "%s%s%llu %.*s%s%.*s%s", told,
				    i ? ", " : "",
				    (unsigned long long)prof->rows[i].count,
				    (int)name.len, name.ptr,
				    module ? " [" : "",
				    module ? (int)image.len : 0, image.ptr,
				    module ? "]" : "");
	}
	if (prof->has_total)
		told = arena_printf(arena, "%s; total %llu", told,
				    (unsigned long long)prof->total);
	else
		told = arena_printf(arena, "%s; no total", told);
	if (prof->cut && prof->unseen_max == COUNT_UNKNOWN)
		told = arena_printf(arena, "%s, unseen any", told);
	else if (prof->cut)
		told = arena_printf(arena, "%s, unseen %llu", told,
				    (unsigned long long)prof->unseen_max);
	return told;
}

static inline const char *text_note(const struct text *t, const char *code)
{
	for (const struct note *n = t->prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return NULL;
}

/* Read TEXT, which WHAT tells about, and expect TOLD. */
static inline void expect_told(const char *what, struct span bytes,
			       const char *told)
{
	struct text t;
	char got[4096];

	if (text_read(&t, bytes, 0) < 0)
		snprintf(got, sizeof(got), "%s: error: %s", what, t.err.text);
	else
		snprintf(got, sizeof(got), "%s: %s", what, text_told(&t));
	text_close(&t);

	char want[4096];
	snprintf(want, sizeof(want), "%s: %s", what, told);
	EXPECT_TEXT(got, want);
}

#endif
