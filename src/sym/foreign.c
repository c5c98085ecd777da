#include "foreign.h"

#include "diffprof/whole.h"

#include "bfdchild.h"
#include "linecaching.h"
#include "srcpath.h"

/* ---- what it may be ------------------------------------------------------ */

static unsigned little16(struct span bytes, size_t at)
{
	const unsigned char *b = (const unsigned char *)bytes.ptr + at;

	return at + 2 <= bytes.len ? b[0] | (unsigned)b[1] << 8 : 0;
}

static unsigned big16(struct span bytes, size_t at)
{
	const unsigned char *b = (const unsigned char *)bytes.ptr + at;

	return at + 2 <= bytes.len ? (unsigned)b[0] << 8 | b[1] : 0;
}

/* OMAGIC, NMAGIC, ZMAGIC and QMAGIC, of <a.out.h>, in either byte order. */
static bool is_aout(struct span head)
{
	unsigned little = little16(head, 0), big = big16(head, 2);
	// Linux writes machine and flags above it: 0x64 is a 386.
	unsigned machine = little16(head, 2);

	if (head.len < 32)
		return false;
	return ((little == 0407 || little == 0410 || little == 0413 ||
		 little == 0314) && (machine & 0xff) == 0x64) ||
	       ((big == 0407 || big == 0410 || big == 0413 || big == 0314) &&
		big16(head, 0) <= 0xff);
}

static bool is_pe(struct span head)
{
	size_t at = little16(head, 0x3c);

	return span_starts(head, "MZ") && at + 4 <= head.len &&
	       !memcmp(head.ptr + at, "PE\0", 4);
}

/* COFF, XCOFF, ECOFF, Mach-O: a number of the machine, or of the format. */
static bool is_other(struct span head)
{
	static const unsigned short machines[] = {
		0x014c, 0x8664, 0x0184, 0x01f0, 0x01f1, 0xaa64, /* COFF, PE */
		0x0183, 0x0160, 0x0162,
	};
	static const char *const macho[] = {
		"\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf",
		"\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe",
	};

	if (head.len < 64)
		return false;
	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++)
		if (little16(head, 0) == machines[i])
			return true;
	for (size_t i = 0; i < sizeof(macho) / sizeof(*macho); i++)
		if (!memcmp(head.ptr, macho[i], 4))
			return true;
	return big16(head, 0) == 0x01df || big16(head, 0) == 0x01f7; /* XCOFF */
}

bool foreign_sniff(struct input *in)
{
	return is_pe(in->head) || is_aout(in->head) || is_other(in->head);
}

bool foreign_has_stabs(const struct elfimage *img)
{
	Elf_Scn *section = NULL;
	size_t names;
	GElf_Shdr head;

	if (img->header.e_type == ET_REL ||
	    elf_getshdrstrndx(img->elf, &names) < 0)
		return false;
	while ((section = elf_nextscn(img->elf, section))) {
		const char *name = gelf_getshdr(section, &head) ?
					   elf_strptr(img->elf, names,
						      head.sh_name) :
					   NULL;

		if (name && !strcmp(name, ".stab") && head.sh_size &&
		    head.sh_type != SHT_NOBITS)
			return true;
	}
	return false;
}

/* ---- answers ------------------------------------------------------------- */

static bool take(struct span *answer, void *to, size_t size)
{
	if (answer->len < size)
		return false;
	memcpy(to, answer->ptr, size);
	answer->ptr += size;
	answer->len -= size;
	return true;
}

static bool take_text(struct span *answer, struct span *text)
{
	const char *nul = memchr(answer->ptr, '\0', answer->len);

	if (!answer->len || !nul)
		return false;
	*text = (struct span){ answer->ptr, (size_t)(nul - answer->ptr) };
	answer->ptr = nul + 1;
	answer->len -= text->len + 1;
	return true;
}

static int broken(const char *path, struct error *err)
{
	return fail(err, ERR_SYMBOLS,
		    "%s: libbfd did not come to an end with it; it is damaged",
		    path);
}

/* ---- symbols ------------------------------------------------------------- */

static bool take_regions(struct symtab *st, struct span *answer)
{
	struct code_region region;

	for (;;) {
		if (!take(answer, &region.addr, 8) ||
		    !take(answer, &region.end, 8))
			return false;
		if (!region.end)
			return true;
		if (region.end <= region.addr)
			continue;
		ARENA_ROOM(&st->arena, st->regions, st->nr_regions,
			   st->cap_regions);
		st->regions[st->nr_regions++] = region;
	}
}

/* All code, where no symbol says where the text begins and ends. */
static void take_bounds(struct symtab *st, struct span name, uint64_t addr)
{
	if (span_is(name, "_stext") && !st->has_stext) {
		st->has_stext = true;
		st->stext = addr;
	} else if (span_is(name, "_etext") && !st->has_etext) {
		st->has_etext = true;
		st->etext = addr;
	}
}

static void default_bounds(struct symtab *st)
{
	uint64_t from = UINT64_MAX, to = 0;

	if (st->has_stext && st->has_etext)
		return;
	for (size_t i = 0; i < st->nr_regions; i++) {
		const struct code_region *r = &st->regions[i];

		from = r->addr < from ? r->addr : from;
		to = r->end > to ? r->end : to;
	}
	st->has_stext = st->has_etext = to > from;
	st->stext = from;
	st->etext = to;
}

bool foreign_take_symbols(struct symtab *st, struct span answer)
{
	struct symbol sym = { 0 };
	struct span name;
	uint8_t binding;
	uint64_t addr;

	st->text = answer.ptr;
	st->text_size = answer.len;
	if (!take_regions(st, &answer))
		return false;
	for (;;) {
		if (!take(&answer, &addr, 8) || !take(&answer, &binding, 1) ||
		    !take_text(&answer, &name))
			return false;
		if (!name.len)
			return true;
		take_bounds(st, name, addr);
		if (binding > BIND_LOCAL)
			continue;
		sym.addr = addr;
		sym.binding = binding;
		sym.name = (uint32_t)(name.ptr - st->text);
		symtab_add(st, &sym);
	}
}

int foreign_load(struct symtab *st, struct error *err)
{
	struct span file, answer;

	if (input_data(&st->in, &file, err) < 0)
		return -1;
	if (is_aout(st->in.head))
		return fail(err, ERR_SYMBOLS,
			    "%s: an a.out image, which libbfd reads no more;"
			    " give its System.map with -m",
			    st->path);
	if (bfdchild_ask(st->path, file, BFD_SYMBOLS, NULL, 0, &st->arena,
			 &answer, err) < 0)
		return -1;
	if (answer.len > UINT32_MAX)
		return fail(err, ERR_LIMIT, "%s: %zu MiB of symbols is too much",
			    st->path, answer.len >> 20);
	if (!foreign_take_symbols(st, answer))
		return broken(st->path, err);
	if (!st->nr)
		return fail(err, ERR_SYMBOLS,
			    "%s: has no symbols; was it stripped?", st->path);
	if (st->whole)
		return whole_seal(st, err);
	default_bounds(st);
	return symtab_seal(st, err);
}

/* ---- lines --------------------------------------------------------------- */

struct taking {
	const char *root; /* NULL: none */
	struct source_lines *lines;
	struct arena *arena;
};

static const char *shown_path(struct taking *t, struct span file)
{
	const char *path, *below;

	if (!file.len)
		return NULL;
	path = srcpath_join(t->arena, NULL,
			    arena_strndup(t->arena, file.ptr, file.len));
	below = t->root ? srcpath_below(path, t->root) : NULL;
	return below ? below : path;
}

static uint32_t add_function(struct taking *t, struct source_function function)
{
	struct source_lines *lines = t->lines;

	ARENA_ROOM(t->arena, lines->functions, lines->nr_functions,
		   lines->cap_functions);
	lines->functions[lines->nr_functions] = function;
	return (uint32_t)lines->nr_functions++;
}

static uint32_t add_spot(struct taking *t, struct source_spot spot)
{
	struct source_lines *lines = t->lines;

	ARENA_ROOM(t->arena, lines->spots, lines->nr_spots, lines->cap_spots);
	lines->spots[lines->nr_spots] = spot;
	return (uint32_t)lines->nr_spots++;
}

/* Functions at one address: each but the last is inlined into that behind it. */
#define FUNCTIONS_MAX 1000

static bool take_spot(struct taking *t, struct span *answer, uint32_t *at)
{
	struct source_spot spot = { 0 };
	uint32_t nr, line, inner = 0;
	struct span file, name;

	if (!take(answer, &nr, 4) || nr > FUNCTIONS_MAX)
		return false;
	for (uint32_t i = 0; i < nr; i++) {
		if (!take(answer, &line, 4) || !take_text(answer, &file) ||
		    !take_text(answer, &name))
			return false;
		const char *path = shown_path(t, file);
		uint32_t function = 0;

		if (name.len)
			function = add_function(
				t, (struct source_function){
					   .name = arena_strndup(t->arena,
								 name.ptr,
								 name.len) });
		if (!i) {
			spot = (struct source_spot){ path, line, function };
		} else if (inner && function) {
			t->lines->functions[inner].caller = function;
			t->lines->functions[inner].call_file = path;
			t->lines->functions[inner].call_line = line;
		}
		inner = function;
	}
	*at = spot.file || spot.function ? add_spot(t, spot) : 0;
	return true;
}

bool foreign_take_lines(struct span answer, size_t nr,
			struct source_lines *lines, struct arena *arena)
{
	struct taking t = { .lines = lines, .arena = arena };
	struct span root;

	if (!take_text(&answer, &root))
		return false;
	if (root.len)
		t.root = lines->root = root.ptr;
	for (size_t i = 0; i < nr; i++)
		if (!take_spot(&t, &answer, &lines->at[i]))
			return false;
	return true;
}

int foreign_lines(struct input *in, const uint64_t *addrs, size_t nr,
		  struct source_lines *lines, struct arena *arena,
		  struct error *err)
{
	struct span file, answer;

	*lines = (struct source_lines){
		.at = arena_zalloc(arena, (nr + 1) * sizeof(*lines->at)),
	};
	source_lines_begin(lines, arena);
	if (!nr)
		return 0;
	if (input_data(in, &file, err) < 0 ||
	    bfdchild_ask(in->path, file, BFD_LINES, addrs, nr, arena, &answer,
			 err) < 0)
		return -1;
	return foreign_take_lines(answer, nr, lines, arena) ?
		       0 :
		       broken(in->path, err);
}
