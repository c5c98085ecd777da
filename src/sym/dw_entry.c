/*
 * dw_entry.c - units, and the entries of their trees (7.5.2)
 */
#include "dw.h"

/* The bytes of ENTRY's attributes, and of the unit behind them. */
static struct dw_bytes attrs_of(const struct dw_entry *entry)
{
	const struct dw_unit *unit = entry->unit;

	return (struct dw_bytes){ .at = unit->info + entry->attrs,
				  .end = unit->info + unit->end,
				  .swap = unit->dw->swap };
}

static uint32_t small(const struct dw_value *value)
{
	return value->kind == DW_NUMBER && value->number <= UINT32_MAX ?
		       (uint32_t)value->number :
		       0;
}

static void set_high(struct dw_attrs *a, const struct dw_unit *unit,
		     const struct dw_value *value)
{
	a->has_high = value->kind == DW_NUMBER || value->kind == DW_ADDRESS ||
		      value->kind == DW_ADDRESS_INDEX;
	a->high_is_size = value->kind == DW_NUMBER;
	a->high = dw_value_addr(unit, value);
}

static void set_low(struct dw_attrs *a, const struct dw_unit *unit,
		    const struct dw_value *value)
{
	a->has_low =
		value->kind == DW_ADDRESS || value->kind == DW_ADDRESS_INDEX;
	a->low = dw_value_addr(unit, value);
}

static void set_ranges(struct dw_attrs *a, const struct dw_value *value)
{
	a->ranges_indexed = value->kind == DW_RANGES_INDEX;
	a->has_ranges = a->ranges_indexed || value->kind == DW_NUMBER;
	a->ranges = value->number;
}

static void set_origin(struct dw_attrs *a, const struct dw_value *value)
{
	if (value->kind != DW_ENTRY && value->kind != DW_ENTRY_ALT)
		return;
	a->origin = value->number;
	a->origin_alt = value->kind == DW_ENTRY_ALT;
}

static void set(struct dw_attrs *a, const struct dw_unit *unit, unsigned name,
		const struct dw_value *value)
{
	switch (name) {
	case DW_AT_sibling:
		a->sibling = value->kind == DW_ENTRY ? value->number : 0;
		break;
	case DW_AT_name:
		a->name = *value;
		break;
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
		a->linkage_name = *value;
		break;
	case DW_AT_low_pc:
		set_low(a, unit, value);
		break;
	case DW_AT_high_pc:
		set_high(a, unit, value);
		break;
	case DW_AT_ranges:
		set_ranges(a, value);
		break;
	case DW_AT_abstract_origin:
	case DW_AT_specification:
		set_origin(a, value);
		break;
	case DW_AT_decl_file:
		a->has_decl_file = true;
		a->decl_file = small(value);
		break;
	case DW_AT_decl_line:
		a->decl_line = small(value);
		break;
	case DW_AT_call_file:
		a->has_call_file = true;
		a->call_file = small(value);
		break;
	case DW_AT_call_line:
		a->call_line = small(value);
		break;
	case DW_AT_inline:
		a->inlined = (uint8_t)small(value);
		break;
	case DW_AT_declaration:
		a->declaration = small(value);
		break;
	}
}

bool dw_entry_attrs(const struct dw_entry *entry, struct dw_attrs *attrs)
{
	const struct dw_unit *unit = entry->unit;
	const struct dw_abbrev *abbrev = entry->abbrev;
	const struct dw_spec *spec = &unit->abbrevs->specs[abbrev->first];
	struct dw_bytes b = attrs_of(entry);
	const unsigned char *start = b.at;

	*attrs = (struct dw_attrs){ 0 };
	for (uint32_t i = 0; i < abbrev->nr && !b.bad; i++) {
		if (!spec[i].known && spec[i].size >= 0) {
			dw_pass(&b, (uint64_t)spec[i].size);
			continue;
		}
		struct dw_value value =
			spec[i].size > 0 ?
				dw_form_read_fixed(unit, spec[i].form,
						   (unsigned)spec[i].size, &b) :
				dw_form_read(unit, spec[i].form,
					     (uint64_t)spec[i].value, &b);

		if (spec[i].known && value.kind != DW_NOTHING)
			set(attrs, unit, spec[i].name, &value);
	}
	if (b.bad)
		return false;
	attrs->next = entry->attrs + (uint64_t)(b.at - start);
	return true;
}

/* ---- moving on ----------------------------------------------------------- */

/* The same where attributes have to be passed one by one. */
static uint64_t pass_each(const struct dw_entry *entry, uint64_t *sibling)
{
	const struct dw_abbrev *abbrev = entry->abbrev;
	const struct dw_unit *unit = entry->unit;
	const struct dw_spec *spec = &unit->abbrevs->specs[abbrev->first];
	struct dw_bytes b = attrs_of(entry);

	for (uint32_t i = 0; i < abbrev->nr && !b.bad; i++) {
		if (spec[i].size >= 0 && spec[i].name != DW_AT_sibling) {
			dw_pass(&b, (uint64_t)spec[i].size);
			continue;
		}
		struct dw_value value =
			dw_form_read(unit, spec[i].form,
				     (uint64_t)spec[i].value, &b);
		if (spec[i].name == DW_AT_sibling && value.kind == DW_ENTRY)
			*sibling = value.number;
	}
	return b.bad ? 0 : (uint64_t)(b.at - unit->info);
}

/* What is behind ENTRY's attributes, and its sibling if it tells one; 0: none. */
static inline uint64_t pass_attrs(const struct dw_entry *entry,
				  uint64_t *sibling)
{
	const struct dw_abbrev *abbrev = entry->abbrev;
	const struct dw_unit *unit = entry->unit;

	*sibling = 0;
	if (abbrev->size < 0 || (abbrev->has_sibling && abbrev->sibling_at < 0))
		return pass_each(entry, sibling);
	uint64_t next = entry->attrs + (uint64_t)abbrev->size;

	if (next > unit->end)
		return 0;
	if (abbrev->has_sibling) {
		struct dw_bytes b = attrs_of(entry);

		dw_pass(&b, (uint64_t)abbrev->sibling_at);
		*sibling = unit->offset + dw_number(&b, 4);
	}
	return next;
}

uint64_t dw_entry_behind(const struct dw_entry *entry)
{
	struct dw_unit *unit = entry->unit;
	uint64_t sibling, at = pass_attrs(entry, &sibling);
	struct dw_entry child;
	size_t depth = 1;

	if (!at || !entry->abbrev->children)
		return at;
	if (sibling >= at && sibling <= unit->end)
		return sibling;
	while (depth) {
		if (!dw_entry_at(unit, at, &child))
			return 0;
		if (!child.abbrev) {
			at = child.attrs;
			depth--;
			continue;
		}
		at = pass_attrs(&child, &sibling);
		if (!at)
			return 0;
		if (!child.abbrev->children)
			continue;
		if (sibling >= at && sibling <= unit->end)
			at = sibling;
		else
			depth++;
	}
	return at;
}

bool dw_entry_origin(const struct dw_entry *entry, const struct dw_attrs *attrs,
		     struct dw_entry *origin, struct dw_attrs *its)
{
	struct dw *dw =
		attrs->origin_alt ? entry->unit->dw->alt : entry->unit->dw;
	struct dw_unit *unit =
		dw && attrs->origin ? dw_unit_at(dw, attrs->origin) : NULL;

	return unit && dw_unit_open(unit) &&
	       dw_entry_at(unit, attrs->origin, origin) && origin->abbrev &&
	       dw_entry_attrs(origin, its);
}

/* ---- units --------------------------------------------------------------- */

/* The tables that other attributes of the root need, which may stand behind. */
static void find_tables(struct dw_unit *unit, const struct dw_entry *root)
{
	const struct dw_spec *spec = &unit->abbrevs->specs[root->abbrev->first];
	struct dw_bytes b = attrs_of(root);

	for (uint32_t i = 0; i < root->abbrev->nr && !b.bad; i++) {
		struct dw_value value =
			dw_form_read(unit, spec[i].form,
				     (uint64_t)spec[i].value, &b);

		if (value.kind != DW_NUMBER)
			continue;
		switch (spec[i].name) {
		case DW_AT_str_offsets_base:
			unit->str_offsets = value.number;
			break;
		case DW_AT_addr_base:
		case DW_AT_GNU_addr_base:
			unit->addrs = value.number;
			break;
		case DW_AT_rnglists_base:
		case DW_AT_GNU_ranges_base:
			unit->rnglists = value.number;
			break;
		case DW_AT_stmt_list:
			unit->has_lines = true;
			unit->lines = value.number;
			break;
		}
	}
}

/* Texts of the root, once the tables are known that they may be in. */
static void find_texts(struct dw_unit *unit, const struct dw_entry *root)
{
	const struct dw_spec *spec = &unit->abbrevs->specs[root->abbrev->first];
	struct dw_bytes b = attrs_of(root);

	for (uint32_t i = 0; i < root->abbrev->nr && !b.bad; i++) {
		struct dw_value value =
			dw_form_read(unit, spec[i].form,
				     (uint64_t)spec[i].value, &b);

		switch (spec[i].name) {
		case DW_AT_comp_dir:
			unit->dir = dw_value_text(unit, &value);
			break;
		case DW_AT_dwo_name:
		case DW_AT_GNU_dwo_name:
			unit->split = dw_value_text(unit, &value);
			break;
		}
	}
}

bool dw_unit_open(struct dw_unit *unit)
{
	struct dw_entry root;
	struct dw_attrs attrs;

	if (unit->opened || unit->broken)
		return !unit->broken;
	unit->opened = true;
	unit->info = (const unsigned char *)unit->dw->section[DW_INFO].ptr;
	unit->abbrevs = dw_abbrevs_of(unit);
	unit->broken = true;
	if (!dw_entry_at(unit, unit->first, &root) || !root.abbrev)
		return false;
	// The header that tables have before what their bases point to.
	unit->str_offsets = unit->version >= 5 ? 2 * unit->offset_size : 0;
	find_tables(unit, &root);
	if (!dw_entry_attrs(&root, &attrs))
		return false;
	unit->tag = root.abbrev->tag;
	unit->name = dw_value_text(unit, &attrs.name);
	find_texts(unit, &root);
	unit->low_pc = attrs.has_low ? attrs.low : 0;
	unit->broken = false;
	return true;
}
