/*
 * reportsections.c - which of the reports of a text is read
 */
#include "reports.h"

static size_t rows_of(const struct reports *r, unsigned section)
{
	size_t nr = 0;

	for (size_t i = 0; i < r->nr; i++)
		if (r->block[i].section == section)
			nr += r->block[i].end - r->block[i].first;
	return nr;
}

/* Sections that have rows are numbered from 0 on; the others are the last. */
void report_sections(struct reports *r)
{
	unsigned *number = arena_zalloc(&r->scratch,
					(r->nr_sections + 1) * sizeof(*number));
	unsigned nr = 0;

	// A section's blocks stand in a row, so one pass finds which have rows.
	for (size_t i = 0; i < r->nr; i++)
		if (report_has_rows(&r->block[i]))
			number[r->block[i].section] = 1;
	for (unsigned i = 0; i < r->nr_sections; i++)
		number[i] = number[i] ? nr++ : UINT32_MAX;
	for (size_t i = 0; i < r->nr; i++)
		r->block[i].section = number[r->block[i].section];
	r->nr_sections = nr;
}

static const struct report_block *first_of(const struct reports *r,
					   unsigned section)
{
	size_t i = 0;

	while (r->block[i].section != section || !report_has_rows(&r->block[i]))
		i++;
	return &r->block[i];
}

static bool same_row(const struct report_row *a, const struct report_row *b)
{
	return span_eq(a->symbol, b->symbol) && span_eq(a->dso, b->dso) &&
	       span_eq(a->comm, b->comm) &&
	       a->percent.of[0] == b->percent.of[0] &&
	       a->samples.of[0] == b->samples.of[0] &&
	       a->period.of[0] == b->period.of[0];
}

/* Is the second of two the first again, as when a mail is quoted whole? */
static bool is_twice(const struct reports *r)
{
	size_t nr = rows_of(r, 0), at = first_of(r, 0)->first;
	size_t again = first_of(r, 1)->first;

	if (rows_of(r, 1) != nr)
		return false;
	for (size_t i = 0; i < nr; i++)
		if (!same_row(&r->row[at + i], &r->row[again + i]))
			return false;
	return true;
}

int report_choose(const struct reports *r, unsigned wanted, unsigned *section,
		  struct error *err)
{
	struct profile *prof = r->prof;
	unsigned nr = r->nr_sections;
	const char *list = "";

	if (nr == 2 && is_twice(r))
		nr = 1;
	if (wanted > nr)
		return fail(err, ERR_USAGE,
			    "%s: --section=%u, but it holds %u listing%s",
			    prof->path, wanted, nr, nr == 1 ? "" : "s");
	*section = wanted ? wanted - 1 : 0;
	if (wanted || nr == 1)
		return 0;
	for (unsigned i = 0; i < nr && i < 12; i++)
		list = arena_printf(&prof->arena,
				    "%s%s%u at line %zu (%zu rows)", list,
				    i ? ", " : "", i + 1,
				    first_of(r, i)->lineno, rows_of(r, i));
	return fail(err, ERR_USAGE,
		    "%s: holds %u listings; choose with --section, or"
		    " --base-section and --test-section: %s%s",
		    prof->path, nr, list, nr > 12 ? ", ..." : "");
}
