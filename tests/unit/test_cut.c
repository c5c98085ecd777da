/* test_cut.c - what a listing leaves out: cut.c */
#include "../../src/read/textrows.h"

#include "check.h"

struct row {
	enum text_row_kind kind;
	uint64_t count;
	double load;
};

#define S(count, load) { ROW_SYMBOL, count, load }
#define T(count) { ROW_TOTAL, count, 0.1 }
#define U(count) { ROW_UNKNOWN, count, -1 }
#define ROWS_MAX 6

/* COUNT_UNKNOWN as the bound is none; 0, that nothing is left out. */
static const struct {
	const char *what;
	struct row rows[ROWS_MAX];
	size_t nr;
	uint64_t total, unseen;
	bool has_total;
	const char *note;
} cases[] = {
	{ "whole", { T(50), S(30, .1), S(20, .2) }, 3, 50, 0, true, NULL },
	{ "whole with *unknown*", { T(50), S(30, .1), S(20, .2), U(7) }, 4, 57,
	  0, true, NULL },
	{ "a total that counts *unknown*",
	  { T(57), S(30, .1), S(20, .2), U(7) }, 4, 57, 0, true, NULL },
	{ "by count: the smallest row",
	  { T(100), S(30, .1), S(20, .2) }, 3, 100, 20, true, "cut-listing" },
	{ "by count, rising", { S(20, .2), S(30, .1), T(100) }, 3, 100, 20, true,
	  "cut-listing" },
	{ "by count, rising, behind the total",
	  { T(100), S(20, .2), S(30, .1), S(40, .3) }, 4, 100, 10, true,
	  "cut-listing" },
	{ "with the total at its rank", { S(60, .2), T(100), S(20, .1) }, 3, 100,
	  20, true, "cut-listing" },
	{ "with the total where it breaks the order",
	  { S(15, .2), S(12, .1), T(100) }, 3, 100, 12, true, "cut-listing" },
	{ "by count: what is missing, if that is less",
	  { T(55), S(30, .1), S(20, .2) }, 3, 55, 5, true, "cut-listing" },
	{ "by count, all the same", { T(100), S(20, .2), S(20, .1) }, 3, 100, 20,
	  true, "cut-listing" },
	{ "by load: what is missing", { T(100), S(20, .9), S(30, .5), S(10, .1) },
	  4, 100, 40, true, "cut-listing" },
	{ "in no order: what is missing",
	  { T(100), S(20, .1), S(30, .3), S(10, .2) }, 4, 100, 40, true,
	  "cut-listing" },
	{ "one row has no order", { T(100), S(20, .1) }, 2, 100, 80, true,
	  "cut-listing" },
	{ "by count, down to nothing", { T(100), S(20, .1), S(0, 0) }, 3, 100, 80,
	  true, "cut-listing" },
	{ "*unknown* is on top of the total",
	  { T(100), S(30, .1), S(20, .2), U(7) }, 4, 107, 20, true,
	  "cut-listing" },
	{ "a total that is too small", { T(40), S(30, .1), S(20, .2) }, 3, 50, 0,
	  true, "total-too-small" },

	{ "no total, by count", { S(30, .1), S(20, .2), S(10, .1) }, 3, 60, 10,
	  false, "cut-listing" },
	{ "no total, by count, rising", { S(10, .1), S(20, .2), S(30, .1) }, 3,
	  60, 10, false, "cut-listing" },
	{ "no total, by load", { S(10, .9), S(20, .5), S(12, .1) }, 3, 42,
	  COUNT_UNKNOWN, false, "cut-listing" },
	{ "no total, by count down to nothing",
	  { S(10, .1), S(5, .2), S(0, 0) }, 3, 15, COUNT_UNKNOWN, false,
	  "cut-listing" },
	{ "no total, in no order", { S(10, .1), S(20, .9), S(12, .5) }, 3, 42, 0,
	  true, "no-total" },
	{ "no total, one row", { S(10, .1) }, 1, 10, 0, true, "no-total" },
	{ "no total and no loads, in no order",
	  { S(10, -1), S(20, -1), S(12, -1) }, 3, 42, 0, true, "no-total" },
	{ "nothing but a total", { T(40) }, 1, 40, 40, true, "cut-listing" },
};

static void fill(struct text_rows *rows, struct profile *prof,
		 const struct row *from, size_t nr)
{
	profile_init(prof, "mail", "readprofile");
	*rows = (struct text_rows){ .prof = prof };
	for (size_t i = 0; i < nr; i++) {
		ARENA_ROOM(&prof->arena, prof->rows, prof->nr, prof->cap);
		prof->rows[prof->nr++] =
			(struct profile_row){ .count = from[i].count };
		ARENA_ROOM(&rows->scratch, rows->row, rows->nr, rows->cap);
		rows->row[rows->nr++] = (struct text_row){
			.load = from[i].load, .kind = (uint8_t)from[i].kind,
		};
		if (from[i].kind != ROW_TOTAL)
			prof->listed += from[i].count;
	}
}

TEST(what_is_missing_bounds_what_is_not_shown)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct text_rows rows;
		struct profile prof;
		struct error err;

		fill(&rows, &prof, cases[i].rows, cases[i].nr);
		EXPECT_OK(cut_judge(&rows, &err), err);
		EXPECT_U64(cases[i].what, prof.total, cases[i].total);
		EXPECT_U64(cases[i].what, prof.unseen_max, cases[i].unseen);
		EXPECT_U64(cases[i].what, prof.cut, cases[i].unseen != 0);
		EXPECT_U64(cases[i].what, prof.has_total, cases[i].has_total);
		if (cases[i].note) {
			EXPECT_TRUE(cases[i].what, prof.notes.first != NULL);
			EXPECT_TEXT(prof.notes.first->code, cases[i].note);
		} else {
			EXPECT_TRUE(cases[i].what, !prof.notes.first);
		}
		arena_release(&rows.scratch);
		profile_release(&prof);
	}
}

TEST(a_total_that_cannot_be_held_is_an_error)
{
	static const struct row full[] = { T(COUNT_MAX), S(5, .1), U(1) };
	struct text_rows rows;
	struct profile prof;
	struct error err;

	fill(&rows, &prof, full, 3);
	EXPECT_FAIL(cut_judge(&rows, &err), err, ERR_LIMIT);
	arena_release(&rows.scratch);
	profile_release(&prof);
}

TEST(orders_hold_until_a_row_breaks_them)
{
	static const struct {
		struct row first, second;
		unsigned order;
	} pairs[] = {
		{ S(5, .5), S(4, .4), ORDER_COUNT_DOWN | ORDER_LOAD_DOWN },
		{ S(5, .5), S(6, .4), ORDER_COUNT_UP | ORDER_LOAD_DOWN },
		{ S(5, .5), S(4, .6), ORDER_COUNT_DOWN | ORDER_LOAD_UP },
		{ S(5, .5), S(5, .5), ORDER_ALL },
		{ S(5, .5), S(4, -1), ORDER_COUNT_DOWN },
		{ S(5, .5), S(6, -1), ORDER_COUNT_UP },
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		const struct row both[] = { pairs[i].first, pairs[i].second };
		struct text_rows rows;
		struct profile prof;

		fill(&rows, &prof, both, 2);
		EXPECT_U64("first", order_with(&rows, ORDER_ALL, NO_ROW, 0),
			   ORDER_ALL);
		EXPECT_U64("second", order_with(&rows, ORDER_ALL, 0, 1),
			   pairs[i].order);
		EXPECT_U64("none comes back", order_with(&rows, 0, 0, 1), 0);
		arena_release(&rows.scratch);
		profile_release(&prof);
	}
}

TEST_MAIN
