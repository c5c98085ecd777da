/*
 * made.h - profiles, comparisons, listings and views made from a few words
 *
 *	struct made m;
 *
 *	made_begin(&m);
 *	made_base(&m, "base", SPAN("10 schedule 5 ext4_read [ext4]"));
 *	made_test(&m, 0, "test", SPAN("12 schedule 7 total 3 unseen"));
 *	EXPECT_OK(made_compare(&m), m.err);
 *	EXPECT_TEXT(made_print(&m, &output_classic), "...");
 *	made_end(&m);
 *
 * A row is a count and a name, NAME/64 with a size, NAME@c0100000 with an
 * address, followed by its module if it is in one.  "N total" states a total;
 * "N unseen" says that the profile was cut and that a symbol it does not show
 * has up to N ticks ("? unseen": any number), and that its total is not known
 * unless stated.  The last of several profiles of one side is its newest run.
 */
#ifndef MADE_H
#define MADE_H

#include "diffprof/fold.h"
#include "diffprof/output.h"

#include "check.h"

#define MADE_RUNS 4
#define MADE_TESTS 3

struct made_side {
	struct profile profs[MADE_RUNS];
	struct profile *runs[MADE_RUNS];
	struct side side;
};

struct made {
	struct arena arena;
	struct names names;
	bool keep_clones;
	struct made_side base, tests[MADE_TESTS];
	size_t nr_tests;
	struct compare_options compare;
	struct view_options choose;
	struct output_options form;
	struct diff diffs[MADE_TESTS];
	struct listing listing;
	struct view views[MADE_TESTS];
	size_t nr_views;
	struct outbuf out;
	struct error err;
};

static inline void made_begin(struct made *m)
{
	*m = (struct made){ .choose.top = SIZE_MAX };
	names_init(&m->names, &m->arena);
}

/* Take "@hex" or "/digits" off the end of NAME, if it is there. */
static inline bool made_tail(struct span *name, char mark, struct span *tail)
{
	const char *at = memrchr(name->ptr, mark, name->len);

	if (!at || at == name->ptr)
		return false;
	*tail = (struct span){ at + 1,
			       (size_t)(name->ptr + name->len - at - 1) };
	uint64_t unused;
	if (mark == '@' ? !span_hex(*tail, &unused) :
			  span_count(*tail, &unused) != NUMBER_OK)
		return false;
	name->len = (size_t)(at - name->ptr);
	return true;
}

static inline void made_row(struct profile *prof, uint64_t count,
			    struct span name, struct span module)
{
	struct span tail;
	uint64_t addr = 0, size = 0;
	struct profile_row *row;
	struct error err;

	if (made_tail(&name, '@', &tail))
		span_hex(tail, &addr);
	if (made_tail(&name, '/', &tail))
		span_count(tail, &size);
	name_id image = span_is(name, SYMBOL_UNKNOWN) ? NAME_NONE :
		profile_image(prof, module);
	EXPECT_OK(profile_add(prof, name, image, count, &row, &err), err);
	row->addr = addr;
	row->size = (double)size;
}

static inline void made_profile(struct profile *prof, const char *path,
				struct span text)
{
	struct span number, name, rest, module;
	uint64_t total = COUNT_UNKNOWN, count = COUNT_UNKNOWN;

	profile_init(prof, path, "readprofile");
	while (span_word(&text, &number)) {
		assert_true(span_word(&text, &name));
		count = COUNT_UNKNOWN;
		if (!span_is(number, "?"))
			assert_int_equal(span_count(number, &count), NUMBER_OK);
		rest = text;
		if (span_word(&rest, &module) && module.ptr[0] == '[')
			text = rest;
		else
			module = SPAN("");
		if (span_is(name, "total")) {
			total = count;
		} else if (span_is(name, "unseen")) {
			prof->cut = true;
			prof->unseen_max = count;
		} else {
			made_row(prof, count, name, module);
		}
	}
	prof->has_total = !prof->cut || total != COUNT_UNKNOWN;
	prof->total = total != COUNT_UNKNOWN ? total : prof->listed;
}

static inline struct profile *made_run(struct made *m, struct made_side *to,
				       const char *path, struct span text)
{
	size_t i = to->side.nr_runs++;

	assert_true(i < MADE_RUNS);
	made_profile(&to->profs[i], path, text);
	fold_profile(&to->profs[i], m->keep_clones);
	to->runs[i] = &to->profs[i];
	to->side.runs = to->runs;
	if (!to->side.label)
		to->side.label = path;
	return &to->profs[i];
}

/* PATH is also the label of the side, if it is its first run. */
static inline struct profile *made_base(struct made *m, const char *path,
					struct span text)
{
	return made_run(m, &m->base, path, text);
}

static inline struct profile *made_test(struct made *m, size_t test,
					const char *path, struct span text)
{
	assert_true(test < MADE_TESTS);
	if (test >= m->nr_tests)
		m->nr_tests = test + 1;
	return made_run(m, &m->tests[test], path, text);
}

/* Compare base with each test, and make the views. */
static inline int made_compare(struct made *m)
{
	m->nr_views = m->nr_tests;
	for (size_t i = 0; i < m->nr_tests; i++) {
		if (compare(&m->base.side, &m->tests[i].side, &m->compare,
			    &m->names, &m->arena, &m->diffs[i], &m->err) < 0)
			return -1;
		view_diff(&m->diffs[i], &m->choose, &m->arena, &m->views[i]);
	}
	return 0;
}

/* Begin M with one profile a side, compared. */
static inline void made_pair(struct made *m, struct span base, struct span test)
{
	made_base(m, "base", base);
	made_test(m, 0, "test", test);
	EXPECT_OK(made_compare(m), m->err);
}

/* List the runs of base. */
static inline int made_list(struct made *m, const struct listing_options *opts)
{
	if (listing_make(&m->base.side, opts, &m->names, &m->arena, &m->listing,
			 &m->err) < 0)
		return -1;
	view_listing(&m->listing, &m->choose, &m->arena, &m->views[0]);
	m->nr_views = 1;
	return 0;
}

static inline const char *made_print(struct made *m,
				     const struct output *output)
{
	m->out.len = 0;
	EXPECT_OK(output->print(m->views, m->nr_views, &m->form, &m->out,
				&m->err), m->err);
	outbuf_char(&m->out, '\0');
	return m->out.data;
}

/* The row named SYMBOL of the first comparison, or NULL. */
static inline const struct diff_row *made_find(const struct made *m,
					       const char *symbol)
{
	for (size_t i = 0; i < m->diffs[0].nr; i++)
		if (span_is(names_text(&m->names, m->diffs[0].rows[i].symbol),
			    symbol))
			return &m->diffs[0].rows[i];
	return NULL;
}

static inline const struct diff_row *made_the(const struct made *m,
					      const char *symbol)
{
	const struct diff_row *row = made_find(m, symbol);

	if (!row)
		check_failed(__FILE__, __LINE__, "no row %s", symbol);
	return row;
}

/* Is there a note of this code?  Its text, or NULL. */
static inline const char *made_note(const struct notes *notes, const char *code)
{
	for (const struct note *n = notes->first; n; n = n->next)
		if (!strcmp(n->code, code))
			return n->text;
	return NULL;
}

/* The keys of ROWS, joined by blanks. */
static inline const char *made_keys(struct made *m, const struct view *view,
				    const void *const *rows, size_t nr)
{
	char *text = arena_strdup(&m->arena, "");

	for (size_t i = 0; i < nr; i++) {
		struct cell key =
			view->set->get(view->source, rows[i], &m->arena);

		text = arena_printf(&m->arena, "%s%s%.*s", text, i ? " " : "",
				    (int)key.text.len, key.text.ptr);
	}
	return text;
}

static inline void made_end(struct made *m)
{
	for (size_t i = 0; i < m->base.side.nr_runs; i++)
		profile_release(&m->base.profs[i]);
	for (size_t t = 0; t < m->nr_tests; t++)
		for (size_t i = 0; i < m->tests[t].side.nr_runs; i++)
			profile_release(&m->tests[t].profs[i]);
	outbuf_release(&m->out);
	arena_release(&m->arena);
}

#endif
