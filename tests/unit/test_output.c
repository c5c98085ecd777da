#include "diffprof/output.h"

#include "check.h"

TEST(outputs_are_found_by_name)
{
	EXPECT_TRUE("classic", output_find("classic") == &output_classic);
	EXPECT_TRUE("table", output_find("table") == &output_table);
	EXPECT_TRUE("markdown", output_find("markdown") == &output_markdown);
	EXPECT_TRUE("csv", output_find("csv") == &output_csv);
	EXPECT_TRUE("json", output_find("json") == &output_json);
	EXPECT_TRUE("capitals", !output_find("JSON"));
	EXPECT_TRUE("none", !output_find(""));
}

static const struct {
	const char *path;
	const struct output *output;
} paths[] = {
	{ "a.json", &output_json },	{ "dir.csv/a.JSON", &output_json },
	{ "a.csv", &output_csv },	{ "a.b.csv", &output_csv },
	{ "a.md", &output_markdown },	{ "a.markdown", &output_markdown },
	{ "a.txt", &output_classic },	{ "a.diff", &output_classic },
	{ "a.table", &output_table },	{ "./a.json", &output_json },
	{ "a", NULL },			{ "json", NULL },
	{ ".json", NULL },		{ "dir/.json", NULL },
	{ "a.", NULL },			{ "a.jso", NULL },
	{ "a.jsonl", NULL },		{ "dir.json/a", NULL },
	{ "a.txt,diff", NULL },		{ "", NULL },
};

TEST(a_suffix_tells_the_output)
{
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++)
		EXPECT_TRUE(paths[i].path, output_by_suffix(paths[i].path) ==
						   paths[i].output);
}

TEST(outputs_are_texts_to_read_or_have_all_rows)
{
	for (const struct output *const *o = outputs; *o; o++) {
		bool whole = *o == &output_csv || *o == &output_json ||
			     *o == &output_html || *o == &output_svg ||
			     *o == &output_folded || *o == &output_pprof;

		EXPECT_TRUE((*o)->name, (*o)->min_delta == (whole ? 0 : 10));
		EXPECT_TRUE((*o)->name, (*o)->summary && *(*o)->summary);
		EXPECT_TRUE((*o)->name, output_find((*o)->name) == *o);
	}
}

TEST_MAIN
