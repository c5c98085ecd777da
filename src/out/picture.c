#include "picture.h"

#include <math.h>

#include "assets.h"
#include "markup.h"

void picture_text(struct picture *p, const char *class, double x, double y,
		  struct span text)
{
	outbuf_printf(p->out, "<text class=\"%s\" x=\"%.0f\" y=\"%.0f\">",
		      class, x, y);
	markup_text(p->out, text);
	outbuf_text(p->out, "</text>\n");
}

/* As a file of its own: what it is, how it looks, and something to lie on. */
static void add_begin(struct outbuf *out, const struct picture *p,
		      struct span title, struct span desc)
{
	outbuf_text(out, "<title id=\"picture-title\">");
	markup_text(out, title);
	outbuf_text(out, "</title>\n<desc id=\"picture-desc\">");
	markup_text(out, desc);
	outbuf_text(out, "</desc>\n<style type=\"text/css\">\n");
	outbuf_text(out, asset_picture_css);
	outbuf_printf(out,
		      "</style>\n<rect class=\"paper\" x=\"0\" y=\"0\""
		      " width=\"%.0f\" height=\"%.0f\"/>\n",
		      p->width, p->y + PICTURE_MARGIN);
}

void picture_open(struct outbuf *out, const struct picture *p,
		  struct span title, struct span desc, bool whole)
{
	double height = p->y + PICTURE_MARGIN;

	outbuf_printf(out,
		      "<svg xmlns=\"http://www.w3.org/2000/svg\"%s"
		      " width=\"%.0f\" height=\"%.0f\""
		      " viewBox=\"0 0 %.0f %.0f\""
		      " class=\"picture\" role=\"img\" aria-label",
		      whole ? " version=\"1.1\"" : "", p->width, height, p->width,
		      height);
	if (whole) {
		outbuf_text(out, "ledby=\"picture-title picture-desc\">\n");
		add_begin(out, p, title, desc);
		return;
	}
	outbuf_text(out, "=\"");
	markup_text(out, desc);
	outbuf_text(out, ": ");
	markup_text(out, title);
	outbuf_text(out, "\">\n");
}

void picture_heading(struct outbuf *out, const struct view *view)
{
	if (!view->diff) {
		outbuf_text(out, view->listing->side.label);
		return;
	}
	outbuf_text(out, view->diff->base.label);
	outbuf_text(out, " => ");
	outbuf_text(out, view->diff->test.label);
}

unsigned picture_decimals(const struct view *view)
{
	const struct diff *diff = view->diff;

	if (!diff)
		return 0;
	if (diff->stated)
		return diff_decimals(diff);
	return diff->base.measured > 1 || diff->test.measured > 1 ||
	       diff->norm.factor != 1;
}
