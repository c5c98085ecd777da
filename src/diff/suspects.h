/*
 * suspects.h - the functions that only one of two kernels has
 *
 * With everything about them that can be compared.
 */
#ifndef DIFF_SUSPECTS_H
#define DIFF_SUSPECTS_H

#include "diffprof/names.h"
#include "diffprof/roster.h"

#include "similar.h"
#include "sketch.h"

#define CALLEES_MAX 48
/* Larger functions are rare, whatever their size. */
#define SIZES 4096

/* A function of one kernel that the other does not have. */
struct suspect {
	uint32_t function; /* index into the roster */
	name_id name;
	struct word words[WORDS_MAX];
	name_id word_ids[WORDS_MAX];
	size_t nr_words;
	struct place place; /* neighbours are name_ids */
	struct sketch sketch;
	/* Functions of both kernels that it calls, ascending, each once. */
	name_id callees[CALLEES_MAX];
	size_t nr_callees;
};

struct suspects_side {
	const struct roster *roster;
	name_id *names; /* by function: of the first of its names */
	uint32_t *suspect_of; /* by function: index + 1; 0: none */
	struct suspect *suspects;
	size_t nr;
	uint32_t *anchors; /* functions that both kernels have, ascending */
	uint32_t *anchor_of; /* by name_id: function + 1; 0: none */
	size_t nr_anchors;
};

struct suspects {
	struct suspects_side base, test;
	struct names names; /* of functions */
	struct names words; /* of which these consist */
	double *word_weight; /* by id of words */
	double *callee_weight; /* by name_id */
	uint32_t *of_size; /* how many functions are of so many bytes */
};

void suspects_find(struct suspects *s, const struct roster *base,
		   const struct roster *test, struct arena *scratch);

/* What speaks for A of base and B of test being one. */
struct evidence suspects_compare(const struct suspects *s,
				 const struct suspect *a,
				 const struct suspect *b);

#endif
