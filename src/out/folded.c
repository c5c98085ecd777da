/*
 * folded.c - call chains, a line each, as flame graphs are drawn from
 *
 *	main;parse;malloc 12 15
 *
 * Frames from the outermost caller on, joined by ";", then the counts of base
 * and test, or of one profile.  Frames of a kernel end with "_[k]", inlined ones
 * with "_[i]".  A profile without call chains has the functions alone.  Counts
 * are sums over the runs, neither normalised nor cut: their sum is that of the
 * rows.  Lines stand in byte order.
 */
#include "diffprof/output.h"

#include <stdlib.h>

#include "diffprof/escape.h"
#include "diffprof/samples.h"

/* Stacks of all runs, as texts, with the counts of base and test. */
struct stacks {
	struct arena arena;
	struct names texts;
	uint64_t *count[2]; /* by id */
	size_t cap;
	uint32_t *chain; /* scratch: the frames of one */
	size_t chain_cap;
};

static void init(struct stacks *s)
{
	*s = (struct stacks){ 0 };
	names_init(&s->texts, &s->arena);
}

static int add(struct stacks *s, const struct outbuf *text, int side,
	       uint64_t count, struct error *err)
{
	struct span stack = { text->data, text->len };
	name_id id = names_find(&s->texts, stack);

	if (!id) {
		stack.ptr = arena_strndup(&s->arena, text->data, text->len);
		id = names_intern(&s->texts, stack);
	}
	if (id >= s->cap) {
		size_t cap = s->cap ? 2 * s->cap : 1024;

		for (int i = 0; i < 2; i++) {
			s->count[i] = arena_grow(&s->arena, s->count[i],
						 s->cap * sizeof(uint64_t),
						 cap * sizeof(uint64_t));
			memset(s->count[i] + s->cap, 0,
			       (cap - s->cap) * sizeof(uint64_t));
		}
		s->cap = cap;
	}
	if (count > COUNT_MAX - s->count[side][id])
		return fail(err, ERR_LIMIT,
			    "the counts add up to more than 63 bits hold");
	s->count[side][id] += count;
	return 0;
}

/* What parts frames cannot stand in a name. */
static void frame_text(struct outbuf *out, struct span name)
{
	const char *semicolon;

	while ((semicolon = memchr(name.ptr, ';', name.len))) {
		size_t before = (size_t)(semicolon - name.ptr);

		escape_text(out, (struct span){ name.ptr, before });
		outbuf_char(out, ':');
		name.ptr += before + 1;
		name.len -= before + 1;
	}
	escape_text(out, name);
}

static void add_frame(struct outbuf *text, const struct profile *prof,
		      const struct frame *frame)
{
	struct span symbol = names_text(&prof->names, frame->symbol);
	struct span image = names_text(&prof->names, frame->image);
	bool module =
		prof->samples && frame->object != OBJECT_NONE &&
		prof->samples->objects[frame->object].kind == OBJECT_MODULE;

	if (text->len)
		outbuf_char(text, ';');
	frame_text(text, symbol.len ? symbol : SPAN(SYMBOL_UNKNOWN));
	if (frame->flags & FRAME_INLINED)
		outbuf_text(text, "_[i]");
	else if (module || span_is(image, IMAGE_KERNEL))
		outbuf_text(text, "_[k]");
}

/* The chain that ends in NODE, outermost caller first. */
static void chain_text(struct stacks *s, struct outbuf *text,
		       const struct profile *prof, uint32_t node)
{
	const struct samples *samples = prof->samples;
	size_t nr = 0;

	for (uint32_t n = node; n != NODE_ROOT;
	     n = samples_parent(samples, n)) {
		ARENA_ROOM(&s->arena, s->chain, nr, s->chain_cap);
		s->chain[nr++] = samples_leaf(samples, n);
	}
	text->len = 0;
	while (nr)
		add_frame(text, prof, &samples->frames[s->chain[--nr]]);
	if (!text->len)
		outbuf_text(text, SYMBOL_UNKNOWN);
}

static int take_samples(struct stacks *s, const struct profile *prof, int side,
			struct outbuf *text, struct error *err)
{
	for (size_t i = 0; i < prof->samples->nr_samples; i++) {
		const struct sample *sample = &prof->samples->samples[i];

		if (!sample->count)
			continue;
		chain_text(s, text, prof, sample->key.node);
		if (add(s, text, side, sample->count, err) < 0)
			return -1;
	}
	return 0;
}

static int take_rows(struct stacks *s, const struct profile *prof, int side,
		     struct outbuf *text, struct error *err)
{
	for (size_t i = 0; i < prof->nr; i++) {
		const struct profile_row *row = &prof->rows[i];
		const struct frame frame = { .symbol = row->symbol,
					     .object = OBJECT_NONE,
					     .image = row->image };

		text->len = 0;
		add_frame(text, prof, &frame);
		if (row->count && add(s, text, side, row->count, err) < 0)
			return -1;
	}
	return 0;
}

static int take_side(struct stacks *s, const struct side *from, int side,
		     struct outbuf *text, struct error *err)
{
	int failed = 0;

	for (size_t i = 0; i < from->nr_runs && !failed; i++)
		failed = from->runs[i]->samples && !from->runs[i]->grouped ?
				 take_samples(s, from->runs[i], side, text,
					      err) :
				 take_rows(s, from->runs[i], side, text, err);
	return failed;
}

static int by_text(const void *a, const void *b, void *names)
{
	return span_cmp(names_text(names, *(const name_id *)a),
			names_text(names, *(const name_id *)b));
}

static void print_stacks(struct stacks *s, bool both, struct outbuf *out)
{
	size_t nr = s->texts.nr - 1;
	name_id *ids = arena_alloc(&s->arena, (nr + 1) * sizeof(*ids));

	for (size_t i = 0; i < nr; i++)
		ids[i] = (name_id)i + 1;
	qsort_r(ids, nr, sizeof(*ids), by_text, &s->texts);
	for (size_t i = 0; i < nr; i++) {
		outbuf_span(out, names_text(&s->texts, ids[i]));
		outbuf_printf(out, " %llu",
			      (unsigned long long)s->count[0][ids[i]]);
		if (both)
			outbuf_printf(out, " %llu",
				      (unsigned long long)s->count[1][ids[i]]);
		outbuf_char(out, '\n');
	}
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	const struct diff *diff = views[0].diff;
	struct outbuf text = { 0 };
	struct stacks s;
	int failed;

	(void)opts;
	if (nr > 1)
		return fail(err, ERR_USAGE,
			    "--format=folded: is for one test; there are %zu",
			    nr);
	init(&s);
	failed = take_side(&s, diff ? &diff->base : &views[0].listing->side, 0,
			   &text, err);
	if (!failed && diff)
		failed = take_side(&s, &diff->test, 1, &text, err);
	if (!failed)
		print_stacks(&s, diff != NULL, out);
	outbuf_release(&text);
	arena_release(&s.arena);
	return failed;
}

const struct output output_folded = {
	.name = "folded",
	.summary = "call chains, for flame graphs",
	.suffixes = "folded",
	.chains = true,
	.zeros = true,
	.shows_significance = output_shows_never,
	.print = print,
};
