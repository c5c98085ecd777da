/*
 * opreport_rows.c - a profile made of one table of opreport text
 *
 * Columns of samples are events, unless the lines above them say that they are
 * CPUs, threads or unit masks of one event.  Where there is no column for it,
 * the image is the application: opreport leaves the column out when it says
 * nothing new.
 */
#include "opreport.h"
#include "choose.h"
#include "textrows.h"

/* ---- which table --------------------------------------------------------- */

/* All names of row I, as one. */
static name_id full_name(const struct op_text *text, size_t i,
			 struct profile *prof)
{
	const struct span *name = text->row[i].name;
	size_t len = name[0].len + name[1].len + name[2].len + 2;
	char *all = arena_alloc(&prof->arena, len), *end = all;

	for (size_t k = 0; k < OP_NAMES; k++) {
		if (k)
			*end++ = '\n';
		if (name[k].len)
			end = mempcpy(end, name[k].ptr, name[k].len);
	}
	return names_intern(&prof->names, (struct span){ all, len });
}

/*
 * Remarks between the rows of a table part nothing when all of its percentages
 * are of one number of samples, and there is no more than that.
 */
static void join_tables(struct op_text *text)
{
	for (size_t i = 0, end; i < text->nr; i = end) {
		struct op_range range;
		uint64_t sum = 0;

		op_range_init(&range);
		for (end = i; end < text->nr &&
			      text->row[end].table == text->row[i].table;
		     end++) {
			const struct op_cell *cell =
				&text->cell[text->row[end].cell];

			op_range_take(&range, cell);
			sum = cell->count > COUNT_MAX - sum ? COUNT_MAX :
							      sum + cell->count;
		}
		if (!range.known || range.low > range.high || sum > range.high)
			continue;
		for (size_t k = i; k < end; k++)
			text->row[k].gap = false;
	}
}

/* The rows in the form in which sections_find() takes them. */
static void as_text_rows(const struct op_text *text, struct text_rows *rows)
{
	struct profile *prof = rows->prof;

	prof->rows = arena_alloc(&prof->arena, text->nr * sizeof(*prof->rows));
	rows->row = arena_alloc(&rows->scratch, text->nr * sizeof(*rows->row));
	for (size_t i = 0; i < text->nr; i++) {
		const struct op_row *row = &text->row[i];
		bool begins = i && row->table != row[-1].table;

		prof->rows[i] = (struct profile_row){
			.symbol = full_name(text, i, prof),
			.count = text->cell[row->cell].count,
		};
		rows->row[i] = (struct text_row){
			.load = -1,
			.lineno = row->lineno,
			.kind = ROW_SYMBOL,
			.gap = row->gap || begins,
			.command = begins,
		};
	}
	prof->nr = rows->nr = text->nr;
	rows->odd = true;
}

/* The only section that has symbols, or NR: a report by image comes with it. */
static size_t only_symbols(const struct op_text *text,
			   const struct section *sections, size_t nr)
{
	size_t found = nr;

	for (size_t i = 0; i < nr; i++) {
		const struct op_row *row = &text->row[sections[i].first];

		if (text->table[row->table].layout.summary)
			continue;
		if (found < nr)
			return nr;
		found = i;
	}
	return found;
}

/* May there be several tables, or one twice? */
static bool is_one(const struct op_text *text)
{
	const struct op_row *half = &text->row[text->nr / 2];

	return text->nr_tables == 1 && !text->gaps &&
	       (text->nr < 4 || text->nr % 2 ||
		!span_eq(half->name[OP_SYMBOL],
			 text->row[0].name[OP_SYMBOL]) ||
		text->cell[half->cell].count !=
			text->cell[text->row[0].cell].count);
}

/* The section that is WANTED; all rows are in ROWS. */
static int choose_rows(const struct text_rows *rows,
		       const struct section *sections, size_t nr,
		       unsigned wanted, size_t *chosen, struct error *err)
{
	struct profile *prof = rows->prof;
	struct choice *choices =
		arena_alloc(&prof->arena, nr * sizeof(*choices));

	for (size_t i = 0; i < nr; i++)
		choices[i] = (struct choice){
			.lineno = rows->row[sections[i].first].lineno,
			.rows = sections[i].end - sections[i].first,
		};
	return choose_section(prof, wanted, choices, nr, chosen, err);
}

static int choose_table(struct op_text *text, unsigned wanted,
			struct profile *prof, struct error *err)
{
	struct profile copy;
	struct text_rows rows = { .prof = &copy };
	struct section *sections;
	int failed = 0;

	if (is_one(text) && wanted <= 1)
		return 0;
	profile_init(&copy, text->path, prof->format);
	join_tables(text);
	as_text_rows(text, &rows);
	size_t nr = sections_find(&rows, &sections);
	size_t chosen = wanted || nr < 2 ? nr :
					   only_symbols(text, sections, nr);

	if (chosen < nr)
		notes_add(&prof->notes, NOTE_INFO, "section", prof->path,
			  "its listing of symbols is at line %u; its reports by"
			  " image are left out",
			  text->row[sections[chosen].first].lineno);
	else
		failed = choose_rows(&rows, sections, nr, wanted, &chosen, err);
	if (!failed) {
		text->row += sections[chosen].first;
		text->nr = sections[chosen].end - sections[chosen].first;
	}
	arena_release(&rows.scratch);
	profile_release(&copy);
	return failed;
}

/* ---- what its columns are ------------------------------------------------ */

/* What becomes of a column of samples. */
struct column {
	unsigned event;
	int32_t cpu;
	struct op_range range;
	uint64_t listed;
};

struct making {
	const struct op_text *text;
	struct profile *prof;
	const struct op_table *table;
	struct column *column;
	bool sorted;		/* by the first column of samples */
	uint64_t smallest;
	/* of the last row: most have the same */
	struct span image, app;
	name_id image_id, comm_id;
	uint8_t mode;
};

static unsigned make_event(struct profile *prof, const struct op_event *event,
			   struct span mask)
{
	struct span name = event ? event->name : SPAN("");
	unsigned index;

	if (event && !mask.len)
		mask = event->mask;
	index = profile_event(prof, name,
			      mask.len ? arena_strndup(&prof->arena, mask.ptr,
						       mask.len) :
					 NULL);
	if (event && event->count) {
		// The clock of old machines is set to so many a second.
		prof->events[index].rate_kind =
			span_is(name, "RTC_INTERRUPTS") ? RATE_FREQUENCY :
							  RATE_PERIOD;
		prof->events[index].rate = (double)event->count;
	}
	return index;
}

static void make_columns(struct making *m)
{
	const struct op_heading *h = &m->table->heading;
	const struct op_event *first = h->nr_events ? &h->event[0] : NULL;
	unsigned nr = m->table->layout.classes;
	bool classes = h->nr_classes && h->nr_classes == nr;

	m->column = arena_alloc(&m->prof->arena, nr * sizeof(*m->column));
	for (unsigned i = 0; i < nr; i++) {
		struct column *c = &m->column[i];
		const struct op_class *class = classes ? &h->class[i] : NULL;
		uint64_t cpu;

		*c = (struct column){ .cpu = CPU_NONE };
		op_range_init(&c->range);
		if (class && class->kind == OP_CLASS_MASK)
			c->event = make_event(m->prof, first, class->text);
		else if (class && i)
			c->event = 0;
		else if (class)
			c->event = make_event(m->prof, first, SPAN(""));
		else
			c->event = make_event(m->prof,
					      i < h->nr_events ? &h->event[i] :
								 NULL,
					      SPAN(""));
		if (class && class->kind == OP_CLASS_CPU &&
		    span_count(class->text, &cpu) == NUMBER_OK &&
		    cpu <= INT32_MAX)
			c->cpu = (int32_t)cpu;
	}
	if (!classes && h->nr_events && h->nr_events != nr)
		notes_add(&m->prof->notes, NOTE_DOUBT, "events-unclear",
			  m->prof->path,
			  "says that %zu event%s counted, but has %u columns of"
			  " samples",
			  h->nr_events, h->nr_events == 1 ? " was" : "s were",
			  nr);
}

/* ---- rows ---------------------------------------------------------------- */

static struct span base_name(struct span path)
{
	const char *slash;

	// "/usr/bin/Xorg (deleted)", but "anon (tgid:1 range:0x1-0x2)".
	slash = memrchr(path.ptr, '/', path.len);
	if (!slash || slash + 1 == path.ptr + path.len)
		return path;
	return (struct span){ slash + 1,
			      (size_t)(path.ptr + path.len - slash - 1) };
}

/* The release in "vmlinux-2.6.18-rc2". */
static void find_release(struct profile *prof, struct span image)
{
	struct span base = base_name(image);
	size_t len = strlen("vmlinux-");

	if (!prof->release && span_starts(base, "vmlinux-") &&
	    base.len > len && char_is_digit(base.ptr[len]) &&
	    !memchr(base.ptr, ' ', base.len))
		prof->release = arena_strndup(&prof->arena, base.ptr + len,
					      base.len - len);
}

static void enter_images(struct making *m, const struct op_row *row)
{
	struct span app = row->name[OP_APP], image = row->name[OP_IMAGE];
	struct profile *prof = m->prof;

	if (span_eq(row->name[OP_APP], m->app) && span_eq(image, m->image) &&
	    m->image_id)
		return;
	m->app = app;
	m->image = image;
	if (!image.len)
		image = app.len ? app : SPAN("");
	// The application of a summary is what it is by.
	if (!app.len && m->table->layout.summary)
		app = image;
	// A report on one image may not say which.
	m->mode = image.len ? (uint8_t)image_mode(image) : MODE_UNKNOWN;
	m->image_id = image.len ? profile_image(prof, image) : NAME_NONE;
	m->comm_id = app.len ? names_intern(&prof->names, base_name(app)) :
			       NAME_NONE;
	find_release(prof, image);
}

/* "/drm" in image "drm": a module whose file was not found. */
static bool is_bare_module(const struct op_row *row)
{
	struct span symbol = row->name[OP_SYMBOL];
	struct span image = row->name[OP_IMAGE];

	return symbol.len > 1 && symbol.ptr[0] == '/' &&
	       span_eq(image, (struct span){ symbol.ptr + 1, symbol.len - 1 });
}

/* The details of ROW, for which PROF has its last rows. */
static void make_details(struct making *m, const struct op_row *row)
{
	struct profile *prof = m->prof;
	struct detail detail = {
		.symbol = prof->rows[prof->nr - 1].symbol,
		.image = m->image_id,
	};

	for (size_t i = 0; i < row->nr_details; i++) {
		const struct op_detail *d = &m->text->detail[row->detail + i];
		const struct op_cell *cell = &m->text->cell[d->cell];

		detail.addr = d->addr;
		for (unsigned k = 0; k < m->table->layout.classes; k++) {
			detail.event = (uint16_t)m->column[k].event;
			detail.count = cell[k].count;
			profile_add_detail(prof, &detail);
		}
	}
}

static int make_row(struct making *m, const struct op_row *row,
		    struct error *err)
{
	const struct op_cell *cell = &m->text->cell[row->cell];
	unsigned nr = m->table->layout.classes;
	struct profile *prof = m->prof;

	enter_images(m, row);
	bool module = m->mode == MODE_USER && is_bare_module(row);
	for (unsigned i = 0; i < nr; i++) {
		struct column *c = &m->column[i];
		struct facet facet = {
			.comm = m->comm_id,
			.cpu = c->cpu,
			.event = (uint16_t)c->event,
			.mode = module ? MODE_KERNEL : m->mode,
		};

		if (profile_add_facet(prof, row->name[OP_SYMBOL], m->image_id,
				      cell[i].count, &facet, err) < 0)
			return -1;
		prof->rows[prof->nr - 1].addr = row->addr;
		op_range_take(&c->range, &cell[i]);
		c->listed += cell[i].count;
	}
	make_details(m, row);
	return 0;
}

/* Does the first column of samples fall, or rise, all the way? */
static void find_order(struct making *m)
{
	const struct op_text *text = m->text;
	bool falls = true, rises = true;
	uint64_t last = 0, smallest = COUNT_MAX;

	for (size_t i = 0; i < text->nr && (falls || rises); i++) {
		uint64_t count = text->cell[text->row[i].cell].count;

		falls &= !i || count <= last;
		rises &= !i || count >= last;
		smallest = count < smallest ? count : smallest;
		last = count;
	}
	m->sorted = text->nr > 1 && (falls || rises);
	m->smallest = m->sorted ? smallest : 0;
}

static void judge(struct making *m)
{
	unsigned nr = m->table->layout.classes;

	for (unsigned i = 0; i < nr; i++)
		op_range_settle(&m->column[i].range, m->column[i].listed);
	for (unsigned e = 0; e < m->prof->nr_events; e++) {
		struct op_range all = { .known = true };
		unsigned columns = 0;

		for (unsigned i = 0; i < nr; i++)
			if (m->column[i].event == e) {
				op_range_add(&all, &m->column[i].range);
				columns++;
			}
		// Sorted is only what the first column has.
		op_judge_total(m->prof, &m->prof->events[e], &all,
			       e == 0 && columns == 1 ? m->smallest : 0,
			       m->text->nr);
	}
}

int op_make_profile(struct op_text *text, const struct read_options *opts,
		    struct profile *prof, struct error *err)
{
	struct making m = { .text = text, .prof = prof };

	if (choose_table(text, opts->section, prof, err) < 0)
		return -1;
	m.table = &text->table[text->row[0].table];
	make_columns(&m);

	size_t room = text->nr * m.table->layout.classes;
	prof->rows = arena_alloc(&prof->arena, room * sizeof(*prof->rows));
	prof->facets = arena_alloc(&prof->arena, room * sizeof(*prof->facets));
	prof->cap = prof->cap_facets = room;
	names_reserve(&prof->names, text->nr);
	for (size_t i = 0; i < text->nr; i++)
		if (make_row(&m, &text->row[i], err) < 0)
			return -1;
	find_order(&m);
	judge(&m);
	prof->unit = "samples";
	return 0;
}
