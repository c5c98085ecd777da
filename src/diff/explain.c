/*
 * explain.c - a function without ticks: inlined, or not there, or not called
 *
 * Both kernels are asked for all such functions: where both inline a function
 * alike, that explains nothing.
 */
#include "diffprof/explain.h"

#include <stdlib.h>

#include "diffprof/inlines.h"
#include "diffprof/symfiles.h"
#include "diffprof/tasks.h"

/* So many functions are named; of others only how many there are. */
#define NAMED_MAX 3

struct explaining {
	struct diff *diff;
	struct arena *arena;
	struct arena scratch;
	struct diff_row **rows; /* that are to be explained */
	struct span *names; /* of these, each once */
	size_t nr;
	struct input *images[2];
	struct inlines inlines[2]; /* base, test */
	struct arena answers[2];
	struct error errors[2];
	int failed[2];
	uint64_t *weight; /* ticks by name: the larger of both sides */
};

static bool is_asked(const struct explaining *x, const struct diff_row *row)
{
	return (row->status == STATUS_GONE || row->status == STATUS_NEW) &&
	       !row->user && (row->base || row->test) &&
	       span_is(names_text(x->diff->names, row->image), IMAGE_KERNEL) &&
	       !span_is(names_text(x->diff->names, row->symbol),
			SYMBOL_UNKNOWN);
}

static void choose_rows(struct explaining *x)
{
	struct diff *diff = x->diff;
	size_t cap = 0, cap_names = 0;
	struct names seen;

	names_init(&seen, &x->scratch);
	x->weight = arena_zalloc(&x->scratch,
				 (diff->names->nr + 1) * sizeof(*x->weight));
	for (size_t i = 0; i < diff->nr; i++) {
		struct diff_row *row = &diff->rows[i];
		// The file that tells it apart is not part of it.
		struct span name = symfiles_bare(
			names_text(diff->names, row->symbol));
		uint64_t most = row->base > row->test ? row->base : row->test;

		if (most > x->weight[row->symbol])
			x->weight[row->symbol] = most;
		// Rows of one name are one question, and have one answer.
		if (!is_asked(x, row) || names_find(&seen, name))
			continue;
		names_intern(&seen, name);
		ARENA_ROOM(&x->scratch, x->rows, x->nr, cap);
		ARENA_ROOM(&x->scratch, x->names, x->nr, cap_names);
		x->rows[x->nr] = row;
		x->names[x->nr++] = name;
	}
}

static void ask(void *arg, size_t i)
{
	struct explaining *x = arg;

	x->failed[i] = inlines_find(x->images[i], x->names, x->nr,
				    &x->inlines[i], &x->answers[i],
				    &x->errors[i]);
}

/* Of whom most is seen comes first. */
static int by_weight(const void *a, const void *b, void *arg)
{
	const struct explaining *x = arg;
	const struct span *s = a, *t = b;
	uint64_t v = x->weight[names_find(x->diff->names, *s)];
	uint64_t w = x->weight[names_find(x->diff->names, *t)];

	if (v != w)
		return v > w ? -1 : 1;
	return span_cmp(*s, *t);
}

/*
 * The functions into which kernel HERE has inlined name I, and kernel THERE has
 * not; the name itself aside, as it may call itself.
 */
static size_t only_here(struct explaining *x, size_t i, int here, int there,
			struct span **functions)
{
	const struct inlined_into *into = x->inlines[here].into[i];
	const struct inlined_into *other = x->inlines[there].into[i];
	size_t nr = x->inlines[here].nr_into[i], found = 0;
	struct names had;

	*functions =
		arena_alloc(&x->scratch, (nr + 1) * sizeof(**functions));
	names_init(&had, &x->scratch);
	names_intern(&had, x->names[i]);
	for (size_t k = 0; k < x->inlines[there].nr_into[i]; k++)
		names_intern(&had, other[k].function);
	for (size_t k = 0; k < nr; k++) {
		if (!into[k].function.len ||
		    names_find(&had, into[k].function))
			continue;
		names_intern(&had, into[k].function);
		(*functions)[found++] = into[k].function;
	}
	qsort_r(*functions, found, sizeof(**functions), by_weight, x);
	return found;
}

static const char *list(struct explaining *x, const char *how,
			const struct span *functions, size_t nr)
{
	const char *text = how;

	for (size_t k = 0; k < nr && k < NAMED_MAX; k++)
		text = arena_printf(x->arena, "%s%s%.*s", text, k ? ", " : " ",
				    (int)functions[k].len, functions[k].ptr);
	if (nr > NAMED_MAX)
		text = arena_printf(x->arena, "%s and %zu more", text,
				    nr - NAMED_MAX);
	return text;
}

/* Of name I, which one side has ticks in: SEEN, and the other, LACKS, has not. */
static const char *answer(struct explaining *x, size_t i, int seen, int lacks)
{
	const struct inlines *other = &x->inlines[lacks];
	const struct side *side = lacks ? &x->diff->test : &x->diff->base;
	struct span *functions;
	size_t nr = only_here(x, i, lacks, seen, &functions);

	if (nr)
		return list(x, lacks ? "inlined into" : "no longer inlined into",
			    functions, nr);
	if (other->has_code[i])
		return arena_printf(x->arena, "in %s too, without %s",
				    side->label, side->runs[0]->unit);
	if (other->is_known[i])
		return arena_printf(x->arena, "inlined in %s wherever it is"
				    " called", side->label);
	return x->inlines[seen].is_known[i] ?
		       arena_printf(x->arena, "not in %s", side->label) :
		       NULL;
}

static void answer_all(struct explaining *x)
{
	struct diff *diff = x->diff;
	const char **by_name = arena_zalloc(
		&x->scratch, (diff->names->nr + 1) * sizeof(*by_name));

	diff->explained =
		arena_zalloc(x->arena, (diff->nr + 1) * sizeof(*by_name));
	for (size_t i = 0; i < x->nr; i++) {
		bool gone = x->rows[i]->status == STATUS_GONE;

		by_name[x->rows[i]->symbol] = answer(x, i, !gone, gone);
	}
	for (size_t i = 0; i < diff->nr; i++)
		if (is_asked(x, &diff->rows[i]))
			diff->explained[i] = by_name[diff->rows[i].symbol];
}

static int by_ticks(const void *a, const void *b)
{
	const struct diff_row *const *x = a, *const *y = b;
	uint64_t v = (*x)->base + (*x)->test, w = (*y)->base + (*y)->test;

	if (v != w)
		return v > w ? -1 : 1;
	return (*x > *y) - (*x < *y);
}

/* The largest, for outputs that show rows alone. */
static void note_largest(struct explaining *x)
{
	struct diff *diff = x->diff;
	size_t said = 0;

	qsort(x->rows, x->nr, sizeof(*x->rows), by_ticks);
	for (size_t i = 0; i < x->nr && said < NAMED_MAX; i++) {
		const char *text = explanation(diff, x->rows[i]);
		struct span name =
			names_text(diff->names, x->rows[i]->symbol);

		if (!text)
			continue;
		notes_add(&diff->notes, NOTE_HINT, "explained", NULL,
			  "%.*s is %s: %s", (int)name.len, name.ptr,
			  x->rows[i]->status == STATUS_GONE ? "gone" : "new",
			  text);
		said++;
	}
}

int explain(struct diff *diff, struct input *base, struct input *test,
	    struct arena *arena, struct error *err)
{
	struct explaining x = { .diff = diff,
				.arena = arena,
				.images = { base, test } };
	int failed = 0;

	choose_rows(&x);
	tasks_run(2, true, ask, &x);
	for (int i = 0; i < 2 && !failed; i++)
		if (x.failed[i]) {
			*err = x.errors[i];
			failed = -1;
		}
	if (!failed) {
		answer_all(&x);
		note_largest(&x);
	}
	arena_release(&x.answers[0]);
	arena_release(&x.answers[1]);
	arena_release(&x.scratch);
	return failed;
}

const char *explanation(const struct diff *diff, const struct diff_row *row)
{
	return diff->explained && row != &diff->total ?
		       diff->explained[row - diff->rows] :
		       NULL;
}
