/* test_maintainers.c - whom a source file concerns */
#include "diffprof/maintainers.h"

#include <sys/stat.h>

#include "diffprof/input.h"
#include "diffprof/textlines.h"

#include "check.h"

static struct arena arena;

static struct maintainers *opened(const char *text, const char *mailmap)
{
	struct maintainers *m;
	struct error err;

	EXPECT_OK(maintainers_of_text("/nowhere", span_of(text),
				      span_of(mailmap), &m, &arena, &err),
		  err);
	return m;
}

/* "address, address" of a path. */
static const char *who(struct maintainers *m, const char *path)
{
	const struct maintainer *found;
	size_t nr = maintainers_of(m, path, false, &found, &arena);
	const char *text = "";

	for (size_t i = 0; i < nr; i++)
		text = arena_printf(&arena, "%s%s%s", text, i ? ", " : "",
				    found[i].address);
	return text;
}

/* The parts of a genuine file, against what its own script said. */
TEST(a_genuine_file)
{
	struct input in, in_map, expected;
	struct span text, mailmap, rest, line;
	struct maintainers *m;
	struct error err;
	size_t files = 0;

	EXPECT_OK(input_open("testdata/maintainers/MAINTAINERS", &in, &err),
		  err);
	EXPECT_OK(input_data(&in, &text, &err), err);
	EXPECT_OK(input_open("testdata/maintainers/mailmap", &in_map, &err),
		  err);
	EXPECT_OK(input_data(&in_map, &mailmap, &err), err);
	EXPECT_OK(input_open("testdata/maintainers/expected.tsv", &expected,
			     &err),
		  err);
	EXPECT_OK(input_data(&expected, &rest, &err), err);
	EXPECT_OK(maintainers_of_text("/nowhere", text, mailmap, &m, &arena,
				      &err),
		  err);

	struct textlines lines = textlines_begin(rest);
	const char *path = "";
	const struct maintainer *found = NULL;
	size_t nr = 0, at = 0;
	while (textlines_next(&lines, &line)) {
		const char *tab = memchr(line.ptr, '\t', line.len);
		struct span name = { line.ptr, (size_t)(tab - line.ptr) };
		struct span want = { tab + 1, line.len - name.len - 1 };
		struct outbuf got = { 0 };

		if (!span_is(name, path)) {
			EXPECT_U64(path, at, nr);
			path = arena_strndup(&arena, name.ptr, name.len);
			nr = maintainers_of(m, path, false, &found, &arena);
			at = 0;
			files++;
		}
		EXPECT_TRUE(path, at < nr);
		maintainer_put(&got, &found[at++]);
		struct span made = { got.data, got.len };
		EXPECT_SPAN(path, made, want);
		outbuf_release(&got);
	}
	EXPECT_U64(path, at, nr);
	EXPECT_TRUE("files", files > 20);
	maintainers_close(m);
	input_close(&in);
	input_close(&in_map);
	input_close(&expected);
}

TEST(the_most_specific_comes_first_and_lists_last)
{
	struct maintainers *m = opened("TOP\nM:\ta@x\nL:\tl@x\nF:\tmm/\n\n"
				       "DEEP\nM:\tb@x\nR:\tr@x\nF:\tmm/rmap.c\n"
				       "\nALL\nM:\tc@x\nF:\t*\nF:\t*/\n",
				       "");
	const struct maintainer *found;

	EXPECT_TEXT(who(m, "mm/rmap.c"), "b@x, r@x, a@x, c@x, l@x");
	EXPECT_TEXT(who(m, "mm/x.c"), "a@x, c@x, l@x");
	EXPECT_TEXT(who(m, "Makefile"), "c@x");
	EXPECT_U64("four",
		   maintainers_of(m, "./mm/rmap.c", false, &found, &arena), 5);
	EXPECT_TEXT(found[0].section, "DEEP");
	EXPECT_TRUE("roles", found[0].role == ROLE_MAINTAINER &&
				     found[1].role == ROLE_REVIEWER &&
				     found[4].role == ROLE_LIST);
	EXPECT_TRUE("depths", found[0].depth == 2 && found[3].depth == -1);
}

TEST(what_is_taken_out)
{
	struct maintainers *m = opened(
		"A\nM:\ta@x\nF:\tmm/\nX:\tmm/kasan/\n\n"
		"B\nM:\tb@x\nL:\tclosed@x (subscribers-only)\n"
		"L:\topen@x (moderated for non-subscribers)\nN:\tkasan\n\n"
		"THE REST\nM:\tboss@x\nS:\tBuried alive in reporters\n"
		"L:\tall@x\nF:\t*/\n",
		"");

	EXPECT_TEXT(who(m, "mm/kasan/init.c"), "b@x, open@x, all@x");
	EXPECT_TEXT(who(m, "mm/rmap.c"), "a@x, all@x");
}

TEST(nobody_is_named_twice)
{
	struct maintainers *m = opened(
		"A\nM:\tSome One <a@x>\nM:\tsome one <other@x>\nM:\tA@X\n"
		"M:\tOld Name <old@x>\nM:\tNew Name <new@x>\nF:\tmm/\n",
		"New Name <new@x> <old@x>\n# remark\nnonsense\n");

	EXPECT_TEXT(who(m, "mm/rmap.c"), "a@x, new@x");
}

TEST(paths_that_lead_out_concern_nobody)
{
	struct maintainers *m = opened("A\nM:\ta@x\nF:\t*\nF:\t*/\n", "");

	EXPECT_TEXT(who(m, "../etc/passwd"), "");
	EXPECT_TEXT(who(m, "mm/../../x"), "");
	EXPECT_TEXT(who(m, "/etc/passwd"), "");
	EXPECT_TEXT(who(m, "/nowhere/mm/rmap.c"), "a@x");
	EXPECT_TEXT(who(m, ""), "");
}

TEST(what_no_address_should_be)
{
	struct maintainers *m = opened(
		"A\nM:\tX <a@x\rBcc: y@z>\nM:\t-oQ@x\nM:\tgood@x\nF:\tmm/\n",
		"");

	EXPECT_TEXT(who(m, "mm/rmap.c"), "good@x");
}

TEST(a_text_without_sections)
{
	struct maintainers *m;
	struct error err;

	EXPECT_FAIL(maintainers_of_text("/t", SPAN("hello\n"), SPAN(""), &m,
					&arena, &err),
		    err, ERR_FORMAT);
	EXPECT_FAIL(maintainers_open("/nowhere", &m, &arena, &err), err,
		    ERR_IO);
}

TEST(contents_and_names_of_files)
{
	char tree[] = "/tmp/test_maintainers.XXXXXX", command[200];
	const struct maintainer *found;
	struct maintainers *m;
	struct error err;

	EXPECT_TRUE("tree", mkdtemp(tree));
	snprintf(command, sizeof(command),
		 "cd %s && mkdir mm fs tools && printf 'A\\nM:\\ta@x\\n"
		 "K:\\tclone3\\n' >MAINTAINERS && echo 'int clone3;' >mm/x.c &&"
		 " touch mm/y.c fs/y.c tools/z.c fs/z.c fs/z.h",
		 tree);
	EXPECT_TRUE("made", system(command) == 0);
	EXPECT_OK(maintainers_open(tree, &m, &arena, &err), err);
	EXPECT_U64("not asked",
		   maintainers_of(m, "mm/x.c", false, &found, &arena), 0);
	EXPECT_U64("in it", maintainers_of(m, "mm/x.c", true, &found, &arena),
		   1);
	EXPECT_TRUE("by content", found[0].by_content);
	EXPECT_U64("not in it",
		   maintainers_of(m, "mm/y.c", true, &found, &arena), 0);
	EXPECT_TEXT(maintainers_find(m, "x.c"), "mm/x.c");
	EXPECT_TEXT(maintainers_find(m, "z.c"), "fs/z.c");
	EXPECT_TRUE("two", !maintainers_find(m, "y.c"));
	EXPECT_TRUE("none", !maintainers_find(m, "a.c"));
	maintainers_close(m);
	snprintf(command, sizeof(command), "rm -r %s", tree);
	EXPECT_TRUE("gone", system(command) == 0);
}

TEST_MAIN
