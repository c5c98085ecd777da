#include "diffprof/column.h"

#include <math.h>

#include "made.h"

TEST(columns_are_found_by_their_names)
{
	EXPECT_TRUE("known", column_find(diff_columns, SPAN("base_mean")));
	EXPECT_TRUE("first is the key",
		    column_find(diff_columns, SPAN("key")) == diff_columns);
	EXPECT_TRUE("of listings too", column_find(listing_columns,
				       SPAN("key")) == listing_columns);
	EXPECT_TRUE("heading is no name",
		    !column_find(diff_columns, SPAN("base/run")));
	EXPECT_TRUE("part", !column_find(diff_columns, SPAN("bas")));
	EXPECT_TRUE("none", !column_find(diff_columns, SPAN("")));
	EXPECT_TRUE("other kind", !column_find(diff_columns, SPAN("address")));
}

static const struct {
	const char *list, *first, *last;
	size_t nr;
} lists[] = {
	{ "delta", "delta", "delta", 1 },
	{ "delta,key", "delta", "key", 2 },
	{ " delta , key", "delta", "key", 2 },
	{ "key,key,key", "key", "key", 3 },
};

TEST(a_list_of_columns_is_in_its_order)
{
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		const struct column **columns;
		struct arena arena = { 0 };
		struct error err;
		size_t nr = 0;

		EXPECT_OK(columns_parse(diff_columns, lists[i].list, &arena,
					&columns, &err), err);
		while (columns[nr])
			nr++;
		EXPECT_U64(lists[i].list, nr, lists[i].nr);
		EXPECT_TEXT(columns[0]->name, lists[i].first);
		EXPECT_TEXT(columns[nr - 1]->name, lists[i].last);
		arena_release(&arena);
	}
}

TEST(a_column_that_does_not_exist_is_an_error)
{
	static const char *const wrong[] = { "", "delta,", ",delta", "dleta",
					     "delta,,key", "delta key" };

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		const struct column **columns;
		struct arena arena = { 0 };
		struct error err;

		EXPECT_FAIL(columns_parse(diff_columns, wrong[i], &arena,
					  &columns, &err), err, ERR_USAGE);
		arena_release(&arena);
	}
}

TEST(the_error_names_the_columns_there_are)
{
	const struct column **columns;
	struct arena arena = { 0 };
	struct error err;

	EXPECT_FAIL(columns_parse(listing_columns, "base", &arena, &columns,
				  &err), err, ERR_USAGE);
	EXPECT_TEXT(err.text,
		    "--columns: no column \"base\"; there are key, symbol,"
		    " image, file, address, size, count, share, load,"
		    " maintainers");
	EXPECT_FAIL(columns_parse(diff_columns, "x", &arena, &columns, &err),
		    err, ERR_USAGE);
	EXPECT_HAS(err.text, " test_sd, score, explanation, maintainers, load");
	arena_release(&arena);
}

/* In the order in which they came; then what is no member. */
TEST(a_row_has_its_members_in_order)
{
	static const char *const members[] = {
		"key",	      "symbol",	    "image",	 "file",
		"line",	      "base",	    "test",	 "base_mean",
		"test_mean",  "base_low",   "base_high", "test_low",
		"test_high",  "delta",	    "percent",	 "base_share",
		"test_share", "ratio",	    "ratio_low", "ratio_high",
		"delta_low",  "delta_high", "phi",	 "z",
		"p",	      "q",	    "verdict",	 "status",
		"match",      "parts",	    "base_sd",	 "test_sd",
		"score",      "explanation", "maintainers",
	};
	size_t nr = sizeof(members) / sizeof(*members);

	for (size_t i = 0; i < nr; i++) {
		EXPECT_TEXT(diff_columns[i].name, members[i]);
		EXPECT_TRUE(members[i], diff_columns[i].is_member);
	}
	for (; diff_columns[nr].name; nr++)
		EXPECT_TRUE(diff_columns[nr].name, !diff_columns[nr].is_member);
}

/* What a column with a format shows must be a real number, and the reverse. */
TEST(every_column_has_a_heading_and_help)
{
	for (int set = 0; set < 2; set++)
		for (const struct column *c = set ? listing_columns :
						    diff_columns;
		     c->name; c++) {
			EXPECT_TRUE(c->name, c->heading && *c->heading);
			EXPECT_TRUE(c->name, c->help && *c->help);
			EXPECT_TRUE(c->name, c->get);
			EXPECT_TRUE(c->name, !(c->flags & COLUMN_TEXT) ||
					     !c->format);
		}
}

/* The cell of NAME in the row of SYMBOL, as a word. */
static const char *shown(struct made *m, const char *symbol, const char *name)
{
	const void *row = !strcmp(symbol, "total") ?
				  (const void *)&m->diffs[0].total :
				  (const void *)made_the(m, symbol);
	const struct column *column =
		column_find(diff_columns, span_of(name));
	struct cell cell = column->get(m->diffs, row, &m->arena);

	switch (cell.kind) {
	case CELL_COUNT:
		return arena_printf(&m->arena, "%llu",
				    (unsigned long long)cell.count);
	case CELL_REAL:
		return arena_printf(&m->arena, "%.6Lg", cell.real);
	case CELL_TEXT:
		return arena_strndup(&m->arena, cell.text.ptr, cell.text.len);
	case CELL_LIST:
		return "list";
	case CELL_NONE:
		break;
	}
	return "none";
}

static const struct {
	const char *symbol, *column, *value;
} cells[] = {
	{ "a", "key", "a" },
	{ "a", "symbol", "a" },
	{ "a", "image", "vmlinux" },
	{ "a", "base", "10" },
	{ "a", "test", "25" },
	{ "a", "base_mean", "10" },
	{ "a", "delta", "15" },
	{ "a", "percent", "150" },
	{ "a", "base_share", "0.1" },
	{ "a", "test_share", "0.5" },
	{ "a", "base_low", "none" },
	{ "a", "test_high", "none" },
	{ "a", "status", "both" },
	{ "a", "match", "name" },
	{ "a", "verdict", "unknown" },
	{ "a", "parts", "none" },
	{ "a", "load", "0.390625" },
	{ "a", "file", "none" },
	{ "a", "line", "none" },
	{ "a", "ratio", "2.5" },
	{ "a", "q", "none" },
	{ "m", "key", "m [ext4]" },
	{ "m", "symbol", "m" },
	{ "m", "image", "ext4" },
	{ "m", "status", "uncertain" },
	{ "m", "base", "none" },
	{ "m", "base_mean", "none" },
	{ "m", "base_low", "0" },
	{ "m", "base_high", "9" },
	{ "m", "base_share", "none" },
	{ "m", "test", "20" },
	{ "m", "test_low", "none" },
	{ "m", "delta", "none" },
	{ "m", "percent", "none" },
	{ "m", "load", "none" },
	{ "*unknown*", "image", "none" },
	{ "total", "key", "total" },
	{ "total", "symbol", "total" },
	{ "total", "image", "none" },
	{ "total", "base", "100" },
	{ "total", "base_share", "1" },
	{ "total", "delta", "-50" },
	{ "total", "status", "both" },
};

TEST(cells_show_what_a_row_has)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a 2 *unknown* 100 total 9 unseen"),
		  SPAN("25 a/64 20 m [ext4] 5 *unknown*"));
	for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++)
		EXPECT_TEXT(arena_printf(&m.arena, "%s %s %s", cells[i].symbol,
					 cells[i].column,
					 shown(&m, cells[i].symbol,
					       cells[i].column)),
			    arena_printf(&m.arena, "%s %s %s", cells[i].symbol,
					 cells[i].column, cells[i].value));
	made_end(&m);
}

TEST(a_total_that_is_not_known_has_a_least)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a ? unseen"), SPAN("25 a 3 b"));
	EXPECT_TEXT(shown(&m, "total", "base"), "none");
	EXPECT_TEXT(shown(&m, "total", "base_low"), "10");
	EXPECT_TEXT(shown(&m, "total", "base_high"), "none");
	EXPECT_TEXT(shown(&m, "total", "test"), "28");
	EXPECT_TEXT(shown(&m, "total", "delta"), "none");
	EXPECT_TEXT(shown(&m, "a", "base_share"), "none");
	EXPECT_TEXT(shown(&m, "a", "test_share"), "0.892857");
	EXPECT_TEXT(shown(&m, "b", "base_high"), "none");
	made_end(&m);
}

static const struct {
	const char *column, *value;
} listed[] = {
	{ "key", "a [ext4]" }, { "symbol", "a" }, { "image", "ext4" },
	{ "address", "0xc0100000" }, { "size", "64" }, { "count", "16" },
	{ "share", "0.8" }, { "load", "0.25" }, { "file", "none" },
};

static const char *listed_cell(struct made *m, const void *row,
			       const char *name)
{
	const struct column *column =
		column_find(listing_columns, span_of(name));
	struct cell cell = column->get(&m->listing, row, &m->arena);

	return cell.kind == CELL_NONE ? "none" :
	       cell.kind == CELL_COUNT ?
		       arena_printf(&m->arena, "%llu",
				    (unsigned long long)cell.count) :
	       cell.kind == CELL_REAL ?
		       arena_printf(&m->arena, "%.6Lg", cell.real) :
		       arena_strndup(&m->arena, cell.text.ptr, cell.text.len);
}

TEST(cells_show_what_a_row_of_a_listing_has)
{
	struct listing_options opts = { .by_symbol = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("16 a/64@c0100000 [ext4] 4 b"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	for (size_t i = 0; i < sizeof(listed) / sizeof(*listed); i++)
		EXPECT_TEXT(listed_cell(&m, &m.listing.rows[0],
					listed[i].column), listed[i].value);
	EXPECT_TEXT(listed_cell(&m, &m.listing.rows[1], "address"), "none");
	EXPECT_TEXT(listed_cell(&m, &m.listing.rows[1], "load"), "none");
	EXPECT_TEXT(listed_cell(&m, &m.listing.total, "key"), "total");
	EXPECT_TEXT(listed_cell(&m, &m.listing.total, "share"), "1");
	// Worked out from a load: not whole.
	m.listing.rows[0].size = 64.5;
	EXPECT_TEXT(listed_cell(&m, &m.listing.rows[0], "size"), "64.5");
	made_end(&m);
}

TEST_MAIN
