/*
 * sections.c - where one listing of a mail ends and the next begins
 *
 * One profile may be cut into pieces by remarks, and one mail may hold several
 * profiles; both look like rows with something between.  A new listing begins
 *
 *	- where a readprofile command stands between the rows,
 *	- at a second total, or at a total that cannot be that of the rows so far,
 *	- behind a total that the rows before it add up to, or that the next row
 *	  would exceed,
 *	- behind a gap, where the order of a sorted listing breaks,
 *	- behind a gap, where the names of the listing come again.
 *
 * A listing that stands there twice, row for row, is one listing.
 */
#include "textrows.h"

/* A listing while it is being walked. */
struct walk {
	const struct text_rows *rows;
	size_t first;		/* its first row */
	uint64_t sum;		/* of its symbols */
	uint64_t total;
	bool has_total;
	bool closed;		/* its total came behind its rows */
	size_t symbols;
	unsigned order;		/* in which the symbols have stood so far */
	const struct text_row *last;	/* the last of them */
	/* the names of the rows before `named`, entered when a gap is met */
	struct arena scratch;
	struct names names;
	size_t named;
};

/* The end of the piece without gaps that begins at I. */
static size_t piece_end(const struct text_rows *rows, size_t i)
{
	for (i++; i < rows->nr && !rows->row[i].gap; i++)
		;
	return i;
}

static struct span row_name(const struct text_row *row)
{
	return (struct span){ row->name, row->len };
}

/* Do at least half of the names of [FIRST, END) stand in the listing already? */
static bool names_come_again(struct walk *walk, size_t first, size_t end)
{
	size_t nr = 0, again = 0;

	if (!walk->names.arena)
		names_init(&walk->names, &walk->scratch);
	for (; walk->named < first; walk->named++)
		if (walk->rows->row[walk->named].kind == ROW_SYMBOL)
			names_intern(&walk->names,
				     row_name(&walk->rows->row[walk->named]));
	for (size_t i = first; i < end; i++) {
		if (walk->rows->row[i].kind != ROW_SYMBOL)
			continue;
		nr++;
		again += names_find(&walk->names,
				    row_name(&walk->rows->row[i])) != NAME_NONE;
	}
	// One name may well be two static functions.
	return nr >= 2 && 2 * again >= nr;
}

/* Does ROW break the order in which at least LEAST rows have stood so far? */
static bool breaks_order(const struct walk *walk, const struct text_row *row,
			 size_t least)
{
	return walk->symbols >= least && walk->order &&
	       !order_with(walk->order, walk->last, row);
}

static bool total_begins(const struct walk *walk, const struct text_row *row)
{
	if (walk->has_total)
		return true;
	if (!walk->symbols)
		return false;
	if (row->count < walk->sum)
		return true;
	// Behind a gap, a total above falling counts leads what follows.
	return row->gap && walk->symbols >= 2 && row->count > walk->last->count &&
	       (walk->order & ORDER_COUNT_DOWN);
}

static bool symbol_begins(struct walk *walk, const struct text_row *row,
			  size_t i)
{
	if (walk->closed)
		return true;
	if (walk->has_total && row->count && walk->symbols &&
	    (walk->sum == walk->total ||
	     (row->count > walk->total - walk->sum &&
	      (row->gap || breaks_order(walk, row, 2)))))
		return true;
	if (!row->gap || !walk->symbols)
		return false;
	return breaks_order(walk, row, 3) ||
	       names_come_again(walk, i, piece_end(walk->rows, i));
}

static bool begins(struct walk *walk, const struct text_row *row, size_t i)
{
	if (i == walk->first)
		return false;
	if (row->gap && row->command)
		return true;
	switch ((enum text_row_kind)row->kind) {
	case ROW_TOTAL:
		return total_begins(walk, row);
	case ROW_SYMBOL:
		return symbol_begins(walk, row, i);
	case ROW_UNKNOWN:
		break;
	}
	return false;
}

static void take(struct walk *walk, const struct text_row *row)
{
	if (row->kind == ROW_SYMBOL) {
		// Sums that would overflow are an error later; not here.
		walk->sum = row->count > COUNT_MAX - walk->sum ?
				    COUNT_MAX : walk->sum + row->count;
		walk->order = order_with(walk->order, walk->last, row);
		walk->last = row;
		walk->symbols++;
	} else if (row->kind == ROW_TOTAL) {
		walk->total = row->count;
		walk->has_total = true;
		// Rows that reach it, or that rise up to it, are before it.
		walk->closed = walk->symbols &&
			(walk->sum == walk->total ||
			 (walk->symbols >= 2 &&
			  (walk->order & ORDER_COUNT_UP) &&
			  !(walk->order & ORDER_COUNT_DOWN)));
	}
}

static void walk_begin(struct walk *walk, const struct text_rows *rows,
		       size_t first)
{
	arena_release(&walk->scratch);
	*walk = (struct walk){ .rows = rows, .first = first, .named = first,
			       .order = ORDER_ALL };
}

static bool same_listing(const struct text_rows *rows, const struct section *a,
			 const struct section *b)
{
	if (a->end - a->first != b->end - b->first)
		return false;
	for (size_t i = 0; i < a->end - a->first; i++) {
		const struct text_row *x = &rows->row[a->first + i];
		const struct text_row *y = &rows->row[b->first + i];

		if (x->kind != y->kind || x->count != y->count ||
		    !span_eq(row_name(x), row_name(y)))
			return false;
	}
	return true;
}

/* Twice the same is told apart up to this many listings; more are no mail. */
#define SECTIONS_COMPARED 1000

size_t sections_find(const struct text_rows *rows, struct section **sections)
{
	struct walk walk = { 0 };
	struct section *found = NULL;
	size_t nr = 0, cap = 0;

	walk_begin(&walk, rows, 0);
	for (size_t i = 0; i <= rows->nr; i++) {
		const struct text_row *row = i < rows->nr ? &rows->row[i] : NULL;

		if (!row || begins(&walk, row, i)) {
			struct section section = { walk.first, i };
			bool again = section.first == section.end;

			for (size_t k = 0; k < nr && k < SECTIONS_COMPARED; k++)
				again |= same_listing(rows, &found[k], &section);
			if (!again) {
				ARENA_ROOM(rows->arena, found, nr, cap);
				found[nr++] = section;
			}
			walk_begin(&walk, rows, i);
		}
		if (row)
			take(&walk, row);
	}
	arena_release(&walk.scratch);
	*sections = found;
	return nr;
}
