/*
 * readprofile.c - the text that readprofile(8) prints
 *
 *	  542 __copy_to_user_ll                            5.6458
 *	   17 *unknown*
 *	 2994 total                                        0.0013
 *
 * Clock ticks, symbol, and ticks per byte of the symbol.  Also read: -v (the
 * address in front, the count behind the name), -b (a heading and its bins),
 * -s (bins below each row), -a (rows of 0), a module in brackets behind the
 * name as our own listing prints it, and what mail does to all of them: quote
 * marks, wrapped rows, decimal commas, remarks between rows.
 *
 * "total" is a sum, not a symbol.  It is without *unknown*, which has no third
 * column (util-linux 2.12j and later).  People cut listings, so the total may
 * exceed what the rows add up to: see cut.c; and a mail may hold several
 * listings: see sections.c.
 */
#include "textrows.h"

#include "diffprof/textlines.h"

#include "choose.h"
#include "printed.h"
#include "rowline.h"
#include "wholelines.h"

/*
 * Names are entered so many at a time, so that the place of each in the hash
 * table has come into the processor's cache by then.
 */
#define PENDING 32

/* Where a text is being read. */
struct state {
	struct text_rows *rows;
	name_id kernel;
	bool gap, command; /* since the last row */
	struct words last; /* of the line before, if it may go on here */
	bool last_was_short; /* and it is the last row */
	struct span heading; /* of -b, with its bins so far */
	uint64_t bins;
	uint32_t group; /* of their details */
	bool in_bins;
	size_t lineno;
	struct span pending[PENDING]; /* names of the last rows */
	size_t nr_pending;
};

static void enter_pending(struct state *s)
{
	struct profile *prof = s->rows->prof;
	struct profile_row *row = prof->rows + prof->nr - s->nr_pending;
	name_id id[PENDING];

	names_intern_all(&prof->names, s->pending, s->nr_pending, id);
	for (size_t i = 0; i < s->nr_pending; i++)
		row[i].symbol = id[i];
	s->nr_pending = 0;
}

static inline __attribute__((always_inline)) void
put_row(struct state *s, const struct row_line *line, name_id image)
{
	struct text_rows *rows = s->rows;
	struct profile *prof = rows->prof;

	if (s->nr_pending == PENDING)
		enter_pending(s);
	s->pending[s->nr_pending++] = line->name;
	rows->nr_totals += line->kind == ROW_TOTAL;
	rows->odd |= line->load < 0 || line->odd_load || (s->gap && rows->nr);
	ARENA_ROOM(&prof->arena, prof->rows, prof->nr, prof->cap);
	prof->rows[prof->nr++] = (struct profile_row){
		.image = image,
		.count = line->count,
		.addr = line->addr,
		.size = line->load > 0 ?
				(double)(int64_t)line->count / line->load :
				0,
	};
	ARENA_ROOM(&rows->scratch, rows->row, rows->nr, rows->cap);
	rows->row[rows->nr++] = (struct text_row){
		.load = line->load,
		.lineno = s->lineno < UINT32_MAX ? (uint32_t)s->lineno :
						   UINT32_MAX,
		.kind = (uint8_t)line->kind,
		.odd_load = line->odd_load,
		.gap = s->gap,
		.command = s->command,
	};
	s->gap = s->command = false;
	s->last.nr = 0;
	s->last_was_short = false;
}

static void push(struct state *s, const struct row_line *line)
{
	name_id image = s->kernel;

	// A heading without bins is a remark: "2.5.44:", "after:".
	if (s->heading.len && !s->in_bins) {
		s->heading.len = 0;
		s->rows->skipped++;
		s->gap = true;
	}
	if (line->kind == ROW_UNKNOWN)
		image = NAME_NONE;
	else if (line->module.len)
		image = profile_image(s->rows->prof, line->module);
	put_row(s, line, image);
}

/* All rows up to the next that is not as readprofile(8) prints it. */
static void push_printed(struct state *s, struct textlines *lines)
{
	struct row_line row;

	while (rowline_printed(lines, &row)) {
		s->lineno = lines->lineno;
		put_row(s, &row, s->kernel);
	}
}

static void push_bins(struct state *s, uint64_t count)
{
	struct row_line line = { .name = s->heading,
				 .count = count,
				 .load = -1 };

	if (s->in_bins) {
		push(s, &line);
		s->rows->row[s->rows->nr - 1].bins = true;
		s->rows->row[s->rows->nr - 1].group = s->group;
	}
	s->in_bins = false;
	s->heading = (struct span){ 0 };
	s->bins = 0;
}

static void take_bin(struct state *s, const struct row_line *bin)
{
	if (!s->in_bins)
		s->group = text_details_begin(s->rows);
	s->in_bins = true;
	s->bins += bin->count;
	text_details_add(s->rows, s->group, bin->addr, bin->count);
}

/* A bin of -s is the last row's, if it is called so: "schedule+0x4". */
static void take_detail(struct state *s, const struct row_line *bin)
{
	struct text_row *row;
	struct span name;

	if (!s->nr_pending)
		return;
	row = &s->rows->row[s->rows->nr - 1];
	name = s->pending[s->nr_pending - 1];
	if (bin->name.len <= name.len || bin->name.ptr[name.len] != '+' ||
	    memcmp(bin->name.ptr, name.ptr, name.len) != 0)
		return;
	if (!row->group)
		row->group = text_details_begin(s->rows);
	text_details_add(s->rows, row->group, bin->addr, bin->count);
}

/* Does W go on where the line before broke off?  Mailers wrap at 72 columns. */
static bool join(struct state *s, const struct words *w)
{
	struct words both = s->last;
	struct row_line line;

	if (!both.nr || both.nr + w->nr > 5)
		return false;
	for (size_t i = 0; i < w->nr; i++)
		both.word[both.nr++] = w->word[i];
	// Only what ends in a load is surely one row.
	if (rowline_classify(&both, &line) != LINE_ROW || line.load < 0)
		return false;
	if (s->last_was_short) {
		const struct text_row *half = &s->rows->row[--s->rows->nr];

		enter_pending(s);
		s->rows->prof->nr--;
		s->gap = half->gap;
		s->command = half->command;
	} else {
		s->rows->skipped--;
	}
	push(s, &line);
	return true;
}

static void take_prose(struct state *s, const struct words *w, struct span line)
{
	s->rows->skipped++;
	s->gap = true;
	s->command |= prose_is_command(line);
	s->last = *w;
	if (w->nr > WORDS_MAX)
		s->last.nr = 0;
	s->last_was_short = false;
}

static int too_big(const struct state *s, struct span digits, struct error *err)
{
	return fail(err, ERR_LIMIT,
		    "%s:%zu: count \"%.*s\" does not fit in 63 bits",
		    s->rows->prof->path, s->lineno, (int)digits.len,
		    digits.ptr);
}

static int take_line(struct state *s, struct span raw, struct error *err)
{
	struct span line = textlines_unquote(raw);
	struct words words = rowline_split(line);
	struct row_line row = { .load = -1 };

	if (!words.nr) {
		s->gap = true;
		return 0;
	}

	enum line_kind kind = rowline_classify(&words, &row);
	if (s->in_bins && kind != LINE_BIN && kind != LINE_BINS_TOTAL)
		push_bins(s, s->bins); // cut before its total
	if (kind != LINE_ROW && kind != LINE_BIN && s->last.nr &&
	    join(s, &words))
		return 0;
	switch (kind) {
	case LINE_ROW:
		push(s, &row);
		return 0;
	case LINE_SHORT:
		push(s, &row);
		s->last = words;
		s->last_was_short = true;
		return 0;
	case LINE_HEADING:
		s->heading = (struct span){ words.word[0].ptr,
					    words.word[0].len - 1 };
		s->last.nr = 0;
		return 0;
	case LINE_BIN:
		if (!s->heading.len)
			break;
		if (row.digits.len)
			return too_big(s, row.digits, err);
		if (row.count > COUNT_MAX - s->bins)
			return fail(err, ERR_LIMIT,
				    "%s:%zu: the bins add up to"
				    " more than 63 bits hold",
				    s->rows->prof->path, s->lineno);
		take_bin(s, &row);
		return 0;
	case LINE_BINS_TOTAL:
		if (!s->in_bins)
			return 0;
		if (row.digits.len)
			return too_big(s, row.digits, err);
		if (row.count != s->bins)
			notes_add(
				&s->rows->prof->notes, NOTE_DOUBT,
				"bins-differ", s->rows->prof->path,
				"line %zu: a total of %llu, but the bins add up"
				" to %llu; the total counts",
				s->lineno, (unsigned long long)row.count,
				(unsigned long long)s->bins);
		push_bins(s, row.count);
		return 0;
	case LINE_DETAIL:
		take_detail(s, &row);
		return 0;
	case LINE_TOO_BIG:
		return too_big(s, row.digits, err);
	case LINE_OTHER:
		break;
	}
	take_prose(s, &words, line);
	return 0;
}

/* Rows that are called the total in another language than English. */
static void mark_totals(struct text_rows *rows)
{
	const struct profile *prof = rows->prof;

	for (size_t w = 0; rowline_total_words[w]; w++) {
		name_id word = names_find(&prof->names,
					  span_of(rowline_total_words[w]));

		for (size_t i = 0; word && i < rows->nr; i++)
			if (prof->rows[i].symbol == word) {
				rows->row[i].kind = ROW_TOTAL;
				rows->nr_totals++;
			}
	}
}

/* Bytes to a line of TEXT, going by its first lines. */
static size_t line_size(struct span text)
{
	size_t size = text.len < 4096 ? text.len : 4096, nr = 1;

	for (size_t i = 0; i < size; i++)
		nr += text.ptr[i] == '\n';
	return size / nr + 1;
}

static int parse_text(struct span text, struct text_rows *rows,
		      struct error *err)
{
	struct profile *prof = rows->prof;
	struct state s = { .rows = rows,
			   .kernel = profile_image(prof, SPAN(IMAGE_KERNEL)) };
	struct textlines lines = textlines_begin(text);
	struct span line;

	// Room for all rows at once, and some; growing copies what there is.
	size_t room = text.len / line_size(text);
	room += room / 8 + 16;
	prof->rows = arena_alloc(&prof->arena, room * sizeof(*prof->rows));
	rows->row = arena_alloc(&rows->scratch, room * sizeof(*rows->row));
	prof->cap = rows->cap = room;
	names_reserve(&prof->names, room);

	for (;;) {
		struct row_line row;

		if (!s.in_bins && !s.heading.len)
			push_printed(&s, &lines);
		if (!textlines_next(&lines, &line))
			break;
		s.lineno = lines.lineno;
		if (!s.in_bins && rowline_plain(line, &row))
			push(&s, &row);
		else if (take_line(&s, line, err) < 0)
			return -1;
	}
	if (s.in_bins)
		push_bins(&s, s.bins);
	enter_pending(&s);
	mark_totals(rows);
	prose_drop(rows);
	return 0;
}

/* Is there a row with a load in TEXT, or are there two rows in a line without? */
static bool has_rows(struct span text, const char *path)
{
	struct profile prof;
	struct text_rows rows = { .prof = &prof };
	struct textlines lines = textlines_begin(text);
	struct state s = { .rows = &rows };
	struct error unused;
	struct span line;
	bool found = false;

	profile_init(&prof, path, "");
	while (!found && textlines_next(&lines, &line)) {
		struct row_line row;

		found = rowline_plain(line, &row) ||
			take_line(&s, line, &unused) < 0;
		if (!found && rows.nr) {
			const struct text_row *last = &rows.row[rows.nr - 1];

			found = last->load >= 0 || last->bins || !last->gap ||
				last->kind != ROW_SYMBOL;
		}
	}
	// A file of one row and nothing else.
	found |= rows.nr && !rows.skipped;
	arena_release(&rows.scratch);
	profile_release(&prof);
	return found;
}

static bool sniff(struct input *in)
{
	struct error unused;
	struct span data;

	// The head has a row in nearly all files; the prose may be longer.
	return has_rows(in->head, in->path) ||
	       (in->head.len < in->size && !input_data(in, &data, &unused) &&
		has_rows(data, in->path));
}

/* Keep the rows of one listing: the one wanted, or the only one. */
static int keep_section(struct text_rows *rows, unsigned wanted,
			struct error *err)
{
	struct profile *prof = rows->prof;
	struct section *sections;
	size_t chosen, nr = sections_find(rows, &sections);
	struct choice *choices =
		arena_alloc(&rows->scratch, nr * sizeof(*choices));

	for (size_t i = 0; i < nr; i++)
		choices[i] = (struct choice){
			.lineno = rows->row[sections[i].first].lineno,
			.rows = sections[i].end - sections[i].first,
		};
	if (choose_section(prof, wanted, choices, nr, &chosen, err) < 0)
		return -1;
	rows->row += sections[chosen].first;
	prof->rows += sections[chosen].first;
	rows->nr = prof->nr = sections[chosen].end - sections[chosen].first;
	return 0;
}

/* The row that is the total, or NO_ROW. */
static size_t find_total(const struct text_rows *rows)
{
	// Last or first, nearly always.
	for (size_t i = rows->nr_totals ? rows->nr : 0; i-- > 0;)
		if (rows->row[i].kind == ROW_TOTAL)
			return i;
	return NO_ROW;
}

/* Judge what is missing, and take the total out of the rows. */
static int settle_rows(const struct text_rows *rows, struct error *err)
{
	struct profile *prof = rows->prof;
	size_t total = find_total(rows);

	if (cut_judge(rows, err) < 0)
		return -1;
	if (total == NO_ROW)
		return 0;
	prof->text_size = prof->rows[total].size;
	if (total == 0)
		prof->rows++;
	else
		memmove(&prof->rows[total], &prof->rows[total + 1],
			(prof->nr - total - 1) * sizeof(*prof->rows));
	prof->nr--;
	return 0;
}

static int read_text(struct input *in, const struct read_options *opts,
		     struct profile *prof, struct error *err)
{
	struct text_rows rows = { .prof = prof };
	struct span text;

	if (whole_lines(in, prof, &text, err) < 0)
		return -1;
	int failed = parse_text(text, &rows, err);
	if (!failed && !rows.nr)
		failed = fail(err, ERR_FORMAT,
			      "%s: no \"ticks symbol load\" line", prof->path);
	if (!failed)
		failed = keep_section(&rows, opts->section, err);
	if (!failed)
		text_details_keep(&rows);
	if (!failed && rows.skipped)
		notes_add(&prof->notes, NOTE_DOUBT, "skipped", prof->path,
			  "%zu line%s no row of a listing and %s skipped",
			  rows.skipped, rows.skipped == 1 ? " is" : "s are",
			  rows.skipped == 1 ? "was" : "were");
	if (!failed)
		failed = settle_rows(&rows, err);
	arena_release(&rows.scratch);
	return failed;
}

const struct reader reader_readprofile = {
	.name = "readprofile",
	.summary = "text printed by readprofile(8)",
	.text = true,
	.sections = true,
	.sniff = sniff,
	.read = read_text,
};
