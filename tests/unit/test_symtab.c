#include "diffprof/symtab.h"

#include "check.h"

static void load(const char *text, size_t size, struct symtab *st)
{
	struct input in;
	struct error err;

	input_from_memory(&in, "map", text, size);
	EXPECT_OK(symtab_load_input(&in, st, &err), err);
}

TEST(a_name_ends_at_a_blank_or_the_line_and_nowhere_else)
{
	static const char text[] = "1000 T _stext\n"
				   "1010 T nul\0inside\n"
				   "1020 T \x01\n"
				   "1030 T return\rinside\n"
				   "1040 T dos\r\n"
				   "1050 T tab\t\n"
				   "1060 T blank \n"
				   "1070 T _etext\n"
				   "1080 T end\r";
	static const struct span names[] = {
		SPAN("_stext"),	 SPAN("nul\0inside"), SPAN("\x01"),
		SPAN("return\rinside"), SPAN("dos"), SPAN("tab"),
		SPAN("blank"),
	};
	struct symtab st;

	load(text, sizeof(text) - 1, &st);
	EXPECT_U64("symbols", st.nr, sizeof(names) / sizeof(*names));
	for (size_t i = 0; i < st.nr; i++)
		EXPECT_SPAN("name", symtab_name(&st, &st.symbols[i]), names[i]);
	symtab_close(&st);
}

TEST(an_address_belongs_to_the_last_symbol_up_to_it)
{
	static const char text[] = "1000 T _stext\n"
				   "1000 T a\n"
				   "1010 T b\n"
				   "1010 t b_alias\n"
				   "1020 T c\n"
				   "1030 T _etext\n";
	static const struct {
		uint64_t addr;
		const char *name;	/* NULL: none */
	} cases[] = {
		{ 0xfff, NULL }, { 0x1000, "_stext" }, { 0x100f, "_stext" },
		{ 0x1010, "b" }, { 0x1011, "b" }, { 0x102f, "c" },
		{ 0x1030, NULL }, { UINT64_MAX, NULL },
	};
	struct symtab st;

	load(text, sizeof(text) - 1, &st);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct symbol *sym = symtab_find(&st, cases[i].addr);

		EXPECT_U64("found", sym != NULL, cases[i].name != NULL);
		if (sym)
			EXPECT_SPAN("name", symtab_name(&st, sym),
				    span_of(cases[i].name));
	}
	symtab_close(&st);
}

TEST(the_order_of_the_source_does_not_matter)
{
	static const char text[] = "1030 T _etext\n"
				   "1020 T c\n"
				   "1000 T _stext\n"
				   "1010 T b\n"
				   "ff0 T before\n"
				   "1040 T behind\n";
	struct symtab st;

	load(text, sizeof(text) - 1, &st);
	EXPECT_U64("symbols", st.nr, 3);
	EXPECT_U64("begin", st.stext, 0x1000);
	EXPECT_U64("end", st.etext, 0x1030);
	EXPECT_U64("first", st.symbols[0].addr, 0x1000);
	EXPECT_U64("second", st.symbols[1].addr, 0x1010);
	EXPECT_U64("third", st.symbols[2].addr, 0x1020);
	symtab_close(&st);
}

TEST(what_is_no_map_of_a_kernel_is_an_error)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "1000 T a\n1010 T _etext\n", "no _stext" },
		{ "1000 T _stext\n1010 T a\n", "no _etext" },
		{ "1010 T _stext\n1000 T _etext\n", "_etext" },
		{ "1000 D _stext\n1010 D _etext\n", "no symbol between" },
		{ "0 T _stext\n0 T a\n0 T _etext\n", "kptr_restrict" },
		{ "ffffffffffffffff B The real System.map is in the"
		  " linux-image-<version>-dbg package\n", "stub" },
		{ "hello\n", "neither" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct symtab st;
		struct input in;
		struct error err;

		input_from_memory(&in, "map", cases[i].text,
				  strlen(cases[i].text));
		EXPECT_U64(cases[i].text, symtab_load_input(&in, &st, &err),
			   -1);
		EXPECT_HAS(err.text, "map: ");
		EXPECT_HAS(err.text, cases[i].says);
	}
}

TEST_MAIN
