#include "elfimage.h"

#include <limits.h>
#include <pthread.h>

#include "diffprof/release.h"

/*
 * From linux/elfnote.h: CONFIG_BUILD_SALT, which distributions set to the
 * release so that build ids differ between builds of one source.
 */
#define NOTE_BUILD_SALT 0x100

/* A kernel has one section of notes, of some hundred bytes. */
#define NOTES_MAX 64
#define NOTES_SIZE_MAX ((size_t)64 << 10)

/* Eight times what a kernel takes (KSYM_NAME_LEN is 512 since 6.1). */
#define NAME_MAX_SIZE 4096

static void use_libelf(void)
{
	elf_version(EV_CURRENT);
}

static int damaged(const struct elfimage *img, const struct input *in,
		   struct error *err)
{
	const char *reason = in->cut_short ? in->cut_short : elf_errmsg(-1);

	return fail(err, ERR_FORMAT, "%s: damaged ELF image: %s", img->path,
		    reason ? reason : "its headers contradict each other");
}

int elfimage_open(struct elfimage *img, struct input *in, struct error *err)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	size_t sections;

	if (!elf_sniff(in))
		return fail(err, ERR_FORMAT,
			    "%s: not an ELF image, which is what can be read"
			    " here", in->path);
	if (input_data(in, &img->file, err) < 0)
		return -1;
	pthread_once(&once, use_libelf);
	img->elf = elf_memory((char *)img->file.ptr, img->file.len);
	if (!img->elf || elf_kind(img->elf) != ELF_K_ELF ||
	    !gelf_getehdr(img->elf, &img->header) ||
	    elf_getshdrnum(img->elf, &sections) < 0)
		return damaged(img, in, err);

	// They come last in the file, so that any cut takes them along.
	if (!sections && img->header.e_shoff)
		return fail(err, ERR_FORMAT,
			    "%s: the file ends before the section headers of"
			    " its ELF image%s%s; it is not whole",
			    img->path, in->cut_short ? ": " : "",
			    in->cut_short ? in->cut_short : "");
	return 0;
}

bool elfimage_bytes(const struct elfimage *img, const GElf_Shdr *section,
		    struct span *bytes)
{
	if (section->sh_type == SHT_NOBITS ||
	    (section->sh_flags & SHF_COMPRESSED) ||
	    section->sh_offset > img->file.len ||
	    section->sh_size > img->file.len - section->sh_offset)
		return false;
	*bytes = (struct span){ img->file.ptr + section->sh_offset,
				section->sh_size };
	return true;
}

static Elf_Scn *find_section(const struct elfimage *img, GElf_Word type,
			     GElf_Shdr *header)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(img->elf, section)))
		if (gelf_getshdr(section, header) && header->sh_type == type)
			return section;
	return NULL;
}

static int open_names(struct elfimage *img, size_t index, struct error *err)
{
	Elf_Scn *section = elf_getscn(img->elf, index);
	GElf_Shdr header;

	if (!section || !gelf_getshdr(section, &header) ||
	    header.sh_type != SHT_STRTAB ||
	    !elfimage_bytes(img, &header, &img->names))
		return fail(err, ERR_FORMAT,
			    "%s: damaged ELF image: section %zu is to hold the"
			    " names of its symbols, and does not",
			    img->path, index);

	// What follows the last NUL is no whole name.
	while (img->names.len && img->names.ptr[img->names.len - 1])
		img->names.len--;
	if (!img->names.len)
		return fail(err, ERR_FORMAT,
			    "%s: damaged ELF image: the table of its symbols'"
			    " names is empty",
			    img->path);
	return 0;
}

bool elfimage_has_symbols(const struct elfimage *img, bool *only_dynamic)
{
	GElf_Shdr header;

	*only_dynamic = !find_section(img, SHT_SYMTAB, &header);
	return !*only_dynamic || find_section(img, SHT_DYNSYM, &header);
}

int elfimage_open_symbols(struct elfimage *img, struct symtab *st,
			  struct error *err)
{
	GElf_Shdr header;
	Elf_Scn *section = find_section(img, SHT_SYMTAB, &header);
	struct span bytes;

	if (!section)
		section = find_section(img, SHT_DYNSYM, &header);
	if (!section)
		return fail(err, ERR_SYMBOLS,
			    "%s: an ELF image without a symbol table (it was"
			    " stripped); give its System.map, or the vmlinux"
			    " as it was linked",
			    img->path);

	size_t each = gelf_fsize(img->elf, ELF_T_SYM, 1, EV_CURRENT);
	if (!elfimage_bytes(img, &header, &bytes) ||
	    header.sh_entsize != each || bytes.len % each ||
	    bytes.len / each > INT_MAX)
		return fail(err, ERR_FORMAT,
			    "%s: damaged ELF image: a symbol table of %ju bytes"
			    " at %ju, %ju each, in a file of %zu",
			    img->path, (uintmax_t)header.sh_size,
			    (uintmax_t)header.sh_offset,
			    (uintmax_t)header.sh_entsize, img->file.len);
	if (open_names(img, header.sh_link, err) < 0)
		return -1;

	img->nr = bytes.len / each;
	img->symbols = elf_getdata(section, NULL);
	if (!img->symbols || img->symbols->d_type != ELF_T_SYM ||
	    img->symbols->d_size / each < img->nr)
		return fail(err, ERR_FORMAT,
			    "%s: damaged ELF image: symbol table: %s",
			    img->path, elf_errmsg(-1));

	// More than 65,000 sections: kernels built with -ffunction-sections.
	GElf_Shdr other;
	Elf_Scn *indices = find_section(img, SHT_SYMTAB_SHNDX, &other);
	if (indices && other.sh_link == elf_ndxscn(section))
		img->sections = elf_getdata(indices, NULL);

	st->text = img->names.ptr;
	st->text_size = img->names.len;
	st->by_line = false;
	st->has_sizes = true;
	st->order = img->header.e_ident[EI_DATA] == ELFDATA2MSB ? ORDER_BIG :
								  ORDER_LITTLE;
	return 0;
}

int elfimage_symbol(const struct elfimage *img, size_t i, GElf_Sym *sym,
		    size_t *section, struct error *err)
{
	GElf_Word more = 0;

	if (!gelf_getsymshndx(img->symbols, img->sections, (int)i, sym,
			      &more) ||
	    sym->st_name >= img->names.len)
		return fail(err, ERR_FORMAT,
			    "%s: damaged ELF image: symbol %zu has its name or"
			    " section outside of their tables",
			    img->path, i);
	if (sym->st_shndx == SHN_XINDEX)
		*section = more;
	else if (sym->st_shndx >= SHN_LORESERVE)
		*section = SHN_UNDEF;
	else
		*section = sym->st_shndx;
	return 0;
}

const char *elfimage_name(const struct elfimage *img, const GElf_Sym *sym)
{
	return img->names.ptr + sym->st_name;
}
static bool is_code_section(struct elfimage *img, size_t index)
{
	GElf_Shdr header;

	if (index != img->last_section) {
		Elf_Scn *section = elf_getscn(img->elf, index);

		img->last_section = index;
		img->last_is_code = section && gelf_getshdr(section, &header) &&
				    (header.sh_flags & SHF_EXECINSTR);
	}
	return img->last_is_code;
}

static bool is_code_type(const struct elfimage *img, unsigned type)
{
	switch (type) {
	case STT_NOTYPE:
	case STT_FUNC:
	case STT_GNU_IFUNC:
		return true;
	case STT_PARISC_MILLICODE:
		return img->header.e_machine == EM_PARISC;
	default:
		return false;
	}
}

bool elfimage_is_code(struct elfimage *img, const GElf_Sym *sym, size_t section)
{
	return is_code_type(img, GELF_ST_TYPE(sym->st_info)) &&
	       section != SHN_UNDEF && is_code_section(img, section) &&
	       *elfimage_name(img, sym);
}

uint64_t elfimage_code_addr(const struct elfimage *img, const GElf_Sym *sym)
{
	bool is_odd = GELF_ST_TYPE(sym->st_info) == STT_FUNC &&
		      (img->header.e_machine == EM_ARM ||
		       img->header.e_machine == EM_MIPS);

	return is_odd ? sym->st_value & ~(uint64_t)1 : sym->st_value;
}

enum symbol_binding elfimage_binding(const GElf_Sym *sym)
{
	switch (GELF_ST_BIND(sym->st_info)) {
	case STB_LOCAL:
		return BIND_LOCAL;
	case STB_WEAK:
		return BIND_WEAK;
	default:
		return BIND_GLOBAL;
	}
}
static bool name_is_long(const struct elfimage *img, const GElf_Sym *sym)
{
	size_t left = img->names.len - sym->st_name;

	return left > NAME_MAX_SIZE &&
	       !memchr(elfimage_name(img, sym), '\0', NAME_MAX_SIZE);
}

int elfimage_add(const struct elfimage *img, struct symtab *st, size_t i,
		 const GElf_Sym *sym, uint64_t addr, struct error *err)
{
	// Names may overlap, so a few long ones could be very many.
	if (name_is_long(img, sym))
		return fail(err, ERR_FORMAT,
			    "%s: symbol %zu has a name of over %d bytes",
			    img->path, i, NAME_MAX_SIZE);
	symtab_add(st, &(struct symbol){
			       .addr = addr,
			       .size = sym->st_size < SYMBOL_SIZE_MAX ?
					       (uint32_t)sym->st_size :
					       SYMBOL_SIZE_MAX,
			       .name = sym->st_name,
			       .binding = elfimage_binding(sym),
		       });
	return 0;
}

static const char *hexadecimal(struct arena *arena, const unsigned char *bytes,
			       size_t len)
{
	static const char digits[] = "0123456789abcdef";
	char *text = arena_alloc(arena, 2 * len + 1);

	for (size_t i = 0; i < len; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 15];
	}
	text[2 * len] = '\0';
	return text;
}

/* Of one section of notes. */
static void read_notes(struct symtab *st, Elf_Data *data)
{
	size_t name_at, desc_at, next;
	GElf_Nhdr note;

	for (size_t at = 0;
	     data && (next = gelf_getnote(data, at, &note, &name_at, &desc_at));
	     at = next) {
		const char *bytes = data->d_buf;
		struct span owner = { bytes + name_at, note.n_namesz };
		struct span desc = { bytes + desc_at, note.n_descsz };

		// NULs are part of both.
		if (!st->build_id && note.n_type == NT_GNU_BUILD_ID &&
		    span_eq(owner, (struct span){ "GNU", 4 }) && desc.len &&
		    desc.len <= 64)
			st->build_id =
				hexadecimal(&st->arena,
					    (const unsigned char *)desc.ptr,
					    desc.len);
		desc.len = strnlen(desc.ptr, desc.len);
		if (!st->release && note.n_type == NOTE_BUILD_SALT &&
		    span_eq(owner, (struct span){ "Linux", 6 }) &&
		    release_is(desc))
			st->release =
				arena_strndup(&st->arena, desc.ptr, desc.len);
	}
}

void elfimage_notes(const struct elfimage *img, struct symtab *st)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	GElf_Phdr segment;
	size_t seen = 0, nr;

	while (seen < NOTES_MAX && (section = elf_nextscn(img->elf, section))) {
		if (!gelf_getshdr(section, &header) ||
		    header.sh_type != SHT_NOTE ||
		    header.sh_size > NOTES_SIZE_MAX)
			continue;
		seen++;
		read_notes(st, elf_getdata(section, NULL));
	}
	if (seen || elf_getphdrnum(img->elf, &nr) < 0)
		return;
	for (size_t i = 0; i < nr && seen < NOTES_MAX; i++) {
		if (!gelf_getphdr(img->elf, (int)i, &segment) ||
		    segment.p_type != PT_NOTE ||
		    segment.p_filesz > NOTES_SIZE_MAX)
			continue;
		seen++;
		read_notes(st, elf_getdata_rawchunk(img->elf,
						    (int64_t)segment.p_offset,
						    segment.p_filesz,
						    segment.p_align == 8 ?
							    ELF_T_NHDR8 :
							    ELF_T_NHDR));
	}
}
