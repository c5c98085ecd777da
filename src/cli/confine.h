/*
 * confine.h - what a command with its options has to be able to do
 */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include "options.h"

/*
 * Give up all else, before inputs are opened; which parts of the sandbox hold
 * is a set of enum sandbox_part.  A recording, and the browser, who write files
 * and start other programs when they are told to, give up nothing, nor does
 * anybody with --no-sandbox: false.
 */
bool confine(const struct options *opts, unsigned *parts);

#endif
