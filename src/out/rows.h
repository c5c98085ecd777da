/*
 * rows.h - many rows, composed side by side
 */
#ifndef ROWS_H
#define ROWS_H

#include "diffprof/outbuf.h"
#include "diffprof/view.h"

/*
 * Append ROW to OUT; SCRATCH is for the while.  Called in threads: nothing that
 * is shared may be changed.
 */
typedef void rows_put(struct outbuf *out, const struct view *view,
		      const void *row, const void *arg, struct arena *scratch);

/* All rows of VIEW but its total, the uncertain ones last. */
void rows_print(struct outbuf *out, const struct view *view, rows_put *put,
		const void *arg);

/* The same of NR rows, the total among them if it is. */
void rows_print_some(struct outbuf *out, const struct view *view,
		     const void *const *rows, size_t nr, rows_put *put,
		     const void *arg);

#endif
