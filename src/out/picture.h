/*
 * picture.h - drawings of a comparison, as elements of SVG
 *
 * Each appends its elements below what is there already and moves `y` on; the
 * classes are those of html/picture.css.  Nothing moves and nothing is asked
 * for from elsewhere: a picture is an image as well as a part of a page.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "diffprof/flame.h"
#include "diffprof/output.h"

/* In units of the picture, which are pixels as long as nobody scales it. */
#define PICTURE_WIDTH 1200	/* of a file */
#define PICTURE_NARROW 780	/* of bars on a page */
#define PICTURE_MARGIN 10

struct picture {
	struct outbuf *out;
	double y;
	double width;
};

/* A line of text: CLASS, and where it stands. */
void picture_text(struct picture *p, const char *class, double x, double y,
		  struct span text);

/* Begin the element <svg> of P in OUT; WHOLE: a file, not a part of a page. */
void picture_open(struct outbuf *out, const struct picture *p,
		  struct span title, struct span desc, bool whole);

/*
 * The flame graph, widths as OPTS say; below it the chains that have no width
 * there, as they are on one side only.
 */
void picture_flame(struct picture *p, const struct flame *flame,
		   enum flame_width width);

/*
 * Bars of the rows that changed most (of a listing: that have most), at most
 * MAX, in the order of the view, with the intervals of their changes.
 */
void picture_bars(struct picture *p, const struct view *view, size_t max);

/* "base => test", or the label of a listing. */
void picture_heading(struct outbuf *out, const struct view *view);

/* A number of counts a run; with a decimal where it can be no whole number. */
unsigned picture_decimals(const struct view *view);

#endif
