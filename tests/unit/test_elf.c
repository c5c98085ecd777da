#include "diffprof/symtab.h"

#include <elf.h>

#include "check.h"

/*
 * A small vmlinux, made here in either class and byte order: text from 0x1000
 * to 0x1100, no contents but those of notes and the banner.
 */
enum { TEXT = 1, INIT, DATA, RODATA, NOTES, STRTAB, SYMTAB, NR_SECTIONS };

struct sym {
	const char *name;
	uint64_t addr, size;
	int bind, type, section;
};

static const struct sym symbols[] = {
	{ "_stext", 0x1000, 0, STB_GLOBAL, STT_NOTYPE, TEXT },
	{ "_etext", 0x1100, 0, STB_GLOBAL, STT_NOTYPE, SHN_ABS },
	{ "file.c", 0x1010, 0, STB_LOCAL, STT_FILE, SHN_ABS },
	{ "", 0x1000, 0, STB_LOCAL, STT_SECTION, TEXT },
	{ "first", 0x1000, 0x20, STB_GLOBAL, STT_FUNC, TEXT },
	{ "label", 0x1020, 0, STB_LOCAL, STT_NOTYPE, TEXT },
	{ "spare", 0x1030, 0x10, STB_WEAK, STT_FUNC, TEXT },
	{ "resolved", 0x1040, 0x10, STB_GLOBAL, STT_GNU_IFUNC, TEXT },
	{ "huge", 0x1050, 0x1ffffffffULL, STB_LOCAL, STT_FUNC, TEXT },
	{ "table", 0x1060, 8, STB_LOCAL, STT_OBJECT, TEXT },
	{ "variable", 0x1070, 8, STB_GLOBAL, STT_NOTYPE, DATA },
	{ "absolute", 0x1080, 8, STB_GLOBAL, STT_FUNC, SHN_ABS },
	{ "foreign", 0x1090, 8, STB_GLOBAL, STT_FUNC, SHN_UNDEF },
	{ "before", 0xfff, 8, STB_GLOBAL, STT_FUNC, TEXT },
	{ "boot", 0x1100, 8, STB_GLOBAL, STT_FUNC, INIT },
	{ "odd", 0x10a1, 4, STB_GLOBAL, STT_FUNC, TEXT },
	{ "_etext", 0x1008, 0, STB_LOCAL, STT_NOTYPE, TEXT },
	{ "linux_banner", 0x3000, 0, STB_GLOBAL, STT_OBJECT, RODATA },
};

#define NR_SYMBOLS (sizeof(symbols) / sizeof(*symbols))

struct shape {
	const char *what;
	bool is_64, is_big;
	int machine;
	const char *salt;	/* in a note, or NULL */
	int stripped;		/* section that is missing, or 0 */
};

static const struct shape shapes[] = {
	{ "32-bit little", false, false, EM_386, "6.1.0-50-686", 0 },
	{ "32-bit big", false, true, EM_PPC, "6.1.0-50-686", 0 },
	{ "64-bit little", true, false, EM_X86_64, "6.1.0-50-686", 0 },
	{ "64-bit big", true, true, EM_S390, "6.1.0-50-686", 0 },
};

#define NR_SHAPES (sizeof(shapes) / sizeof(*shapes))

struct image {
	unsigned char data[4096];
	size_t size;
	bool is_64, is_big;
	size_t headers, names;	/* offsets: section headers, .strtab */
	size_t syms, each;	/* .symtab and its entries */
};

static void put(struct image *img, size_t at, uint64_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		img->data[at + (img->is_big ? bytes - 1 - i : i)] =
			(unsigned char)(value >> 8 * i);
}

static void add(struct image *img, uint64_t value, size_t bytes)
{
	put(img, img->size, value, bytes);
	img->size += bytes;
}

static void add_bytes(struct image *img, const char *bytes, size_t len)
{
	memcpy(img->data + img->size, bytes, len);
	img->size += len;
}

static void align(struct image *img)
{
	img->size = (img->size + 7) & ~(size_t)7;
}

static void add_note(struct image *img, const char *owner, unsigned type,
		     const char *desc, size_t len)
{
	add(img, strlen(owner) + 1, 4);
	add(img, len, 4);
	add(img, type, 4);
	add_bytes(img, owner, strlen(owner) + 1);
	img->size = (img->size + 3) & ~(size_t)3;
	add_bytes(img, desc, len);
	img->size = (img->size + 3) & ~(size_t)3;
}

/* An address or offset, as wide as the class has it. */
static void add_word(struct image *img, uint64_t value)
{
	add(img, value, img->is_64 ? 8 : 4);
}

static void add_section(struct image *img, unsigned type, uint64_t flags,
			uint64_t addr, uint64_t at, uint64_t size,
			unsigned link, uint64_t each)
{
	add(img, 0, 4);
	add(img, type, 4);
	add_word(img, flags);
	add_word(img, addr);
	add_word(img, at);
	add_word(img, size);
	add(img, link, 4);
	add(img, 0, 4);
	add_word(img, 4);
	add_word(img, each);
}

static void add_symbol(struct image *img, const struct sym *sym, uint32_t name)
{
	unsigned info = (unsigned)sym->bind << 4 | (unsigned)sym->type;

	add(img, name, 4);
	if (!img->is_64) {
		add(img, sym->addr, 4);
		add(img, sym->size > UINT32_MAX ? UINT32_MAX : sym->size, 4);
	}
	add(img, info, 1);
	add(img, 0, 1);
	add(img, (uint64_t)sym->section, 2);
	if (img->is_64) {
		add(img, sym->addr, 8);
		add(img, sym->size, 8);
	}
}

static void make_image(struct image *img, const struct shape *shape)
{
	static const char banner[] = "Linux version 5.10.0-8-arm64 (gcc) #1";
	const struct sym none = { .section = SHN_UNDEF };
	uint32_t name[NR_SYMBOLS];

	*img = (struct image){ .is_64 = shape->is_64,
			       .is_big = shape->is_big };
	img->size = shape->is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);

	size_t notes = img->size;
	add_note(img, "Xen", 6, "linux", 6);
	add_note(img, "GNU", NT_GNU_BUILD_ID, "\x12\xab\xff\x00", 4);
	if (shape->salt)
		add_note(img, "Linux", 0x100, shape->salt,
			 strlen(shape->salt) + 1);
	size_t notes_end = img->size;
	add_bytes(img, banner, sizeof(banner));
	size_t banner_end = img->size;

	img->names = img->size;
	add_bytes(img, "", 1);
	for (size_t i = 0; i < NR_SYMBOLS; i++) {
		name[i] = (uint32_t)(img->size - img->names);
		add_bytes(img, symbols[i].name, strlen(symbols[i].name) + 1);
	}
	size_t names_end = img->size;
	align(img);

	img->syms = img->size;
	add_symbol(img, &none, 0);
	img->each = img->size - img->syms;
	for (size_t i = 0; i < NR_SYMBOLS; i++)
		add_symbol(img, &symbols[i], name[i]);
	size_t syms_end = img->size;
	align(img);

	img->headers = img->size;
	add_section(img, SHT_NULL, 0, 0, 0, 0, 0, 0);
	add_section(img, SHT_NOBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000, 0x80,
		    0x100, 0, 0);
	add_section(img, SHT_NOBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1100, 0x80,
		    0x100, 0, 0);
	add_section(img, SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 0x2000, 0x80,
		    0x100, 0, 0);
	add_section(img, SHT_PROGBITS, SHF_ALLOC, 0x3000, notes_end,
		    banner_end - notes_end, 0, 0);
	add_section(img, shape->stripped == NOTES ? SHT_NOBITS : SHT_NOTE,
		    SHF_ALLOC, 0x4000, notes, notes_end - notes, 0, 0);
	add_section(img, SHT_STRTAB, 0, 0, img->names, names_end - img->names,
		    0, 0);
	add_section(img, shape->stripped == SYMTAB ? SHT_NOBITS : SHT_SYMTAB, 0,
		    0, img->syms, syms_end - img->syms, STRTAB, img->each);

	size_t at = img->size;
	img->size = 0;
	add_bytes(img, ELFMAG, SELFMAG);
	add(img, img->is_64 ? ELFCLASS64 : ELFCLASS32, 1);
	add(img, img->is_big ? ELFDATA2MSB : ELFDATA2LSB, 1);
	add(img, EV_CURRENT, 1);
	img->size = EI_NIDENT;
	add(img, ET_EXEC, 2);
	add(img, (uint64_t)shape->machine, 2);
	add(img, EV_CURRENT, 4);
	add_word(img, 0x1000);
	add_word(img, 0);
	add_word(img, img->headers);
	add(img, 0, 4);
	add(img, img->is_64 ? 64 : 52, 2);
	add(img, 0, 2);
	add(img, 0, 2);
	add(img, img->is_64 ? 64 : 40, 2);
	add(img, NR_SECTIONS + 1, 2);
	add(img, 0, 2);
	// .symtab is the last section.
	put(img, img->size - 4, NR_SECTIONS, 2);
	img->size = at;
}

static int load(const void *data, size_t size, const char *path,
		struct symtab *st, struct error *err)
{
	struct input in;

	input_from_memory(&in, path, data, size);
	return symtab_load_input(&in, st, err);
}

static const struct symbol *named(const struct symtab *st, const char *name)
{
	for (size_t i = 0; i < st->nr; i++)
		if (span_is(symtab_name(st, &st->symbols[i]), name))
			return &st->symbols[i];
	return NULL;
}

TEST(any_class_and_byte_order_gives_the_same_symbols)
{
	for (size_t i = 0; i < NR_SHAPES; i++) {
		const char *what = shapes[i].what;
		struct image img;
		struct symtab st;
		struct error err;

		make_image(&img, &shapes[i]);
		EXPECT_OK(load(img.data, img.size, "vmlinux", &st, &err), err);
		EXPECT_U64(what, st.nr, 8);
		EXPECT_U64(what, st.order, img.is_big ? ORDER_BIG :
							ORDER_LITTLE);
		EXPECT_TRUE(what, st.has_sizes && st.has_stext && st.has_etext);
		EXPECT_U64(what, st.stext, 0x1000);
		EXPECT_U64(what, st.etext, 0x1100);
		EXPECT_TEXT(st.build_id, "12abff00");
		EXPECT_TEXT(st.release, "6.1.0-50-686");

		const struct symbol *first = named(&st, "first");
		EXPECT_TRUE(what, first);
		EXPECT_U64(what, first->addr, 0x1000);
		EXPECT_U64(what, first->size, 0x20);
		EXPECT_U64(what, first->binding, BIND_GLOBAL);
		const struct symbol *label = named(&st, "label");
		EXPECT_TRUE(what, label);
		EXPECT_U64(what, label->binding, BIND_LOCAL);
		const struct symbol *spare = named(&st, "spare");
		EXPECT_TRUE(what, spare && spare->binding == BIND_WEAK);
		const struct symbol *huge = named(&st, "huge");
		EXPECT_TRUE(what, huge && huge->size == SYMBOL_SIZE_MAX);
		EXPECT_TRUE(what, named(&st, "resolved"));
		EXPECT_TRUE(what, named(&st, "_stext"));
		EXPECT_U64(what, named(&st, "odd")->addr, 0x10a1);
		symtab_close(&st);
	}
}

TEST(the_lowest_bit_of_a_thumb_function_is_no_address)
{
	static const int machines[] = { EM_ARM, EM_MIPS };

	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		const struct shape shape = { .machine = machines[i] };
		struct image img;
		struct symtab st;
		struct error err;

		make_image(&img, &shape);
		EXPECT_OK(load(img.data, img.size, "vmlinux", &st, &err), err);
		EXPECT_U64("odd", named(&st, "odd")->addr, 0x10a0);
		symtab_close(&st);
	}
}

static const struct {
	const char *what, *path, *salt, *release;
	bool has_banner;
} releases[] = {
	{ "a note comes first", "vmlinux-4.4.0", "6.1.0-50", "6.1.0-50", true },
	{ "a salt may be anything", "vmlinux-4.4.0", "pepper", "5.10.0-8-arm64",
	  true },
	{ "then the banner", "vmlinux-4.4.0", NULL, "5.10.0-8-arm64", true },
	{ "then the path", "vmlinux-4.4.0", NULL, "4.4.0", false },
	{ "or none", "vmlinux", NULL, NULL, false },
};

TEST(the_release_is_in_a_note_or_the_banner_or_the_path)
{
	for (size_t i = 0; i < sizeof(releases) / sizeof(*releases); i++) {
		const struct shape shape = { .is_64 = true,
					     .machine = EM_AARCH64,
					     .salt = releases[i].salt };
		struct image img;
		struct symtab st;
		struct error err;

		make_image(&img, &shape);
		if (!releases[i].has_banner)
			put(&img, img.headers + RODATA * 64 + 4, SHT_NOBITS, 4);
		EXPECT_OK(load(img.data, img.size, releases[i].path, &st, &err),
			  err);
		EXPECT_SPAN(releases[i].what, span_of(st.release),
			    span_of(releases[i].release));
		symtab_close(&st);
	}
}

TEST(a_stripped_image_says_what_to_give_instead)
{
	const struct shape shape = { .is_64 = true, .machine = EM_X86_64,
				     .stripped = SYMTAB };
	struct image img;
	struct symtab st;
	struct error err;

	make_image(&img, &shape);
	EXPECT_FAIL(load(img.data, img.size, "vmlinux", &st, &err), err,
		    ERR_SYMBOLS);
	EXPECT_HAS(err.text, "vmlinux: ");
	EXPECT_HAS(err.text, "without a symbol table");
	EXPECT_HAS(err.text, "System.map");
}

TEST(an_image_without_bounds_is_no_kernel)
{
	const struct shape shape = { .machine = EM_386 };
	struct image img;
	struct symtab st;
	struct error err;

	make_image(&img, &shape);
	img.data[img.names + 2] = 'x';	// _xtext
	EXPECT_FAIL(load(img.data, img.size, "ls", &st, &err), err,
		    ERR_SYMBOLS);
	EXPECT_HAS(err.text, "ls: no _stext");
	EXPECT_HAS(err.text, "is it a vmlinux?");
}

/* Fields of a 64-bit little-endian image, relative to a section's header. */
enum {
	SH_TYPE = 4,
	SH_OFFSET = 24,
	SH_SIZE = 32,
	SH_LINK = 40,
	SH_ENTSIZE = 56,
};

static const struct {
	const char *what;
	int section;		/* -1: the image's header */
	size_t field, bytes;
	uint64_t value;
	const char *part;	/* of the sentence */
} damages[] = {
	{ "class", -1, EI_CLASS, 1, 7, "damaged ELF image" },
	{ "byte order", -1, EI_DATA, 1, 9, "damaged ELF image" },
	{ "section headers behind the end", -1, 40, 8, 1 << 20,
	  "not whole" },
	{ "section headers at the end of numbers", -1, 40, 8, UINT64_MAX - 8,
	  "not whole" },
	{ "too many sections", -1, 60, 2, 0xfeff, "not whole" },
	{ "no sections at all", -1, 40, 8, 0, "without a symbol table" },
	{ "entries of no size", SYMTAB, SH_ENTSIZE, 8, 0, "symbol table" },
	{ "entries of an odd size", SYMTAB, SH_ENTSIZE, 8, 23,
	  "symbol table" },
	{ "not a whole number of entries", SYMTAB, SH_SIZE, 8, 25,
	  "symbol table" },
	{ "symbols behind the end", SYMTAB, SH_OFFSET, 8, 1 << 30,
	  "symbol table" },
	{ "more symbols than the file", SYMTAB, SH_SIZE, 8, 24ULL << 40,
	  "symbol table" },
	{ "offset and size wrap", SYMTAB, SH_OFFSET, 8, UINT64_MAX - 7,
	  "symbol table" },
	{ "names in no section", SYMTAB, SH_LINK, 4, 99, "names" },
	{ "names in the text", SYMTAB, SH_LINK, 4, TEXT, "names" },
	{ "names behind the end", STRTAB, SH_OFFSET, 8, 1 << 30, "names" },
	{ "no names", STRTAB, SH_SIZE, 8, 0, "names is empty" },
	{ "fewer names than symbols need", STRTAB, SH_SIZE, 8, 20,
	  "has its name" },
	{ "no symbols", SYMTAB, SH_SIZE, 8, 0, "no _stext" },
};

TEST(a_damaged_image_is_an_error_that_says_what)
{
	for (size_t i = 0; i < sizeof(damages) / sizeof(*damages); i++) {
		struct image img;
		struct symtab st;
		struct error err;

		make_image(&img, &shapes[2]);
		put(&img, (damages[i].section < 0 ? 0 :
			   img.headers + (size_t)damages[i].section * 64) +
				  damages[i].field,
		    damages[i].value, damages[i].bytes);
		if (load(img.data, img.size, "vmlinux", &st, &err) != -1)
			check_failed(__FILE__, __LINE__, "%s: did not fail",
				     damages[i].what);
		EXPECT_HAS(err.text, "vmlinux: ");
		EXPECT_HAS(err.text, damages[i].part);
	}
}

TEST(a_name_outside_of_the_table_is_an_error)
{
	struct image img;
	struct symtab st;
	struct error err;

	make_image(&img, &shapes[2]);
	put(&img, img.syms + 5 * img.each, 1 << 20, 4);
	EXPECT_FAIL(load(img.data, img.size, "vmlinux", &st, &err), err,
		    ERR_FORMAT);
	EXPECT_HAS(err.text, "symbol 5 ");
}

TEST(sniffing_takes_elf_images_only)
{
	struct image img;
	struct input in;

	make_image(&img, &shapes[0]);
	input_from_memory(&in, "vmlinux", (char *)img.data, img.size);
	EXPECT_TRUE("image", elf_sniff(&in));
	input_from_memory(&in, "map", "\177EL", 3);
	EXPECT_TRUE("too short", !elf_sniff(&in));
	input_from_memory(&in, "map", "c1000000 T _stext\n", 18);
	EXPECT_TRUE("map", !elf_sniff(&in));
}

/* Load a copy of exactly SIZE bytes; fails or not, but keeps its promises. */
static void load_hostile(const unsigned char *data, size_t size)
{
	unsigned char *copy = malloc(size);
	struct symtab st;
	struct error err = { 0 };

	assert_non_null(copy);
	memcpy(copy, data, size);
	if (load(copy, size, "vmlinux", &st, &err) == 0) {
		for (size_t i = 0; i < st.nr; i++) {
			struct span name = symtab_name(&st, &st.symbols[i]);

			EXPECT_TRUE("name", name.len && name.len < size);
			EXPECT_TRUE("text",
				    st.symbols[i].addr >= st.stext &&
					    st.symbols[i].addr < st.etext);
		}
		symtab_close(&st);
	} else {
		EXPECT_HAS(err.text, "vmlinux: ");
	}
	EXPECT_TRUE("the input is not written to", !memcmp(copy, data, size));
	free(copy);
}

TEST(an_image_cut_anywhere_does_no_harm)
{
	for (size_t i = 0; i < NR_SHAPES; i++) {
		struct image img;

		make_image(&img, &shapes[i]);
		for (size_t size = SELFMAG; size < img.size; size++)
			load_hostile(img.data, size);
	}
}

TEST(a_flipped_bit_anywhere_does_no_harm)
{
	for (size_t i = 0; i < NR_SHAPES; i++) {
		struct image img;

		make_image(&img, &shapes[i]);
		for (size_t at = SELFMAG * 8; at < img.size * 8; at++) {
			img.data[at / 8] ^= (unsigned char)(1 << at % 8);
			load_hostile(img.data, img.size);
			img.data[at / 8] ^= (unsigned char)(1 << at % 8);
		}
	}
}

TEST_MAIN
