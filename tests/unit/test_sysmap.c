#include "diffprof/symtab.h"

#include "check.h"

static int load(const char *text, size_t size, struct symtab *st,
		struct error *err)
{
	struct input in;

	input_from_memory(&in, "map", text, size);
	return symtab_load_input(&in, st, err);
}

static const struct {
	const char *what, *line;
	uint64_t addr;		/* 0: the line gives no symbol */
	uint32_t size;
	enum symbol_binding binding;
	const char *name;
} lines[] = {
	{ "System.map of 32 bits", "c0100040 T f", 0xc0100040, 0, BIND_GLOBAL,
	  "f" },
	{ "System.map of 64 bits", "00000000c0100040 t f", 0xc0100040, 0,
	  BIND_LOCAL, "f" },
	{ "capital digits", "C01000AB T f", 0xc01000ab, 0, BIND_GLOBAL, "f" },
	{ "weak", "c0100040 W f", 0xc0100040, 0, BIND_WEAK, "f" },
	{ "indirect", "c0100040 i f", 0xc0100040, 0, BIND_LOCAL, "f" },
	{ "nm -S", "c0100040 00000010 T f", 0xc0100040, 16, BIND_GLOBAL, "f" },
	{ "nm -S of 64 bits", "00000000c0100040 0000000000000010 T f",
	  0xc0100040, 16, BIND_GLOBAL, "f" },
	{ "nm -S, a size beyond all", "c0100040 ffffffffffffffff T f",
	  0xc0100040, SYMBOL_SIZE_MAX, BIND_GLOBAL, "f" },
	{ "tabs", "c0100040\tT\tf", 0xc0100040, 0, BIND_GLOBAL, "f" },
	{ "several blanks", "c0100040  T   f", 0xc0100040, 0, BIND_GLOBAL,
	  "f" },
	{ "0x in front", "0xc0100040 T f", 0xc0100040, 0, BIND_GLOBAL, "f" },
	{ "a name of one control character", "c0100040 T \001", 0xc0100040, 0,
	  BIND_GLOBAL, "\001" },
	{ "a name in Latin-1", "00000000c0100040 T \351t\351", 0xc0100040, 0,
	  BIND_GLOBAL, "\351t\351" },
	{ "carriage return", "c0100040 T f\r", 0xc0100040, 0, BIND_GLOBAL,
	  "f" },

	{ "a module's", "c0100040 t f\t[mod]", 0, 0, 0, NULL },
	{ "a module's, 64 bits", "00000000c0100040 t f\t[mod]", 0, 0, 0, NULL },
	{ "data", "c0100040 D f", 0, 0, 0, NULL },
	{ "read-only", "c0100040 r f", 0, 0, 0, NULL },
	{ "absolute", "c0100040 A f", 0, 0, 0, NULL },
	{ "a weak object", "c0100040 V f", 0, 0, 0, NULL },
	{ "not known to nm", "c0100040 ? f", 0, 0, 0, NULL },
	{ "undefined", "         U f", 0, 0, 0, NULL },
	{ "no name", "c0100040 T ", 0, 0, 0, NULL },
	{ "no type", "c0100040", 0, 0, 0, NULL },
	{ "17 digits", "000000000c0100040 T f", 0, 0, 0, NULL },
	{ "no digit among 8", "c01000g0 T f", 0, 0, 0, NULL },
	{ "no digit among 16", "00000000c01000g0 T f", 0, 0, 0, NULL },
	{ "no digit among the upper 8", "0000g000c0100040 T f", 0, 0, 0, NULL },
	{ "a sentence", "c0100040 is the address", 0, 0, 0, NULL },
	{ "below _stext", "c00fffff T f", 0, 0, 0, NULL },
	{ "at _etext", "c0200000 T f", 0, 0, 0, NULL },
};

TEST(a_line_of_text_gives_a_symbol_and_others_none)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		char text[256];
		int len = snprintf(text, sizeof(text), "c0100000 T _stext\n"
				   "%s\nc0200000 T _etext\n", lines[i].line);
		struct symtab st;
		struct error err;

		EXPECT_OK(load(text, (size_t)len, &st, &err), err);
		EXPECT_U64(lines[i].what, st.nr, lines[i].addr ? 2 : 1);
		EXPECT_U64(lines[i].what, st.has_sizes, lines[i].size != 0);
		if (lines[i].addr) {
			const struct symbol *sym = &st.symbols[1];

			EXPECT_U64(lines[i].what, sym->addr, lines[i].addr);
			EXPECT_U64(lines[i].what, sym->size, lines[i].size);
			EXPECT_U64(lines[i].what, sym->binding,
				   lines[i].binding);
			EXPECT_SPAN(lines[i].what, symtab_name(&st, sym),
				    span_of(lines[i].name));
		}
		symtab_close(&st);
	}
}

static const struct {
	const char *what, *text;
	uint64_t stext, etext;
} texts[] = {
	{ "_etext among the data (arm64)",
	  "1000 T _stext\n1000 T f\n2000 D _etext\n", 0x1000, 0x2000 },
	{ "absolute bounds (old i386)",
	  "1000 A _stext\n1000 T f\n2000 A _etext\n", 0x1000, 0x2000 },
	{ "one more underscore", "1000 T __stext\n1000 T f\n2000 T __etext\n",
	  0x1000, 0x2000 },
	{ "names that only begin so",
	  "800 T _stext_amode31\n1000 T _stext\n1000 T f\n1800 T _etext_x\n"
	  "2000 T _etext\n", 0x1000, 0x2000 },
	{ "the first of several",
	  "1000 T _stext\n1000 T f\n2000 T _etext\n2800 T _stext\n"
	  "3000 T _etext\n", 0x1000, 0x2000 },
	{ "not a module's",
	  "100 t _stext\t[mod]\n1000 T _stext\n1000 T f\n2000 T _etext\n",
	  0x1000, 0x2000 },
	{ "the end before the begin",
	  "2000 T _etext\n1000 T f\n1000 T _stext\n", 0x1000, 0x2000 },
	{ "per-CPU addresses in front",
	  "0000000000000000 D __per_cpu_start\n"
	  "0000000000000000 A fixed_percpu_data\n"
	  "ffffffff81000000 T _stext\nffffffff81000000 T _text\n"
	  "ffffffff81001000 T _etext\n",
	  0xffffffff81000000, 0xffffffff81001000 },
	{ "a change in the upper half",
	  "00000000fffff000 T _stext\n00000000fffff000 T f\n"
	  "0000000100000000 T g\n0000000100001000 T _etext\n",
	  0xfffff000, 0x100001000 },
	{ "said by nm", "\n/boot/vmlinux:\n\n1000 T _stext\n1000 T f\n"
	  "2000 T _etext\n", 0x1000, 0x2000 },
	{ "no last line end", "1000 T _stext\n1000 T f\n2000 T _etext", 0x1000,
	  0x2000 },
};

TEST(the_bounds_count_whatever_their_letter)
{
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct symtab st;
		struct error err;

		EXPECT_OK(load(texts[i].text, strlen(texts[i].text), &st, &err),
			  err);
		EXPECT_U64(texts[i].what, st.stext, texts[i].stext);
		EXPECT_U64(texts[i].what, st.etext, texts[i].etext);
		symtab_close(&st);
	}
}

/* The address is read eight digits at a time: each of them, any byte. */
TEST(an_address_is_made_of_digits_and_nothing_else)
{
	char text[] = "c0100000 T _stext\n00000000c0100000 T f\n"
		      "c0200000 T _etext\n";
	char *addr = strchr(text, '\n') + 1;

	for (size_t at = 0; at < 16; at++) {
		char was = addr[at];

		for (unsigned byte = 1; byte < 256; byte++) {
			struct symtab st;
			struct error err;
			uint64_t value;

			// A line of another length is another matter.
			if (byte == '\n')
				continue;
			addr[at] = (char)byte;
			bool is_text =
				span_hex((struct span){ addr, 16 }, &value) &&
				value >= 0xc0100000 && value < 0xc0200000;
			EXPECT_OK(load(text, strlen(text), &st, &err), err);
			EXPECT_U64("symbols", st.nr, is_text ? 2 : 1);
			if (is_text)
				EXPECT_U64("value", st.symbols[1].addr, value);
			symtab_close(&st);
		}
		addr[at] = was;
	}
}

TEST(what_follows_the_text_is_not_read)
{
	static const char text[] = "1000 T _stext\n1000 T f\n2000 T _etext\n"
				   "2000 T g\n1800 T late\n";
	struct symtab st;
	struct error err;

	EXPECT_OK(load(text, sizeof(text) - 1, &st, &err), err);
	EXPECT_U64("symbols", st.nr, 2);
	symtab_close(&st);
}

TEST(a_map_cut_behind_its_text_is_whole)
{
	static const struct {
		const char *what, *text, *part;
	} cuts[] = {
		{ "behind", "1000 T _stext\n1000 T f\n2000 T _etext\n3000 T x",
		  NULL },
		{ "before", "1000 T _stext\n1000 T f\n", "ends early" },
	};

	for (size_t i = 0; i < sizeof(cuts) / sizeof(*cuts); i++) {
		struct input in;
		struct symtab st;
		struct error err;

		input_from_memory(&in, "map.gz", cuts[i].text,
				  strlen(cuts[i].text));
		in.cut_short = "the gzip data ends early";
		if (!cuts[i].part) {
			EXPECT_OK(symtab_load_input(&in, &st, &err), err);
			symtab_close(&st);
			continue;
		}
		EXPECT_FAIL(symtab_load_input(&in, &st, &err), err,
			    ERR_SYMBOLS);
		EXPECT_HAS(err.text, "map.gz: ");
		EXPECT_HAS(err.text, cuts[i].part);
	}
}

TEST(a_name_may_be_a_megabyte_long)
{
	static const char bounds[] = "\nc0100000 T _stext\n"
				     "c0200000 T _etext\n";
	size_t size = 1 << 20;
	char *text = malloc(size + 128);
	char *p = text;
	struct symtab st;
	struct error err;

	assert_non_null(text);
	p += sprintf(p, "c0100000 T ");
	memset(p, 'x', size);
	p += size;
	p += sprintf(p, "%s", bounds);
	EXPECT_OK(load(text, (size_t)(p - text), &st, &err), err);
	EXPECT_U64("symbols", st.nr, 2);
	EXPECT_U64("length", symtab_name(&st, &st.symbols[0]).len, size);
	symtab_close(&st);
	free(text);
}

static const struct {
	const char *what, *text;
	bool is;
} sniffs[] = {
	{ "System.map", "c0100000 T _stext\n", true },
	{ "kallsyms", "ffffffffc0201000 t xor_avx_2\t[xor]\n", true },
	{ "hidden kallsyms", "0000000000000000 T _stext\n", true },
	{ "Debian's stub",
	  "ffffffffffffffff B The real System.map is in the package\n", true },
	{ "nm of a named file", "\nvmlinux:\nc0100000 T _stext\n", true },
	{ "readprofile", "   542 __copy_to_user_ll      5.6458\n", false },
	{ "readprofile -v", "c0105000 cpu_idle   542    5.6458\n", false },
	{ "a folded stack", "a;b;c 12\n", false },
	{ "prose", "A kernel\n", false },
	{ "one blank line", "\n", false },
};

TEST(sniffing_knows_maps_from_listings)
{
	for (size_t i = 0; i < sizeof(sniffs) / sizeof(*sniffs); i++) {
		struct input in;

		input_from_memory(&in, "file", sniffs[i].text,
				  strlen(sniffs[i].text));
		EXPECT_U64(sniffs[i].what, sysmap_sniff(&in), sniffs[i].is);
	}
}

TEST_MAIN
