#include "similar.h"

#include <math.h>

enum kind {
	KIND_OTHER,
	KIND_LETTER,
	KIND_DIGIT
};

static enum kind kind_of(char c)
{
	if (char_is_digit(c))
		return KIND_DIGIT;
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? KIND_LETTER :
								  KIND_OTHER;
}

size_t similar_words(struct span name, struct word *words)
{
	size_t nr = 0;

	for (size_t i = 0; i < name.len && nr < WORDS_MAX;) {
		enum kind kind = kind_of(name.ptr[i]);
		size_t start = i;

		while (i < name.len && kind_of(name.ptr[i]) == kind)
			i++;
		if (kind != KIND_OTHER)
			words[nr++] = (struct word){
				.text = { name.ptr + start, i - start },
				.weight = 1,
			};
	}
	return nr;
}

/* Of words that begin or end alike, so much at least: "orig" and "original". */
#define NEARLY 0.6

static double same_part(struct span a, struct span b)
{
	size_t shorter = a.len < b.len ? a.len : b.len, head = 0, tail = 0;

	while (head < shorter && a.ptr[head] == b.ptr[head])
		head++;
	while (tail < shorter &&
	       a.ptr[a.len - 1 - tail] == b.ptr[b.len - 1 - tail])
		tail++;

	size_t same = head > tail ? head : tail;
	double part = 2.0 * (double)same / (double)(a.len + b.len);
	if (same == a.len && same == b.len)
		return 1;
	return same >= 3 && part >= NEARLY ? NEARLY * part : 0;
}

/*
 * How much less the words that both names begin with weigh: such a beginning is
 * shared by a whole family, so that its words tell hardly more than one.
 */
#define FURTHER_WORDS 0.25

static double beginning(const struct word *a, size_t nr_a, const struct word *b,
			size_t nr_b, size_t *nr)
{
	double sum = 0, most = 0;

	*nr = 0;
	while (*nr < nr_a && *nr < nr_b && span_eq(a[*nr].text, b[*nr].text)) {
		double weight = a[(*nr)++].weight;

		sum += weight;
		most = weight > most ? weight : most;
	}
	return sum > 0 ? (most + FURTHER_WORDS * (sum - most)) / sum : 1;
}

double similar_names(const struct word *a, size_t nr_a, const struct word *b,
		     size_t nr_b)
{
	size_t begin;
	double factor = beginning(a, nr_a, b, nr_b, &begin);
	double all = 0, same = 0;
	bool taken[WORDS_MAX] = { false };

	for (size_t i = 0; i < nr_a; i++)
		all += a[i].weight * (i < begin ? factor : 1);
	for (size_t i = 0; i < nr_b; i++)
		all += b[i].weight * (i < begin ? factor : 1);
	// Each word finds the best that is left.
	for (size_t i = 0; i < nr_a; i++) {
		size_t best = nr_b;
		double most = 0;

		if (i < begin) {
			same += (a[i].weight + b[i].weight) * factor;
			continue;
		}
		for (size_t k = begin; k < nr_b; k++) {
			double part =
				taken[k] ? 0 : same_part(a[i].text, b[k].text);

			if (part > most) {
				most = part;
				best = k;
			}
		}
		if (best == nr_b)
			continue;
		taken[best] = true;
		same += most * (a[i].weight + b[best].weight);
	}
	return all > 0 ? same / all : 0;
}

bool similar_only_begin(const struct word *a, size_t nr_a, const struct word *b,
			size_t nr_b)
{
	size_t begin;

	beginning(a, nr_a, b, nr_b, &begin);
	size_t longer = nr_a > nr_b ? nr_a : nr_b;
	if (begin == nr_a || begin == nr_b || 2 * begin > longer)
		return false;
	for (size_t i = begin; i < nr_a; i++)
		for (size_t k = begin; k < nr_b; k++)
			if (same_part(a[i].text, b[k].text) > 0)
				return false;
	return true;
}

/* Maps have sizes with padding, which ends at a multiple of this. */
#define ALIGNMENT 16

double similar_sizes(uint32_t a, uint32_t b)
{
	if (!a || !b)
		return NAN;
	if (a == b)
		return 1;

	double ratio = a < b ? (double)b / a : (double)a / b;
	double like = 1 - log2(ratio);
	uint32_t off = a < b ? b - a : a - b;

	if (off < ALIGNMENT && like < 0.8)
		return 0.8;
	return like > 0 ? 0.95 * like : 0;
}

static const double nearness[NEIGHBOURS] = { 1, 0.6, 0.4, 0.3 };

static double same_neighbours(const uint32_t *a, const uint32_t *b)
{
	double all = 0, same = 0;

	for (size_t i = 0; i < NEIGHBOURS; i++) {
		all += nearness[i];
		for (size_t k = 0; k < NEIGHBOURS; k++)
			if (a[i] == b[k] && a[i] != NEIGHBOUR_NONE)
				same += nearness[i > k ? i : k];
	}
	return same / all;
}

static uint32_t apart(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

double similar_places(const struct place *a, const struct place *b)
{
	double like = (same_neighbours(a->before, b->before) +
		       same_neighbours(a->behind, b->behind)) /
		      2;
	uint32_t before = apart(a->others_before, b->others_before);
	uint32_t behind = apart(a->others_behind, b->others_behind);

	// Of several side by side that changed, the third became the third.
	return like * pow(0.97, before < behind ? before : behind);
}

/*
 * Fitted by logistic regression to pairs whose truth is known: functions renamed
 * in the tables of one kernel (6.1) and of two (6.1, 6.12), among others that
 * are gone and new; with maps alone, and with images.  What is not known, or
 * tells nothing, adds nothing.
 */
#define PRIOR (-9.5)

/* Of several in one place each is as likely, but for what else is known. */
#define CROWD 0.7

static double known(double like, double worst, double best, double power)
{
	return isnan(like) ? 0 : worst + (best - worst) * pow(like, power);
}

/*
 * A family's name and a place in its file are what all that a file lost and all
 * that it gained have in common: without the same size or code they are nothing.
 */
#define ONLY_BEGIN 2.5

static double doubt(const struct evidence *e)
{
	double like = e->size >= 1 ? 0.5 + e->size_tells / 2 : 0;

	if (!isnan(e->code))
		like = fmax(like, e->code);
	return e->only_begin ? ONLY_BEGIN * (1 - like) : 0;
}

double similar_odds(const struct evidence *e)
{
	double odds = PRIOR;

	odds += known(e->name, 0, 6, 2);
	odds += known(e->place, 0, 9, 3);
	if (e->place > 0)
		odds -= CROWD * log(e->crowd);
	odds += known(e->size, -0.5, 0.5, 1);
	if (e->size >= 1)
		odds += 3.5 * e->size_tells;
	odds += known(e->file, -1, 2, 1);
	odds += known(e->code, -0.5, 2, 1);
	odds += known(e->calls, -5.5, 1.5, 2);
	return odds - doubt(e);
}

double similar_percent(double odds)
{
	return 100 / (1 + exp(-odds));
}
