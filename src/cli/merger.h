/*
 * merger.h - diffprof merge: many profiles into one recording
 */
#ifndef CLI_MERGER_H
#define CLI_MERGER_H

#include "diffprof/notes.h"
#include "options.h"

/*
 * Merge the operands of OPTS, and what --files-from names, into OUT.  Fails with
 * the first error there is, or with --keep-going when no file can be used.
 */
int merger_run(const struct options *opts, struct outbuf *out,
	       struct notes *notes, struct error *err);

#endif
