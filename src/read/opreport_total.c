/*
 * opreport_total.c - how many samples there were, going by the percentages
 *
 * opreport has no total line, and lists in mail are nearly all cut.  But beside
 * each count stands its percentage of all samples, rounded: 6338 at 35.9379 %
 * are of 17636 samples, not one more or less; 55 at 0.3119 % are of 17632 to
 * 17637.  The total is what all rows agree on.
 */
#include "opreport.h"

__extension__ typedef unsigned __int128 wide;

void op_range_init(struct op_range *range)
{
	*range = (struct op_range){ .high = COUNT_MAX };
}

void op_range_take(struct op_range *range, const struct op_cell *cell)
{
	static const uint64_t unit[] = {
		1,	 10,	   100,	      1000,	  10000,
		100000,	 1000000,  10000000,  100000000,  1000000000,
	};

	if (!cell->percent || !cell->digits || !cell->count ||
	    cell->decimals > 9)
		return;

	// Within half a unit of the last digit: count*100 / (digits +- 1/2).
	uint64_t below = 2 * cell->digits - 1, above = 2 * cell->digits + 1;
	uint64_t scale = 200 * unit[cell->decimals];
	double about = (double)cell->count * (double)scale;

	range->known = true;
	range->percent += (double)cell->digits / (double)unit[cell->decimals];
	// Few rows say more than those before them, and to divide is slow.
	if (about / (double)above > (double)range->low * (1 - 1e-9)) {
		wide low = ((wide)cell->count * scale + above - 1) / above;

		low = low > COUNT_MAX ? COUNT_MAX : low;
		range->low = low > range->low ? (uint64_t)low : range->low;
	}
	if (about / (double)below < (double)range->high * (1 + 1e-9)) {
		wide high = (wide)cell->count * scale / below;

		range->high = high < range->high ? (uint64_t)high : range->high;
	}
}

void op_range_settle(struct op_range *range, uint64_t listed)
{
	if (!range->known || range->low <= range->high)
		return;
	// Somebody's hand; on the whole they still say something.
	double all = (double)listed * 100 / range->percent;

	range->odd = true;
	range->low = range->high = range->percent > 99.9 || all >= 0x1p62 ?
					   listed :
					   (uint64_t)all;
}

void op_range_add(struct op_range *sum, const struct op_range *range)
{
	sum->known &= range->known;
	sum->odd |= range->odd;
	sum->low = range->low > COUNT_MAX - sum->low ? COUNT_MAX :
						       sum->low + range->low;
	sum->high = range->high > COUNT_MAX - sum->high ?
			    COUNT_MAX :
			    sum->high + range->high;
}

/* Without percentages: as readprofile's without a total are judged. */
static void judge_by_order(struct profile *prof, struct event *event,
			   uint64_t smallest, size_t nr)
{
	event->total = event->listed;
	event->has_total = !smallest || nr < 2;
	if (event->has_total) {
		notes_add(&prof->notes, NOTE_DOUBT, "no-total", prof->path,
			  "has no percentages; its %zu rows are taken to be all",
			  nr);
		return;
	}
	event->cut = true;
	event->unseen_max = smallest;
	notes_add(&prof->notes, NOTE_DOUBT, "cut-listing", prof->path,
		  "sorted and without percentages, so it may be cut: a symbol"
		  " it does not show has up to %llu samples",
		  (unsigned long long)smallest);
}

static void note_cut(struct profile *prof, const struct event *event,
		     const struct op_range *range)
{
	bool exact = range->low == range->high;
	const char *which = "";

	if (prof->nr_events > 1)
		which = arena_printf(&prof->arena, "event %zu (%s): ",
				     (size_t)(event - prof->events) + 1,
				     event->name);
	notes_add(&prof->notes, NOTE_DOUBT, "cut-listing", prof->path,
		  "%sshows %llu of %s%llu samples, going by its percentages:"
		  " a symbol it does not show has up to %llu",
		  which, (unsigned long long)event->listed,
		  exact ? "" : "about ", (unsigned long long)event->total,
		  (unsigned long long)event->unseen_max);
}

void op_judge_total(struct profile *prof, struct event *event,
		    const struct op_range *range, uint64_t smallest, size_t nr)
{

	event->total = event->listed;
	event->has_total = true;
	if (!nr)
		return;
	if (!range->known) {
		if (event->listed)
			judge_by_order(prof, event, smallest, nr);
		return;
	}
	if (range->odd)
		notes_add(&prof->notes, NOTE_DOUBT, "percentages-differ",
			  prof->path,
			  "the percentages are not all of one number of"
			  " samples");
	if (range->high < event->listed) {
		notes_add(&prof->notes, NOTE_DOUBT, "total-too-small",
			  prof->path,
			  "its rows add up to %llu, more than the %llu samples"
			  " its percentages are of; the rows count",
			  (unsigned long long)event->listed,
			  (unsigned long long)range->high);
		return;
	}
	if (range->low <= event->listed)
		return;
	event->total = range->low + (range->high - range->low) / 2;
	event->cut = true;
	event->unseen_max = range->high - event->listed;
	if (smallest && smallest < event->unseen_max)
		event->unseen_max = smallest;
	note_cut(prof, event, range);
}
