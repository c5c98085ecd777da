/* test_join.c - rows keyed by symbol and image, over profiles: diff/join.c */
#include "../../src/diff/join.h"

#include "made.h"

TEST(names_are_brought_into_one_table)
{
	struct made m;

	made_begin(&m);
	struct profile *a = made_base(&m, "a", SPAN("1 x 1 y 1 z.cold"));
	struct profile *b = made_base(&m, "b", SPAN("1 y 1 w"));
	struct translation ta = translate(a, &m.names, true, &m.arena);
	struct translation tb = translate(b, &m.names, true, &m.arena);
	name_id y_of_a = a->rows[1].symbol, y_of_b = b->rows[0].symbol;
	name_id cold = a->rows[2].symbol;

	EXPECT_TRUE("their ids differ", y_of_a != y_of_b);
	EXPECT_U64("here they do not", ta.folded[y_of_a], tb.folded[y_of_b]);
	EXPECT_SPAN("text", names_text(&m.names, ta.folded[y_of_a]), SPAN("y"));
	EXPECT_SPAN("folded", names_text(&m.names, ta.folded[cold]), SPAN("z"));
	EXPECT_SPAN("raw", names_text(&m.names, ta.raw[cold]), SPAN("z.cold"));
	EXPECT_U64("not folded", ta.raw[y_of_a], NAME_NONE);
	EXPECT_TRUE("nothing folded at all", !tb.raw);
	EXPECT_U64("no name", ta.folded[NAME_NONE], NAME_NONE);
	made_end(&m);
}

TEST(names_may_stay_as_they_are)
{
	struct made m;

	made_begin(&m);
	struct profile *a = made_base(&m, "a", SPAN("1 z.cold"));
	struct translation t = translate(a, &m.names, false, &m.arena);

	EXPECT_SPAN("name", names_text(&m.names, t.folded[a->rows[0].symbol]),
		    SPAN("z.cold"));
	EXPECT_TRUE("raw", !t.raw);
	made_end(&m);
}

TEST(a_table_that_began_as_a_profile_s_keeps_its_ids)
{
	struct made m;

	made_begin(&m);
	struct profile *a = made_base(&m, "a", SPAN("1 x 1 y 1 y.cold 1 q.cold"));

	names_begin_with(&m.names, &a->names, &m.arena);
	struct translation t = translate(a, &m.names, true, &m.arena);
	name_id y = a->rows[1].symbol;

	EXPECT_U64("id", t.folded[y], y);
	EXPECT_U64("folded to it", t.folded[a->rows[2].symbol], y);
	EXPECT_SPAN("folded to a new one",
		    names_text(&m.names, t.folded[a->rows[3].symbol]),
		    SPAN("q"));
	made_end(&m);
}

TEST(a_row_has_a_symbol_and_an_image)
{
	struct row_index index;
	struct made m;

	made_begin(&m);
	name_id a = names_intern(&m.names, SPAN("a"));
	name_id b = names_intern(&m.names, SPAN("b"));
	name_id ext4 = names_intern(&m.names, SPAN("ext4"));
	name_id xfs = names_intern(&m.names, SPAN("xfs"));

	row_index_init(&index, &m.names, 4, &m.arena);
	EXPECT_U64("none yet", row_index_find(&index, a, ext4), UINT32_MAX);
	EXPECT_U64("first", row_index_add(&index, a, ext4), 0);
	EXPECT_U64("another image", row_index_add(&index, a, xfs), 1);
	EXPECT_U64("no image", row_index_add(&index, a, NAME_NONE), 2);
	EXPECT_U64("another symbol", row_index_add(&index, b, ext4), 3);
	EXPECT_U64("again", row_index_add(&index, a, ext4), 0);
	EXPECT_U64("rows", index.nr, 4);
	EXPECT_U64("found", row_index_find(&index, a, xfs), 1);
	EXPECT_U64("not found", row_index_find(&index, b, xfs), UINT32_MAX);
	EXPECT_U64("symbol", index.symbol[3], b);
	EXPECT_U64("image", index.image[3], ext4);
	made_end(&m);
}

TEST(idle_goes_by_the_list_or_by_the_regex)
{
	struct made m;
	regex_t regex;

	made_begin(&m);
	assert_int_equal(regcomp(&regex, "^my", REG_EXTENDED | REG_NOSUB), 0);
	name_id listed = names_intern(&m.names, SPAN("default_idle"));
	name_id clone = names_intern(&m.names, SPAN("default_idle.part.0"));
	name_id mine = names_intern(&m.names, SPAN("my_halt"));

	EXPECT_TRUE("list", symbol_is_idle(&m.names, listed, NULL));
	EXPECT_TRUE("clone", symbol_is_idle(&m.names, clone, NULL));
	EXPECT_TRUE("busy", !symbol_is_idle(&m.names, mine, NULL));
	EXPECT_TRUE("regex", symbol_is_idle(&m.names, mine, &regex));
	EXPECT_TRUE("nothing else", !symbol_is_idle(&m.names, listed, &regex));
	regfree(&regex);
	made_end(&m);
}

static const struct {
	const char *what;
	struct span runs[2];
	bool assume_zero;
	uint64_t total, listed;
} sides[] = {
	{ "whole", { SPAN("5 a"), SPAN("7 a 1 b") }, false, 13, 13 },
	{ "cut, with totals", { SPAN("5 a 9 total 1 unseen"), SPAN("7 a") },
	  false, 16, 12 },
	{ "one without a total", { SPAN("7 a"), SPAN("5 a ? unseen") }, false,
	  COUNT_UNKNOWN, 12 },
	{ "whichever is first", { SPAN("5 a ? unseen"), SPAN("7 a") }, false,
	  COUNT_UNKNOWN, 12 },
	{ "taken for all there is", { SPAN("5 a ? unseen"), SPAN("7 a") }, true,
	  12, 12 },
};

TEST(a_side_adds_up_its_runs)
{
	for (size_t i = 0; i < sizeof(sides) / sizeof(*sides); i++) {
		struct made m;

		made_begin(&m);
		made_base(&m, "one", sides[i].runs[0]);
		made_base(&m, "two", sides[i].runs[1]);
		EXPECT_OK(side_add_up(&m.base.side, sides[i].assume_zero,
				      &m.err), m.err);
		EXPECT_U64(sides[i].what, m.base.side.total, sides[i].total);
		EXPECT_U64(sides[i].what, m.base.side.listed, sides[i].listed);
		made_end(&m);
	}
}

TEST_MAIN
