/* test_foreign.c - what libbfd answers may be anything, and images too */
#include "../../src/sym/bfdchild.h"
#include "../../src/sym/foreign.h"

#include "check.h"
#include "random.h"

static struct arena arena;

static int load_of(const char *data, size_t size, struct symtab *st,
		   struct error *err)
{
	struct input in;

	input_from_memory(&in, "image", data, size);
	return symtab_load_input(&in, st, err);
}

/* The bytes of an image of testdata/elf/foreign. */
static struct span image_of(const char *name)
{
	const char *path =
		arena_printf(&arena, "testdata/elf/foreign/%s.xz", name);
	struct input in;
	struct span data;
	struct error err;

	EXPECT_OK(input_open(path, &in, &err), err);
	EXPECT_OK(input_data(&in, &data, &err), err);
	data.ptr = arena_strndup(&arena, data.ptr, data.len);
	input_close(&in);
	return data;
}

TEST(what_it_may_be_is_told_by_the_first_bytes)
{
	static const struct {
		char bytes[8];
		size_t at;	/* more than "MZ": where "PE" is */
		bool is;
	} heads[] = {
		{ "\x0b\x01\x64", 0, true },	/* ZMAGIC of a 386 */
		{ "\xcc\x00\x64", 0, true },	/* QMAGIC */
		{ "\x0b\x01\x00", 0, false },	/* 267 in a dump */
		{ "MZ", 0x80, true },
		{ "MZ", 0, false },		/* of DOS */
		{ "\x04\x00\x00\x00", 0, false }, /* a step of /proc/profile */
		{ "\x00\x02\x00\x00", 0, false },
		{ "\x7f" "ELF", 0, false },
		{ "PERFILE", 0, false },
	};

	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		char data[256] = { 0 };
		struct input in;

		memcpy(data, heads[i].bytes, sizeof(heads[i].bytes));
		if (heads[i].at) {
			data[0x3c] = (char)heads[i].at;
			memcpy(data + heads[i].at, "PE\0\0", 4);
		}
		input_from_memory(&in, "image", data, sizeof(data));
		EXPECT_TRUE(heads[i].bytes, foreign_sniff(&in) == heads[i].is);
	}
}

TEST(damaged_images_are_an_error)
{
	struct span whole = image_of("stabs.exe");
	struct random r = { 1 };
	struct symtab st;
	struct error err;

	for (int i = 0; i < 60; i++) {
		char *copy = arena_strndup(&arena, whole.ptr, whole.len);
		size_t size = whole.len;

		if (i % 2)
			size = below(&r, whole.len);
		else
			for (int k = 0; k < 20; k++)
				copy[64 + below(&r, whole.len - 64)] =
					(char)draw(&r);
		if (load_of(copy, size, &st, &err) == 0)
			symtab_close(&st);
		else
			EXPECT_HAS(err.text, "image: ");
	}
}

/* ---- answers ------------------------------------------------------------- */

struct reply {
	char data[256];
	size_t len;
};

static void add(struct reply *reply, const void *data, size_t size)
{
	memcpy(reply->data + reply->len, data, size);
	reply->len += size;
}

static void add_number(struct reply *reply, uint64_t number, size_t size)
{
	uint32_t small = (uint32_t)number;

	add(reply, size == 4 ? (void *)&small : (void *)&number, size);
}

static void add_text(struct reply *reply, const char *text)
{
	add(reply, text, strlen(text) + 1);
}

static void add_symbol(struct reply *reply, uint64_t addr, char binding,
		       const char *name)
{
	add_number(reply, addr, 8);
	add(reply, &binding, 1);
	add_text(reply, name);
}

static struct reply symbols_reply(void)
{
	struct reply reply = { .len = 0 };

	add_number(&reply, 0x1000, 8);
	add_number(&reply, 0x2000, 8);
	add_number(&reply, 0, 8);
	add_number(&reply, 0, 8);
	add_symbol(&reply, 0x1000, BIND_END, "_stext");
	add_symbol(&reply, 0x1010, BIND_GLOBAL, "work");
	add_symbol(&reply, 0x1020, BIND_LOCAL, "helper");
	add_symbol(&reply, 0, 0, "");
	return reply;
}

static struct reply lines_reply(void)
{
	struct reply reply = { .len = 0 };

	add_text(&reply, "/src/linux");
	add_number(&reply, 0, 4);
	add_number(&reply, 2, 4);
	add_number(&reply, 7, 4);
	add_text(&reply, "/src/linux/include/../inner.h");
	add_text(&reply, "inner");
	add_number(&reply, 12, 4);
	add_text(&reply, "/src/linux/mm/outer.c");
	add_text(&reply, "outer");
	return reply;
}

static bool take_lines(const struct reply *reply, size_t len,
		       struct source_lines *lines)
{
	*lines = (struct source_lines){
		.at = arena_zalloc(&arena, 3 * sizeof(*lines->at)),
	};
	ARENA_ROOM(&arena, lines->spots, 0, lines->cap_spots);
	ARENA_ROOM(&arena, lines->functions, 0, lines->cap_functions);
	lines->nr_spots = lines->nr_functions = 1;
	return foreign_take_lines((struct span){ reply->data, len }, 2, lines,
				  &arena);
}

TEST(answers_are_taken)
{
	struct reply reply = symbols_reply();
	struct symtab st = { .path = "image", .sorted = true };
	struct source_lines lines;

	EXPECT_TRUE("symbols", foreign_take_symbols(
				       &st, (struct span){ reply.data,
							   reply.len }));
	EXPECT_U64("symbols", st.nr, 2);
	EXPECT_U64("regions", st.nr_regions, 1);
	EXPECT_TRUE("_stext", st.has_stext && st.stext == 0x1000);
	EXPECT_SPAN("name", symtab_name(&st, &st.symbols[0]), SPAN("work"));
	arena_release(&st.arena);

	reply = lines_reply();
	EXPECT_TRUE("lines", take_lines(&reply, reply.len, &lines));
	EXPECT_U64("nothing", lines.at[0], 0);
	const struct source_spot *spot = &lines.spots[lines.at[1]];
	EXPECT_TEXT(spot->file, "inner.h");
	EXPECT_U64("line", spot->line, 7);
	const struct source_function *inner = &lines.functions[spot->function];
	EXPECT_TEXT(inner->name, "inner");
	EXPECT_TEXT(inner->call_file, "mm/outer.c");
	EXPECT_U64("call", inner->call_line, 12);
	EXPECT_TEXT(lines.functions[inner->caller].name, "outer");
}

TEST(answers_that_end_early_or_lie_are_refused)
{
	struct reply symbols = symbols_reply(), places = lines_reply();
	struct random r = { 7 };
	struct source_lines lines;

	for (size_t len = 0; len < symbols.len; len++) {
		struct symtab st = { .path = "image", .sorted = true };
		struct span cut = { arena_strndup(&arena, symbols.data, len),
				    len };

		EXPECT_TRUE("cut symbols", !foreign_take_symbols(&st, cut));
		arena_release(&st.arena);
	}
	for (size_t len = 0; len < places.len; len++)
		EXPECT_TRUE("cut lines", !take_lines(&places, len, &lines));
	for (int i = 0; i < 20000; i++) {
		struct symtab st = { .path = "image", .sorted = true };
		struct reply one = symbols, two = places;

		one.data[below(&r, one.len)] = (char)draw(&r);
		two.data[below(&r, two.len)] = (char)draw(&r);
		foreign_take_symbols(&st, (struct span){ one.data, one.len });
		for (size_t k = 0; k < st.nr; k++)
			EXPECT_TRUE("a name", symtab_name(&st, &st.symbols[k])
						      .len <= sizeof(one.data));
		arena_release(&st.arena);
		take_lines(&two, two.len, &lines);
	}
	arena_release(&arena);
}

TEST_MAIN
