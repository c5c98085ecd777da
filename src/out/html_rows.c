/*
 * html_rows.c - the rows as a table
 *
 * Ten thousand rows are to stay small, so end tags that HTML does not need are
 * left out, and classes stand only where there is something to colour: m and l
 * of rows that are more and less, "new" and "gone" behind their names.
 */
#include "html.h"

#include "diffprof/cells.h"
#include "diffprof/significance.h"

#include "cells.h"
#include "markup.h"

/* The text of a cell, which is escaped for people, but not for markup. */
static void add_cell(struct html_section *s, const struct column *column,
		     const void *row, struct outbuf *text)
{
	text->len = 0;
	cells_text(text, s->view, column, row, &s->scratch);
	markup_text(s->out, (struct span){ text->data, text->len });
}

static const char *class_of(const struct view *view, const void *row)
{
	const struct finding *found;

	if (row == view->total)
		return " class=t";
	if (!view->diff)
		return "";
	found = significance_of(view->diff, row);
	if (!found)
		return "";
	return found->verdict == VERDICT_MORE ? " class=m" :
	       found->verdict == VERDICT_LESS ? " class=l" : "";
}

/* What stands behind the name. */
static const char *tag_of(const struct view *view, const void *row)
{
	const struct diff_row *r = row;

	if (!view->diff || row == view->total)
		return "";
	return r->status == STATUS_NEW	? " <i>new</i>" :
	       r->status == STATUS_GONE ? " <i>gone</i>" : "";
}

static void add_row(struct html_section *s, const void *row,
		    struct outbuf *text)
{
	outbuf_printf(s->out, "<tr%s>", class_of(s->view, row));
	for (size_t c = 0; s->columns[c]; c++) {
		bool key = s->columns[c] == &s->view->set[0];

		outbuf_text(s->out, !key ? "<td>" : "<th scope=row>");
		add_cell(s, s->columns[c], row, text);
		if (key)
			outbuf_text(s->out, tag_of(s->view, row));
	}
	outbuf_char(s->out, '\n');
}

static void add_headings(struct html_section *s)
{
	outbuf_text(s->out, "<thead><tr>");
	for (size_t c = 0; s->columns[c]; c++) {
		const struct column *column = s->columns[c];

		outbuf_printf(s->out, "<th scope=\"col\" class=\"%s\""
			      " title=\"", column->flags & COLUMN_TEXT ?
			      "text" : "number");
		html_text(s->out, column->help);
		outbuf_text(s->out, "\">");
		html_text(s->out, cells_heading(s->view, 1, column));
		outbuf_text(s->out, "</th>");
	}
	outbuf_text(s->out, "</tr></thead>\n<tbody>\n");
}

static void add_table(struct html_section *s, const char *name,
		      const char *caption, const void *const *rows, size_t nr)
{
	struct outbuf text = { 0 };

	outbuf_printf(s->out, "<div class=\"scroll rows\" id=\"c%u-%s\""
		      " role=\"group\" tabindex=\"0\" aria-label=\"%s\">\n"
		      "<table class=\"rows\"><caption>%s</caption>\n",
		      s->number, name, caption, caption);
	add_headings(s);
	for (size_t i = 0; i < nr; i++) {
		add_row(s, rows[i], &text);
		cells_recycle(&s->scratch, i);
	}
	outbuf_text(s->out, "</tbody></table>\n</div>\n");
	outbuf_release(&text);
}

void html_rows(struct html_section *s)
{
	const struct view *view = s->view;

	outbuf_text(s->out, view->diff ? "<h3>All changes</h3>\n" :
					 "<h3>All rows</h3>\n");
	add_table(s, "rows", view->diff ? "Rows of the comparison" :
					  "Rows of the profile",
		  view->rows, view->nr);
	if (!view->nr_uncertain)
		return;
	outbuf_text(s->out, "<h3>Uncertain</h3>\n<p class=\"hint\">A listing"
		    " that was cut does not show these rows: they have between"
		    " the least and the most that is given.</p>\n");
	add_table(s, "uncertain", "Uncertain rows", view->uncertain,
		  view->nr_uncertain);
}
