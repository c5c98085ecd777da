#include "diffprof/elfcode.h"

#include <stdlib.h>

#include "diffprof/whole.h"
#include "elfimage.h"

/* More than any image has that is not made to take time. */
#define SECTIONS_MAX 100000
#define REFERENCES_MAX ((size_t)1 << 22)

static const char *section_name(const struct elfimage *img, size_t names,
				const GElf_Shdr *head)
{
	const char *name = elf_strptr(img->elf, names, head->sh_name);

	return name ? name : "";
}

static size_t names_of(const struct elfimage *img)
{
	size_t names;

	return elf_getshdrstrndx(img->elf, &names) < 0 ? 0 : names;
}

struct code_offer elfcode_offers(const struct input *in)
{
	struct code_offer offer = { 0 };
	struct elfimage img = { .path = in->path };
	struct input copy = *in;
	Elf_Scn *section = NULL;
	struct error err;
	struct span bytes;
	GElf_Shdr head;

	if (elfimage_open(&img, &copy, &err) == 0) {
		size_t names = names_of(&img);

		while ((section = elf_nextscn(img.elf, section))) {
			if (!gelf_getshdr(section, &head) ||
			    head.sh_type == SHT_NOBITS || !head.sh_size)
				continue;
			const char *name = section_name(&img, names, &head);

			if (head.sh_flags & SHF_EXECINSTR)
				offer.code |=
					elfimage_bytes(&img, &head, &bytes);
			offer.lines |= !strncmp(name, ".debug_line", 11) ||
				       !strncmp(name, ".zdebug_line", 12) ||
				       !strcmp(name, ".stab");
		}
	}
	elf_end(img.elf);
	return offer;
}

/* ---- what a module refers to --------------------------------------------- */

struct referring {
	struct elfcode *code;
	struct elfimage *img;
	Elf_Data *symbols;
	const char *names;
	size_t names_len;
};

/* The name of a symbol; a section's own has none. */
static struct span name_of(const struct referring *r, size_t index)
{
	struct span none = { NULL, 0 };
	GElf_Sym sym;

	if (index > INT32_MAX || !gelf_getsym(r->symbols, (int)index, &sym) ||
	    GELF_ST_TYPE(sym.st_info) == STT_SECTION ||
	    sym.st_name >= r->names_len)
		return none;
	const char *name = r->names + sym.st_name;

	return (struct span){ name, strnlen(name, r->names_len - sym.st_name) };
}

static void add_reference(struct referring *r, uint64_t addr, uint64_t info)
{
	struct elfcode *code = r->code;

	if (code->nr_references >= REFERENCES_MAX)
		return;
	ARENA_ROOM(&code->arena, code->references, code->nr_references,
		   code->cap_references);
	code->references[code->nr_references++] = (struct code_reference){
		addr,
		name_of(r, GELF_R_SYM(info)),
	};
}

/* Those of the section HEAD, which are for what lies at BASE. */
static void add_references(struct referring *r, Elf_Scn *section,
			   const GElf_Shdr *head, uint64_t base)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t each =
		gelf_fsize(r->img->elf,
			   head->sh_type == SHT_RELA ? ELF_T_RELA : ELF_T_REL,
			   1, EV_CURRENT);
	size_t nr = data && each ? data->d_size / each : 0;

	for (size_t i = 0; i < nr && i <= INT32_MAX; i++) {
		GElf_Rela rela;
		GElf_Rel rel;

		if (head->sh_type == SHT_RELA &&
		    gelf_getrela(data, (int)i, &rela))
			add_reference(r, base + rela.r_offset, rela.r_info);
		else if (head->sh_type == SHT_REL &&
			 gelf_getrel(data, (int)i, &rel))
			add_reference(r, base + rel.r_offset, rel.r_info);
	}
}

/* The symbols that the references of HEAD are to. */
static bool open_symbols(struct referring *r, const GElf_Shdr *head)
{
	Elf_Scn *section = elf_getscn(r->img->elf, head->sh_link), *strings;
	GElf_Shdr symbols, names;
	struct span bytes;

	if (!section || !gelf_getshdr(section, &symbols) ||
	    symbols.sh_type != SHT_SYMTAB)
		return false;
	strings = elf_getscn(r->img->elf, symbols.sh_link);
	if (!strings || !gelf_getshdr(strings, &names) ||
	    !elfimage_bytes(r->img, &names, &bytes))
		return false;
	r->symbols = elf_getdata(section, NULL);
	r->names = bytes.ptr;
	r->names_len = bytes.len;
	return r->symbols && r->symbols->d_type == ELF_T_SYM;
}

static int by_addr(const void *a, const void *b)
{
	const struct code_reference *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return span_cmp(x->name, y->name);
}

/* BASES: by section, where it lies; UINT64_MAX: nowhere. */
static void take_references(struct elfcode *code, struct elfimage *img,
			    const uint64_t *bases, size_t nr)
{
	struct referring r = { .code = code, .img = img };
	Elf_Scn *section = NULL;
	GElf_Shdr head;

	while ((section = elf_nextscn(img->elf, section)))
		if (gelf_getshdr(section, &head) &&
		    (head.sh_type == SHT_RELA || head.sh_type == SHT_REL) &&
		    head.sh_info < nr && bases[head.sh_info] != UINT64_MAX &&
		    open_symbols(&r, &head))
			add_references(&r, section, &head, bases[head.sh_info]);
	if (code->nr_references)
		qsort(code->references, code->nr_references,
		      sizeof(*code->references), by_addr);
}

/* ---- sections of code ---------------------------------------------------- */

static void take_section(struct elfcode *code, const struct elfimage *img,
			 const GElf_Shdr *head, uint64_t addr)
{
	struct span bytes;

	if (!elfimage_bytes(img, head, &bytes) || !bytes.len ||
	    bytes.len > UINT64_MAX - addr)
		return;
	ARENA_ROOM(&code->arena, code->sections, code->nr_sections,
		   code->cap_sections);
	code->sections[code->nr_sections++] =
		(struct code_section){ addr, bytes };
}

static void take_sections(struct elfcode *code, struct elfimage *img)
{
	bool is_module = img->header.e_type == ET_REL;
	size_t nr = 0, names = names_of(img);
	Elf_Scn *section = NULL;
	uint64_t next = 0;
	GElf_Shdr head;

	if (elf_getshdrnum(img->elf, &nr) < 0 || nr > SECTIONS_MAX)
		return;
	uint64_t *bases = arena_alloc(&code->arena, (nr + 1) * sizeof(*bases));

	memset(bases, 0xff, (nr + 1) * sizeof(*bases));
	while ((section = elf_nextscn(img->elf, section))) {
		size_t i = elf_ndxscn(section);

		if (i >= nr || !gelf_getshdr(section, &head) ||
		    !(head.sh_flags & SHF_EXECINSTR))
			continue;
		if (is_module &&
		    !elfwhole_place(&head, section_name(img, names, &head),
				    &next, &bases[i]))
			continue;
		take_section(code, img, &head,
			     is_module ? bases[i] : head.sh_addr);
	}
	if (is_module)
		take_references(code, img, bases, nr);
}

int elfcode_open(const struct image_file *file, struct elfcode *code,
		 struct error *err)
{
	struct elfimage img = { .path = file->path };
	struct input in;

	*code = (struct elfcode){ 0 };
	if (file->bytes.ptr)
		input_from_memory(&in, file->path, file->bytes.ptr,
				  file->bytes.len);
	else if (input_open_as(file->path, INPUT_FOUND, &in, err) < 0)
		return -1;
	if (whole_load_input(&in, &code->symtab, err) < 0)
		return -1;
	if (code->symtab.by_line ||
	    elfimage_open(&img, &code->symtab.in, err) < 0) {
		if (code->symtab.by_line)
			fail(err, ERR_FORMAT, "%s: not an ELF image",
			     file->path);
		elf_end(img.elf);
		symtab_close(&code->symtab);
		return -1;
	}
	code->machine = img.header.e_machine;
	code->flags = img.header.e_flags;
	code->is_64 = img.header.e_ident[EI_CLASS] == ELFCLASS64;
	code->is_big = img.header.e_ident[EI_DATA] == ELFDATA2MSB;
	take_sections(code, &img);
	elf_end(img.elf);
	return 0;
}

void elfcode_close(struct elfcode *code)
{
	symtab_close(&code->symtab);
	arena_release(&code->arena);
}

/* ---- data ---------------------------------------------------------------- */

static int datum_by_addr(const void *a, const void *b)
{
	const struct code_datum *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	// The larger one has the other in it, and of two one is the first.
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return span_cmp(x->name, y->name);
}

static void take_data(struct elfcode *code, struct elfimage *img)
{
	struct error err;

	for (size_t i = 1; i < img->nr; i++) {
		GElf_Sym sym;
		size_t section;

		if (elfimage_symbol(img, i, &sym, &section, &err) < 0)
			return;
		if ((GELF_ST_TYPE(sym.st_info) != STT_OBJECT &&
		     GELF_ST_TYPE(sym.st_info) != STT_NOTYPE) ||
		    section == SHN_UNDEF ||
		    elfimage_is_code(img, &sym, section))
			continue;
		struct span name = span_of(elfimage_name(img, &sym));

		if (!name.len)
			continue;
		ARENA_ROOM(&code->arena, code->data, code->nr_data,
			   code->cap_data);
		code->data[code->nr_data++] = (struct code_datum){
			name,
			sym.st_value,
			sym.st_size,
		};
	}
	if (code->nr_data)
		qsort(code->data, code->nr_data, sizeof(*code->data),
		      datum_by_addr);
}

void elfcode_load_data(struct elfcode *code)
{
	struct elfimage img = { .path = code->symtab.path };
	struct symtab names = { 0 };
	struct error err;

	// A module's data have no addresses yet.
	if (!code->nr_data &&
	    elfimage_open(&img, &code->symtab.in, &err) == 0 &&
	    img.header.e_type != ET_REL &&
	    elfimage_open_symbols(&img, &names, &err) == 0)
		take_data(code, &img);
	elf_end(img.elf);
}

const struct code_datum *elfcode_datum_at(const struct elfcode *code,
					  uint64_t addr)
{
	size_t low = 0, high = code->nr_data;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (code->data[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	const struct code_datum *d = &code->data[low - 1];

	while (d > code->data && d[-1].addr == d->addr)
		d--;
	return addr == d->addr || addr - d->addr < d->size ? d : NULL;
}

/* ---- questions ----------------------------------------------------------- */

struct span elfcode_bytes(const struct elfcode *code, uint64_t addr,
			  uint64_t end)
{
	for (size_t i = 0; i < code->nr_sections; i++) {
		const struct code_section *s = &code->sections[i];
		uint64_t at = addr - s->addr;

		if (addr < s->addr || at >= s->bytes.len || end < addr)
			continue;
		uint64_t len = end - addr;

		if (len > s->bytes.len - at)
			len = s->bytes.len - at;
		return (struct span){ s->bytes.ptr + at, len };
	}
	return (struct span){ NULL, 0 };
}

bool elfcode_part_at(const struct elfcode *code, uint64_t addr,
		     struct code_part *part)
{
	struct holder holder;

	if (!whole_holder(&code->symtab, addr, &holder))
		return false;
	*part = (struct code_part){
		.name = symtab_name(&code->symtab, holder.symbol),
		.addr = holder.first,
		.size = holder.end - holder.first,
	};
	return true;
}

const struct code_reference *elfcode_reference(const struct elfcode *code,
					       uint64_t addr, uint64_t end)
{
	size_t low = 0, high = code->nr_references;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (code->references[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low < code->nr_references && code->references[low].addr < end ?
		       &code->references[low] :
		       NULL;
}
