/*
 * csv_text.h - texts from strangers as cells of CSV
 */
#ifndef OUT_CSV_TEXT_H
#define OUT_CSV_TEXT_H

#include "diffprof/outbuf.h"

/* Append TEXT, quoted if need be.  Line ends are escaped, and no formula begins. */
void csv_text(struct outbuf *out, struct span text);

#endif
