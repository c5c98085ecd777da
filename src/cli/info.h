/*
 * info.h - what a file is and holds: diffprof info
 */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include "options.h"

/* Describe each operand into OUT.  Fails with the first error there is. */
int info(const struct options *opts, struct outbuf *out, struct error *err);

#endif
