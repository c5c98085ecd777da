/*
 * elfwhole.c - all code of an ELF image: see whole.h
 *
 * A linked image says where its sections are.  A module does not: the kernel
 * puts its executable sections one behind the other in the order of the section
 * headers, each at its alignment (layout_sections() in kernel/module/main.c),
 * those that begin with .init elsewhere, to be thrown away.  Of arm64 and others
 * that make room for a .plt at load time the size of that is not known here.
 */
#include "diffprof/whole.h"
#include "elfimage.h"

struct layout {
	struct elfimage img;
	uint64_t *base; /* by section: add it to a symbol's value */
	bool *is_code; /* by section: executable and stays in memory */
	size_t nr; /* sections */
};

static const char *section_name(const struct layout *lay, const GElf_Shdr *head,
				size_t names)
{
	const char *name = elf_strptr(lay->img.elf, names, head->sh_name);

	return name ? name : "";
}

bool elfwhole_place(const GElf_Shdr *head, const char *name, uint64_t *next,
		    uint64_t *base)
{
	uint64_t align = head->sh_addralign ? head->sh_addralign : 1;

	if (!(head->sh_flags & SHF_EXECINSTR) ||
	    !(head->sh_flags & SHF_ALLOC) || !strncmp(name, ".init", 5) ||
	    (align & (align - 1)) || align > (1 << 20) ||
	    head->sh_size > SYMBOL_SIZE_MAX)
		return false;
	*base = (*next + align - 1) & ~(align - 1);
	*next = *base + head->sh_size;
	return true;
}

static void take_debuglink(const struct layout *lay, const GElf_Shdr *head,
			   struct symtab *st)
{
	struct span bytes;

	if (!elfimage_bytes(&lay->img, head, &bytes))
		return;
	size_t len = strnlen(bytes.ptr, bytes.len);
	if (len && len < bytes.len && !memchr(bytes.ptr, '/', len))
		st->debuglink = arena_strndup(&st->arena, bytes.ptr, len);
}

static void lay_out(struct layout *lay, struct symtab *st)
{
	Elf_Scn *section = NULL;
	uint64_t next = 0;
	size_t names = 0;
	GElf_Shdr head;

	st->is_relocatable = lay->img.header.e_type == ET_REL;
	if (elf_getshdrstrndx(lay->img.elf, &names) < 0)
		names = 0;
	while ((section = elf_nextscn(lay->img.elf, section))) {
		size_t i = elf_ndxscn(section);
		uint64_t at = 0;

		if (i >= lay->nr || !gelf_getshdr(section, &head))
			continue;
		const char *name = section_name(lay, &head, names);
		if (!strcmp(name, ".gnu_debuglink"))
			take_debuglink(lay, &head, st);
		else if (!strcmp(name, ".gnu_debugdata"))
			elfimage_bytes(&lay->img, &head, &st->packed);
		if (!(head.sh_flags & SHF_EXECINSTR) ||
		    !(head.sh_flags & SHF_ALLOC))
			continue;
		if (!st->is_relocatable)
			at = head.sh_addr;
		else if (!elfwhole_place(&head, name, &next, &at))
			continue;
		lay->base[i] = st->is_relocatable ? at : 0;
		lay->is_code[i] = true;
		if (!strcmp(name, ".text") && !st->has_text_start) {
			st->text_start = at;
			st->has_text_start = true;
		}
		if (!head.sh_size || head.sh_size > UINT64_MAX - at)
			continue;
		ARENA_ROOM(&st->arena, st->regions, st->nr_regions,
			   st->cap_regions);
		st->regions[st->nr_regions++] =
			(struct code_region){ at, at + head.sh_size };
	}
}

static void take_segments(const struct layout *lay, struct symtab *st)
{
	uint64_t lowest = UINT64_MAX;
	GElf_Phdr head;
	size_t nr;

	if (elf_getphdrnum(lay->img.elf, &nr) < 0)
		return;
	for (size_t i = 0; i < nr && gelf_getphdr(lay->img.elf, (int)i, &head);
	     i++) {
		if (head.p_type != PT_LOAD)
			continue;
		if (head.p_vaddr < lowest)
			lowest = head.p_vaddr;
		if (!(head.p_flags & PF_X))
			continue;
		// A debug file has no contents and says nothing about where the
		// image had them; linkers leave no gaps before the code.
		ARENA_ROOM(&st->arena, st->segments, st->nr_segments,
			   st->cap_segments);
		st->segments[st->nr_segments++] = (struct code_segment){
			.offset = head.p_filesz ? head.p_offset :
						  head.p_vaddr - lowest,
			.size = head.p_memsz > head.p_filesz ? head.p_memsz :
							       head.p_filesz,
			.addr = head.p_vaddr,
		};
	}
}

/* Where a kernel's text and data end; a static variable does not count. */
static void take_end(const struct elfimage *img, const GElf_Sym *sym,
		     struct symtab *st)
{
	const char *name = elfimage_name(img, sym);

	if (*name != '_' || sym->st_shndx == SHN_UNDEF ||
	    elfimage_binding(sym) == BIND_LOCAL)
		return;
	if (!strcmp(name, "_etext"))
		st->text_end = sym->st_value;
	else if (!strcmp(name, "_edata"))
		st->data_end = sym->st_value;
}

static bool is_first_of_kernel(const char *name)
{
	return !strcmp(name, "_text") || !strcmp(name, "_stext");
}

static int add_code(struct layout *lay, struct symtab *st, struct error *err)
{
	struct elfimage *img = &lay->img;

	for (size_t i = 1; i < img->nr; i++) {
		GElf_Sym sym;
		size_t section;

		if (elfimage_symbol(img, i, &sym, &section, err) < 0)
			return -1;

		take_end(img, &sym, st);
		uint64_t addr = elfimage_code_addr(img, &sym);
		bool is_code = section < lay->nr && lay->is_code[section] &&
			       elfimage_is_code(img, &sym, section);
		// Where the kernel begins is asked for, wherever it was put.
		if (!is_code && (sym.st_shndx == SHN_UNDEF ||
				 !is_first_of_kernel(elfimage_name(img, &sym))))
			continue;
		if (is_code)
			addr += lay->base[section];
		if (elfimage_add(img, st, i, &sym, addr, err) < 0)
			return -1;
	}
	return 0;
}

static int load(struct layout *lay, struct symtab *st, struct error *err)
{
	struct elfimage *img = &lay->img;

	// Each section has a header in the file, so there are not too many.
	if (elfimage_open(img, &st->in, err) < 0)
		return -1;
	if (elf_getshdrnum(img->elf, &lay->nr) < 0)
		lay->nr = 0;
	lay->base =
		arena_zalloc(&st->arena, (lay->nr + 1) * sizeof(*lay->base));
	lay->is_code =
		arena_zalloc(&st->arena, (lay->nr + 1) * sizeof(*lay->is_code));
	lay_out(lay, st);
	take_segments(lay, st);
	st->text = "";
	st->has_sizes = true;
	if (elfimage_has_symbols(img, &st->only_dynamic) &&
	    (elfimage_open_symbols(img, st, err) < 0 ||
	     add_code(lay, st, err) < 0))
		return -1;
	elfimage_notes(img, st);
	return whole_seal(st, err);
}

int elfwhole_load(struct symtab *st, struct error *err)
{
	struct layout lay = { .img.path = st->path };
	int status = load(&lay, st, err);

	elf_end(lay.img.elf);
	return status;
}
