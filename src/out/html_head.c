/*
 * html_head.c - what was compared, how long it took, and the doubts about it
 */
#include "html.h"

#include "header.h"
#include "markup.h"
#include "sides.h"
#include "timetable.h"

/* One thing there is to say of a side. */
struct side_fact {
	const char *name;
	void (*say)(struct outbuf *out, const struct side *side);
};

static void say_kernel(struct outbuf *out, const struct side *side)
{
	const char *release = side_release(side);

	if (release)
		html_text(out, release);
}

static void say_build_id(struct outbuf *out, const struct side *side)
{
	const char *id = side_build_id(side);

	if (id)
		html_text(out, id);
}

static void say_event(struct outbuf *out, const struct side *side)
{
	const char *event = side_event(side);

	if (event)
		html_text(out, event);
}

static void say_files(struct outbuf *out, const struct side *side)
{
	for (size_t i = 0; i < side->nr_runs; i++) {
		if (!side_begins_file(side, i))
			continue;
		if (i)
			outbuf_text(out, "<br>");
		html_text(out, side->runs[i]->path);
	}
}

static void say_format(struct outbuf *out, const struct side *side)
{
	const char *format = side_format(side);

	if (format)
		html_text(out, format);
}

static void say_runs(struct outbuf *out, const struct side *side)
{
	if (side->measured > 1)
		outbuf_printf(out, "%llu",
			      (unsigned long long)side->measured);
}

static void say_count(struct outbuf *out, const struct side *side,
		      uint64_t count)
{
	const char *unit = side_unit(side);

	if (count == COUNT_UNKNOWN)
		return;
	markup_number(out, (long double)count, 0, false);
	outbuf_char(out, ' ');
	html_text(out, unit ? unit : "ticks");
}

static void say_total(struct outbuf *out, const struct side *side)
{
	say_count(out, side, side->total);
}

static void say_listed(struct outbuf *out, const struct side *side)
{
	if (side->listed != side->total)
		say_count(out, side, side->listed);
}

static void say_symbols(struct outbuf *out, const struct side *side)
{
	if (side->symbols)
		markup_number(out, (long double)side->symbols, 0, false);
}

static const struct side_fact facts[] = {
	{ "kernel", say_kernel },   { "build id", say_build_id },
	{ "files", say_files },	    { "format", say_format },
	{ "event", say_event },	    { "runs", say_runs },
	{ "total", say_total },	    { "of them listed", say_listed },
	{ "rows with ticks", say_symbols },
};

/* A line of the table, unless no side has anything to say. */
static void add_fact(struct html_section *s, const struct side_fact *fact,
		     const struct side *const *sides, size_t nr)
{
	size_t before = s->out->len, said = 0;

	outbuf_printf(s->out, "<tr><th scope=\"row\">%s</th>", fact->name);
	for (size_t i = 0; i < nr; i++) {
		outbuf_text(s->out, "<td>");
		size_t from = s->out->len;

		fact->say(s->out, sides[i]);
		said += s->out->len - from;
		outbuf_text(s->out, "</td>");
	}
	outbuf_text(s->out, "</tr>\n");
	if (!said)
		s->out->len = before;
}

void html_sides(struct html_section *s)
{
	const struct diff *diff = s->view->diff;
	const struct side *sides[2] = {
		diff ? &diff->base : &s->view->listing->side,
		diff ? &diff->test : NULL,
	};
	size_t nr = diff ? 2 : 1;

	outbuf_text(s->out, "<div class=\"scroll\" role=\"group\" tabindex=\"0\""
		    " aria-label=\"What was compared\">\n"
		    "<table class=\"facts\"><caption>");
	outbuf_text(s->out, diff ? "What was compared" : "The profile");
	outbuf_text(s->out, "</caption>\n<thead><tr><td></td>");
	for (size_t i = 0; i < nr; i++) {
		outbuf_printf(s->out, "<th scope=\"col\">%s",
			      !diff ? "" : i ? "test: " : "base: ");
		html_text(s->out, sides[i]->label);
		outbuf_text(s->out, "</th>");
	}
	outbuf_text(s->out, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		add_fact(s, &facts[i], sides, nr);
	outbuf_text(s->out, "</tbody></table>\n</div>\n");
	if (!diff)
		return;
	outbuf_text(s->out, "<p class=\"how\">");
	header_print_how(s->out, s->view, 1, 100000, markup_text, "\n");
	outbuf_text(s->out, "</p>\n");
}

void html_times(struct html_section *s)
{
	if (!s->view->diff || !s->view->diff->nr_times)
		return;
	outbuf_text(s->out, "<h3>Times</h3>\n<div class=\"scroll\""
		    " role=\"group\" tabindex=\"0\" aria-label=\"Times\">\n");
	timetable_html(s->out, s->view);
	outbuf_text(s->out, "</div>\n");
}

void html_notes(struct html_section *s)
{
	static const char *const levels[] = {
		[NOTE_INFO] = "info",
		[NOTE_HINT] = "hint",
		[NOTE_DOUBT] = "doubt",
	};
	const struct notes *notes = s->view->diff ? &s->view->diff->notes :
						    &s->view->listing->notes;
	size_t nr = 0, doubts = 0;

	for (const struct note *n = notes->first; n; n = n->next) {
		nr++;
		doubts += n->level == NOTE_DOUBT;
	}
	if (!nr)
		return;
	outbuf_printf(s->out, "<details class=\"notes\"%s><summary>%zu note%s"
		      "</summary>\n<ul>\n", doubts && nr <= 5 ? " open" : "",
		      nr, nr == 1 ? "" : "s");
	for (const struct note *n = notes->first; n; n = n->next) {
		outbuf_printf(s->out, "<li class=\"%s\">", levels[n->level]);
		if (n->level == NOTE_DOUBT)
			outbuf_text(s->out, "<strong>Doubt:</strong> ");
		if (n->file) {
			html_text(s->out, n->file);
			outbuf_text(s->out, ": ");
		}
		html_text(s->out, n->text);
		outbuf_text(s->out, "</li>\n");
	}
	outbuf_text(s->out, "</ul>\n</details>\n");
}
