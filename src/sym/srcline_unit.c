/*
 * srcline_unit.c - the functions and lines of one unit of DWARF
 *
 * The tree of its entries is walked once, with all addresses that are looked
 * for, and only into what holds one of them.  As libdw takes siblings where an
 * attribute says they are, damage can lead anywhere: siblings must follow one
 * another, and no more entries are visited than the unit has bytes.
 */
#include "srclining.h"

#include "diffprof/demangle.h"

#define DEPTH_MAX 256

struct unit {
	struct srclining *s;
	Dwarf_Die *cu;
	Dwarf_Files *files; /* NULL if there are none */
	struct unit_paths paths;
	struct wanted *wanted; /* by address */
	size_t nr;
	uint64_t left; /* entries that may still be visited */
};

/* ---- functions ----------------------------------------------------------- */

static size_t first_from(const struct unit *u, size_t low, size_t high,
			 uint64_t addr)
{
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (u->wanted[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static const char *name_of(struct unit *u, Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	struct arena *arena = u->s->arena;
	const char *name = dwarf_formstring(
		dwarf_attr_integrate(die, DW_AT_linkage_name, &attr));

	if (!name)
		name = dwarf_formstring(
			dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name,
					     &attr));
	if (!name)
		name = dwarf_diename(die);
	if (!name || !*name)
		return NULL;
	struct span shown = demangle(span_of(name), &u->s->scratch);
	return arena_strndup(arena, shown.ptr, shown.len);
}

static uint32_t number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word word;

	if (dwarf_formudata(dwarf_attr_integrate(die, name, &attr), &word) < 0)
		return 0;
	return word <= UINT32_MAX ? (uint32_t)word : 0;
}

static uint32_t add_function(struct unit *u, Dwarf_Die *die, uint32_t caller)
{
	struct source_lines *lines = u->s->lines;
	struct source_function f = { .name = name_of(u, die) };

	f.decl_file = unit_paths_show(&u->paths, dwarf_decl_file(die));
	f.decl_line = number_of(die, DW_AT_decl_line);
	if (dwarf_tag(die) == DW_TAG_inlined_subroutine) {
		uint32_t file = number_of(die, DW_AT_call_file);

		f.caller = caller;
		f.call_line = number_of(die, DW_AT_call_line);
		if (u->files)
			f.call_file =
				unit_paths_show(&u->paths,
						dwarf_filesrc(u->files, file,
							      NULL, NULL));
	}
	ARENA_ROOM(u->s->arena, lines->functions, lines->nr_functions,
		   lines->cap_functions);
	lines->functions[lines->nr_functions++] = f;
	return (uint32_t)lines->nr_functions - 1;
}

/*
 * Which of the addresses [LOW, HIGH) that are in PARENT are in DIE?  With MINE
 * set they become those of that function, which is made when there is one.
 * False if there are none; else *FROM and *TO are around them.
 */
static bool claim(struct unit *u, Dwarf_Die *die, size_t low, size_t high,
		  uint32_t parent, uint32_t *mine, size_t *from, size_t *to)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	bool any = false;

	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		size_t i = first_from(u, low, high, start);

		for (; i < high && u->wanted[i].addr < end; i++) {
			if (u->wanted[i].function != parent)
				continue;
			if (mine && !*mine)
				*mine = add_function(u, die, parent);
			if (mine)
				u->wanted[i].function = *mine;
			if (!any || i < *from)
				*from = i;
			if (!any || i + 1 > *to)
				*to = i + 1;
			any = true;
		}
	}
	return any;
}

static void walk(struct unit *u, Dwarf_Die *die, size_t low, size_t high,
		 uint32_t parent, unsigned depth);

static void visit(struct unit *u, Dwarf_Die *die, size_t low, size_t high,
		  uint32_t parent, unsigned depth)
{
	uint32_t mine = 0;

	switch (dwarf_tag(die)) {
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_entry_point:
		if (claim(u, die, low, high, parent, &mine, &low, &high))
			walk(u, die, low, high, mine, depth + 1);
		break;
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
	case DW_TAG_with_stmt:
		if (claim(u, die, low, high, parent, NULL, &low, &high))
			walk(u, die, low, high, parent, depth + 1);
		break;
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
		if (!parent)
			walk(u, die, low, high, parent, depth + 1);
		break;
	default:
		break;
	}
}

/* The children of DIE. */
static void walk(struct unit *u, Dwarf_Die *die, size_t low, size_t high,
		 uint32_t parent, unsigned depth)
{
	Dwarf_Die child, next;
	Dwarf_Off last;

	if (depth > DEPTH_MAX || dwarf_child(die, &child) != 0)
		return;
	do {
		if (!u->left--) {
			u->left = 0;
			return;
		}
		visit(u, &child, low, high, parent, depth);
		last = dwarf_dieoffset(&child);
		if (dwarf_siblingof(&child, &next) != 0)
			return;
		child = next;
	} while (dwarf_dieoffset(&child) > last);
}

/* ---- lines --------------------------------------------------------------- */

/* The last row that begins at ADDR or before, if the code goes on there. */
static Dwarf_Line *row_at(Dwarf_Lines *rows, size_t nr, uint64_t addr)
{
	size_t low = 0, high = nr;
	Dwarf_Line *row;
	Dwarf_Addr start;
	bool ends;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (dwarf_lineaddr(dwarf_onesrcline(rows, mid), &start) == 0 &&
		    start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	row = dwarf_onesrcline(rows, low - 1);
	return dwarf_lineendsequence(row, &ends) == 0 && !ends ? row : NULL;
}

static void add_spot(struct unit *u, const struct wanted *wanted,
		     Dwarf_Line *row)
{
	struct source_lines *lines = u->s->lines;
	struct source_spot spot = { .function = wanted->function };
	const struct source_spot *last = &lines->spots[lines->nr_spots - 1];
	int line;

	if (row) {
		spot.file = unit_paths_show(&u->paths,
					    dwarf_linesrc(row, NULL, NULL));
		if (dwarf_lineno(row, &line) == 0 && line > 0)
			spot.line = (uint32_t)line;
	}
	if (last->file != spot.file || last->line != spot.line ||
	    last->function != spot.function) {
		ARENA_ROOM(u->s->arena, lines->spots, lines->nr_spots,
			   lines->cap_spots);
		lines->spots[lines->nr_spots++] = spot;
	}
	lines->at[wanted->index] = (uint32_t)lines->nr_spots - 1;
}

void srcline_unit(struct srclining *s, Dwarf_Die *cu, struct wanted *wanted,
		  size_t nr)
{
	struct unit u = { .s = s, .cu = cu, .wanted = wanted, .nr = nr };
	Dwarf_Off offset = dwarf_dieoffset(cu), next;
	Dwarf_Lines *rows;
	size_t nr_rows;

	unit_paths_begin(&u.paths, s, cu);
	if (dwarf_getsrcfiles(cu, &u.files, NULL) != 0)
		u.files = NULL;
	if (dwarf_next_unit(s->dwarf, offset - dwarf_cuoffset(cu), &next, NULL,
			    NULL, NULL, NULL, NULL, NULL, NULL) == 0)
		u.left = next - offset;
	walk(&u, cu, 0, nr, 0, 0);
	if (dwarf_getsrclines(cu, &rows, &nr_rows) != 0)
		nr_rows = 0;
	for (size_t i = 0; i < nr; i++)
		add_spot(&u, &wanted[i],
			 nr_rows ? row_at(rows, nr_rows, wanted[i].addr) :
				   NULL);
}
