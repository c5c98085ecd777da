/* test_pair.c - which row of base is which of test: pair.c, join.c */
#include "made.h"

/* Give the row of SYMBOL other names of its address, as attribute() does. */
static void add_aliases(struct profile *prof, const char *symbol,
			const char *const *aliases)
{
	uint32_t list = 0;

	for (size_t i = 0; aliases[i]; i++) {
		uint32_t at =
			profile_alias(prof, names_intern(&prof->names,
							 span_of(aliases[i])));

		list = list ? list : at;
	}
	profile_alias(prof, NAME_NONE);
	for (size_t i = 0; i < prof->nr; i++)
		if (span_is(names_text(&prof->names, prof->rows[i].symbol),
			    symbol))
			prof->rows[i].aliases = list;
}

#define ALIASES(...) (const char *const[]){ __VA_ARGS__, NULL }

static const struct {
	const char *what;
	struct span base, test;
	const char *symbol;	/* whose row is looked at */
	enum row_match match;
	enum row_status status;
} cases[] = {
	{ "one name", SPAN("1 a"), SPAN("2 a"), "a", MATCH_NAME, STATUS_BOTH },
	{ "base alone", SPAN("1 a"), SPAN("2 b"), "a", MATCH_NONE, STATUS_GONE },
	{ "test alone", SPAN("1 a"), SPAN("2 b"), "b", MATCH_NONE, STATUS_NEW },
	{ "a clone in test", SPAN("1 a"), SPAN("2 a.isra.0"), "a", MATCH_FOLDED,
	  STATUS_BOTH },
	{ "another number", SPAN("1 a.isra.0"), SPAN("2 a.isra.1"), "a",
	  MATCH_FOLDED, STATUS_BOTH },
	{ "the same clone", SPAN("1 a.isra.0"), SPAN("2 a.isra.0"), "a",
	  MATCH_NAME, STATUS_BOTH },
	{ "the same parts", SPAN("1 a 3 a.cold"), SPAN("2 a 2 a.cold"), "a",
	  MATCH_NAME, STATUS_BOTH },
	{ "a part more", SPAN("1 a"), SPAN("2 a 2 a.cold"), "a", MATCH_FOLDED,
	  STATUS_BOTH },
	{ "new with parts", SPAN("1 b"), SPAN("2 a.cold"), "a", MATCH_NONE,
	  STATUS_NEW },
	{ "built in", SPAN("1 a [ext4]"), SPAN("2 a"), "a", MATCH_MOVED,
	  STATUS_BOTH },
	{ "made a module", SPAN("1 a"), SPAN("2 a [ext4]"), "a", MATCH_MOVED,
	  STATUS_BOTH },
	{ "to another module", SPAN("1 a [sd]"), SPAN("2 a [sd_mod]"), "a",
	  MATCH_MOVED, STATUS_BOTH },
	{ "one module", SPAN("1 a [ext4]"), SPAN("2 a [ext4]"), "a", MATCH_NAME,
	  STATUS_BOTH },
	{ "- is _ in a module", SPAN("1 a [snd-hda]"), SPAN("2 a [snd_hda]"),
	  "a", MATCH_NAME, STATUS_BOTH },
};

TEST(rows_are_paired_by_name_and_image)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct made m;

		made_begin(&m);
		made_pair(&m, cases[i].base, cases[i].test);
		const struct diff_row *row = made_the(&m, cases[i].symbol);

		EXPECT_TEXT(row_match_names[row->match],
			    row_match_names[cases[i].match]);
		EXPECT_TEXT(row_status_names[row->status],
			    row_status_names[cases[i].status]);
		made_end(&m);
	}
}

TEST(a_name_in_several_images_has_not_moved)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 init [a] 2 init [b]"), SPAN("3 init [c]"));
	EXPECT_U64("rows", m.diffs[0].nr, 3);
	for (size_t i = 0; i < 3; i++)
		EXPECT_U64("match", m.diffs[0].rows[i].match, MATCH_NONE);
	made_end(&m);
}

TEST(what_moved_is_in_the_image_of_test)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("9 x 1 a [ext4]"), SPAN("2 a 8 x"));
	const struct diff_row *row = made_the(&m, "a");

	EXPECT_U64("rows", m.diffs[0].nr, 2);
	EXPECT_SPAN("image", names_text(&m.names, row->image),
		    SPAN(IMAGE_KERNEL));
	EXPECT_U64("base", row->base, 1);
	EXPECT_U64("test", row->test, 2);
	made_end(&m);
}

TEST(a_cut_listing_does_not_tell_that_a_function_moved)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 a [ext4] 9 total 1 unseen"), SPAN("2 a"));
	EXPECT_U64("rows", m.diffs[0].nr, 2);
	EXPECT_TRUE("may be there too", made_the(&m, "a")->base_cut ||
					made_the(&m, "a")->status == STATUS_GONE);
	made_end(&m);
}

TEST(rows_named_after_different_aliases_are_one)
{
	for (int side = 0; side < 2; side++) {
		struct made m;

		made_begin(&m);
		struct profile *base = made_base(&m, "b", SPAN("5 sys_read 1 x"));
		struct profile *test =
			made_test(&m, 0, "t", SPAN("7 ksys_read 1 x"));

		// It is enough when one of the two kernels knows both names.
		if (side)
			add_aliases(test, "ksys_read",
				    ALIASES("other", "sys_read"));
		else
			add_aliases(base, "sys_read", ALIASES("ksys_read"));
		EXPECT_OK(made_compare(&m), m.err);
		const struct diff_row *row = made_the(&m, "ksys_read");

		EXPECT_U64("rows", m.diffs[0].nr, 2);
		EXPECT_U64("match", row->match, MATCH_ALIAS);
		EXPECT_U64("base", row->base, 5);
		EXPECT_U64("test", row->test, 7);
		EXPECT_U64("counts by run",
			   m.diffs[0]
				   .counts[(size_t)(row - m.diffs[0].rows) * 2],
			   5);
		made_end(&m);
	}
}

TEST(an_alias_that_has_a_row_of_its_own_on_both_sides_is_another)
{
	struct made m;

	made_begin(&m);
	struct profile *base = made_base(&m, "b", SPAN("5 a 2 b"));

	made_test(&m, 0, "t", SPAN("7 b"));
	add_aliases(base, "a", ALIASES("b"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_U64("a", made_the(&m, "a")->status, STATUS_GONE);
	EXPECT_U64("b", made_the(&m, "b")->match, MATCH_NAME);
	made_end(&m);
}

TEST(an_alias_in_another_image_is_another_function)
{
	struct made m;

	made_begin(&m);
	struct profile *base = made_base(&m, "b", SPAN("5 a"));

	made_test(&m, 0, "t", SPAN("7 b [ext4]"));
	add_aliases(base, "a", ALIASES("b"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_U64("rows", m.diffs[0].nr, 2);
	made_end(&m);
}

static const struct rename_pair renames[] = {
	{ "old_name", "new_name" }, { "gone_name", "other" },
};

TEST(renamed_symbols_are_one_row)
{
	struct made m;

	made_begin(&m);
	m.compare.renames = renames;
	m.compare.nr_renames = 2;
	made_pair(&m, SPAN("4 old_name 5 gone_name 1 x"),
		  SPAN("6 new_name 3 x 8 other"));
	const struct diff_row *row = made_the(&m, "new_name");

	EXPECT_U64("rows", m.diffs[0].nr, 3);
	EXPECT_U64("match", row->match, MATCH_RENAME);
	EXPECT_U64("base", row->base, 4);
	EXPECT_U64("test", row->test, 6);
	EXPECT_SPAN("from", names_text(&m.names, row->renamed_from),
		    SPAN("old_name"));
	EXPECT_TEXT(made_keys(&m, m.views, (const void *[]){ row }, 1),
		    "old_name => new_name");
	EXPECT_U64("no other", made_the(&m, "x")->renamed_from, NAME_NONE);
	made_end(&m);
}

TEST(renaming_only_concerns_base)
{
	struct made m;

	made_begin(&m);
	m.compare.renames = renames;
	m.compare.nr_renames = 1;
	made_pair(&m, SPAN("4 old_name"), SPAN("6 new_name 3 old_name"));
	EXPECT_U64("the new", made_the(&m, "new_name")->match, MATCH_RENAME);
	EXPECT_U64("the old, of test", made_the(&m, "old_name")->status,
		   STATUS_NEW);
	made_end(&m);
}

TEST(clones_are_renamed_with_their_function)
{
	struct made m;

	made_begin(&m);
	m.compare.renames = renames;
	m.compare.nr_renames = 1;
	made_pair(&m, SPAN("4 old_name 2 old_name.cold"), SPAN("6 new_name"));
	EXPECT_U64("base", made_the(&m, "new_name")->base, 6);
	made_end(&m);
}

TEST(renaming_what_nobody_has_is_an_error)
{
	struct made m;

	made_begin(&m);
	m.compare.renames = renames;
	m.compare.nr_renames = 1;
	made_base(&m, "b", SPAN("1 a"));
	made_test(&m, 0, "t", SPAN("1 a"));
	EXPECT_FAIL(made_compare(&m), m.err, ERR_USAGE);
	EXPECT_TEXT(m.err.text,
		    "--rename=old_name=new_name: neither is in the profiles");
	made_end(&m);
}

/* The names folded into ROW, joined by blanks. */
static const char *parts_of(struct made *m, const struct diff_row *row)
{
	const struct column *column = column_find(diff_columns, SPAN("parts"));
	struct cell cell = column->get(m->diffs, row, &m->arena);
	char *text = arena_strdup(&m->arena, "");

	if (cell.kind == CELL_NONE)
		return "none";
	for (size_t i = 0; i < cell.nr; i++)
		text = arena_printf(&m->arena, "%s%s%.*s", text, i ? " " : "",
				    (int)cell.list[i].len, cell.list[i].ptr);
	return text;
}

TEST(a_row_knows_what_was_folded_into_it)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 b 4 a 2 a.cold 7 c.part.0"),
		  SPAN("6 a 1 a.cold 2 a.isra.0 1 b 3 c.part.1"));
	EXPECT_U64("sum", made_the(&m, "a")->test, 9);
	EXPECT_TEXT(parts_of(&m, made_the(&m, "a")), "a a.cold a.isra.0");
	EXPECT_TEXT(parts_of(&m, made_the(&m, "b")), "none");
	EXPECT_TEXT(parts_of(&m, made_the(&m, "c")), "c.part.0 c.part.1");
	made_end(&m);
}

TEST(clones_that_are_kept_are_rows_of_their_own)
{
	struct made m;

	made_begin(&m);
	m.keep_clones = true;
	made_pair(&m, SPAN("4 a 2 a.cold 1 b.llvm.1"),
		  SPAN("6 a 1 a.cold 2 b.llvm.2"));
	EXPECT_U64("rows", m.diffs[0].nr, 3);
	EXPECT_U64("a hash of the build is none", made_the(&m, "b")->test, 2);
	made_end(&m);
}

TEST(unknown_ticks_are_a_row_like_any_other)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("4 a 2 *unknown*"), SPAN("6 a 7 *unknown*"));
	const struct diff_row *row = made_the(&m, "*unknown*");

	EXPECT_U64("test", row->test, 7);
	EXPECT_U64("image", row->image, NAME_NONE);
	EXPECT_U64("in the total", m.diffs[0].total.base, 6);
	made_end(&m);
}

TEST(the_size_of_a_row_is_that_of_a_run_of_test)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b", SPAN("1 a/16"));
	made_test(&m, 0, "t1", SPAN("8 a/64 2 a.cold/32"));
	made_test(&m, 0, "t2", SPAN("9 a/64 1 a.cold/32"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_TRUE("size", made_the(&m, "a")->test_size == 96);
	made_end(&m);
}

TEST(several_tests_share_one_base_and_its_names)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b", SPAN("1 a"));
	made_test(&m, 0, "t1", SPAN("2 a 3 b"));
	made_test(&m, 1, "t2", SPAN("4 b 5 c"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_U64("first", m.diffs[0].nr, 2);
	EXPECT_U64("second", m.diffs[1].nr, 3);
	EXPECT_TRUE("names", m.diffs[0].names == m.diffs[1].names);
	made_end(&m);
}

/* Rows of PROF are of IMAGE, or of none; they are a program's if USER. */
static void set_images(struct profile *prof, const char *image, bool user)
{
	for (size_t i = 0; i < prof->nr; i++) {
		prof->rows[i].image =
			image ? names_intern(&prof->names, span_of(image)) :
				NAME_NONE;
		prof->rows[i].user = user;
	}
}

TEST(programs_pair_by_path_and_bare_name)
{
	static const struct {
		const char *base, *test;
		bool paired;
	} images[] = {
		{ "/usr/lib/libc.so.6", "libc.so.6", true },
		{ "libc.so.6", "/usr/lib/libc.so.6", true },
		{ "/usr/lib/libc.so.6", "/lib/libc.so.6", false },
		{ "/usr/lib/klibc.so.6", "libc.so.6", false },
		{ NULL, "/usr/lib/libc.so.6", true },
		{ "libc.so.6", NULL, true },
		{ "a", "b", false },
	};

	for (size_t i = 0; i < sizeof(images) / sizeof(*images); i++) {
		struct made m;

		made_begin(&m);
		set_images(made_base(&m, "base", SPAN("5 malloc")),
			   images[i].base, true);
		set_images(made_test(&m, 0, "test", SPAN("7 malloc")),
			   images[i].test, true);
		EXPECT_OK(made_compare(&m), m.err);
		EXPECT_U64(images[i].base ?: "none", m.diffs[0].nr,
			   images[i].paired ? 1 : 2);
		if (images[i].paired) {
			const struct diff_row *row = made_the(&m, "malloc");

			EXPECT_U64("base", row->base, 5);
			EXPECT_U64("test", row->test, 7);
			EXPECT_U64("match", row->match, MATCH_NAME);
			EXPECT_TRUE("image", row->image != NAME_NONE);
		}
		made_end(&m);
	}
}

TEST(a_row_without_an_image_needs_an_only_candidate)
{
	struct made m;

	made_begin(&m);
	struct profile *base = made_base(&m, "base", SPAN("5 init 1 *unknown*"));
	set_images(base, NULL, false);
	made_test(&m, 0, "test",
		  SPAN("7 init [ext4] 8 init [xfs] 1 *unknown* [ext4]"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_U64("rows", m.diffs[0].nr, 4);
	made_end(&m);
}

TEST(one_name_in_very_many_images_is_no_trouble)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "base", SPAN("1 f"));
	made_test(&m, 0, "test", SPAN("1 f"));
	for (unsigned i = 0; i < 50000; i++) {
		char image[32];
		struct profile_row *row;

		snprintf(image, sizeof(image), "module%u", i);
		for (int side = 0; side < 2; side++) {
			struct profile *prof =
				side ? m.tests[0].runs[0] : m.base.runs[0];

			EXPECT_OK(profile_add(prof, SPAN("f"),
					      names_intern(
						      &prof->names,
						      span_of(arena_strdup(
							      &prof->arena,
							      image))),
					      i + 1, &row, &m.err),
				  m.err);
		}
	}
	for (int side = 0; side < 2; side++) {
		struct profile *prof =
			side ? m.tests[0].runs[0] : m.base.runs[0];

		prof->total = prof->listed;
	}
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_U64("rows", m.diffs[0].nr, 50001);
	for (size_t i = 0; i < m.diffs[0].nr; i++)
		EXPECT_U64("a pair", m.diffs[0].rows[i].base,
			   m.diffs[0].rows[i].test);
	made_end(&m);
}

TEST_MAIN
