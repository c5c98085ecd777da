#include "../../src/sym/srcpath.h"

#include "check.h"

static struct arena arena;

TEST(paths_are_joined_and_made_normal)
{
	static const struct {
		const char *dir, *path, *joined;
	} cases[] = {
		{ NULL, "mm/memory.c", "mm/memory.c" },
		{ "/src", "mm/memory.c", "/src/mm/memory.c" },
		{ "/src/", "./mm//memory.c", "/src/mm/memory.c" },
		{ "/src/build", "../mm/memory.c", "/src/mm/memory.c" },
		{ "/src", "/usr/include/a.h", "/usr/include/a.h" },
		{ "/a", "../../../b", "/b" },
		{ "a/b", "../../../c", "../c" },
		{ "..", "..", "../.." },
		{ "/", "a", "/a" },
		{ "/", "..", "/" },
		{ "", "./.", "" },
		{ NULL, ".../a", ".../a" },
		{ "/x", "..a/b..", "/x/..a/b.." },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		EXPECT_TEXT(srcpath_join(&arena, cases[i].dir, cases[i].path),
			    cases[i].joined);
}

TEST(what_is_below_a_directory)
{
	static const struct {
		const char *path, *dir, *rest;
	} cases[] = {
		{ "/src/mm/memory.c", "/src", "mm/memory.c" },
		{ "/src/mm/memory.c", "/", "src/mm/memory.c" },
		{ "/srcs/a", "/src", NULL },
		{ "/src", "/src", NULL },
		{ "a/b", "", "a/b" },
		{ "../b", "", NULL },
		{ "/b", "", NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *rest = srcpath_below(cases[i].path, cases[i].dir);

		EXPECT_TEXT(rest ? rest : "(none)",
			    cases[i].rest ? cases[i].rest : "(none)");
	}
}

TEST(what_two_directories_have_in_common)
{
	static const struct {
		const char *a, *b, *common;
	} cases[] = {
		{ "/a/b", "/a/c", "/a" },
		{ "/a/b", "/a/b", "/a/b" },
		{ "/a/b", "/a/b/c", "/a/b" },
		{ "/a/bc", "/a/b", "/a" },
		{ "/a", "/b", "/" },
		{ "a", "b", "" },
		{ "a", "/a", "" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		EXPECT_TEXT(srcpath_common(&arena, cases[i].a, cases[i].b),
			    cases[i].common);
		EXPECT_TEXT(srcpath_common(&arena, cases[i].b, cases[i].a),
			    cases[i].common);
	}
}

TEST(where_the_tree_of_a_unit_begins)
{
	static const struct {
		const char *dir, *name, *root;
	} cases[] = {
		{ "/src", "mm/memory.c", "/src" },
		{ "/src/build", "../mm/memory.c", "/src" },
		{ "/src/build", "./../mm/memory.c", "/src" },
		{ "/src/o/p", "../../mm/memory.c", "/src" },
		{ "/src", "/src/mm/memory.c", "/src" },
		{ "/obj", "/src/mm/memory.c", NULL },
		{ "debian/build", "mm/memory.c", "debian/build" },
		{ "/src", ".config.c", "/src" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *root =
			srcpath_root(&arena, cases[i].dir, cases[i].name);

		EXPECT_TEXT(root ? root : "(none)",
			    cases[i].root ? cases[i].root : "(none)");
	}
}

TEST_MAIN
