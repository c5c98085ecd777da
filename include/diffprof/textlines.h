/*
 * textlines.h - the lines of a text, as people kept it
 *
 * Lines end with LF or CRLF, the last one also without.  A byte order mark is
 * skipped.  A line does not include its end; it may hold NUL and any byte.
 */
#ifndef DIFFPROF_TEXTLINES_H
#define DIFFPROF_TEXTLINES_H

#include <stdbool.h>
#include <stddef.h>

#include "diffprof/span.h"

struct textlines {
	const char *next, *end;
	size_t lineno;		/* of the line last given, from 1 */
};

struct textlines textlines_begin(struct span text);
bool textlines_next(struct textlines *lines, struct span *line);

/*
 * LINE without the marks of quoted mail in front ("> ", ">> > ", "| ", "wli> ",
 * "Andrew> ", "&gt; ", ": "), without blanks at either end nor what mail and
 * HTML write for them there ("=20", "<br>"); a no-break space (Latin-1 or UTF-8)
 * counts as a blank.
 */
struct span textlines_unquote(struct span line);

#endif
