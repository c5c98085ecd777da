/*
 * attribute.h - from ticks per address to ticks per symbol
 *
 * A slot belongs to the symbol that holds its addresses.  A slot that straddles
 * symbols is split over them in proportion to their bytes of code in it; the
 * shares of each symbol are added up exactly over all slots and rounded once,
 * largest remainder first, ties by address, so that the total is kept.  Padding
 * of up to PADDING_MAX bytes behind a function has no share (known where the
 * source has sizes); a larger hole is *unknown*.
 *
 * The last counter of kernels before 6.11 also holds all ticks outside the
 * text, so it is *unknown*.
 */
#ifndef DIFFPROF_ATTRIBUTE_H
#define DIFFPROF_ATTRIBUTE_H

#include "diffprof/geometry.h"

#define PADDING_MAX 64

/*
 * Turn the histogram of PROF into rows.  Adds notes about straddling ticks, the
 * last counter, and a guessed byte order.  Fails as geometry_find().
 */
int attribute(struct profile *prof, const struct symtab *st,
	      struct error *err);

/*
 * The same with where in the sources the ticks fell, by the DWARF of IMAGE, an
 * ELF image of the kernel: a row for each line of a symbol.  A slot that has
 * several lines is split over them by bytes as it is over symbols.  Of steps over
 * LINES_POINTS_MAX bytes so many places, evenly spread, stand for all.  Fails
 * with ERR_SYMBOLS if IMAGE has no DWARF or another length of text.
 */
#define LINES_POINTS_MAX 1024

int attribute_lines(struct profile *prof, const struct symtab *st,
		    const struct symtab *image, struct error *err);

/*
 * The same as readprofile(8) of util-linux 2.38 does it: the last slot of each
 * symbol goes to the next one, the names are the map's last at each address,
 * and what is left when the symbols end is *unknown* with the last counter.
 */
int attribute_as_readprofile(struct profile *prof, const struct symtab *st,
			     struct error *err);

#endif
