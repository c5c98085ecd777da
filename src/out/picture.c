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

void picture_open(struct outbuf *out, double height, const char *prefix,
		  struct span title, struct span desc, bool whole)
{
	outbuf_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	if (whole)
		outbuf_text(out, " version=\"1.1\"");
	outbuf_printf(out,
		      " width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d"
		      " %.0f\" class=\"picture\" role=\"img\""
		      " aria-labelledby=\"%s-title %s-desc\">\n",
		      PICTURE_WIDTH, height, PICTURE_WIDTH, height, prefix,
		      prefix);
	outbuf_printf(out, "<title id=\"%s-title\">", prefix);
	markup_text(out, title);
	outbuf_printf(out, "</title>\n<desc id=\"%s-desc\">", prefix);
	markup_text(out, desc);
	outbuf_text(out, "</desc>\n");
	if (!whole)
		return;
	outbuf_text(out, "<style type=\"text/css\">\n");
	outbuf_text(out, asset_picture_css);
	outbuf_printf(out,
		      "</style>\n<rect class=\"paper\" x=\"0\" y=\"0\""
		      " width=\"%d\" height=\"%.0f\"/>\n",
		      PICTURE_WIDTH, height);
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
	return diff->base.nr_runs > 1 || diff->test.nr_runs > 1 ||
	       diff->norm.factor != 1;
}
