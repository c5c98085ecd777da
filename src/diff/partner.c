#include "pairing.h"

bool pair_one_sided(const struct pairing *p, uint32_t row, bool test)
{
	const uint64_t *counts = counts_of(p->diff, row);
	size_t nr_base = p->diff->base.nr_runs;

	for (size_t i = 0; i < p->diff->stride; i++) {
		bool here = (i >= nr_base) == test;

		if (here && counts[i] == COUNT_UNKNOWN)
			return false;
		if (!here &&
		    (counts[i] != COUNT_UNKNOWN ||
		     (diff_run(p->diff, i)->cut && !p->opts->assume_zero)))
			return false;
	}
	return !(p->flags[row] & GONE_INTO_OTHER);
}

void pair_merge(struct pairing *p, uint32_t gone, uint32_t new,
		enum row_match match)
{
	uint64_t *from = counts_of(p->diff, gone),
		 *to = counts_of(p->diff, new);

	for (size_t i = 0; i < p->diff->base.nr_runs; i++)
		to[i] = from[i];
	for (size_t i = 0; p->diff->squares && i < p->diff->base.nr_runs; i++)
		p->diff->squares[new * p->diff->stride + i] =
			p->diff->squares[gone * p->diff->stride + i];
	p->match[new] = match;
	p->flags[gone] |= GONE_INTO_OTHER;
}

/* Rows that were named after different symbols of one address. */
void pair_aliases(struct pairing *p)
{
	for (size_t run = 0; run < p->diff->stride; run++) {
		const struct profile *prof = diff_run(p->diff, run);
		const struct translation *t = &p->translations[run];
		bool is_test = run >= p->diff->base.nr_runs;

		for (size_t i = 0; prof->nr_aliases && i < prof->nr; i++) {
			const struct profile_row *from = &prof->rows[i];
			name_id image = t->folded[from->image];
			uint32_t row =
				from->aliases ?
					row_index_find(&p->index,
						       t->folded[from->symbol],
						       image) :
					UINT32_MAX;

			if (row == UINT32_MAX ||
			    !pair_one_sided(p, row, is_test))
				continue;
			for (const name_id *alias =
				     prof->aliases + from->aliases;
			     *alias; alias++) {
				uint32_t other =
					row_index_find(&p->index,
						       t->folded[*alias],
						       image);

				if (other == UINT32_MAX ||
				    !pair_one_sided(p, other, !is_test))
					continue;
				if (is_test)
					pair_merge(p, other, row, MATCH_ALIAS);
				else
					pair_merge(p, row, other, MATCH_ALIAS);
				break;
			}
		}
	}
}

/* Give base's counts to the row of the other, if each has one side only. */
static bool join_one_sided(struct pairing *p, uint32_t a, uint32_t b,
			   enum row_match match)
{
	if (pair_one_sided(p, a, false) && pair_one_sided(p, b, true))
		pair_merge(p, a, b, match);
	else if (pair_one_sided(p, a, true) && pair_one_sided(p, b, false))
		pair_merge(p, b, a, match);
	else
		return false;
	return true;
}

/*
 * Of a program, some tools give the path and some the file's name alone: is one
 * of the images the other's bare name?
 */
static bool same_program(const struct pairing *p, uint32_t a, uint32_t b)
{
	struct span path = names_text(p->diff->names, p->index.image[a]);
	struct span bare = names_text(p->diff->names, p->index.image[b]);

	if (path.len < bare.len) {
		struct span longer = bare;

		bare = path;
		path = longer;
	}
	return bare.len && path.len > bare.len &&
	       path.ptr[path.len - bare.len - 1] == '/' &&
	       !memchr(bare.ptr, '/', bare.len) &&
	       !memcmp(path.ptr + path.len - bare.len, bare.ptr, bare.len);
}

/* So many images of one symbol are looked at for a pair of programs. */
#define IMAGES_MAX 64

static void pair_programs(struct pairing *p, uint32_t row)
{
	unsigned left = IMAGES_MAX;

	for (uint32_t other = p->index.next[row]; other && left--;
	     other = p->index.next[other - 1])
		if ((p->flags[other - 1] & OF_USER) &&
		    same_program(p, row, other - 1) &&
		    join_one_sided(p, row, other - 1, MATCH_NAME))
			return;
}

/*
 * A row without an image, where its tool did not say: the only row of the other
 * side that has the name.
 */
static void pair_imageless(struct pairing *p, uint32_t row)
{
	bool is_test = pair_one_sided(p, row, true);
	uint32_t found = UINT32_MAX;
	unsigned left = IMAGES_MAX;

	if (!is_test && !pair_one_sided(p, row, false))
		return;
	for (uint32_t other = p->index.first[p->index.symbol[row]]; other;
	     other = p->index.next[other - 1]) {
		if (!left-- || (other - 1 != row && found != UINT32_MAX &&
				pair_one_sided(p, other - 1, !is_test)))
			return;
		if (other - 1 != row && pair_one_sided(p, other - 1, !is_test))
			found = other - 1;
	}
	if (found == UINT32_MAX ||
	    !join_one_sided(p, row, found, MATCH_NAME))
		return;
	// Whichever row is left has the image that one of them knew.
	p->index.image[row] = p->index.image[found];
	p->flags[row] |= p->flags[found] & OF_USER;
}

static bool is_imageless(const struct pairing *p, uint32_t row)
{
	return !p->index.image[row] &&
	       !span_is(names_text(p->diff->names, p->index.symbol[row]),
			SYMBOL_UNKNOWN);
}

/* Built in here, a module there: one row a side, in different images. */
void pair_moved(struct pairing *p)
{
	for (uint32_t row = 0; p->index.names_shared && row < p->index.nr;
	     row++) {
		uint32_t other = p->index.first[p->index.symbol[row]] - 1;

		if (is_imageless(p, row))
			pair_imageless(p, row);
		else if ((p->flags[row] & OF_USER) && p->index.next[row])
			pair_programs(p, row);
		// Of two rows with one name the newer is first in the chain.
		if (other == row || p->index.next[other] != row + 1 ||
		    p->index.next[row] ||
		    ((p->flags[row] | p->flags[other]) & OF_USER))
			continue;
		if (p->index.image[row] && p->index.image[other])
			join_one_sided(p, row, other, MATCH_MOVED);
	}
}
