/* test_reader.c - which reader an input is for: reader.c */
#include "diffprof/reader.h"

#include "check.h"

static const char *chosen(const char *text, size_t size, struct error *err)
{
	const struct reader *reader;
	struct input in;

	input_from_memory(&in, "file", text, size);
	if (reader_choose(&in, &reader, err) < 0)
		return NULL;
	input_close(&in);
	return reader->name;
}

TEST(the_contents_tell_the_format)
{
	static const struct {
		const char *text, *format;
	} cases[] = {
		{ "     5 schedule 0.1\n     5 total 0.1\n", "readprofile" },
		{ "main;parse;malloc 12\nmain 3\n", "folded" },
		{ "      1480     9.1% total\n      1236    52.7% f\n",
		  "listing" },
		{ "samples  %        symbol name\n319      44.7405  hot_a\n"
		  "318      44.6003  hot_b\n", "opreport" },
		{ "prog 1 100.5: 1 cycles: 401136 main+0x6 (/bin/prog)\n",
		  "perf-script" },
		{ "# Overhead  Command  Shared Object  Symbol\n"
		  "# ........  .......  .............  ......\n#\n"
		  "    57.19%  prog     prog           [.] main\n",
		  "perf-report" },
	};
	struct error err;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		EXPECT_TEXT(chosen(cases[i].text, strlen(cases[i].text), &err),
			    cases[i].format);
}

TEST(two_formats_in_one_text_are_named)
{
	static const char text[] =
		"before:\n     5 schedule 0.1\n     3 f 0.1\n     8 total 0.1\n"
		"and as opreport has it:\n"
		"samples  %        symbol name\n319      44.7405  hot_a\n"
		"318      44.6003  hot_b\n";
	struct error err;

	EXPECT_TRUE("there is no choice",
		    !chosen(text, sizeof(text) - 1, &err));
	EXPECT_U64("kind", err.kind, ERR_USAGE);
	EXPECT_HAS(err.text, "opreport or readprofile");
	EXPECT_HAS(err.text, "--from");
}

TEST(what_is_no_profile_is_told_by_what_was_tried_and_how_it_begins)
{
	static const char text[] = "\n  \n  hello \033[31mworld\n";
	struct error err;

	EXPECT_TRUE("none", !chosen(text, sizeof(text) - 1, &err));
	EXPECT_U64("kind", err.kind, ERR_FORMAT);
	EXPECT_HAS(err.text, "tried perf, ");
	EXPECT_HAS(err.text, ", folded");
	EXPECT_HAS(err.text, "begins \"hello \\x1b[31mworld\"");
}

TEST_MAIN
