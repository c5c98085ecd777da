#include "diffprof/view.h"

#include <math.h>

#include "diffprof/significance.h"

#include "order.h"

struct span view_key(const struct names *names, name_id symbol, name_id image,
		     bool user, struct arena *arena)
{
	struct span name = names_text(names, symbol);
	struct span in = names_text(names, image);

	// A report by image has no symbols.
	if (!name.len)
		return in;
	if (!in.len || span_is(in, IMAGE_KERNEL) ||
	    (user && !span_is(name, SYMBOL_UNKNOWN) && name.ptr[0] != '('))
		return name;
	const char *slash = memrchr(in.ptr, '/', in.len);
	if (slash && slash + 1 < in.ptr + in.len) {
		in.len -= (size_t)(slash + 1 - in.ptr);
		in.ptr = slash + 1;
	}

	// "[heap]" has brackets of its own.
	bool bare = in.ptr[0] != '[';
	return span_of(arena_printf(arena, "%.*s %s%.*s%s", (int)name.len,
				    name.ptr, bare ? "[" : "", (int)in.len,
				    in.ptr, bare ? "]" : ""));
}

bool view_passes_names(const struct view *view, const struct view_options *opts,
		       const void *row, struct arena *scratch)
{
	if (!opts->only && !opts->except)
		return true;

	struct cell key = view->set->get(view->source, row, scratch);
	if (key.kind != CELL_TEXT)
		key.text = SPAN("");
	return (!opts->only || span_matches(key.text, opts->only)) &&
	       (!opts->except || !span_matches(key.text, opts->except));
}

/* Without a change of unit or of runs a delta is a whole number. */
static bool deltas_are_whole(const struct diff *diff)
{
	return diff_measured(diff) == 2 &&
	       diff->norm.factor == 1;
}

static double share_change(const struct diff *diff, const struct diff_row *row)
{
	if (diff->base.total == COUNT_UNKNOWN || !diff->base.total ||
	    diff->test.total == COUNT_UNKNOWN || !diff->test.total)
		return NAN;
	return (double)((long double)row->test / diff->test.total -
			(long double)row->base / diff->base.total);
}

/* The limit of delta nearer to zero, as a size; 0 if they span it. */
static double least_change(const struct diff *diff, const struct diff_row *row)
{
	struct limits limits = significance_delta_limits(diff, row);

	if (isnan(limits.low) || isnan(limits.high))
		return NAN;
	if (limits.low <= 0 && limits.high >= 0)
		return 0;
	return fmin(fabs(limits.low), fabs(limits.high));
}

/* What has no number of this kind comes last. */
static uint64_t rank_of_stated(const struct diff *diff,
			       const struct diff_row *row, long double delta,
			       enum sort_key sort)
{
	switch (sort) {
	case SORT_MAGNITUDE:
		return order_falling(fabs((double)delta));
	case SORT_PERCENT:
		return order_falling(diff_percent(diff, row));
	case SORT_BASE:
		return order_falling((double)diff_base_mean(diff, row));
	case SORT_TEST:
		return order_falling((double)diff_test_mean(diff, row));
	case SORT_DELTA:
		if (diff_decimals(diff) || isnan(delta))
			return order_falling((double)delta);
		return order_falling_exact((int64_t)delta);
	default:
		return 0;
	}
}

static uint64_t rank_of_diff(const struct diff *diff,
			     const struct diff_row *row, long double delta,
			     enum sort_key sort)
{
	if (diff->stated)
		return rank_of_stated(diff, row, delta, sort);
	switch (sort) {
	case SORT_MAGNITUDE:
		return order_falling(fabs((double)delta));
	case SORT_PERCENT:
		return order_falling(diff_percent(diff, row));
	case SORT_BASE:
		return ~row->base;
	case SORT_TEST:
		return ~row->test;
	case SORT_SHARE:
		return order_falling(share_change(diff, row));
	case SORT_SIGNIFICANCE:
		return order_falling(fabs(significance_of(diff, row)->z));
	case SORT_SURE:
		return order_falling(least_change(diff, row));
	case SORT_NAME:
		return 0;
	default:
		if (deltas_are_whole(diff))
			return order_falling_exact((int64_t)delta);
		return order_falling((double)delta);
	}
}

static struct ranked rank_diff_row(const struct diff *diff,
				   const struct diff_row *row,
				   long double delta, enum sort_key sort)
{
	return (struct ranked){
		.rank = rank_of_diff(diff, row, delta, sort),
		.row = row,
		.name = row == &diff->total ?
				SPAN("total") :
				names_text(diff->names, row->symbol),
		.image = names_text(diff->names, row->image),
		.sign = (delta > 0) - (delta < 0),
		.unknown = isnan(delta),
	};
}

/*
 * Is ROW, whose numbers a text states, large enough to be shown?  What it does
 * not have hides nothing.
 */
static bool is_large_as_stated(const struct diff *diff,
			       const struct diff_row *row, long double delta,
			       const struct view_options *opts)
{
	double percent = diff_percent(diff, row);

	return !(fabsl(delta) < opts->min_delta) &&
	       !(fabs(percent) < opts->min_percent) &&
	       (!opts->significant || significance_changed(diff, row));
}

/* Is ROW large enough to be shown? */
static bool is_large(const struct diff *diff, const struct diff_row *row,
		     long double delta, const struct view_options *opts)
{
	if (diff->stated)
		return is_large_as_stated(diff, row, delta, opts);
	// Rounding adds half a tick at most: nearly all rows end here.
	if (fabsl(delta) + 0.5L < opts->min_delta ||
	    fabsl(diff_rounded(delta)) < opts->min_delta)
		return false;
	// Listings of readprofile -a are full of these.
	if (!row->base && !row->test && !opts->zeros)
		return false;
	if (opts->significant && !significance_changed(diff, row))
		return false;
	if (!(opts->min_percent > 0))
		return true;

	double percent = diff_percent(diff, row);
	return isnan(percent) || fabs(percent) >= opts->min_percent;
}

/* Keep the first TOP gains and the last TOP losses of the sorted RANKED. */
static size_t cut_by_delta(struct view *view, struct ranked *ranked, size_t nr,
			   size_t top)
{
	size_t gains = 0, losses = 0, kept = 0;

	for (size_t i = 0; i < nr; i++)
		losses += ranked[i].sign < 0 && ranked[i].row != view->total;
	for (size_t i = 0; i < nr; i++) {
		bool shown = true;

		if (ranked[i].row == view->total)
			;
		else if (ranked[i].sign > 0)
			shown = gains++ < top;
		else if (ranked[i].sign < 0)
			shown = losses-- <= top;
		else
			shown = top == SIZE_MAX;
		if (!shown) {
			view->left_out |= ranked[i].sign != 0;
			continue;
		}
		// What is not known comes behind the losses.
		view->nr_gains += ranked[i].sign >= 0 && !ranked[i].unknown;
		ranked[kept++] = ranked[i];
	}
	return kept;
}

/* Keep the first TOP rows. */
static size_t cut_flat(struct view *view, struct ranked *ranked, size_t nr,
		       size_t top)
{
	size_t kept = 0, rows = 0;

	for (size_t i = 0; i < nr; i++) {
		if (ranked[i].row != view->total && rows++ >= top) {
			view->left_out |= ranked[i].sign != 0;
			continue;
		}
		ranked[kept++] = ranked[i];
	}
	view->nr_gains = kept;
	return kept;
}

static const void **rows_of(const struct ranked *ranked, size_t nr,
			    struct arena *arena)
{
	const void **rows = arena_alloc(arena, (nr + 1) * sizeof(*rows));

	for (size_t i = 0; i < nr; i++)
		rows[i] = ranked[i].row;
	return rows;
}

/* The ticks that are known of an uncertain row, per run. */
static double known_ticks(const struct diff *diff, const struct diff_row *row)
{
	return (double)(diff_base_mean(diff, row) + diff_test_mean(diff, row));
}

static void choose_uncertain(struct view *view, const struct view_options *opts,
			     size_t nr_keys, struct arena *arena,
			     struct arena *scratch)
{
	const struct diff *diff = view->diff;
	struct ranked *ranked = NULL;
	size_t nr = 0, cap = 0;

	for (size_t i = 0; i < diff->nr; i++) {
		const struct diff_row *row = &diff->rows[i];

		if (row->status != STATUS_UNCERTAIN ||
		    !view_passes_names(view, opts, row, scratch))
			continue;
		ARENA_ROOM(scratch, ranked, nr, cap);
		ranked[nr] = rank_diff_row(diff, row, 0, SORT_NAME);
		if (opts->sort != SORT_NAME)
			ranked[nr].rank =
				order_falling(known_ticks(diff, row));
		nr++;
	}
	order_rows(ranked, nr, nr_keys, scratch);
	view->uncertain = rows_of(ranked, nr, arena);
	view->nr_uncertain = nr;
}

static bool has_total(const struct diff *diff)
{
	return diff->stated ? diff->stated->has_total :
			      diff->base.total != COUNT_UNKNOWN &&
				      diff->test.total != COUNT_UNKNOWN;
}

void view_diff(const struct diff *diff, const struct view_options *opts,
	       struct arena *arena, struct view *view)
{
	struct arena scratch = { 0 };
	size_t nr = 0, nr_keys = opts->perl58_ties ? diff->nr + 1 : 0;
	bool any_uncertain = false;
	// Room for all only where all are shown: of the rest most are not.
	size_t cap = opts->min_delta > 0 ? 1024 : diff->nr + 1;
	struct ranked *ranked = arena_alloc(&scratch, cap * sizeof(*ranked));

	*view = (struct view){
		.diff = diff,
		.source = diff,
		.set = diff_columns,
	};
	view->left_out = diff->stated && diff->stated->cut;
	if (has_total(diff)) {
		view->total = &diff->total;
		ranked[nr++] = rank_diff_row(diff, &diff->total,
					     diff_delta(diff, &diff->total),
					     opts->sort);
	}
	for (size_t i = 0; i < diff->nr; i++) {
		const struct diff_row *row = &diff->rows[i];

		// A text has numbers for what it is not certain of.
		if (row->status == STATUS_UNCERTAIN && !diff->stated) {
			any_uncertain = true;
			continue;
		}
		long double delta = diff_delta(diff, row);
		if (!is_large(diff, row, delta, opts) ||
		    !view_passes_names(view, opts, row, &scratch)) {
			view->left_out |= delta != 0;
			continue;
		}
		ARENA_ROOM(&scratch, ranked, nr, cap);
		ranked[nr++] = rank_diff_row(diff, row, delta, opts->sort);
	}
	order_rows(ranked, nr, nr_keys, &scratch);
	nr = opts->sort == SORT_DELTA ?
		     cut_by_delta(view, ranked, nr, opts->top) :
		     cut_flat(view, ranked, nr, opts->top);
	view->rows = rows_of(ranked, nr, arena);
	view->nr = nr;
	if (any_uncertain)
		choose_uncertain(view, opts, nr_keys, arena, &scratch);
	arena_release(&scratch);
}

/*
 * By address, what has none follows in the order of names; then *unknown* and
 * the total, as readprofile(8) ends.
 */
static uint64_t rank_listing_row(const struct listing *listing,
				 const struct listing_row *row,
				 enum sort_key sort)
{
	switch (sort) {
	case SORT_NAME:
		return 0;
	case SORT_LOAD:
		return order_falling(row->size > 0 ? row->count / row->size :
						     NAN);
	case SORT_ADDRESS:
		if (row == &listing->total)
			return UINT64_MAX;
		if (span_is(names_text(listing->names, row->symbol),
			    SYMBOL_UNKNOWN))
			return UINT64_MAX - 1;
		return row->addr ? row->addr : UINT64_MAX - 2;
	default:
		return ~row->count;
	}
}

static struct ranked rank_listed(const struct listing *listing,
				 const struct listing_row *row,
				 enum sort_key sort)
{
	struct ranked item = {
		.rank = rank_listing_row(listing, row, sort),
		.row = row,
		.name = names_text(listing->names, row->symbol),
		.image = names_text(listing->names, row->image),
		.sign = row->count > 0,
	};

	// The total of one row is not below that row.
	if (row == &listing->total)
		item.name = sort == SORT_NAME ? SPAN("total") : SPAN("");
	return item;
}

void view_listing(const struct listing *listing,
		  const struct view_options *opts, struct arena *arena,
		  struct view *view)
{
	struct arena scratch = { 0 };
	size_t nr = 0;
	struct ranked *ranked =
		arena_alloc(&scratch, (listing->nr + 1) * sizeof(*ranked));

	*view = (struct view){
		.listing = listing,
		.source = listing,
		.set = listing_columns,
	};
	if (listing->side.total != COUNT_UNKNOWN) {
		view->total = &listing->total;
		ranked[nr++] = rank_listed(listing, &listing->total,
					   opts->sort);
	}
	for (size_t i = 0; i < listing->nr; i++) {
		const struct listing_row *row = &listing->rows[i];

		if (view_passes_names(view, opts, row, &scratch))
			ranked[nr++] = rank_listed(listing, row, opts->sort);
		else
			view->left_out |= row->count > 0;
	}
	order_rows(ranked, nr, opts->perl58_ties ? listing->nr + 1 : 0,
		   &scratch);
	nr = cut_flat(view, ranked, nr, opts->top);
	view->rows = rows_of(ranked, nr, arena);
	view->nr = nr;
	arena_release(&scratch);
}
