/*
 * classic.h - the rows of a classic listing, alone
 */
#ifndef OUT_CLASSIC_H
#define OUT_CLASSIC_H

#include "diffprof/outbuf.h"
#include "diffprof/view.h"

/* Those of VIEW, a line each; ADDRESSES: of one profile, as readprofile -v. */
void classic_rows(struct outbuf *out, const struct view *view, bool addresses);

#endif
