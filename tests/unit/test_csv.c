/* test_csv.c - RFC 4180, and spreadsheets: csv.c */
#include "made.h"

#define HEAD                                                                   \
	"key,symbol,image,file,line,base,test,base_mean,test_mean,base_low,"   \
	"base_high,test_low,test_high,delta,percent,base_share,test_share,"    \
	"ratio,ratio_low,ratio_high,delta_low,delta_high,phi,z,p,q,verdict,"   \
	"status,match,parts,base_sd,test_sd,score,explanation,maintainers"

TEST(a_row_has_all_members)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("10 a 30 gone"), SPAN("25 a"));
	EXPECT_TEXT(
		made_print(&m, &output_csv), HEAD
		"\r\n"
		"total,total,,,,40,25,40,25,,,,,-15,-37.5,1,1,0.625,,,,,,,,,"
		"unknown,both,name,,,,,,\r\n"
		"a,a,vmlinux,,,10,25,10,25,,,,,15,150,0.25,1,2.5,,,,,,,,,"
		"unknown,both,name,,,,,,\r\n"
		"gone,gone,vmlinux,,,30,0,30,0,,,,,-30,-100,0.75,0,0,,,,,,"
		",,,unknown,gone,none,,,,,,\r\n");
	made_end(&m);
}

TEST(uncertain_rows_come_last_with_their_bounds)
{
	struct made m;

	made_begin(&m);
	m.form.columns = "key,base,base_low,base_high,test,test_low,test_high,"
			 "delta,status";
	made_pair(&m, SPAN("10 a 70 total 9 unseen"), SPAN("12 a 5 b ? unseen"));
	EXPECT_TEXT(made_print(&m, &output_csv),
		    "key,base,base_low,base_high,test,test_low,test_high,delta,"
		    "status\r\n"
		    "total,70,,,,17,,,uncertain\r\n"
		    "a,10,,,12,,,2,both\r\n"
		    "b,,0,9,5,,,,uncertain\r\n");
	made_end(&m);
}

static const struct {
	const char *what;
	struct span name;
	const char *cell;
} texts[] = {
	{ "plain", SPAN("schedule"), "schedule" },
	{ "with a comma", SPAN("f<a,b>"), "\"f<a,b>\"" },
	{ "with a semicolon", SPAN("a;b"), "\"a;b\"" },
	{ "with quotes", SPAN("op\"\"x"), "\"op\"\"\"\"x\"" },
	{ "one quote", SPAN("\""), "\"\"\"\"" },
	{ "a line end is shown", SPAN("a\r\nb"), "a\\x0d\\x0ab" },
	{ "so is a control character", SPAN("a\033b"), "a\\x1bb" },
	{ "and a NUL", SPAN("a\0b"), "a\\x00b" },
	{ "and what is no UTF-8", SPAN("a\377b"), "a\\xffb" },
	{ "UTF-8 stays", SPAN("\303\244"), "\303\244" },
	{ "a formula", SPAN("=1+1"), "'=1+1" },
	{ "a formula with a comma", SPAN("=f(1,2)"), "\"'=f(1,2)\"" },
	{ "a symbol that is a number with a sign", SPAN("-104"), "'-104" },
	{ "one that begins with +", SPAN("+x"), "'+x" },
	{ "one that begins with @", SPAN("@plt"), "'@plt" },
	{ "one that only has one inside", SPAN("a=b"), "a=b" },
	{ "*unknown* is no formula", SPAN("*unknown*"), "*unknown*" },
};

TEST(texts_are_quoted_escaped_and_no_formulas)
{
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct profile_row *row;
		struct made m;
		char want[200];

		made_begin(&m);
		m.form.columns = "symbol,delta";
		made_base(&m, "b", SPAN(""));
		struct profile *prof = made_test(&m, 0, "t", SPAN(""));
		EXPECT_OK(profile_add(prof, texts[i].name, NAME_NONE, 3, &row,
				      &m.err), m.err);
		prof->total = 3;
		EXPECT_OK(made_compare(&m), m.err);
		snprintf(want, sizeof(want),
			 "symbol,delta\r\ntotal,3\r\n%s,3\r\n", texts[i].cell);
		EXPECT_SPAN(texts[i].what, span_of(made_print(&m, &output_csv)),
			    span_of(want));
		made_end(&m);
	}
}

TEST(numbers_are_never_texts)
{
	struct made m;

	made_begin(&m);
	m.form.columns = "delta,percent,key";
	made_pair(&m, SPAN("208 -x 3 a"), SPAN("104 -x 4 a"));
	EXPECT_TEXT(made_print(&m, &output_csv),
		    "delta,percent,key\r\n"
		    "-103,-48.8151658767773,total\r\n"
		    "1,33.3333333333333,a\r\n"
		    "-104,-50,'-x\r\n");
	made_end(&m);
}

TEST(large_counts_and_their_changes_are_exact)
{
	struct made m;

	made_begin(&m);
	m.form.columns = "base,test,delta";
	made_pair(&m, SPAN("1 a"), SPAN("9223372036854775807 a"));
	EXPECT_TEXT(made_print(&m, &output_csv),
		    "base,test,delta\r\n"
		    "1,9223372036854775807,9223372036854775806\r\n"
		    "1,9223372036854775807,9223372036854775806\r\n");
	made_end(&m);
}

TEST(lists_are_joined_by_blanks)
{
	struct made m;

	made_begin(&m);
	m.form.columns = "key,parts";
	made_pair(&m, SPAN("1 a 2 a.cold"), SPAN("4 a.isra.0"));
	EXPECT_TEXT(made_print(&m, &output_csv),
		    "key,parts\r\n"
		    "total,\r\n"
		    "a,a a.cold a.isra.0\r\n");
	made_end(&m);
}

TEST(with_several_tests_each_row_has_its_label)
{
	struct made m;

	made_begin(&m);
	m.form.columns = "key,delta";
	made_base(&m, "b", SPAN("1 a"));
	made_test(&m, 0, "one", SPAN("2 a"));
	made_test(&m, 1, "=two", SPAN("4 a"));
	EXPECT_OK(made_compare(&m), m.err);
	EXPECT_TEXT(made_print(&m, &output_csv),
		    "comparison,key,delta\r\n"
		    "one,total,1\r\n"
		    "one,a,1\r\n"
		    "'=two,total,3\r\n"
		    "'=two,a,3\r\n");
	made_end(&m);
}

TEST(a_listing_has_columns_of_its_own)
{
	struct listing_options opts = { .by_symbol = true };
	struct made m;

	made_begin(&m);
	made_base(&m, "p", SPAN("6 a/64@c0100000 2 b [ext4]"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_TEXT(made_print(&m, &output_csv),
		    "key,symbol,image,file,address,size,count,share,load,"
		    "maintainers\r\n"
		    "total,total,,,,,8,1,,\r\n"
		    "a,a,vmlinux,,0xc0100000,64,6,0.75,0.09375,\r\n"
		    "b [ext4],b,ext4,,,,2,0.25,,\r\n");
	made_end(&m);
}

TEST(a_listing_may_have_no_total)
{
	struct listing_options opts = { .by_symbol = true };
	struct made m;

	made_begin(&m);
	m.form.columns = "key,count,share";
	made_base(&m, "p", SPAN("6 a 2 b ? unseen"));
	EXPECT_OK(made_list(&m, &opts), m.err);
	EXPECT_TEXT(made_print(&m, &output_csv),
		    "key,count,share\r\n"
		    "total,,\r\n"
		    "a,6,\r\n"
		    "b,2,\r\n");
	made_end(&m);
}

TEST(a_column_that_does_not_exist_is_an_error)
{
	struct made m;

	made_begin(&m);
	made_pair(&m, SPAN("1 a"), SPAN("2 a"));
	m.form.columns = "delta,nonsense";
	EXPECT_FAIL(output_csv.print(m.views, 1, &m.form, &m.out, &m.err),
		    m.err, ERR_USAGE);
	EXPECT_U64("nothing was printed", m.out.len, 0);
	made_end(&m);
}

TEST(many_rows_are_all_printed)
{
	enum { NR = 20000 };
	struct profile_row *row;
	struct made m;
	size_t lines = 0;

	made_begin(&m);
	m.form.columns = "key";
	made_base(&m, "b", SPAN(""));
	struct profile *prof = made_test(&m, 0, "t", SPAN(""));
	name_id image = profile_image(prof, SPAN("ext4"));
	for (size_t i = 0; i < NR; i++) {
		char *name = arena_printf(&prof->arena, "name_%zu", i);

		EXPECT_OK(profile_add(prof, span_of(name), image, 1, &row,
				      &m.err), m.err);
	}
	prof->total = NR;
	EXPECT_OK(made_compare(&m), m.err);
	for (const char *p = made_print(&m, &output_csv); *p; p++)
		lines += *p == '\n';
	EXPECT_U64("lines", lines, NR + 2);
	made_end(&m);
}

TEST_MAIN
