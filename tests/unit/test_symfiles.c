/* test_symfiles.c - functions of one name and their files: symfiles.c */
#include "diffprof/symfiles.h"

#include "diffprof/profile.h"

#include "check.h"

/* Symbols at 0x1000, 0x1004, ...: see testdata/elf/files/make.sh. */
static void make(struct profile *prof, const char *path,
		 const char *const *symbols, size_t nr)
{
	struct symtab st;
	struct error err;

	profile_init(prof, path, "test");
	EXPECT_OK(symtab_load(path, &st, &err), err);
	for (size_t i = 0; i < nr; i++) {
		struct profile_row *row;

		EXPECT_OK(profile_add(prof, span_of(symbols[i]),
				      profile_image(prof, SPAN(IMAGE_KERNEL)),
				      i + 1, &row, &err),
			  err);
		row->addr = 0x1000 + 4 * i;
	}
	symfiles_find(prof, &st, false);
	// What was found does not need the image.
	symtab_close(&st);
}

static struct span symbol_of(const struct profile *prof, size_t i)
{
	return names_text(&prof->names, prof->rows[i].symbol);
}

static struct span file_of(const struct profile *prof, size_t i)
{
	name_id symbol = prof->rows[i].symbol;

	if (symbol >= prof->places.nr)
		return SPAN("");
	return names_text(&prof->names, prof->places.of[symbol].file);
}

static const char *const names[] = { "init", "init", "once", "outer" };

TEST(functions_with_samples_are_of_files)
{
	struct profile prof, *profs[] = { &prof };

	make(&prof, "testdata/elf/files/base.xz", names, 4);
	EXPECT_TRUE("files", prof.has_symbol_files);
	EXPECT_U64("of a file", prof.nr_symbol_files, 3);
	symfiles_tell_apart(profs, 1);
	EXPECT_SPAN("first", symbol_of(&prof, 0), SPAN("init (a.c)"));
	EXPECT_SPAN("second", symbol_of(&prof, 1), SPAN("init (b.c)"));
	EXPECT_SPAN("its file", file_of(&prof, 1), SPAN("b.c"));
	EXPECT_SPAN("third", symbol_of(&prof, 2), SPAN("once"));
	EXPECT_SPAN("its file", file_of(&prof, 2), SPAN("a.c"));
	EXPECT_SPAN("global", file_of(&prof, 3), SPAN(""));
	profile_release(&prof);
}

TEST(a_name_of_another_symbol_there_is_left_alone)
{
	static const char *const other[] = { "exit", "init", "once", "outer" };
	struct profile prof, *profs[] = { &prof };

	make(&prof, "testdata/elf/files/base.xz", other, 4);
	EXPECT_U64("of a file", prof.nr_symbol_files, 2);
	symfiles_tell_apart(profs, 1);
	EXPECT_SPAN("first", symbol_of(&prof, 0), SPAN("exit"));
	EXPECT_SPAN("second", symbol_of(&prof, 1), SPAN("init"));
	profile_release(&prof);
}

TEST(an_image_without_files_tells_nothing)
{
	struct profile base, test, *profs[] = { &base, &test };

	make(&base, "testdata/elf/files/base.xz", names, 4);
	make(&test,
	     "testdata/real/kernels/6.1.0-57-cloud-amd64/vmlinux.syms.xz",
	     names, 4);
	EXPECT_TRUE("no files", !test.has_symbol_files);
	symfiles_tell_apart(profs, 2);
	EXPECT_SPAN("one row", symbol_of(&base, 0), SPAN("init"));
	EXPECT_SPAN("of no file", file_of(&base, 0), SPAN(""));
	profile_release(&base);
	profile_release(&test);
}

TEST(a_name_without_its_file)
{
	static const struct {
		const char *name, *bare;
	} cases[] = {
		{ "init (a.c)", "init" },
		{ "init", "init" },
		{ "f(int)", "f(int)" },
		{ "", "" },
		{ ")", ")" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		EXPECT_SPAN("bare", symfiles_bare(span_of(cases[i].name)),
			    span_of(cases[i].bare));
}

TEST_MAIN
