#include "diffprof/demangle.h"

#include "check.h"

static const struct {
	const char *what, *name, *plain;
} cases[] = {
	{ "C", "schedule", "schedule" },
	{ "a function of C++", "_Z3addii", "add" },
	{ "a member", "_ZN3app4Node3addERKSs", "app::Node::add" },
	{ "an instance of a template", "_ZN3app4Node3runIiEET_S2_",
	  "app::Node::run<int>" },
	{ "a static one", "_ZN6shapesL10only_localEi", "shapes::only_local" },
	{ "a clone keeps its mark", "_Z3addii.isra.0", "add.isra.0" },
	{ "so does a cold part", "_ZN3app3runEv.cold", "app::run.cold" },
	{ "and a build's own", "_ZN4llvm3runEv.llvm.1234",
	  "llvm::run.llvm.1234" },
	{ "a stub", "_Z3addii@plt", "add@plt" },
	{ "Rust", "_RNvC5crate4main", "crate::main" },
	{ "Rust before 2021",
	  "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE",
	  "core::fmt::Write::write_fmt" },
	{ "none after all", "_Zbroken", "_Zbroken" },
	{ "the dynamic section", "_DYNAMIC", "_DYNAMIC" },
	{ "two bytes", "_Z", "_Z" },
	{ "nothing", "", "" },
};

TEST(names_are_shown_as_their_programs_have_them)
{
	struct arena arena = { 0 };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		EXPECT_SPAN(cases[i].what,
			    demangle(span_of(cases[i].name), &arena),
			    span_of(cases[i].plain));
	arena_release(&arena);
}

TEST(a_name_without_an_end_is_not_taken_apart)
{
	struct arena arena = { 0 };
	static char deep[8192];

	memset(deep, 'P', sizeof(deep) - 1);
	memcpy(deep, "_Z1f", 4);
	EXPECT_U64("as it was", demangle(span_of(deep), &arena).len,
		   sizeof(deep) - 1);
	deep[4000] = '\0';
	EXPECT_TRUE("something", demangle(span_of(deep), &arena).len > 0);
	arena_release(&arena);
}

TEST_MAIN
