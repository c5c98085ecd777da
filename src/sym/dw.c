/*
 * dw.c - the sections of DWARF, and numbers in them
 */
#include "dw.h"

#include <gelf.h>

/* So many bytes of abbreviations, as they are in the file, are not much. */
#define KEPT_MAX ((uint64_t)64 << 10)

static const char *const names[DW_SECTIONS] = {
	[DW_INFO] = "info",
	[DW_ABBREV] = "abbrev",
	[DW_STR] = "str",
	[DW_LINE_STR] = "line_str",
	[DW_LINE] = "line",
	[DW_RANGES] = "ranges",
	[DW_RNGLISTS] = "rnglists",
	[DW_ADDR] = "addr",
	[DW_STR_OFFSETS] = "str_offsets",
	[DW_ARANGES] = "aranges",
};

/* ---- bytes --------------------------------------------------------------- */

struct dw_bytes dw_bytes_at(const struct dw *dw, enum dw_section section,
			    uint64_t offset)
{
	struct span all = dw->section[section];
	struct dw_bytes b = { .swap = dw->swap };

	if (!all.ptr || offset > all.len) {
		b.bad = true;
		return b;
	}
	b.at = (const unsigned char *)all.ptr + offset;
	b.end = (const unsigned char *)all.ptr + all.len;
	return b;
}

static bool has(struct dw_bytes *b, uint64_t size)
{
	if (size <= (uint64_t)(b->end - b->at))
		return true;
	b->bad = true;
	b->at = b->end;
	return false;
}

uint64_t dw_number_any(struct dw_bytes *b, unsigned size)
{
	uint64_t value = 0;
	uint16_t two;
	uint32_t four;

	if (!has(b, size))
		return 0;
	const unsigned char *at = b->at;
	b->at += size;
	switch (size) {
	case 1:
		return *at;
	case 2:
		memcpy(&two, at, 2);
		return b->swap ? __builtin_bswap16(two) : two;
	case 4:
		memcpy(&four, at, 4);
		return b->swap ? __builtin_bswap32(four) : four;
	case 8:
		memcpy(&value, at, 8);
		return b->swap ? __builtin_bswap64(value) : value;
	}
	// DW_FORM_strx3 and the like.
	for (unsigned i = 0; i < size; i++) {
		bool big =
			b->swap == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

		value |= (uint64_t)at[i] << 8 * (big ? size - 1 - i : i);
	}
	return value;
}

uint64_t dw_uleb_long(struct dw_bytes *b)
{
	uint64_t value = 0;

	for (unsigned shift = 0; b->at < b->end; shift += 7) {
		unsigned char byte = *b->at++;

		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	b->bad = true;
	return 0;
}

int64_t dw_sleb(struct dw_bytes *b)
{
	uint64_t value = 0;

	for (unsigned shift = 0; b->at < b->end;) {
		unsigned char byte = *b->at++;

		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
		if (byte & 0x80)
			continue;
		if (byte & 0x40 && shift < 64)
			value |= UINT64_MAX << shift;
		return (int64_t)value;
	}
	b->bad = true;
	return 0;
}

const char *dw_string(struct dw_bytes *b)
{
	const char *text = (const char *)b->at;
	const char *nul = b->at < b->end ?
				  memchr(text, '\0', (size_t)(b->end - b->at)) :
				  NULL;

	if (!nul) {
		b->bad = true;
		b->at = b->end;
		return NULL;
	}
	b->at = (const unsigned char *)nul + 1;
	return text;
}

/* ---- sections ------------------------------------------------------------ */

/* Which of ours it is; DW_SECTIONS: none. */
static unsigned section_of(const char *name)
{
	unsigned i = 0;

	if (!strncmp(name, ".debug_", 7))
		name += 7;
	else if (!strncmp(name, ".zdebug_", 8))
		name += 8;
	else
		return DW_SECTIONS;
	while (i < DW_SECTIONS && strcmp(name, names[i]) != 0)
		i++;
	return i;
}

static void find_sections(struct dw *dw, Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr head;
	size_t strings;

	if (elf_getshdrstrndx(elf, &strings) < 0)
		return;
	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &head) || head.sh_type == SHT_NOBITS)
			continue;
		const char *name = elf_strptr(elf, strings, head.sh_name);
		unsigned which = name ? section_of(name) : DW_SECTIONS;

		if (which == DW_SECTIONS || dw->section[which].ptr)
			continue;
		if (head.sh_flags & SHF_COMPRESSED)
			elf_compress(section, 0, 0);
		else if (name[1] == 'z')
			elf_compress_gnu(section, 0, 0);
		Elf_Data *data = elf_getdata(section, NULL);
		if (data && data->d_buf)
			dw->section[which] =
				(struct span){ data->d_buf, data->d_size };
	}
}

/* ---- units --------------------------------------------------------------- */

/* The header at B, of a unit at OFFSET (7.5.1); false if nothing follows it. */
static bool unit_header(struct dw_bytes b, struct dw_unit *unit)
{
	const unsigned char *start = b.at;
	uint64_t length = dw_number(&b, 4);

	unit->offset_size = length == 0xffffffff ? 8 : 4;
	if (unit->offset_size == 8)
		length = dw_number(&b, 8);
	if (b.bad || length > (uint64_t)(b.end - b.at))
		return false;
	unit->end = unit->offset + (uint64_t)(b.at - start) + length;
	b.end = b.at + length;
	unit->version = (uint8_t)dw_number(&b, 2);
	unit->type = DW_UT_compile;
	if (unit->version >= 5) {
		unit->type = (uint8_t)dw_number(&b, 1);
		unit->addr_size = (uint8_t)dw_number(&b, 1);
		unit->abbrev = dw_number(&b, unit->offset_size);
	} else {
		unit->abbrev = dw_number(&b, unit->offset_size);
		unit->addr_size = (uint8_t)dw_number(&b, 1);
	}
	if (unit->type == DW_UT_skeleton || unit->type == DW_UT_split_compile)
		dw_pass(&b, 8);
	else if (unit->type == DW_UT_type || unit->type == DW_UT_split_type)
		dw_pass(&b, 8 + unit->offset_size);
	unit->first = unit->offset + (uint64_t)(b.at - start);
	unit->broken = b.bad || unit->version < 2 || unit->version > 5 ||
		       (unit->addr_size != 4 && unit->addr_size != 8);
	return true;
}

static void list_units(struct dw *dw, struct arena *arena)
{
	size_t cap = 0;
	uint64_t at = 0;

	while (at < dw->section[DW_INFO].len) {
		struct dw_unit unit = { .dw = dw, .offset = at };

		if (!unit_header(dw_bytes_at(dw, DW_INFO, at), &unit))
			return;
		ARENA_ROOM(arena, dw->units, dw->nr_units, cap);
		dw->units[dw->nr_units++] = unit;
		at = unit.end;
	}
}

bool dw_open(struct dw *dw, Elf *elf, bool big, struct arena *arena)
{
	*dw = (struct dw){
		.swap = big == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__),
	};
	find_sections(dw, elf);
	list_units(dw, arena);
	return dw->nr_units;
}

void dw_share(struct dw *copy, const struct dw *dw, struct arena *arena)
{
	*copy = (struct dw){ .swap = dw->swap,
			     .alt_name = dw->alt_name,
			     .nr_units = dw->nr_units };
	if (dw->alt) {
		copy->alt = arena_alloc(arena, sizeof(*copy->alt));
		dw_share(copy->alt, dw->alt, arena);
	}
	memcpy(copy->section, dw->section, sizeof(copy->section));
	copy->units = arena_alloc(arena, dw->nr_units * sizeof(*copy->units));
	for (size_t i = 0; i < dw->nr_units; i++) {
		copy->units[i] = (struct dw_unit){
			.dw = copy,
			.offset = dw->units[i].offset,
			.first = dw->units[i].first,
			.end = dw->units[i].end,
			.abbrev = dw->units[i].abbrev,
			.version = dw->units[i].version,
			.addr_size = dw->units[i].addr_size,
			.offset_size = dw->units[i].offset_size,
			.type = dw->units[i].type,
		};
		copy->units[i].broken =
			dw->units[i].broken && !dw->units[i].opened;
	}
}

void dw_close(struct dw *dw)
{
	arena_release(&dw->tables);
	if (dw->shared)
		dw_close_shared(dw);
	else if (dw->alt)
		dw_close(dw->alt);
}

void dw_forget(struct dw *dw)
{
	if (dw->alt)
		dw_forget(dw->alt);
	if (dw->kept_bytes < KEPT_MAX)
		return;
	for (size_t i = 0; i < dw->nr_units; i++) {
		dw->units[i].opened = false;
		dw->units[i].files = NULL;
	}
	memset(dw->abbrevs, 0, sizeof(dw->abbrevs));
	arena_release(&dw->tables);
	dw->kept_bytes = 0;
}

struct dw_unit *dw_unit_at(struct dw *dw, uint64_t offset)
{
	size_t low = 0, high = dw->nr_units;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (dw->units[mid].end <= offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low < dw->nr_units && dw->units[low].offset <= offset ?
		       &dw->units[low] :
		       NULL;
}
