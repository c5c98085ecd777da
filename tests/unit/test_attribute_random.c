/*
 * Ticks are neither lost nor made: for random maps, steps, byte orders and
 * counts the rows add up to the slots, no row has a symbol from outside, and
 * each row is what an exact division by bytes gives it, rounded once, largest
 * remainder first.
 *
 * Every round follows from its seed, which a failure prints.
 */
#include "diffprof/attribute.h"

#include "check.h"
#include "diffprof/reader.h"
#include "world.h"

#define ROUNDS 6000

static uint64_t overlap(uint64_t a, uint64_t a_end, uint64_t b, uint64_t b_end)
{
	uint64_t from = a > b ? a : b, to = a_end < b_end ? a_end : b_end;

	return from < to ? to - from : 0;
}

/* The bytes from one symbol that owns to the next. */
struct region {
	uint64_t start, code_end, next;
	bool owned;		/* not the text before the first symbol */
	long double due;	/* ticks */
	long double hole_due;	/* those of the hole behind its code */
	uint64_t got;
};

struct account {
	struct region region[SYMBOLS_MAX + 1];
	size_t nr;
	long double unknown_due;
	uint64_t unknown_got;
};

static void find_regions(const struct world *w, struct account *a)
{
	uint64_t reach = 0;
	struct region *last = &a->region[0];

	*last = (struct region){ .start = w->stext, .code_end = w->stext };
	a->nr = 1;
	for (size_t i = 0; i < w->nr; i++) {
		const struct made_symbol *sym = &w->symbol[i];

		if (!sym->owns || !is_inside(w, sym))
			continue;
		if (last->owned && last->start == sym->addr)
			continue;
		last->next = sym->addr;
		last = &a->region[a->nr++];
		*last = (struct region){ .start = sym->addr, .owned = true };
	}
	last->next = w->etext;

	// Where the code of each ends: that of the symbol that reaches farthest.
	for (size_t k = 1, i = 0; k < a->nr; k++) {
		struct region *r = &a->region[k];

		for (; i < w->nr && w->symbol[i].addr <= r->start; i++)
			if (w->symbol[i].is_text &&
			    is_inside(w, &w->symbol[i]) &&
			    w->symbol[i].addr + w->symbol[i].size > reach)
				reach = w->symbol[i].addr + w->symbol[i].size;
		r->code_end = w->has_sizes && reach > r->start &&
					      reach < r->next ? reach : r->next;
	}
}

static uint64_t hole_in(const struct region *r, uint64_t from, uint64_t to)
{
	return r->next - r->code_end > PADDING_MAX ?
		       overlap(r->code_end, r->next, from, to) : 0;
}

/* Divide COUNT among those who have bytes in [FROM, TO). */
static void divide(struct account *a, uint64_t from, uint64_t to,
		   uint32_t count)
{
	struct region *holder = NULL;
	uint64_t all = 0;

	for (size_t k = 0; k < a->nr; k++) {
		struct region *r = &a->region[k];

		all += overlap(r->start, r->code_end, from, to) +
		       hole_in(r, from, to);
		if (from >= r->start && from < r->next)
			holder = r;
	}
	if (!all) {
		// Nothing but padding: it is of the function before.
		holder->due += count;
		return;
	}
	for (size_t k = 0; k < a->nr; k++) {
		struct region *r = &a->region[k];

		r->due += (long double)count / (long double)all *
			  (long double)overlap(r->start, r->code_end, from, to);
		r->hole_due += (long double)count / (long double)all *
			       (long double)hole_in(r, from, to);
	}
}

static void find_dues(const struct world *w, struct account *a)
{
	*a = (struct account){ 0 };
	find_regions(w, a);
	for (size_t i = 0; i < w->slots; i++)
		if (w->modern || i + 1 < w->slots)
			divide(a, w->stext + i * w->step,
			       w->stext + (i + 1) * w->step, w->count[i]);
		else
			a->unknown_due += w->count[i];
	for (size_t k = 0; k < a->nr; k++) {
		a->unknown_due += a->region[k].hole_due;
		if (!a->region[k].owned)
			a->unknown_due += a->region[k].due;
	}
}

/* Is NAME that of a symbol at ADDR that may own ticks? */
static bool is_of(const struct world *w, struct span name, uint64_t addr)
{
	for (size_t i = 0; i < w->nr; i++)
		if (w->symbol[i].addr == addr && w->symbol[i].owns &&
		    span_is(name, w->symbol[i].name))
			return true;
	return false;
}

static void read_rows(const struct world *w, const struct profile *prof,
		      struct account *a)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < prof->nr; i++) {
		const struct profile_row *row = &prof->rows[i];
		struct span name = names_text(&prof->names, row->symbol);
		struct region *r = NULL;

		sum += row->count;
		if (span_is(name, SYMBOL_UNKNOWN)) {
			a->unknown_got += row->count;
			continue;
		}
		for (size_t k = 0; k < a->nr; k++)
			if (a->region[k].owned &&
			    a->region[k].start == row->addr)
				r = &a->region[k];
		if (!r)
			check_failed(__FILE__, __LINE__,
				     "%s: a row at %#llx, where nothing begins",
				     w->what, (unsigned long long)row->addr);
		EXPECT_TRUE(w->what, is_of(w, name, row->addr));
		EXPECT_TRUE(w->what, r->got == 0 && row->count > 0);
		r->got = row->count;
	}
	EXPECT_U64(w->what, sum, w->sum);
}

static void expect_near(const struct world *w, uint64_t addr, uint64_t got,
			long double due, long double most)
{
	long double apart = (long double)got - due;

	if (apart < 0)
		apart = -apart;
	if (apart >= most + 1e-6L)
		check_failed(__FILE__, __LINE__,
			     "%s: %#llx has %llu ticks, %.6Lf are due", w->what,
			     (unsigned long long)addr, (unsigned long long)got,
			     due);
}

/* Nobody got a tick for a remainder while a larger one went without. */
static void check_remainders(const struct world *w, const struct account *a)
{
	long double least_up = 1, most_down = 0;

	for (size_t k = 0; k < a->nr; k++) {
		const struct region *r = &a->region[k];
		long double rest = r->due - (long double)(uint64_t)r->due;

		if (!r->owned)
			continue;
		if (r->got > (uint64_t)r->due)
			least_up = rest < least_up ? rest : least_up;
		else
			most_down = rest > most_down ? rest : most_down;
	}
	if (least_up < most_down - 1e-6L)
		check_failed(__FILE__, __LINE__,
			     "%s: a remainder of %.6Lf was rounded up, one of"
			     " %.6Lf down", w->what, least_up, most_down);
}

static void check_rows(const struct world *w, const struct profile *prof)
{
	struct account a;
	size_t holes = 1;

	find_dues(w, &a);
	read_rows(w, prof, &a);
	for (size_t k = 0; k < a.nr; k++) {
		const struct region *r = &a.region[k];

		holes += r->hole_due > 0;
		if (r->owned)
			expect_near(w, r->start, r->got, r->due, 1);
	}
	expect_near(w, 0, a.unknown_got, a.unknown_due, (long double)holes);
	check_remainders(w, &a);
}

typedef int attribute_function(struct profile *prof, const struct symtab *st,
			       struct error *err);

static void attribute_world(struct world *w, attribute_function *function,
			    void (*check)(const struct world *w,
					  const struct profile *prof))
{
	struct read_options opts = { 0 };
	struct input map, dump;
	struct symtab st;
	struct profile prof;
	struct error err;

	input_from_memory(&map, w->modern ? "System.map-6.12.0" : "map",
			  w->map.data, w->map.len);
	input_from_memory(&dump, w->what, w->dump.data, w->dump.len);
	EXPECT_OK(symtab_load_input(&map, &st, &err), err);
	EXPECT_TRUE(w->what, st.stext == w->stext && st.etext == w->etext);
	profile_init(&prof, w->what, "proc");
	EXPECT_OK(reader_proc.read(&dump, &opts, &prof, &err), err);
	EXPECT_OK(function(&prof, &st, &err), err);
	EXPECT_U64(w->what, prof.listed, w->sum);
	EXPECT_U64(w->what, prof.total, w->sum);
	check(w, &prof);
	profile_release(&prof);
	symtab_close(&st);
	input_close(&dump);
}

TEST(the_rows_are_the_slots_divided_by_bytes)
{
	struct world w;

	for (uint64_t round = 0; round < ROUNDS; round++) {
		world_init(&w, 0xd1ff0000 + round);
		attribute_world(&w, attribute, check_rows);
		world_release(&w);
	}
}

/* As readprofile does it, any symbol of the text may have ticks. */
static void check_compat_rows(const struct world *w, const struct profile *prof)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < prof->nr; i++) {
		const struct profile_row *row = &prof->rows[i];
		struct span name = names_text(&prof->names, row->symbol);
		bool known = span_is(name, SYMBOL_UNKNOWN);

		sum += row->count;
		for (size_t k = 0; k < w->nr && !known; k++)
			known = w->symbol[k].is_text &&
				is_inside(w, &w->symbol[k]) &&
				w->symbol[k].addr == row->addr &&
				span_is(name, w->symbol[k].name);
		EXPECT_TRUE(w->what, known);
	}
	EXPECT_U64(w->what, sum, w->sum);
}

TEST(readprofile_loses_no_tick_either)
{
	struct world w;

	for (uint64_t round = 0; round < ROUNDS; round++) {
		world_init(&w, 0x5eed0000 + round);
		attribute_world(&w, attribute_as_readprofile,
				check_compat_rows);
		world_release(&w);
	}
}

TEST_MAIN
