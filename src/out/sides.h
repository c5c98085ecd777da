/*
 * sides.h - what all runs of a side agree on
 */
#ifndef SIDES_H
#define SIDES_H

#include "diffprof/diff.h"

/* NULL where they do not, or where nobody says. */
const char *side_release(const struct side *side);
const char *side_build_id(const struct side *side);
const char *side_format(const struct side *side);
const char *side_unit(const struct side *side);
const char *side_event(const struct side *side);

/* How a comparison was normalised: the word that JSON has for it. */
extern const char *const normalize_names[];

#endif
