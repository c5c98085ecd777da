/*
 * svg.c - a picture: the differential flame graph, or bars of the rows
 *
 * The flame graph if all profiles have call chains; else bars.  Several tests
 * stand one below the other.
 */
#include "diffprof/output.h"

#include "header.h"
#include "picture.h"

#define BARS_MAX 40

static void quote(struct outbuf *out, struct span text)
{
	outbuf_span(out, text);
}

/* What was compared and how, a line each. */
static void add_header(struct picture *p, const struct view *view)
{
	struct outbuf text = { 0 };
	const char *line, *end;

	picture_heading(&text, view);
	p->y += 26;
	picture_text(p, "h", PICTURE_MARGIN, p->y,
		     (struct span){ text.data, text.len });
	text.len = 0;
	// A text without line ends of its own, as labels may have some.
	header_print(&text, view, 1, 150, quote, "\n");
	p->y += 6;
	for (line = text.data; line < text.data + text.len; line = end + 1) {
		size_t left = (size_t)(text.data + text.len - line);

		end = memchr(line, '\n', left);
		p->y += 15;
		picture_text(p, "t", PICTURE_MARGIN, p->y,
			     (struct span){ line, (size_t)(end - line) });
	}
	p->y += 12;
	outbuf_release(&text);
}

static void add_view(struct picture *p, const struct view *view,
		     const struct output_options *opts, bool chains)
{
	struct arena arena = { 0 };
	struct flame flame;

	add_header(p, view);
	if (!chains) {
		picture_bars(p, view, BARS_MAX);
	} else {
		if (view->diff)
			flame_of_diff(view->diff, &arena, &flame);
		else
			flame_of_listing(view->listing, &arena, &flame);
		picture_flame(p, &flame, opts->flame);
	}
	arena_release(&arena);
}

static bool has_chains(const struct view *view)
{
	return view->diff ?
		       flame_has_chains(&view->diff->base, &view->diff->test) :
		       flame_has_chains(&view->listing->side, NULL);
}

static void describe(struct outbuf *out, const struct view *views, size_t nr,
		     bool chains)
{
	outbuf_text(out, chains ? "Call chains, as wide as what they have" :
				  "Bars of the rows");
	outbuf_text(out, views[0].diff ? ", coloured by what changed." : ".");
	for (size_t i = 0; i < nr; i++) {
		outbuf_char(out, ' ');
		header_print(out, &views[i], 1, 1000, quote, ". ");
	}
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	struct outbuf body = { 0 }, title = { 0 }, desc = { 0 };
	struct picture p = { .out = &body, .width = PICTURE_WIDTH };
	bool chains = true;

	(void)err;
	for (size_t i = 0; i < nr; i++)
		chains &= has_chains(&views[i]);
	for (size_t i = 0; i < nr; i++)
		add_view(&p, &views[i], opts, chains);
	outbuf_text(&title, !views[0].diff ? "Profile: " :
			    chains	   ? "Differential flame graph: " :
					     "Changes: ");
	picture_heading(&title, &views[0]);
	describe(&desc, views, nr, chains);
	outbuf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	picture_open(out, &p,
		     (struct span){ title.data, title.len },
		     (struct span){ desc.data, desc.len }, true);
	outbuf_bytes(out, body.data, body.len);
	outbuf_text(out, "</svg>\n");
	outbuf_release(&body);
	outbuf_release(&title);
	outbuf_release(&desc);
	return 0;
}

const struct output output_svg = {
	.name = "svg",
	.summary = "flame graph, or bars of the rows",
	.suffixes = "svg",
	.chains = true,
	.rows_will_do = true,
	.shows_significance = output_shows_always,
	.print = print,
};
