/*
 * tell.c - what numbers mean, in words
 */
#include "detail.h"

#include <math.h>

#include "diffprof/significance.h"

static const char *why_untested(const struct diff *diff,
				const struct diff_row *row)
{
	if (diff->stated)
		return "the text that it is from does not say";
	if (!diff->significance)
		return "it was not looked for";
	if (diff->significance->how == NOISE_UNKNOWN)
		return "these counts are no samples";
	if (row == &diff->total)
		return "the total is what sides were normalised by";
	if (row->idle)
		return "idle rows are not tested";
	if (row->status == STATUS_UNCERTAIN)
		return "a cut listing does not show it";
	if (row->base + row->test < STATS_TESTED)
		return "there are too few ticks to tell anything by";
	return "it cannot be told";
}

const char *tell_verdict(const struct diff *diff, const struct diff_row *row,
			 struct arena *arena)
{
	const struct finding *f = significance_of(diff, row);
	const char *guess = "";

	if (!f || f->verdict == VERDICT_UNKNOWN)
		return arena_printf(arena, "Change or noise: unknown; %s.",
				    why_untested(diff, row));
	if (diff->significance->how == NOISE_GUESSED)
		guess = "  With one run a side noise is guessed: repeat the"
			" runs for a verdict to rely on.";
	if (f->verdict == VERDICT_NOISE)
		return arena_printf(arena,
				    "Noise: nothing speaks for a change (p %.2g);"
				    " runs of one kernel differ as much.%s",
				    f->p, guess);
	double q = isnan(f->q) ? f->p : f->q;
	return arena_printf(
		arena,
		"It takes %s, beyond noise (%s, q %.2g): of the rows that look as"
		" changed as this one, about %.2g %% are so by chance.%s",
		f->verdict == VERDICT_MORE ? "more" : "less",
		significance_marker(diff, row), q, 100 * q, guess);
}

static const char *tell_uncertain(const struct diff_row *row,
				  struct arena *arena)
{
	const char *side = row->base_cut ? "base" : "test";
	uint64_t most = row->base_cut ? row->base_high : row->test_high;

	if (most == COUNT_UNKNOWN)
		return arena_printf(arena,
				    "Uncertain: the listing of %s was cut and"
				    " does not show it; how much it has there,"
				    " nobody knows.",
				    side);
	return arena_printf(arena,
			    "Uncertain: the listing of %s was cut and does not"
			    " show it; it has at most %llu there.",
			    side, (unsigned long long)most);
}

const char *tell_story(const struct diff *diff, const struct diff_row *row,
		       struct arena *arena)
{
	struct span from = names_text(diff->names, row->renamed_from);

	if (row->status == STATUS_UNCERTAIN)
		return tell_uncertain(row, arena);
	if (row->status == STATUS_NEW)
		return "New: base has not a single tick in it.";
	if (row->status == STATUS_GONE)
		return "Gone: test has not a single tick in it.";
	switch ((enum row_match)row->match) {
	case MATCH_ALIAS:
		return arena_printf(arena, "Base has it as %.*s, another name of"
					   " the same address.",
				    (int)from.len, from.ptr);
	case MATCH_FOLDED:
		return "Clones or parts of it were folded into it.";
	case MATCH_MOVED:
		return "It moved between the kernel and a module.";
	case MATCH_RENAME:
		return arena_printf(arena, "Renamed: base has it as %.*s.",
				    (int)from.len, from.ptr);
	default:
		if (row->renamed_from != NAME_NONE)
			return arena_printf(arena, "Base has it as %.*s.",
					    (int)from.len, from.ptr);
		return NULL;
	}
}
