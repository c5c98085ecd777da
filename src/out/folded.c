/*
 * folded.c - call chains, a line each, as flame graphs are drawn from
 *
 *	main;parse;malloc 12 15
 *
 * Frames from the outermost caller on, joined by ";", then the counts of base
 * and test, or of one profile.  Frames of a kernel end with "_[k]", inlined ones
 * with "_[i]".  A profile without call chains has the functions alone.  Names are
 * those of the rows, so what was paired is one stack.  Counts are sums over the
 * runs, neither normalised nor cut: their sum is that of the rows.  Lines stand
 * in byte order.
 */
#include "diffprof/output.h"

#include <stdlib.h>

#include "diffprof/escape.h"
#include "diffprof/flame.h"

/* A chain that samples ended in: its text from AT on, in one buffer. */
struct stack {
	size_t at, len;
	uint64_t base, test;
};

struct stacks {
	struct arena arena;
	struct flame flame;
	struct outbuf text;
	struct stack *stack;
	size_t nr, cap;
};

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

static struct span base_name(struct span path)
{
	const char *slash = memrchr(path.ptr, '/', path.len);
	size_t start = slash ? (size_t)(slash + 1 - path.ptr) : 0;

	return start < path.len ?
		       (struct span){ path.ptr + start, path.len - start } :
		       path;
}

static void add_frame(struct outbuf *text, const struct flame *flame,
		      const struct flame_frame *frame)
{
	const struct flame_function *function =
		&flame->functions[frame->function];
	struct span symbol = names_text(flame->names, function->symbol);
	struct span image = names_text(flame->names, function->image);

	frame_text(text, symbol.len ? symbol : SPAN(SYMBOL_UNKNOWN));
	// Of what has no name it is all that is known.
	if ((!symbol.len || span_is(symbol, SYMBOL_UNKNOWN)) && image.len &&
	    !span_is(image, IMAGE_KERNEL) && !span_is(image, "[unknown]")) {
		outbuf_text(text, image.ptr[0] == '[' ? " " : " [");
		frame_text(text, base_name(image));
		outbuf_text(text, image.ptr[0] == '[' ? "" : "]");
	}
	if (frame->inlined)
		outbuf_text(text, "_[i]");
	else if (function->kernel)
		outbuf_text(text, "_[k]");
}

/* All chains: the one of each frame is that of its caller and itself. */
static void make_stacks(struct stacks *s)
{
	struct outbuf chain = { 0 };
	size_t *end = arena_zalloc(&s->arena, s->flame.nr * sizeof(*end));

	for (size_t i = 1; i < s->flame.nr; i++) {
		const struct flame_frame *frame = &s->flame.frames[i];

		// Callers come first, so theirs is still there.
		chain.len = end[frame->parent];
		if (chain.len)
			outbuf_char(&chain, ';');
		add_frame(&chain, &s->flame, frame);
		end[i] = chain.len;
		if (!frame->base_self && !frame->test_self)
			continue;
		ARENA_ROOM(&s->arena, s->stack, s->nr, s->cap);
		s->stack[s->nr++] = (struct stack){
			.at = s->text.len,
			.len = chain.len,
			.base = frame->base_self,
			.test = frame->test_self,
		};
		outbuf_bytes(&s->text, chain.data, chain.len);
	}
	outbuf_release(&chain);
}

static struct span text_of(const struct stacks *s, const struct stack *stack)
{
	return (struct span){ s->text.data + stack->at, stack->len };
}

static int by_text(const void *a, const void *b, void *stacks)
{
	return span_cmp(text_of(stacks, a), text_of(stacks, b));
}

static void print_stacks(struct stacks *s, struct outbuf *out)
{
	if (s->nr)
		qsort_r(s->stack, s->nr, sizeof(*s->stack), by_text, s);
	for (size_t i = 0; i < s->nr; i++) {
		struct stack *stack = &s->stack[i], *next = stack + 1;

		// Functions of one name in two images are of one text.
		if (i + 1 < s->nr &&
		    span_eq(text_of(s, stack), text_of(s, next))) {
			next->base += stack->base;
			next->test += stack->test;
			continue;
		}
		outbuf_span(out, text_of(s, stack));
		outbuf_printf(out, " %llu", (unsigned long long)stack->base);
		if (s->flame.both)
			outbuf_printf(out, " %llu",
				      (unsigned long long)stack->test);
		outbuf_char(out, '\n');
	}
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	struct stacks s = { 0 };

	(void)opts;
	if (nr > 1)
		return fail(err, ERR_USAGE,
			    "--format=folded: is for one test; there are %zu",
			    nr);
	if (views[0].diff)
		flame_of_diff(views[0].diff, &s.arena, &s.flame);
	else
		flame_of_listing(views[0].listing, &s.arena, &s.flame);
	make_stacks(&s);
	print_stacks(&s, out);
	outbuf_release(&s.text);
	arena_release(&s.arena);
	return 0;
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
