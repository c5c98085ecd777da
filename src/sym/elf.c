/*
 * elf.c - the symbol table of a vmlinux
 *
 * Taken are the symbols of .symtab (or .dynsym) that name code: of no type or
 * a function, in an executable section, from _stext up to _etext.  Sizes come
 * along; assembler labels have none.  _stext and _etext may have any type and
 * any section (arm64 has _etext in its data, others make it absolute).
 */
#include "diffprof/symtab.h"

#include "diffprof/release.h"
#include "elfimage.h"

bool elf_sniff(struct input *in)
{
	return span_starts(in->head, ELFMAG);
}

void elf_notes(struct input *in, struct symtab *st)
{
	struct elfimage img = { .path = in->path };
	struct error unused;

	if (elfimage_open(&img, in, &unused) == 0)
		elfimage_notes(&img, st);
	elf_end(img.elf);
}

/* A bound is global; somebody's static variable of that name does not count. */
static void take_bound(const GElf_Sym *sym, uint64_t *addr, bool *has,
		       bool *is_global)
{
	bool global = elfimage_binding(sym) == BIND_GLOBAL;

	if (*has && (*is_global || !global))
		return;
	*addr = sym->st_value;
	*has = true;
	*is_global = global;
}

/* "Linux version 6.1.0-57-cloud-amd64 (...", the contents of linux_banner. */
static struct span banner_release(const struct elfimage *img,
				  const GElf_Sym *sym, size_t section)
{
	static const char intro[] = "Linux version ";
	const struct span none = { NULL, 0 };
	Elf_Scn *scn = elf_getscn(img->elf, section);
	GElf_Shdr header;
	struct span text, word;

	if (!scn || !gelf_getshdr(scn, &header) ||
	    !elfimage_bytes(img, &header, &text) ||
	    sym->st_value < header.sh_addr ||
	    sym->st_value - header.sh_addr >= text.len)
		return none;
	text.ptr += sym->st_value - header.sh_addr;
	text.len -= sym->st_value - header.sh_addr;
	if (!span_starts(text, intro))
		return none;
	text.ptr += strlen(intro);
	text.len -= strlen(intro);
	if (text.len > 80)
		text.len = 80;
	return span_word(&text, &word) && release_is(word) ? word : none;
}

/* The bounds of the text and the banner; all names are checked on the way. */
static int find_marks(struct symtab *st, struct elfimage *img,
		      struct span *release, struct error *err)
{
	bool stext_global = false, etext_global = false;

	for (size_t i = 1; i < img->nr; i++) {
		GElf_Sym sym;
		size_t section;

		if (elfimage_symbol(img, i, &sym, &section, err) < 0)
			return -1;

		const char *name = elfimage_name(img, &sym);
		if (sym.st_shndx == SHN_UNDEF || (*name != '_' && *name != 'l'))
			continue;
		if (!strcmp(name, "_stext"))
			take_bound(&sym, &st->stext, &st->has_stext,
				   &stext_global);
		else if (!strcmp(name, "_etext"))
			take_bound(&sym, &st->etext, &st->has_etext,
				   &etext_global);
		else if (!strcmp(name, "linux_banner"))
			*release = banner_release(img, &sym, section);
	}
	return 0;
}

static int add_code(struct symtab *st, struct elfimage *img, struct error *err)
{
	for (size_t i = 1; i < img->nr; i++) {
		GElf_Sym sym;
		size_t section;

		if (elfimage_symbol(img, i, &sym, &section, err) < 0)
			return -1;

		uint64_t addr = elfimage_code_addr(img, &sym);
		if (addr < st->stext || addr >= st->etext ||
		    !elfimage_is_code(img, &sym, section))
			continue;
		if (elfimage_add(img, st, i, &sym, addr, err) < 0)
			return -1;
	}
	return 0;
}

static int load(struct symtab *st, struct elfimage *img, struct error *err)
{
	struct span release = { NULL, 0 };

	if (elfimage_open(img, &st->in, err) < 0 ||
	    elfimage_open_symbols(img, st, err) < 0 ||
	    find_marks(st, img, &release, err) < 0)
		return -1;
	if (!st->has_stext || !st->has_etext)
		return fail(err, ERR_SYMBOLS,
			    "%s: no %s among the symbols of this ELF image;"
			    " is it a vmlinux?",
			    img->path, st->has_stext ? "_etext" : "_stext");

	if (add_code(st, img, err) < 0)
		return -1;
	elfimage_notes(img, st);
	if (!st->release && release.len)
		st->release =
			arena_strndup(&st->arena, release.ptr, release.len);
	return symtab_seal(st, err);
}

int elf_load(struct symtab *st, struct error *err)
{
	struct elfimage img = { .path = st->path };
	int status = load(st, &img, err);

	elf_end(img.elf);
	return status;
}
