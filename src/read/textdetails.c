/*
 * textdetails.c - the bins of a readprofile(8) text, on their way
 *
 * Which rows are kept is known only once one listing of the text is chosen, so
 * until then each row and its bins have a number in common.
 */
#include "textrows.h"

uint32_t text_details_begin(struct text_rows *rows)
{
	// What has no number is of no row.
	return rows->nr_groups < UINT32_MAX ? ++rows->nr_groups : 0;
}

void text_details_add(struct text_rows *rows, uint32_t group, uint64_t addr,
		      uint64_t count)
{
	// -s has all bins, and most are empty.
	if (!group || !count)
		return;
	ARENA_ROOM(&rows->scratch, rows->detail, rows->nr_details,
		   rows->cap_details);
	rows->detail[rows->nr_details++] =
		(struct text_detail){ addr, count, group };
}

void text_details_keep(const struct text_rows *rows)
{
	struct profile *prof = rows->prof;
	size_t k = 0;

	for (size_t i = 0; i < rows->nr && k < rows->nr_details; i++) {
		const struct text_row *row = &rows->row[i];

		if (!row->group || row->kind == ROW_TOTAL)
			continue;
		while (k < rows->nr_details &&
		       rows->detail[k].group < row->group)
			k++;
		for (; k < rows->nr_details &&
		       rows->detail[k].group == row->group;
		     k++) {
			struct detail detail = {
				.symbol = prof->rows[i].symbol,
				.image = prof->rows[i].image,
				.addr = rows->detail[k].addr,
				.count = rows->detail[k].count,
			};

			profile_add_detail(prof, &detail);
		}
	}
}
