/*
 * pathpattern.h - the patterns of MAINTAINERS
 */
#ifndef SYM_PATHPATTERN_H
#define SYM_PATHPATTERN_H

#include <regex.h>

#include "diffprof/span.h"

/*
 * Does PATH begin as PATTERN says?  "*" is any bytes, "?" is one, "[ch]" one of
 * these.  A pattern that ends in "/" is a directory and all below; one that does
 * not has as many "/" as the path.  One without any of these marks that names a
 * directory on the way to PATH is that directory.
 */
bool pattern_holds(struct span pattern, struct span path);

/*
 * How many parts of a path PATTERN tells: -1 of one that begins with "*", which
 * holds whatever there is.
 */
int pattern_depth(struct span pattern);

/*
 * Compile an expression as perl has it with /x, as far as POSIX can say the same;
 * false where it cannot.
 */
bool pattern_compile(struct span perl, regex_t *regex);

#endif
