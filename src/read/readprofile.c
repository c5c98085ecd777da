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
#include "rowline.h"

/* Where a text is being read. */
struct state {
	struct text_rows *rows;
	const char *path;
	bool gap, command;	/* since the last row */
	struct words last;	/* of the line before, if it may go on here */
	bool last_was_short;	/* and it is the last row */
	struct span heading;	/* of -b, with its bins so far */
	uint64_t bins;
	bool in_bins;
	size_t lineno;
};

static void push(struct state *s, const struct text_row *row)
{
	struct text_rows *rows = s->rows;

	ARENA_ROOM(rows->arena, rows->row, rows->nr, rows->cap);
	struct text_row *new = &rows->row[rows->nr++];
	*new = *row;
	new->lineno = s->lineno < UINT32_MAX ? (uint32_t)s->lineno : UINT32_MAX;
	new->gap = s->gap;
	new->command = s->command;
	s->gap = s->command = false;
	s->last.nr = 0;
	s->last_was_short = false;
}

static void push_bins(struct state *s, uint64_t count)
{
	struct text_row row = {
		.name = s->heading.ptr, .len = (uint32_t)s->heading.len,
		.count = count, .load = -1, .bins = true,
	};

	if (s->in_bins)
		push(s, &row);
	s->in_bins = false;
	s->heading = (struct span){ 0 };
	s->bins = 0;
}

/* Does W go on where the line before broke off?  Mailers wrap at 72 columns. */
static bool join(struct state *s, const struct words *w)
{
	struct words both = s->last;
	struct text_row row;

	if (!both.nr || both.nr + w->nr > 5)
		return false;
	for (size_t i = 0; i < w->nr; i++)
		both.word[both.nr++] = w->word[i];
	// Only what ends in a load is surely one row.
	if (rowline_classify(&both, &row) != LINE_ROW || row.load < 0)
		return false;
	if (s->last_was_short) {
		const struct text_row *half = &s->rows->row[--s->rows->nr];

		s->gap = half->gap;
		s->command = half->command;
	} else {
		s->rows->skipped--;
	}
	push(s, &row);
	return true;
}

static void take_prose(struct state *s, const struct words *w,
		       struct span line)
{
	s->rows->skipped++;
	s->gap = true;
	if (memmem(line.ptr, line.len, "readprofile -", 13) ||
	    memmem(line.ptr, line.len, "readprofile |", 13))
		s->command = true;
	s->last = *w;
	if (w->nr > WORDS_MAX)
		s->last.nr = 0;
	s->last_was_short = false;
}

static int take_line(struct state *s, struct span raw, struct error *err)
{
	struct span line = textlines_unquote(raw);
	struct words words = rowline_split(line);
	struct text_row row = { .load = -1 };

	if (!words.nr) {
		s->gap = true;
		return 0;
	}

	enum line_kind kind = rowline_classify(&words, &row);
	if (s->in_bins && kind != LINE_BIN && kind != LINE_BINS_TOTAL)
		push_bins(s, s->bins);	// cut before its total
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
		if (!s->heading.len || row.count > COUNT_MAX - s->bins)
			break;
		s->bins += row.count;
		s->in_bins = true;
		return 0;
	case LINE_BINS_TOTAL:
		if (s->in_bins)
			push_bins(s, row.count);
		return 0;
	case LINE_DETAIL:
		return 0;
	case LINE_TOO_BIG:
		return fail(err, ERR_LIMIT,
			    "%s:%zu: count \"%.*s\" does not fit in 63 bits",
			    s->path, s->lineno,
			    (int)(row.addr ? words.word[words.nr - 1] :
					     words.word[0]).len,
			    (row.addr ? words.word[words.nr - 1] :
					words.word[0]).ptr);
	case LINE_OTHER:
		break;
	}
	take_prose(s, &words, line);
	return 0;
}

/*
 * "3 runs" in the prose around a listing looks like a row without a load.  In a
 * listing with loads none is; in one without, none stands alone.
 */
static void drop_prose(struct text_rows *rows)
{
	bool loads = false, runs = false;
	size_t kept = 0;
	bool gap = false, command = false;

	for (size_t i = 0; i < rows->nr; i++) {
		loads |= rows->row[i].load >= 0 || rows->row[i].bins;
		runs |= i && !rows->row[i].gap;
	}
	rows->two_columns = !loads;
	for (size_t i = 0; i < rows->nr; i++) {
		struct text_row row = rows->row[i];
		bool alone = row.gap && (i + 1 == rows->nr || rows->row[i + 1].gap);

		if (row.kind == ROW_SYMBOL && row.load < 0 && !row.bins &&
		    (loads || (runs && alone))) {
			rows->skipped++;
			gap = true;
			command |= row.command;
			continue;
		}
		row.gap |= gap;
		row.command |= command;
		gap = command = false;
		rows->row[kept++] = row;
	}
	rows->nr = kept;
}

static int parse_text(struct span text, const char *path,
		      struct text_rows *rows, struct error *err)
{
	struct state s = { .rows = rows, .path = path };
	struct textlines lines = textlines_begin(text);
	struct span line;

	while (textlines_next(&lines, &line)) {
		struct text_row row;

		if (!s.in_bins && rowline_plain(line, &row)) {
			row.addr = 0;
			row.module = (struct span){ 0 };
			row.bins = false;
			s.lineno = lines.lineno;
			push(&s, &row);
			continue;
		}
		s.lineno = lines.lineno;
		if (take_line(&s, line, err) < 0)
			return -1;
	}
	if (s.in_bins)
		push_bins(&s, s.bins);
	drop_prose(rows);
	return 0;
}

/* A row with a load, or two rows in a line without. */
static bool sniff(struct input *in)
{
	struct arena scratch = { 0 };
	struct text_rows rows = { .arena = &scratch };
	struct error unused;
	bool found = false;
	struct span data = in->head;

	// The head holds a row in nearly all files; prose may be longer.
	for (int whole = 0; whole < 2 && !found; whole++) {
		if (whole && (in->head.len == in->size ||
			      input_data(in, &data, &unused) < 0))
			break;
		struct textlines lines = textlines_begin(data);
		struct span line;
		struct text_row row;
		struct state s = { .rows = &rows, .path = in->path };

		while (!found && textlines_next(&lines, &line)) {
			found = rowline_plain(line, &row);
			if (!found && take_line(&s, line, &unused) < 0)
				found = true;
			if (rows.nr)
				found |= rows.row[rows.nr - 1].load >= 0 ||
					 rows.row[rows.nr - 1].bins ||
					 rows.row[rows.nr - 1].kind != ROW_SYMBOL ||
					 !rows.row[rows.nr - 1].gap;
		}
		// A file of one row and nothing else.
		found |= rows.nr && !rows.skipped;
		rows.nr = rows.skipped = 0;
	}
	arena_release(&scratch);
	return found;
}

static int choose_section(const struct text_rows *rows, unsigned wanted,
			  const char *path, struct section *chosen,
			  struct arena *arena, struct error *err)
{
	struct section *sections;
	size_t nr = sections_find(rows, &sections);
	const char *list = "";

	if (wanted > nr)
		return fail(err, ERR_USAGE, "%s: --section=%u, but it holds %zu"
			    " listing%s", path, wanted, nr, nr == 1 ? "" : "s");
	if (wanted || nr == 1) {
		*chosen = sections[wanted ? wanted - 1 : 0];
		return 0;
	}
	for (size_t i = 0; i < nr && i < 12; i++)
		list = arena_printf(arena, "%s%s%zu at line %u (%zu rows)", list,
				    i ? ", " : "", i + 1,
				    rows->row[sections[i].first].lineno,
				    sections[i].end - sections[i].first);
	return fail(err, ERR_USAGE,
		    "%s: holds %zu listings; choose one with --section: %s%s",
		    path, nr, list, nr > 12 ? ", ..." : "");
}

static int read_text(struct input *in, const struct read_options *opts,
		     struct profile *prof, struct error *err)
{
	struct text_rows rows = { .arena = &prof->arena };
	struct section section;
	struct span text;

	if (input_data(in, &text, err) < 0)
		return -1;
	if (in->cut_short) {
		const char *end = memrchr(text.ptr, '\n', text.len);

		// The last line is not whole.
		text.len = end ? (size_t)(end + 1 - text.ptr) : 0;
		notes_add(&prof->notes, NOTE_DOUBT, "ends-early", prof->path,
			  "%s; what is whole of it was read", in->cut_short);
	}
	if (parse_text(text, prof->path, &rows, err) < 0)
		return -1;
	if (!rows.nr)
		return fail(err, ERR_FORMAT,
			    "%s: no \"ticks symbol load\" line", prof->path);
	if (choose_section(&rows, opts->section, prof->path, &section,
			   &prof->arena, err) < 0)
		return -1;

	name_id kernel = profile_image(prof, SPAN(IMAGE_KERNEL));
	for (size_t i = section.first; i < section.end; i++) {
		const struct text_row *from = &rows.row[i];
		struct profile_row *row;

		if (from->kind == ROW_TOTAL) {
			if (from->load > 0)
				prof->text_size = (double)from->count / from->load;
			continue;
		}
		name_id image = from->kind == ROW_UNKNOWN ? NAME_NONE :
				from->module.len ? profile_image(prof, from->module) :
						   kernel;
		if (profile_add(prof, (struct span){ from->name, from->len },
				image, from->count, &row, err) < 0)
			return -1;
		row->addr = from->addr;
		row->size = from->load > 0 ? (double)from->count / from->load : 0;
	}
	if (rows.skipped)
		notes_add(&prof->notes, NOTE_DOUBT, "skipped", prof->path,
			  "%zu line%s that %s no row of a listing %s skipped",
			  rows.skipped, rows.skipped == 1 ? "" : "s",
			  rows.skipped == 1 ? "is" : "are",
			  rows.skipped == 1 ? "was" : "were");
	return cut_judge(&rows, &section, prof, err);
}

const struct reader reader_readprofile = {
	.name = "readprofile",
	.summary = "text printed by readprofile(8)",
	.sniff = sniff,
	.read = read_text,
};
