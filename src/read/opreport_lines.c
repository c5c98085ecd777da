/*
 * opreport_lines.c - what each line of opreport text is
 *
 * Mailers wrap headers, "Counted" lines and rows, people write between them.  A
 * row is what begins with its numbers, and it goes on until it has its names; a
 * header until it has its symbol name.
 */
#include "opreport.h"

#include "diffprof/textlines.h"

/* Lines that a mailer makes of one, at most. */
#define JOINED_MAX 8

/* Where a text is being read. */
struct state {
	struct op_text *text;
	struct op_heading heading;
	bool heading_used;
	struct op_layout layout;	/* of the table that is open */
	bool open, guessed;
	bool foreign;		/* rows of a table that is not for us follow */
	bool begun;		/* the table has rows: it is the last one */
	uint16_t head; /* where its header begins */
	uint16_t margin;	/* where its first row begins */
	bool nbsp, entities;	/* in the text */
	bool gap, block, below;	/* since the last row */
	struct span bars;	/* the line before, if it ends in '|' */
	struct span counted;	/* a "Counted" line that goes on */
	struct span header;	/* a header that may go on */
	bool header_done;	/* it has its symbol name */
	struct span row;	/* the last row, or numbers of one, if it may */
	bool row_put;		/* and it has been put */
	bool row_quoted; /* a quote mark was in front of it */
	bool quoted; /* and of this line */
	unsigned joined;
	size_t lineno;
	uint16_t start;		/* columns of blanks before the line */
};

static struct span join(struct state *s, struct span a, struct span b)
{
	char *both = arena_alloc(&s->text->arena, a.len + b.len + 1);

	memcpy(both, a.ptr, a.len);
	both[a.len] = ' ';
	memcpy(both + a.len + 1, b.ptr, b.len);
	return (struct span){ both, a.len + b.len + 1 };
}

/* ---- rows ---------------------------------------------------------------- */

static void open_table(struct state *s, const struct op_layout *layout,
		       bool guessed)
{
	s->layout = *layout;
	s->head = s->start;
	s->open = true;
	s->guessed = guessed;
	s->begun = s->foreign = s->below = false;
}

/* The table gets its first row. */
static void begin_table(struct state *s)
{
	struct op_text *text = s->text;

	ARENA_ROOM(&text->arena, text->table, text->nr_tables,
		   text->cap_tables);
	text->table[text->nr_tables++] = (struct op_table){
		.layout = s->layout,
		.heading = s->heading,
		.guessed = s->guessed,
	};
	s->heading_used = true;
	s->begun = true;
	s->margin = s->start;
}

/* Room for the cells of one more row. */
static struct op_cell *cell_room(struct state *s, unsigned nr)
{
	struct op_text *text = s->text;

	if (text->cap_cells - text->nr_cells < nr) {
		size_t cap = 2 * text->cap_cells + nr + 64;

		text->cell = arena_grow(&text->arena, text->cell,
					text->nr_cells * sizeof(*text->cell),
					cap * sizeof(*text->cell));
		text->cap_cells = cap;
	}
	return &text->cell[text->nr_cells];
}

static void put_row(struct state *s, const struct op_row *row, size_t digits)
{
	struct op_text *text = s->text;
	size_t end = s->start + digits;

	if (!s->begun)
		begin_table(s);
	ARENA_ROOM(&text->arena, text->row, text->nr, text->cap);
	text->row[text->nr] = *row;

	struct op_row *put = &text->row[text->nr++];
	put->cell = text->nr_cells;
	put->table = (uint32_t)text->nr_tables - 1;
	put->lineno = s->lineno < UINT32_MAX ? (uint32_t)s->lineno : UINT32_MAX;
	put->start = s->start;
	put->end = end < UINT16_MAX ? (uint16_t)end : UINT16_MAX;
	put->gap = s->gap && text->nr > 1;
	put->block = s->block;
	put->below = s->below;
	text->nr_cells += s->layout.classes;
	text->gaps |= put->gap;
	text->parts |= s->block || s->below || !put->named ||
		       s->start != s->margin;
	s->gap = s->block = s->below = false;
	s->header.len = 0;
}

/* Take back the last row: more of it has come. */
static void unput_row(struct state *s)
{
	struct op_row *row = &s->text->row[--s->text->nr];

	s->text->nr_cells = row->cell;
	s->gap = row->gap;
	s->block = row->block;
	s->below = row->below;
	s->start = row->start;
}

static int too_big(const struct state *s, struct span digits, struct error *err)
{
	return fail(err, ERR_LIMIT,
		    "%s:%zu: count \"%.*s\" does not fit in 63 bits",
		    s->text->path, s->lineno, (int)digits.len, digits.ptr);
}

/* Put LINE if it is a row of the open table; -1 with ERR if it cannot be. */
static enum op_found take_row(struct state *s, struct span line,
			      struct error *err)
{
	struct op_row row = { 0 };
	struct span rest, first = { 0 };

	switch (op_take_numbers(&s->layout, line, &row.addr,
				cell_room(s, s->layout.classes), &rest)) {
	case OP_NOTHING:
		return OP_NOTHING;
	case OP_NUMBERS:
		s->row = line;
		s->row_put = false;
		return OP_NUMBERS;
	case OP_TOO_BIG:
		too_big(s, rest, err);
		return OP_TOO_BIG;
	case OP_ROW:
		break;
	}
	op_name_row(&s->layout, s->entities ? &s->text->arena : NULL, rest,
		    &row);
	while (first.len < line.len && !char_is_blank(line.ptr[first.len]))
		first.len++;
	put_row(s, &row, first.len);
	s->row = line;
	s->row_put = true;
	s->row_quoted = s->quoted;
	return OP_ROW;
}

/* Is the last row one that lacks names, or whose last name has no end? */
static bool row_goes_on(struct state *s, struct span line)
{
	const struct op_row *row = &s->text->row[s->text->nr - 1];
	struct span name[OP_NAMES], rest;
	uint64_t addr;

	if (!row->named)
		return !s->layout.vma || row->start <= s->margin;
	if (op_take_numbers(&s->layout, s->row, &addr,
			    cell_room(s, s->layout.classes), &rest) != OP_ROW)
		return false;
	if (!op_take_names(&s->layout, rest, name))
		return true;
	struct span last = name[s->layout.name[s->layout.nr_names - 1]];
	return op_symbol_goes_on(last, line);
}

/* Does LINE go on where the row in front of it broke off? */
static int join_row(struct state *s, struct span line, bool *joined,
		    struct error *err)
{
	struct span both;
	bool put = s->row_put;

	*joined = false;
	if (!s->row.len || s->joined >= JOINED_MAX || !s->open ||
	    (put && !row_goes_on(s, line)))
		return 0;
	both = join(s, s->row, line);
	if (put)
		unput_row(s);
	enum op_found found = take_row(s, both, err);
	if (found == OP_TOO_BIG)
		return -1;
	s->joined++;
	*joined = found != OP_NOTHING;
	if (*joined || !put)
		return 0;
	// As it was.
	if (take_row(s, s->row, err) == OP_TOO_BIG)
		return -1;
	s->row.len = 0;
	return 0;
}

/* ---- lines above a table ------------------------------------------------- */

static void end_row(struct state *s)
{
	s->row.len = 0;
	s->joined = 0;
}

/* A "Counted" line that goes on, and goes on here; or nowhere. */
static bool take_counted(struct state *s, struct span line, bool end)
{
	bool wants_more;

	struct op_layout unused;

	if (!s->counted.len)
		return false;
	// Cut off, and something else follows.
	if (!end && (span_starts(line, "Count") ||
		     op_layout_guess(line, false, &unused))) {
		take_counted(s, line, true);
		return false;
	}
	if (!end) {
		s->counted = join(s, s->counted, line);
		end = ++s->joined >= JOINED_MAX;
	}
	// An event whose line has no end is still an event.
	struct span all = end ? join(s, s->counted, SPAN("count 0")) :
				s->counted;
	op_heading_line(&s->text->arena, &s->heading, s->counted, &wants_more);
	if (wants_more && end)
		op_heading_line(&s->text->arena, &s->heading, all,
				&wants_more);
	if (!wants_more) {
		end_row(s);
		s->counted.len = 0;
	}
	return true;
}

static bool take_heading(struct state *s, struct span line)
{
	struct op_heading heading = s->heading;
	bool wants_more;

	if (s->heading_used || op_heading_begins(line))
		heading = (struct op_heading){ 0 };
	if (!op_heading_line(&s->text->arena, &heading, line, &wants_more))
		return false;
	s->heading = heading;
	s->heading_used = false;
	s->open = s->foreign = false;
	s->gap = true;
	s->header.len = 0;
	end_row(s);
	if (wants_more)
		s->counted = line;
	return true;
}

static bool take_header(struct state *s, struct span line)
{
	struct op_layout layout;
	struct span all = line;
	bool more, goes_on = s->header.len && !s->header_done;
	if (goes_on)
		all = join(s, s->header, line);
	bool valid = op_layout_parse(all, &layout, &more);

	if (!more)
		return false;
	take_counted(s, line, true);
	s->header = all;
	s->header_done = false;
	end_row(s);
	if (!valid)
		return true;
	for (unsigned i = 0; i < layout.nr_names; i++)
		s->header_done |= layout.name[i] == OP_SYMBOL;
	if (layout.diff) {
		s->text->differential++;
		s->foreign = true;
		s->open = false;
		return true;
	}
	open_table(s, &layout, false);
	return true;
}

static bool take_summary_header(struct state *s, struct span line)
{
	unsigned nr = op_summary_classes(line);

	if (!nr) {
		if (!line.len || line.ptr[line.len - 1] != '|')
			return false;
		s->bars = line;
		return true;
	}
	take_counted(s, line, true);
	end_row(s);
	if (s->begun && s->open && (!s->gap || s->start > s->head) &&
	    s->layout.summary && s->layout.classes == nr) {
		s->below = true;
		return true;
	}
	struct op_layout layout = { .classes = nr, .percent = true,
				    .summary = true, .nr_names = 1,
				    .name = { OP_IMAGE } };
	if (s->heading_used)
		s->heading = (struct op_heading){ 0 };
	s->heading_used = false;
	if (!s->heading.nr_events && !s->heading.nr_classes)
		op_heading_of_summary(&s->text->arena, &s->heading, s->bars);
	open_table(s, &layout, false);
	s->bars.len = 0;
	return true;
}

static bool take_dashes(struct state *s, struct span line)
{
	if (!op_is_dashes(line))
		return false;
	// Below the header of a summary they part nothing.
	s->block = s->open && !s->layout.summary;
	end_row(s);
	return true;
}

/* ---- lines without a header ---------------------------------------------- */

/* A row of one of the first tools. */
static bool take_old(struct state *s, struct span line)
{
	struct op_layout layout;
	struct op_cell cell;
	struct op_row row;

	if (!op_take_old(line, &row, &cell, &layout))
		return false;
	if (!s->open || !s->guessed || !op_same_columns(&layout, &s->layout))
		open_table(s, &layout, true);
	*cell_room(s, 1) = cell;
	if (s->entities)
		row.name[OP_SYMBOL] = op_unescape(&s->text->arena,
						  row.name[OP_SYMBOL]);
	put_row(s, &row, 0);
	end_row(s);
	return true;
}

/* LINE may be the first row of a table without a header. */
static enum op_found take_guess(struct state *s, struct span line,
				struct error *err)
{
	struct op_layout layout;

	if ((s->open && s->begun && !s->gap) || s->foreign ||
	    !op_layout_guess(line, s->start > 0, &layout))
		return OP_NOTHING;
	// A header that does not fit still knows the names.
	if (s->open && !s->begun && layout.nr_names == s->layout.nr_names)
		memcpy(layout.name, s->layout.name, sizeof(layout.name));
	open_table(s, &layout, true);
	return take_row(s, line, err);
}

/* ---- all lines ----------------------------------------------------------- */

static int take_line(struct state *s, struct span raw, struct error *err)
{
	if (s->nbsp)
		raw = op_plain_blanks(&s->text->arena, raw);
	struct span line = textlines_unquote(raw);
	enum op_found found;
	bool joined;

	struct span whole = span_trim(raw);

	s->start = op_columns_before(raw.ptr, line.ptr);
	s->quoted = whole.ptr != line.ptr;
	// What goes on where "f<int," was broke off may look quoted: "X>()".
	whole.len = (size_t)(line.ptr + line.len - whole.ptr);
	if (!line.len) {
		take_counted(s, line, true);
		s->gap = true;
		s->header.len = 0;
		end_row(s);
		return 0;
	}
	if (op_is_warning(line) || take_header(s, line) ||
	    take_summary_header(s, line) || take_counted(s, line, false) ||
	    take_heading(s, line) || take_dashes(s, line))
		return 0;
	// Numbers of a row that broke off go on with numbers.
	if (s->row.len && !s->row_put) {
		if (join_row(s, line, &joined, err) < 0)
			return -1;
		if (joined)
			return 0;
		end_row(s);
	}
	found = s->open ? take_row(s, line, err) : OP_NOTHING;
	if (found == OP_NOTHING) {
		if (join_row(s, s->row_quoted ? line : whole, &joined, err) < 0)
			return -1;
		if (joined || take_old(s, line))
			return 0;
		found = take_guess(s, line, err);
	}
	s->joined = 0;
	if (found == OP_TOO_BIG)
		return -1;
	if (found != OP_NOTHING)
		return 0;
	end_row(s);
	s->text->skipped++;
	s->gap = true;
	return 0;
}

/*
 * Nearly all lines of nearly all listings: a row with nothing in front but
 * blanks.  False: look closer.
 */
static bool take_plain(struct state *s, struct span line, int *failed,
		       struct error *err)
{
	const char *p = line.ptr, *end = p + line.len;
	size_t columns = 0;

	if (!s->open || s->counted.len || s->nbsp ||
	    (s->row.len && !s->row_put))
		return false;
	for (; p < end && char_is_blank(*p); p++)
		columns += *p == '\t' ? 8 : 1;
	if (p == end || !(char_is_digit(*p) || (s->layout.vma && *p >= 'a' &&
						 *p <= 'f')))
		return false;
	while (char_is_blank(end[-1]))
		end--;
	// What mail and HTML leave at an end.
	if (end[-1] == '=' || end[-1] == '>' || end[-1] == '\xa0' ||
	    (end - p > 3 && end[-3] == '='))
		return false;
	s->start = columns < UINT16_MAX ? (uint16_t)columns : UINT16_MAX;
	s->quoted = false;
	enum op_found found =
		take_row(s, (struct span){ p, (size_t)(end - p) }, err);
	*failed = found == OP_TOO_BIG ? -1 : 0;
	s->joined = 0;
	return found != OP_NOTHING;
}

int op_text_read(struct op_text *text, struct span bytes, bool find,
		 struct error *err)
{
	struct state s = { .text = text };
	struct textlines lines = textlines_begin(bytes);
	struct span line;

	s.nbsp = bytes.len && memchr(bytes.ptr, 0xa0, bytes.len);
	s.entities = op_has_entities(bytes);
	while (textlines_next(&lines, &line)) {
		int failed = 0;

		s.lineno = lines.lineno;
		if (!take_plain(&s, line, &failed, err))
			failed = take_line(&s, line, err);
		if (failed)
			return -1;
		if (find && s.open && !s.guessed && s.begun)
			break;
	}
	return 0;
}

