/*
 * perfreport.c - what perf report --stdio prints
 *
 *	# Samples: 556  of event 'cpu-clock'
 *	# Event count (approx.): 278000000
 *	#
 *	# Overhead       Samples  Command  Shared Object      Symbol
 *	# ........  ............  .......  .................  .................
 *	#
 *	    30.91%           172  dd       [kernel.kallsyms]  [k] do_syscall_64
 *	            |
 *	            |--99.44%-- entry_SYSCALL_64_after_hwframe
 *
 * and so on for each event.  Call chains stand below their rows and are passed
 * over.  The first versions print "# Samples: 1814637" for the event count, or
 * "# Events: 1K cycles".  Rows are known without a heading as well, by the mark
 * in front of the symbol; so the lines of perf top are, but for those of the
 * first years: see reporttop.c.
 *
 * A text may hold several reports: another begins where perf says so, where an
 * event comes again, at a heading behind rows, and where the shares rise behind
 * something else.
 */
#include <assert.h>

#include "diffprof/input.h"
#include "diffprof/reader.h"
#include "diffprof/textlines.h"

#include "perfhead.h"
#include "reports.h"
#include "wholelines.h"

struct state {
	struct reports reports;
	struct perf_head facts;
	size_t lineno, skipped;
	uint64_t lost;
	bool named; /* the last block has its "# Samples" and no rows */
	bool fresh; /* what comes is of another report */
	bool gap; /* since the last row */
	struct span half; /* a row whose symbol may be in the next line */
	bool symbol_next; /* only the symbol of the last row is missing */
};

static struct report_block *last_block(struct state *s)
{
	return s->reports.nr ? &s->reports.block[s->reports.nr - 1] : NULL;
}

/* Another block: of the report so far, unless it is another's. */
static struct report_block *new_block(struct state *s)
{
	struct reports *r = &s->reports;

	// Of an event without samples nothing is printed but its head.
	if (r->nr && !report_has_rows(last_block(s)))
		r->nr--;
	if (!r->nr_sections || s->fresh)
		r->nr_sections++;
	s->fresh = false;
	ARENA_ROOM(&r->scratch, r->block, r->nr, r->cap);
	assert(r->block);
	r->block[r->nr] = (struct report_block){
		.nr = 1,
		.section = r->nr_sections - 1,
		.first = r->nr_rows,
		.end = r->nr_rows,
	};
	return &r->block[r->nr++];
}

/* No report has more events than this to look through. */
#define EVENTS_COMPARED 1000

/* Has the report so far rows of an event of this name? */
static bool comes_again(const struct state *s, struct span name)
{
	const struct reports *r = &s->reports;

	for (size_t i = r->nr; i-- > 0 && r->nr - i <= EVENTS_COMPARED;) {
		const struct report_block *b = &r->block[i];

		if (b->section + 1 != r->nr_sections)
			break;
		if (report_has_rows(b) && span_eq(b->event[0], name))
			return true;
	}
	return false;
}

/* ---- what stands in front of the rows -------------------------------------- */

static struct span behind(struct span text, size_t len)
{
	return span_trim((struct span){ text.ptr + len, text.len - len });
}

/* Where PART ends in TEXT, or NULL. */
static const char *end_of(struct span text, const char *part)
{
	const char *at =
		text.len ? memmem(text.ptr, text.len, part, strlen(part)) :
			   NULL;

	return at ? at + strlen(part) : NULL;
}

/* "cpu-clock, task-clock", "anon group { cpu-clock, task-clock }" */
static void take_names(struct report_block *b, struct span names)
{
	const char *open = names.len ? memchr(names.ptr, '{', names.len) : NULL;

	if (open) {
		names = behind(names, (size_t)(open + 1 - names.ptr));
		if (names.len && names.ptr[names.len - 1] == '}')
			names.len--;
	}
	b->nr = 0;
	do {
		const char *comma =
			names.len ? memmem(names.ptr, names.len, ", ", 2) :
				    NULL;
		size_t len = comma ? (size_t)(comma - names.ptr) : names.len;

		b->event[b->nr++] = span_trim((struct span){ names.ptr, len });
		len += comma ? 2 : 0;
		names.ptr += len;
		names.len -= len;
	} while (names.len && b->nr < REPORT_GROUP_MAX);
}

/* The name between quotes behind "of event" or "of events". */
static struct span name_of(struct span text, bool *group)
{
	const char *p = end_of(text, "of event"), *end = text.ptr + text.len;
	const char *stop;

	*group = p && p < end && *p == 's';
	while (p && p < end && *p != '\'')
		p++;
	if (!p || p == end)
		return (struct span){ "", 0 };
	stop = memchr(p + 1, '\'', (size_t)(end - p - 1));
	stop = stop ? stop : end;
	return (struct span){ p + 1, (size_t)(stop - p - 1) };
}

/* The total of periods, if TEXT ends in it. */
static void take_total(struct report_block *b, struct span text)
{
	const char *p = end_of(text, "Event count (approx.):");
	struct span rest, number;

	if (!p)
		return;
	rest = (struct span){ p, (size_t)(text.ptr + text.len - p) };
	if (span_word(&rest, &number) &&
	    span_count(number, &b->total) == NUMBER_OK && b->total)
		b->has_total = true;
}

/* "Samples: 556  of event 'cpu-clock'", "Events: 1K cycles", "Samples: 18146". */
static bool take_samples(struct state *s, struct span text)
{
	bool events = span_starts(text, "Events: ");
	struct span rest, number, name;
	bool group = false;
	uint64_t value = 0;

	if (!events && !span_starts(text, "Samples: "))
		return false;
	rest = behind(text, events ? 8 : 9);
	if (!span_word(&rest, &number))
		return false;
	bool exact = span_count(number, &value) == NUMBER_OK;
	if (!exact && (!char_is_digit(*number.ptr) ||
		       !memchr("KMGT", number.ptr[number.len - 1], 4)))
		return false;
	name = name_of(rest, &group);
	if (events)
		name = span_trim(rest);
	if (comes_again(s, name))
		s->fresh = true;

	struct report_block *b = new_block(s);
	b->samples = value;
	b->has_samples = exact;
	if (group)
		take_names(b, name);
	else
		b->event[0] = name;
	take_total(b, text);
	if (!events && !name.len && exact && value) {
		// Before there were names, it was the event count.
		b->total = value;
		b->has_total = true;
		b->has_samples = false;
	}
	s->named = true;
	return true;
}

static void take_heading(struct state *s, const struct report_heading *heading)
{
	struct report_block *b = last_block(s);

	if (!s->named) {
		s->fresh |= report_has_rows(b);
		b = new_block(s);
	}
	b->heading = *heading;
	b->has_heading = true;
	s->named = s->gap = false;
}

/* A line behind "#", or one that stands without it in what perf top prints. */
static bool take_remark(struct state *s, struct span text, bool remark)
{
	struct report_block *b = last_block(s);
	struct report_heading heading;
	struct span number;

	if (take_samples(s, text))
		return true;
	if (report_heading(text, &heading) &&
	    (remark || !heading.has[REPORT_OTHER])) {
		take_heading(s, &heading);
		return true;
	}
	if (b && b->has_heading && !report_has_rows(b) &&
	    report_heading_goes_on(text, &b->heading))
		return true;
	if (!remark)
		return false;
	if (s->named)
		take_total(last_block(s), text);
	if (span_starts(text, "To display the perf.data header") ||
	    span_starts(text, "========"))
		s->fresh |= report_has_rows(last_block(s));
	if (span_starts(text, "Total Lost Samples: ")) {
		uint64_t lost;

		number = behind(text, strlen("Total Lost Samples: "));
		if (span_count(number, &lost) == NUMBER_OK)
			s->lost = lost;
	}
	perf_head_line(&s->facts, text);
	return true;
}

/* ---- rows ------------------------------------------------------------------ */

static void put_row(struct state *s, const struct report_row *row)
{
	struct reports *r = &s->reports;
	struct report_block *b = last_block(s);

	// Where the shares rise behind something else, another report begins.
	if (!b) {
		b = new_block(s);
	} else if (s->gap && report_has_rows(b) &&
		   row->percent.of[0] > r->row[r->nr_rows - 1].percent.of[0]) {
		struct report_block last = *b;

		s->fresh = true;
		b = new_block(s);
		b->heading = last.heading;
		b->has_heading = last.has_heading;
		b->nr = last.nr;
		memcpy(b->event, last.event, sizeof(b->event));
	}
	if (!b->has_heading && row->samples.has)
		b->heading.has[REPORT_SAMPLES] = true;
	if (!report_has_rows(b))
		b->lineno = s->lineno;
	ARENA_ROOM(&r->scratch, r->row, r->nr_rows, r->cap_rows);
	r->row[r->nr_rows++] = *row;
	b->end = r->nr_rows;
	s->named = s->gap = false;
	s->symbol_next = row->wrapped;
}

static bool parse_row(struct state *s, struct span line, struct report_row *row)
{
	const struct report_block *b = last_block(s);
	bool headed = b && b->has_heading;

	if (!report_row(line, headed ? &b->heading : NULL, b ? b->nr : 1, row))
		return false;
	// Of a listing without a heading all rows have the same columns.
	return !b || headed || !report_has_rows(b) ||
	       row->samples.has == b->heading.has[REPORT_SAMPLES];
}

/* A row that a mailer wrapped in front of its symbol, or behind the mark. */
static bool take_wrapped(struct state *s, struct span line)
{
	struct reports *r = &s->reports;
	struct report_row row;

	if (s->symbol_next) {
		s->symbol_next = false;
		r->row[r->nr_rows - 1].symbol = line;
		return true;
	}
	if (!s->half.len)
		return false;
	char *both =
		arena_printf(&r->prof->arena, "%.*s  %.*s", (int)s->half.len,
			     s->half.ptr, (int)line.len, line.ptr);
	if (!parse_row(s, span_of(both), &row) || row.wrapped)
		return false;
	put_row(s, &row);
	s->skipped--;
	return true;
}

static void take_line(struct state *s, struct span raw)
{
	struct span line = report_unframed(textlines_unquote(raw));
	const char *p = line.ptr;
	struct report_row row;

	s->lineno++;
	while (p > raw.ptr && char_is_blank(p[-1]))
		p--;
	bool remark = p > raw.ptr && p[-1] == '#';
	if (!line.len)
		return;
	if (*line.ptr == '#') {
		remark = true;
		line = behind(line, 1);
	}
	if ((remark || !char_is_digit(*line.ptr)) &&
	    take_remark(s, line, remark)) {
		s->half.len = 0;
		s->symbol_next = false;
		return;
	}
	if (parse_row(s, line, &row)) {
		put_row(s, &row);
		s->half.len = 0;
		return;
	}
	if (take_wrapped(s, line)) {
		s->half.len = 0;
		return;
	}
	s->half.len = 0;
	if (report_is_half(line))
		s->half = line;
	else if (report_is_chain(raw, line) || span_is(line, "[...]"))
		return;
	s->gap = true;
	s->skipped += !report_is_ruler(line) && !report_is_top_head(line);
}

/* ---- reports --------------------------------------------------------------- */

static void tell_doubts(const struct state *s)
{
	struct profile *prof = s->reports.prof;

	if (s->skipped)
		notes_add(&prof->notes, NOTE_DOUBT, "skipped", prof->path,
			  "%zu line%s no row of a report and %s skipped",
			  s->skipped, s->skipped == 1 ? " is" : "s are",
			  s->skipped == 1 ? "was" : "were");
	if (s->lost)
		notes_add(&prof->notes, NOTE_DOUBT, "lost-samples", prof->path,
			  "%llu sample%s lost while recording",
			  (unsigned long long)s->lost,
			  s->lost == 1 ? " was" : "s were");
}

static int read_reports(struct state *s, const struct read_options *opts,
			struct span text, struct error *err)
{
	struct reports *r = &s->reports;
	struct textlines lines = textlines_begin(text);
	struct span line;
	unsigned section;

	while (textlines_next(&lines, &line))
		take_line(s, line);
	report_sections(r);
	if (!r->nr_sections)
		return fail(err, ERR_FORMAT, "%s: no row of perf report",
			    r->prof->path);
	if (report_choose(r, opts->section, &section, err) < 0)
		return -1;
	tell_doubts(s);
	if (report_counts(r, section, err) < 0)
		return -1;
	perf_head_apply(&s->facts, r->prof);
	return 0;
}

static int read_text(struct input *in, const struct read_options *opts,
		     struct profile *prof, struct error *err)
{
	struct state s = { .reports = { .prof = prof },
			   .facts = { .arena = &prof->arena } };
	struct span text;

	if (whole_lines(in, prof, &text, err) < 0)
		return -1;
	int failed = read_reports(&s, opts, text, err);
	arena_release(&s.reports.scratch);
	return failed;
}

static bool is_report(struct span text, const char *path)
{
	struct profile prof;
	struct state s = { .reports = { .prof = &prof } };
	struct textlines lines = textlines_begin(text);
	struct span line;
	bool baseline = false;

	profile_init(&prof, path, "");
	s.facts.arena = &prof.arena;
	while (!s.reports.nr_rows && !baseline &&
	       textlines_next(&lines, &line)) {
		const struct report_block *b;

		take_line(&s, line);
		b = last_block(&s);
		baseline = b && b->heading.baseline;
	}
	bool found = s.reports.nr_rows != 0;
	arena_release(&s.reports.scratch);
	profile_release(&prof);
	return found;
}

static bool sniff(struct input *in)
{
	struct error unused;
	struct span data;

	return is_report(in->head, in->path) ||
	       (in->head.len < in->size && !input_data(in, &data, &unused) &&
		is_report(data, in->path));
}

const struct reader reader_perf_report = {
	.name = "perf-report",
	.summary = "text printed by perf report --stdio",
	.text = true,
	.sections = true,
	.sniff = sniff,
	.read = read_text,
};
