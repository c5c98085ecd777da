/*
 * prose.c - what stands around a listing
 *
 * People write about their numbers, and what they write may look like a row.
 */
#include "textrows.h"

bool prose_is_command(struct span line)
{
	static const char word[] = "readprofile";
	const char *at = memmem(line.ptr, line.len, word, strlen(word));
	const char *end = line.ptr + line.len;

	if (!at)
		return false;
	const char *behind = at + strlen(word);
	while (behind < end && char_is_blank(*behind))
		behind++;
	if (behind < end && !memchr("-|<>;", *behind, 5))
		return false;
	// Its path, then "time" or "sudo", then a prompt or nothing.
	while (at > line.ptr && !char_is_blank(at[-1]) &&
	       !memchr("$#>%", at[-1], 4))
		at--;
	struct span before =
		span_trim((struct span){ line.ptr, (size_t)(at - line.ptr) });
	if (span_ends(before, "time") || span_ends(before, "sudo"))
		before = span_trim((struct span){ before.ptr, before.len - 4 });
	return !before.len || memchr("$#>%]", before.ptr[before.len - 1], 5);
}

/* What prose_drop() has to know of all rows, and of the piece that is judged. */
struct prose {
	const struct text_rows *rows;
	bool loads; /* some row has one */
	bool runs; /* some rows stand in a line */
	bool four_decimals; /* nearly all loads have them */
	size_t first, end; /* the piece: rows without a gap between */
	size_t nr_loads, nr_short; /* of it */
};

static bool has_load(const struct text_row *row)
{
	return row->load >= 0 || row->bins;
}

static void look_at_all(struct prose *p)
{
	size_t loads = 0, odd = 0;

	for (size_t i = 0; i < p->rows->nr; i++) {
		const struct text_row *row = &p->rows->row[i];

		loads += has_load(row);
		odd += row->odd_load;
		p->runs |= i && !row->gap;
	}
	p->loads = loads != 0;
	p->four_decimals = odd * 2 < loads - odd;
}

static void look_at_piece(struct prose *p, size_t first)
{
	p->first = first;
	p->nr_loads = p->nr_short = 0;
	for (p->end = first; p->end < p->rows->nr &&
			     (p->end == first || !p->rows->row[p->end].gap);
	     p->end++) {
		bool load = has_load(&p->rows->row[p->end]);

		p->nr_loads += load;
		p->nr_short += !load;
	}
}

/*
 * "3 runs" in the prose around a listing looks like a row without a load, and
 * "64 procs 123.4" like one with.  Where a listing has loads, a row without is
 * one that a mailer or a hand has cut only between rows that have; three or more
 * by themselves are a listing of two columns.  In a text without loads no row
 * stands alone.
 */
static bool is_prose(const struct prose *p, size_t i)
{
	const struct text_row *row = &p->rows->row[i];
	bool first = i == p->first, last = i + 1 == p->end;

	if (row->kind == ROW_UNKNOWN)
		return false;
	if (row->odd_load)
		return p->four_decimals && (first || last);
	if (has_load(row))
		return false;
	if (row->kind == ROW_TOTAL)
		return p->loads && first && last;
	if (!p->loads)
		return p->runs && first && last;
	if (!p->nr_loads)
		return p->nr_short < 3;
	return first || !has_load(&row[-1]) ||
	       (last ? i + 1 < p->rows->nr : !has_load(&row[1]));
}

void prose_drop(struct text_rows *rows)
{
	struct prose p = { .rows = rows };
	bool gap = false, command = false;
	size_t kept = 0;
	bool *prose;

	if (!rows->odd)
		return;
	prose = arena_alloc(&rows->scratch, rows->nr * sizeof(*prose));
	look_at_all(&p);
	for (size_t i = 0; i < rows->nr; i++) {
		if (i == p.end)
			look_at_piece(&p, i);
		prose[i] = is_prose(&p, i);
	}
	for (size_t i = 0; i < rows->nr; i++) {
		struct text_row row = rows->row[i];

		if (prose[i]) {
			rows->skipped++;
			gap = true;
			command |= row.command;
			continue;
		}
		row.gap |= gap;
		row.command |= command;
		gap = command = false;
		rows->prof->rows[kept] = rows->prof->rows[i];
		rows->row[kept++] = row;
	}
	rows->nr = rows->prof->nr = kept;
}
