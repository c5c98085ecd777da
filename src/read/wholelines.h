/*
 * wholelines.h - the text of a listing, without a line that was cut
 */
#ifndef READ_WHOLELINES_H
#define READ_WHOLELINES_H

#include "diffprof/input.h"
#include "diffprof/profile.h"

/*
 * The bytes of IN; of packed data that end early only the lines that are whole,
 * with a note in PROF.  Fails as input_data().
 */
int whole_lines(struct input *in, struct profile *prof, struct span *text,
		struct error *err);

#endif
