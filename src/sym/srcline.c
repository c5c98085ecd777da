/*
 * srcline.c - which units hold the addresses that are looked for
 *
 * .debug_aranges tells that of a whole kernel in a few pages.  Compilers need
 * not write it (clang does not), and need not for all units: the ranges of those
 * that it leaves out are asked for, when an address has not been found.
 */
#include "diffprof/srcline.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elfimage.h"
#include "srclining.h"

/* The first of WANTED, ascending, at ADDR or behind. */
static size_t first_from(const struct srclining *s, uint64_t addr)
{
	size_t low = 0, high = s->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->wanted[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Those in [START, END) that have no unit yet are of UNIT. */
static size_t give_unit(struct srclining *s, uint64_t start, uint64_t end,
			Dwarf_Off unit)
{
	size_t given = 0;

	for (size_t i = first_from(s, start);
	     i < s->nr && s->wanted[i].addr < end; i++)
		if (!s->wanted[i].unit) {
			s->wanted[i].unit = unit;
			given++;
		}
	return given;
}

/* The units of .debug_aranges, whose offsets are put down in LISTED. */
static size_t by_aranges(struct srclining *s, Dwarf_Off **listed, size_t *nr)
{
	Dwarf_Aranges *aranges;
	size_t given = 0, ranges;

	*listed = NULL;
	*nr = 0;
	if (dwarf_getaranges(s->dwarf, &aranges, &ranges) != 0 || !ranges)
		return 0;
	*listed = arena_alloc(&s->scratch, ranges * sizeof(**listed));
	for (size_t i = 0; i < ranges; i++) {
		Dwarf_Addr start;
		Dwarf_Word size;
		Dwarf_Off unit;

		if (dwarf_getarangeinfo(dwarf_onearange(aranges, i), &start,
					&size, &unit) != 0)
			continue;
		(*listed)[(*nr)++] = unit;
		if (size > UINT64_MAX - start)
			continue;
		given += give_unit(s, start, start + size, unit);
	}
	return given;
}

static int by_offset(const void *a, const void *b)
{
	const Dwarf_Off *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static size_t by_ranges(struct srclining *s, Dwarf_Die *cu)
{
	Dwarf_Addr base, start, end;
	Dwarf_Off unit = dwarf_dieoffset(cu);
	ptrdiff_t at = 0;
	size_t given = 0;

	while ((at = dwarf_ranges(cu, at, &base, &start, &end)) > 0)
		given += give_unit(s, start, end, unit);
	return given;
}

/* Units of code and in .debug_info, in their order. */
static bool next_unit(struct srclining *s, Dwarf_CU **unit, Dwarf_Die *cu)
{
	while (dwarf_get_units(s->dwarf, *unit, unit, NULL, NULL, cu, NULL) ==
	       0)
		if (dwarf_tag(cu) == DW_TAG_compile_unit ||
		    dwarf_tag(cu) == DW_TAG_skeleton_unit)
			return true;
	return false;
}

static void find_units(struct srclining *s)
{
	Dwarf_Off *listed;
	Dwarf_CU *unit = NULL;
	Dwarf_Die cu;
	size_t nr, found = by_aranges(s, &listed, &nr);

	if (found == s->nr)
		return;
	if (nr)
		qsort(listed, nr, sizeof(*listed), by_offset);
	while (found < s->nr && next_unit(s, &unit, &cu)) {
		Dwarf_Off offset = dwarf_dieoffset(&cu);

		if (!nr ||
		    !bsearch(&offset, listed, nr, sizeof(*listed), by_offset))
			found += by_ranges(s, &cu);
	}
}

static int by_unit(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return (x->addr > y->addr) - (x->addr < y->addr);
}

static int by_addr(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

/* An entry of a table may point into the middle of a unit. */
static void settle_units(struct srclining *s)
{
	Dwarf_Off last = 0, settled = 0;
	Dwarf_Die die, cu;

	for (size_t i = 0; i < s->nr; i++) {
		if (s->wanted[i].unit != last) {
			last = s->wanted[i].unit;
			settled = last && dwarf_offdie(s->dwarf, last, &die) &&
						  dwarf_diecu(&die, &cu, NULL,
							      NULL) ?
					  dwarf_dieoffset(&cu) :
					  0;
		}
		s->wanted[i].unit = settled;
	}
}

static void find_all(struct srclining *s)
{
	size_t end;

	find_units(s);
	settle_units(s);
	qsort(s->wanted, s->nr, sizeof(*s->wanted), by_unit);
	for (size_t i = 0; i < s->nr; i = end) {
		Dwarf_Off unit = s->wanted[i].unit;
		Dwarf_Die cu;

		for (end = i; end < s->nr && s->wanted[end].unit == unit;)
			end++;
		if (unit && dwarf_offdie(s->dwarf, unit, &cu))
			srcline_unit(s, &cu, s->wanted + i, end - i);
	}
}

static bool has_units(Dwarf *dwarf)
{
	return dwarf && dwarf_get_units(dwarf, NULL, &(Dwarf_CU *){ NULL },
					NULL, NULL, NULL, NULL) == 0;
}

static int no_dwarf(const char *path, struct error *err)
{
	return fail(err, ERR_SYMBOLS,
		    "%s: no DWARF, which tells source lines and inlined"
		    " functions",
		    path);
}

/* ---- linked images ------------------------------------------------------- */

static int find_linked(struct srclining *s, const struct elfimage *img,
		       struct error *err)
{
	int status = 0;

	s->dwarf = dwarf_begin_elf(img->elf, DWARF_C_READ, NULL);
	if (has_units(s->dwarf))
		find_all(s);
	else
		status = no_dwarf(img->path, err);
	dwarf_end(s->dwarf);
	return status;
}

/* ---- modules ------------------------------------------------------------- */

static int no_debug_file(Dwfl_Module *mod, void **data, const char *name,
			 Dwarf_Addr base, const char *file, const char *link,
			 GElf_Word crc, char **found)
{
	(void)mod, (void)data, (void)name, (void)base, (void)file, (void)link;
	(void)crc, (void)found;
	return -1;
}

static const Dwfl_Callbacks callbacks = {
	.section_address = dwfl_offline_section_address,
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = no_debug_file,
};

/* Where libdwfl has put the sections that whole.h lays out. */
static void move_wanted(struct srclining *s, Elf *elf)
{
	uint64_t next = 0, base;
	size_t names, i = 0, kept = 0;
	Elf_Scn *section = NULL;
	GElf_Shdr head;

	if (elf_getshdrstrndx(elf, &names) < 0)
		names = 0;
	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &head))
			continue;
		const char *name = elf_strptr(elf, names, head.sh_name);

		if (!elfwhole_place(&head, name ? name : "", &next, &base))
			continue;
		for (; i < s->nr && s->wanted[i].addr < base + head.sh_size;
		     i++) {
			struct wanted wanted = s->wanted[i];

			if (wanted.addr < base)
				continue;
			wanted.addr += head.sh_addr - base;
			s->wanted[kept++] = wanted;
		}
	}
	s->nr = kept;
	qsort(s->wanted, s->nr, sizeof(*s->wanted), by_addr);
}

/* libdwfl wants a file, and gets one that nobody else sees. */
static int file_of(const struct elfimage *img, struct error *err)
{
	int fd = memfd_create("module", MFD_CLOEXEC);
	size_t done = 0;

	while (fd >= 0 && done < img->file.len) {
		ssize_t n =
			write(fd, img->file.ptr + done, img->file.len - done);

		if (n > 0) {
			done += (size_t)n;
			continue;
		}
		close(fd);
		fd = -1;
	}
	return fd < 0 ? fail_errno(err, "%s: a copy in memory", img->path) : fd;
}

/*
 * In a module all that DWARF says of addresses, and of places in its other
 * sections, is still to be filled in: libdwfl does it.
 */
static int find_relocatable(struct srclining *s, const struct elfimage *img,
			    struct error *err)
{
	int fd = file_of(img, err), status = 0;
	Dwarf_Addr bias;

	if (fd < 0)
		return -1;
	Dwfl *dwfl = dwfl_begin(&callbacks);
	Dwfl_Module *mod =
		dwfl ? dwfl_report_offline(dwfl, "module", "module", fd) : NULL;
	if (!mod)
		close(fd);
	Elf *elf = mod ? dwfl_module_getelf(mod, &bias) : NULL;
	s->dwarf = elf ? dwfl_module_getdwarf(mod, &bias) : NULL;
	if (has_units(s->dwarf)) {
		move_wanted(s, elf);
		find_all(s);
	} else {
		status = no_dwarf(img->path, err);
	}
	dwfl_end(dwfl);
	return status;
}

int srcline_find(struct input *in, const uint64_t *addrs, size_t nr,
		 struct source_lines *lines, struct arena *arena,
		 struct error *err)
{
	struct srclining s = { .lines = lines, .arena = arena, .nr = nr };
	struct elfimage img = { .path = in->path };
	int status;

	if (elfimage_open(&img, in, err) < 0) {
		elf_end(img.elf);
		return -1;
	}
	*lines = (struct source_lines){
		.at = arena_zalloc(arena, nr * sizeof(*lines->at)),
	};
	ARENA_ROOM(arena, lines->spots, 0, lines->cap_spots);
	lines->spots[lines->nr_spots++] = (struct source_spot){ 0 };
	ARENA_ROOM(arena, lines->functions, 0, lines->cap_functions);
	lines->functions[lines->nr_functions++] = (struct source_function){ 0 };

	s.wanted = arena_zalloc(&s.scratch, (nr + 1) * sizeof(*s.wanted));
	for (size_t i = 0; i < nr; i++)
		s.wanted[i] = (struct wanted){ .addr = addrs[i],
					       .index = (uint32_t)i };
	status = img.header.e_type == ET_REL ? find_relocatable(&s, &img, err) :
					       find_linked(&s, &img, err);
	elf_end(img.elf);
	arena_release(&s.scratch);
	return status;
}
