/*
 * srcline_unit.c - the functions and lines of one unit of DWARF
 *
 * The tree of its entries is walked once, with all addresses that are looked
 * for, and only into what holds one of them.
 */
#include "srclining.h"

#include "diffprof/demangle.h"

#define DEPTH_MAX 256
/* An origin may have one itself, but not for ever. */
#define ORIGINS_MAX 16

struct unit {
	struct srclining *s;
	struct dw_unit *unit;
	struct unit_paths paths;
	struct unit_paths
		other; /* of the unit of an origin, if that is another */
	struct wanted *wanted; /* by address */
	size_t nr;
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

/* File NUMBER of UNIT, which need not be the one that is walked. */
static const char *file_of(struct unit *u, struct dw_unit *unit,
			   uint32_t number)
{
	if (unit == u->unit)
		return unit_paths_show(&u->paths, number);
	if (unit->dw != &u->s->dw)
		return NULL;
	if (u->other.unit != unit)
		unit_paths_begin(&u->other, u->s, unit);
	return unit_paths_show(&u->other, number);
}

/* What is asked of an entry, of itself or what it is an instance of. */
struct integrated {
	const char *name, *linkage_name;
	const char *decl_file;
	uint32_t decl_line;
};

/* The file with the rest of ENTRY is not there. */
static void note_elsewhere(struct unit *u, const char *file)
{
	if (file && !u->s->lines->elsewhere)
		u->s->lines->elsewhere = arena_strdup(u->s->arena, file);
}

static void integrate(struct unit *u, struct dw_entry entry,
		      struct dw_attrs attrs, struct integrated *all)
{
	bool has_file = false;

	for (unsigned i = 0; i < ORIGINS_MAX; i++) {
		struct dw_entry origin;
		struct dw_attrs its;

		if (!entry.unit->dw->alt &&
		    (attrs.origin_alt || attrs.name.kind == DW_TEXT_ALT ||
		     attrs.linkage_name.kind == DW_TEXT_ALT))
			note_elsewhere(u, entry.unit->dw->alt_name);
		if (!all->name)
			all->name = dw_value_text(entry.unit, &attrs.name);
		if (!all->linkage_name)
			all->linkage_name =
				dw_value_text(entry.unit, &attrs.linkage_name);
		if (!all->decl_line)
			all->decl_line = attrs.decl_line;
		if (!has_file && attrs.has_decl_file) {
			has_file = true;
			all->decl_file =
				file_of(u, entry.unit, attrs.decl_file);
		}
		if (!dw_entry_origin(&entry, &attrs, &origin, &its))
			return;
		entry = origin;
		attrs = its;
	}
}

static const char *shown_name(struct unit *u, const struct integrated *all)
{
	const char *name = all->linkage_name ? all->linkage_name : all->name;

	if (!name || !*name)
		return NULL;
	struct span shown = demangle(span_of(name), &u->s->scratch);
	return arena_strndup(u->s->arena, shown.ptr, shown.len);
}

static uint32_t add_function(struct unit *u, const struct dw_entry *entry,
			     const struct dw_attrs *attrs, uint32_t caller)
{
	struct source_lines *lines = u->s->lines;
	struct integrated all = { 0 };

	integrate(u, *entry, *attrs, &all);
	struct source_function f = { .name = shown_name(u, &all),
				     .decl_file = all.decl_file,
				     .decl_line = all.decl_line };
	if (entry->abbrev->tag == DW_TAG_inlined_subroutine) {
		f.caller = caller;
		f.call_line = attrs->call_line;
		if (attrs->has_call_file)
			f.call_file =
				unit_paths_show(&u->paths, attrs->call_file);
	}
	ARENA_ROOM(u->s->arena, lines->functions, lines->nr_functions,
		   lines->cap_functions);
	lines->functions[lines->nr_functions++] = f;
	return (uint32_t)lines->nr_functions - 1;
}

/* The addresses [low, high) of which some are in an entry. */
struct part {
	size_t low, high;
	uint32_t function; /* that holds them */
};

/*
 * Which of the addresses of PARENT are in ENTRY?  If that is a FUNCTION, they
 * become those of it, which is made when there is one.  False if there are
 * none; else MINE is what holds them.
 */
static bool claim(struct unit *u, const struct dw_entry *entry,
		  const struct dw_attrs *attrs, const struct part *parent,
		  bool function, struct part *mine)
{
	struct dw_ranges ranges;
	uint64_t start, end;
	bool any = false;

	*mine = *parent;
	dw_ranges_begin(&ranges, u->unit, attrs);
	while (dw_ranges_next(&ranges, &start, &end)) {
		size_t i = first_from(u, parent->low, parent->high, start);

		for (; i < parent->high && u->wanted[i].addr < end; i++) {
			if (u->wanted[i].function != parent->function)
				continue;
			if (function && !any)
				mine->function = add_function(u, entry, attrs,
							      parent->function);
			if (function)
				u->wanted[i].function = mine->function;
			if (!any || i < mine->low)
				mine->low = i;
			if (!any || i + 1 > mine->high)
				mine->high = i + 1;
			any = true;
		}
	}
	return any;
}

static uint64_t walk(struct unit *u, uint64_t at, const struct part *part,
		     unsigned depth);

/* Is this a block or function, whose addresses decide? */
static bool is_code(unsigned tag, bool *function)
{
	*function = tag == DW_TAG_subprogram || tag == DW_TAG_entry_point ||
		    tag == DW_TAG_inlined_subroutine;
	return *function || tag == DW_TAG_lexical_block ||
	       tag == DW_TAG_try_block || tag == DW_TAG_catch_block ||
	       tag == DW_TAG_with_stmt;
}

/* Does it hold functions, without having addresses itself? */
static bool is_scope(unsigned tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module ||
	       tag == DW_TAG_class_type || tag == DW_TAG_structure_type;
}

/* ENTRY and its children; where its next sibling is, 0 if that is lost. */
static uint64_t visit(struct unit *u, const struct dw_entry *entry,
		      const struct part *part, unsigned depth)
{
	unsigned tag = entry->abbrev->tag;
	struct part mine = *part;
	struct dw_attrs attrs;
	bool function;

	if (is_code(tag, &function)) {
		if (!dw_entry_attrs(entry, &attrs))
			return 0;
		if (!claim(u, entry, &attrs, part, function, &mine))
			return dw_entry_behind(entry);
	} else if (is_scope(tag) && !part->function) {
		if (!dw_entry_attrs(entry, &attrs))
			return 0;
	} else {
		return dw_entry_behind(entry);
	}
	if (!entry->abbrev->children)
		return attrs.next;
	if (depth == DEPTH_MAX)
		return dw_entry_behind(entry);
	return walk(u, attrs.next, &mine, depth + 1);
}

/* The siblings from AT on; what is behind the last, 0 if that is lost. */
static uint64_t walk(struct unit *u, uint64_t at, const struct part *part,
		     unsigned depth)
{
	struct dw_entry entry;

	while (at && dw_entry_at(u->unit, at, &entry)) {
		if (!entry.abbrev)
			return entry.attrs;
		at = visit(u, &entry, part, depth);
	}
	return 0;
}

static void find_functions(struct unit *u)
{
	struct part all = { .high = u->nr };
	struct dw_entry root;
	struct dw_attrs attrs;

	if (dw_entry_at(u->unit, u->unit->first, &root) && root.abbrev &&
	    root.abbrev->children && dw_entry_attrs(&root, &attrs))
		walk(u, attrs.next, &all, 0);
}

/* ---- lines --------------------------------------------------------------- */

static void add_spot(struct unit *u, const struct wanted *wanted,
		     const struct dw_spot *found)
{
	struct source_lines *lines = u->s->lines;
	struct source_spot spot = { .function = wanted->function };
	const struct source_spot *last = &lines->spots[lines->nr_spots - 1];

	if (found->found) {
		spot.file = unit_paths_show(&u->paths, found->file);
		spot.line = found->line;
	}
	if (last->file != spot.file || last->line != spot.line ||
	    last->function != spot.function) {
		ARENA_ROOM(u->s->arena, lines->spots, lines->nr_spots,
			   lines->cap_spots);
		lines->spots[lines->nr_spots++] = spot;
	}
	lines->at[wanted->index] = (uint32_t)lines->nr_spots - 1;
}

void srcline_unit(struct srclining *s, struct dw_unit *unit,
		  struct wanted *wanted, size_t nr)
{
	struct unit u = { .s = s, .unit = unit, .wanted = wanted, .nr = nr };
	struct dw_spot *spots = arena_alloc(&s->scratch, nr * sizeof(*spots));

	if (!dw_unit_open(unit))
		return;
	unit_paths_begin(&u.paths, s, unit);
	if (!s->lines->root && (u.paths.root || u.paths.dir))
		s->lines->root =
			arena_strdup(s->arena,
				     u.paths.root ? u.paths.root : u.paths.dir);
	note_elsewhere(&u, unit->split);
	find_functions(&u);
	for (size_t i = 0; i < nr; i++)
		spots[i] = (struct dw_spot){ .addr = wanted[i].addr };
	dw_lines_find(unit, spots, nr);
	for (size_t i = 0; i < nr; i++)
		add_spot(&u, &wanted[i], &spots[i]);
}
