#include "elfroster.h"

#include "elfimage.h"

/* Take the files of local symbols for the functions at their addresses. */
static void add_files(struct roster *roster, struct elfimage *img,
		      struct arena *arena)
{
	uint32_t file = 0;
	struct error err;

	for (size_t i = 1; i < img->nr; i++) {
		GElf_Sym sym;
		size_t section;

		if (elfimage_symbol(img, i, &sym, &section, &err) < 0)
			return;
		if (GELF_ST_TYPE(sym.st_info) == STT_FILE) {
			struct span name = span_of(elfimage_name(img, &sym));

			file = 0;
			// The linker's own symbols are in a file without name.
			if (!name.len)
				continue;
			file = (uint32_t)roster->nr_files;
			ARENA_ROOM(arena, roster->files, roster->nr_files,
				   roster->cap_files);
			roster->files[roster->nr_files++] = name;
			continue;
		}
		if (elfimage_binding(&sym) != BIND_LOCAL)
			break; // all others are behind the local ones
		if (!file || !elfimage_is_code(img, &sym, section))
			continue;
		size_t at = roster_find(roster, elfimage_code_addr(img, &sym));
		if (at != SIZE_MAX && !roster->functions[at].file)
			roster->functions[at].file = file;
	}
}

/* Functions between two of one file are of that file. */
static void spread_files(struct roster *roster)
{
	uint32_t before = 0;
	size_t from = 0;

	for (size_t i = 0; i < roster->nr; i++) {
		uint32_t file = roster->functions[i].file;

		if (!file)
			continue;
		for (; file == before && from < i; from++)
			roster->functions[from].file = file;
		before = file;
		from = i + 1;
	}
}

/* The bytes of the functions in one section. */
static void add_code(struct roster *roster, const GElf_Shdr *head,
		     struct span bytes)
{
	for (size_t i = 0; i < roster->nr; i++) {
		struct roster_function *function = &roster->functions[i];
		uint64_t at = function->addr - head->sh_addr;

		if (function->addr < head->sh_addr || at >= bytes.len ||
		    function->size > bytes.len - at)
			continue;
		function->code =
			(struct span){ bytes.ptr + at, function->size };
	}
}

/* So many sections of code are looked at; a kernel has some ten. */
#define SECTIONS_MAX 64

static void add_all_code(struct roster *roster, struct elfimage *img)
{
	Elf_Scn *section = NULL;
	GElf_Shdr head;
	size_t seen = 0;

	while (seen < SECTIONS_MAX &&
	       (section = elf_nextscn(img->elf, section))) {
		struct span bytes;

		if (!gelf_getshdr(section, &head) ||
		    !(head.sh_flags & SHF_EXECINSTR) ||
		    !elfimage_bytes(img, &head, &bytes))
			continue;
		add_code(roster, &head, bytes);
		seen++;
	}
}

void elfroster_add(struct roster *roster, const struct symtab *st,
		   struct arena *arena)
{
	struct elfimage img = { .path = st->path };
	struct input in = st->in;
	struct symtab names = { 0 };
	struct error err;

	// A module's sections have no addresses yet.
	if (elfimage_open(&img, &in, &err) < 0 || img.header.e_type == ET_REL ||
	    elfimage_open_symbols(&img, &names, &err) < 0) {
		elf_end(img.elf);
		return;
	}
	add_files(roster, &img, arena);
	spread_files(roster);
	add_all_code(roster, &img);
	switch (img.header.e_machine) {
	case EM_X86_64:
	case EM_386:
		roster->code = CODE_X86;
		break;
	case EM_AARCH64:
		roster->code = CODE_ARM64;
		break;
	default:
		break;
	}
	elf_end(img.elf);
}
