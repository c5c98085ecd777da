/*
 * dw_form.c - abbreviations, and the forms of values (7.5.3 to 7.5.6)
 */
#include "dw.h"

/* Names and paths are shorter. */
#define TEXT_MAX (64 << 10)

/* Sizes that depend on the unit. */
enum {
	DIFFERS = -1,
	UNKNOWN = -2,
	ADDR = -3,
	OFFSET = -4,
	REF_ADDR = -5
};

/* One more than the size, so that what is not here is 0; or one of those. */
static const int8_t sizes[] = {
	[DW_FORM_flag_present] = 1,
	[DW_FORM_implicit_const] = 1,
	[DW_FORM_data1] = 2,
	[DW_FORM_ref1] = 2,
	[DW_FORM_flag] = 2,
	[DW_FORM_strx1] = 2,
	[DW_FORM_addrx1] = 2,
	[DW_FORM_data2] = 3,
	[DW_FORM_ref2] = 3,
	[DW_FORM_strx2] = 3,
	[DW_FORM_addrx2] = 3,
	[DW_FORM_strx3] = 4,
	[DW_FORM_addrx3] = 4,
	[DW_FORM_data4] = 5,
	[DW_FORM_ref4] = 5,
	[DW_FORM_strx4] = 5,
	[DW_FORM_addrx4] = 5,
	[DW_FORM_ref_sup4] = 5,
	[DW_FORM_data8] = 9,
	[DW_FORM_ref8] = 9,
	[DW_FORM_ref_sig8] = 9,
	[DW_FORM_ref_sup8] = 9,
	[DW_FORM_data16] = 17,
	[DW_FORM_addr] = ADDR,
	[DW_FORM_ref_addr] = REF_ADDR,
	[DW_FORM_strp] = OFFSET,
	[DW_FORM_line_strp] = OFFSET,
	[DW_FORM_strp_sup] = OFFSET,
	[DW_FORM_sec_offset] = OFFSET,
	[DW_FORM_string] = DIFFERS,
	[DW_FORM_sdata] = DIFFERS,
	[DW_FORM_udata] = DIFFERS,
	[DW_FORM_ref_udata] = DIFFERS,
	[DW_FORM_strx] = DIFFERS,
	[DW_FORM_addrx] = DIFFERS,
	[DW_FORM_loclistx] = DIFFERS,
	[DW_FORM_rnglistx] = DIFFERS,
	[DW_FORM_block] = DIFFERS,
	[DW_FORM_block1] = DIFFERS,
	[DW_FORM_block2] = DIFFERS,
	[DW_FORM_block4] = DIFFERS,
	[DW_FORM_exprloc] = DIFFERS,
	[DW_FORM_indirect] = DIFFERS,
};

/* Of what GNU added before DWARF had it. */
static int extended_size(unsigned form)
{
	switch (form) {
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt:
		return OFFSET;
	case DW_FORM_GNU_addr_index:
	case DW_FORM_GNU_str_index:
		return DIFFERS;
	}
	return 0;
}

int dw_form_size(unsigned form, unsigned addr_size, unsigned offset_size,
		 unsigned version)
{
	int size = form < sizeof(sizes) ? sizes[form] : extended_size(form);

	switch (size) {
	case 0:
		return UNKNOWN;
	case ADDR:
		return (int)addr_size;
	case OFFSET:
		return (int)offset_size;
	case REF_ADDR:
		return (int)(version < 3 ? addr_size : offset_size);
	case DIFFERS:
		return DIFFERS;
	}
	return size - 1;
}

/* ---- values -------------------------------------------------------------- */

static const char *text_at(const struct dw *dw, enum dw_section section,
			   uint64_t offset)
{
	struct dw_bytes b = dw_bytes_at(dw, section, offset);

	if (b.end - b.at > TEXT_MAX)
		b.end = b.at + TEXT_MAX;
	return b.bad ? NULL : dw_string(&b);
}

static struct dw_value value(enum dw_kind kind, uint64_t number)
{
	return (struct dw_value){ .kind = kind, .number = number };
}

static struct dw_value nothing(struct dw_bytes *b, uint64_t size)
{
	dw_pass(b, size);
	return value(DW_NOTHING, 0);
}

struct dw_value dw_form_read_fixed(const struct dw_unit *unit, unsigned form,
				   unsigned size, struct dw_bytes *b)
{
	if (size > 8)
		return nothing(b, size);
	uint64_t number = dw_number(b, size);
	switch (form) {
	case DW_FORM_addr:
		return value(DW_ADDRESS, number);
	case DW_FORM_addrx1:
	case DW_FORM_addrx2:
	case DW_FORM_addrx3:
	case DW_FORM_addrx4:
		return value(DW_ADDRESS_INDEX, number);
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
		return value(DW_TEXT_INDEX, number);
	case DW_FORM_strp:
		return value(DW_TEXT_STR, number);
	case DW_FORM_line_strp:
		return value(DW_TEXT_LINE_STR, number);
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_strp_alt:
		return value(DW_TEXT_ALT, number);
	case DW_FORM_ref1:
	case DW_FORM_ref2:
	case DW_FORM_ref4:
	case DW_FORM_ref8:
		return number < unit->end - unit->offset ?
			       value(DW_ENTRY, unit->offset + number) :
			       value(DW_NOTHING, 0);
	case DW_FORM_ref_addr:
		return value(DW_ENTRY, number);
	case DW_FORM_ref_sup4:
	case DW_FORM_ref_sup8:
	case DW_FORM_GNU_ref_alt:
		return value(DW_ENTRY_ALT, number);
	case DW_FORM_ref_sig8:
		return value(DW_NOTHING, 0);
	}
	return value(DW_NUMBER, number);
}

struct dw_value dw_form_read(const struct dw_unit *unit, unsigned form,
			     uint64_t implicit, struct dw_bytes *b)
{
	int size;

	switch (form) {
	case DW_FORM_flag_present:
		return value(DW_NUMBER, 1);
	case DW_FORM_implicit_const:
		return value(DW_NUMBER, implicit);
	case DW_FORM_string:
		return (struct dw_value){ .kind = DW_TEXT,
					  .text = dw_string(b) };
	case DW_FORM_sdata:
		return value(DW_NUMBER, (uint64_t)dw_sleb(b));
	case DW_FORM_udata:
		return value(DW_NUMBER, dw_uleb(b));
	case DW_FORM_ref_udata:
		implicit = dw_uleb(b);
		return implicit < unit->end - unit->offset ?
			       value(DW_ENTRY, unit->offset + implicit) :
			       value(DW_NOTHING, 0);
	case DW_FORM_strx:
	case DW_FORM_GNU_str_index:
		return value(DW_TEXT_INDEX, dw_uleb(b));
	case DW_FORM_addrx:
	case DW_FORM_GNU_addr_index:
		return value(DW_ADDRESS_INDEX, dw_uleb(b));
	case DW_FORM_rnglistx:
		return value(DW_RANGES_INDEX, dw_uleb(b));
	case DW_FORM_loclistx:
		dw_uleb(b);
		return value(DW_NOTHING, 0);
	case DW_FORM_block1:
		return nothing(b, dw_number(b, 1));
	case DW_FORM_block2:
		return nothing(b, dw_number(b, 2));
	case DW_FORM_block4:
		return nothing(b, dw_number(b, 4));
	case DW_FORM_block:
	case DW_FORM_exprloc:
		return nothing(b, dw_uleb(b));
	case DW_FORM_indirect:
		implicit = dw_uleb(b);
		if (implicit == DW_FORM_indirect ||
		    implicit == DW_FORM_implicit_const || implicit > UINT16_MAX)
			break;
		return dw_form_read(unit, (unsigned)implicit, 0, b);
	default:
		size = dw_form_size(form, unit->addr_size, unit->offset_size,
				    unit->version);
		if (size >= 0)
			return dw_form_read_fixed(unit, form, (unsigned)size,
						  b);
	}
	b->bad = true;
	return value(DW_NOTHING, 0);
}

/* Entry INDEX of the table at BASE of SECTION, of SIZE bytes each. */
static bool indexed(const struct dw_unit *unit, enum dw_section section,
		    uint64_t base, uint64_t index, unsigned size,
		    uint64_t *number)
{
	struct dw_bytes b = dw_bytes_at(unit->dw, section, base);

	if (b.bad || index > (uint64_t)(b.end - b.at) / size)
		return false;
	dw_pass(&b, index * size);
	*number = dw_number(&b, size);
	return !b.bad;
}

const char *dw_value_text(const struct dw_unit *unit,
			  const struct dw_value *value)
{
	const struct dw *dw = unit->dw;
	uint64_t offset;

	switch (value->kind) {
	case DW_TEXT:
		return value->text;
	case DW_TEXT_STR:
		return text_at(dw, DW_STR, value->number);
	case DW_TEXT_LINE_STR:
		return text_at(dw, DW_LINE_STR, value->number);
	case DW_TEXT_ALT:
		return dw->alt ? text_at(dw->alt, DW_STR, value->number) : NULL;
	case DW_TEXT_INDEX:
		return indexed(unit, DW_STR_OFFSETS, unit->str_offsets,
			       value->number, unit->offset_size, &offset) ?
			       text_at(dw, DW_STR, offset) :
			       NULL;
	default:
		return NULL;
	}
}

uint64_t dw_value_addr(const struct dw_unit *unit, const struct dw_value *value)
{
	uint64_t addr;

	if (value->kind == DW_ADDRESS_INDEX)
		return indexed(unit, DW_ADDR, unit->addrs, value->number,
			       unit->addr_size, &addr) ?
			       addr :
			       0;
	return value->number;
}

/* ---- abbreviations ------------------------------------------------------- */

static bool is_known(uint64_t name)
{
	switch (name) {
	case DW_AT_sibling:
	case DW_AT_name:
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
	case DW_AT_low_pc:
	case DW_AT_high_pc:
	case DW_AT_ranges:
	case DW_AT_abstract_origin:
	case DW_AT_specification:
	case DW_AT_decl_file:
	case DW_AT_decl_line:
	case DW_AT_call_file:
	case DW_AT_call_line:
	case DW_AT_inline:
	case DW_AT_declaration:
		return true;
	}
	return false;
}

/* The attributes of A, one spec each. */
static bool read_specs(struct dw_abbrevs *all, struct dw_abbrev *a,
		       struct dw_bytes *b, struct arena *arena)
{
	a->first = (uint32_t)all->nr_specs;
	for (;;) {
		uint64_t name = dw_uleb(b), form = dw_uleb(b), value = 0;
		int size = form > UINT16_MAX ?
				   -2 :
				   dw_form_size((unsigned)form, all->addr_size,
						all->offset_size, all->version);

		if (b->bad)
			return false;
		if (!name && !form)
			break;
		if (form == DW_FORM_implicit_const)
			value = (uint64_t)dw_sleb(b);
		if (name == DW_AT_abstract_origin && form == DW_FORM_ref_addr)
			all->refers_out = true;
		if (name == DW_AT_sibling) {
			a->has_sibling = true;
			a->sibling_at = form == DW_FORM_ref4 ? a->size : -1;
		}
		a->size = a->size < 0 || size < 0 ? -1 : a->size + size;
		ARENA_ROOM(arena, all->specs, all->nr_specs, all->cap_specs);
		all->specs[all->nr_specs++] = (struct dw_spec){
			.name = name > UINT16_MAX ? 0 : (uint16_t)name,
			.form = form > UINT16_MAX ? 0 : (uint16_t)form,
			.size = size < 0 ? -1 : (int8_t)size,
			.known = is_known(name),
			.value = value > INT32_MAX ? 0 : (int32_t)value,
		};
		if (all->nr_specs > INT32_MAX / 64)
			return false;
	}
	a->nr = (uint32_t)all->nr_specs - a->first;
	return true;
}

/*
 * Compilers number them from 1 on; a code far beyond how many there are would
 * cost memory without end.
 */
static const unsigned char *read_abbrevs(struct dw_abbrevs *all,
					 struct dw_bytes b, struct arena *arena)
{
	uint64_t cap = 0, nr = 0, code;

	while ((code = dw_uleb(&b)) && !b.bad && code < 1024 + 16 * nr++) {
		uint64_t tag = dw_uleb(&b);
		struct dw_abbrev a = { .tag = tag > UINT16_MAX ? UINT16_MAX :
								 (uint16_t)tag,
				       .sibling_at = -1 };

		a.children = dw_number(&b, 1);
		if (!tag || !read_specs(all, &a, &b, arena))
			break;
		// Codes are given in order, but need not be.
		if (code >= cap) {
			uint64_t more = cap ? 2 * cap : 128;

			if (more <= code)
				more = code + 1;
			all->by_code =
				arena_grow(arena, all->by_code, cap * sizeof(a),
					   more * sizeof(a));
			memset(all->by_code + cap, 0, (more - cap) * sizeof(a));
			cap = more;
		}
		if (!all->by_code[code].tag)
			all->by_code[code] = a;
		if (code >= all->nr)
			all->nr = code + 1;
	}
	return b.at;
}

const struct dw_abbrevs *dw_abbrevs_of(const struct dw_unit *unit)
{
	struct dw *dw = unit->dw;
	struct dw_abbrevs **bucket =
		&dw->abbrevs[unit->abbrev / 64 % DW_ABBREV_BUCKETS];
	struct dw_abbrevs *all = *bucket;

	for (; all; all = all->next)
		if (all->offset == unit->abbrev &&
		    all->addr_size == unit->addr_size &&
		    all->offset_size == unit->offset_size &&
		    all->version == unit->version)
			return all;
	all = arena_alloc(&dw->tables, sizeof(*all));
	*all = (struct dw_abbrevs){
		.offset = unit->abbrev,
		.addr_size = unit->addr_size,
		.offset_size = unit->offset_size,
		.version = unit->version,
		.next = *bucket,
	};
	ARENA_ROOM(&dw->tables, all->specs, 0, all->cap_specs);
	*bucket = all;
	struct dw_bytes b = dw_bytes_at(dw, DW_ABBREV, unit->abbrev);
	if (!b.bad &&
	    dw_spend(&dw->abbrev_bytes, 0, dw->section[DW_ABBREV].len)) {
		const unsigned char *end = read_abbrevs(all, b, &dw->tables);

		dw->abbrev_bytes += (uint64_t)(end - b.at);
		dw->kept_bytes += (uint64_t)(end - b.at);
	}
	return all;
}
