/*
 * join.h - rows keyed by symbol and image, over several profiles
 *
 * What comparisons and listings have in common: the names of each profile are
 * brought into one table, folded on the way, and a key finds its row through an
 * array indexed by name.
 */
#ifndef DIFF_JOIN_H
#define DIFF_JOIN_H

#include "diffprof/diff.h"

/* The ids that one profile's names have in the common table, by its own ids. */
struct translation {
	name_id *folded;
	name_id *raw;		/* of those that folding changed; else 0, or NULL */
};

/* FOLDED: clones under their function's name, as fold_profile() found them. */
struct translation translate(const struct profile *prof, struct names *names,
			     bool folded, struct arena *scratch);

/* Row numbers by key.  Each row has a number from 0, given by the caller. */
struct row_index {
	uint32_t *first;	/* by symbol: newest number + 1, 0 for none */
	uint32_t *next;		/* by row: another image's row + 1 */
	name_id *image;		/* by row */
	name_id *symbol;	/* by row */
	size_t nr;
	bool names_shared; /* some name has rows in two images */
	/*
	 * Rows whose symbol is in several images, by both: open addressing over
	 * numbers + 1.  A name can be in as many images as there are files.
	 */
	uint32_t *shared;
	size_t mask, nr_shared;
	struct arena *scratch;
};

/* Room for MAX_ROWS rows over the names of NAMES, all entered by now. */
void row_index_init(struct row_index *index, const struct names *names,
		    size_t max_rows, struct arena *scratch);

/* What row_index_find() does for a symbol of several images. */
uint32_t row_index_find_shared(const struct row_index *index, name_id symbol,
			       name_id image);
/* Enter ROW, which is not the first of its symbol. */
void row_index_share(struct row_index *index, uint32_t row);

/* The number of the key's row, or UINT32_MAX. */
static inline uint32_t row_index_find(const struct row_index *index,
				      name_id symbol, name_id image)
{
	uint32_t row = index->first[symbol] - 1;

	if (row == UINT32_MAX || index->image[row] == image)
		return row;
	return index->next[row] ? row_index_find_shared(index, symbol, image) :
				  UINT32_MAX;
}

/* The number of the key's row, which may be a new one: then == old index->nr. */
static inline uint32_t row_index_add(struct row_index *index, name_id symbol,
				     name_id image)
{
	uint32_t row = row_index_find(index, symbol, image);

	if (row != UINT32_MAX)
		return row;
	row = (uint32_t)index->nr++;
	index->image[row] = image;
	index->symbol[row] = symbol;
	index->next[row] = index->first[symbol];
	index->first[symbol] = row + 1;
	if (index->next[row])
		row_index_share(index, row);
	return row;
}

/*
 * What PROF knows of the sources of its rows, by the ids of NAMES, into TO;
 * what another run has told stays.
 */
void join_places(struct source_places *to, const struct profile *prof,
		 const struct translation *t, const struct names *names,
		 struct arena *arena);

/* Is SYMBOL idle: by REGEX, or by the built-in list when that is NULL? */
bool symbol_is_idle(const struct names *names, name_id symbol,
		    const regex_t *regex);

/* Set total and listed of SIDE from its runs.  Fails with ERR_LIMIT. */
int side_add_up(struct side *side, bool assume_zero, struct error *err);

#endif
