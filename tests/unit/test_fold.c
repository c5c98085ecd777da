#include "diffprof/fold.h"

#include "check.h"

static const struct {
	const char *what, *name, *function, *kept;
} cases[] = {
	{ "an argument removed", "foo.isra.0", "foo", "foo.isra.0" },
	{ "of many clones", "foo.isra.137", "foo", "foo.isra.137" },
	{ "an argument known", "foo.constprop.3", "foo", "foo.constprop.3" },
	{ "a piece split off", "foo.part.1", "foo", "foo.part.1" },
	{ "gcc's cold half", "foo.cold", "foo", "foo.cold" },
	{ "gcc 8 numbers it", "foo.cold.12", "foo", "foo.cold.12" },
	{ "made local by LTO", "foo.lto_priv.7", "foo", "foo.lto_priv.7" },
	{ "a local alias", "foo.localalias", "foo", "foo.localalias" },
	{ "a numbered one", "foo.localalias.2", "foo", "foo.localalias.2" },
	{ "a string's", "foo.str", "foo", "foo.str" },
	{ "a jump table of CFI", "foo.cfi_jt", "foo", "foo.cfi_jt" },
	{ "a hash of ThinLTO", "foo.llvm.1234567890", "foo", "foo" },
	{ "hexadecimal", "foo.llvm.12ab90", "foo", "foo" },
	{ "a unique name", "foo.__uniq.123456", "foo", "foo" },
	{ "both hashes", "foo.__uniq.1.llvm.2", "foo", "foo" },
	{ "the padding before it", "__pfx_foo", "foo", "__pfx_foo" },
	{ "a type of kCFI", "__cfi_foo", "foo", "__cfi_foo" },

	{ "two, one on the other", "foo.isra.0.cold", "foo", "foo.isra.0.cold" },
	{ "two with numbers", "foo.constprop.18.cold.27", "foo",
	  "foo.constprop.18.cold.27" },
	{ "three", "foo.isra.0.constprop.0.part.3", "foo",
	  "foo.isra.0.constprop.0.part.3" },
	{ "in front and behind", "__pfx_foo.part.0", "foo", "__pfx_foo.part.0" },
	{ "both in front", "__pfx___cfi_foo", "foo", "__pfx___cfi_foo" },
	{ "a clone and a hash", "foo.isra.0.llvm.77", "foo", "foo.isra.0" },
	{ "a name with a dot", "foo.bar.isra.0", "foo.bar", "foo.bar.isra.0" },
	{ "ppc64's entry", ".foo.isra.0", ".foo", ".foo.isra.0" },
	{ "eight bytes before it", "sixtytwo.cold", "sixtytwo",
	  "sixtytwo.cold" },

	{ "a spin lock's section", ".text.lock.dcache", NULL, NULL },
	{ "a static variable's", "foo.123", NULL, NULL },
	{ "a longer word", "foo.llvmish", NULL, NULL },
	{ "a longer word again", "foo.colder", NULL, NULL },
	{ "a number without its word", "foo.isra", NULL, NULL },
	{ "a word without its number", "foo.isra.", NULL, NULL },
	{ "a word for a number", "foo.isra.x", NULL, NULL },
	{ "a number and a word", "foo.part.0x", NULL, NULL },
	{ "no dot", "foo_cold", NULL, NULL },
	{ "a dot at the end", "foo.cold.", NULL, NULL },
	{ "a suffix in the middle", "foo.cold.bar", NULL, NULL },
	{ "nothing before the dot", ".cold", NULL, NULL },
	{ "nothing behind the prefix", "__pfx_", NULL, NULL },
	{ "a plain name", "schedule", NULL, NULL },
	{ "a short one", "a", NULL, NULL },
	{ "no name", "", NULL, NULL },
	{ "no symbol", "*unknown*", NULL, NULL },
};

TEST(suffixes_and_prefixes_are_taken_off)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *name = cases[i].name;
		const char *function = cases[i].function;

		EXPECT_SPAN(cases[i].what, fold(span_of(name), false),
			    span_of(function ? function : name));
	}
}

TEST(clones_are_kept_but_not_the_hashes_of_a_build)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *name = cases[i].name;
		const char *kept = cases[i].kept;

		EXPECT_SPAN(cases[i].what, fold(span_of(name), true),
			    span_of(kept ? kept : name));
	}
}

TEST(what_is_left_is_a_part_of_the_name_itself)
{
	struct span name = SPAN("__pfx_foo.cold"), function = fold(name, false);

	EXPECT_TRUE("place", function.ptr == name.ptr + 6);
}

TEST(a_name_may_have_no_bytes_behind_it_that_are_ours)
{
	// Names end where they end: what follows is another word.
	EXPECT_SPAN("short", fold((struct span){ "foo.isra.0", 5 }, false),
		    SPAN("foo.i"));
	EXPECT_SPAN("word", fold((struct span){ "foo.isra.0", 8 }, false),
		    SPAN("foo.isra"));
}

TEST(a_profile_lists_the_names_that_folding_changes)
{
	struct profile prof;
	struct profile_row *row;
	struct error err;

	profile_init(&prof, "test", "");
	EXPECT_OK(profile_add(&prof, SPAN("foo"), NAME_NONE, 1, &row, &err), err);
	EXPECT_OK(profile_add(&prof, SPAN("foo.cold"), NAME_NONE, 1, &row, &err),
		  err);
	EXPECT_OK(profile_add(&prof, SPAN("b.llvm.9"), NAME_NONE, 1, &row, &err),
		  err);
	fold_profile(&prof, false);
	EXPECT_U64("folded", prof.nr_folded, 2);
	EXPECT_SPAN("name", names_text(&prof.names, prof.folded[0].id),
		    SPAN("foo.cold"));
	EXPECT_SPAN("function", prof.folded[0].function, SPAN("foo"));
	EXPECT_U64("hash", prof.folded[0].hash, names_hash(SPAN("foo")));
	EXPECT_SPAN("second", prof.folded[1].function, SPAN("b"));
	profile_release(&prof);
}

TEST_MAIN
