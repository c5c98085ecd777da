/*
 * madechains.h - comparisons of call chains, made from folded stacks
 *
 *	struct chained c;
 *
 *	chained_begin(&c);
 *	chained_pair(&c, SPAN("a;b 5\n"), SPAN("a;b 7\n"));
 *	EXPECT_TEXT(chained_told(&c), "5/7=0/0 a5/7=0/0 b5/7=5/7");
 *	chained_end(&c);
 *
 * Frames are told in their order, indented by a dot for each caller, with the
 * counts of base and test, and behind "=" what of them is their own.
 */
#ifndef MADECHAINS_H
#define MADECHAINS_H

#include "diffprof/flame.h"
#include "diffprof/reader.h"
#include "diffprof/select.h"

#include "made.h"

struct chained {
	struct made m;
	struct input in[2 * MADE_RUNS];
	size_t nr_in;
	struct flame flame;
};

static inline void chained_begin(struct chained *c)
{
	memset(c, 0, sizeof(*c));
	made_begin(&c->m);
}

/* One more run of base, or of the first test. */
static inline void chained_run(struct chained *c, bool test, struct span text)
{
	const struct read_options opts = { .chains = true };
	const struct selection all = { 0 };
	struct made_side *to = test ? &c->m.tests[0] : &c->m.base;
	struct input *in = &c->in[c->nr_in++];
	size_t i = to->side.nr_runs++;
	struct profile *prof = &to->profs[i];

	if (test)
		c->m.nr_tests = 1;
	input_from_memory(in, test ? "test" : "base", text.ptr, text.len);
	profile_init(prof, in->path, "folded");
	EXPECT_OK(reader_folded.read(in, &opts, prof, &c->m.err), c->m.err);
	EXPECT_OK(profile_select(prof, &all, &c->m.err), c->m.err);
	fold_profile(prof, c->m.keep_clones);
	to->runs[i] = prof;
	to->side.runs = to->runs;
	to->side.label = in->path;
}

static inline void chained_compare(struct chained *c)
{
	EXPECT_OK(made_compare(&c->m), c->m.err);
	flame_of_diff(&c->m.diffs[0], &c->m.arena, &c->flame);
}

static inline void chained_pair(struct chained *c, struct span base,
				struct span test)
{
	chained_run(c, false, base);
	chained_run(c, true, test);
	chained_compare(c);
}

static inline struct span chained_name(const struct chained *c,
				       uint32_t function)
{
	return names_text(c->flame.names, c->flame.functions[function].symbol);
}

static inline const char *chained_told(struct chained *c)
{
	char *told = arena_strdup(&c->m.arena, "");

	for (size_t i = 0; i < c->flame.nr; i++) {
		const struct flame_frame *f = &c->flame.frames[i];
		struct span name = chained_name(c, f->function);

		told = arena_printf(&c->m.arena,
				    "%s%s%.*s%.*s%s%llu/%llu=%llu/%llu", told,
				    i ? " " : "", (int)f->depth,
				    "................", (int)name.len, name.ptr,
				    f->inlined ? "(i)" : "",
				    (unsigned long long)f->base,
				    (unsigned long long)f->test,
				    (unsigned long long)f->base_self,
				    (unsigned long long)f->test_self);
	}
	return told;
}

static inline void chained_end(struct chained *c)
{
	made_end(&c->m);
	for (size_t i = 0; i < c->nr_in; i++)
		input_close(&c->in[i]);
}

#endif
