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
	size_t first; /* its first row */
	uint64_t sum; /* of its symbols */
	uint64_t total;
	bool has_total;
	bool closed; /* its total came behind its rows */
	size_t symbols;
	unsigned order; /* in which the symbols have stood so far */
	size_t last; /* the last of them */
	size_t named; /* names before this row are entered */
	/* By name: which listing has it, counted from 1.  Made at the first gap. */
	uint32_t *listing_of;
	uint32_t listing;
	struct arena scratch;
};

static uint64_t count_of(const struct walk *walk, size_t i)
{
	return walk->rows->prof->rows[i].count;
}

/* The end of the piece without gaps that begins at I. */
static size_t piece_end(const struct text_rows *rows, size_t i)
{
	for (i++; i < rows->nr && !rows->row[i].gap; i++)
		;
	return i;
}

/*
 * Do so many names of [FIRST, END) stand in the listing already that it must be
 * another?  The top of two kernels' listings have only some in common; of one
 * listing, only static functions stand twice.
 */
static bool names_come_again(struct walk *walk, size_t first, size_t end)
{
	const struct profile *prof = walk->rows->prof;
	size_t nr = 0, again = 0;

	if (!walk->listing_of)
		walk->listing_of =
			arena_zalloc(&walk->scratch,
				     prof->names.nr *
					     sizeof(*walk->listing_of));
	for (; walk->named < first; walk->named++)
		if (walk->rows->row[walk->named].kind == ROW_SYMBOL)
			walk->listing_of[prof->rows[walk->named].symbol] =
				walk->listing;
	for (size_t i = first; i < end; i++) {
		if (walk->rows->row[i].kind != ROW_SYMBOL)
			continue;
		nr++;
		again +=
			walk->listing_of[prof->rows[i].symbol] == walk->listing;
	}
	return nr >= 2 && (2 * again >= nr || (again >= 2 && 5 * again >= nr));
}

/* Does row I break the order in which at least LEAST rows have stood so far? */
static bool breaks_order(const struct walk *walk, size_t i, size_t least)
{
	return walk->symbols >= least && walk->order &&
	       !order_with(walk->rows, walk->order, walk->last, i);
}

/*
 * Do the symbols of the piece at I stand among themselves in an order that the
 * listing has had so far?  A few rows stand in some order by chance.
 */
static bool piece_keeps_order(const struct walk *walk, size_t i)
{
	size_t end = piece_end(walk->rows, i), last = NO_ROW, nr = 0;
	unsigned order = walk->order;

	for (; i < end && order; i++) {
		if (walk->rows->row[i].kind != ROW_SYMBOL)
			continue;
		order = order_with(walk->rows, order, last, i);
		last = i;
		nr++;
	}
	return order && (nr >= 2 || walk->symbols >= 6);
}

static bool total_begins(const struct walk *walk, size_t i)
{
	uint64_t total = count_of(walk, i);

	if (walk->has_total)
		return true;
	if (!walk->symbols)
		return false;
	if (total <= walk->sum)
		return total < walk->sum;
	// Behind a gap, a total above falling counts leads what follows.
	return walk->rows->row[i].gap && walk->symbols >= 2 &&
	       total > count_of(walk, walk->last) &&
	       (walk->order & ORDER_COUNT_DOWN);
}

static bool symbol_begins(struct walk *walk, size_t i)
{
	uint64_t count = count_of(walk, i);
	bool gap = walk->rows->row[i].gap;

	if (walk->closed)
		return true;
	if (walk->has_total && count && walk->symbols &&
	    (walk->sum == walk->total || (count > walk->total - walk->sum &&
					  (gap || breaks_order(walk, i, 2)))))
		return true;
	if (!gap || !walk->symbols)
		return false;
	// Two columns here, three there.
	if (walk->last != NO_ROW && (walk->rows->row[walk->last].load < 0) !=
					    (walk->rows->row[i].load < 0))
		return true;
	return (breaks_order(walk, i, 3) && piece_keeps_order(walk, i)) ||
	       names_come_again(walk, i, piece_end(walk->rows, i));
}

static bool begins(struct walk *walk, size_t i)
{
	const struct text_row *row = &walk->rows->row[i];

	if (i == walk->first)
		return false;
	if (row->gap && row->command)
		return true;
	switch ((enum text_row_kind)row->kind) {
	case ROW_TOTAL:
		return total_begins(walk, i);
	case ROW_SYMBOL:
		return symbol_begins(walk, i);
	case ROW_UNKNOWN:
		break;
	}
	return false;
}

static void take(struct walk *walk, size_t i)
{
	const struct text_row *row = &walk->rows->row[i];
	uint64_t count = count_of(walk, i);

	if (row->kind == ROW_SYMBOL) {
		// Sums that would overflow are an error later; not here.
		walk->sum = count > COUNT_MAX - walk->sum ? COUNT_MAX :
							    walk->sum + count;
		walk->order =
			order_with(walk->rows, walk->order, walk->last, i);
		walk->last = i;
		walk->symbols++;
	} else if (row->kind == ROW_TOTAL) {
		walk->total = count;
		walk->has_total = true;
		// Rows that reach it, or that rise up to it, are before it.
		walk->closed =
			walk->symbols && (walk->sum == walk->total ||
					  (walk->symbols >= 2 &&
					   (walk->order & ORDER_COUNT_UP) &&
					   !(walk->order & ORDER_COUNT_DOWN)));
	}
}

static void walk_on(struct walk *walk, size_t first)
{
	walk->first = walk->named = first;
	walk->sum = walk->total = 0;
	walk->has_total = walk->closed = false;
	walk->symbols = 0;
	walk->order = ORDER_ALL;
	walk->last = NO_ROW;
	walk->listing++;
}

static bool same_listing(const struct text_rows *rows, const struct section *a,
			 const struct section *b)
{
	if (a->end - a->first != b->end - b->first)
		return false;
	for (size_t i = 0; i < a->end - a->first; i++) {
		const struct profile_row *x = &rows->prof->rows[a->first + i];
		const struct profile_row *y = &rows->prof->rows[b->first + i];

		if (x->count != y->count || x->symbol != y->symbol)
			return false;
	}
	return true;
}

/* A few rows of a listing are quoted again, in a mail of a few listings. */
#define EXCERPT_MAX 50
#define EXCERPT_OF_MAX 5000
#define EXCERPT_LISTINGS 4

/* Do all rows of B, which are few, stand in A with the same counts? */
static bool is_excerpt(const struct text_rows *rows, const struct section *a,
		       const struct section *b)
{
	if (b->end - b->first > EXCERPT_MAX ||
	    a->end - a->first > EXCERPT_OF_MAX ||
	    b->end - b->first >= a->end - a->first)
		return false;
	for (size_t i = b->first; i < b->end; i++) {
		const struct profile_row *row = &rows->prof->rows[i];
		size_t k = a->first;

		while (k < a->end &&
		       (rows->prof->rows[k].symbol != row->symbol ||
			rows->prof->rows[k].count != row->count))
			k++;
		if (k == a->end)
			return false;
	}
	return true;
}

/* No gaps, and at most one total, at an end: nothing to part, and quick to see. */
static bool is_whole(const struct text_rows *rows)
{
	if (!rows->odd && rows->nr_totals <= 1)
		return !rows->nr_totals || rows->row[0].kind == ROW_TOTAL ||
		       rows->row[rows->nr - 1].kind == ROW_TOTAL;
	for (size_t i = 0; i < rows->nr; i++) {
		const struct text_row *row = &rows->row[i];

		if ((row->gap && i) ||
		    (row->kind == ROW_TOTAL && i && i + 1 < rows->nr))
			return false;
	}
	return rows->nr < 2 || rows->row[0].kind != ROW_TOTAL ||
	       rows->row[rows->nr - 1].kind != ROW_TOTAL;
}

/*
 * A total that the listing and those before it add up to together: they were
 * parted wrongly, by rows that stood in some order by chance.
 */
static void join_before_total(struct walk *walk, const struct section *found,
			      size_t *nr, size_t i)
{
	uint64_t sum = walk->sum, total = count_of(walk, i);
	size_t k = *nr;

	if (walk->rows->row[i].kind != ROW_TOTAL || walk->has_total)
		return;
	while (k && sum < total && !found[k - 1].has_total &&
	       found[k - 1].sum <= total - sum)
		sum += found[--k].sum;
	if (sum != total || k == *nr)
		return;
	walk->first = found[k].first;
	walk->sum = sum;
	walk->symbols += walk->rows->nr; // many
	walk->order = 0;
	*nr = k;
}

/* Twice the same is told apart up to this many listings; more are no mail. */
#define SECTIONS_COMPARED 1000

size_t sections_find(const struct text_rows *rows, struct section **sections)
{
	struct walk walk = { .rows = rows };
	struct section *found = NULL;
	size_t nr = 0, cap = 0;

	if (is_whole(rows)) {
		struct section all = { .end = rows->nr };
		struct section front = { .end = rows->nr / 2 };
		struct section back = { .first = rows->nr / 2,
					.end = rows->nr };

		*sections = arena_alloc(&rows->prof->arena, sizeof(**sections));
		// Pasted twice without as much as a blank line between.
		**sections = rows->nr > 3 && same_listing(rows, &front, &back) ?
				     front :
				     all;
		return rows->nr != 0;
	}
	walk_on(&walk, 0);
	for (size_t i = 0; i <= rows->nr; i++) {
		if (i < rows->nr)
			join_before_total(&walk, found, &nr, i);
		if (i == rows->nr || begins(&walk, i)) {
			struct section section = { walk.first, i, walk.sum,
						   walk.has_total };
			bool again = section.first == section.end;

			for (size_t k = 0; k < nr && k < SECTIONS_COMPARED; k++)
				again |=
					same_listing(rows, &found[k],
						     &section) ||
					(k < EXCERPT_LISTINGS &&
					 is_excerpt(rows, &found[k], &section));
			if (!again) {
				ARENA_ROOM(&rows->prof->arena, found, nr, cap);
				found[nr++] = section;
			}
			walk_on(&walk, i);
		}
		if (i < rows->nr)
			take(&walk, i);
	}
	arena_release(&walk.scratch);
	*sections = found;
	return nr;
}
