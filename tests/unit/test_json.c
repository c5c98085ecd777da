/* test_json.c - valid for any bytes, and complete: json.c */
#include <jansson.h>

#include "made.h"

static json_t *parsed(struct made *m)
{
	json_error_t error;
	const char *text = made_print(m, &output_json);
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	if (!root)
		check_failed(__FILE__, __LINE__, "%s in %s", error.text, text);
	return root;
}

/* The members of OBJECT in their order, joined by blanks. */
static const char *members_of(json_t *object)
{
	static char text[1024];
	const char *name;
	json_t *value;

	text[0] = '\0';
	json_object_foreach (object, name, value)
		sprintf(text + strlen(text), "%s%s", *text ? " " : "", name);
	return text;
}

#define ROW_MEMBERS                                                            \
	"key symbol image file line base test base_mean test_mean base_low "   \
	"base_high test_low test_high delta percent base_share test_share "    \
	"ratio ratio_low ratio_high delta_low delta_high phi z p q verdict "   \
	"status match parts base_sd test_sd score explanation maintainers"
#define SIDE_MEMBERS                                                           \
	"label files format kernel build_id event unit runs total listed symbols"

TEST(every_member_is_there_and_in_order)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 a"), SPAN("2 a"));
	json_t *root = parsed(&m);

	EXPECT_TEXT(members_of(root),
		    "diffprof base test normalization noise total rows times"
		    " notes");
	EXPECT_TEXT(members_of(json_object_get(root, "base")), SIDE_MEMBERS);
	EXPECT_TEXT(members_of(json_object_get(root, "test")), SIDE_MEMBERS);
	EXPECT_TEXT(members_of(json_object_get(root, "normalization")),
		    "how factor factor_se rate idle");
	EXPECT_TEXT(members_of(json_object_get(root, "noise")), "how g df");
	EXPECT_TEXT(members_of(json_object_get(root, "total")), ROW_MEMBERS);
	EXPECT_TEXT(members_of(json_array_get(json_object_get(root, "rows"), 0)),
		    ROW_MEMBERS);
	json_decref(root);
	made_end(&m);
}

/* The value at "member.member" of ROOT, as compact text. */
static const char *at(json_t *root, const char *path)
{
	static char text[512];
	char name[64];

	while (*path && root) {
		size_t len = strcspn(path, ".");

		snprintf(name, sizeof(name), "%.*s", (int)len, path);
		root = char_is_digit(*name) ?
			       json_array_get(root, (size_t)atoi(name)) :
			       json_object_get(root, name);
		path += len + (path[len] == '.');
	}
	size_t len = root ? json_dumpb(root, text, sizeof(text) - 1,
				       JSON_COMPACT | JSON_ENCODE_ANY) : 0;
	text[len] = '\0';
	return text;
}

static const struct {
	const char *path, *value;
} values[] = {
	{ "diffprof", "1" },
	{ "base.label", "\"base\"" },
	{ "base.files", "[\"base\"]" },
	{ "base.format", "\"readprofile\"" },
	{ "base.kernel", "\"6.1.0\"" },
	{ "base.build_id", "null" },
	{ "base.event", "null" },
	{ "base.unit", "\"ticks\"" },
	{ "base.runs", "1" },
	{ "base.total", "100" },
	{ "base.listed", "40" },
	{ "base.symbols", "2" },
	{ "test.kernel", "null" },
	{ "test.total", "57" },
	{ "normalization.how", "\"none\"" },
	{ "normalization.factor", "1.0" },
	{ "normalization.factor_se", "null" },
	{ "normalization.idle", "\"shown\"" },
	{ "noise.g", "null" },
	{ "total.key", "\"total\"" },
	{ "total.base", "100" },
	{ "total.delta", "-43.0" },
	{ "rows.0.key", "\"a\"" },
	{ "rows.0.base", "30" },
	{ "rows.0.test", "45" },
	{ "rows.0.delta", "15.0" },
	{ "rows.0.percent", "50.0" },
	{ "rows.0.base_low", "null" },
	{ "rows.0.ratio", "1.5" },
	{ "rows.0.p", "null" },
	{ "rows.0.verdict", "\"unknown\"" },
	{ "rows.0.status", "\"both\"" },
	{ "rows.0.match", "\"folded\"" },
	{ "rows.0.parts", "[\"a\",\"a.cold\"]" },
	{ "rows.1.key", "\"gone\"" },
	{ "rows.1.status", "\"gone\"" },
	{ "rows.1.parts", "null" },
	{ "rows.2.key", "\"m [ext4]\"" },
	{ "rows.2.symbol", "\"m\"" },
	{ "rows.2.image", "\"ext4\"" },
	{ "rows.2.base", "null" },
	{ "rows.2.base_mean", "null" },
	{ "rows.2.base_low", "0" },
	{ "rows.2.base_high", "7" },
	{ "rows.2.test", "12" },
	{ "rows.2.delta", "null" },
	{ "rows.2.percent", "null" },
	{ "rows.2.status", "\"uncertain\"" },
	{ "rows.2.match", "\"none\"" },
	{ "rows.3", "" },
	{ "times", "[]" },
	{ "notes.0.code", "\"uncertain\"" },
	{ "notes.0.file", "null" },
};

TEST(values_are_those_of_the_comparison)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "base", SPAN("30 a 10 gone 100 total 7 unseen"))
		->release = "6.1.0";
	made_test(&m, 0, "test", SPAN("40 a 5 a.cold 0 gone 12 m [ext4]"));
	EXPECT_OK(made_compare(&m), m.err);
	json_t *root = parsed(&m);

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		char got[600], want[600];

		snprintf(got, sizeof(got), "%s %s", values[i].path,
			 at(root, values[i].path));
		snprintf(want, sizeof(want), "%s %s", values[i].path,
			 values[i].value);
		EXPECT_TEXT(got, want);
	}
	json_decref(root);
	made_end(&m);
}

static const struct {
	const char *what;
	struct span name;
	const char *value;	/* once parsed; NUL ends it */
	size_t len;
} names[] = {
	{ "plain", SPAN("schedule"), "schedule", 8 },
	{ "a quote and a backslash", SPAN("a\"\\b"), "a\"\\b", 4 },
	{ "a NUL", SPAN("a\0b"), "a\0b", 3 },
	{ "control characters", SPAN("\001\033\037\177"), "\001\033\037\177", 4 },
	{ "a line end", SPAN("a\nb"), "a\nb", 3 },
	{ "UTF-8", SPAN("\303\244\342\202\254\360\237\230\200"),
	  "\303\244\342\202\254\360\237\230\200", 9 },
	{ "no UTF-8", SPAN("a\377b"), "a\\xffb", 6 },
	{ "its end missing", SPAN("a\342\202"), "a\\xe2\\x82", 9 },
	{ "an overlong one", SPAN("\300\200"), "\\xc0\\x80", 8 },
	{ "half a pair", SPAN("\355\240\200"), "\\xed\\xa0\\x80", 12 },
	{ "beyond the last character", SPAN("\364\220\200\200"),
	  "\\xf4\\x90\\x80\\x80", 16 },
	{ "a NUL and no UTF-8", SPAN("\0\200"), "\0\\x80", 5 },
};

TEST(any_name_is_a_valid_string)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct profile_row *row;
		struct made m;

		made_begin(&m);
		made_base(&m, "b", SPAN(""));
		struct profile *prof = made_test(&m, 0, "t", SPAN(""));
		EXPECT_OK(profile_add(prof, names[i].name, NAME_NONE, 3, &row,
				      &m.err), m.err);
		EXPECT_OK(made_compare(&m), m.err);

		const char *text = made_print(&m, &output_json);
		json_t *root = json_loads(text, JSON_ALLOW_NUL, NULL);
		json_t *key = json_object_get(json_array_get(
				json_object_get(root, "rows"), 0), "key");
		EXPECT_TRUE(names[i].what, key != NULL);
		EXPECT_SPAN(names[i].what,
			    ((struct span){ json_string_value(key),
					    json_string_length(key) }),
			    ((struct span){ names[i].value, names[i].len }));
		// No name acts on a terminal.
		for (const char *p = text; *p; p++)
			EXPECT_TRUE(names[i].what,
				    (*p >= ' ' && *p < 0x7f) || *p == '\n');
		json_decref(root);
		made_end(&m);
	}
}

TEST(labels_paths_and_notes_are_strings_too)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b\"\377\n", SPAN("1 a"));
	struct profile *prof = made_test(&m, 0, "t\033", SPAN("2 a"));

	notes_add(&prof->notes, NOTE_DOUBT, "odd", "f\"\200", "a \"note\"\n\377");
	EXPECT_OK(made_compare(&m), m.err);
	json_t *root = parsed(&m);

	EXPECT_TEXT(at(root, "base.label"), "\"b\\\"\\\\xff\\n\"");
	EXPECT_TEXT(at(root, "test.files.0"), "\"t\\u001B\"");
	EXPECT_TEXT(at(root, "notes.0"),
		    "{\"code\":\"odd\",\"file\":\"f\\\"\\\\x80\","
		    "\"text\":\"a \\\"note\\\"\\n\\\\xff\"}");
	json_decref(root);
	made_end(&m);
}

TEST(counts_of_63_bits_are_exact)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("9223372036854775797 a"),
		  SPAN("9223372036854775807 a"));
	json_t *root = parsed(&m);

	EXPECT_TEXT(at(root, "rows.0.base"), "9223372036854775797");
	EXPECT_TEXT(at(root, "rows.0.test"), "9223372036854775807");
	EXPECT_TEXT(at(root, "rows.0.delta"), "10.0");
	EXPECT_TEXT(at(root, "test.total"), "9223372036854775807");
	json_decref(root);
	made_end(&m);
}

TEST(what_is_not_known_is_null)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("5 a ? unseen"), SPAN("2 b"));
	json_t *root = parsed(&m);

	EXPECT_TEXT(at(root, "base.total"), "null");
	EXPECT_TEXT(at(root, "base.listed"), "5");
	EXPECT_TEXT(at(root, "total.base"), "null");
	EXPECT_TEXT(at(root, "total.base_low"), "5");
	EXPECT_TEXT(at(root, "total.base_high"), "null");
	EXPECT_TEXT(at(root, "total.test"), "2");
	EXPECT_TEXT(at(root, "total.status"), "\"uncertain\"");
	EXPECT_TEXT(at(root, "rows.1.key"), "\"b\"");
	EXPECT_TEXT(at(root, "rows.1.base_low"), "0");
	EXPECT_TEXT(at(root, "rows.1.base_high"), "null");
	json_decref(root);
	made_end(&m);
}

TEST(runs_are_named_and_what_they_agree_on)
{
	struct made m;

	made_begin(&m);
	m.compare.how = NORMALIZE_TOTAL;
	m.compare.no_idle = true;
	made_base(&m, "one", SPAN("5 a"))->release = "6.1.0";
	made_base(&m, "two", SPAN("7 a"))->release = "6.1.0";
	made_test(&m, 0, "three", SPAN("6 a"))->release = "6.1.0";
	made_test(&m, 0, "four", SPAN("2 a 4 do_idle"))->release = "6.2.0";
	EXPECT_OK(made_compare(&m), m.err);
	json_t *root = parsed(&m);

	EXPECT_TEXT(at(root, "base.files"), "[\"one\",\"two\"]");
	EXPECT_TEXT(at(root, "base.runs"), "2");
	EXPECT_TEXT(at(root, "base.kernel"), "\"6.1.0\"");
	EXPECT_TEXT(at(root, "test.kernel"), "null");
	EXPECT_TEXT(at(root, "test.total"), "12");
	EXPECT_TEXT(at(root, "normalization.how"), "\"total\"");
	EXPECT_TEXT(at(root, "normalization.idle"), "\"left out\"");
	EXPECT_TEXT(at(root, "rows.0.base_mean"), "6.0");
	EXPECT_TEXT(at(root, "total.test"), "8");
	json_decref(root);
	made_end(&m);
}

TEST(several_tests_are_an_array_of_comparisons)
{
	struct made m;

	made_begin(&m);
	made_base(&m, "b", SPAN("1 a"));
	made_test(&m, 0, "one", SPAN("2 a"));
	made_test(&m, 1, "two", SPAN("4 a"));
	EXPECT_OK(made_compare(&m), m.err);
	json_t *root = parsed(&m);

	EXPECT_TEXT(members_of(root), "diffprof comparisons");
	EXPECT_TEXT(members_of(json_array_get(
			    json_object_get(root, "comparisons"), 1)),
		    "base test normalization noise total rows times notes");
	EXPECT_TEXT(at(root, "comparisons.0.test.label"), "\"one\"");
	EXPECT_TEXT(at(root, "comparisons.1.test.label"), "\"two\"");
	EXPECT_TEXT(at(root, "comparisons.1.base.label"), "\"b\"");
	EXPECT_TEXT(at(root, "comparisons.1.rows.0.delta"), "3.0");
	EXPECT_TEXT(at(root, "comparisons.2"), "");
	json_decref(root);
	made_end(&m);
}

TEST(a_listing_has_a_profile_for_the_sides)
{
	struct listing_options opts = { .by_symbol = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("6 a/64@c0100000 2 b [ext4]"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	json_t *root = parsed(&m);

	EXPECT_TEXT(members_of(root), "diffprof profile rows notes");
	EXPECT_TEXT(members_of(json_object_get(root, "profile")), SIDE_MEMBERS);
	EXPECT_TEXT(at(root, "rows.0"),
		    "{\"key\":\"a\",\"symbol\":\"a\",\"image\":\"vmlinux\","
		    "\"file\":null,\"address\":\"0xc0100000\",\"size\":64,"
		    "\"count\":6,\"share\":0.75,\"load\":0.09375,"
		    "\"maintainers\":null}");
	EXPECT_TEXT(at(root, "rows.1.address"), "null");
	EXPECT_TEXT(at(root, "rows.2"), "");
	json_decref(root);
	made_end(&m);
}

TEST(no_rows_are_an_empty_array)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN(""), SPAN(""));
	json_t *root = parsed(&m);

	EXPECT_TEXT(at(root, "rows"), "[]");
	EXPECT_TEXT(at(root, "total.percent"), "null");
	EXPECT_TEXT(at(root, "total.base_share"), "null");
	json_decref(root);
	made_end(&m);
}

TEST(columns_cannot_be_chosen)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 a"), SPAN("2 a"));
	m.form.columns = "key";
	EXPECT_FAIL(output_json.print(m.views, 1, &m.form, &m.out, &m.err),
		    m.err, ERR_USAGE);
	EXPECT_U64("nothing was printed", m.out.len, 0);
	made_end(&m);
}

TEST_MAIN
