#include "diffprof/geometry.h"

#define STEP_MAX ((uint32_t)1 << 20)

static bool is_step(uint32_t word)
{
	return word && word <= STEP_MAX && !(word & (word - 1));
}

uint32_t geometry_step_hint(const struct histogram *hist)
{
	if (is_step(hist->step_word))
		return hist->step_word;
	uint32_t swapped = __builtin_bswap32(hist->step_word);
	return is_step(swapped) ? swapped : 0;
}

/* What the counters say: ticks are small, so their upper halves are 0. */
static enum byte_order order_of_counters(const struct histogram *hist)
{
	if (hist->high == hist->low)
		return ORDER_UNKNOWN;
	return hist->high > hist->low ? ORDER_BIG : ORDER_LITTLE;
}

/* Does a dump of such words cover TEXT bytes, to the step? */
static bool covers(const struct histogram *hist, uint64_t text, uint32_t step,
		   unsigned word_size, uint64_t *slots)
{
	uint64_t words = hist->words + 1;

	if (word_size == 8) {
		// Word 1 is the upper half of the step.
		if (words % 2 || (hist->nr && hist->slot[0].index == 0))
			return false;
		words /= 2;
	}
	*slots = words - 1;
	return *slots && text / step == *slots;
}

static int mismatch(const struct histogram *hist, const char *path,
		    const struct symtab *st, struct error *err)
{
	uint32_t step = geometry_step_hint(hist);
	double text = (double)(st->etext - st->stext);

	if (!step)
		return fail(err, ERR_SYMBOLS,
			    "%s: text of %.0f bytes, which no step divides into"
			    " the %llu counters of %s: the symbols of another"
			    " kernel, or a dump that is not whole?",
			    st->path, text, (unsigned long long)hist->words,
			    path);

	double covered = (double)hist->words * step;
	return fail(err, ERR_SYMBOLS,
		    "%s: text of %.2f MB (%.0f bytes), but %s covers %.2f MB"
		    " (%llu counters of %u bytes): the symbols of another kernel%s?",
		    st->path, text / 1e6, text, path, covered / 1e6,
		    (unsigned long long)hist->words, step,
		    covered < text ? ", or a dump that is not whole" : "");
}

int geometry_find(const struct histogram *hist, const char *path,
		  const struct symtab *st, struct geometry *geo,
		  struct error *err)
{
	static const enum byte_order orders[] = { ORDER_LITTLE, ORDER_BIG };
	enum byte_order counters = order_of_counters(hist);
	uint64_t text = st->etext - st->stext;
	struct geometry found = { 0 };

	for (unsigned i = 0; i < 2 && !found.step; i++) {
		uint32_t step = i ? __builtin_bswap32(hist->step_word) :
				    hist->step_word;

		if (!is_step(step))
			continue;
		for (unsigned size = 4; size <= 8 && !found.step; size += 4)
			if (covers(hist, text, step, size, &found.slots)) {
				found.step = step;
				found.word_size = size;
				found.order = orders[i];
			}
	}
	if (hist->step_word == 0) {
		// Only 64-bit big-endian kernels do this (since 5.15).
		for (uint32_t step = 1; step <= STEP_MAX && !found.step;
		     step *= 2)
			if (covers(hist, text, step, 4, &found.slots))
				found.step = step;
		found.step_derived = true;
		found.word_size = 4;
		found.order = ORDER_BIG;
	}
	if (!found.step)
		return mismatch(hist, path, st, err);
	found.order_guessed =
		(counters != ORDER_UNKNOWN && counters != found.order) ||
		(st->order != ORDER_UNKNOWN && st->order != found.order);
	// Without a step word the counters are the better witness.
	if (found.step_derived && counters != ORDER_UNKNOWN)
		found.order = counters;
	*geo = found;
	return 0;
}
