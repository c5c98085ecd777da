/*
 * dw_ranges.c - the addresses of entries and units (2.17, 6.1.2)
 */
#include "dw.h"

static void begin_list(struct dw_ranges *r, const struct dw_attrs *attrs)
{
	const struct dw_unit *unit = r->unit;
	uint64_t offset = attrs->ranges;

	r->coded = unit->version >= 5;
	if (attrs->ranges_indexed) {
		struct dw_bytes table =
			dw_bytes_at(unit->dw, DW_RNGLISTS, unit->rnglists);

		if (offset > UINT32_MAX)
			table.bad = true;
		if (!table.bad)
			dw_pass(&table, offset * unit->offset_size);
		offset = unit->rnglists + dw_number(&table, unit->offset_size);
		if (table.bad)
			offset = UINT64_MAX;
	}
	r->list = dw_bytes_at(unit->dw, r->coded ? DW_RNGLISTS : DW_RANGES,
			      offset);
	r->base = unit->low_pc;
}

void dw_ranges_begin(struct dw_ranges *r, const struct dw_unit *unit,
		     const struct dw_attrs *attrs)
{
	*r = (struct dw_ranges){ .unit = unit };
	if (attrs->has_ranges) {
		begin_list(r, attrs);
	} else if (attrs->has_low && attrs->has_high) {
		r->one = true;
		r->start = attrs->low;
		r->end = attrs->high_is_size ? attrs->low + attrs->high :
					       attrs->high;
	}
}

static uint64_t indexed_addr(const struct dw_unit *unit, uint64_t index)
{
	struct dw_value value = { .kind = DW_ADDRESS_INDEX, .number = index };

	return dw_value_addr(unit, &value);
}

/* The next of a list of DWARF 5 (7.25). */
static bool next_coded(struct dw_ranges *r, uint64_t *start, uint64_t *end)
{
	struct dw_bytes *b = &r->list;
	const struct dw_unit *unit = r->unit;

	for (;;) {
		uint64_t kind = dw_number(b, 1);

		if (b->bad)
			return false;
		switch (kind) {
		case DW_RLE_base_addressx:
			r->base = indexed_addr(unit, dw_uleb(b));
			continue;
		case DW_RLE_base_address:
			r->base = dw_number(b, unit->addr_size);
			continue;
		case DW_RLE_startx_endx:
			*start = indexed_addr(unit, dw_uleb(b));
			*end = indexed_addr(unit, dw_uleb(b));
			break;
		case DW_RLE_startx_length:
			*start = indexed_addr(unit, dw_uleb(b));
			*end = *start + dw_uleb(b);
			break;
		case DW_RLE_offset_pair:
			*start = r->base + dw_uleb(b);
			*end = r->base + dw_uleb(b);
			break;
		case DW_RLE_start_end:
			*start = dw_number(b, unit->addr_size);
			*end = dw_number(b, unit->addr_size);
			break;
		case DW_RLE_start_length:
			*start = dw_number(b, unit->addr_size);
			*end = *start + dw_uleb(b);
			break;
		default: // DW_RLE_end_of_list, or damage
			return false;
		}
		return !b->bad;
	}
}

/* The next of .debug_ranges, as before (DWARF 4, 7.24). */
static bool next_plain(struct dw_ranges *r, uint64_t *start, uint64_t *end)
{
	unsigned size = r->unit->addr_size;
	uint64_t select = size == 4 ? UINT32_MAX : UINT64_MAX;

	for (;;) {
		*start = dw_number(&r->list, size);
		*end = dw_number(&r->list, size);
		if (r->list.bad || (!*start && !*end))
			return false;
		if (*start != select)
			break;
		r->base = *end;
	}
	*start += r->base;
	*end += r->base;
	return true;
}

bool dw_ranges_next(struct dw_ranges *r, uint64_t *start, uint64_t *end)
{
	if (r->one) {
		r->one = false;
		*start = r->start;
		*end = r->end;
		return true;
	}
	struct dw *dw = r->unit->dw;

	if (!r->list.at ||
	    !dw_spend(&dw->range_bytes, 2,
		      dw->section[r->coded ? DW_RNGLISTS : DW_RANGES].len))
		return false;
	return r->coded ? next_coded(r, start, end) : next_plain(r, start, end);
}

/* ---- .debug_aranges ------------------------------------------------------ */

/* One set at B, of a unit; false if nothing can follow. */
static bool one_set(struct dw_bytes *b,
		    void (*each)(void *arg, uint64_t start, uint64_t size,
				 uint64_t unit),
		    void *arg)
{
	const unsigned char *head = b->at;
	uint64_t length = dw_number(b, 4);
	unsigned offset_size = length == 0xffffffff ? 8 : 4;
	struct dw_bytes set = *b;

	if (offset_size == 8)
		length = dw_number(&set, 8);
	if (set.bad || length > (uint64_t)(set.end - set.at))
		return false;
	b->at = set.end = set.at + length;
	dw_number(&set, 2);
	uint64_t unit = dw_number(&set, offset_size);
	unsigned addr_size = (unsigned)dw_number(&set, 1);
	uint64_t segment = dw_number(&set, 1);

	if (set.bad || segment || (addr_size != 4 && addr_size != 8))
		return true;
	// Tuples are aligned to their size, from the head of the set on.
	uint64_t tuple = (uint64_t)2 * addr_size;
	dw_pass(&set, (tuple - (uint64_t)(set.at - head) % tuple) % tuple);
	while (set.at < set.end && !set.bad) {
		uint64_t start = dw_number(&set, addr_size);
		uint64_t size = dw_number(&set, addr_size);

		if (set.bad || (!start && !size))
			break;
		each(arg, start, size, unit);
	}
	return true;
}

void dw_aranges(const struct dw *dw,
		void (*each)(void *arg, uint64_t start, uint64_t size,
			     uint64_t unit),
		void *arg)
{
	struct dw_bytes b = dw_bytes_at(dw, DW_ARANGES, 0);

	while (b.at < b.end && one_set(&b, each, arg))
		;
}
