/*
 * cut.c - what a listing leaves out
 *
 * People post `readprofile | sort -nr | head -20`.  A symbol that such a
 * listing does not show is not at 0, so it must be known how much it can have:
 * no more than what is missing from the total, and no more than the smallest
 * row if the listing is sorted by count.
 */
#include "textrows.h"

unsigned order_with(const struct text_rows *rows, unsigned order, size_t last,
		    size_t i)
{
	double load = rows->row[i].load;
	uint64_t count = rows->prof->rows[i].count;

	if (load < 0)
		order &= ~(ORDER_LOAD_DOWN | ORDER_LOAD_UP);
	if (last == NO_ROW)
		return order;

	uint64_t last_count = rows->prof->rows[last].count;
	double last_load = rows->row[last].load;
	if (count > last_count)
		order &= ~ORDER_COUNT_DOWN;
	if (count < last_count)
		order &= ~ORDER_COUNT_UP;
	if (load > last_load)
		order &= ~ORDER_LOAD_DOWN;
	if (load < last_load)
		order &= ~ORDER_LOAD_UP;
	return order;
}

/* In which orders all symbols stand. */
static unsigned order_of(const struct text_rows *rows)
{
	unsigned order = ORDER_ALL;
	size_t last = NO_ROW;

	for (size_t i = 0; i < rows->nr && order; i++) {
		if (rows->row[i].kind != ROW_SYMBOL)
			continue;
		order = order_with(rows, order, last, i);
		last = i;
	}
	return order;
}

struct sums {
	uint64_t symbols, unknown, total;
	uint64_t smallest;
	size_t nr;
	bool has_total;
};

static int add_up(const struct text_rows *rows, struct sums *sums,
		  struct error *err)
{
	const struct profile_row *row = rows->prof->rows;
	uint64_t listed = 0;

	*sums = (struct sums){ .smallest = COUNT_UNKNOWN };
	for (size_t i = 0; i < rows->nr; i++) {
		uint64_t count = row[i].count;

		if (rows->row[i].kind == ROW_TOTAL) {
			sums->total = count;
			sums->has_total = true;
			continue;
		}
		if (count > COUNT_MAX - listed)
			return fail(err, ERR_LIMIT,
				    "%s: the counts add up to"
				    " more than 63 bits hold",
				    rows->prof->path);
		listed += count;
		if (rows->row[i].kind == ROW_UNKNOWN) {
			sums->unknown += count;
			continue;
		}
		sums->nr++;
		if (count < sums->smallest)
			sums->smallest = count;
	}
	sums->symbols = listed - sums->unknown;
	return 0;
}

static void judge_without_total(const struct sums *sums, unsigned order,
				struct profile *prof)
{
	bool by_count = order & (ORDER_COUNT_DOWN | ORDER_COUNT_UP);

	prof->total = prof->listed;
	if (sums->nr < 2 || !order) {
		prof->has_total = true;
		notes_add(&prof->notes, NOTE_DOUBT, "no-total", prof->path,
			  "has no total line; its %zu rows are taken to be all",
			  sums->nr);
		return;
	}
	prof->cut = true;
	prof->unseen_max =
		by_count && sums->smallest ? sums->smallest : COUNT_UNKNOWN;
	if (prof->unseen_max != COUNT_UNKNOWN)
		notes_add(
			&prof->notes, NOTE_DOUBT, "cut-listing", prof->path,
			"sorted and without a total, so it may be cut: a symbol"
			" it does not show has up to %llu ticks",
			(unsigned long long)prof->unseen_max);
	else
		notes_add(
			&prof->notes, NOTE_DOUBT, "cut-listing", prof->path,
			"sorted and without a total, so it may be cut: a symbol"
			" it does not show may have any number of ticks");
}

int cut_judge(const struct text_rows *rows, struct error *err)
{
	struct profile *prof = rows->prof;
	struct sums sums;

	if (add_up(rows, &sums, err) < 0)
		return -1;
	prof->listed = sums.symbols + sums.unknown;
	unsigned order = order_of(rows);
	if (!sums.has_total) {
		judge_without_total(&sums, order, prof);
		return 0;
	}

	prof->has_total = true;
	if (sums.total == prof->listed || sums.total == sums.symbols) {
		prof->total = prof->listed;
		return 0;
	}
	if (sums.total < sums.symbols) {
		prof->total = prof->listed;
		notes_add(&prof->notes, NOTE_DOUBT, "total-too-small",
			  prof->path,
			  "its rows add up to %llu, more than its"
			  " total of %llu; the rows count",
			  (unsigned long long)sums.symbols,
			  (unsigned long long)sums.total);
		return 0;
	}
	// readprofile's total is without *unknown*.
	if (sums.total > COUNT_MAX - sums.unknown)
		return fail(err, ERR_LIMIT,
			    "%s: the total and %s add up to more than 63 bits"
			    " hold",
			    prof->path, SYMBOL_UNKNOWN);
	prof->total = sums.total + sums.unknown;
	prof->cut = true;
	prof->unseen_max = sums.total - sums.symbols;
	if ((order & (ORDER_COUNT_DOWN | ORDER_COUNT_UP)) && sums.nr > 1 &&
	    sums.smallest && sums.smallest < prof->unseen_max)
		prof->unseen_max = sums.smallest;
	notes_add(
		&prof->notes, NOTE_DOUBT, "cut-listing", prof->path,
		"shows %llu of %llu ticks: a symbol it does not show has up to"
		" %llu",
		(unsigned long long)prof->listed,
		(unsigned long long)prof->total,
		(unsigned long long)prof->unseen_max);
	return 0;
}
