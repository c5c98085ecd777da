/*
 * elfstubs.c - the procedure linkage table of an ELF image: see whole.h
 *
 * A program calls a function of a library through a stub.  Stubs have no
 * symbols; they are in the order of the slots of the table of addresses, and
 * the relocations of .rela.plt (.rel.plt) say what each slot is for.  Where x86
 * marks the targets of jumps, what is called lies in .plt.sec, and .plt is used
 * only until the address is known.
 */
#include "diffprof/whole.h"

#include <stdlib.h>

#include "elfimage.h"

#define ENTRY_MIN 8
#define ENTRY_MAX 64

/* What precedes the first stub of .plt; -1 where there is no such .plt. */
static int header_size(unsigned machine)
{
	switch (machine) {
	case EM_386:
	case EM_X86_64:
		return 16;
	case EM_ARM:
		return 20;
	case EM_AARCH64:
	case EM_S390:
	case EM_RISCV:
#ifdef EM_LOONGARCH
	case EM_LOONGARCH:
#endif
		return 32;
	default:
		return -1;
	}
}

struct reloc {
	uint64_t slot; /* its address */
	size_t symbol; /* 0: not known by name */
};

struct stubs {
	struct elfimage img;
	struct reloc *relocs; /* by slot */
	size_t nr;
	Elf_Data *symbols;
	size_t names; /* the section of the symbols' names */
};

static Elf_Scn *named_section(Elf *elf, const char *name, GElf_Shdr *head)
{
	Elf_Scn *section = NULL;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) < 0)
		return NULL;
	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, head))
			continue;
		const char *its = elf_strptr(elf, names, head->sh_name);
		if (its && !strcmp(its, name))
			return section;
	}
	return NULL;
}

static struct reloc get_reloc(Elf_Data *data, bool has_addend, size_t i)
{
	GElf_Rela rela;
	GElf_Rel rel;

	if (has_addend && gelf_getrela(data, (int)i, &rela))
		return (struct reloc){ rela.r_offset, GELF_R_SYM(rela.r_info) };
	if (!has_addend && gelf_getrel(data, (int)i, &rel))
		return (struct reloc){ rel.r_offset, GELF_R_SYM(rel.r_info) };
	return (struct reloc){ 0 };
}

static int by_slot(const void *a, const void *b)
{
	const struct reloc *x = a, *y = b;

	return (x->slot > y->slot) - (x->slot < y->slot);
}

/* The relocations in HEAD's section, and the symbols they are about. */
static bool open_relocs(struct stubs *s, struct symtab *st, Elf_Scn *section,
			const GElf_Shdr *head)
{
	Elf *elf = s->img.elf;
	bool has_addend = head->sh_type == SHT_RELA;
	size_t each = gelf_fsize(elf, has_addend ? ELF_T_RELA : ELF_T_REL, 1,
				 EV_CURRENT);
	Elf_Scn *symbols = elf_getscn(elf, head->sh_link);
	GElf_Shdr dynamic;
	struct span bytes;

	if ((!has_addend && head->sh_type != SHT_REL) || !each ||
	    !elfimage_bytes(&s->img, head, &bytes) ||
	    bytes.len / each > INT32_MAX || !symbols ||
	    !gelf_getshdr(symbols, &dynamic) || dynamic.sh_type != SHT_DYNSYM)
		return false;

	Elf_Data *data = elf_getdata(section, NULL);
	s->symbols = elf_getdata(symbols, NULL);
	s->names = dynamic.sh_link;
	s->nr = bytes.len / each;
	if (!data || !s->symbols || !s->nr)
		return false;
	s->relocs = arena_alloc(&st->arena, s->nr * sizeof(*s->relocs));
	for (size_t i = 0; i < s->nr; i++)
		s->relocs[i] = get_reloc(data, has_addend, i);
	qsort(s->relocs, s->nr, sizeof(*s->relocs), by_slot);
	return true;
}

/* Whose address slot I holds, or NULL. */
static const char *target(const struct stubs *s, size_t i)
{
	size_t symbol = s->relocs[i].symbol;
	GElf_Sym sym;

	if (!symbol || symbol > INT32_MAX ||
	    !gelf_getsym(s->symbols, (int)symbol, &sym))
		return NULL;
	const char *name = elf_strptr(s->img.elf, s->names, sym.st_name);
	return name && *name ? name : NULL;
}

/* Longer names than this have no stub worth a name. */
#define NAME_MAX_SIZE 4096

/*
 * The names, one behind the other in one piece, and where each begins; 0 if it
 * has none.
 */
static uint32_t *make_names(const struct stubs *s, struct symtab *st)
{
	uint32_t *at = arena_zalloc(&st->arena, s->nr * sizeof(*at));
	size_t size = 1;

	for (int pass = 0; pass < 2; pass++) {
		char *text = pass ? arena_zalloc(&st->arena, size) : NULL;

		size = 1;
		for (size_t i = 0; i < s->nr; i++) {
			const char *name = target(s, i);
			size_t len = name ? strnlen(name, NAME_MAX_SIZE) : 0;

			if (!len || len == NAME_MAX_SIZE ||
			    size > UINT32_MAX / 2)
				continue;
			if (pass) {
				at[i] = (uint32_t)size;
				memcpy(text + size, name, len);
				memcpy(text + size + len, "@plt", 5);
			}
			size += len + 5;
		}
		st->text = text;
	}
	st->text_size = size;
	return at;
}

static void add_stubs(const struct stubs *s, struct symtab *st,
		      const char *name, size_t header, const uint32_t *at)
{
	GElf_Shdr head;

	if (!named_section(s->img.elf, name, &head) ||
	    !(head.sh_flags & SHF_EXECINSTR) || head.sh_size <= header ||
	    head.sh_size > UINT64_MAX - head.sh_addr)
		return;
	uint64_t each = (head.sh_size - header) / s->nr;
	if (each < ENTRY_MIN || each > ENTRY_MAX ||
	    each * s->nr != head.sh_size - header)
		return;
	for (size_t i = 0; i < s->nr; i++)
		if (at[i])
			symtab_add(st, &(struct symbol){
					       .addr = head.sh_addr + header +
						       i * each,
					       .size = (uint32_t)each,
					       .name = at[i],
				       });
	ARENA_ROOM(&st->arena, st->regions, st->nr_regions, st->cap_regions);
	st->regions[st->nr_regions++] =
		(struct code_region){ head.sh_addr,
				      head.sh_addr + head.sh_size };
}

static int load(struct stubs *s, struct symtab *st, struct error *err)
{
	if (elfimage_open(&s->img, &st->in, err) < 0)
		return -1;

	int header = header_size(s->img.header.e_machine);
	st->text = "";
	st->has_sizes = true;
	if (header < 0 || s->img.header.e_type == ET_REL)
		return whole_seal(st, err);

	GElf_Shdr head;
	Elf_Scn *section = named_section(s->img.elf, ".rela.plt", &head);
	if (!section)
		section = named_section(s->img.elf, ".rel.plt", &head);
	if (section && open_relocs(s, st, section, &head)) {
		const uint32_t *at = make_names(s, st);

		add_stubs(s, st, ".plt", (size_t)header, at);
		add_stubs(s, st, ".plt.sec", 0, at);
	}
	return whole_seal(st, err);
}

int elfstubs_load(struct symtab *st, struct error *err)
{
	struct stubs s = { .img.path = st->path };
	int status = load(&s, st, err);

	elf_end(s.img.elf);
	return status;
}
