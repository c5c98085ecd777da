/*
 * dw_line.c - line tables (6.2)
 *
 * A table is a program that makes rows; it is run once, and of the rows only
 * those are looked at that hold an address somebody wants.
 */
#include "dw.h"

struct line_head {
	uint64_t version;
	unsigned offset_size, addr_size;
	unsigned min_inst, max_ops, line_range, opcode_base;
	int line_base;
	bool default_is_stmt;
	const unsigned char *lengths; /* of standard opcodes, from 1 on */
	struct dw_bytes program;
	struct dw_bytes tables; /* of directories and files */
};

/* The table at OFFSET; false if it cannot be read. */
static bool read_head(const struct dw_unit *unit, struct line_head *head)
{
	struct dw_bytes b = dw_bytes_at(unit->dw, DW_LINE, unit->lines);
	uint64_t length = dw_number(&b, 4);

	*head = (struct line_head){ .offset_size = 4,
				    .addr_size = unit->addr_size };
	if (length == 0xffffffff) {
		head->offset_size = 8;
		length = dw_number(&b, 8);
	}
	if (b.bad || length > (uint64_t)(b.end - b.at))
		return false;
	b.end = b.at + length;
	head->version = dw_number(&b, 2);
	if (head->version < 2 || head->version > 5)
		return false;
	if (head->version == 5) {
		head->addr_size = (unsigned)dw_number(&b, 1);
		dw_number(&b, 1);
	}
	length = dw_number(&b, head->offset_size);
	if (b.bad || length > (uint64_t)(b.end - b.at))
		return false;
	head->program = b;
	head->program.at += length;
	b.end = head->program.at;
	head->min_inst = (unsigned)dw_number(&b, 1);
	head->max_ops = head->version >= 4 ? (unsigned)dw_number(&b, 1) : 1;
	head->default_is_stmt = dw_number(&b, 1);
	head->line_base = (int)dw_number(&b, 1);
	if (head->line_base >= 0x80)
		head->line_base -= 0x100;
	head->line_range = (unsigned)dw_number(&b, 1);
	head->opcode_base = (unsigned)dw_number(&b, 1);
	head->lengths = b.at;
	if (head->opcode_base)
		dw_pass(&b, head->opcode_base - 1);
	head->tables = b;
	return !b.bad && head->line_range && head->opcode_base &&
	       dw_spend(&unit->dw->line_bytes, (uint64_t)(b.end - b.at),
			unit->dw->section[DW_LINE].len);
}

/* ---- files --------------------------------------------------------------- */

/* How the entries of a table of DWARF 5 are made (6.2.4.1). */
struct entry_format {
	uint64_t nr;
	struct {
		uint64_t content, form;
	} part[8];
};

static bool read_format(struct dw_bytes *b, struct entry_format *format)
{
	format->nr = dw_number(b, 1);
	if (format->nr > 8)
		return false;
	for (uint64_t i = 0; i < format->nr; i++) {
		format->part[i].content = dw_uleb(b);
		format->part[i].form = dw_uleb(b);
	}
	return !b->bad;
}

static void read_entry(const struct dw_unit *unit, struct dw_bytes *b,
		       const struct entry_format *format, const char **name,
		       uint64_t *dir)
{
	*name = NULL;
	*dir = 0;
	for (uint64_t i = 0; i < format->nr && !b->bad; i++) {
		struct dw_value value =
			dw_form_read(unit, (unsigned)format->part[i].form, 0,
				     b);

		if (format->part[i].content == DW_LNCT_path)
			*name = dw_value_text(unit, &value);
		else if (format->part[i].content == DW_LNCT_directory_index)
			*dir = value.number;
	}
}

struct file_list {
	struct arena *arena;
	const char **dir;
	size_t nr_dirs, cap_dirs;
	struct dw_file *file;
	size_t nr, cap;
};

static void add_dir(struct file_list *list, const char *dir)
{
	ARENA_ROOM(list->arena, list->dir, list->nr_dirs, list->cap_dirs);
	list->dir[list->nr_dirs++] = dir;
}

static void add_file(struct file_list *list, const char *name, uint64_t dir)
{
	ARENA_ROOM(list->arena, list->file, list->nr, list->cap);
	list->file[list->nr++] = (struct dw_file){
		.dir = dir < list->nr_dirs ? list->dir[dir] : NULL,
		.name = name,
	};
}

/* As of DWARF 5: both tables are counted, and tell how they are made. */
static void read_coded_files(const struct dw_unit *unit, struct dw_bytes b,
			     struct file_list *list)
{
	struct entry_format format;
	const char *name;
	uint64_t dir;

	for (int table = 0; table < 2; table++) {
		if (!read_format(&b, &format))
			return;
		uint64_t nr = dw_uleb(&b);

		// One that takes no bytes could be there any number of times.
		for (; nr && format.nr && !b.bad; nr--) {
			const unsigned char *start = b.at;

			read_entry(unit, &b, &format, &name, &dir);
			if (b.bad || b.at == start)
				return;
			if (table)
				add_file(list, name, dir);
			else
				add_dir(list, name);
		}
	}
}

/* As before: lists that an empty name ends, numbered from 1. */
static void read_plain_files(struct dw_bytes b, struct file_list *list)
{
	const char *text;

	add_dir(list, "");
	while ((text = dw_string(&b)) && *text)
		add_dir(list, text);
	add_file(list, NULL, 0);
	while (!b.bad && (text = dw_string(&b)) && *text) {
		uint64_t dir = dw_uleb(&b);

		dw_uleb(&b);
		dw_uleb(&b);
		if (!b.bad)
			add_file(list, text, dir);
	}
}

const struct dw_files *dw_unit_files(struct dw_unit *unit)
{
	struct arena *arena = &unit->dw->tables;
	struct file_list list = { .arena = arena };
	struct line_head head;

	if (unit->files)
		return unit->files;
	if (unit->has_lines && read_head(unit, &head)) {
		// The table may be of the other size: assemblers make it.
		struct dw_unit as = *unit;

		as.offset_size = (uint8_t)head.offset_size;
		as.addr_size = (uint8_t)head.addr_size;
		as.version = 5;
		if (head.version >= 5)
			read_coded_files(&as, head.tables, &list);
		else
			read_plain_files(head.tables, &list);
	}
	unit->files = arena_alloc(arena, sizeof(*unit->files));
	*unit->files = (struct dw_files){ .file = list.file, .nr = list.nr };
	return unit->files;
}

/* ---- rows ---------------------------------------------------------------- */

struct machine {
	const struct line_head *head;
	struct dw_spot *spots;
	size_t nr;
	size_t next; /* spot, of those this sequence may still hold */
	uint64_t addr, op, line, file;
	/* The row before, if this sequence has one. */
	bool has_last;
	uint64_t last_addr, last_line, last_file;
};

static size_t first_from(const struct machine *m, uint64_t addr)
{
	size_t low = 0, high = m->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->spots[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The row before goes from where it began to ADDR. */
static void end_row(struct machine *m)
{
	// Addresses may go back, though they should not.
	if (m->next < m->nr && m->spots[m->next].addr < m->last_addr)
		m->next = first_from(m, m->last_addr);
	for (; m->next < m->nr && m->spots[m->next].addr < m->addr; m->next++) {
		struct dw_spot *spot = &m->spots[m->next];

		// Of two sequences that hold it, the one that begins later.
		if (spot->found && spot->row > m->last_addr)
			continue;
		*spot = (struct dw_spot){
			.addr = spot->addr,
			.row = m->last_addr,
			.file = m->last_file <= UINT32_MAX ?
					(uint32_t)m->last_file :
					0,
			.line = m->last_line <= UINT32_MAX ?
					(uint32_t)m->last_line :
					0,
			.found = true,
		};
	}
}

static inline void row(struct machine *m, bool ends)
{
	if (!m->has_last)
		m->next = first_from(m, m->addr);
	else if (m->addr < m->last_addr)
		m->next = first_from(m, m->addr);
	else if (m->next < m->nr && m->spots[m->next].addr < m->addr)
		end_row(m);
	m->has_last = !ends;
	m->last_addr = m->addr;
	m->last_line = m->line;
	m->last_file = m->file;
}

static inline void advance(struct machine *m, uint64_t operations)
{
	const struct line_head *head = m->head;

	if (head->max_ops <= 1) {
		m->addr += operations * head->min_inst;
		return;
	}
	m->op += operations;
	m->addr += m->op / head->max_ops * head->min_inst;
	m->op %= head->max_ops;
}

static void reset(struct machine *m)
{
	m->addr = m->op = 0;
	m->file = m->line = 1;
	m->has_last = false;
}

/* False if the program cannot go on. */
static bool extended(struct machine *m, struct dw_bytes *b)
{
	uint64_t length = dw_uleb(b);
	const unsigned char *start = b->at;

	if (b->bad || !length || length > (uint64_t)(b->end - b->at))
		return false;
	switch (dw_number(b, 1)) {
	case DW_LNE_end_sequence:
		row(m, true);
		reset(m);
		break;
	case DW_LNE_set_address:
		if (length != 5 && length != 9)
			return false;
		m->addr = dw_number(b, (unsigned)length - 1);
		m->op = 0;
		break;
	default: // discriminators and the like
		break;
	}
	b->at = start + length;
	return true;
}

static void standard(struct machine *m, unsigned opcode, struct dw_bytes *b)
{
	const struct line_head *head = m->head;

	switch (opcode) {
	case DW_LNS_copy:
		row(m, false);
		break;
	case DW_LNS_advance_pc:
		advance(m, dw_uleb(b));
		break;
	case DW_LNS_advance_line:
		m->line += (uint64_t)dw_sleb(b);
		break;
	case DW_LNS_set_file:
		m->file = dw_uleb(b);
		break;
	case DW_LNS_const_add_pc:
		advance(m, (255 - head->opcode_base) / head->line_range);
		break;
	case DW_LNS_fixed_advance_pc:
		m->addr += dw_number(b, 2);
		m->op = 0;
		break;
	case DW_LNS_set_column:
	case DW_LNS_set_isa:
		dw_uleb(b);
		break;
	case DW_LNS_negate_stmt:
	case DW_LNS_set_basic_block:
	case DW_LNS_set_prologue_end:
	case DW_LNS_set_epilogue_begin:
		break;
	default: // nobody knows it, but it says how many operands it has
		for (unsigned i = head->lengths[opcode - 1]; i; i--)
			dw_uleb(b);
	}
}

void dw_lines_find(struct dw_unit *unit, struct dw_spot *spots, size_t nr)
{
	struct line_head head;
	struct machine m = { .head = &head, .spots = spots, .nr = nr };

	if (!unit->has_lines || !read_head(unit, &head))
		return;
	struct dw_bytes b = head.program;

	if (!dw_spend(&unit->dw->line_bytes, (uint64_t)(b.end - b.at),
		      unit->dw->section[DW_LINE].len))
		return;
	reset(&m);
	while (b.at < b.end && !b.bad) {
		unsigned opcode = *b.at++;

		if (opcode >= head.opcode_base) {
			opcode -= head.opcode_base;
			m.line += (uint64_t)(head.line_base +
					     (int)(opcode % head.line_range));
			advance(&m, opcode / head.line_range);
			row(&m, false);
		} else if (opcode) {
			standard(&m, opcode, &b);
		} else if (!extended(&m, &b)) {
			break;
		}
	}
}
