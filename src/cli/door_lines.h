/*
 * door_lines.h - source lines and instructions for the page of a row
 */
#ifndef CLI_DOOR_LINES_H
#define CLI_DOOR_LINES_H

#include "diffprof/browser.h"

#include "options.h"

/*
 * Take ROW of DIFF, which was loaded with its places, apart into DEPTH, in ARENA;
 * or say there why that cannot be.
 */
void door_lines(const struct options *opts, const struct diff *diff,
		const struct diff_row *row, struct arena *arena,
		struct browser_depth *depth);

#endif
