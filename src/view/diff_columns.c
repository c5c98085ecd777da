/*
 * diff_columns.c - what a row of a comparison has to show
 */
#include "diffprof/explain.h"
#include "diffprof/significance.h"
#include "diffprof/view.h"

#include "cell.h"

/* Begins a function that has the comparison in `diff' and its row in `row'. */
#define GETTER(name)                                                           \
	static struct cell row_##name(const struct diff *diff,                 \
				       const struct diff_row *row,             \
				       struct arena *scratch);                 \
	static struct cell get_##name(const void *source, const void *row,     \
				      struct arena *scratch)                   \
	{                                                                      \
		return row_##name(source, row, scratch);                       \
	}                                                                      \
	static struct cell row_##name(                                         \
		const struct diff *diff __attribute__((unused)),               \
		const struct diff_row *row __attribute__((unused)),            \
		struct arena *scratch __attribute__((unused)))

/* The side's count is not known: a cut listing does not tell. */
static bool base_is_open(const struct diff *diff, const struct diff_row *row)
{
	if (diff->stated)
		return false;
	return row->base_cut ||
	       (row == &diff->total && diff->base.total == COUNT_UNKNOWN);
}

static bool test_is_open(const struct diff *diff, const struct diff_row *row)
{
	if (diff->stated)
		return false;
	return row->test_cut ||
	       (row == &diff->total && diff->test.total == COUNT_UNKNOWN);
}

static uint64_t known_base(const struct diff *diff, const struct diff_row *row)
{
	return base_is_open(diff, row) || diff->stated ? COUNT_UNKNOWN :
							 row->base;
}

static uint64_t known_test(const struct diff *diff, const struct diff_row *row)
{
	return test_is_open(diff, row) || diff->stated ? COUNT_UNKNOWN :
							 row->test;
}

/* What a text states: a count, unless its unit has decimals. */
static struct cell cell_stated(const struct diff *diff, long double value)
{
	if (diff_decimals(diff) || !(value >= 0 && value <= COUNT_MAX))
		return cell_real(value);
	return cell_count((uint64_t)value);
}

GETTER(key)
{
	if (row == &diff->total)
		return cell_text(SPAN("total"));

	struct span key =
		view_key(diff->names, row->symbol, row->image, row->user,
			 scratch);
	if (row->renamed_from == NAME_NONE)
		return cell_text(key);

	struct span from = names_text(diff->names, row->renamed_from);
	struct span arrow = SPAN(" => ");
	size_t len = from.len + arrow.len + key.len;
	char *text = arena_alloc(scratch, len + 1);

	memcpy(text, from.ptr, from.len);
	memcpy(text + from.len, arrow.ptr, arrow.len);
	memcpy(text + from.len + arrow.len, key.ptr, key.len);
	return cell_text((struct span){ text, len });
}

GETTER(symbol)
{
	if (row == &diff->total)
		return cell_text(SPAN("total"));
	if (diff_run(diff, 0)->grouped && !diff_run(diff, 0)->by_function)
		return CELL_OF_NOTHING;
	return cell_text(names_text(diff->names, row->symbol));
}

GETTER(image)
{
	return cell_text(names_text(diff->names, row->image));
}

static const struct concern *concern_of(const struct diff *diff,
					const struct diff_row *row)
{
	return diff->concerns && row != &diff->total ?
		       &diff->concerns[row - diff->rows] :
		       NULL;
}

GETTER(file)
{
	const struct concern *concern = concern_of(diff, row);

	if (concern && concern->file)
		return cell_text(span_of(concern->file));
	return cell_file(&diff->places, diff->names, row->symbol);
}

GETTER(line)
{
	return cell_line(&diff->places, row->symbol);
}

GETTER(base)
{
	if (diff->stated)
		return cell_stated(diff, diff_base_mean(diff, row));
	return cell_count(known_base(diff, row));
}

GETTER(test)
{
	if (diff->stated)
		return cell_stated(diff, diff_test_mean(diff, row));
	return cell_count(known_test(diff, row));
}

GETTER(base_mean)
{
	return cell_real(base_is_open(diff, row) ? NAN :
						   diff_base_mean(diff, row));
}

GETTER(test_mean)
{
	return cell_real(test_is_open(diff, row) ? NAN :
						   diff_test_mean(diff, row));
}

GETTER(base_sd)
{
	return cell_real(diff_base_sd(diff, row));
}

GETTER(test_sd)
{
	return cell_real(diff_test_sd(diff, row));
}

GETTER(base_low)
{
	return cell_count(base_is_open(diff, row) ? row->base : COUNT_UNKNOWN);
}

GETTER(base_high)
{
	return cell_count(row->base_cut ? row->base_high : COUNT_UNKNOWN);
}

GETTER(test_low)
{
	return cell_count(test_is_open(diff, row) ? row->test : COUNT_UNKNOWN);
}

GETTER(test_high)
{
	return cell_count(row->test_cut ? row->test_high : COUNT_UNKNOWN);
}

GETTER(delta)
{
	if (base_is_open(diff, row) || test_is_open(diff, row))
		return CELL_OF_NOTHING;
	return cell_real(diff_delta(diff, row));
}

GETTER(percent)
{
	if (base_is_open(diff, row) || test_is_open(diff, row))
		return CELL_OF_NOTHING;
	return cell_real(diff_percent(diff, row));
}

GETTER(base_share)
{
	return cell_share(known_base(diff, row), diff->base.total);
}

GETTER(test_share)
{
	return cell_share(known_test(diff, row), diff->test.total);
}

GETTER(ratio)
{
	if (diff->stated)
		return cell_real(1 + diff_percent(diff, row) / 100);
	if (base_is_open(diff, row) || test_is_open(diff, row) || !row->base)
		return CELL_OF_NOTHING;
	return cell_real(diff_test_mean(diff, row) / diff_base_mean(diff, row));
}

GETTER(ratio_low)
{
	return cell_real(significance_ratio_limits(diff, row).low);
}

GETTER(ratio_high)
{
	return cell_real(significance_ratio_limits(diff, row).high);
}

GETTER(delta_low)
{
	return cell_real(significance_delta_limits(diff, row).low);
}

GETTER(delta_high)
{
	return cell_real(significance_delta_limits(diff, row).high);
}

/* A member of what was found out of the row. */
#define FOUND(name)                                                            \
	GETTER(name)                                                           \
	{                                                                      \
		const struct finding *found = significance_of(diff, row);      \
		return cell_real(found ? found->name : NAN);                   \
	}

FOUND(phi)
FOUND(z)
FOUND(p)
FOUND(q)

GETTER(verdict)
{
	const struct finding *found = significance_of(diff, row);

	return cell_text(span_of(
		verdict_names[found ? found->verdict : VERDICT_UNKNOWN]));
}

GETTER(mark)
{
	return cell_text(span_of(significance_marker(diff, row)));
}

/* Limits of percent; a new row has no upper one. */
GETTER(ci)
{
	struct limits limits = significance_ratio_limits(diff, row);
	double low = 100 * (limits.low - 1), high = 100 * (limits.high - 1);

	if (isnan(low) || isnan(high))
		return CELL_OF_NOTHING;

	int digits = fmax(fabs(low), isinf(high) ? 0 : fabs(high)) < 10;
	if (isinf(high) && isinf(low))
		return CELL_OF_NOTHING;
	if (isinf(high))
		return cell_text(span_of(
			arena_printf(scratch, "%+.*f%%..", digits, low)));
	return cell_text(span_of(arena_printf(scratch, "%+.*f..%+.*f%%", digits,
					      low, digits, high)));
}

GETTER(status)
{
	return cell_text(span_of(row_status_names[row->status]));
}

GETTER(match)
{
	return cell_text(span_of(row_match_names[row->match]));
}

GETTER(parts)
{
	if (row->parts == 0)
		return CELL_OF_NOTHING;

	const name_id *parts = diff->parts + row->parts;
	size_t nr = 0;
	while (parts[nr] != NAME_NONE)
		nr++;
	struct span *list = arena_alloc(scratch, (nr + 1) * sizeof(*list));
	for (size_t i = 0; i < nr; i++)
		list[i] = names_text(diff->names, parts[i]);
	return (struct cell){ CELL_LIST, .list = list, .nr = nr };
}

GETTER(explanation)
{
	const char *text = explanation(diff, row);

	return cell_text(span_of(text ? text : ""));
}

GETTER(score)
{
	return cell_count(row->score ? row->score : COUNT_UNKNOWN);
}

GETTER(maintainers)
{
	const struct concern *concern = concern_of(diff, row);

	return concern ? cell_texts(concern->text, concern->nr_texts) :
			 CELL_OF_NOTHING;
}

GETTER(load)
{
	if (test_is_open(diff, row) || !(row->test_size > 0))
		return CELL_OF_NOTHING;
	return cell_real((double)row->test / row->test_size);
}

#define TEXT COLUMN_TEXT
#define COMMAS COLUMN_COMMAS
#define BASE COLUMN_BASE
#define CHANGE COLUMN_CHANGE
#define PERCENT COLUMN_PERCENT
#define TESTED COLUMN_TESTED
#define AMOUNT COLUMN_AMOUNT

/* In the order of a JSON row. */
const struct column diff_columns[] = {
	{ "key", "symbol", "symbol, and its module in brackets", NULL,
	  true, TEXT | BASE, get_key },
	{ "symbol", "symbol", "name of the function", NULL,
	  true, TEXT | BASE, get_symbol },
	{ "image", "image", "vmlinux, or the module", NULL,
	  true, TEXT | BASE, get_image },
	{ "file", "file", "source file", NULL,
	  true, TEXT | BASE, get_file },
	{ "line", "line", "line of the source file", NULL,
	  true, BASE, get_line },
	{ "base", "base", "ticks in base, of all its runs", NULL,
	  true, BASE | AMOUNT, get_base },
	{ "test", "test", "ticks in test, of all its runs", NULL,
	  true, AMOUNT, get_test },
	{ "base_mean", "base/run", "ticks in base, a run", "%.1Lf",
	  true, BASE | AMOUNT, get_base_mean },
	{ "test_mean", "test/run", "ticks in test, a run, normalised", "%.1Lf",
	  true, AMOUNT, get_test_mean },
	{ "base_low", "base low", "least it can be where base was cut", NULL,
	  true, BASE, get_base_low },
	{ "base_high", "base high", "most it can be where base was cut", NULL,
	  true, BASE, get_base_high },
	{ "test_low", "test low", "least it can be where test was cut", NULL,
	  true, 0, get_test_low },
	{ "test_high", "test high", "most it can be where test was cut", NULL,
	  true, 0, get_test_high },
	{ "delta", "delta", "ticks a run gained (+) or lost (-)", "%+.0Lf",
	  true, CHANGE | AMOUNT, get_delta },
	{ "percent", "percent", "delta in percent of base", "%+.1Lf%%",
	  true, CHANGE, get_percent },
	{ "base_share", "of base", "part of all ticks of base", "%.2Lf%%",
	  true, PERCENT | BASE, get_base_share },
	{ "test_share", "of test", "part of all ticks of test", "%.2Lf%%",
	  true, PERCENT, get_test_share },
	{ "ratio", "ratio", "test divided by base", "%.3Lf",
	  true, 0, get_ratio },
	{ "ratio_low", "ratio low", "low end of its interval", "%.3Lf",
	  true, TESTED, get_ratio_low },
	{ "ratio_high", "ratio high", "high end of its interval", "%.3Lf",
	  true, TESTED, get_ratio_high },
	{ "delta_low", "delta low", "low end of its interval", "%+.0Lf",
	  true, TESTED, get_delta_low },
	{ "delta_high", "delta high", "high end of its interval", "%+.0Lf",
	  true, TESTED, get_delta_high },
	{ "phi", "phi", "noise factor", "%.2Lf",
	  true, TESTED, get_phi },
	{ "z", "z", "standard deviations from no change", "%+.2Lf",
	  true, TESTED, get_z },
	{ "p", "p", "how likely without a change", "%.2Lg",
	  true, TESTED, get_p },
	{ "q", "q", "the same, all rows considered", "%.2Lg",
	  true, TESTED, get_q },
	{ "verdict", "verdict", "more, less, noise or unknown", NULL,
	  true, TEXT | TESTED, get_verdict },
	{ "status", "status", "both, new, gone or uncertain", NULL,
	  true, TEXT, get_status },
	{ "match", "match", "how the two sides were paired", NULL,
	  true, TEXT, get_match },
	{ "parts", "parts", "clones and parts folded into it", NULL,
	  true, TEXT, get_parts },
	{ "base_sd", "+-", "standard deviation of base's runs", "%.1Lf",
	  true, BASE, get_base_sd },
	{ "test_sd", "+-", "standard deviation of test's, normalised", "%.1Lf",
	  true, 0, get_test_sd },
	{ "score", "score", "how alike two names' functions are, in percent",
	  NULL, true, 0, get_score },
	{ "explanation", "what became of it", "inlined, not there, not called",
	  NULL, true, TEXT, get_explanation },
	{ "maintainers", "maintainers", "whom its source file concerns", NULL,
	  true, TEXT | COMMAS, get_maintainers },
	{ "load", "load", "ticks in test per byte of it", "%.4Lf",
	  false, 0, get_load },
	{ "ci", "95% limits", "of percent: the interval of the change", NULL,
	  false, TESTED, get_ci },
	{ "mark", "sig", "* + more or less, ~ noise, . unknown", NULL,
	  false, TEXT | TESTED, get_mark },
	{ 0 },
};
