/*
 * opreport.c - the text that opreport(1) prints, and oprofpp and op_time before
 *
 *	CPU: Core 2, speed 2003 MHz (estimated)
 *	Counted CPU_CLK_UNHALTED events (Clock cycles when not halted) with a
 *	unit mask of 0x00 (Unhalted core cycles) count 100000
 *	samples  %        image name      app name        symbol name
 *	126807   31.2201  vmlinux         Xorg            find_vma
 *
 * Samples, their percentage of all, names.  What the columns are the header
 * says: several events or CPUs have samples and percentage each.  A table
 * without a header is known by its first row.
 */
#include "opreport.h"

#include "wholelines.h"

/* Without rows that look like those of a table, but stand alone in prose. */
static void drop_single(struct op_text *text)
{
	size_t kept = 0;

	for (size_t i = 0, end; i < text->nr; i = end) {
		uint32_t table = text->row[i].table;

		for (end = i + 1;
		     end < text->nr && text->row[end].table == table; end++)
			;
		if (text->table[table].guessed && end == i + 1 &&
		    text->nr_tables > 1) {
			text->skipped++;
			text->nr_tables--;
			continue;
		}
		memmove(&text->row[kept], &text->row[i],
			(end - i) * sizeof(*text->row));
		kept += end - i;
	}
	text->nr = kept;
}

/* Does row I stand alone between other lines? */
static bool is_alone(const struct op_text *text, size_t i)
{
	return text->row[i].gap &&
	       (i + 1 == text->nr || text->row[i + 1].gap ||
		text->row[i + 1].table != text->row[i].table);
}

/* Can a percentage of so many samples as RANGE has stand beside this count? */
static bool agrees(struct op_range range, const struct op_cell *cell)
{
	op_range_take(&range, cell);
	return range.low <= range.high;
}

/*
 * "12 34.5 percent of it" looks like a row of a table that is open, but its
 * numbers are others.
 */
static void drop_prose(struct op_text *text)
{
	struct op_range range = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < text->nr; i++) {
		struct op_row row = text->row[i];
		const struct op_cell *cell = &text->cell[row.cell];
		struct span name = row.name[OP_SYMBOL];

		if (!i || row.table != text->row[i - 1].table)
			op_range_init(&range);
		if (!is_alone(text, i)) {
			op_range_take(&range, cell);
		} else if (range.known && name.len &&
			   memchr(name.ptr, ' ', name.len) &&
			   name.ptr[name.len - 1] != ')' &&
			   !agrees(range, cell)) {
			text->skipped++;
			continue;
		}
		text->row[kept++] = row;
	}
	text->nr = kept;
}

/* Room for all rows of BYTES, going by its first lines. */
static void reserve(struct op_text *text, struct span bytes)
{
	size_t size = bytes.len < 4096 ? bytes.len : 4096, nr = 1;

	for (size_t i = 0; i < size; i++)
		nr += bytes.ptr[i] == '\n';
	text->cap = text->cap_cells = bytes.len / (size / nr + 1) * 9 / 8 + 16;
	text->row = arena_alloc(&text->arena, text->cap * sizeof(*text->row));
	text->cell = arena_alloc(&text->arena,
				 text->cap_cells * sizeof(*text->cell));
}

static int read_rows(struct op_text *text, struct span bytes, bool find,
		     struct error *err)
{
	if (!find)
		reserve(text, bytes);
	if (op_text_read(text, bytes, find, err) < 0)
		return -1;
	if (text->nr_tables > 1)
		drop_single(text);
	if (text->gaps)
		drop_prose(text);
	return 0;
}

/* Are most percentages of TEXT as exact as opreport prints them? */
static bool has_exact_percents(const struct op_text *text)
{
	struct op_range range;
	size_t exact = 0;

	op_range_init(&range);
	for (size_t i = 0; i < text->nr; i++) {
		const struct op_cell *cell = &text->cell[text->row[i].cell];

		exact += cell->percent && cell->decimals >= 4;
		op_range_take(&range, cell);
	}
	return exact >= 2 && exact * 2 >= text->nr && range.low <= range.high;
}

static bool has_table(struct span bytes)
{
	struct op_text text = { .path = "" };
	struct error unused;
	bool found;

	found = read_rows(&text, bytes, true, &unused) < 0 ||
		(text.nr && (!text.table[text.row[text.nr - 1].table].guessed ||
			     (!text.differential &&
			      has_exact_percents(&text))));
	arena_release(&text.arena);
	return found;
}

/* Prose is not longer than this. */
#define PROSE_MAX ((size_t)256 << 10)

static bool sniff(struct input *in)
{
	struct error unused;
	struct span data;

	if (has_table(in->head))
		return true;
	if (in->head.len == in->size || input_data(in, &data, &unused) < 0)
		return false;
	data.len = data.len < PROSE_MAX ? data.len : PROSE_MAX;
	return memmem(data.ptr, data.len, "samples", 7) && has_table(data);
}

static void leave_out_parts(struct op_text *text, struct profile *prof)
{
	size_t nr = op_find_parts(text), kept = 0;

	if (!nr)
		return;
	for (size_t i = 0; i < text->nr; i++)
		if (!text->row[i].part)
			text->row[kept++] = text->row[i];
	text->nr = kept;
	notes_add(&prof->notes, NOTE_INFO, "parts", prof->path,
		  "%zu line%s part of other rows (callers, callees, details,"
		  " libraries) and not counted again",
		  nr, nr == 1 ? " is" : "s are");
}

static int read_text(struct input *in, const struct read_options *opts,
		     struct profile *prof, struct error *err)
{
	struct op_text text = { .path = prof->path };
	struct span bytes;

	if (whole_lines(in, prof, &bytes, err) < 0)
		return -1;
	int failed = read_rows(&text, bytes, false, err);
	if (!failed)
		leave_out_parts(&text, prof);
	if (!failed && !text.nr)
		failed = fail(err, ERR_FORMAT,
			      text.differential ?
				      "%s: a listing of two profiles (\"diff"
				      " %%\"): read it with --from=listing" :
				      "%s: no \"samples %% symbol\" row",
			      prof->path);
	if (!failed && text.skipped)
		notes_add(&prof->notes, NOTE_DOUBT, "skipped", prof->path,
			  "%zu line%s no row of a listing and %s skipped",
			  text.skipped, text.skipped == 1 ? " is" : "s are",
			  text.skipped == 1 ? "was" : "were");
	if (!failed)
		failed = op_make_profile(&text, opts, prof, err);
	// Names that were put together are still in use.
	arena_adopt(&prof->arena, &text.arena);
	return failed;
}

const struct reader reader_opreport = {
	.name = "opreport",
	.summary = "text printed by opreport(1), oprofpp, op_time",
	.text = true,
	.sections = true,
	.sniff = sniff,
	.read = read_text,
};
