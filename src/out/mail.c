/*
 * mail.c - what people post on lists about a comparison
 *
 *	base: 2.5.72-mm2 (base.prof), 16267 ticks
 *	test: 2.5.72-mm2-highpte (test.prof), 17747 ticks [1]
 *	command: make -j32 vmlinux
 *	not normalised; idle shown
 *
 *	                             Elapsed      System        User         CPU
 *	             2.5.72-mm2       45.71      113.92      564.96     1485.00
 *	     2.5.72-mm2-highpte       46.14      118.82      564.47     1481.00
 *
 *	      1480     9.1% total
 *	      1236    52.7% page_remove_rmap
 *	...
 *
 *	[1] the last line has no end and may be cut; it was read as it is
 *
 * Plain ASCII in 72 columns, so that it can be quoted a few times; the rows are
 * those of the classic listing.  With --to or --subject a head stands in front,
 * as sendmail -t and git send-email take it: who sends it, and when, they know.
 */
#include "mailing.h"

#include "diffprof/escape.h"
#include "diffprof/maintainers.h"
#include "diffprof/significance.h"

#include "ascii.h"
#include "classic.h"
#include "mail_head.h"
#include "timetable.h"

/* ---- rows ---------------------------------------------------------------- */

/* A line of a table: cut, since broken it would be two. */
static void put_cut(struct mail *m, struct span line)
{
	struct outbuf text = { 0 };

	ascii_name(&text, line);
	if (text.len > MAIL_WIDTH) {
		text.len = MAIL_WIDTH - 2;
		outbuf_text(&text, "..");
	}
	while (text.len && text.data[text.len - 1] == ' ')
		text.len--;
	outbuf_bytes(m->out, text.data, text.len);
	outbuf_char(m->out, '\n');
	outbuf_release(&text);
}

/* TABLE, which is given back. */
static void put_table(struct mail *m, struct outbuf *table)
{
	struct span rest = { table->data, table->len };

	while (rest.len) {
		const char *end = memchr(rest.ptr, '\n', rest.len);
		size_t len = end ? (size_t)(end - rest.ptr) : rest.len;

		put_cut(m, (struct span){ rest.ptr, len });
		rest.ptr += len + (end != NULL);
		rest.len -= len + (end != NULL);
	}
	outbuf_release(table);
}

static void put_bounds(struct outbuf *line, bool cut, uint64_t count,
		       uint64_t high)
{
	if (!cut)
		outbuf_printf(line, "%llu", (unsigned long long)count);
	else if (high == COUNT_UNKNOWN)
		outbuf_printf(line, "%llu..?", (unsigned long long)count);
	else
		outbuf_printf(line, "%llu..%llu", (unsigned long long)count,
			      (unsigned long long)high);
}

/* Nobody reads more of them. */
#define UNCERTAIN_MAX 20

static void put_uncertain(struct mail *m, const struct view *view)
{
	size_t nr = view->nr_uncertain <= UNCERTAIN_MAX ? view->nr_uncertain :
							  UNCERTAIN_MAX;
	struct arena scratch = { 0 };

	if (view->nr_uncertain)
		outbuf_text(m->out, "\nuncertain: a listing that was cut does"
				    " not show them\n");
	for (size_t i = 0; i < nr; i++) {
		const struct diff_row *row = view->uncertain[i];
		struct cell key = view->set->get(view->source, row, &scratch);
		struct outbuf line = { 0 };

		outbuf_text(&line, "base ");
		put_bounds(&line, row->base_cut, row->base, row->base_high);
		outbuf_text(&line, ", test ");
		put_bounds(&line, row->test_cut, row->test, row->test_high);
		outbuf_text(&line, ": ");
		if (key.kind == CELL_TEXT)
			escape_text(&line, key.text);
		put_cut(m, (struct span){ line.data, line.len });
		outbuf_release(&line);
	}
	if (nr < view->nr_uncertain)
		outbuf_printf(m->out, "and %zu more\n",
			      view->nr_uncertain - nr);
	arena_release(&scratch);
}

static void put_rows(struct mail *m, const struct output_options *opts)
{
	struct outbuf times = { 0 };

	timetable_classic(&times, m->views, m->nr,
			  &(const struct time_labels){ 24, true, ascii_text });
	put_table(m, &times);
	for (size_t i = 0; i < m->nr; i++) {
		struct outbuf rows = { 0 };

		if (m->nr > 1) {
			outbuf_text(&rows, i ? "\n" : "");
			escape_text(&rows,
				    span_of(m->views[i].diff->test.label));
			outbuf_text(&rows, ":\n");
		}
		classic_rows(&rows, &m->views[i], opts->addresses);
		put_table(m, &rows);
		put_uncertain(m, &m->views[i]);
	}
}

/* ---- whom it concerns ------------------------------------------------------ */

static bool is_in(const struct mail_address *list, size_t nr,
		  const char *address)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(list[i].address, address))
			return true;
	return false;
}

/* Those of ROW: maintainers are written to, all others get a copy. */
static void add_concerned(struct mail *m, const struct concern *concern,
			  bool maintainers)
{
	for (size_t i = 0; i < concern->nr; i++) {
		const struct maintainer *who = &concern->who[i];
		struct mail_address one = { who->name, who->address };

		if ((who->role == ROLE_MAINTAINER) != maintainers ||
		    is_in(m->to, m->nr_to, who->address) ||
		    is_in(m->cc, m->nr_cc, who->address))
			continue;
		if (maintainers) {
			ARENA_ROOM(&m->arena, m->to, m->nr_to, m->cap_to);
			m->to[m->nr_to++] = one;
		} else {
			ARENA_ROOM(&m->arena, m->cc, m->nr_cc, m->cap_cc);
			m->cc[m->nr_cc++] = one;
		}
	}
}

/* Of the rows that are more or less, since the others are noise. */
static void collect_concerned(struct mail *m, bool maintainers)
{
	for (size_t i = 0; i < m->nr; i++) {
		const struct diff *diff = m->views[i].diff;

		for (size_t k = 0; diff && diff->concerns && k < m->views[i].nr;
		     k++) {
			const struct diff_row *row = m->views[i].rows[k];

			if (row != &diff->total &&
			    significance_changed(diff, row))
				add_concerned(m,
					      &diff->concerns[row - diff->rows],
					      maintainers);
		}
	}
}

/* In the mail itself, when it has no head. */
static void propose(struct mail *m, const char *name,
		    const struct mail_address *list, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		struct outbuf who = { 0 }, line = { 0 };

		mail_address_put(&who, &list[i]);
		outbuf_printf(&line, "  %s: ", name);
		ascii_text(&line, (struct span){ who.data, who.len });
		ascii_flow(m->out, (struct span){ line.data, line.len },
			   MAIL_WIDTH, 6);
		outbuf_release(&who);
		outbuf_release(&line);
	}
}

static void put_proposal(struct mail *m)
{
	if (!m->nr_to && !m->nr_cc)
		return;
	outbuf_text(m->out, "\nWhom the rows that changed concern, by"
			    " MAINTAINERS:\n");
	propose(m, "To", m->to, m->nr_to);
	propose(m, "Cc", m->cc, m->nr_cc);
}

/* ---- the head ------------------------------------------------------------ */

static void put_subject(struct mail *m, const char *subject)
{
	struct outbuf text = { 0 };

	if (subject) {
		outbuf_text(&text, subject);
	} else if (m->views[0].diff) {
		outbuf_printf(&text, "profiles of %s and %s",
			      m->views[0].diff->base.label,
			      m->views[0].diff->test.label);
		if (m->nr > 1)
			outbuf_printf(&text, " and %zu more", m->nr - 1);
	} else {
		outbuf_printf(&text, "profile of %s", mail_base(m)->label);
	}
	mail_head_text(m->out, "Subject", (struct span){ text.data, text.len });
	outbuf_release(&text);
}

/* Who was named is written to; then whom it concerns gets a copy. */
static void put_head(struct mail *m, const struct output_options *opts)
{
	bool named = opts->nr_to;
	struct mail_address *cc =
		arena_alloc(&m->arena, (m->nr_to + m->nr_cc + 1) * sizeof(*cc));
	size_t nr = 0;

	for (size_t i = 0; i < m->nr_to && named; i++)
		if (!is_in(opts->to, opts->nr_to, m->to[i].address))
			cc[nr++] = m->to[i];
	for (size_t i = 0; i < m->nr_cc; i++)
		if (!is_in(opts->to, opts->nr_to, m->cc[i].address))
			cc[nr++] = m->cc[i];
	mail_head_addresses(m->out, "To", named ? opts->to : m->to,
			    named ? opts->nr_to : m->nr_to);
	mail_head_addresses(m->out, "Cc", cc, nr);
	put_subject(m, opts->subject);
	outbuf_text(m->out, "MIME-Version: 1.0\n"
			    "Content-Type: text/plain; charset=us-ascii\n"
			    "Content-Transfer-Encoding: 7bit\n\n");
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	struct mail m = { .views = views, .nr = nr, .out = out };
	bool head = opts->nr_to || opts->subject;

	if (opts->columns)
		return fail(err, ERR_USAGE,
			    "--columns: a mail has those of the classic"
			    " listing; it is for table, markdown and csv");
	mail_collect_notes(&m);
	collect_concerned(&m, true);
	collect_concerned(&m, false);
	if (head)
		put_head(&m, opts);
	mail_sides(&m);
	put_rows(&m, opts);
	mail_footnotes(&m);
	if (!head)
		put_proposal(&m);
	arena_release(&m.arena);
	return 0;
}

const struct output output_mail = {
	.name = "mail",
	.summary = "what was compared, times, the classic listing, notes",
	.suffixes = "mail,eml",
	.min_delta = 10,
	.shows_significance = output_shows_always,
	.print = print,
};
