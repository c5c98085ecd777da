/*
 * html.c - the report: one page that needs nothing but itself
 *
 * Read without a script, it has everything as text, tables and pictures; the
 * script (html/report.js) makes the tables sort, filter and open, and the flame
 * graph zoom.  Its Content-Security-Policy lets nothing be loaded and no script
 * run but this one, whatever names the input has.  Several tests are sections.
 */
#include "html.h"

#include "diffprof/version.h"

#include "assets.h"
#include "cells.h"
#include "markup.h"
#include "picture.h"

#define BARS_MAX 30

void html_text(struct outbuf *out, const char *text)
{
	markup_text(out, span_of(text));
}

/* base → test */
static void add_title(struct outbuf *out, const struct view *views, size_t nr)
{
	if (!views[0].diff) {
		html_text(out, views[0].listing->side.label);
		return;
	}
	html_text(out, views[0].diff->base.label);
	outbuf_text(out, " \xe2\x86\x92 ");
	for (size_t i = 0; i < nr; i++) {
		if (i)
			outbuf_text(out, ", ");
		html_text(out, views[i].diff->test.label);
	}
}

static void add_head(struct outbuf *out, const struct view *views, size_t nr)
{
	outbuf_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		    "<meta charset=\"utf-8\">\n"
		    "<meta http-equiv=\"Content-Security-Policy\""
		    " content=\"default-src 'none'; style-src '");
	outbuf_text(out, asset_style_sum);
	outbuf_text(out, "'; script-src '");
	outbuf_text(out, asset_script_sum);
	outbuf_text(out, "'; base-uri 'none'; form-action 'none'\">\n"
		    "<meta name=\"viewport\""
		    " content=\"width=device-width, initial-scale=1\">\n"
		    "<meta name=\"color-scheme\" content=\"light dark\">\n"
		    "<meta name=\"generator\" content=\"diffprof "
		    DIFFPROF_VERSION "\">\n<title>");
	add_title(out, views, nr);
	outbuf_text(out, "</title>\n<style>");
	outbuf_text(out, asset_picture_css);
	outbuf_text(out, asset_report_css);
	outbuf_text(out, "</style>\n<script>");
	outbuf_text(out, asset_report_js);
	outbuf_text(out, "</script>\n</head>\n");
}

static void add_top(struct outbuf *out, const struct view *views, size_t nr)
{
	outbuf_text(out, "<body>\n<a class=\"skip\" href=\"#c1-rows\">To the"
		    " table</a>\n<header>\n<h1>");
	add_title(out, views, nr);
	outbuf_text(out, "</h1>\n");
	if (nr > 1) {
		outbuf_text(out, "<nav aria-label=\"Comparisons\"><ul>\n");
		for (size_t i = 0; i < nr; i++) {
			outbuf_printf(out, "<li><a href=\"#c%zu\">", i + 1);
			add_title(out, &views[i], 1);
			outbuf_text(out, "</a></li>\n");
		}
		outbuf_text(out, "</ul></nav>\n");
	}
	outbuf_text(out, "</header>\n<main>\n");
}

/* A picture as a part of the page, wider than a phone. */
static void add_figure(struct html_section *s, const char *label,
		       const struct picture *picture)
{
	struct outbuf title = { 0 };

	picture_heading(&title, s->view);
	outbuf_printf(s->out, "<div class=\"scroll\" role=\"group\""
		      " tabindex=\"0\" aria-label=\"%s\">\n", label);
	picture_open(s->out, picture, (struct span){ title.data, title.len },
		     span_of(label), false);
	outbuf_bytes(s->out, picture->out->data, picture->out->len);
	outbuf_text(s->out, "</svg>\n</div>\n");
	outbuf_release(&title);
}

static void add_bars(struct html_section *s)
{
	struct outbuf body = { 0 };
	struct picture p = { .out = &body, .width = PICTURE_NARROW };
	const char *label = s->view->diff ? "Largest changes, as bars" :
					    "Largest rows, as bars";

	picture_bars(&p, s->view, BARS_MAX);
	outbuf_printf(s->out, "<h3>Largest %s</h3>\n",
		      s->view->diff ? "changes" : "rows");
	add_figure(s, label, &p);
	if (s->view->diff && s->view->diff->significance)
		outbuf_text(s->out, "<p class=\"hint\">To the right more, to"
			    " the left less; the line over a bar is the 95%"
			    " interval of the change. A hollow bar is noise or"
			    " was not tested.</p>\n");
	outbuf_release(&body);
}

/* What there is without a script; with one it is not even looked at. */
static void add_flame(struct html_section *s)
{
	struct outbuf body = { 0 };
	struct picture p = { .out = &body, .width = PICTURE_WIDTH };

	if (!s->flame)
		return;
	outbuf_printf(s->out, "<h3 id=\"c%u-flame-h\">%s</h3>\n"
		      "<div class=\"flame-place\" id=\"c%u-flame\"></div>\n"
		      "<noscript>\n", s->number,
		      s->flame->both ? "Differential flame graph" :
				       "Flame graph", s->number);
	picture_flame(&p, s->flame, s->opts->flame);
	add_figure(s, "Flame graph", &p);
	outbuf_text(s->out, "</noscript>\n");
	outbuf_release(&body);
}

static bool has_chains(const struct view *view)
{
	return view->diff ? flame_has_chains(&view->diff->base,
					     &view->diff->test) :
			    flame_has_chains(&view->listing->side, NULL);
}

static void make_flame(struct html_section *s, struct flame *flame)
{
	if (!has_chains(s->view))
		return;
	if (s->view->diff)
		flame_of_diff(s->view->diff, &s->arena, flame);
	else
		flame_of_listing(s->view->listing, &s->arena, flame);
	s->flame = flame;
}

/* The names of rows stand in front, whatever the order asked for. */
static void key_first(const struct column **columns, const struct column *key)
{
	size_t at = 0;

	while (columns[at] && columns[at] != key)
		at++;
	if (!columns[at])
		return;
	memmove(columns + 1, columns, at * sizeof(const struct column *));
	columns[0] = key;
}

/* The rows can be many, and the flame graph stands behind them. */
static void add_links(struct html_section *s)
{
	if (s->flame)
		outbuf_printf(s->out,
			      "<p class=\"links\"><a href=\"#c%u-rows\">All"
			      " rows</a> <a href=\"#c%u-flame-h\">Flame"
			      " graph</a></p>\n",
			      s->number, s->number);
}

static int add_section(const struct view *views, size_t i, size_t nr,
		       const struct output_options *opts, struct outbuf *out,
		       struct error *err)
{
	struct html_section s = {
		.view = &views[i],
		.opts = opts,
		.number = (unsigned)i + 1,
		.out = out,
	};
	struct flame flame;

	if (cells_choose(&views[i], 1, opts, NARROW_NOT, &s.arena, &s.columns,
			 err) < 0)
		return -1;
	key_first(s.columns, &views[i].set[0]);
	make_flame(&s, &flame);
	outbuf_printf(out, "<section id=\"c%u\" aria-labelledby=\"c%u-h\">\n"
		      "<h2 id=\"c%u-h\"%s>", s.number, s.number, s.number,
		      nr > 1 ? "" : " class=\"hidden\"");
	add_title(out, &views[i], 1);
	outbuf_text(out, "</h2>\n");
	add_links(&s);
	html_sides(&s);
	html_times(&s);
	html_notes(&s);
	add_bars(&s);
	html_rows(&s);
	add_flame(&s);
	html_data(&s);
	outbuf_text(out, "</section>\n");
	arena_release(&s.arena);
	arena_release(&s.scratch);
	return 0;
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	add_head(out, views, nr);
	add_top(out, views, nr);
	for (size_t i = 0; i < nr; i++)
		if (add_section(views, i, nr, opts, out, err) < 0)
			return -1;
	outbuf_text(out, "</main>\n<footer>Made by diffprof "
		    DIFFPROF_VERSION ".</footer>\n</body>\n</html>\n");
	return 0;
}

const struct output output_html = {
	.name = "html",
	.summary = "a page to open: pictures, and a table that sorts and opens",
	.suffixes = "html,htm",
	.chains = true,
	.rows_will_do = true,
	.lines = true,
	.shows_significance = output_shows_always,
	.print = print,
};
