#include "diffprof/diff.h"

#include <math.h>

#include "diffprof/agree.h"
#include "diffprof/significance.h"

#include "conditions.h"
#include "exposure.h"
#include "pair.h"
#include "spread.h"

const char *const row_status_names[] = {
	[STATUS_BOTH] = "both",
	[STATUS_NEW] = "new",
	[STATUS_GONE] = "gone",
	[STATUS_UNCERTAIN] = "uncertain",
};

const char *const row_match_names[] = {
	[MATCH_NONE] = "none",	     [MATCH_NAME] = "name",
	[MATCH_ALIAS] = "alias",     [MATCH_FOLDED] = "folded",
	[MATCH_MOVED] = "moved",     [MATCH_RENAME] = "rename",
	[MATCH_SIMILAR] = "similar",
};

static void leave_out_idle(struct diff *diff)
{
	size_t kept = 0;

	for (size_t i = 0; i < diff->nr; i++) {
		if (diff->rows[i].idle) {
			diff->nr_uncertain -=
				diff->rows[i].status == STATUS_UNCERTAIN;
			continue;
		}
		diff->rows[kept] = diff->rows[i];
		memmove(diff->counts + kept * diff->stride,
			diff->counts + i * diff->stride,
			diff->stride * sizeof(*diff->counts));
		if (diff->squares)
			memmove(diff->squares + kept * diff->stride,
				diff->squares + i * diff->stride,
				diff->stride * sizeof(*diff->squares));
		kept++;
	}
	diff->nr = kept;
	diff->idle_left_out = true;
}

static uint64_t busy(const struct side *side)
{
	return side->total == COUNT_UNKNOWN ? COUNT_UNKNOWN :
					      side->total - side->idle;
}

/*
 * The total of one side; what a cut listing without one shows is its least.
 * Returns whether it is such.
 */
static bool total_of(const struct side *side, bool idle_left_out, uint64_t *sum,
		     uint64_t *high)
{
	bool unknown = side->total == COUNT_UNKNOWN;

	*sum = (unknown ? side->listed : side->total) -
	       (idle_left_out ? side->idle : 0);
	*high = unknown ? COUNT_UNKNOWN : *sum;
	return unknown;
}

/* The row of totals behind the counts by run; IDLE is NULL if it is shown. */
static void totals_by_run(struct diff *diff, const uint64_t *idle,
			  bool assume_zero)
{
	uint64_t *counts = diff->counts + diff->nr * diff->stride;

	for (size_t i = 0; i < diff->stride; i++) {
		const struct profile *run = diff_run(diff, i);

		if (!run->has_total && !assume_zero)
			counts[i] = COUNT_UNKNOWN;
		else
			counts[i] = run->total - (idle ? idle[i] : 0);
	}
}

static void make_total(struct diff *diff)
{
	struct diff_row *total = &diff->total;

	*total = (struct diff_row){
		.symbol = names_intern(diff->names, SPAN("total")),
		.match = MATCH_NAME,
	};
	total->base_cut = total_of(&diff->base, diff->idle_left_out,
				   &total->base, &total->base_high);
	total->test_cut = total_of(&diff->test, diff->idle_left_out,
				   &total->test, &total->test_high);
	if (total->base_cut || total->test_cut)
		total->status = STATUS_UNCERTAIN;
	else
		total->status = !total->base && total->test ? STATUS_NEW :
				total->base && !total->test ? STATUS_GONE :
							      STATUS_BOTH;
}

/* What brings both sides to one rate of sampling, and a word about it. */
static double find_rate(struct diff *diff)
{
	const struct profile *base = diff->base.runs[0];
	double rate = rate_ratio(base, diff->test.runs[0]);

	for (size_t i = 1; i < diff->stride; i++) {
		bool is_test = i >= diff->base.nr_runs;
		const struct profile *first =
			is_test ? diff->test.runs[0] : base;
		double among = rate_ratio(first, diff_run(diff, i));

		if (among != 1 && diff_run(diff, i) != first)
			notes_add(&diff->notes, NOTE_DOUBT, "rates-differ",
				  diff_run(diff, i)->path,
				  "was sampled at another rate than %s, and"
				  " nothing is made up for it",
				  first->path);
	}
	if (isnan(rate)) {
		notes_add(&diff->notes, NOTE_DOUBT, "rates-differ", NULL,
			  "one side was sampled every so many events and the"
			  " other so many times a second: their counts cannot"
			  " be compared as they are (-N total or robust)");
		return 1;
	}
	if (rate != 1)
		notes_add(&diff->notes, NOTE_DOUBT, "rate", NULL,
			  "the sides were sampled at different rates: counts"
			  " of %s are multiplied by %.6g",
			  diff->test.label, rate);
	return rate;
}

static int check_works(const struct side *side, size_t given,
		       struct error *err)
{
	if (!given || given == side->nr_runs)
		return 0;
	return fail(err, ERR_USAGE, "--work: %zu amounts for %zu run%s of %s",
		    given, side->nr_runs, side->nr_runs == 1 ? "" : "s",
		    side->label);
}

/* Equal work of all runs is a factor; else each has an exposure of its own. */
static int normalize_work(struct diff *diff, const struct compare_options *opts,
			  struct arena *arena, struct error *err)
{
	size_t n_base = diff->base.nr_runs;

	if (check_works(&diff->base, opts->nr_works_base, err) < 0 ||
	    check_works(&diff->test, opts->nr_works_test, err) < 0)
		return -1;
	diff->norm.factor = diff->norm.rate * (long double)opts->work_base /
			    opts->work_test;
	if (!opts->nr_works_base && !opts->nr_works_test)
		return 0;
	diff->exposure =
		arena_alloc(arena, diff->stride * sizeof(*diff->exposure));
	for (size_t i = 0; i < n_base; i++)
		diff->exposure[i] = opts->nr_works_base ?
			opts->works_base[i] / opts->work_base : 1;
	for (size_t i = n_base; i < diff->stride; i++) {
		double work = opts->nr_works_test ?
				      opts->works_test[i - n_base] :
				      opts->work_test;

		diff->exposure[i] = work / opts->work_base /
				    diff->norm.rate;
	}
	return 0;
}

static int normalize(struct diff *diff, const struct compare_options *opts,
		     struct arena *arena, struct error *err)
{
	uint64_t base = diff->base.total, test = diff->test.total;
	const char *what = "total";

	diff->norm = (struct normalization){ .how = opts->how,
					     .factor = 1,
					     .factor_se = NAN,
					     .rate = find_rate(diff) };
	switch (opts->how) {
	case NORMALIZE_NONE:
		diff->norm.factor = diff->norm.rate;
		return 0;
	case NORMALIZE_FACTOR:
		// All there is to it, so that a factor printed can be given.
		diff->norm.factor = opts->factor;
		return 0;
	case NORMALIZE_WORK:
		return normalize_work(diff, opts, arena, err);
	case NORMALIZE_ROBUST:
		return significance_normalize(diff, arena, err);
	case NORMALIZE_BUSY:
		base = busy(&diff->base);
		test = busy(&diff->test);
		what = "busy";
		break;
	case NORMALIZE_TOTAL:
		break;
	}

	const struct side *at_fault =
		base == 0 || base == COUNT_UNKNOWN ? &diff->base : &diff->test;
	if (base == COUNT_UNKNOWN || test == COUNT_UNKNOWN)
		return fail(
			err, ERR_USAGE,
			"--normalize=%s: %s is a cut listing without a total",
			what, at_fault->label);
	if (!base || !test)
		return fail(err, ERR_USAGE,
			    "--normalize=%s: %s has no %sticks to compare by",
			    what, at_fault->label,
			    opts->how == NORMALIZE_BUSY ? "busy " : "");
	diff->norm.factor = ((long double)base / diff->base.measured) /
			    ((long double)test / diff->test.measured);
	return 0;
}

static const char *release_of(const struct side *side)
{
	for (size_t i = 0; i < side->nr_runs; i++)
		if (side->runs[i]->release)
			return side->runs[i]->release;
	return NULL;
}

/* The first run of a side whose format is FORMAT, or NULL. */
static const struct profile *run_of_format(const struct side *side,
					   const char *format)
{
	for (size_t i = 0; i < side->nr_runs; i++)
		if (!strcmp(side->runs[i]->format, format))
			return side->runs[i];
	return NULL;
}

/* A raw profile on one side and a listing on the other do not say the same. */
static void note_readprofile(struct diff *diff)
{
	const struct profile *raw = run_of_format(&diff->base, "proc");
	const struct profile *text = run_of_format(&diff->test, "readprofile");

	if (!raw || !text) {
		raw = run_of_format(&diff->test, "proc");
		text = run_of_format(&diff->base, "readprofile");
	}
	if (raw && text && !raw->as_readprofile)
		notes_add(&diff->notes, NOTE_DOUBT, "attribution-differs", NULL,
			  "%s is raw and %s a listing: readprofile gives the"
			  " last step of each function to the next;"
			  " --compat=readprofile does the same to the raw one",
			  raw->path, text->path);
}

static void add_notes(struct diff *diff)
{
	size_t uncertain = diff->nr_uncertain;

	if (uncertain)
		notes_add(
			&diff->notes, NOTE_DOUBT, "uncertain", NULL,
			"%zu symbol%s uncertain between %s and %s: a cut"
			" listing does not show %s (--assume-zero counts %s as"
			" 0)",
			uncertain, uncertain == 1 ? " is" : "s are",
			diff->base.label, diff->test.label,
			uncertain == 1 ? "it" : "them",
			uncertain == 1 ? "it" : "them");
	if (diff->total.base_cut || diff->total.test_cut)
		notes_add(&diff->notes, NOTE_DOUBT, "total-unknown", NULL,
			  "the total is not known: %s%s%s %s without one",
			  diff->total.base_cut ? diff->base.label : "",
			  diff->total.base_cut && diff->total.test_cut ?
				  " and " :
				  "",
			  diff->total.test_cut ? diff->test.label : "",
			  diff->total.base_cut && diff->total.test_cut ?
				  "are cut listings" :
				  "is a cut listing");

	note_readprofile(diff);
	const char *base = release_of(&diff->base);
	const char *test = release_of(&diff->test);
	bool raw = diff->base.runs[0]->step && diff->test.runs[0]->step;
	if (raw && base && test &&
	    kernel_drops_outside(base) != kernel_drops_outside(test))
		notes_add(
			&diff->notes, NOTE_DOUBT, "outside-text-differs", NULL,
			"%s counts ticks outside the kernel's text (modules,"
			" init code) and %s does not: kernels from 6.11 on drop"
			" them",
			kernel_drops_outside(base) ? test : base,
			kernel_drops_outside(base) ? base : test);
}

int compare(const struct side *base, const struct side *test,
	    const struct compare_options *opts, struct names *names,
	    struct arena *arena, struct diff *diff, struct error *err)
{
	*diff = (struct diff){ .base = *base,
			       .test = *test,
			       .names = names,
			       .stride = base->nr_runs + test->nr_runs };
	notes_init(&diff->notes, arena);
	if (side_add_up(&diff->base, opts->assume_zero, err) < 0 ||
	    side_add_up(&diff->test, opts->assume_zero, err) < 0 ||
	    pair_rows(diff, opts, arena, err) < 0)
		return -1;
	if (normalize(diff, opts, arena, err) < 0)
		return -1;
	if (opts->no_idle) {
		diff->idle = idle_by_run(diff, arena);
		leave_out_idle(diff);
	}
	make_total(diff);
	totals_by_run(diff, diff->idle, opts->assume_zero);
	if (diff_measured(diff) > 2) {
		if (!diff->idle)
			diff->idle = idle_by_run(diff, arena);
		exposure_find(diff, arena);
	}
	if (diff->squares)
		spread_of_totals(diff, arena);
	for (size_t i = 0; i < diff->stride; i++)
		notes_join(&diff->notes, &diff_run(diff, i)->notes);
	add_notes(diff);
	conditions_note(diff);
	return 0;
}

long double diff_base_mean(const struct diff *diff, const struct diff_row *row)
{
	if (diff->stated)
		return diff_stated(diff, row)->base;
	return (long double)row->base / diff->base.measured;
}

long double diff_test_mean(const struct diff *diff, const struct diff_row *row)
{
	if (diff->stated)
		return diff_stated(diff, row)->test;

	long double mean = (long double)row->test / diff->test.measured;
	return diff->norm.factor == 1 ? mean : mean * diff->norm.factor;
}

/* The same of runs of which sums are left. */
static double deviation_of_sums(const struct diff *diff, size_t at,
				size_t first, size_t nr)
{
	struct arena scratch = { 0 };
	double *counts =
		arena_alloc(&scratch, diff->stride * sizeof(*counts));
	const double *squares = diff->squares + at * diff->stride;

	for (size_t i = first; i < first + nr; i++)
		counts[i] = diff->counts[at * diff->stride + i] ==
					    COUNT_UNKNOWN ?
				    NAN :
				    (double)diff->counts[at * diff->stride + i];
	double sd = spread_measure(diff, counts, squares, first, nr).sd;

	arena_release(&scratch);
	return sd;
}

/* Of the NR runs from FIRST on, by their counts over their exposures. */
static double deviation(const struct diff *diff, const struct diff_row *row,
			size_t first, size_t nr)
{
	double sum = 0, squares = 0;

	if (diff->stated || (nr < 2 && !diff->squares))
		return NAN;
	size_t at = row == &diff->total ? diff->nr :
					  (size_t)(row - diff->rows);
	const uint64_t *counts = diff->counts + at * diff->stride;
	if (diff->squares)
		return deviation_of_sums(diff, at, first, nr);
	for (size_t i = first; i < first + nr; i++) {
		if (counts[i] == COUNT_UNKNOWN)
			return NAN;
		sum += (double)counts[i] / diff->exposure[i];
	}
	for (size_t i = first; i < first + nr; i++) {
		double off = (double)counts[i] / diff->exposure[i] -
			     sum / (double)nr;

		squares += off * off;
	}
	return sqrt(squares / (double)(nr - 1));
}

double diff_base_sd(const struct diff *diff, const struct diff_row *row)
{
	return deviation(diff, row, 0, diff->base.nr_runs);
}

double diff_test_sd(const struct diff *diff, const struct diff_row *row)
{
	return deviation(diff, row, diff->base.nr_runs, diff->test.nr_runs);
}

long double diff_delta(const struct diff *diff, const struct diff_row *row)
{
	if (diff->stated)
		return diff_stated(diff, row)->delta;
	// Whole numbers, nearly always, without a division or two.
	if (diff_measured(diff) == 2 && diff->norm.factor == 1)
		return (int64_t)(row->test - row->base);

	long double base = diff_base_mean(diff, row);
	long double test = diff_test_mean(diff, row);

	// What a factor is off in its last digits is no change.
	if (diff->norm.factor != 1 && test < 0x1p64L)
		return (double)test - (double)base;
	return test - base;
}

double diff_percent(const struct diff *diff, const struct diff_row *row)
{
	if (diff->stated)
		return diff_stated(diff, row)->percent;
	if (!row->base)
		return NAN;
	return (double)(100 * diff_delta(diff, row) /
			diff_base_mean(diff, row));
}

long double diff_rounded(long double delta)
{
	// Half to even, the mode a process starts in; never a minus zero.
	return rintl(delta) + 0.0L;
}
