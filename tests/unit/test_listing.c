#include "diffprof/listing.h"

#include "made.h"

static const struct listing_options by_symbol = { .by_symbol = true };
static const struct listing_options by_address = { .by_symbol = false };

static const struct listing_row *find(const struct made *m, const char *symbol)
{
	for (size_t i = 0; i < m->listing.nr; i++)
		if (span_is(names_text(&m->names, m->listing.rows[i].symbol),
			    symbol))
			return &m->listing.rows[i];
	return NULL;
}

static const struct listing_row *the(const struct made *m, const char *symbol)
{
	const struct listing_row *row = find(m, symbol);

	if (!row)
		check_failed(__FILE__, __LINE__, "no row %s", symbol);
	return row;
}

TEST(symbols_of_one_name_are_summed)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a/16@100 3 b/8@200 2 a/32@300 1 a.cold/4@400"));
	EXPECT_OK(made_list(&m, &by_symbol), m.err);
	EXPECT_U64("rows", m.listing.nr, 2);
	EXPECT_U64("count", the(&m, "a")->count, 8);
	EXPECT_TRUE("size", the(&m, "a")->size == 52);
	EXPECT_U64("of several addresses: none", the(&m, "a")->addr, 0);
	EXPECT_U64("of one", the(&m, "b")->addr, 0x200);
	EXPECT_U64("total", m.listing.total.count, 11);
	EXPECT_U64("symbols", m.listing.side.symbols, 2);
	made_end(&m);
}

TEST(each_address_may_be_apart)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a/16@100 2 a/32@300 1 a.cold/4@400"));
	EXPECT_OK(made_list(&m, &by_address), m.err);
	EXPECT_U64("rows", m.listing.nr, 3);
	EXPECT_U64("first", m.listing.rows[0].addr, 0x100);
	EXPECT_TRUE("clones keep their names", find(&m, "a.cold") != NULL);
	made_end(&m);
}

TEST(runs_are_summed_and_a_function_has_its_size_once)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "r1", SPAN("5 a/16@100 1 b"));
	made_base(&m, "r2", SPAN("7 a/16@100 2 c"));
	EXPECT_OK(made_list(&m, &by_symbol), m.err);
	EXPECT_U64("a", the(&m, "a")->count, 12);
	EXPECT_TRUE("size", the(&m, "a")->size == 16);
	EXPECT_U64("total", m.listing.total.count, 15);
	EXPECT_U64("rows", m.listing.nr, 3);
	made_end(&m);
}

TEST(rows_without_ticks_are_left_out)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a 0 b 0 *unknown*"));
	EXPECT_OK(made_list(&m, &by_symbol), m.err);
	EXPECT_U64("rows", m.listing.nr, 1);
	made_end(&m);
}

TEST(readprofile_counts_the_unknown_apart)
{
	struct listing_options opts = { .as_readprofile = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a 0 b 9 *unknown*"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_U64("total", m.listing.total.count, 5);
	EXPECT_U64("rows", m.listing.nr, 2);
	EXPECT_TRUE("apart", m.listing.unknown_apart);
	made_end(&m);

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a 0 *unknown*"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_TRUE("shown even without ticks", find(&m, "*unknown*") != NULL);
	made_end(&m);
}

TEST(idle_can_be_left_out)
{
	struct listing_options opts = { .by_symbol = true, .no_idle = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a 9 default_idle 1 do_idle.cold"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_U64("rows", m.listing.nr, 1);
	EXPECT_U64("total", m.listing.total.count, 5);
	EXPECT_U64("idle", m.listing.side.idle, 10);
	made_end(&m);
}

TEST(a_cut_listing_may_have_no_total)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a ? unseen"));
	EXPECT_OK(made_list(&m, &by_symbol), m.err);
	EXPECT_U64("total", m.listing.total.count, COUNT_UNKNOWN);
	made_end(&m);

	made_begin(&m);
	made_base(&m, "p", SPAN("5 a 90 total 5 unseen"));
	EXPECT_OK(made_list(&m, &by_symbol), m.err);
	EXPECT_U64("stated", m.listing.total.count, 90);
	made_end(&m);
}

TEST(sums_over_63_bits_are_an_error)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("9223372036854775807 a"));
	made_base(&m, "q", SPAN("1 a"));
	EXPECT_FAIL(made_list(&m, &by_symbol), m.err, ERR_LIMIT);
	made_end(&m);
}

TEST(notes_come_along)
{
	struct made m;

	made_begin(&m);
	notes_add(&made_base(&m, "p", SPAN("5 a"))->notes, NOTE_DOUBT, "doubt",
		  "p", "of it");
	EXPECT_OK(made_list(&m, &by_symbol), m.err);
	EXPECT_TEXT(made_note(&m.listing.notes, "doubt"), "of it");
	made_end(&m);
}

TEST_MAIN
