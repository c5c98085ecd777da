/*
 * similar.h - how much two functions of two kernels look like one
 *
 * Each piece of evidence is a likeness from 0, nothing in common, to 1, equal;
 * NAN where one of the kernels does not tell.
 */
#ifndef DIFF_SIMILAR_H
#define DIFF_SIMILAR_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/span.h"

/* A word of a name, and how much it tells: those that many names have, little. */
struct word {
	struct span text;
	double weight;
};
#define WORDS_MAX 12

/*
 * The words of NAME: letters or digits between anything else.  Weights are 1.
 * Returns how many; a long name has no more than WORDS_MAX.
 */
size_t similar_words(struct span name, struct word *words);
/* Dice's coefficient of the words' weights; words count that nearly agree. */
double similar_names(const struct word *a, size_t nr_a, const struct word *b,
		     size_t nr_b);

/*
 * Have the two nothing in common but the words they begin with, and those are
 * no more than half of the longer name?  A name that another begins with,
 * whole, is more than that.
 */
bool similar_only_begin(const struct word *a, size_t nr_a, const struct word *b,
			size_t nr_b);

/* In bytes; 0: not known.  From 0 where one is twice the other. */
double similar_sizes(uint32_t a, uint32_t b);

/* So many neighbours on either side of a function are looked at. */
#define NEIGHBOURS 4

/* Of functions that both kernels have; NEIGHBOUR_NONE where there is none. */
#define NEIGHBOUR_NONE UINT32_MAX
struct place {
	uint32_t before[NEIGHBOURS], behind[NEIGHBOURS]; /* nearest first */
	/* How many stand between the nearest and the function, of others. */
	uint32_t others_before, others_behind;
};
double similar_places(const struct place *a, const struct place *b);

/* How many stand there that one kernel alone has: 1 is the function itself. */
static inline uint32_t place_crowd(const struct place *place)
{
	return place->others_before + place->others_behind + 1;
}

struct evidence {
	double name, place, size, file, code, calls;
	double crowd; /* that have this place; 1: it alone */
	double size_tells; /* from 0, all have that size, to 1, no other */
	bool only_begin; /* the names: see similar_only_begin() */
};

/*
 * The logarithm of the odds that they are one, and what that is in percent.  No
 * evidence is enough alone: neither a name, nor to stand between the same two.
 */
double similar_odds(const struct evidence *e);
double similar_percent(double odds);

#endif
