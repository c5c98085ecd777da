/*
 * readsamples.h - an input of samples in memory, read and told in one line
 */
#ifndef READSAMPLES_H
#define READSAMPLES_H

#include "diffprof/reader.h"
#include "diffprof/samples.h"

#include "check.h"

struct sampled {
	struct input in;
	struct profile prof;
	struct error err;
};

static inline int sampled_read(struct sampled *t, const struct reader *reader,
			       struct span bytes,
			       const struct read_options *opts)
{
	input_from_memory(&t->in, "file", bytes.ptr, bytes.len);
	profile_init(&t->prof, t->in.path, reader->name);
	return reader->read(&t->in, opts, &t->prof, &t->err);
}

static inline void sampled_close(struct sampled *t)
{
	profile_release(&t->prof);
	input_close(&t->in);
}

static inline const char *sampled_note(const struct sampled *t,
				       const char *code)
{
	for (const struct note *n = t->prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return NULL;
}

/* "main;execve@vmlinux": the chain of NODE, images behind the names. */
static inline char *sampled_chain(struct profile *prof, uint32_t node)
{
	const struct samples *s = prof->samples;

	if (node == NODE_ROOT)
		return arena_strdup(&prof->arena, "");

	const struct frame *frame = &s->frames[samples_leaf(s, node)];
	uint32_t parent = samples_parent(s, node);
	struct span name = names_text(&prof->names, frame->symbol);
	struct span image = names_text(&prof->names, frame->image);
	char *text = arena_printf(&prof->arena, "%s%s%.*s",
				  sampled_chain(prof, parent),
				  parent == NODE_ROOT ? "" : ";",
				  (int)name.len, name.ptr);

	if (frame->object != OBJECT_NONE)
		text = arena_printf(&prof->arena, "%s+%llx@%u", text,
				    (unsigned long long)frame->addr,
				    frame->object);
	return arena_printf(&prof->arena, "%s%s%s%.*s", text,
			    frame->flags & FRAME_INLINED ? "(inlined)" : "",
			    image.len ? "@" : "", (int)image.len, image.ptr);
}

/* Do entries I and K of samples say the same? */
static inline bool sampled_alike(struct profile *prof, size_t i, size_t k)
{
	const struct sample_key *a = &prof->samples->samples[i].key;
	const struct sample_key *b = &prof->samples->samples[k].key;

	return a->event == b->event && a->comm == b->comm &&
	       a->cpu == b->cpu && a->mode == b->mode &&
	       !strcmp(sampled_chain(prof, a->node),
		       sampled_chain(prof, b->node));
}

/* All that is like entry I; 0 if one before it is. */
static inline uint64_t sampled_count(struct profile *prof, size_t i)
{
	const struct samples *s = prof->samples;
	uint64_t sum = 0;

	for (size_t k = 0; k < s->nr_samples; k++) {
		if (!sampled_alike(prof, i, k))
			continue;
		if (k < i)
			return 0;
		sum += s->samples[k].count;
	}
	return sum;
}

/*
 * "5 main;f u, 3 g@vmlinux k | samples 8": the samples of each event in the
 * order of their entries, with the first letter of their mode, its unit (and
 * ".2" for a scale of 2) and total.
 */
static inline char *sampled_told(struct sampled *t)
{
	static const char modes[][3] = { "", " k", " u", " h", " g", " G" };
	struct profile *prof = &t->prof;
	struct arena *arena = &prof->arena;
	const struct samples *s = prof->samples;
	char *told = arena_strdup(arena, "");

	for (size_t e = 0; e < prof->nr_events; e++) {
		const struct event *event = &prof->events[e];
		const char *sep = e ? " || " : "";

		if (event->name[0])
			told = arena_printf(arena, "%s%s%s: ", told, sep,
					    event->name);
		sep = "";
		for (size_t i = 0; i < s->nr_samples; i++) {
			const struct sample *sample = &s->samples[i];
			uint64_t count = sampled_count(prof, i);

			if (sample->key.event != e || !count)
				continue;
			told = arena_printf(arena, "%s%s%llu %s%s", told, sep,
					    (unsigned long long)count,
					    sampled_chain(prof,
							  sample->key.node),
					    modes[sample->key.mode]);
			sep = ", ";
		}
		told = arena_printf(arena, "%s | %s", told, event->unit);
		if (event->scale)
			told = arena_printf(arena, "%s.%u", told, event->scale);
		told = arena_printf(arena, "%s %llu", told,
				    (unsigned long long)event->total);
		EXPECT_U64("listed", event->listed, event->total);
		EXPECT_TRUE("total", event->has_total);
	}
	return told;
}

/* Read TEXT, which WHAT tells about, and expect TOLD. */
static inline void expect_sampled(const struct reader *reader, const char *what,
				  struct span bytes, bool chains,
				  const char *told)
{
	struct read_options opts = { .chains = chains };
	struct sampled t;
	char got[4096], want[4096];

	if (sampled_read(&t, reader, bytes, &opts) < 0)
		snprintf(got, sizeof(got), "%s: error: %s", what, t.err.text);
	else
		snprintf(got, sizeof(got), "%s: %s", what, sampled_told(&t));
	sampled_close(&t);
	snprintf(want, sizeof(want), "%s: %s", what, told);
	EXPECT_TEXT(got, want);
}

#endif
